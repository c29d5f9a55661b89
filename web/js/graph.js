// SPDX-License-Identifier: MIT
// Boards that are no grids: hexagons with painted sides, places joined by lines, and pits of seeds.

import { U, at, polygonAt, range } from './art/base.js';
import { slab } from './art/materials.js';
import { groundOnce, onBoard } from './board.js';
import { seeds, tone } from './items.js';
import { attributesOf, classOf, keyOf } from './states.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';
import { wedgesNode } from './wedges.js';

// --- Hexagons ----------------------------------------------------------------

const S = 22; // from the middle of a hexagon to its corners
const W = S * Math.sqrt(3);

const hexX = (i) => 26 + (i.col + i.row / 2 + 0.5) * W;
const hexY = (i) => 30 + S + i.row * S * 1.5;

// Cells that are closed from the start are no part of the board.
const there = (/** @type {import('./model.js').Zone} */ zone) => zone.items.filter((i) => i.glyph !== '#');
const placesOf = (/** @type {any} */ zone) => there(zone).filter((i) => i.kind === 'cell' || i.ref);
const isWhole = (/** @type {any} */ zone) => placesOf(zone).length >= zone.rows * zone.cols;

/** The box of a board of hexagons: of all, or of those that are there. @param {any} zone */
export function hexBox(zone) {
  if (isWhole(zone))
    return [0, 0, 52 + (zone.cols + (zone.rows - 1) / 2) * W, 60 + S * 2 + (zone.rows - 1) * S * 1.5];
  const [xs, ys] = [placesOf(zone).map(hexX), placesOf(zone).map(hexY)];
  const [left, top] = [Math.min(...xs) - W, Math.min(...ys) - S - 16];
  return [left, top, Math.max(...xs) + W - left, Math.max(...ys) + S + 16 - top];
}

// The zigzag along one side.
function sidePath(points, colour) {
  return `<path d="M${points.map((p) => p.map((n) => n.toFixed(1)).join(' ')).join('L')}" fill="none"
stroke="var(--${colour})" stroke-width="15" stroke-linejoin="round" stroke-linecap="round"/>`;
}

function sides(zone) {
  const [top, right, bottom, left] = zone.sides || ['rim', 'rim', 'rim', 'rim'];
  const p = (col, row, dx, dy) => [hexX({ row, col }) + (dx * W) / 2, hexY({ row }) + dy * S];
  const [n, m] = [zone.cols, zone.rows];
  return (
    sidePath(
      range(n).flatMap((k) => [p(k, 0, -1, -0.5), p(k, 0, 0, -1), p(k, 0, 1, -0.5)]),
      top,
    ) +
    sidePath(
      range(n).flatMap((k) => [p(k, m - 1, -1, 0.5), p(k, m - 1, 0, 1), p(k, m - 1, 1, 0.5)]),
      bottom,
    ) +
    sidePath(
      range(m).flatMap((r) => [p(0, r, -1, -0.5), p(0, r, -1, 0.5), ...(r < m - 1 ? [p(0, r, 0, 1)] : [])]),
      left,
    ) +
    sidePath(
      range(m).flatMap((r) => [
        ...(r ? [p(n - 1, r, 0, -1)] : []),
        p(n - 1, r, 1, -0.5),
        p(n - 1, r, 1, 0.5),
      ]),
      right,
    )
  );
}

// The mark of the stones on their sides: colour does not speak alone.
const MARKS = {
  red: (x, y) => `<path d="M${x} ${y - 3.4}l3.4 3.4-3.4 3.4-3.4-3.4z"/>`,
  blue: (x, y) => `<circle cx="${x}" cy="${y}" r="2.7"/>`,
};

