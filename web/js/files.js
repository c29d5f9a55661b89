// SPDX-License-Identifier: MIT
// Moves as players write them: Go's files without i, cards by suit and rank. Rules name files without a gap
// and cards by where they lie, and so do records and what is sent; only what people read and type here is
// translated.

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

const CARD = /\b(?:[a-z]+\d*_)?(clubs|diamonds|hearts|spades)_?(\d+)(?:~\d+)?\b/g;
const HELD = /\bhand\d+_(\w+)(?:~\d+)?/g;
/** @type {Object<string, string>} */
const SUITS = { clubs: '♣', diamonds: '♦', hearts: '♥', spades: '♠' };
/** @type {Object<number, string>} */
const COURT = { 1: 'A', 11: 'J', 12: 'Q', 13: 'K', 14: 'A' };

/** Cards by suit and rank: ♣2 for hand4_clubs2~2. @param {string} text */
export const cardNames = (text) =>
  text
    .replace(CARD, (_, suit, rank) => SUITS[suit] + (COURT[rank] || rank))
    .replace(HELD, '$1');

/** What happened, in the words of the board. @param {string} game @param {any[]} [log] @returns {any[]} */
export function shownLog(game, log = []) {
  const said = skinOf(game).withoutI ? shown : cardNames;
  if (log.every((e) => said(e.text || '') === e.text && said(e.sentence || '') === e.sentence)) return log;
  return log.map((e) => ({ ...e, text: said(e.text || ''), sentence: said(e.sentence || '') }));
}
