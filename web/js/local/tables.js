// SPDX-License-Identifier: MIT
// All tables without a server, and what the server's HTTP would answer about them and about games.

import { Room } from './room.js';

/** @typedef {import('./store.js').Kept} Kept */

const NOT_HERE = { status: 501, body: { error: 'that needs a server' } };
const GUEST = { id: 'local', name: 'Guest', guest: true, ratings: [] };
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

const newId = () =>
  `local-${[...crypto.getRandomValues(new Uint8Array(12))].map((n) => LETTERS[n % 32]).join('')}`;
const newSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/** A name as records keep it: in one line, and no comma in it. @param {string} name */
const plain = (name) =>
  name
    .replace(/[,\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 40);
const now = () => Math.floor(Date.now() / 1000);

/** A seat as a server is asked for it. @param {import('./store.js').Seat} seat */
function asWish({ kind, name, spec }) {
  if (kind === 'bot') return { kind, spec };
  return kind === 'here' ? { kind, name: [...name].slice(0, 20).join('') } : { kind: 'me' };
}

export class Tables {
  /**
   * @param {import('./store.js').Store} store
   * @param {(game: string) => Promise<any>} engine @param {() => Promise<any>} shelf
   */
  constructor(store, engine, shelf) {
    this.store = store;
    this.engine = engine;
    this.shelf = shelf;
    /** @type {Map<string, Promise<Room>>} */
    this.rooms = new Map();
  }

  /** The table of this name, opened once. @param {string} id */
  room(id) {
    const opened = this.rooms.get(id) || this.opened(id);
    this.rooms.set(id, opened);
    opened.catch(() => this.rooms.delete(id));
    return opened;
  }

  /** @param {string} id */
  async opened(id) {
    const kept = await this.store.get(id);
    const lost = 'There is no such match on this device.';
    if (!kept) throw Object.assign(new Error(lost), { status: 404 });
    const { rules, tessera } = await this.rulesOf(kept);
    return new Room(tessera, rules, rules.resume(kept.record), kept, (k) => this.keep(k));
  }

  /** @param {Kept} kept */
  async keep(kept) {
    await this.store.put(kept);
    if (kept.summary.state === 'over') this.finished(kept.id);
  }

  /** A match has ended. @param {string} id */
  finished(id) {} // eslint-disable-line no-unused-vars

  /** @param {Kept} kept */
  async rulesOf({ game, players, options }) {
    const tessera = await this.engine(game);
    return { tessera, rules: await tessera.open(game, { players, options }) };
  }

  /**
   * A new table; `prepare` may go back in a match that is played on.
   * @param {Kept} kept @param {(match: any) => void} [prepare]
   */
  async make(kept, prepare = () => {}) {
    const { rules, tessera } = await this.rulesOf(kept);
    const names = kept.seats.map((seat) => plain(seat.name));
    const match = kept.record ? rules.resume(kept.record) : rules.match({ seed: newSeed(), names });
    prepare(match);
    const room = new Room(tessera, rules, match, kept, (k) => this.keep(k));
    await room.save();
    this.rooms.set(kept.id, Promise.resolve(room));
    this.store.trim().catch(() => {}); // nobody waits for it, and the next match tries again
    return { status: 200, body: { id: kept.id, url: `/m/${kept.id}`, seats: [] } };
  }

  /** @param {any} wish as in POST /api/matches */
  async begin(wish) {
    const { game, players, options = {}, seats, file, full } = wish;
    const elsewhere = seats.some((/** @type {any} */ s) => s.kind === 'open' || s.kind === 'invite');
    if (file || elsewhere) return NOT_HERE;
    const sat = seats.map((/** @type {any} */ s, /** @type {number} */ i) => this.seat(s, i));
    const made = await this.make({ game, players, options, seats: sat, ...this.fresh() });
    const room = full && (await this.room(made.body.id));
    return full ? { ...made, body: { ...made.body, full: room.first() } } : made;
  }

  /** What every new match begins with. */
  fresh() {
    return { id: newId(), made: now(), updated: now(), record: '', summary: null, sent: '' };
  }

  /** @param {any} s @param {number} i */
  seat(s, i) {
    const level = /\d+$/.exec(s.spec || '');
    if (s.kind === 'bot') return { kind: 'bot', name: `Bot ${level ? level[0] : i + 1}`, spec: s.spec };
    return { kind: s.kind === 'me' ? 'person' : 'here', name: plain(s.name || '') || `Player ${i + 1}` };
  }

  /** The same again, seats turned by one. @param {Kept} kept */
  again(kept) {
    const seats = [...kept.seats.slice(1), kept.seats[0]];
    return this.make({ ...kept, ...this.fresh(), seats });
  }

  /** @param {Kept} kept @param {number} ply */
  fork(kept, ply) {
    const { record } = kept;
    return this.make({ ...structuredClone(kept), ...this.fresh(), record }, (match) => match.back(ply));
  }

  /** @param {string} name */
  async leaflet(name) {
    const { rules } = await this.rulesOf(/** @type {any} */ ({ game: name }));
    const { title, about, leaflet } = rules.info;
    rules.close();
    return { status: 200, body: { text: `${title}\n${about}\n\n${leaflet}`, words: {} } };
  }

  async history() {
    const all = await this.store.all();
    return { status: 200, body: { matches: all.map(({ summary, sent }) => ({ ...summary, sent })) } };
  }

  // --- What goes to an account ---------------------------------------------------

  /** Matches that are over and nobody has been told of yet, as POST /api/records takes them. */
  async unsent() {
    const over = (await this.store.all()).filter(({ summary, sent }) => summary.state === 'over' && !sent);
    const played = over.filter(({ seats }) => seats.some(({ kind }) => kind !== 'bot'));
    const matches = played.map(({ id, made, record, seats }) => {
      return { id, made, record, seats: seats.map(asWish) };
    });
    return { status: 200, body: { matches } };
  }

  /** The server has taken a match, or never will. @param {string} id @param {string} sent */
  async noteSent(id, sent) {
    const open = this.rooms.get(id);
    const kept = open ? (await open).kept : await this.store.get(id);
    if (kept) await this.store.put(Object.assign(kept, { sent }));
    return { status: 200, body: {} };
  }

  /** What the server would answer. @param {string} method @param {string} path @param {any} body */
  async ask(method, path, body) {
    const [, what, name, more] = /^\/api\/([\w-]+)(?:\/([\w-]+))?(?:\/([\w-]+))?/.exec(path) || [];
    if (what === 'games' && !name) return { status: 200, body: await this.shelf() };
    if (what === 'games' && more === 'rules') return this.leaflet(name);
    if (what === 'games' && more === 'ranking') return { status: 200, body: { best: [] } };
    if (what === 'me') return { status: 200, body: GUEST };
    if (what === 'history') return this.history();
    if (what === 'unsent') return name ? this.noteSent(name, body.sent) : this.unsent();
    if (what === 'matches' && method === 'POST' && !name) return this.begin(body);
    if (what === 'matches' && name?.startsWith('local-')) return this.askTable(name, more, body);
    return NOT_HERE;
  }

  /** @param {string} id @param {string|undefined} more @param {any} body */
  async askTable(id, more, body) {
    const room = await this.room(id);
    if (!more) return { status: 200, body: room.summary() };
    if (more === 'rematch') return this.again(room.kept);
    if (more === 'fork') return this.fork(room.kept, body.ply);
    if (more === 'record') return { status: 200, body: { text: room.match.record() } };
    return NOT_HERE;
  }
}
