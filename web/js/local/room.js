// SPDX-License-Identifier: MIT
// One table without a server: a match under the engine's referee, the people of this device and bots, told in
// the words of docs/wire.md. What somebody has done is in the database before anybody hears of it.

import { Bots } from './bots.js';

/**
 * @typedef {import('./store.js').Kept} Kept
 * @typedef {{send: (message: any) => void, shown: number|'watcher', curtain: number}} Viewer
 */

const LOG_MOST = 600; // entries that somebody who comes in is told

export class Room {
  /**
   * @param {any} tessera @param {any} rules @param {any} match
   * @param {Kept} kept @param {(kept: Kept) => Promise<void>} keep
   */
  constructor(tessera, rules, match, kept, keep) {
    this.tessera = tessera;
    this.rules = rules;
    this.match = match;
    this.kept = kept;
    this.keep = keep;
    this.version = Date.now();
    /** @type {Set<Viewer>} */
    this.viewers = new Set();
    this.bots = new Bots(tessera, rules, kept);
    this.thinks = false;
    this.last = /** @type {Promise<any>} */ (Promise.resolve());
  }

  /** Seats of this device. */
  get mine() {
    return this.kept.seats.flatMap((seat, i) => (seat.kind === 'bot' ? [] : [i]));
  }

  get over() {
    return this.match.ended;
  }

  summary() {
    const { id, game, seats, made, updated } = this.kept;
    const { title, hidden, chance } = this.rules.info;
    const ended = this.over;
    const players = seats.map(({ name, kind }) => ({ name, kind, present: true }));
    const named = ended && { result: this.named(ended.result), end: ended.end };
    const { ply, waiting } = this.match;
    const now = { state: ended ? 'over' : 'live', turn: ended ? [] : waiting, ply };
    return { id, game, title, players, ...now, rated: false, hidden, chance, made, updated, ...named };
  }

  /** @param {any[]} result */
  named(result) {
    return result.map((r, i) => ({ ...r, name: this.kept.seats[i].name }));
  }

  // --- What is seen ------------------------------------------------------------

  // Whoever must decide is shown; where people hide something from each other, the device is handed over.
  /** @param {Viewer} viewer */
  placeEyes(viewer) {
    const { mine } = this;
    const asked = this.over ? [] : mine.filter((seat) => this.match.waiting.includes(seat));
    const shown = /** @type {number} */ (viewer.shown);
    if (!mine.length) {
      viewer.shown = 'watcher';
    } else if (mine.length === 1 || !this.rules.info.hidden || this.over) {
      const stays = mine.includes(shown) && (!asked.length || asked.includes(shown));
      viewer.shown = stays ? shown : (asked[0] ?? mine[0]);
      viewer.curtain = -1;
    } else if (asked.length && !(viewer.curtain < 0 && asked.includes(shown))) {
      viewer.curtain = asked[0];
    } else if (!mine.includes(shown)) {
      viewer.curtain = mine[0];
    }
  }

  /** @param {Viewer} viewer */
  sight(viewer) {
    this.placeEyes(viewer);
    const { shown, curtain } = viewer;
    const { ply } = this.match;
    const covered = curtain >= 0;
    return {
      scene: covered ? null : this.match.scene(ply, shown),
      ask: covered || shown === 'watcher' || this.over ? null : this.match.ask(shown),
      seat: covered || shown === 'watcher' ? null : shown,
      curtain: covered ? curtain : null,
      turn: this.over ? [] : this.match.waiting,
      ply,
      clocks: null,
    };
  }

  // Several seats of a device share one log, so it tells what all may know.
  /** @param {Viewer} viewer */
  eyes(viewer) {
    return this.mine.length > 1 && this.rules.info.hidden && !this.over ? 'watcher' : viewer.shown;
  }

  /** @param {Viewer} viewer */
  full(viewer) {
    const sight = this.sight(viewer);
    const { ply } = this.match;
    const ended = this.over;
    const end = ended && { result: this.named(ended.result), parts: ended.parts, end: ended.end };
    const log = this.match.log(Math.max(0, ply - LOG_MOST), ply, this.eyes(viewer));
    const match = this.summary();
    const { options, hidden, hash } = { ...this.rules.info, options: this.kept.options };
    const setup = hidden ? {} : { setup: { options, rules: hash.toString(16).padStart(16, '0') } };
    return { t: 'full', v: this.version, match, you: this.mine, log, chat: [], ...setup, ...sight, ...end };
  }

  /** What somebody who comes in would be told. */
  first() {
    return this.full({ send() {}, shown: 'watcher', curtain: -1 });
  }

