// SPDX-License-Identifier: MIT
// How the studio draws what was said: messages with the button that mends them, and tests with their ticks.

import { icon } from '../art/signs.js';
import { h } from '../dom.js';
import { drawing } from '../svgtext.js';
import { t } from '../words.js';

// Signs that only the studio has.
/** @type {Object<string, string>} */
const OWN = {
  tidy: 'M4 6h16M4 12h10M4 18h13',
  open: 'M3 19V5h6l2 3h10v11z',
  save: 'M12 3v12M8 11l4 4 4-4M5 14v6h14v-6',
};
const own = (/** @type {string} */ path) =>
  `<svg class="ico" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const sign = (/** @type {string} */ name) => drawing(OWN[name] ? own(OWN[name]) : icon(name));

/** @param {string} name @param {string} words @param {() => void} act @param {string} [kind] */
export const button = (name, words, act, kind = '') =>
  h('button', { class: `btn ${kind}`, title: words, onclick: act }, sign(name), h('span', {}, words));

/** @param {import('./messages.js').Note} note @param {import('./editor.js').Editor} editor */
export function messageNode(note, editor) {
  const mend = () => {
    const start = editor.start(note.line);
    editor.replace(start + note.from, start + note.to, note.fix || '');
  };
  return h(
    'li',
    { class: note.kind },
    sign(note.kind === 'wrong' ? 'alert' : 'bulb'),
    h(
      'div',
      { class: 'grow' },
      h('button', { class: 'place', onclick: () => editor.goTo(note) }, t('at line', { n: note.line })),
      ' ',
      h('b', {}, note.why),
      note.advice.map((words) => h('p', { class: 'small' }, words)),
    ),
    note.fix ? h('button', { class: 'btn', onclick: mend }, t('fix it')) : null,
  );
}

/** @param {import('./messages.js').Test} test @param {(place: {line: number}) => void} goTo */
function testNode({ line, name, ok, why }, goTo) {
  const known = ok ? ['passed', 'check'] : ['failed', 'alert'];
  const [kind, look] = ok === null ? ['unknown', 'minus'] : known;
  return h(
    'li',
    { class: kind },
    sign(look),
    h('button', { class: 'place', title: why || name, onclick: () => goTo({ line }) }, name),
  );
}

/**
 * @param {import('./messages.js').Test[]} list
 * @param {(() => void)|null} run they wait for a click
 * @param {(place: {line: number}) => void} goTo
 */
export const testNodes = (list, run, goTo) => [
  h(
    'div',
    { class: 'row' },
    h('h2', { class: 'grow' }, t('tests')),
    list.length && run ? button('play', t('run tests'), run, 'quiet') : null,
  ),
  list.length
    ? h(
        'ul',
        {},
        list.map((test) => testNode(test, goTo)),
      )
    : h('p', { class: 'small' }, t('no tests')),
];
