// SPDX-License-Identifier: MIT
// Pictures of games for the shelf: a position of each, drawn by the same drawings as a match, on the colour
// of its table. A game that sends a scene of its own is drawn from that; one that is not known gets its
// seats' shapes.

import { at, range } from './art/base.js';
import { cardFace, emblem } from './art/cards.js';
import { cellsOf, poly } from './art/poly.js';
import { printed, tile } from './art/tiles.js';
import { seatMark } from './art/signs.js';
import { boxOf, gridNode } from './board.js';
import { h } from './dom.js';
import { graphNode, hexBox, hexNode, graphBox, pitBox } from './graph.js';
import { modelOf, theBoard } from './model.js';
import { sceneOf } from './positions.js';
import { CARDS } from './rows.js';
import { skinOf } from './skins.js';
import { art } from './svgtext.js';
import { create, v } from './vdom.js';

const COLOURS = ['blue', 'yellow', 'red', 'black', 'white'];
const LAID = [0, 1, 6, 7, 8, 12];
/** @type {Object<string, any[]>} */
const OWN = {
  // pictures of tables: [ground, ground, drawing of 160 x 90]
  azul: [
    '#dfe8ea',
    '#a9bfc8',
    () =>
      range(15)
        .map((i) =>
          at(
            38 + (i % 5) * 21,
            24 + Math.floor(i / 5) * 21,
            (LAID.includes(i) ? tile : printed)(COLOURS[((i % 5) - Math.floor(i / 5) + 5) % 5], 21),
          ),
        )
        .join(''),
  ],
  unicorns: [
    '#cdb9e0',
    '#7a5aa0',
    () =>
      [
        ['magical', 'blue', 'star', 'Llamacorn', -16],
        ['basic', 'purple', 'disc', 'Bo', 0],
        ['baby', 'pink', 'ring', 'Pip', 16],
      ]
        .map(
          ([k, c, s, n, a]) =>
            `<g transform="translate(80 130) rotate(${a}) translate(-30 -118)
scale(.6)">${cardFace(c, s, emblem(k, n))}</g>`,
        )
        .join(''),
  ],
  projectl: [
    '#d5d9d6',
    '#98a29c',
    () =>
      [
        ['111/1', 'cyan', 22, 14],
        ['11/.11', 'brown', 74, 14],
        ['1', 'yellow', 122, 14],
        ['11', 'green', 38, 34],
        ['11/11', 'red', 22, 54],
        ['.1/111', 'pink', 58, 54],
        ['1/1/11', 'blue', 110, 34],
      ]
        .map(([f, c, x, y]) => at(x, Number(y) - 4, poly(cellsOf(f), c, 17)))
        .join(''),
  ],
};
const GROUNDS = {
  felt: ['#2f7d58', '#1f5a3f'],
  slate: ['#8f98a2', '#59626d'],
  oak: ['#c8d3cb', '#8fa69a'],
  lacquer: ['#d8e2ec', '#a9bfd6'],
  wood: ['#d9c9ad', '#b79d78'],
};

// A playing card; red or black, its suit or its rank is large.
/** @param {string} said @param {number} i */
const cardOf = (said, i) =>
  `<g transform="translate(80 130) rotate(${i * 16 - 16}) translate(-30 -118) scale(.6)" text-anchor="middle"
fill="${said[0] === '♥' ? '#b3261e' : '#221e1a'}"><rect x="1" y="1" width="98" height="138" rx="9"
fill="#fffdf6" stroke="#8f8471"/><text x="20" y="33" font-size="28">${said.at(-1)}</text><text x="56"
y="98" font-size="62">${said[0]}</text></g>`;
for (const [name, cards] of Object.entries(CARDS))
  OWN[name] = [...GROUNDS.felt, () => cards.split(' ').map(cardOf).join('')];

