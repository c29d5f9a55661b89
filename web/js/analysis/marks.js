// SPDX-License-Identifier: MIT
// What the chances of a match say about its moves: which ones threw something away.

/**
 * @typedef {{ply: number, who: number|null, text: string}} Entry
 * @typedef {{ply: number, who: number, text: string, before: number, after: number,
 *   kind: 'slip'|'mistake'}} Mark
 */

const SLIP = 0.12; // of the chance to win that a move gave away
const MISTAKE = 0.25;

/**
 * @param {Entry[]} log @param {(number[]|undefined)[]} chances by ply: of each seat after so many plies
 * @returns {Mark[]}
 */
export function marksOf(log, chances) {
  return log.flatMap(({ ply, who, text }) => {
    const [before, after] = [chances[ply - 1], chances[ply]];
    if (who === null || !before || !after) return [];
    const lost = before[who] - after[who];
    if (lost < SLIP) return [];
    /** @type {'slip'|'mistake'} */
    const kind = lost < MISTAKE ? 'slip' : 'mistake';
    return [{ ply, who, text, before: before[who], after: after[who], kind }];
  });
}

/**
 * Halves by halves: the plies of a match in an order in which a curve soon has its shape.
 * @param {number} last
 */
export function spread(last) {
  const order = [0, last];
  const seen = new Set(order);
  for (let step = last / 2; seen.size <= last && step > 0.25; step /= 2) {
    for (let at = step; at < last; at += step) {
      const ply = Math.round(at);
      if (seen.has(ply)) continue;
      seen.add(ply);
      order.push(ply);
    }
  }
  return [...new Set(order)];
}

/** 0.534 -> "53 %". @param {number} chance */
export const percent = (chance) => `${Math.round(100 * chance)} %`;
