// SPDX-License-Identifier: MIT
// Which colour and mark a player has: that of the seat, or that of the side of the board it plays for.

import { seats } from './art/signs.js';
import { tone } from './items.js';
import { skinOf } from './skins.js';

/**
 * The number of a seat's colour. Where sides of the board are painted, it is that of the seat's own men;
 * before it has any, what the other has left over.
 * @param {any} match
 * @param {number} seat
 * @returns {number}
 */
export function sideOf(match, seat) {
  const { state } = match;
  const board = state.scene?.zones.find((/** @type {any} */ z) => z.sides);
  if (!board || !skinOf(state.match.game).sides) return seat;
  const men = (state.scene?.items || []).filter((/** @type {any} */ i) => i.kind === 'piece');
  const colourOf = (/** @type {boolean} */ own) =>
    men.find((/** @type {any} */ i) => (i.owner === seat) === own)?.colour;
  const [first, second] = board.sides;
  const other = colourOf(false);
  const colour = colourOf(true) || (other ? (other === first ? second : first) : [first, second][seat]);
  return Math.max(0, seats.indexOf(tone(colour)));
}
