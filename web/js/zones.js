// SPDX-License-Identifier: MIT
// One zone of a table as a picture: rows, piles, hands, tracks, stacks and groups of them. `--cell` of the
// area says how large a cell is, or how wide a card.

import { range } from './art/base.js';
import { boxOf, gridNode } from './board.js';
import { cardNode } from './cardnode.js';
import { graphNode, hexNode } from './graph.js';
import { drawItem, ghostNode } from './items.js';
import { holdsCards, laid } from './model.js';
import { polySvg, puzzleNode } from './puzzle.js';
import { attributesOf, badge, classOf, keyOf } from './states.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';

/** "white row" -> "White row". */
export const sentence = (text) => (text ? text[0].toUpperCase() + text.slice(1) : '');

const seen = (item, c) =>
  item.ref && c.live ? {} : { 'role': 'img', 'aria-label': item.label || item.glyph || 'thing' };

/** A button of the game. */
export function buttonNode(item, c, kind = '') {
  const can = c.next.has(item.ref);
  return v(
    'button',
    {
      'key': keyOf(item),
      'class': `btn ${classOf(item, c)} ${kind}`,
      'data-ref': item.ref,
      'aria-disabled': can ? null : 'true',
    },
    sentence(item.label || item.glyph),
  );
}

// A scene names counts above one; where none is left, a thing is dim.
/** @param {import('./model.js').Item} item */
const countOf = (item) => item.count || Number(!item.flags.includes('dim'));

/** A thing that lies beside others. @param {any} item @param {any} c @param {any} [how] */
export function thingNode(item, c, how = {}) {
  if (item.kind === 'button') return buttonNode(item, c);
  if (item.kind === 'card') return cardNode(item, c, how);
  if (item.kind === 'text') return v('p', { class: classOf(item, c) }, sentence(item.label));
  if (item.kind === 'poly' && item.mask) {
    return v(
      'div',
      {
        key: keyOf(item) || `p${item.index}`,
        class: `${classOf(item, c)} piece-box`,
        ...attributesOf(item, c),
        ...seen(item, c),
      },
      polySvg(item, 'var(--cell)'),
      item.count > 1 || how.counted
        ? v('span', { 'class': 'pill count', 'data-count': countOf(item), 'aria-hidden': 'true' })
        : null,
    );
  }
  return v(
    'svg',
    {
      key: keyOf(item) || `i${item.index}`,
      class: `thing ${classOf(item, c)}`,
      viewBox: '-20 -20 40 40',
      ...attributesOf(item, c),
      ...seen(item, c),
    },
    v('rect', { class: 'hit slot', x: -17.5, y: -17.5, width: 35, height: 35, rx: 5 }),
    v('g', { class: 'look' }, drawItem(item, c.skin)),
    ghostNode(item, c),
    item.count > 1 && item.kind !== 'number' ? badge(item.count, 12, -12) : null,
  );
}

// A deck or heap is one drawing, with how many lie there below it.
function pileNode(zone, c) {
  const count = zone.items.reduce((n, i) => n + Math.max(1, i.count || 1), 0);
  const top = zone.items[zone.items.length - 1];
  const open = zone.items.filter((i) => c.next.has(i.ref)); // what may be taken lies on top, all of it
  const show = open.length ? open : top ? [{ ...top, count: 0 }] : [];
  return v(
    'div',
    {
      'class': `pile${zone.items.length ? '' : ' empty'}`,
      'role': 'group',
      'aria-label': `${zone.label}, ${count}`,
    },
    show.length
      ? show.slice(0, 1).map((i) => thingNode(i, c, { words: false }))
      : v('span', { class: 'nothing' }),
    v(
      'span',
      { 'class': 'tiny', 'aria-hidden': 'true' },
      v('span', { class: 'pile-name' }, `${zone.label.replace(/ pile$/, '')} `),
      String(count),
    ),
  );
}

function things(zone, c, how) {
  const kind = holdsCards(zone) ? ' cards' : '';
  return v(
    'div',
    { 'class': `things z-${zone.kind}${kind}`, 'role': 'group', 'aria-label': zone.label },
    zone.items.map((i) => thingNode(i, c, how)),
  );
}

