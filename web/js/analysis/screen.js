// SPDX-License-Identifier: MIT
// The way into an analysis: a match of this device by its address, a game from its start, or a record in a
// file.

import { games } from '../api.js';
import { bringStyle, h, hasEngine, show, toast } from '../dom.js';
import { go } from '../go.js';
import { moreWords, t } from '../words.js';
import { Analysis } from './analysis.js';
import { puzzleNodes } from './lists.js';
import { keptPuzzles } from './puzzles.js';
import { readRecord, source } from './sources.js';

/** @type {Analysis|null} */
let shown = null;

/** @param {any} root @param {any} setup */
async function start(root, setup) {
  shown?.leave();
  shown = new Analysis(root);
  await shown.open(setup);
}

/** @param {any} root */
async function chooser(root) {
  const all = await games();
  const list = /** @type {HTMLSelectElement} */ (
    h(
      'select',
      { 'aria-label': t('games') },
      all.map((g) => h('option', { value: g.name }, g.title)),
    )
  );
  const begun = (/** @type {any} */ setup) =>
    start(root, setup).catch((problem) => {
      toast(problem.message);
      return chooser(root);
    });
  const file = h('input', {
    'type': 'file',
    'accept': '.record,.txt,text/plain',
    'aria-label': t('open record'),
    'onchange': () => readRecord(file).then(begun, (problem) => toast(problem.message)),
  });
  const position = /** @type {HTMLInputElement} */ (
    h('input', { 'class': 'grow', 'aria-label': t('its position') })
  );
  const begin = () => {
    const text = position.value.trim();
    if (!text) go(`/analysis/${list.value}`);
    else begun({ game: list.value, record: '', position: text });
  };
  const riddles = keptPuzzles();
  show(
    root,
    h(
      'div',
      { class: 'page narrow analysis-door' },
      h('h1', {}, t('analysis')),
      h(
        'div',
        { class: 'panel padded' },
        h('p', {}, t('open record')),
        file,
        h('p', {}, t('or a game')),
        h('div', { class: 'row' }, list, position),
        h('p', { class: 'small' }, t('its position')),
        h('button', { class: 'btn primary', onclick: begin }, t('begin')),
      ),
      riddles.length
        ? h(
            'div',
            { class: 'panel padded' },
            h('h2', {}, t('puzzles')),
            h('p', { class: 'small' }, t('puzzles about')),
            puzzleNodes(riddles, (puzzle) => begun({ ...puzzle, puzzle })),
          )
        : null,
    ),
  );
}

/** @param {any} root @param {string} [name] of a match of this device, or of a game */
export async function analysisScreen(root, name) {
  await Promise.all([moreWords('analysis'), bringStyle('analysis')]);
  if (!hasEngine()) throw new Error(t('no engine'));
  document.title = `${t('analysis')} · Tessera`;
  if (name) await start(root, await source(name));
  else await chooser(root);
  return () => {
    shown?.leave();
    shown = null;
  };
}