const QUIET = {
  next: new Set(),
  picked: new Set(),
  marks: new Set(),
  last: new Set(),
  ghosts: new Set(),
  many: false,
  live: false,
  flip: false,
};

const HIGH = 90; // units of every picture
const EDGE = 5; // of the table left free round a board
const SEEN = 0.7; // of a board's height, where its men would be too small otherwise

// Boards of squares, crossings and cells go on beyond the picture, so that men are as large as in the
// other pictures; one of holes or pits is known by its outline.
const goesOn = (zone) => zone.kind === 'hex' || (zone.kind === 'grid' && zone.form !== 'disc');

/** A board in the middle of a picture so many units wide. */
function boardPicture(scene, name, across, whole) {
  const skin = skinOf(name);
  const model = modelOf(scene, { game: name, near: 0, names: [], skin });
  const zone = theBoard(model);
  if (!zone) return null;
  const c = { ...QUIET, skin, edges: model.edges, words: {}, names: [], near: 0, items: [] };
  const node = { grid: gridNode, hex: hexNode, graph: graphNode }[zone.kind](zone, c);
  const [, , w, h] =
    zone.kind === 'hex'
      ? hexBox(zone)
      : zone.kind === 'graph'
        ? zone.form === 'pit'
          ? pitBox(zone)
          : graphBox(zone)
        : boxOf(zone);
  const cropped = !whole && goesOn(zone);
  const room = (size) => (cropped ? size / SEEN : size - 2 * EDGE);
  const scale = Math.min(room(across) / w, room(HIGH) / h);
  const [wide, high] = [w * scale, h * scale];
  return {
    node: v(
      'svg',
      { ...node.props, x: (across - wide) / 2, y: (HIGH - high) / 2, width: wide, height: high },
      node.kids,
    ),
    ground: GROUNDS[zone.material] || GROUNDS.wood,
  };
}

let made = 0;

/**
 * The picture of a game as an element, for looking only: on the shelf 160 x 90, beside words narrower; where
 * it is large, the board is seen whole.
 * @param {any} game @param {number} [across]
 */
export function pictureOf(game, across = 160, whole = false) {
  const own = !game.picture && OWN[game.name];
  const scene = own ? null : sceneOf(game);
  const board = scene && boardPicture(scene, game.name, across, whole);
  /** @type {any[]} */
  const [a, b] = own || (board ? board.ground : ['#d9cdbb', '#b09d80']);
  const id = `q${++made}`;
  const middle = (across - 160) / 2; // where drawings of 160 units begin
  const inside = own
    ? art(at(middle, 0, own[2]()))
    : board
      ? board.node
      : range(4).map((i) => art(at(middle + 38 + i * 28, 45, seatMark(i, 10))));
  return create(
    v(
      'svg',
      {
        'viewBox': `0 0 ${across} ${HIGH}`,
        'preserveAspectRatio': 'xMidYMid slice',
        'class': 'picture',
        'aria-hidden': 'true',
      },
      v(
        'linearGradient',
        { id, x2: 1, y2: 1 },
        v('stop', { 'stop-color': a }),
        v('stop', { 'offset': 1, 'stop-color': b }),
      ),
      v('rect', { width: across, height: HIGH, fill: `url(#${id})` }),
      inside,
    ),
  );
}

const AHEAD = '200px'; // so far below the screen a picture is drawn already
const waiting = new WeakMap(); // place of a picture -> its game
/** @type {IntersectionObserver|null} */
let near = null;

function come(places) {
  for (const { target, isIntersecting } of places) {
    if (!isIntersecting) continue;
    near?.unobserve(target);
    target.append(pictureOf(waiting.get(target)));
  }
}

/** The place of a picture, which is drawn when it comes near the screen: of a long shelf few are seen. */
export function pictureWhenSeen(game) {
  const place = h('span', { class: 'pic' });
  near = near || new IntersectionObserver(come, { rootMargin: AHEAD });
  waiting.set(place, game);
  near.observe(place);
  return place;
}
