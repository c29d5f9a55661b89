// SPDX-License-Identifier: MIT
// What is complete on a wall of tiles: rows, columns and colours, which count at the end of Azul.

import { art } from './svgtext.js';
import { v } from './vdom.js';
import { t } from './words.js';

const SIGNS = {
  rows: '<rect y="6" width="18" height="6" rx="1"/>',
  columns: '<rect x="6" width="6" height="18" rx="1"/>',
  colours: '<path d="M1 1h5v5H1zM7 7h5v5H7zM13 13h5v5h-5z"/>',
};
const WORTH = { rows: 2, columns: 7, colours: 10 };

/**
 * How many rows, columns and colours of a wall are complete.
 * @param {import('./model.js').Zone} wall
 */
export function complete(wall) {
  const tiles = wall.items.filter((i) => i.kind === 'tile' && !i.flags.includes('ghost'));
  const full = (/** @type {(i: any) => any} */ of, /** @type {number} */ size) => {
    const sums = new Map();
    for (const i of tiles) sums.set(of(i), (sums.get(of(i)) || 0) + 1);
    return [...sums.values()].filter((n) => n === size).length;
  };
  return {
    rows: full((i) => i.row || 0, wall.cols),
    columns: full((i) => i.col || 0, wall.rows),
    colours: full((i) => i.colour, wall.rows),
  };
}

/** Lines for the plate of whoever has such a wall. @param {import('./model.js').Zone} group */
export function wallFacts(group) {
  const wall = group.kids.find((z) => z.kind === 'grid' && z.material === 'ceramic');
  if (!wall) return null;
  const counts = complete(wall);
  return Object.keys(SIGNS).map((name) =>
    v(
      'div',
      { key: name },
      v('svg', { 'class': 'sign', 'viewBox': '0 0 18 18', 'aria-hidden': 'true' }, art(SIGNS[name])),
      t(`${name} each`, { n: WORTH[name] }),
      v('b', {}, String(counts[name])),
    ),
  );
}