function sideMarks(zone) {
  const [top, right, bottom, left] = (zone.sides || []).map((colour) => MARKS[colour]);
  if (!top || !bottom || !left || !right) return '';
  const every = (n, draw) =>
    range(n)
      .filter((k) => k % 2)
      .map(draw)
      .join('');
  const [n, m] = [zone.cols, zone.rows];
  const at = (mark, col, row, dx, dy) =>
    mark(Number((hexX({ row, col }) + dx).toFixed(1)), Number((hexY({ row }) + dy).toFixed(1)));
  const level = every(n, (k) => at(top, k, 0, 0, -S - 3.5) + at(bottom, k, m - 1, 0, S + 3.5));
  const upright = every(m, (r) => at(left, 0, r, -W / 2 - 3.7, 0) + at(right, n - 1, r, W / 2 + 3.7, 0));
  return `<g fill="#fff">${level}${upright}</g>`;
}

/** @param {import('./model.js').Zone} zone @param {import('./states.js').Context} c */
export function hexNode(zone, c) {
  const [left, top, w, h] = hexBox(zone);
  const turn = (/** @type {number} */ at, from = 0, size = 0) => (c.flip ? 2 * from + size - at : at);
  const ground = () => {
    const outlines = placesOf(zone)
      .map((i) => polygonAt(6, S, hexX(i), hexY(i)))
      .join('');
    const rim = isWhole(zone)
      ? sides(zone)
      : `<path d="${outlines}" fill="none" stroke="var(--rim)" stroke-width="15" stroke-linejoin="round"/>`;
    const turned = c.flip ? `rotate(180 ${left + w / 2} ${top + h / 2})` : null;
    const drawing = `${rim}<path d="${outlines}" fill="var(--sq-light)" stroke="var(--rim)"
stroke-width="1.3"/><path d="${outlines}" fill="url(#grain)"/>${sideMarks(zone)}`;
    return v('g', { 'aria-hidden': 'true', 'transform': turned }, art(drawing));
  };
  const hit = () => v('path', { class: 'hit', d: polygonAt(6, S - 1, 0, 0) });
  return v(
    'svg',
    { class: 'board hexes', viewBox: `${left} ${top} ${w} ${h}` },
    groundOnce(zone, c.flip, ground),
    onBoard(
      there(zone),
      c,
      (i) => turn(hexX(i), left, w),
      (i) => turn(hexY(i), top, h),
      hit,
      W,
    ),
  );
}

// --- Places joined by lines --------------------------------------------------

/** The box of a graph: 1/100 of a cell is its unit. */
export function graphBox(zone) {
  const far = (name) => Math.max(...zone.items.map((i) => (i[name] || 0) / 100), 1);
  return [-U, -U, (far('col') + 2) * U, (far('row') + 2) * U];
}

/** @param {import('./model.js').Zone} zone @param {import('./states.js').Context} c */
export function graphNode(zone, c) {
  if (zone.form === 'pit') return pitsNode(zone, c);
  if (zone.form === 'wedges') return wedgesNode(zone, c);
  const [, , w, h] = graphBox(zone);
  const flip = (value, size) => (c.flip ? size - 2 * U - value : value);
  const x = (i) => flip(((i.col || 0) / 100) * U, w);
  const y = (i) => flip(((i.row || 0) / 100) * U, h);
  const dark = zone.material === 'slate';
  const ground = () => {
    const at = new Map(zone.items.map((i) => [i.index, i]));
    const ink = dark ? '#ece5d6' : '#3d2710';
    // A link between men has their colour.
    const line = (/** @type {any} */ a, /** @type {any} */ b) =>
      `<path d="M${x(a)} ${y(a)}L${x(b)} ${y(b)}" ${
        a.kind === 'piece' ? `stroke="var(--${tone(a.colour)})" stroke-width="6"` : ''
      }/>`;
    const joined = c.edges
      .filter(([a, b]) => at.has(a) && at.has(b))
      .map(([a, b]) => line(at.get(a), at.get(b)))
      .join('');
    const spots = zone.items
      .filter((i) => i.kind === 'cell')
      .map((i) => `<circle cx="${x(i)}" cy="${y(i)}" r="5" fill="${ink}"/>`)
      .join('');
    const table = slab(dark ? 'slate' : 'wood', -U + 8, -U + 8, w - 16, h - 16, { r: 10, rim: 7 });
    const drawing = `${table}<g stroke="${ink}" stroke-width="2.6"
stroke-linecap="round">${joined}</g>${spots}`;
    return v('g', { 'aria-hidden': 'true' }, art(drawing));
  };
  return v(
    'svg',
    { class: `board graph ${dark ? 'slate' : ''}`, viewBox: graphBox(zone).join(' ') },
    groundOnce(zone, c.flip, ground),
    onBoard(zone.items, c, x, y, () => v('circle', { class: 'hit', r: 19 })),
  );
}

