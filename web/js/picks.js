// SPDX-License-Identifier: MIT
// Narrowing the legal moves as a person picks. No path is the beginning of another, so every pick either
// narrows the choice or finishes it.

/**
 * @typedef {{zone: number, row: number, col: number, key?: number}} Land
 * @typedef {{text: string, pick: number[], mark?: number[], lands?: Land[], note?: string}} Move
 */

export class Picks {
  /** @param {Move[]} [moves] */
  constructor(moves) {
    this.moves = moves || [];
    this.firsts = new Set(this.moves.map((m) => m.pick[0])); // what may be picked first, or instead later
    /** @type {number[]} */
    this.picked = [];
    this.forget();
  }

  forget() {
    this.known = null;
    this.open = null;
  }

  /** The moves that begin with what is picked. */
  candidates() {
    this.known = this.known || this.moves.filter((m) => this.picked.every((ref, i) => m.pick[i] === ref));
    return this.known;
  }

  /** Items that may be picked next. @returns {Set<number>} */
  next() {
    const at = this.picked.length;
    const refs = () => this.candidates().flatMap((m) => (m.pick[at] === undefined ? [] : [m.pick[at]]));
    this.open = this.open || new Set(refs());
    return this.open;
  }

  /** What could have been picked instead of the last pick. @returns {Set<number>} */
  instead() {
    const at = this.picked.length - 1;
    const like = this.moves.filter((m) => this.picked.slice(0, at).every((ref, i) => m.pick[i] === ref));
    return new Set(at < 0 ? [] : like.map((m) => m.pick[at]));
  }

  /** Whether picking `ref` puts the last thing back, or takes another one first. @param {number} ref */
  changes(ref) {
    return this.picked.length > 0 && (this.picked.includes(ref) || this.firsts.has(ref));
  }

  /** What further picks would touch: footprints of the moves still possible, when few are. */
  marks() {
    const few = this.candidates();
    return new Set(this.picked.length && few.length <= 12 ? few.flatMap((m) => m.mark || []) : []);
  }

  /** The move that picking `ref` would finish, or undefined. @param {number} ref */
  finishing(ref) {
    const at = this.picked.length;
    return this.candidates().find((m) => m.pick[at] === ref && m.pick.length === at + 1);
  }

  /**
   * Picks an item. Returns {move} when that finishes one, {narrowed: true}, {undone: true} when it took the
   * last pick back, or {wrong: [refs]}.
   * @param {number} ref
   * @returns {{move?: Move, narrowed?: boolean, undone?: boolean, wrong?: number[]}}
   */
  pick(ref) {
    if (this.next().has(ref)) {
      this.picked.push(ref);
      this.forget();
      const done = this.candidates().find((m) => m.pick.length === this.picked.length);
      return done ? { move: done } : { narrowed: true };
    }
    if (this.picked.length && this.picked[this.picked.length - 1] === ref) {
      this.back();
      return { undone: true };
    }
    // Another first pick: a person who changes their mind clicks another piece.
    if (this.picked.length && this.firsts.has(ref)) {
      this.picked = [];
      this.forget();
      return this.pick(ref);
    }
    return { wrong: [...this.picked, ref] };
  }

  back() {
    this.forget();
    return this.picked.pop() !== undefined;
  }
}

/**
 * The moves without first picks that are no choice: where all begin with the same thing of a sheet, nobody is
 * asked for it.
 * @param {Move[]} moves @param {(ref: number) => boolean} inSheet @returns {Move[]}
 */
export function withoutLone(moves, inSheet) {
  const [first] = moves;
  const same = (/** @type {Move} */ m) => m.pick[0] === first.pick[0] && m.pick.length > 1;
  const lone = first && inSheet(first.pick[0]) && moves.every(same);
  return lone ? withoutLone(moves.map((m) => ({ ...m, pick: m.pick.slice(1) })), inSheet) : moves;
}
