// SPDX-License-Identifier: MIT
// A long line of places as two rows of wedges, on which men lie one behind the other, as in backgammon. On a
// phone the rows stand upright, so that men are as large as its height allows.

import { U, range } from './art/base.js';
import { slab } from './art/materials.js';
import { groundOnce, onBoard } from './board.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';

const DEEP = 4.25 * U; // from the rim to the point of a wedge
const ACROSS = 2 * DEEP + 0.6 * U;
const BAR = U / 2; // between the halves of the board
const STEP = 32; // from man to man
const SEEN = 5; // as many are counted at a glance

const along = (/** @type {any} */ i) => ((i.col || 0) / 100 + 0.5) * U + (i.col >= 600 ? BAR : 0);
const length = (/** @type {any} */ zone) => 2 * Math.ceil(zone.cols / 4) * U + BAR;

/** @param {any} zone @returns {number[]} */
const size = (zone) => (zone.tall ? [ACROSS, length(zone)] : [length(zone), ACROSS]);

/** The box of such a board. @param {any} zone */
export const wedgesBox = (zone) => [-9, -9, size(zone)[0] + 18, size(zone)[1] + 18];

/** Every man of a pile, those below without a name. @param {any} man */
const pile = (man) =>
  range(man.count || 1)
    .map((k) => (k ? { ...man, col: man.col + k / 1e3, count: 1, label: '', key: '', under: k } : man))
    .reverse();

const spot = (/** @type {any} */ i) => `${i.row} ${Math.floor(i.col)}`;

/** @param {import('./model.js').Zone} zone @param {import('./states.js').Context} c */
export function wedgesNode(zone, c) {
  const tall = /** @type {any} */ (zone).tall;
  const men = zone.items.flatMap((i) => (i.kind === 'piece' ? pile(i) : [i]));
  const many = new Map(zone.items.filter((i) => i.kind === 'piece').map((i) => [spot(i), i.count || 1]));
  // From the rim on, and where on the board that is.
  const deep = (/** @type {any} */ i) => {
    const n = many.get(spot(i)) || 1;
    return 0.5 * U + (n - 1 - (i.under || 0)) * Math.min(STEP, (SEEN - 1) * (STEP / (n - 1 || 1)));
  };
  const point = (/** @type {any} */ i, /** @type {number} */ depth, aside = 0) => {
    const a = along({ ...i, col: Math.floor(i.col) }) + aside;
    const b = i.row ? ACROSS - depth : depth;
    const [p, q] = c.flip ? [length(zone) - a, ACROSS - b] : [a, b];
    return tall ? [q, p] : [p, q];
  };
  const wedge = (/** @type {any} */ i, /** @type {number[]} */ [x, y]) =>
    [point(i, 0, -0.47 * U), point(i, DEEP), point(i, 0, 0.47 * U)]
      .map((at) => `${(at[0] - x).toFixed(1)} ${(at[1] - y).toFixed(1)}`)
      .join('L');
  const [x, y] = [0, 1].map((n) => (/** @type {any} */ i) => point(i, deep(i))[n]);
  const places = zone.items.filter((i) => i.ref);
  const ground = () => {
    const [w, h] = size(zone);
    const dark = (/** @type {any} */ i) => (i.col / 100 + (i.row ? 1 : 0)) % 2;
    const drawn = places.map(
      (i) => `<path d="M${wedge(i, [0, 0])}Z" fill="${dark(i) ? '#7c4a26' : '#f3e4c3'}"/>`,
    );
    const middle = (length(zone) - BAR) / 2;
    const strip = tall
      ? `<rect y="${middle}" width="${w}" height="${BAR}"`
      : `<rect x="${middle}" width="${BAR}" height="${h}"`;
    const table = slab('wood', 0, 0, w, h, { r: 10, rim: 7 });
    return v('g', { 'aria-hidden': 'true' }, art(`${table}${drawn.join('')}${strip} fill="var(--rim)"/>`));
  };
  const hit = (/** @type {any} */ i) => v('path', { class: 'hit', d: `M${wedge(i, [x(i), y(i)])}Z` });
  return v(
    'svg',
    { class: 'board wedges', viewBox: wedgesBox(zone).join(' ') },
    groundOnce(zone, `${c.flip}${tall}`, ground),
    onBoard(men, { ...c, most: SEEN, tall }, x, y, hit),
  );
}
