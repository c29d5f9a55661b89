// SPDX-License-Identifier: MIT
// The text of a rules file: a text box with its colours drawn under it, numbers of lines, and what the
// compiler says at the end of each line. The box itself is the browser's own, with its undo, its selection
// and its screen reader.

import { h } from '../dom.js';
import { patch, v } from '../vdom.js';
import { t } from '../words.js';
import { coloured } from './colour.js';
import { Completion } from './complete.js';

/** @typedef {import('./messages.js').Note} Note */

/**
 * The blanks a new line begins with: those of the line above, and two more below a colon.
 * @param {string} line
 */
const indentAfter = (line) => (/^ */.exec(line)?.[0] || '') + (/:\s*(#.*)?$/.test(line) ? '  ' : '');

export class Editor {
  /** @param {[string, string, string][]} words of the language @param {() => void} changed */
  constructor(words, changed) {
    this.kinds = new Map(words.map(([word, kind]) => [word, kind]));
    this.changed = changed;
    /** @type {Note[]} */
    this.notes = [];
    this.area = /** @type {HTMLTextAreaElement} */ (
      h('textarea', {
        'class': 'code',
        'spellcheck': 'false',
        'autocomplete': 'off',
        'autocapitalize': 'off',
        'wrap': 'off',
        'aria-label': t('rules text'),
        'oninput': () => this.typed(),
        'onkeydown': (/** @type {KeyboardEvent} */ e) => this.key(e),
        'onblur': () => this.completion.close(),
        'onclick': () => this.completion.close(),
      })
    );
    this.lines = h('div', { 'class': 'coloured', 'aria-hidden': 'true' });
    this.completion = new Completion(words, this);
    const paper = h('div', { class: 'paper' }, this.lines, this.area, this.completion.node);
    this.node = h('div', { class: 'editor' }, paper);
  }

  get text() {
    return this.area.value;
  }

  /** Another text, as if it had been opened. @param {string} text */
  open(text) {
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.notes = [];
    this.draw();
    this.node.scrollTo(0, 0);
  }

  typed() {
    this.draw();
    this.completion.look();
    this.changed();
  }

  /** @param {Note[]} notes */
  mark(notes) {
    this.notes = notes;
    this.draw();
  }

  /**
   * Puts a text where another was, so that it can be undone.
   * @param {number} from
   * @param {number} to
   * @param {string} text
   */
  replace(from, to, text) {
    this.area.focus();
    this.area.setSelectionRange(from, to);
    // The only way to change a text box that its undo knows of.
    if (!document.execCommand('insertText', false, text)) {
      this.area.setRangeText(text, from, to, 'end');
      this.typed();
    }
  }

  /** Where a line begins in the text. @param {number} line from 1 */
  start(line) {
    const before = this.text.split('\n').slice(0, line - 1);
    return before.reduce((sum, words) => sum + words.length + 1, 0);
  }

  /** Shows a place. @param {{line: number, from?: number, to?: number}} place */
  goTo({ line, from = 0, to = from }) {
    const start = this.start(line);
    this.area.focus();
    this.area.setSelectionRange(start + from, start + to);
    this.lines.children[line - 1]?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (this.completion.key(e)) {
      e.preventDefault();
    } else if (e.key === 'Enter' && !e.ctrlKey && !e.metaKey && !e.isComposing) {
      e.preventDefault();
      const { selectionStart, selectionEnd } = this.area;
      const line = this.text.slice(0, selectionStart).split('\n').pop() || '';
      this.replace(selectionStart, selectionEnd, `\n${indentAfter(line)}`);
    }
  }

  draw() {
    const lines = this.text.split('\n');
    const colours = coloured(lines, this.kinds);
    const notes = new Map();
    for (const note of this.notes) if (!notes.has(note.line)) notes.set(note.line, note);
    this.lines.style.setProperty('--digits', `${String(lines.length).length}ch`);
    patch(
      this.lines,
      lines.map((_, i) => this.lineNode(colours[i], i + 1, notes.get(i + 1))),
    );
  }

  /** @param {import('./colour.js').Piece[]} pieces @param {number} n @param {Note|undefined} note */
  lineNode(pieces, n, note) {
    const words = pieces.map(([kind, text]) => (kind ? v('span', { class: `c-${kind}` }, text) : text));
    const text = pieces.map(([, piece]) => piece).join('');
    return v(
      'div',
      { key: n, class: note ? `row ${note.kind}` : 'row' },
      v('i', { key: 'n' }, String(n)),
      v('code', { key: 'c' }, words.length ? words : ' '),
      note
        ? [
            v(
              'u',
              { key: 'u' },
              v('span', {}, text.slice(0, note.from)),
              v('b', {}, text.slice(note.from, note.to) || ' '),
            ),
            v('em', { key: 'm' }, note.why),
          ]
        : null,
    );
  }
}
