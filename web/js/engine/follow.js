// SPDX-License-Identifier: MIT
// A match of a server, followed by the engine: the position all have been told of, what lies ahead of it, and
// what a seat could answer. Only for games without secrets: everything is made from what the page was told.

const CHANCE = 8; // as abi.h counts seats
const MOST_ASKS = 64; // positions that are looked at for answers
const MOST_MOVES = 30000; // and moves that are listed for that

/** @typedef {{who: number|null, text: string}} Entry */

/** @param {any} position @param {Entry} entry */
const played = (position, { who, text }) => position.play(text, who ?? CHANCE);

export class Follower {
  /** @param {any} tessera */
  constructor(tessera) {
    this.tessera = tessera;
    this.opened = ''; // which rules
    /** @type {any} */
    this.rules = null;
    /** @type {any} */
    this.told = null;
    /** @type {any[]} */
    this.ahead = []; // positions after moves that nobody has confirmed
  }

  get tip() {
    return this.ahead.at(-1) ?? this.told;
  }

  /** @param {{game: string, players: number, options: any, rules: string, log: Entry[]}} match */
  async begin({ game, players, options, rules, log }) {
    const name = JSON.stringify([game, players, options]);
    if (this.opened !== name) {
      this.rules?.close();
      this.opened = '';
      this.rules = await this.tessera.open(game, { players, options });
      this.opened = name;
    }
    if (this.rules.info.hash !== BigInt(`0x${rules}`)) throw new Error('the server has other rules');
    this.ahead = [];
    this.told = log.reduce(played, this.rules.start());
  }

  /**
   * What has happened; `left` moves of our own are still ahead. False if the server sees something else.
   * @param {Entry[]} log @param {number} left @param {any} scene @param {number|null} viewer
   */
  add(log, left, scene, viewer) {
    this.told = log.reduce(played, this.told);
    this.ahead = left ? this.ahead.slice(-left) : [];
    return JSON.stringify(this.told.scene(viewer ?? 'watcher')) === JSON.stringify(scene);
  }

  /** Nothing lies ahead any more. */
  drop() {
    this.ahead = [];
  }

  /**
   * A move of our own, before the server has spoken: what it leads to, or null where chance follows.
   * @param {number} seat @param {string} text
   */
  play(seat, text) {
    const next = this.tip.play(text, seat);
    this.ahead.push(next);
    if (next.isChance) return null;
    return { scene: next.scene(seat), ask: next.turn.includes(seat) ? next.ask(seat) : null };
  }

  /** What a seat could play when it is its turn again, as far as it can be foreseen. @param {number} seat */
  replies(seat) {
    const found = new Map();
    const queue = [this.tip];
    let asks = 0;
    let listed = 0;
    for (let i = 0; i < queue.length && i < 4 * MOST_ASKS && asks < MOST_ASKS && listed < MOST_MOVES; i++) {
      const at = queue[i];
      if (at.isChance) {
        queue.push(at.draw(BigInt(i + 1)));
      } else if (at.turn.includes(seat)) {
        asks++;
        for (const move of at.ask(seat).moves) {
          listed++;
          if (!found.has(move.text)) found.set(move.text, move);
        }
      } else if (at.turn.length === 1) {
        const moves = at.moves();
        const every = Math.ceil(moves.length / (2 * MOST_ASKS)); // of very many some stand for all
        queue.push(...moves.filter((/** @type {any} */ _, /** @type {number} */ n) => n % every === 0)
          .map((/** @type {any} */ move) => at.play(move)));
      }
    }
    return [...found.values()];
  }
}
