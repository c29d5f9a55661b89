// SPDX-License-Identifier: MIT
// The frame of a game that is one board: how large it is drawn, and the strips above and below it.

import { boxOf } from './board.js';
import { graphBox, hexBox, pitBox } from './graph.js';
import { dieNode } from './dice.js';
import { isHeap, theBoard } from './model.js';
import { v } from './vdom.js';
import { wedgesBox } from './wedges.js';
import { sentence, valueOf, zoneNode } from './zones.js';

// Above and below a board on a phone, in rem; the studio's frame has only a line there.
const AROUND = parent === window ? 18.5 : 3.5;

/** Width and height of a board in units. */
function boardBox(zone) {
  if (zone.kind === 'hex') return hexBox(zone).slice(2);
  if (zone.form === 'wedges') return wedgesBox(zone).slice(2);
  if (zone.kind === 'graph') return (zone.form === 'pit' ? pitBox(zone) : graphBox(zone)).slice(2);
  return boxOf(zone).slice(2);
}

/** A number of nobody, large; what was thrown is a die. @param {any} zone */
function countedNode(zone) {
  return v(
    'div',
    { key: zone.index, class: 'panel' },
    v('span', { class: 'label' }, sentence(zone.label)),
    dieNode(zone) || v('b', { class: 'score' }, valueOf(zone)),
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
  const found = theBoard(view.model);
  if (!found) return counted(view.model, c);
  const phone = view.plan.phone;
  const board = { ...found, tall: phone };
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
  const around = view.coach ? AROUND - 3.5 : AROUND; // a lesson leaves out the last line of buttons
  const high = phone ? H - (around + lines) * rem : H - (1.5 + lines) * rem;
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
