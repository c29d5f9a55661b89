// SPDX-License-Identifier: MIT
// What was thrown, as dice.

import { art } from './svgtext.js';
import { v } from './vdom.js';
import { valueOf } from './zones.js';

const PIPS = ['', 'c', 'af', 'acf', 'abef', 'abcef', 'abdgef']; // of a die, by places
/** @type {Object<string, string>} */
const SPOTS = { a: '-9 -9', b: '9 -9', c: '0 0', d: '-9 0', e: '-9 9', f: '9 9', g: '9 0' };
const pip = (/** @type {string} */ spot) =>
  `<circle r="4" fill="#221e1a" transform="translate(${SPOTS[spot]})"/>`;
const die = (/** @type {number} */ n) => `<rect x="-19" y="-19" width="38" height="38" rx="8" fill="#fffdf6"
stroke="#8f8471"/>${[...PIPS[n]].map(pip).join('')}`;

/** A counter of what was thrown as a die; null for others. @param {any} zone */
export function dieNode(zone) {
  const shown = valueOf(zone);
  if (!/^(die|dice|first|second)$/.test(zone.label) || !PIPS[Number(shown)]) return null;
  const about = { 'key': zone.index, 'class': 'die', 'role': 'img', 'aria-label': `${zone.label}: ${shown}` };
  return v('svg', { viewBox: '-20 -20 40 40', ...about }, art(die(Number(shown))));
}
