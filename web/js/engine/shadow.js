// SPDX-License-Identifier: MIT
// Playing ahead of the server. Where the page has an engine and the game has no secrets, a move is shown with
// all that follows from it before the server has heard of it, and the next one of the same turn can be made
// at once. The server's word is final: what it says otherwise is shown, and a refused move goes back with its
// reason. While others decide, moves can be planned in every game (planned.js).

import { ahead } from '../ahead.js';
import { bringStyle } from '../dom.js';
import { meant } from '../files.js';
import { skinOf } from '../skins.js';
import { MANY } from '../states.js';
import { scriptUrl } from '../trusted.js';
import { moreWords } from '../words.js';
import { Planned } from './planned.js';

/**
 * @typedef {{seat: number, ply: number, text: string}} Sent a move that is on its way
 * @typedef {{who: number|null, ply: number, text: string}} Entry
 */

const MOST = 16; // moves on their way: steps of one turn

/** What the engine needs of it. @param {Entry} entry */
const bare = ({ who, text }) => ({ who, text });
/** @param {Entry} e @param {Sent} p */
const isSame = (e, p) => e.ply === p.ply && e.who === p.seat && e.text === p.text;

/**
 * The scene with everything marked that is not in the one before.
 * @param {any} scene @param {any} before
 */
export function marked(scene, before) {
  const place = (/** @type {any} */ i) => [i.zone, i.row, i.col, i.kind, i.owner, i.label].join(':');
  const old = new Set(before.items.map(place));
  const isNew = (/** @type {any} */ i) => (i.kind === 'piece' || i.kind === 'tile') && !old.has(place(i));
  const items = scene.items.map((/** @type {any} */ i) =>
    isNew(i) ? { ...i, flags: [...(i.flags || []), 'pending'] } : i,
  );
  return { ...scene, items };
}

export class Shadow {
  /** @param {any} match */
  constructor(match) {
    this.match = match;
    /** @type {Sent[]} */
    this.pending = [];
    /** @type {any} */
    this.told = null; // what the server showed last
    this.follows = false; // whether the engine is where the server is
    this.count = 0;
    /** @type {Map<number, (answer: any) => void>} */
    this.asked = new Map();
    /** @type {Worker|null} */
    this.worker = null;
    this.planned = new Planned(this);
    const { receive, leave } = match;
    match.receive = (/** @type {any} */ m) => receive.call(match, this.hear(m));
    match.leave = () => {
      this.leave();
      leave.call(match);
    };
    Promise.all([moreWords('engine'), bringStyle('engine')]).then(() => this.catchUp());
  }

  leave() {
    this.worker?.terminate();
    this.worker = null;
    this.planned.clear();
  }

  // What was told before this was here.
  catchUp() {
    const { state, log, past } = this.match;
    if (!state || past.left) return;
    const raw = skinOf(state.match.game).withoutI
      ? log.map((/** @type {Entry} */ e) => ({ ...e, text: meant(e.text) }))
      : log;
    this.full({ ...state, log: raw, ply: past.lastPly() });
    this.planned.look();
    this.match.draw(); // plans can be kept from now on
  }

  // --- The engine ----------------------------------------------------------------

  /** @param {any} order @returns {Promise<any>} its answer; null if the engine cannot follow */
  ask(order) {
    const n = ++this.count;
    return new Promise((done) => {
      this.asked.set(n, done);
      this.theWorker().postMessage({ n, ...order });
    });
  }

  theWorker() {
    if (this.worker) return this.worker;
    const url = new URL('./worker.js', import.meta.url);
    this.worker = new Worker(scriptUrl(url.href), { type: 'module' });
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.worker.onerror = () => this.giveUp();
    return this.worker;
  }

  /** @param {{n: number, answer?: any, problem?: string}} said */
  answered({ n, answer, problem }) {
    const done = this.asked.get(n);
    this.asked.delete(n);
    if (problem !== undefined) this.follows = false; // until the server tells all again
    done?.(problem === undefined ? answer : null);
  }

  // Without an engine all is as on a page that has none.
  giveUp() {
    this.follows = false;
    for (const done of this.asked.values()) done(null);
    this.asked.clear();
  }

  // --- What the server says --------------------------------------------------------

  /** What the page is to make of a message. @param {any} m */
  hear(m) {
    let out = m;
    if (m.t === 'full') out = this.full(m);
    else if (m.t === 'event') out = this.event(m);
    else if (m.t === 'over') this.planned.clear();
    if ('ask' in m) Promise.resolve().then(() => this.planned.look()); // when the page has taken it in
    return out;
  }

