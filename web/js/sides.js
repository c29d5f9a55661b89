// SPDX-License-Identifier: MIT
// Which colour and mark a player has: that of its men, of the side of the board it plays for, or of the seat.

import { range } from './art/base.js';
import { apart, seats } from './art/signs.js';
import { tone } from './items.js';
import { skinOf } from './skins.js';

/** Numbers of the colours of the seats' own men; -1 where it has none, or of no seat's colour. */
function ofMen(/** @type {any[]} */ items, /** @type {number} */ players) {
  const men = items.filter((i) => i.kind === 'piece');
  return range(players).map((who) => seats.indexOf(tone(men.find((i) => i.owner === who)?.colour)));
}

/**
 * The number of a seat's colour: that of its own men. Before it has any, what the other has left over where
 * sides of the board are painted; else one that nobody has.
 * @param {any} match
 * @param {number} seat
 * @returns {number}
 */
export function sideOf(match, seat) {
  const { scene, match: about } = match.state;
  const known = ofMen(scene?.items || [], about.players.length);
  const painted = skinOf(about.game).sides && scene?.zones.find((/** @type {any} */ z) => z.sides)?.sides;
  if (painted && known[seat] < 0) {
    const both = painted.slice(0, 2).map((/** @type {string} */ colour) => seats.indexOf(tone(colour)));
    return known[1 - seat] < 0 ? both[seat] : both.find((/** @type {number} */ n) => n !== known[1 - seat]);
  }
  return apart(known)[seat];
}
