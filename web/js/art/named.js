// SPDX-License-Identifier: MIT
// Things that are known by their names: animals of hunting games, ships, lines between dots, floors.

import { stone } from './materials.js';
import { polygon, range } from './base.js';

const INK = '#3d2710';
const EYES = '<path d="M-3.5 0h.1M3.5 0h.1" stroke="#0009" stroke-width="2.6" stroke-linecap="round"/>';

// Heads from the front, white on the stone of their side.
/** @type {Object<string, string>} */
const HEADS = {
  hound: 'M-5-7Q0-9 5-7Q10-8 11-1Q10 4 7 2L4 8Q0 11-4 8L-7 2Q-10 4-11-1Q-10-8-5-7Z',
  hare: 'M-2-3Q-7-14-4-14Q-1-13 0-4Q1-13 4-14Q7-14 2-3Q7 0 6 4Q4 9 0 9Q-4 9-6 4Q-7 0-2-3Z',
  fox: 'M-10-11L-4-6H4L10-11Q11-2 6 3L0 11L-6 3Q-11-2-10-11Z',
  goat: 'M-3-5Q-9-5-9-13Q-3-11-1-6H1Q3-11 9-13Q9-5 3-5L5-2L3 6L0 12L-3 6L-5-2Z',
  tiger: `M-10-7Q-9-11-5-9Q0-11 5-9Q9-11 10-7Q12 0 8 6Q4 10 0 10Q-4 10-8 6Q-12 0-10-7ZM-1-9V-4H1V-9Z
M-10 1L-6 2L-10 4ZM10 1L6 2L10 4Z`,
};

// Signs of soldiers, white on the stone of their side.
/** @type {Object<string, string>} */
const SOLDIERS = {
  flag: 'M-7 11V-11H8L4-6L8-1H-4V11Z',
  bomb: 'M2-4A8 8 0 1 1-4-4V-7H-1L5-12L7-10L2-6Z',
  spy: 'M-12 0Q0-13 12 0Q0 13-12 0ZM0-4A4 4 0 1 0 .1-4Z',
  scout: 'M-3 11V0H-10L0-12L10 0H3V11Z',
  miner: 'M-11-3Q0-14 11-3Q5-6 2-6V12H-2V-6Q-5-6-11-3Z',
  marshal: 'M0-12L3.5-4L12-4L5 1.500L8 10L0 5L-8 10L-5 1.500L-12-4L-3.5-4Z',
};

/** @param {number} n of them; the fourth is a dome */
const floors = (n) =>
  range(Math.min(n, 3))
    .map((k) => 17 - 4.5 * k)
    .map(
      (r) => `<rect x="${-r}" y="${-r}" width="${2 * r}" height="${2 * r}" rx="3" fill="#f4efe4"
stroke="#8a7f6d"/>`,
    )
    .join('') + (n > 3 ? '<circle r="7" fill="var(--blue)" stroke="#0006"/>' : '');

const bar = (/** @type {string} */ turn) =>
  `<rect x="-22" y="-3.5" width="44" height="7" rx="3.5" fill="${INK}"${turn}/>`;

/** @type {[RegExp, (word: string, colour: string, mark: string) => string][]} */
const THINGS = [
  [/\b(hound|hare|fox|goat|tiger)\b/, (word, colour) => {
    const head = `<path d="${HEADS[word]}" fill="#fff" fill-rule="evenodd"/>${EYES}`;
    return stone(colour, 16.5, head);
  }],
  [/\b(flag|bomb|spy|scout|miner|marshal)\b/, (word, colour) =>
    stone(colour, 16.5, `<path d="${SOLDIERS[word]}" fill="#fff" fill-rule="evenodd"/>`)],
  [/\bship\b/, (_, colour) => `<path d="M-17 3H17L12 14H-12Z" fill="var(--${colour})" stroke="#0008"/><path
d="M-9 3V-4H7V3M-4-4V-13M2-4V-11" stroke="#4a4f57" stroke-width="4"/><path d="M-14 5.5h28" stroke="#fff8"/>`],
  [/^hit\b/, () => `<path d="${polygon(8, 17, -90, 0.5)}" fill="var(--red)" stroke="#0008"/><path
d="${polygon(6, 9, -90, 0.5)}" fill="#ffe08a"/>`],
  [/^miss\b/, () => `<g fill="none" stroke="var(--blue)"><circle r="13" stroke-opacity=".5"
stroke-width="2"/><circle r="7" stroke-width="3"/></g>`],
  [/\?/, (_, colour, mark) => stone(colour, 16.5, mark)],
  [/^trail\b/, () => `<circle r="11" fill="none" stroke="${INK}" stroke-width="2" stroke-dasharray="4 3"/>`],
  [/^dot\b/, () => `<circle r="6.5" fill="${INK}"/>`],
  [/^line\b/, () => bar('')],
  [/^upright\b/, () => bar(' transform="rotate(90)"')],
  [/^wall\b/, () => `<path d="M-20-20H20V20H-20Z" fill="#8b857b"/><path
d="M-20-19H20M-20-6.500H20M-20 6.500H20M-6-20V-7M8-7V6M-10 7V20" stroke="#fff6" stroke-width="1.5"/>`],
  [/^box\b/, () => `<rect x="-15" y="-13" width="32" height="32" rx="3" fill="#0003"/><path
d="M-16-16H16V16H-16Z" fill="#b98245" stroke="#5b3d1c" stroke-width="2"/><path
d="M-14-8H14M-14 8H14M-14-8L14 8" stroke="#5b3d1c" stroke-width="2"/><path d="M-15-15H15"
stroke="#fff8" stroke-width="1.5"/>`],
  [/\bbox\b/, (_, colour, mark) => `<rect x="-17" y="-17" width="34" height="34" rx="3"
fill="var(--${colour})"/>${mark}`],
  [/^hole\b/, () => '<rect x="-19" y="-19" width="38" height="38" rx="3" fill="#1d130a"/>'],
  [/^(?:domino|square)\b/, () => `<rect x="-18" y="-18" width="36" height="36" rx="4" fill="#57483a"/><path
d="M-14-16.500h28" stroke="#fff6" stroke-width="1.5"/>`],
  [/(\d) floors?/, (n) => floors(Number(n))],
];

/**
 * The picture of what a label names, or undefined.
 * @param {string} label @param {string} colour @param {string} mark of its player
 */
export function drawnByName(label, colour, mark) {
  for (const [pattern, draw] of THINGS) {
    const found = pattern.exec(label.toLowerCase());
    if (found) return draw(found[1], colour, mark);
  }
  return undefined;
}
