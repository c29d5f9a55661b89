// SPDX-License-Identifier: MIT
// What is asked of the search, and when: the position that is looked at comes first, in rounds that grow
// and drop moves; between them the curve of the match, coarsely and then finer.

import { Killable } from '../studio/killable.js';
import { spread } from './marks.js';

const LIMIT = 30000; // ms for one answer
const ROUNDS = [
  { nodes: 6000, keep: 12 },
  { nodes: 12000, keep: 6 },
  { nodes: 24000, keep: 5 },
];
const CURVE = [150, 1500]; // nodes a position
const MOST_FAILURES = 4; // answers that did not come in time before it is given up

/** @typedef {{move: string, chance: number, line: string[]}} Row */

export class Thinking {
  /**
   * @param {{rows: (rows: Row[], nodes: number, done: boolean) => void,
   *   chance: (ply: number, win: number[]) => void, failed: (problem: any) => void}} hear
   */
  constructor(hear) {
    this.hear = hear;
    this.search = new Killable('../analysis/think-worker.js');
    /** @type {any} */
    this.setup = null;
    /** @type {{record: string, ply: number, also: string|undefined}|null} */
    this.place = null;
    this.round = 0;
    /** @type {Row[]} */
    this.rows = [];
    /** @type {{record: string, ply: number, nodes: number}[]} */
    this.curve = [];
    this.running = false;
    this.opened = false; // whether the search knows the game
    this.failures = 0;
    this.left = false;
  }

  /** A match, whose curve is wanted. @param {any} setup @param {string} record @param {number} last */
  open(setup, record, last) {
    this.setup = setup;
    this.curve = CURVE.flatMap((nodes) => spread(last).map((ply) => ({ record, ply, nodes })));
    this.go();
  }

  /**
   * A position, whose best moves are wanted; `also` = one that is always among them.
   * @param {string} record @param {number} ply @param {string} [also]
   */
  look(record, ply, also) {
    this.place = { record, ply, also };
    this.round = 0;
    this.rows = [];
    this.go();
  }

  async go() {
    if (this.running || !this.setup) return;
    this.running = true;
    for (let more = true; more && !this.left;) {
      try {
        more = await this.next();
      } catch (problem) {
        this.opened = false; // its worker is gone
        more = ++this.failures < MOST_FAILURES;
        if (!this.left && !more) this.hear.failed(problem);
      }
    }
    this.running = false;
  }

  /** One question; false when there is nothing left to ask. */
  async next() {
    if (!this.opened) await this.search.ask({ open: this.setup }, LIMIT);
    this.opened = true;
    if (this.place && this.round < ROUNDS.length) {
      await this.compare(this.place);
      return true;
    }
    const point = this.curve.shift();
    if (!point) return false;
    const { win } = await this.search.ask({ judge: point }, LIMIT);
    if (!this.left) this.hear.chance(point.ply, win);
    return true;
  }

  /** @param {{record: string, ply: number, also: string|undefined}} place */
  async compare(place) {
    const round = this.round++; // one that takes too long is not asked again
    const { nodes, keep } = ROUNDS[round];
    const moves = round ? this.rows.map((row) => row.move) : undefined;
    const rows = await this.search.ask(
      { compare: { record: place.record, ply: place.ply, nodes, moves } },
      LIMIT,
    );
    if (this.left || place !== this.place) return; // somebody has moved on
    this.rows = rows.filter(
      (/** @type {Row} */ row, /** @type {number} */ i) => i < keep || row.move === place.also,
    );
    if (!rows.length) this.round = ROUNDS.length;
    this.hear.rows(this.rows, nodes, this.round === ROUNDS.length);
  }

  leave() {
    this.left = true;
    this.search.end();
  }
}
