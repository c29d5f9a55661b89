// SPDX-License-Identifier: MIT
// A turn, choice by choice: what may be picked first, what then, and which moves come of it. It is about the
// position that lies on the studio's board.

import { h, show, toast } from '../dom.js';
import { t } from '../words.js';
import { stepsAfter } from './turns.js';

const MOST_SHOWN = 60; // choices in a list

export class Steps {
  /** @param {(question: any) => Promise<any>} ask the table */
  constructor(ask) {
    this.ask = ask;
    /** @type {{seat: number|null, prompt: string, moves: any[], labels: Object<number, string>}} */
    this.turn = { seat: null, prompt: '', moves: [], labels: {} };
    /** @type {number[]} */
    this.picked = [];
    this.node = h('div', { class: 'steps-list', role: 'status' });
  }

  /** The position is another one. */
  async look() {
    try {
      this.turn = await this.ask({ turn: true });
      this.picked = [];
      this.draw();
    } catch (problem) {
      show(this.node, h('p', { class: 'error' }, problem.message));
    }
  }

  /** @param {number} ref */
  label(ref) {
    return this.turn.labels[ref] || `#${ref}`;
  }

  /** @param {number[]} picked */
  pick(picked) {
    this.picked = picked;
    this.draw();
  }

  /** What was picked so far; a click goes back to before it. */
  path() {
    return this.picked.map((ref, i) => {
      const back = () => this.pick(this.picked.slice(0, i));
      const words = t('unpick', { what: this.label(ref) });
      return h('button', { 'class': 'btn quiet', 'title': words, 'onclick': back }, this.label(ref), ' ›');
    });
  }

  /** @param {string} text */
  play(text) {
    this.ask({ play: { seat: this.turn.seat, text } }).catch((problem) => toast(problem.message));
  }

  draw() {
    const { seat, prompt, moves } = this.turn;
    if (seat === null) {
      show(this.node, h('p', { class: 'small' }, t('nobody moves')));
      return;
    }
    const { next, ends } = stepsAfter(moves, this.picked);
    const more = next.length - MOST_SHOWN;
    const words = t('choices left', { n: next.reduce((sum, { count }) => sum + count, ends.length) });
    show(
      this.node,
      h('p', { class: 'small' }, h('b', {}, prompt), ' ', words),
      h('div', { class: 'row path' }, this.path()),
      h(
        'ul',
        {},
        ends.map(({ text }) => {
          const words = t('play it', { move: text });
          return h('li', {}, h('button', { class: 'btn primary', onclick: () => this.play(text) }, words));
        }),
        next
          .slice(0, MOST_SHOWN)
          .map(({ ref, count }) =>
            h(
              'li',
              {},
              h(
                'button',
                { class: 'btn', onclick: () => this.pick([...this.picked, ref]) },
                this.label(ref),
                count > 1 ? h('small', {}, ` ${count}`) : null,
              ),
            ),
          ),
      ),
      more > 0 ? h('p', { class: 'small' }, t('and more', { n: more })) : null,
    );
  }
}
