// SPDX-License-Identifier: MIT
// Cards: faces with a class, an emblem and a name; backs; puzzles with their cells cut out.

import { CLASSES, cardBack, cardFace, emblem, nameLines } from './art/cards.js';
import { at } from './art/base.js';
import { extent, maskCells, poly, toCorner } from './art/poly.js';
import { shapes } from './art/signs.js';
import { tone } from './items.js';
import { attributesOf, classOf, keyOf } from './states.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';

// Pieces of Project L, by name: colour and form. Rewards are told by these names.
const PIECES = {
  O1: ['yellow', [[0, 0]]],
  I2: [
    'green',
    [
      [0, 0],
      [0, 1],
    ],
  ],
  L2: [
    'orange',
    [
      [0, 0],
      [0, 1],
      [1, 0],
    ],
  ],
  I3: [
    'blue',
    [
      [0, 0],
      [0, 1],
      [0, 2],
    ],
  ],
  O2: [
    'red',
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ],
  ],
  L3: [
    'cyan',
    [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
    ],
  ],
  T: [
    'pink',
    [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 1],
    ],
  ],
  Z: [
    'brown',
    [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 2],
    ],
  ],
  I4: [
    'purple',
    [
      [0, 0],
      [0, 1],
      [0, 2],
      [0, 3],
    ],
  ],
};

/** "Llamacorn, magical unicorn, by Ben": a name and what it is. */
export function cardWords(item) {
  const label = (item.label || '').replace(/^place \d+: /, '');
  const [name, ...rest] = label.split(', ');
  return [name, rest.join(', ')];
}

/** The class of a card: as the scene says it, or a word of its label. */
export function classOfCard(item) {
  if (item.class) return item.class;
  const rest = cardWords(item)[1];
  return Object.keys(CLASSES).find((name) => new RegExp(`\\b${name}\\b`).test(rest));
}

/** A playing card: rank and suit in a corner and large in the middle, as text. @param {any} item */
function playing({ glyph, colour }) {
  const suit = '♣♦♥♠'.includes(glyph[0]) ? glyph[0] : '';
  const rank = glyph.slice(suit.length);
  const shown = suit && rank === 'T' ? '10' : rank;
  /** @param {number} x @param {number} y @param {number} size @param {string} said */
  const text = (x, y, size, said) =>
    v('text', { x, y, 'text-anchor': 'middle', 'font-size': size, 'aria-hidden': 'true' }, said);
  return v(
    'g',
    { fill: colour === 'red' ? '#b3261e' : '#221e1a', class: 'pip' },
    v('rect', { x: 1, y: 1, width: 98, height: 138, rx: 9, fill: '#fffdf6', stroke: '#8f8471' }),
    text(17, 29, shown.length > 1 ? 21 : 26, shown),
    suit ? text(17, 52, 24, suit) : null,
    text(56, 104, 62, suit || shown),
  );
}

function face(item, words) {
  if (item.class === 'playing') return playing(item);
  const [name] = cardWords(item);
  const kind = classOfCard(item);
  const [colour, shape] = CLASSES[kind] || [tone(item.colour), item.shape || 'disc'];
  const picture = CLASSES[kind]
    ? emblem(kind, name)
    : `<g transform="translate(50 50)" fill="var(--${tone(item.colour)})"
color="var(--${tone(item.colour)})">${(shapes[item.shape] || shapes.disc)(26)}</g>`;
  const lines = words ? nameLines(name) : [];
  return [
    art(cardFace(colour, shape, picture)),
    lines.map((line, i) =>
      v(
        'text',
        {
          'x': 50,
          'y': (lines.length > 1 ? 114 : 122) + i * 14.5,
          'text-anchor': 'middle',
          'font-size': line.length > 13 ? 10.4 : 12.4,
          ...(line.length > 10 && { textLength: 84, lengthAdjust: 'spacingAndGlyphs' }),
          'font-weight': 650,
          'fill': '#fff',
          'aria-hidden': 'true',
        },
        `${line} `,
      ),
    ),
  ];
}

