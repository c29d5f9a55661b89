// SPDX-License-Identifier: MIT
// Cards in the studio: a deck file on the left with what the game says of it while one types, and on the
// right every card as it will be printed.

import { CLASSES, cardFace, emblem, nameLines } from '../art/cards.js';
import { h, show } from '../dom.js';
import { drawing } from '../svgtext.js';
import { t } from '../words.js';
import { DECK, cardsIn, faultsIn } from './decks.js';
import { Editor } from './editor.js';
import { bringFile, saveFile } from './files.js';
import { Killable, TooLong } from './killable.js';
import { button, messageNode } from './notes.js';

const KEPT = 'studio deck'; // where the text is kept between visits
const GAME = 'unicorns';
const LIMIT = 3000; // ms for an answer
const REST = 120; // ms without a key

/** @param {string} words */
const escaped = (words) => words.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** @param {any} card */
function picture({ name, class: kind }) {
  const [colour, shape] = /** @type {any} */ (CLASSES)[kind] || ['purple', 'disc'];
  const words = nameLines(name).map((line, i, all) => {
    const place = `x="50" y="${(all.length > 1 ? 114 : 122) + i * 14.5}" text-anchor="middle"`;
    const size = line.length > 13 ? 10.4 : 12.4;
    return `<text ${place} font-size="${size}" font-weight="650" fill="#fff">${escaped(line)}</text>`;
  });
  const face = cardFace(colour, shape, emblem(kind, name));
  return drawing(`<svg class="c" viewBox="0 0 100 140" aria-hidden="true">${face}${words.join('')}</svg>`);
}

/** @param {any} card */
const cardNode = (card) =>
  h(
    'li',
    {},
    picture(card),
    h(
      'div',
      {},
      h('b', {}, card.name),
      h('small', {}, ` ${card.class}${card.copies > 1 ? ` × ${card.copies}` : ''}`),
      h('p', { class: 'small' }, card.text || ''),
    ),
  );

export class DeckStudio {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.editor = new Editor([], () => this.changed());
    this.judge = new Killable('check-worker.js');
    this.messages = h('ol', { 'class': 'messages', 'aria-label': t('messages'), 'hidden': true });
    this.state = h('p', { class: 'state', role: 'status' });
    this.cards = h('ul', { 'class': 'cards', 'aria-label': t('cards') });
    this.asking = false;
    this.left = false;
    /** @type {any} */
    this.timer = 0;
    this.file = h('input', {
      type: 'file',
      accept: '.cards,.txt,text/plain',
      hidden: true,
      onchange: () => bringFile(this.file, (text) => this.open(text)),
    });
    show(root, this.page());
    this.open(localStorage.getItem(KEPT) ?? DECK);
  }

  page() {
    return h(
      'div',
      { class: 'studio decks' },
      h('h1', { class: 'visually-hidden' }, t('cards')),
      h(
        'section',
        { 'class': 'panel text', 'aria-label': t('deck text') },
        h(
          'div',
          { class: 'row head' },
          h('a', { class: 'btn quiet', href: '/studio' }, t('rules text')),
          h('span', { class: 'grow' }),
          button('open', t('open file'), () => this.file.click(), 'quiet'),
          button('save', t('save file'), () => saveFile(this.editor.text, 'deck', 'cards'), 'quiet'),
          this.file,
        ),
        this.editor.node,
        this.messages,
        this.state,
      ),
      h('section', { 'class': 'panel faces', 'aria-label': t('cards'), 'tabindex': 0 }, this.cards),
    );
  }

  /** @param {string} text */
  open(text) {
    this.editor.open(text);
    this.check();
  }

  changed() {
    localStorage.setItem(KEPT, this.editor.text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), REST);
  }

  /** Asks about the newest text; never more than one question is on its way. */
  async check() {
    if (this.asking) return;
    this.asking = true;
    let asked;
    do {
      asked = this.editor.text;
      try {
        const said = await this.judge.ask({ deck: asked, game: GAME }, LIMIT);
        if (!this.left && asked === this.editor.text) this.tell(said);
      } catch (problem) {
        if (!this.left) this.fail(problem);
      }
    } while (asked !== this.editor.text && !this.left);
    this.asking = false;
  }

  /** @param {{fine: boolean, report: string, things: any}} said */
  tell({ fine, report, things }) {
    const notes = faultsIn(report, this.editor.text.split('\n'));
    const wrong = notes.filter(({ kind }) => kind === 'wrong');
    this.editor.mark(notes);
    show(
      this.messages,
      notes.map((note) => messageNode(note, this.editor)),
    );
    this.messages.hidden = !notes.length;
    if (fine) {
      show(this.cards, cardsIn(things).map(cardNode));
    }
    const words = fine
      ? t('kinds of cards', { n: cardsIn(things).length })
      : t('mistakes', { n: Math.max(1, wrong.length), line: wrong[0]?.line || 1 });
    this.say(words, !fine);
  }

  /** @param {any} problem */
  fail(problem) {
    this.say(problem instanceof TooLong ? t('check too long', { n: LIMIT / 1000 }) : problem.message, true);
  }

  /** @param {string} words @param {boolean} bad */
  say(words, bad) {
    this.state.className = bad ? 'state error' : 'state';
    show(this.state, h('b', {}, words));
  }

  leave() {
    this.left = true;
    clearTimeout(this.timer);
    this.judge.end();
  }
}
