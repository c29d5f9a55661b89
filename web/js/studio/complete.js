// SPDX-License-Identifier: MIT
// What could be written next: words of the language with what they mean, and names of the file itself.

import { h, show } from '../dom.js';

const MOST = 8; // suggestions that are shown
const ENDINGS = new Set(['win', 'lose', 'draw', 'finish']); // may begin a line
const INSIDE = new Set(['board', 'hand', 'next', 'after', 'turn']); // begin lines, and are used inside others

/** @typedef {{word: string, meaning: string}} Choice */

/** Whether something may be suggested there: not in remarks and texts. @param {string} before of the line */
const isOpen = (before) => !/^[^"#]*(?:"[^"]*"[^"#]*)*(?:#|"[^"]*$)/.test(before);

/**
 * Names in a text: words that begin with a capital, and those it defines.
 * @param {string} text
 * @returns {string[]}
 */
export function namesIn(text) {
  const plain = text.replace(/#.*|"[^"\n]*"/g, '');
  const capital = [...plain.matchAll(/(?<![\p{L}\w])[\p{Lu}\p{Lt}][\p{L}\p{M}\w]+/gu)].map(([name]) => name);
  const made = [...plain.matchAll(/^\s*(?:def|var|option|tokens|link|area)\s+([\p{L}\p{M}\w]+)/gmu)].map(
    ([, name]) => name,
  );
  return [...new Set([...made, ...capital])];
}

/**
 * @param {[string, string, string][]} words @param {string} text @param {number} at
 * @returns {{from: number, list: Choice[]}}
 */
export function choicesAt(words, text, at) {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const begun = /[\p{L}_][\p{L}\p{M}\w]*$/u.exec(line)?.[0] || '';
  const nothing = { from: at, list: [] };
  if (!isOpen(line) || /[\p{L}\w]/u.test(text[at] || '')) return nothing;
  const atMargin = line === begun;
  const fits = (/** @type {string} */ word, /** @type {string} */ kind) =>
    (kind === 'declare') === atMargin || (atMargin ? ENDINGS : INSIDE).has(word);
  const known = words
    .filter(([word, kind]) => fits(word, kind))
    .map(([word, , meaning]) => ({ word, meaning }));
  const names = atMargin ? [] : namesIn(text).map((word) => ({ word, meaning: '' }));
  const list = [...names, ...known].filter(({ word }) => word.startsWith(begun) && word !== begun);
  return { from: at - begun.length, list: list.slice(0, MOST) };
}

export class Completion {
  /** @param {[string, string, string][]} words @param {import('./editor.js').Editor} editor */
  constructor(words, editor) {
    this.words = words;
    this.editor = editor;
    this.node = h('ul', { class: 'completion panel', role: 'listbox', hidden: true });
    this.from = 0;
    /** @type {Choice[]} */
    this.list = [];
    this.at = 0;
  }

  get isShown() {
    return this.list.length > 0;
  }

  close() {
    this.list = [];
    this.draw();
  }

  /** Looks what fits where the caret is; after one letter, or when it is `asked` for. */
  look(asked = false) {
    const { area, text } = this.editor;
    const { from, list } = choicesAt(this.words, text, area.selectionStart);
    const begun = area.selectionStart - from > 0;
    this.from = from;
    this.list = asked || begun ? list : [];
    this.at = 0;
    this.draw();
  }

  draw() {
    this.node.hidden = !this.isShown;
    if (!this.isShown) return;
    const before = this.editor.text.slice(0, this.from).split('\n');
    this.node.style.setProperty('--at-line', String(before.length));
    this.node.style.setProperty('--at-col', String((before.pop() || '').length));
    show(
      this.node,
      this.list.map(({ word, meaning }, i) =>
        h(
          'li',
          {
            'role': 'option',
            'aria-selected': String(i === this.at),
            'onmousedown': (/** @type {MouseEvent} */ e) => {
              e.preventDefault();
              this.take(i);
            },
          },
          h('b', {}, word),
          ' ',
          h('span', { class: 'tiny' }, i === this.at ? meaning.replace(/`/g, '') : ''),
        ),
      ),
    );
  }

  /** @param {number} i */
  take(i) {
    const { word } = this.list[i];
    const { from } = this;
    const to = this.editor.area.selectionStart;
    this.close();
    this.editor.replace(from, to, word);
    this.close(); // what was typed just now needs nothing more
  }

  /** Whether a key was for the list. @param {KeyboardEvent} e */
  key(e) {
    if (e.key === ' ' && e.ctrlKey) {
      this.look(true);
      return true;
    }
    if (!this.isShown) return false;
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      const by = e.key === 'ArrowDown' ? 1 : -1;
      this.at = (this.at + by + this.list.length) % this.list.length;
      this.draw();
    } else if (e.key === 'Tab' && !e.shiftKey) {
      this.take(this.at);
    } else if (e.key === 'Escape') {
      this.close();
    } else {
      if (/^(Enter|Arrow|Home|End|Page)/.test(e.key)) this.close();
      return false;
    }
    return true;
  }
}
