// SPDX-License-Identifier: MIT
// The automaton of a turn as a picture: boxes are what somebody chooses, small ones what the rules do or ask
// in between; broken lines are taken where the other way is not.

import { h, show } from '../dom.js';
import { patch, v } from '../vdom.js';
import { t } from '../words.js';
import { placed } from './turns.js';

const [WIDE, HIGH] = [170, 64]; // of a place, in units of the picture
const MOST_LETTERS = 46;

/** Words in two lines at most. @param {string} words */
function lines(words) {
  const cut = words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS - 1)}…` : words;
  const at = cut.length > 24 ? cut.lastIndexOf(' ', 24) : -1;
  return at > 0 ? [cut.slice(0, at), cut.slice(at + 1)] : [cut];
}

/** @param {import('./turns.js').Box} box */
const middle = ({ x, y }) => [x * WIDE + WIDE / 2, y * HIGH + HIGH / 2];

/** @param {import('./turns.js').Box} box */
function boxNode(box) {
  const { number, kind, words } = box.node;
  const [x, y] = middle(box);
  const said = lines(kind === 'choice' ? words || t('node choice') : t(`node ${kind}`));
  const wide = kind === 'choice' ? 156 : Math.max(44, 16 + 6.4 * said[0].length);
  const high = said.length > 1 ? 36 : 24;
  return v(
    'g',
    { key: `n${number}`, class: `node ${kind}`, transform: `translate(${x} ${y})` },
    v('rect', { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: kind === 'choice' ? 5 : 12 }),
    said.map((line, i) => {
      const y = 4 + (i - (said.length - 1) / 2) * 14;
      return v('text', { 'key': `t${i}`, 'text-anchor': 'middle', y }, line);
    }),
    v('title', { key: 'title' }, words || t(`node ${kind}`)),
  );
}

/** @param {import('./turns.js').Line} line */
function lineNode({ from, to, alt, back }) {
  const [[x0, y0], [x1, y1]] = [middle(from), middle(to)];
  const aside = back ? Math.max(x0, x1) + WIDE / 2 - 6 : 0;
  const d = back
    ? `M${x0} ${y0}C${aside} ${y0} ${aside} ${y1} ${x1} ${y1}`
    : `M${x0} ${y0 + 12}C${x0} ${y0 + HIGH / 2} ${x1} ${y1 - HIGH / 2} ${x1} ${y1 - 14}`;
  const key = `${from.node.number}-${to.node.number}-${alt}`;
  return v('path', { key, 'class': alt ? 'alt' : '', d, 'marker-end': 'url(#tip)' });
}

/** @param {import('./turns.js').Automaton} automaton @param {number} start */
function picture(automaton, start) {
  const { boxes, lines: all, columns, rows, left } = placed(automaton, start);
  const choices = boxes.filter(({ node }) => node.kind === 'choice').map(({ node }) => node.words);
  return [
    v(
      'svg',
      {
        'viewBox': `0 0 ${columns * WIDE} ${rows * HIGH}`,
        'style': `width:${columns * WIDE}px`,
        'role': 'img',
        'aria-label': t('automaton about', { n: boxes.length, choices: choices.join('; ') }),
      },
      v(
        'defs',
        { key: 'defs' },
        v(
          'marker',
          { id: 'tip', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6, orient: 'auto' },
          v('path', { d: 'M0 0L8 4L0 8z' }),
        ),
      ),
      all.map(lineNode),
      boxes.map(boxNode),
    ),
    left ? v('p', { key: 'rest', class: 'small' }, t('and more', { n: left })) : null,
  ];
}

export class AutomatonPicture {
  /** @param {(question: any) => Promise<any>} ask the table */
  constructor(ask) {
    this.ask = ask;
    this.place = h('div', { class: 'picture', tabindex: 0, role: 'region', 'aria-label': t('automaton') });
    this.which = /** @type {HTMLSelectElement} */ (
      h('select', { 'aria-label': t('whose turn'), 'onchange': () => this.draw() })
    );
    this.node = h('div', { class: 'automaton' }, this.which, this.place);
    /** @type {import('./turns.js').Automaton|null} */
    this.automaton = null;
  }

  /** The rules are others. */
  async look() {
    try {
      this.automaton = await this.ask({ automaton: true });
      const starts = this.automaton?.starts || [];
      const phases = new Set(starts.map(({ phase }) => phase)).size;
      const words = (/** @type {any} */ { player, phase }) =>
        phases > 1 ? `${player}, ${t('phase', { n: phase + 1 })}` : player;
      show(
        this.which,
        starts.map((start, i) => h('option', { value: String(i) }, words(start))),
      );
      this.draw();
    } catch (problem) {
      show(this.place, h('p', { class: 'error' }, problem.message));
    }
  }

  draw() {
    const start = this.automaton?.starts[Number(this.which.value)];
    if (this.automaton && start) patch(this.place, picture(this.automaton, start.node));
  }
}
