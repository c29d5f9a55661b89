// SPDX-License-Identifier: MIT
// What happened in a match, move by move, and the slider through it.

import { written } from './notation.js';
import { skinOf } from './skins.js';
import { asBefore, v } from './vdom.js';
import { t } from './words.js';
import { sentence } from './zones.js';

// Beside a board both scores are seen: that a stone is a point is not told line by line.
const POINTS = / (gains|loses) \d+(\.\d+)? points?$/;

/** What followed from a move, in words: tiles laid, points, cards that went elsewhere. */
/** @param {any} entry @param {boolean} pairs */
const toldNodes = (entry, pairs) =>
  (entry.told || (entry.steps || []).map((/** @type {any} */ step) => step.sentence))
    .filter((/** @type {string} */ words) => words && !(pairs && POINTS.test(words)))
    .map((/** @type {string} */ words) => v('small', { class: 'told' }, sentence(words)));

/** @param {any} past @param {HTMLLIElement|null} line of the log */
const lookAt = (past, line) => line && past.look(line.value);

/** @type {WeakMap<object, {sign: string, node: any}>} */
const drawn = new WeakMap(); // lines as they were drawn last: of a long match most stay

/** @param {any} entry @param {string} words @param {boolean} pairs @param {boolean} now */
function lineAnew(entry, words, pairs, now) {
  const { ply, who } = entry;
  const kind = (who === null ? 'drawn' : '') + (now ? ' now' : '');
  const about = { 'key': ply, 'value': ply, 'class': kind, 'aria-current': now ? 'step' : null };
  return v('li', about, words, toldNodes(entry, pairs));
}

/** The moves. "Anna: e2e4" tells who by its side; sentences need the whole line. @param {any} match */
export function logNode(match) {
  const { log, past } = match;
  const names = match.names();
  const pairs =
    log.length > 0 &&
    names.length === 2 &&
    log.every((/** @type {any} */ e) => e.who !== null && e.sentence === `${names[e.who]}: ${e.text}`);
  const shown = past.now ? past.now.ply : past.lastPly();
  const moves = written(match, skinOf(match.state.match.game).notation);
  const line = (/** @type {any} */ e, /** @type {number} */ i) => {
    const words = moves?.[i]?.san || (pairs ? e.text : sentence(e.sentence));
    const now = e.ply === shown;
    return asBefore(drawn, e, `${words}|${pairs}|${now}`, () => lineAnew(e, words, pairs, now));
  };
  return v(
    'ol',
    {
      'key': 'log',
      'class': `log${pairs ? ' pairs' : ''}`,
      'aria-label': t('moves'),
      'tabindex': 0,
      'onclick': (/** @type {any} */ e) => lookAt(past, e.target.closest('li')),
    },
    log.map(line),
  );
}

/** From the first position to the last. @param {any} match */
export function slider(match) {
  const { past, log } = match;
  if (!log.length) return null;
  return v('input', {
    'key': 'scrub',
    'class': 'scrub',
    'type': 'range',
    'min': 0,
    'max': past.lastPly(),
    'value': past.now ? past.now.ply : past.lastPly(),
    'aria-label': t('position'),
    'oninput': (/** @type {any} */ e) => past.look(Number(e.target.value)),
  });
}