/** Points and reward of a puzzle: as the scene says them, or as its label does. */
export function puzzleHead(item) {
  const label = item.label || '';
  const points = item.points ?? Number(/(\d+) points?/.exec(label)?.[1] || 0);
  const reward = item.reward || /reward (\w+)/.exec(label)?.[1];
  return { points, reward: PIECES[reward] ? reward : undefined };
}

/** The board of a puzzle, 120 x 150: its head, and its cells cut out with their left top at [x0, y0]. */
export function puzzleGround(cells, { points, reward }, dark) {
  const ink = dark ? '#fff' : '#33302d';
  const [w, h] = extent(toCorner(cells));
  const corner = [Math.min(...cells.map((c) => c[1])), Math.min(...cells.map((c) => c[0]))];
  const x0 = (120 - w * 20) / 2 - corner[0] * 20;
  const y0 = 32 + (112 - h * 20) / 2 - corner[1] * 20;
  let prize = '';
  if (reward) {
    const [colour, form] = PIECES[reward];
    const [rw, rh] = extent(form);
    const k = Math.min(9, 20 / rh);
    prize = at(110 - rw * k, 14.5 - (rh * k) / 2, poly(form, colour, k));
  }
  const cut = cells
    .map(
      ([r, c]) =>
        `<rect x="${x0 + c * 20 + 0.5}" y="${y0 + r * 20 + 0.5}" width="19" height="19" rx="2.5"
fill="${dark ? '#1c1e22' : '#d9d0bd'}"/><path d="M${x0 + c * 20 + 2} ${y0 + r * 20 + 1.5}h16"
stroke="#000"
stroke-opacity=".2" stroke-width="1.6" stroke-linecap="round"/>`,
    )
    .join('');
  const body = `<rect x=".5" y=".5" width="119" height="149" rx="9" fill="${dark ? '#3a3d44' : '#faf6ec'}"
stroke="${dark ? '#565b65' : '#cfc6b4'}"/><path d="M1 28H119" stroke="${ink}" stroke-opacity=".12"/><text
x="11" y="20.5" font-family="var(--serif)" font-size="18" font-weight="700"
fill="${ink}">${Number(points)}</text>${prize}${cut}`;
  return { body, x0, y0 };
}

/** What is behind a card: deck of a colour, or the game's own back. */
function back(item) {
  if (item.colour === 'black' || item.colour === 'white') {
    const dark = item.colour === 'black';
    return `<rect x="1" y="1" width="98" height="138" rx="9" fill="${dark ? '#33363c' : '#fbf8f1'}"
stroke="${dark ? '#565b65' : '#cfc6b4'}"/>`;
  }
  return cardBack('purple');
}

/**
 * One card.
 * @param {import('./model.js').Item} item
 * @param {import('./states.js').Context} c
 * @param {{words?: boolean, tag?: string}} [how]
 */
export function cardNode(item, c, { words = true, tag = 'div' } = {}) {
  const down = item.flags.includes('down');
  const drawn = item.mask && !down;
  const [name] = cardWords(item);
  const text = !down && c.words ? c.words[name] : null;
  const inner = drawn
    ? art(puzzleGround(maskCells(item.mask), puzzleHead(item), item.colour === 'black').body)
    : down
      ? art(back(item))
      : face(item, words);
  const said = item.ref && c.live ? {} : { 'role': 'img', 'aria-label': item.label || 'card' };
  return v(
    tag,
    {
      'key': keyOf(item) || `c${item.index}`,
      'class': `${classOf(item, c)} card-face${drawn ? ' drawn' : ''}`,
      ...attributesOf(item, c),
      ...said,
      'data-name': text ? name : null,
      'data-text': text,
      'title': text,
    },
    v(
      'svg',
      { 'class': 'c', 'viewBox': drawn ? '0 0 120 150' : '0 0 100 140', 'aria-hidden': 'true' },
      inner,
    ),
    (item.count ?? 0) > 1
      ? v('span', { 'class': 'pill count', 'data-count': item.count, 'aria-hidden': 'true' })
      : null,
  );
}
