// SPDX-License-Identifier: MIT
// Narrowing the legal moves as a person picks. No path is the beginning of
// another, so every pick either narrows the choice or finishes it.

export class Picks {
  constructor(moves) {
    this.moves = moves || [];
    this.picked = [];
  }

  /** The moves that begin with what is picked. */
  candidates() {
    return this.moves.filter((m) => this.picked.every((ref, i) => m.pick[i] === ref));
  }

  /** Items that may be picked next. */
  next() {
    return new Set(this.candidates().map((m) => m.pick[this.picked.length]).filter((r) => r !== undefined));
  }

  /** What further picks would touch: footprints of the moves still possible, when few are. */
  marks() {
    const few = this.candidates();
    return new Set(this.picked.length && few.length <= 12 ? few.flatMap((m) => m.mark || []) : []);
  }

  /**
   * Picks an item. Returns {move} when that finishes one, {narrowed: true},
   * {undone: true} when it took the last pick back, or {wrong: [refs]}.
   */
  pick(ref) {
    if (this.next().has(ref)) {
      this.picked.push(ref);
      const left = this.candidates();
      const done = left.find((m) => m.pick.length === this.picked.length);
      return done ? { move: done } : { narrowed: true };
    }
    if (this.picked.length && this.picked[this.picked.length - 1] === ref) {
      this.picked.pop();
      return { undone: true };
    }
    // Another first pick: a person who changes their mind clicks another piece.
    const first = new Picks(this.moves);
    if (this.picked.length && first.next().has(ref)) {
      this.picked = [];
      return this.pick(ref);
    }
    return { wrong: [...this.picked, ref] };
  }

  back() {
    return this.picked.pop() !== undefined;
  }
}
