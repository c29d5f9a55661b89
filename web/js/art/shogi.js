// SPDX-License-Identifier: MIT
// Men of shogi: a wedge that points at the enemy, and on it how it goes: a dot is one step that way, a line
// goes on while the way is free. One that was turned over has red marks and a ring; none wants Japanese.

const STRAIGHT = [[0, -1], [-1, 0], [1, 0], [0, 1]];
const SLANTED = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
const GOLD = [...STRAIGHT, [-1, -1], [1, -1]];

/**
 * Ways [right, down] of a man that faces up: single steps, ways he goes on, and whether he was turned over.
 * @type {Object<string, {steps?: number[][], far?: number[][], over?: boolean}>}
 */
const GAITS = {
  king: { steps: [...STRAIGHT, ...SLANTED] },
  rook: { far: STRAIGHT },
  bishop: { far: SLANTED },
  gold: { steps: GOLD },
  silver: { steps: [[0, -1], ...SLANTED] },
  knight: { steps: [[-0.6, -1.3], [0.6, -1.3]] },
  lance: { far: [[0, -1]] },
  pawn: { steps: [[0, -1]] },
  dragon: { far: STRAIGHT, steps: SLANTED, over: true },
  horse: { far: SLANTED, steps: STRAIGHT, over: true },
  tokin: { steps: GOLD, over: true },
  narigin: { steps: GOLD, over: true },
  narikei: { steps: GOLD, over: true },
  narikyo: { steps: GOLD, over: true },
  lion: { steps: [...STRAIGHT, ...SLANTED] },
  giraffe: { steps: STRAIGHT },
  elephant: { steps: SLANTED },
  chick: { steps: [[0, -1]] },
  hen: { steps: GOLD, over: true },
};
const WEDGE = 'M0-17L11-12L14.5 16H-14.500L-11-12Z';
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
  const { steps = [], far = [], over } = GAITS[kind];
  const lines = far.map(([x, y]) => line(x, y)).join('');
  const dots = steps.map(([x, y]) => dot(x, y, 1.9)).join('');
  const ring = '<circle r="3.8" fill="none" stroke-width="1.8"/>';
  const ink = over ? '#a3161f' : '#33270f';
  return `<g class="wedge"><g transform="scale(1 ${facing})"><path d="${WEDGE}" transform="translate(.8
${1.6 * facing})" fill="#000" fill-opacity=".28"/><path d="${WEDGE}" fill="#f3dfb4" stroke="var(--${colour})"
stroke-width="2.2" stroke-linejoin="round"/><g transform="translate(0 3.5)" fill="${ink}"
stroke="${ink}" stroke-width="0"><g stroke-width="2.4" stroke-linecap="round">${lines}</g>${dots}${
    kind === 'king' || over ? ring : dot(0, 0, 2.8)
  }</g></g></g>`;
}