  /** @param {any} m */
  full(m) {
    this.told = { scene: m.scene, ask: m.ask }; // the page changes what it was given
    this.pending = this.pending.filter((p) => !m.log.some((/** @type {Entry} */ e) => isSame(e, p)));
    if (this.pending.length && this.pending[0].ply !== m.ply + 1) this.pending = []; // the game has moved on
    this.follows = false;
    if (this.canFollow(m)) this.begin(m);
    return this.pending.length ? { ...m, ask: null } : m;
  }

  /** @param {any} m */
  canFollow({ setup, match, you, log }) {
    return setup && you.length && match.state === 'live' && (!log.length || log[0].ply === 1);
  }

  /** @param {any} m */
  async begin(m) {
    const { game, players } = m.match;
    const log = m.log.map(bare);
    const match = { game, players: players.length, ...m.setup, log };
    const { told } = this;
    this.follows = true; // orders that come after this one are carried out after it
    const same = await this.ask({ what: 'begin', match, scene: m.scene, viewer: m.seat });
    if (!same && this.told === told) this.follows = false;
    for (const move of this.follows ? [...this.pending] : []) await this.look(move);
    this.match.view.root.dataset.follows = this.follows ? 'yes' : 'no';
    this.planned.look();
  }

  /** @param {any} m */
  event(m) {
    for (const entry of m.log.filter((/** @type {Entry} */ e) => e.who !== null)) {
      if (this.pending.length && isSame(entry, this.pending[0])) this.pending.shift();
      else this.pending = [];
    }
    this.told = m;
    this.planned.happened(m.log);
    if (this.follows) this.add(m);
    if (!this.pending.length) return m;
    return { ...m, scene: undefined, ask: undefined, turn: undefined }; // what lies ahead stays shown
  }

  /** @param {any} m */
  async add(m) {
    const log = m.log.map(bare);
    const order = { what: 'add', log, left: this.pending.length, scene: m.scene, viewer: m.seat };
    if ((await this.ask(order)) === false) this.follows = false; // they see something else
    this.match.view.root.dataset.follows = this.follows ? 'yes' : 'no';
  }

  // --- What the person does ----------------------------------------------------------

  /** A move: planned, or played ahead. False leaves it to the page. @param {string} text */
  takes(text) {
    const { state, hand } = this.match;
    const { ask, scene } = state;
    if (hand.early) return this.planned.keepMove(text);
    if (!this.follows || !ask || this.pending.length >= MOST) return false;
    const move = { seat: ask.seat, ply: ask.ply, text };
    const listed = ask.moves.find((/** @type {any} */ m) => m.text === text);
    const first = new Set(hand.picks.moves.map((/** @type {any} */ m) => m.pick[0]));
    this.pending.push(move);
    state.scene = (listed && scene && ahead(scene, listed)) || scene;
    state.ask = null;
    hand.ask(null);
    hand.sent = first.size > MANY ? first : null;
    this.match.draw();
    this.look(move);
    this.send(move);
    return true;
  }

  /** Shows what a move leads to, as the engine sees it. @param {Sent} move */
  async look(move) {
    const seen = await this.ask({ what: 'play', seat: move.seat, text: move.text });
    if (!seen || this.pending.at(-1) !== move) return; // the server was quicker
    const { state, hand } = this.match;
    state.scene = marked(seen.scene, this.told.scene);
    state.ask = seen.ask && { ...seen.ask, ply: move.ply + 1, undo: false };
    if (state.ask) hand.ask(state.ask);
    this.match.draw();
  }

  /** @param {Sent} move */
  async send(move) {
    const answer = await this.match.socket.send({ t: 'move', ...move });
    if (answer.t !== 'refuse' || !this.pending.includes(move)) return;
    const { state, hand } = this.match;
    this.pending = [];
    if (this.follows) this.ask({ what: 'drop' });
    state.scene = this.told.scene;
    state.ask = this.told.ask;
    hand.ask(null);
    hand.ask(state.ask);
    this.match.refused(answer.why);
    this.match.draw();
  }

  cancel() {
    this.planned.cancel();
  }

  /** Conditional moves, where the server keeps none. @param {string[][]} lines */
  keep(lines) {
    return this.planned.keepLines(lines);
  }
}
