// SPDX-License-Identifier: MIT
// Files without i, as players of Go write them: rules name files without a gap, and so do records and what is
// sent; only what people read and type here is translated.

import { skinOf } from './skins.js';

const PLACE = /\b([a-z])(\d{1,2})\b/g;
const moved = (/** @type {string} */ file, /** @type {number} */ by) =>
  String.fromCharCode(file.charCodeAt(0) + by);

/** Words of the rules as they are read on the board. @param {string} text */
export const shown = (text) =>
  text.replace(PLACE, (all, file, row) => (file < 'i' ? all : moved(file, 1) + row));

/** A move as it is typed, in the words of the rules; there is no file i. @param {string} text */
export const meant = (text) =>
  text.replace(PLACE, (all, file, row) =>
    file < 'i' ? all : (file === 'i' ? '?' : moved(file, -1)) + row,
  );

/** What happened, in the words of the board. @param {string} game @param {any[]} [log] @returns {any[]} */
export function shownLog(game, log = []) {
  if (!skinOf(game).withoutI) return log;
  return log.map((e) => ({ ...e, text: shown(e.text || ''), sentence: shown(e.sentence || '') }));
}
