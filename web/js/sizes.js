// SPDX-License-Identifier: MIT
// How small and how large cells and cards may be, and what fits where.

/** Least and largest cells and card widths, in pixels of a root of 16. */
const LIMITS = {
  cell: { mine: [34, 72], table: [30, 64], others: [14, 28], hand: [18, 40] },
  cellPhone: { mine: [24, 44], table: [22, 44], others: [8, 16], hand: [14, 26] },
  card: { mine: [52, 142], table: [52, 164], others: [34, 52], hand: [84, 142] },
  cardPhone: { mine: [40, 100], table: [42, 124], others: [20, 40], hand: [64, 100] },
};

/** Least and largest for an area, in pixels. */
export const limit = (t, name, cards) =>
  LIMITS[(cards ? 'card' : 'cell') + (t.phone ? 'Phone' : '')][name].map((v) => (v * t.rem) / 16);

/** What must not become smaller. @param {any} t */
export function limitsOf(t) {
  const out = { mine: limit(t, 'mine', t.mine.cards), table: limit(t, 'table', t.table.cards) };
  // Puzzles of others are cards with a drawing: they may be smaller than boards.
  if (!t.summary) out.others = t.form === 'market' ? [t.rem / 2] : limit(t, 'others', t.other.cards);
  return out;
}

/** The largest cell of `units` in w x h, not above what is allowed. */
export function cellIn(t, name, units, w, h) {
  const [, most] = limit(t, name, units.cards);
  return Math.max(0, Math.min(most, w / units.w, h / units.h));
}

/** How far `n` discs of a ring reach, each two tiles wide, on an ellipse in w x h: the radius of a disc. */
export function ringRadius(n, w, h) {
  for (let r = Math.min(w, h) / 4; r > 4; r -= 0.5) {
    const rx = w / 2 - r;
    const ry = h / 2 - r;
    const round = 2 * Math.PI * Math.sqrt((rx * rx + ry * ry) / 2);
    if (round >= 2.36 * n * r && rx >= 2 * r && ry >= 2.15 * r) return r;
  }
  return 4;
}

/** A tile on a display, seen from the display's radius. */
export const TILE_OF_RADIUS = 0.64;
