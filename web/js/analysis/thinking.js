// SPDX-License-Identifier: MIT
// What is asked of the search, and when: the position that is looked at comes first, in rounds that grow
// and drop moves, and then by alphabeta; when nothing of it is left to ask, the curve of the match, coarsely
// and then finer; and at last its positions in which a puzzle may be.

import { Killable } from '../studio/killable.js';
import { spread } from './marks.js';

const LIMIT = 30000; // ms for one answer
const ROUNDS = [
  { nodes: 6000, keep: 12 },
  { nodes: 12000, keep: 6 },
  { nodes: 24000, keep: 5 },
];
const DEEP = 20000; // nodes of alphabeta
const CURVE = [150, 1500]; // nodes a position
const PUZZLE = 6000; // nodes for all moves of a position, twice
const MOST_FAILURES = 4; // answers that did not come in time before it is given up

/**
 * @typedef {{move: string, chance: number, line: string[]}} Row
 * @typedef {{move: string, chance: number|null, line: string[]}} Deep
 */

export class Thinking {
  /**
   * @param {{rows: (rows: Row[], nodes: number, done: boolean) => void, deep: (deep: Deep|null) => void,
   *   chance: (ply: number, win: number[]) => void, curved: () => number[],
   *   puzzle: (ply: number, move: string) => void, failed: (problem: any) => void}} hear `curved` answers
   *   with plies where puzzles may be
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
    this.record = ''; // of the match
    /** @type {number[]|null} */
    this.tries = null; // plies where a puzzle may be, once the curve is there
    this.running = false;
    this.opened = false; // whether the search knows the game
    this.failures = 0;
    this.left = false;
  }

  /** A match, whose curve is wanted. @param {any} setup @param {string} record @param {number} last */
  open(setup, record, last) {
    this.setup = setup;
    this.record = record;
    this.tries = null;
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
    if (this.place && this.round === ROUNDS.length) {
      await this.expect(this.place);
      return true;
    }
    const point = this.curve.shift();
    if (!point) return this.tryNext();
    const { win } = await this.search.ask({ judge: point }, LIMIT);
    if (!this.left) this.hear.chance(point.ply, win);
    return true;
  }

  /** One position in which a puzzle may be; false when there is none left. */
  async tryNext() {
    this.tries = this.tries || (this.left || !this.record ? [] : this.hear.curved());
    const ply = this.tries.shift();
    if (ply === undefined) return false;
    const move = await this.search.ask({ only: { record: this.record, ply, nodes: PUZZLE } }, LIMIT);
    if (move && !this.left) this.hear.puzzle(ply, move);
    return true;
  }

  /** What alphabeta expects. @param {{record: string, ply: number}} place */
  async expect(place) {
    this.round++;
    const deep = await this.search.ask(
      { expect: { record: place.record, ply: place.ply, nodes: DEEP } },
      LIMIT,
    );
    if (!this.left && place === this.place) this.hear.deep(deep);
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
    const isLast = !rows.length || this.round === ROUNDS.length;
    if (!rows.length) this.round = ROUNDS.length + 1; // there is nothing to expect either
    this.hear.rows(this.rows, nodes, isLast);
  }

  leave() {
    this.left = true;
    this.search.end();
  }
}
