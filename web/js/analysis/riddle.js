// SPDX-License-Identifier: MIT
// The puzzles of a match that is looked at, and the one that is being solved: nothing is told then but whose
// move it is, until the one move is played on the board or asked for. Another move is put back.

import { h, show, toast } from '../dom.js';
import { t } from '../words.js';
import { puzzleNodes } from './lists.js';
import { dropPuzzle, keepPuzzle } from './puzzles.js';

/** @typedef {import('./puzzles.js').Puzzle} Puzzle */

export class Riddle {
  /**
   * @param {{goTo: (place: {record: string, ply: number}) => void, begun: () => void,
   *   done: () => void}} board
   */
  constructor(board) {
    this.board = board;
    /** @type {Puzzle|null} */
    this.puzzle = null;
    this.solved = false;
    /** @type {Puzzle[]} */
    this.found = [];
    this.list = h('div', {});
    this.node = h('section', { 'class': 'panel riddle', 'aria-label': t('puzzle'), 'hidden': true });
  }

  /** Whether something is hidden because of it. */
  get isOpen() {
    return Boolean(this.puzzle);
  }

  /** One was found in the match. @param {Puzzle} puzzle */
  note(puzzle) {
    keepPuzzle(puzzle);
    this.found = [...this.found, puzzle].sort((a, b) => a.ply - b.ply);
    const begin = (/** @type {Puzzle} */ one) => this.begin(one);
    show(this.list, h('h2', {}, t('puzzles')), puzzleNodes(this.found, begin));
  }

  /** @param {Puzzle} puzzle */
  begin(puzzle) {
    this.puzzle = puzzle;
    this.solved = false;
    this.board.begun();
    this.tell(t('find it', { name: puzzle.who }));
    this.board.goTo({ record: puzzle.record, ply: puzzle.ply });
  }

  /** @param {string} words */
  tell(words) {
    this.node.hidden = !this.puzzle;
    show(
      this.node,
      h('h2', {}, t('puzzle')),
      h('p', { role: 'status' }, words),
      h(
        'div',
        { class: 'row' },
        this.solved
          ? null
          : h('button', { class: 'btn', onclick: () => this.end(this.puzzle?.move) }, t('show it')),
        h('button', { class: 'btn primary', onclick: () => this.end() }, t('leave puzzle')),
      ),
    );
  }

  /** What the board shows now, after a move or after it was put back. @param {any} now */
  hear(now) {
    const { puzzle } = this;
    if (!puzzle || this.solved || now.ply <= puzzle.ply) return;
    const played = now.log.filter((/** @type {any} */ e) => e.who !== null && e.ply > puzzle.ply)[0]?.text;
    if (played === puzzle.move) {
      this.solved = true;
      dropPuzzle(puzzle);
      this.tell(t('found it', { move: puzzle.move }));
    } else if (played !== undefined) {
      this.tell(t('not it', { move: played }));
      this.board.goTo({ record: puzzle.record, ply: puzzle.ply });
    }
  }

  /** @param {string} [move] that was asked for */
  end(move) {
    if (move) toast(t('it was', { move }));
    this.puzzle = null;
    this.node.hidden = true;
    this.board.done();
  }
}
