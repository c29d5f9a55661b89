// SPDX-License-Identifier: MIT
// Men of shogi: a wedge that points at the enemy, and on it how it goes: a dot is one step that way, a line
// as far as the way is free. Whoever reads no Japanese can play with them at once.

// Steps [right, down] of a man that faces up, and whether he goes on.
/** @type {Object<string, [number[][], boolean]>} */
const GAITS = {
  king: [[[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]], false],
  rook: [[[0, -1], [-1, 0], [1, 0], [0, 1]], true],
  bishop: [[[-1, -1], [1, -1], [-1, 1], [1, 1]], true],
  gold: [[[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [0, 1]], false],
  silver: [[[-1, -1], [0, -1], [1, -1], [-1, 1], [1, 1]], false],
  knight: [[[-0.6, -1.3], [0.6, -1.3]], false],
  lance: [[[0, -1]], true],
  pawn: [[[0, -1]], false],
};
const WEDGE = 'M0-17L11-12L14.500 16H-14.500L-11-12Z';
const STEP = 6.6;

/** @param {number} x @param {number} y @param {number} r */
const dot = (x, y, r) => `<circle cx="${(x * STEP).toFixed(1)}" cy="${(y * STEP).toFixed(1)}" r="${r}"/>`;
/** @param {number} x @param {number} y */
const line = (x, y) => `<path d="M0 0L${(x * STEP * 1.25).toFixed(1)} ${(y * STEP * 1.25).toFixed(1)}"/>`;

/** The kind of man that a label names, or undefined. @param {string} label */
export const wedgeOf = (label) =>
  label
    .toLowerCase()
    .split(/\W+/)
    .find((word) => GAITS[word]);

/**
 * A man in a box of 40 x 40; `facing` is -1 for whoever looks down the board.
 * @param {string} kind @param {string} colour @param {number} facing
 */
export function wedge(kind, colour, facing) {
  const [steps, far] = GAITS[kind];
  const marks = steps.map(([x, y]) => (far ? line(x, y) : dot(x, y, 1.9))).join('');
  const middle = kind === 'king' ? '<circle r="3.800" fill="none" stroke-width="1.800"/>' : dot(0, 0, 2.8);
  return `<g class="wedge"><g transform="scale(1 ${facing})"><path d="${WEDGE}" transform="translate(.800
${1.6 * facing})" fill="#000" fill-opacity=".28"/><path d="${WEDGE}" fill="#f3dfb4" stroke="var(--${colour})"
stroke-width="2.200" stroke-linejoin="round"/><g transform="translate(0 3.500)" fill="#33270f"
stroke="#33270f" stroke-width="0"><g
stroke-width="${far ? 2.4 : 0}" stroke-linecap="round">${marks}</g>${middle}</g></g></g>`;
}
