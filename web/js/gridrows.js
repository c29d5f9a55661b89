// SPDX-License-Identifier: MIT
// The places of a board row by row, as a grid for those who listen: a screen reader then tells rows and
// columns, and goes through them with its own keys.

import { v } from './vdom.js';

/** @type {WeakMap<object, any>} */
const drawn = new WeakMap(); // rows as they were drawn last, by their first place

/**
 * Whether a board is told as a grid: its places can be reached, and everything that has a name stands on one.
 * @param {any} zone @param {(item: any) => number} at
 */
export function isGrid(zone, at) {
  const places = new Set(zone.items.filter((/** @type {any} */ i) => i.ref).map(at));
  const stands = (/** @type {any} */ i) => i.ref || (i.kind !== 'cell' && (!i.label || places.has(at(i))));
  return zone.parent < 0 && zone.owner === undefined && zone.items.every(stands);
}

/** A row of which every place is the same object as before is the same, too: patching leaves it out. */
function rowOf(/** @type {any[]} */ places, /** @type {(item: any) => any} */ draw) {
  const nodes = places.map(draw);
  const was = drawn.get(places[0]);
  if (was?.kids.length === nodes.length && nodes.every((node, k) => node === was.kids[k])) return was;
  const row = v('g', { key: `row${places[0].row}`, role: 'row' }, nodes);
  drawn.set(places[0], row);
  return row;
}

/** @param {any[]} places @param {(item: any) => any} draw */
export function inRows(places, draw) {
  /** @type {Map<number, any[]>} */
  const rows = new Map();
  for (const place of places) {
    const row = rows.get(place.row);
    if (row) row.push(place);
    else rows.set(place.row, [place]);
  }
  return [...rows.values()].map((row) => rowOf(row, draw));
}
