// SPDX-License-Identifier: MIT
// From a scene to one screen: which frame, where each area lies, and how large its cells and cards are. All
// sizes are found by trying; the best one wins. Nothing here touches the page, and nothing ever scrolls.

import { FORMS } from './forms.js';
import { holdsCards, isHeap, laid, reserves, theBoard, unitsOf, withRole } from './model.js';
import { limitsOf } from './sizes.js';

/**
 * @typedef {{x: number, y: number, w: number, h: number, cell: number}} Area
 * @typedef {Object} Plan
 * @property {string} frame @property {boolean} phone @property {Object<string, Area>} areas
 * @property {boolean} summary @property {number} score
 * @typedef {Object} Table what a form must find room for
 * @property {number} others @property {{w: number, h: number, cards: boolean}} mine
 * @property {{w: number, h: number, cards: boolean}} other @property {number} displays
 * @property {{w: number, h: number, cards: boolean}} table @property {number} hand
 * @property {number} puzzles @property {number} stage @property {number} lines @property {boolean} lays
 * @property {boolean} supply @property {number} W @property {number} H @property {number} rem
 * @property {boolean} phone @property {boolean} summary
 */

const SPLITS = [0.3, 0.34, 0.38, 0.42, 0.46, 0.5, 0.54, 0.58];
const PHONE = 800; // below this width, in pixels of a root of 16
const BESIDE = 36; // rem: a board and its panel side by side need as much
const NOTHING = { w: 1, h: 1, cards: false };

/** Whether there is no table: a game of words, numbers and heaps has the frame of a board, without one. */
const isBare = (/** @type {import('./model.js').Model} */ model) =>
  model.zones.every((z) => /^(fact|score|acts|sheet|words)$/.test(z.role || '') || isHeap(z));

/** Things of a table as large as the largest of them. */
const largest = (list) =>
  list.reduce(
    (a, b) => ({ w: Math.max(a.w, b.w), h: Math.max(a.h, b.h), cards: a.cards || b.cards }),
    NOTHING,
  );

const roomOf = (/** @type {import('./model.js').Zone} */ z) => Math.max(z.items.length, z.cap || 0);

const TRICK = 5; // places that are kept free; what lies there for good comes one by one

const spread = (/** @type {import('./model.js').Zone} */ z) =>
  Math.max(z.items.length, Math.min(z.cap || 0, TRICK));

/** Lines of numbers on the plate of somebody who holds cards, two in a line, besides the score. */
function factLines(/** @type {import('./model.js').Zone} */ zone) {
  const numbers = zone.kids.filter((z) => z.kind === 'counter').length - 1;
  return zone.kids.some((z) => z.kind === 'hand' && holdsCards(z)) ? Math.ceil(Math.max(0, numbers) / 2) : 0;
}

/** @param {import('./model.js').Model} model */
function needs(model) {
  const mine = withRole(model, 'mine').filter((z) => z.parent < 0);
  const others = withRole(model, 'others').filter((z) => z.parent < 0);
  const table = withRole(model, 'table')
    .filter((z) => z.parent < 0)
    .flatMap((z) => (z.kids.length ? z.kids : [z]))
    .filter((z) => z.role === 'table');
  const hand = model.zones.filter((z) => z.role === 'hand');
  const ring = model.zones.find((z) => z.layout === 'ring' && z.kids.length);
  return {
    others: others.length,
    mine: largest(mine.map(unitsOf)),
    other: largest(others.map(unitsOf)),
    displays: ring ? ring.kids.filter((z) => z.kind === 'row').length - 1 : 0,
    table: largest(table.map(unitsOf)),
    strip: table
      .filter(holdsCards)
      .reduce((n, z) => n + (z.kind === 'pile' ? 0 : Math.max(z.cols, z.items.length)), 0),
    stage: withRole(model, 'stage').reduce((n, z) => n + (z.kind === 'row' ? spread(z) : 0), 0),
    lines: Math.max(0, ...others.map(factLines)),
    hand: Math.max(0, ...hand.map(roomOf)),
    lays: mine.flatMap(laid).length > 0,
    puzzles: mine.flatMap(laid).filter((z) => z.puzzle).length,
    supply: reserves(model).length > 0,
  };
}

/** The forms worth trying for a scene. @param {import('./model.js').Model} model */
export function formsOf(model) {
  const isCard = (i) => i.kind === 'card';
  const items = model.zones.flatMap((z) => z.items);
  const puzzles = reserves(model).length > 0 || model.zones.some((z) => z.puzzle);
  const stage = model.zones.some((z) => z.role === 'stage');
  if (puzzles) return ['market'];
  if (stage || items.filter(isCard).length > items.length / 2) return ['stage'];
  return ['ring'];
}

const fits = (areas, limits) =>
  Object.entries(limits).every(([name, [least]]) => !areas[name] || areas[name].cell >= least);

function scoreOf(areas) {
  const log = (name) => (areas[name] ? Math.log(Math.max(1, areas[name].cell)) : 0);
  return 3 * log('mine') + 2 * log('table') + log('others');
}

/**
 * Where everything goes in W x H pixels (the bar not counted), with letters of `rem` pixels.
 * @param {import('./model.js').Model} model
 * @param {number} W @param {number} H @param {number} rem
 * @returns {Plan}
 */
export function place(model, W, H, rem) {
  const phone = W < (PHONE * rem) / 16 || W < 0.9 * H;
  if (theBoard(model) || isBare(model)) {
    const beside = W >= BESIDE * rem && W > 1.25 * H; // low windows: a panel below would leave no board
    return { frame: 'board', phone: phone && !beside, areas: {}, summary: false, score: 0 };
  }
  const need = needs(model);
  /** @type {any} */
  let best = null;
  for (const summary of phone && need.other.cards ? [true] : [false, true]) {
    for (const form of formsOf(model)) {
      for (const split of SPLITS) {
        const areas = FORMS[form]({ ...need, W, H, rem, phone, summary }, split);
        const limits = limitsOf({ ...need, form, phone, rem, summary });
        const plan = {
          frame: form,
          phone,
          areas,
          summary,
          score: scoreOf(areas) + (fits(areas, limits) ? 1000 : 0),
        };
        if (!best || plan.score > best.score) best = plan;
      }
    }
    if (best.score >= 500) break; // only when nothing fits do the others become summaries, all together
  }
  return best;
}