  /** Somebody looks; they are told all. @param {(message: any) => void} send @returns {Viewer} */
  enter(send) {
    const viewer = /** @type {Viewer} */ ({ send, shown: 'watcher', curtain: -1 });
    this.viewers.add(viewer);
    send(this.full(viewer));
    this.think();
    return viewer;
  }

  /** @param {Viewer} viewer */
  leave(viewer) {
    this.viewers.delete(viewer);
    if (!this.viewers.size) this.bots.close(); // nobody waits for them
  }

  // --- What is done ------------------------------------------------------------

  /** Orders are carried out one after the other. @param {Viewer} viewer @param {any} m */
  order(viewer, m) {
    if (m.t === 'ping') {
      viewer.send({ t: 'pong' });
      return this.last;
    }
    this.last = this.last.catch(() => {}).then(async () => {
      try {
        viewer.send({ a: m.a, ...(await this.obey(viewer, m)) });
      } catch (problem) {
        viewer.send({ t: 'refuse', a: m.a, why: /** @type {Error} */ (problem).message });
      }
      this.think();
    });
    return this.last;
  }

  /** @param {Viewer} viewer @param {any} m @returns {Promise<any>} the answer */
  async obey(viewer, m) {
    const own = this.mine.includes(m.seat);
    switch (m.t) {
      case 'look':
        return { t: 'past', ply: m.ply, scene: this.match.scene(m.ply, viewer.shown) };
      case 'show':
        viewer.shown = m.seat;
        viewer.curtain = -1;
        viewer.send({ t: 'ask', ...this.sight(viewer) });
        return { t: 'ack' };
      case 'why':
        return { t: 'refuse', why: this.match.reason(m.seat, m.pick) || 'that cannot be picked now' };
      case 'move':
        if (!own || m.ply !== this.match.ply + 1) throw new Error('the game has moved on meanwhile');
        await this.play(m.seat, m.text);
        return { t: 'ack' };
      case 'resign':
        if (own) await this.change(() => this.match.resign(m.seat));
        return { t: 'ack' };
      case 'undo':
        await this.stepBack(m.seat, true);
        return { t: 'ack' };
      case 'offer':
        if (m.kind !== 'takeback') throw new Error('there is nobody to agree');
        await this.stepBack(this.mine[0], false);
        return { t: 'ack' };
      default:
        throw new Error('that cannot be done without a server');
    }
  }

  /** Makes plies or ends the match; all hear of it when it is kept. @param {() => void} act */
  async change(act) {
    const from = this.match.ply;
    act();
    await this.save();
    for (const viewer of this.viewers) {
      const log = this.match.log(from, this.match.ply, this.eyes(viewer), { isNew: true });
      viewer.send({ t: 'event', v: ++this.version, log, ...this.sight(viewer) });
    }
    const ended = this.over;
    if (!ended) return;
    const { parts, end } = ended;
    const over = { t: 'over', result: this.named(ended.result), parts, end, match: this.summary() };
    for (const viewer of this.viewers) viewer.send({ ...over, v: ++this.version });
  }

  /** @param {number} seat @param {any} move a text, or a move of the engine's */
  play(seat, move) {
    return this.change(() => this.match.play(move, seat));
  }

  /** @param {number} seat @param {boolean} alone only within the own turn */
  async stepBack(seat, alone) {
    const ply = this.match.stepBack(seat, { alone });
    if (ply === null) throw new Error('there is nothing to take back');
    this.match.back(ply);
    await this.save();
    for (const viewer of this.viewers) viewer.send({ ...this.full(viewer), v: ++this.version });
  }

  async save() {
    this.kept.record = this.match.record();
    this.kept.updated = Math.floor(Date.now() / 1000);
    this.kept.summary = this.summary();
    await this.keep(this.kept);
  }

  // --- Bots --------------------------------------------------------------------

  /** The next bot that has to answer thinks, in a worker of its own; when it has moved, the next one. */
  async think() {
    const { mine } = this;
    const seat = this.over ? -1 : this.match.waiting.find((/** @type {number} */ s) => !mine.includes(s));
    if (this.thinks || !this.viewers.size || !(seat >= 0)) return;
    this.thinks = true;
    const { ply } = this.match;
    try {
      const move = await this.bots.choose(this.match, seat);
      if (!this.viewers.size) return; // the bot was sent away
      const still = () => this.match.ply === ply && this.match.waiting.includes(seat);
      this.last = this.last.catch(() => {}).then(() => (still() ? this.play(seat, move) : undefined));
      await this.last;
    } finally {
      this.thinks = false;
    }
    this.think();
  }
}
