// SPDX-License-Identifier: MIT
// A move that is on its way, shown as if it had been made: what was picked lies where it goes, pale and
// dashed, until the server has spoken. Only what the question says is shown; what follows is not guessed.

/**
 * @typedef {{zone?: number, row?: number, col?: number, ref?: number, key?: number, kind?: string,
 *   owner?: number, count?: number, flags?: string[]}} Raw an item as the server sends it
 * @typedef {{items: Raw[]}} Scene
 */

/** @param {Raw} a @param {Raw} b */
const samePlace = (a, b) => a.zone === b.zone && a.row === b.row && a.col === b.col;
/** @param {Raw} item */
const isThing = (item) => item.kind === 'piece' || item.kind === 'tile';
/** @param {Raw} item @param {Raw} to @returns {Raw} */
const laid = (item, { zone, row, col }) => ({
  ...item,
  zone,
  row,
  col,
  flags: [...(item.flags || []).filter((f) => f !== 'last'), 'pending'],
});

/**
 * What stands where `ref` is picked: the thing itself, or what lies on that place.
 * @param {Scene} scene @param {number} ref
 */
function thingAt(scene, ref) {
  const own = scene.items.find((i) => i.ref === ref);
  return own && (isThing(own) ? own : scene.items.find((i) => isThing(i) && samePlace(i, own)));
}

/**
 * The scene with the move made, or null where the question does not say how it looks.
 * @template {Scene} S
 * @param {S} scene @param {import('./picks.js').Move} move
 * @returns {S|null}
 */
export function ahead(scene, move) {
  const from = thingAt(scene, move.pick[0]);
  if (!from) return null;
  const rest = scene.items.filter((i) => i !== from);
  if (move.lands?.length && from.kind === 'tile') {
    const one = { ...from, ref: undefined, count: 1 };
    const things = move.lands.map((place) => ({ ...laid(one, place), key: place.key }));
    return { ...scene, items: [...rest, ...things] };
  }
  const to = move.pick.length === 2 ? scene.items.find((i) => i.ref === move.pick[1]) : null;
  if (!to || to.row === undefined || from.kind !== 'piece' || samePlace(from, to)) return null;
  return { ...scene, items: [...rest, laid(from, to)] };
}
