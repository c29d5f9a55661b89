// SPDX-License-Identifier: MIT
// Men that lie on each other, the lower ones seen below: discs of Lasca; rings of Dvonn; flat stones, walls
// and capstones of Tak. What lies under the top one is told by its label: "White Flat on c3, over Black Flat,
// White Flat".

import { at } from './base.js';
import { stone } from './materials.js';

const STEP = 3.6; // units from one man to the next
const HIGH = 15; // of all steps together
const RIMS = { w: '#8f8471', b: '#8a878c' };
const DISC = 'M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0Z';
const SLAB = 'M-11-14H11Q14-14 14-11V11Q14 14 11 14H-11Q-14 14-14 11V-11Q-14-14-11-14Z';
const WALL = 'M-18-3Q-18-6-15-6H15Q18-6 18-3V3Q18 6 15 6H-15Q-18 6-18 3Z';

/** @param {string} path @param {'w'|'b'} side */
const body = (path, side) => `<path d="${path}" transform="translate(1.2 2.4)" fill="#000"
fill-opacity=".26"/><path d="${path}" fill="url(#stone-${side})" stroke="${RIMS[side]}"/>`;

const rings = (/** @type {'w'|'b'} */ side) =>
  `<g fill="none" stroke="${RIMS[side]}"><circle r="8" stroke-width="1.6"/><circle r="11.5"/></g>`;
const CROWN = `<path d="M-7 5L-8-4L-3.5 0L0-7L3.5 0L8-4L7 5Z" fill="#e6b345" stroke="#6b4e0c"
stroke-linejoin="round"/>`;

const HOLE = '<circle r="5.5" fill="#000" fill-opacity=".35"/>';
const RED = '<circle r="5.5" fill="var(--red)" stroke="#0006"/>';

/** @type {Object<string, (side: 'w'|'b') => string>} */
const MEN = {
  ring: (side) => body(DISC, side) + HOLE,
  bearer: (side) => body(DISC, side) + RED, // a red one lies below
  dvonn: () => `<g color="var(--red)">${body(DISC, 'b').replace('url(#stone-b)', 'currentColor')}</g>${HOLE}`,
  soldier: (side) => body(DISC, side) + rings(side),
  officer: (side) => body(DISC, side) + rings(side) + CROWN,
  flat: (side) => body(SLAB, side),
  wall: (side) => `<g transform="rotate(-38)">${body(WALL, side)}</g>`,
  cap: (side) => stone(side, 13.5) + `<circle r="13" fill="none" stroke="${RIMS[side]}"/>` + stone(side, 6),
};

const KIND = /\b(soldier|officer|flat|wall|cap|ring|bearer|dvonn)\b/i;

/** @param {string} words what a man is called @param {string} usual its kind, where that is not told */
const kindOf = (words, usual) => (KIND.exec(words)?.[1] || usual).toLowerCase();

/**
 * A man with all that lies below it.
 * @param {string} label @param {'w'|'b'} side of the top one @param {string} usual the kind men are of
 */
export function stack(label, side, usual) {
  const [top, under = ''] = label.split(', over ');
  const below = under.split(', ').filter(Boolean).reverse();
  const step = Math.min(STEP, HIGH / Math.max(1, below.length));
  const up = (/** @type {number} */ k) => +((below.length / 2 - k) * step).toFixed(1);
  const lower = below.map((words, k) =>
    at(0, up(k), MEN[kindOf(words, usual)](/^white\b/i.test(words) ? 'w' : 'b')),
  );
  return lower.join('') + at(0, up(below.length), MEN[kindOf(top, usual)](side));
}
