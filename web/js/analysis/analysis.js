// SPDX-License-Identifier: MIT
// Analysis: a match or a game from its start, the chance to win over its moves, what else could have been
// played, and what comes of it if one simply plays that. Everything happens in this browser.

import { icon } from '../art/signs.js';
import { h, sentence, show, toast } from '../dom.js';
import { LentTable } from '../studio/lent.js';
import { TooLong } from '../studio/killable.js';
import { drawing } from '../svgtext.js';
import { patch } from '../vdom.js';
import { t } from '../words.js';
import { graphNode, saidNodes } from './graph.js';
import { markNodes, moveNodes } from './lists.js';
import { marksOf } from './marks.js';
import { candidates } from './puzzles.js';
import { Riddle } from './riddle.js';
import { Thinking } from './thinking.js';

/** @param {string} sign @param {string} words @param {() => void} act */
const tool = (sign, words, act) =>
  h(
    'button',
    { 'class': 'btn quiet icon', 'title': words, 'aria-label': words, 'onclick': act },
    drawing(icon(sign)),
  );

export class Analysis {
  /** @param {any} root */
  constructor(root) {
    /** @type {any} */
    this.match = null; // the match itself: {log, record, seats, title}
    /** @type {any} */
    this.now = null; // the line that is looked at: {log, record, ply, turn}
    /** @type {(number[]|undefined)[]} */
    this.chances = [];
    this.table = new LentTable('../analysis/board-worker.js', {
      lost: (problem) => this.failed(problem),
      told: ({ moved }) => moved && this.moved(moved),
    });
    this.riddle = new Riddle({
      goTo: (place) => this.goTo(place),
      begun: () => this.root.classList.add('solving'),
      done: () => this.solved(),
    });
    /** @type {any} */
    this.said = null; // what is known of the moves here: {rows, nodes, done, deep}
    this.thinking = new Thinking({
      rows: (rows, nodes, done) => this.drawMoves({ rows, nodes, done, deep: null }),
      deep: (deep) => this.said && this.drawMoves({ ...this.said, deep }),
      curved: () => candidates(this.match.log, this.chances),
      puzzle: (ply, move) => this.notePuzzle(ply, move),
      chance: (ply, win) => this.noteChance(ply, win),
      failed: (problem) => this.failed(problem),
    });
    this.moves = h('section', { 'class': 'panel moves', 'aria-label': t('best moves') });
    this.marks = h('section', { 'class': 'panel turns', 'aria-label': t('turning points') });
    this.curve = h('div', {});
    this.words = h('p', { class: 'small', role: 'status' });
    this.branch = h(
      'button',
      { class: 'btn', hidden: true, onclick: () => this.look(this.left) },
      t('back to match'),
    );
    this.left = 0; // the ply at which the match was left
    /** @type {any} */
    this.setup = null;
    this.begun = false; // the search goes through the match
    this.root = this.page();
    show(root, this.root);
    this.keys = (/** @type {KeyboardEvent} */ e) => this.key(e);
    addEventListener('keydown', this.keys);
  }

  page() {
    return h(
      'div',
      { class: 'analysis' },
      h('h1', { class: 'visually-hidden' }, t('analysis')),
      this.table.place,
      h('div', { class: 'beside' }, this.riddle.node, this.moves, this.marks),
      h(
        'section',
        { 'class': 'panel course-panel', 'aria-label': t('chances') },
        h(
          'div',
          { class: 'row' },
          tool('first', t('first'), () => this.look(0)),
          tool('prev', t('back'), () => this.step(-1)),
          tool('next', t('forward'), () => this.step(1)),
          tool('last', t('last'), () => this.look(this.match.log.length)),
          this.words,
          h('span', { class: 'grow' }),
          this.branch,
        ),
        this.curve,
      ),
    );
  }

  /** @param {any} setup of a match; one with `puzzle` is solved first */
  async open(setup) {
    this.setup = setup;
    const told = await this.table.ask({ open: setup });
    this.match = told;
    this.now = told;
    this.names = told.seats.map((/** @type {string} */ name) => sentence(name));
    this.chances = Array.from({ length: told.log.length + 1 }, () => undefined);
    document.title = `${told.title} · Tessera`;
    this.table.show('/m/local-analysis', t('board'));
    this.draw();
    if (setup.puzzle) this.riddle.begin(setup.puzzle);
    else this.begin();
  }

