// SPDX-License-Identifier: MIT
// A player's puzzle: the card with its cells cut out, the pieces laid into it, and the places a piece may
// cover.

import { extent, maskCells, poly } from './art/poly.js';
import { puzzleGround, puzzleHead } from './cardnode.js';
import { tone } from './items.js';
import { attributesOf, classOf, keyOf, landsOn } from './states.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';

/** Whether a puzzle is one of the black ones: as the scene says, or from its name. */
const isDark = (zone) =>
  zone.material === 'slate' || zone.colour === 'black' || /: B\d|black/.test(zone.label);

/** @param {import('./model.js').Zone} zone @param {import('./states.js').Context} c */
export function puzzleNode(zone, c) {
  const places = zone.items.filter((i) => i.kind === 'cell');
  const laid = zone.items.filter((i) => i.kind === 'poly' && i.mask);
  const dark = isDark(zone);
  const head = puzzleHead(zone);
  const { body, x0, y0 } = puzzleGround(
    places.map((i) => [i.row || 0, i.col || 0]),
    head,
    dark,
  );
  const hot = places.some((i) => i.ref && (c.next.has(i.ref) || c.marks.has(i.ref)));
  return v(
    'svg',
    {
      'class': `puzzle${dark ? ' dark' : ''}${hot && c.picked.size ? ' hot' : ''}`,
      'viewBox': '0 0 120 150',
      'role': 'group',
      'aria-label': zone.label,
    },
    v('g', { 'aria-hidden': 'true' }, art(body)),
    laid.map((i) =>
      v(
        'g',
        {
          'key': `l${i.row}:${i.col}`,
          'class': classOf(i, c),
          'transform': `translate(${x0 + (i.col || 0) * 20} ${y0 + (i.row || 0) * 20})`,
          'role': 'img',
          'aria-label': i.label || 'piece',
        },
        art(poly(maskCells(i.mask), tone(i.colour), 20)),
      ),
    ),
    places.map((i) =>
      v(
        'g',
        {
          key: keyOf(i),
          class: classOf(i, c),
          transform: `translate(${x0 + ((i.col || 0) + 0.5) * 20} ${y0 + ((i.row || 0) + 0.5) * 20})`,
          ...attributesOf(i, c),
        },
        v('rect', { class: 'hit', x: -10, y: -10, width: 20, height: 20, rx: 3 }),
        c.ghostOf && landsOn(i, c)
          ? v('rect', {
              key: 'ghost',
              class: 'ghostcell',
              x: -9,
              y: -9,
              width: 18,
              height: 18,
              rx: 3,
              style: `--k:var(--${tone(c.ghostOf.colour)})`,
            })
          : null,
        i.ref && c.next.has(i.ref) && c.picked.size ? v('circle', { class: 'dot', r: 2.6 }) : null,
      ),
    ),
  );
}

/** A piece as a drawing of its own, `cell` pixels a cell. */
export function polySvg(item, cell) {
  const cells = maskCells(item.mask);
  const [w, h] = extent(cells);
  return v(
    'svg',
    {
      'class': 'poly',
      'viewBox': `0 0 ${w * 20} ${h * 20 + 2}`,
      'style': `width:calc(${cell} * ${w});height:calc(${cell} * ${h})`,
      'aria-hidden': 'true',
    },
    art(poly(cells, tone(item.colour), 20)),
  );
}
