// SPDX-License-Identifier: MIT
// What the seats of an analysis are called: by the colour of their men, since sides may have been swapped.

/**
 * @param {string[]} names of the seats, in the rules
 * @param {any[]} items of a scene
 * @returns {string[]}
 */
export function seatsBy(names, items) {
  const colourOf = (/** @type {number} */ seat) =>
    items.find((i) => i.kind === 'piece' && i.owner === seat)?.colour;
  const own = names.map((_, seat) => names.find((name) => name.toLowerCase() === colourOf(seat)));
  return own.every((name, i) => name && own.indexOf(name) === i) ? /** @type {string[]} */ (own) : names;
}
