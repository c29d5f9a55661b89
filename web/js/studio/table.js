// SPDX-License-Identifier: MIT
// The board of the studio: the newest rules without mistakes, played at once.

import { h } from '../dom.js';
import { t } from '../words.js';
import { TooLong } from './killable.js';
import { LentTable } from './lent.js';

const SPEC = 'level:n=3';

export class DraftTable {
  /** @param {{moved: () => void, dealt: () => void}} hear */
  constructor(hear) {
    this.hear = hear;
    this.table = new LentTable('table-worker.js', {
      lost: (problem) => this.lost(problem),
      told: ({ moved }) => moved && this.hear.moved(),
    });
    this.dealt = false;
    this.text = '';
    this.title = h('h2', { class: 'grow' });
    this.badge = h('span', { class: 'pill last', hidden: true }, t('last working'));
    this.note = h('p', { class: 'error', role: 'alert', hidden: true });
    this.who = /** @type {HTMLSelectElement} */ (
      h(
        'select',
        { 'aria-label': t('who plays'), 'onchange': () => this.deal(this.text, true) },
        ['people', 'mixed', 'bots'].map((value) => h('option', { value }, t(`seats ${value}`))),
      )
    );
    const again = h(
      'button',
      { class: 'btn', onclick: () => this.deal(this.text, true) },
      t('from the start'),
    );
    this.node = h(
      'section',
      { class: 'panel board' },
      h('div', { class: 'row' }, this.title, this.badge, this.who, again),
      this.note,
      this.table.place,
    );
  }

  /** @param {any} problem */
  lost(problem) {
    this.say(problem instanceof TooLong ? t('table too long', { n: problem.message }) : problem.message);
  }

  /** @param {string} words '' = nothing is wrong */
  say(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }

  /**
   * These rules are the ones on the table.
   * @param {string} text
   * @param {boolean} [anew] not as far as it was played
   */
  async deal(text, anew = false) {
    if (!text) return;
    this.text = text;
    try {
      const told = await this.table.ask({ deal: { text, who: this.who.value, spec: SPEC, anew } });
      if (text !== this.text) return; // there is a newer one
      this.say('');
      this.title.textContent = told.title;
      this.dealt = true;
      this.table.show('/m/local-draft', t('board'));
      this.hear.dealt();
    } catch (problem) {
      this.lost(problem);
    }
  }

  /** @param {any} question @returns {Promise<any>} */
  ask(question) {
    return this.table.ask(question);
  }

  /** Whether the text is another than what lies here. @param {boolean} is */
  old(is) {
    this.badge.hidden = !is || !this.dealt;
  }

  leave() {
    this.table.leave();
  }
}