/** A hand of cards, spread as a fan. @param {any} [area] @param {boolean} [phone] */
export function fanNode(zone, c, area, phone) {
  const n = zone.items.length;
  const round = phone && n > 9 ? 5.1 : 8.7; // the radius in cards
  const room = area ? (area.w / area.cell - 1.15) / round / Math.max(1, n - 1) : 0.1; // radians a card
  const spread = Math.min(6.2, (room * 180) / Math.PI);
  return v(
    'div',
    { 'class': 'fan', 'role': 'group', 'aria-label': zone.label, 'style': `--round:${round}` },
    zone.items.map((item, i) => {
      const node = cardNode(item, c);
      node.props.style = `--a:${((i - (n - 1) / 2) * spread).toFixed(2)}deg;--i:${i}`;
      return node;
    }),
  );
}

const sized = (zone, node) => {
  const [, , w, h] = boxOf(zone);
  return v(
    'div',
    {
      class: `boxed ${zone.layout || ''} ${zone.material || ''}`,
      style: `width:calc(var(--cell) * ${w / 40});height:calc(var(--cell) * ${h / 40})`,
    },
    node,
  );
};

/**
 * @param {import('./model.js').Zone} zone
 * @param {import('./states.js').Context} c
 * @param {{words?: boolean, counted?: boolean}} [how] counted: also what is there once or no more
 */
export function zoneNode(zone, c, how = {}) {
  const key = `z${zone.index}`;
  if (zone.kids.length) return groupNode(zone, c, how);
  const inner = bodyOf(zone, c, how);
  return inner && v('div', { key, 'class': `zone z-${zone.kind}`, 'data-zone': zone.index }, inner);
}

function bodyOf(zone, c, how) {
  if (zone.puzzle) return v('div', { class: 'puzzle-box' }, puzzleNode(zone, c));
  switch (zone.kind) {
    case 'grid':
      return holdsCards(zone)
        ? v(
            'div',
            { class: 'cardgrid', style: `--cols:${zone.cols}` },
            zone.items.map((i) => cardNode(i, c, how)),
          )
        : sized(zone, gridNode(zone, c));
    case 'hex':
      return hexNode(zone, c);
    case 'graph':
      return graphNode(zone, c);
    case 'pile':
      return pileNode(zone, c);
    case 'text':
      return v(
        'div',
        { class: 'words' },
        zone.items.map((i) => v('p', { class: classOf(i, c) }, sentence(i.label))),
      );
    case 'counter':
      return null;
    case 'actions':
      return v(
        'div',
        { class: 'buttons' },
        zone.items.filter((i) => c.next.has(i.ref)).map((i) => buttonNode(i, c)),
      );
    case 'hand':
      return zone.layout === 'fan' ? fanNode(zone, c) : things(zone, c, how);
    default:
      return zone.items.length ? things(zone, c, how) : null;
  }
}

// Rows of lines lead to the rows of the wall beside them.
const chevron = (r) => `<path d="M2 ${r * 40 + 15}l6 5-6 5"/>`;
const chevrons = (rows) =>
  v(
    'svg',
    { 'key': 'to', 'class': 'chevrons', 'viewBox': `0 0 10 ${rows * 40}`, 'aria-hidden': 'true' },
    art(range(rows).map(chevron).join('')),
  );

/** Zones side by side, tracks below them. */
export function groupNode(zone, c, how = {}) {
  const kids = laid(zone);
  const beside = kids.filter((z) => z.kind !== 'track');
  const below = kids.filter((z) => z.kind === 'track');
  const laying = new Set(kids.flatMap((z) => z.items.filter((i) => c.next.has(i.ref)).map((i) => i.row)));
  const joined = beside.flatMap((z, i) => [
    zoneNode(z.layout === 'stairs' && !c.picked.size ? { ...z, laying } : z, c, how),
    z.layout === 'stairs' && beside[i + 1] ? chevrons(z.rows) : null,
  ]);
  return v(
    'div',
    { 'key': `z${zone.index}`, 'class': `zone z-group`, 'data-zone': zone.index },
    v('div', { class: 'shelf-row' }, joined),
    below.map((z) =>
      v(
        'div',
        { key: `t${z.index}`, class: 'track-row' },
        zoneNode(z, c, how),
        v('span', { class: 'track-name' }, z.label),
      ),
    ),
  );
}

/** The number a counter shows. */
export function valueOf(zone) {
  const item = zone.items[0];
  if (!item) return '';
  const said = /(-?\d+(?:\.\d+)?)\s*$/.exec(item.label || '');
  return said ? said[1].replace('-', '−') : item.glyph || String(item.count || 0);
}
