// SPDX-License-Identifier: MIT
// Turning a piece while it is held: the popup of a game lists the orientations; R and F go from one to
// another.

import { maskCells, toCorner } from './art/poly.js';

const name = (cells) =>
  toCorner(cells)
    .map((c) => c.join(','))
    .sort()
    .join(' ');
const rotated = (cells) => cells.map(([r, c]) => [c, -r]);
const mirrored = (cells) => cells.map(([r, c]) => [r, -c]);

/** The popup zone whose items are the next pick, if they are turned pieces. */
function turnsZone(model, next) {
  return model.zones.find(
    (z) => z.role === 'sheet' && z.items.some((i) => i.kind === 'poly' && next.has(i.ref)),
  );
}

/** Picks an orientation at once, so that the piece can be laid without a question. */
export function autoTurn(model, picks, wanted) {
  const next = picks.next();
  const zone = turnsZone(model, next);
  if (!zone) return null;
  const items = zone.items.filter((i) => next.has(i.ref));
  const item = items.find((i) => i.ref === wanted) || items[0];
  picks.pick(item.ref);
  return { zone, item };
}

/** The orientation after turning, or null. @param {'rotate'|'flip'} how */
export function turned(zone, item, allowed, how) {
  const cells = maskCells(item.mask);
  const wanted = name(how === 'flip' ? mirrored(cells) : rotated(cells));
  const like = zone.items.filter((i) => i.glyph === item.glyph && allowed.has(i.ref));
  return like.find((i) => name(maskCells(i.mask)) === wanted) || null;
}