  begin() {
    this.begun = true;
    this.thinking.open(this.setup, this.match.record, this.match.log.length);
    this.ask();
  }

  // --- Where one is -------------------------------------------------------------

  /** Whether the line that is shown is that of the match. */
  get isMain() {
    return this.now.log.every(
      (/** @type {any} */ e, /** @type {number} */ i) => e.text === this.match.log[i]?.text,
    );
  }

  /** Shows the match after so many plies. @param {number} ply */
  async look(ply) {
    const to = Math.max(0, Math.min(ply, this.match.log.length));
    this.moved(await this.table.ask({ goTo: { record: '', ply: to } }));
  }

  /** Shows a position of a line. @param {{record: string, ply: number}} place */
  goTo(place) {
    return this.table.ask({ goTo: place }).then((now) => this.moved(now));
  }

  /** @param {number} by */
  step(by) {
    if (this.riddle.isOpen) return; // what comes would be the answer
    if (this.isMain) this.look(this.now.ply + by);
    else if (by < 0) this.goTo({ record: this.now.record, ply: this.now.ply - 1 });
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!by || !this.now || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    this.step(by);
  }

  /** Another position is shown, by a move or by looking elsewhere. @param {any} now */
  moved(now) {
    const was = this.isMain;
    if (was) this.left = this.now.ply;
    this.now = now;
    this.draw();
    if (this.riddle.isOpen) this.riddle.hear(now);
    else this.ask();
  }

  // --- Puzzles --------------------------------------------------------------------

  /** A single move keeps the win here. @param {number} ply @param {string} move */
  notePuzzle(ply, move) {
    const { game, players, options } = this.setup;
    const { record, title, log } = this.match;
    this.riddle.note({ game, players, options, record, ply, move, title, who: this.names[log[ply].who] });
  }

  /** The puzzle is solved or left. */
  solved() {
    this.root.classList.remove('solving');
    if (this.begun) this.ask();
    else this.begin();
  }

  ask() {
    const { record, ply } = this.now;
    const next = this.isMain ? this.match.log[ply]?.text : undefined;
    this.said = null;
    show(this.moves, h('h2', {}, this.toMove()), h('p', { class: 'small' }, t('thinking')));
    this.thinking.look(record, ply, next);
  }

  toMove() {
    const [seat] = this.now.turn;
    return seat === undefined ? t('over') : t('to move', { name: this.names[seat] });
  }

  // --- What the search says -------------------------------------------------------

  /** @param {number} ply @param {number[]} win */
  noteChance(ply, win) {
    this.chances[ply] = win;
    this.draw();
  }

  /**
   * @param {{rows: import('./thinking.js').Row[], nodes: number, done: boolean,
   *   deep: import('./thinking.js').Deep|null}} said
   */
  drawMoves(said) {
    const played = this.isMain ? this.match.log[this.now.ply]?.text : undefined;
    const about = { ...said, played, play: (/** @type {string} */ move) => this.play(move) };
    this.said = said;
    show(this.moves, h('h2', {}, this.toMove()), moveNodes(about));
  }

  /** What if: one of the moves of the list. @param {string} move */
  play(move) {
    const [seat] = this.now.turn;
    this.table.ask({ play: { seat, move } }).catch((problem) => toast(problem.message));
  }

  draw() {
    const { names } = this;
    if (!this.match || !names) return;
    this.table.fit();
    const marks = marksOf(this.match.log, this.chances);
    const ply = this.isMain ? this.now.ply : this.left;
    const now = this.chances[ply];
    patch(this.curve, graphNode({ chances: this.chances, ply, marks, names, look: (to) => this.look(to) }));
    const where = this.isMain
      ? t('after move', { n: ply, all: this.match.log.length })
      : t('what if', { n: this.left });
    patch(this.words, this.isMain && now ? saidNodes(now, names) : null, where);
    this.branch.hidden = this.isMain;
    const known = this.chances.filter(Boolean).length;
    const look = (/** @type {number} */ to) => this.look(to);
    const about = { marks, ply, names, known, all: this.chances.length, look };
    show(this.marks, markNodes(about), this.riddle.list);
  }

  /** @param {any} problem */
  failed(problem) {
    toast(problem instanceof TooLong ? t('analysis too long', { n: problem.message }) : problem.message);
  }

  leave() {
    removeEventListener('keydown', this.keys);
    this.thinking.leave();
    this.table.leave();
  }
}