// --- Pits of seeds -----------------------------------------------------------

const number = (i) => Number(/^\d+$/.test(i.glyph || '') ? i.glyph : i.count || 0);

// A store is as high as the board; a pit has its count beside it, away from the middle.
function pit(item, c, x, y, store, upper) {
  const n = number(item);
  const hollow = store
    ? `<rect x="-17" y="-42" width="34" height="92" rx="17" fill="url(#pit)"/>`
    : `<circle r="18" fill="url(#pit)"/><path d="M-15 10a18 18 0 0 0 30 0" fill="none" stroke="#fff"
stroke-opacity=".3" stroke-width="1.4"/>`;
  const ring = store
    ? { x: -19, y: -44, width: 38, height: 96, rx: 19 }
    : { x: -19.5, y: -19.5, width: 39, height: 39, rx: 19.5 };
  return v(
    'g',
    {
      key: keyOf(item) || `p${item.index}`,
      class: `${classOf(item, c)} pit`,
      transform: `translate(${x} ${y})`,
      ...attributesOf(item, c),
      ...(item.ref ? {} : { 'role': 'img', 'aria-label': item.label }),
    },
    art(hollow),
    v('rect', { class: 'hit', ...ring }),
    art(store ? at(0, 4, seeds(n, 9, 34, item.index % 7)) : seeds(n, 10.5, 10.5, item.index % 7)),
    v(
      'text',
      {
        'class': 'count',
        'y': store ? -46 : upper ? -23 : 33,
        'text-anchor': 'middle',
        'aria-hidden': 'true',
      },
      String(n),
    ),
  );
}

// The lower row runs from the left to its store on the right, the upper one back to its store on the left.
function pitRows(zone) {
  const pits = zone.items.filter((i) => i.ref || i.kind === 'cell');
  const middle = (Math.min(...pits.map((i) => i.row || 0)) + Math.max(...pits.map((i) => i.row || 0))) / 2;
  const byCol = (a, b) => (a.col || 0) - (b.col || 0);
  const low = pits.filter((i) => (i.row || 0) > middle).sort(byCol);
  const high = pits.filter((i) => (i.row || 0) <= middle).sort(byCol);
  return { low: low.slice(0, -1), right: low[low.length - 1], left: high[0], high: high.slice(1) };
}

/** What lies in the store of a player: the first one's is on the right. */
export const storeOf = (zone, seat) => {
  const { left, right } = pitRows(zone);
  return number(seat ? left : right);
};

/** The box of a board of pits. */
export const pitBox = (zone) => [0, 0, (pitRows(zone).low.length + 2) * 46 + 24, 150];

/** Rows of pits with a store at each end, whatever the scene's own measures. */
export function pitsNode(zone, c) {
  const { low, high, left, right } = pitRows(zone);
  const [, , w] = pitBox(zone);
  const turn = (value, size) => (c.flip ? size - value : value);
  const x = (n) => turn(35 + n * 46, w);
  const y = (upper) => turn(upper ? 52 : 98, 150);
  const rest = (list, upper) => list.map((i, n) => pit(i, c, x(n + 1), y(upper), false, upper !== c.flip));
  return v(
    'svg',
    { class: 'board pits', viewBox: `0 0 ${w} 150` },
    v('g', { 'aria-hidden': 'true' }, art(slab('wood', 8, 8, w - 16, 134, { r: 56, rim: 7 }))),
    rest(high, true),
    rest(low, false),
    left ? pit(left, c, x(0), 75, true) : null,
    right ? pit(right, c, x(low.length + 1), 75, true) : null,
  );
}
