// SPDX-License-Identifier: MIT
// The frame of a game that is one board: how large it is drawn, and the strips above and below it.

import { boxOf } from './board.js';
import { graphBox, hexBox, pitBox } from './graph.js';
import { isHeap, theBoard } from './model.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';
import { sentence, valueOf, zoneNode } from './zones.js';

// Above and below a board on a phone, in rem; the studio's frame has only a line and tools there.
const AROUND = parent === window ? 18.5 : 6.25;

/** Width and height of a board in units. */
function boardBox(zone) {
  if (zone.kind === 'hex') return hexBox(zone).slice(2);
  if (zone.kind === 'graph') return (zone.form === 'pit' ? pitBox(zone) : graphBox(zone)).slice(2);
  return boxOf(zone).slice(2);
}

const PIPS = ['', 'c', 'af', 'acf', 'abef', 'abcef', 'abdgef']; // of a die, by places
/** @type {Object<string, string>} */
const SPOTS = { a: '-9 -9', b: '9 -9', c: '0 0', d: '-9 0', e: '-9 9', f: '9 9', g: '9 0' };
const pip = (/** @type {string} */ spot) =>
  `<circle r="4" fill="#221e1a" transform="translate(${SPOTS[spot]})"/>`;
const die = (/** @type {number} */ n) => `<rect x="-19" y="-19" width="38" height="38" rx="8" fill="#fffdf6"
stroke="#8f8471"/>${[...PIPS[n]].map(pip).join('')}`;

/** A number of nobody, large; what was thrown is a die. @param {any} zone */
function countedNode(zone) {
  const shown = valueOf(zone);
  const isDie = /^(die|dice|first|second)$/.test(zone.label) && PIPS[Number(shown)];
  return v(
    'div',
    { key: zone.index, class: 'panel' },
    v('span', { class: 'label' }, sentence(zone.label)),
    isDie
      ? v('svg', { 'viewBox': '-20 -20 40 40', 'role': 'img', 'aria-label': shown }, art(die(Number(shown))))
      : v('b', { class: 'score' }, shown),
  );
}

/** What lies in a heap. @param {any} zone @param {any} c */
const heapNode = (zone, c) =>
  v(
    'div',
    { key: zone.index, class: 'panel', style: '--cell:4rem' },
    v('span', { class: 'label' }, sentence(zone.label)),
    zoneNode(zone, c),
  );

/** What a game without a board shows. @param {import('./model.js').Model} model @param {any} c */
const counted = (model, c) =>
  v(
    'div',
    { key: 'counted', class: 'counted' },
    model.zones.filter((z) => z.kind === 'counter' && z.owner === undefined).map(countedNode),
    model.zones.filter(isHeap).map((/** @type {any} */ z) => heapNode(z, c)),
  );

/** The board as large as the window allows, with what the players hold above and below it. */
export function boardNodes(view, c, { W, H, rem }) {
  const board = theBoard(view.model);
  if (!board) return counted(view.model, c);
  const phone = view.plan.phone;
  const strips = view.model.zones.filter(
    (z) => ['mine', 'hand', 'others', 'table'].includes(z.role) && z.items.length && !z.kids.length,
  );
  const above = strips.filter((z) => z.role === 'others');
  const below = strips.filter((z) => z.role !== 'others');
  const strip = (zones, key) =>
    zones.length
      ? v(
          'div',
          { key, class: 'strip', style: `--cell:${phone ? 1.9 : 2.25}rem` },
          zones.map((z) =>
            v(
              'div',
              { class: 'strip-zone' },
              // more of them side by side are told apart by what lies there
              zones.length <= (phone ? 2 : 3) ? v('span', { class: 'label' }, sentence(z.label)) : null,
              zoneNode(z, c),
            ),
          ),
        )
      : null;
  const [bw, bh] = boardBox(board);
  const wide = phone ? W : W - Math.min(21 * rem, 0.42 * W) - 4 * rem; // match.css has the same
  // More than two others stand in rows of two; then there is no room left for a line of buttons, either.
  const rows = phone ? Math.ceil((c.players.length - 3) / 2) : 0;
  const acts = (/** @type {any} */ z) => z.role === 'acts';
  const more = rows > 0 ? rows + Number(view.model.zones.some(acts)) : 0;
  const lines = 3.25 * (Number(above.length > 0) + Number(below.length > 0) + more);
  const high = phone ? H - (AROUND + lines) * rem : H - (1.5 + lines) * rem;
  const w = Math.min(wide, (high * bw) / bh);
  return [
    strip(above, 'above'),
    v(
      'div',
      {
        key: 'board',
        class: `boardbox${view.zoom ? ' zoomed' : ''}`,
        style: `width:${w.toFixed(1)}px;height:${((w * bh) / bw).toFixed(1)}px`,
      },
      zoneNode(board, c),
    ),
    strip(below, 'below'),
  ];
}
