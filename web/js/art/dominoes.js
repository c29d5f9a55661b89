// SPDX-License-Identifier: MIT
// Dominoes: two neighbours are one piece. Where seat 0 lays them across and seat 1 upright, a row (or column)
// of one colour falls into pairs from its first place on; where they are nobody's, the moves tell.

/** @param {number} row @param {number} col */
const key = (row, col) => row * 1000 + col;

/** @param {Map<number, number[]>} found @param {number} at @param {number[]} way */
const join = (found, at, [right, down]) =>
  found.set(at, [right, down]).set(at + key(down, right), [-right, -down]);

/**
 * The halves of a board by place: the way to its other half, [right, down].
 * @param {any[]} items @param {string[]} [moves] "across:b3", "down:b3", or "b3" where one way alone was free
 * @param {number} [rows] @returns {Map<number, number[]>}
 */
export function halves(items, moves = [], rows = 0) {
  /** @type {Map<number, number>} */
  const owner = new Map(items.filter((i) => i.kind === 'piece').map((i) => [key(i.row, i.col), i.owner]));
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const text of moves) {
    const [, way, file = '', rank] = /^(\w+:)?([a-z])(\d+)$/.exec(text) || [];
    const at = key(rows - Number(rank), file.charCodeAt(0) - 97);
    const across = way ? way === 'across:' : owner.has(at + 1) && !found.has(at + 1);
    join(found, at, across ? [1, 0] : [0, -1]);
  }
  for (const at of [...owner.keys()].sort((a, b) => a - b)) {
    const [right, down] = owner.get(at) === 0 ? [1, 0] : [0, 1];
    const other = at + key(down, right);
    if (found.has(at) || owner.get(at) === undefined || owner.get(other) !== owner.get(at)) continue;
    join(found, at, [right, down]);
  }
  return found;
}

/**
 * A box whose corners are round where it ends, and which reaches the edge of its place where it goes on.
 * @param {number} right @param {number} down
 */
function outline(right, down) {
  const [x0, x1] = [right < 0 ? -20.2 : -16.5, right > 0 ? 20.2 : 16.5];
  const [y0, y1] = [down < 0 ? -20.2 : -16.5, down > 0 ? 20.2 : 16.5];
  const bend = (/** @type {boolean} */ goesOn) => (goesOn ? 0 : 6);
  const [tl, tr] = [bend(right < 0 || down < 0), bend(right > 0 || down < 0)];
  const [bl, br] = [bend(right < 0 || down > 0), bend(right > 0 || down > 0)];
  return `M${x0 + tl} ${y0}H${x1 - tr}Q${x1} ${y0} ${x1} ${y0 + tr}V${y1 - br}Q${x1} ${y1} ${x1 - br}
${y1}H${x0 + bl}Q${x0} ${y1} ${x0} ${y1 - bl}V${y0 + tl}Q${x0} ${y0} ${x0 + tl} ${y0}Z`;
}

/**
 * Half a domino in a box of 40 x 40, joined to its other half.
 * @param {string} colour @param {number[]} joins right and down to it @param {string} mark
 */
export function half(colour, [right, down], mark) {
  const d = outline(right, down);
  const light = down < 0 ? '' : `M${right < 0 ? -20.2 : -12} -15.2H${right > 0 ? 20.2 : 12}`;
  return `<path d="${d}" fill="#000" fill-opacity=".25" transform="translate(0 2.4)"/><path d="${d}"
fill="var(--${colour})"/><path d="${light}" stroke="#fff" stroke-opacity=".5" stroke-width="1.5"/><g
fill="#fff" color="#fff" opacity=".92">${mark}</g>`;
}
