// SPDX-License-Identifier: MIT
// How one thing looks, in a box of 40 x 40 with its middle at 0, 0. Colour is never alone: a shape, a
// pattern or a sign repeats what it says.

import { U, range } from './art/base.js';
import { half } from './art/dominoes.js';
import { man } from './art/men.js';
import { drawnByName } from './art/named.js';
import { stone } from './art/materials.js';
import { maskCells, poly, extent } from './art/poly.js';
import { wedge, wedgeOf } from './art/shogi.js';
import { seatShapes, seats, shapes } from './art/signs.js';
import { stack } from './art/stacks.js';
import { printed, tile as azulejo } from './art/tiles.js';
import { manOf } from './skins.js';
import { landsOn } from './states.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';

/** The name of a colour in tokens.css; players have the colours of their seats. */
export function tone(colour) {
  const player = /^player(\d)$/.exec(colour || '');
  return player ? seats[Number(player[1]) - 1] : colour || 'grey';
}

const STONES = { white: 'w', black: 'b' };
const stoneOf = (colour) => STONES[colour] || tone(colour);
const onDark = (colour) => !['white', 'yellow'].includes(tone(colour));
const ink = (item) => (onDark(item.colour) ? '#fff' : '#2b1f05');

// Glyphs that only draw a shape again, or name a colour or an empty place, say nothing new.
const silent = (item) => {
  const glyph = (item.glyph || '').trim();
  return (
    !glyph ||
    /^[\u25a0-\u25ff\u2b00-\u2bff._·]/.test(glyph) ||
    glyph.length > 2 ||
    (item.colour && glyph.toLowerCase() === item.colour[0]) ||
    /^[xXoO\u00d7]$/.test(glyph)
  );
};

// Letters are text of the scene: they become text nodes, never part of a drawing.
const letter = (item, size, lift = 0) =>
  v(
    'text',
    {
      'y': size * 0.36 + lift,
      'font-size': size,
      'text-anchor': 'middle',
      'class': 'glyph',
      'fill': ink(item),
      'aria-hidden': 'true',
    },
    item.glyph,
  );

const RINGS = `<circle r="8.5" fill="none" stroke="currentColor" stroke-width="1.6"/><circle r="12"
fill="none"
stroke="currentColor" stroke-width="1"/>`;
const CROWN = `<path d="M-8 5L-9-4L-4 0L0-7L4 0L9-4L8 5Z" fill="#e6b345" stroke="#6b4e0c"
stroke-width="1.2"
stroke-linejoin="round"/>`;

function ringed(item) {
  const king = /\bking\b|crowned/i.test(item.label || '');
  const colour = item.colour === 'white' ? '#a99e8a' : '#8a878c';
  return art(stone(stoneOf(item.colour), 16, `<g color="${colour}">${RINGS}</g>${king ? CROWN : ''}`));
}

/** The mark of its player, or its own. @param {import('./model.js').Item} item */
function markOf(item) {
  const seat = item.owner === undefined ? -1 : seats.indexOf(tone(item.colour));
  const shape = seat >= 0 ? seatShapes[seat] : item.shape;
  if (!shape || !shapes[shape]) return '';
  return `<g fill="#fff" color="#fff"
opacity=".92">${shapes[shape](shape === 'ring' || shape === 'disc' ? 5.5 : 6.5)}</g>`;
}

/** A stone with the mark of its player, for those who see no colour. */
function markedStone(given, skin, r = 15.5) {
  const item = skin.letters === false ? { ...given, glyph: '' } : given;
  const plain = item.colour === 'white' || item.colour === 'black';
  const mark = !plain && silent(item) ? markOf(item) : '';
  return [art(stone(stoneOf(item.colour), r, mark)), silent(item) ? null : letter(item, r)];
}

// Half a domino; its other half is that way. Those of nobody have a colour of their own, and pips.
/** @param {any} item @param {import('./skins.js').Skin} skin */
function domino(item, skin) {
  const seat = skin.nobodys ? 0 : seats.indexOf(tone(item.colour));
  const colour = skin.nobodys || tone(item.colour);
  return art(half(colour, item.joins || [0, 0], shapes[seatShapes[seat] || 'disc'](5.5)));
}

const WON = '<rect x="-19" y="-19" width="38" height="38" fill-opacity=".3"/>'; // a part of a board

/** Crosses and noughts, by their names or by their shape. @param {import('./model.js').Item} item */
const signOf = (item) =>
  /^(x|cross)\b/i.test(item.label || '')
    ? 'cross'
    : /^(o|ring)\b/i.test(item.label || '')
      ? 'ring'
      : ['cross', 'ring'].find((shape) => shape === item.shape);

/** A man, or a second one small beside it for those who go like both. @param {string[]} names */
const men = ([first, second], side = 'w') =>
  man(side, first, U * 0.95) +
  (second ? `<g transform="translate(10 9)">${man(side, second, U * 0.5)}</g>` : '');

function piece(item, skin) {
  const name = manOf(item, skin);
  if (name) return art(men(name.split(' '), item.colour === 'black' || item.owner === 1 ? 'b' : 'w'));
  const named = skin.words && drawnByName(item.label || '', tone(item.colour), markOf(item));
  if (named) return art(named);
  if (/marker/.test(item.label || '') && skin.piece === 'azulejo') return art(coin(15));
  if (skin.piece === 'ringed') return ringed(item);
  if (skin.piled) return art(stack(item.label || '', item.colour === 'white' ? 'w' : 'b', skin.piled));
  if (skin.piece === 'domino') return domino(item, skin);
  const wedged = skin.piece === 'wedge' && wedgeOf(item.label || '');
  if (wedged) return art(wedge(wedged, tone(item.colour), item.owner === 1 ? -1 : 1));
  const sign = skin.piece === 'sign' && signOf(item);
  if (sign) {
    const colour = `var(--${tone(item.colour)})`;
    const won = /\bwon\b/i.test(item.label || '') ? WON : '';
    return art(`<g color="${colour}" fill="${colour}">${won}${shapes[sign](sign === 'ring' ? 14 : 13)}</g>`);
  }
  return markedStone(item, skin);
}

/** The marker of whoever plays first. */
export const coin = (r) =>
  `<g><circle r="${r}" fill="#fff7e2" stroke="#8a6a1c" stroke-width="2"/><path d="M-4-4L1-8V8M-4 8H6"
fill="none" stroke="#6b4e0c" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"
transform="scale(${r / 15})"/></g>`;

function plainTile(item) {
  const colour = `var(--${tone(item.colour)})`;
  const body = `<rect x="-18" y="-16.5" width="36" height="36" rx="6" fill="#000"
fill-opacity=".22"/><rect x="-18" y="-18" width="36" height="36" rx="6" fill="${colour}"
stroke="#0004"/><path d="M-14-16.500h28" stroke="#fff" stroke-opacity=".45" stroke-width="1.5"
stroke-linecap="round"/>`;
  const mark =
    item.shape && shapes[item.shape]
      ? `<g fill="${ink(item)}" color="${ink(item)}" opacity=".9">${shapes[item.shape](9)}</g>`
      : '';
  return [art(body + mark), mark || silent(item) ? null : letter(item, 18)];
}

function tile(item, skin) {
  return skin.piece === 'azulejo' ? art(azulejo(item.colour)) : plainTile(item);
}

/** A number, on a tile if it has a colour. @param {any} item */
function numbered(item) {
  const glyph = item.glyph || String(item.count || 0);
  if (item.colour) return [plainTile({ ...item, glyph: '' }), letter(item, Math.min(20, 60 / glyph.length))];
  return v(
    'text',
    { 'y': 6, 'font-size': 18, 'text-anchor': 'middle', 'class': 'printed', 'aria-hidden': 'true' },
    glyph,
  );
}

// A place: nothing, or what is printed on it.
function place(item, skin) {
  if (item.colour && skin.piece === 'azulejo') return art(printed(item.colour));
  const named = skin.words && drawnByName(item.label || '', '', '');
  if (named || named === '') return named && art(named);
  const wash = item.colour
    ? art(
        `<rect x="-17" y="-17" width="34" height="34" rx="5" fill="var(--${tone(item.colour)})"
fill-opacity=".28"/>`,
      )
    : null;
  const mark =
    item.shape && shapes[item.shape]
      ? art(`<g fill="var(--ghost)" color="var(--ghost)" opacity=".7">${shapes[item.shape](8)}</g>`)
      : null;
  const word = silent(item)
    ? null
    : v(
        'text',
        { 'y': 5, 'font-size': 13, 'text-anchor': 'middle', 'class': 'printed', 'aria-hidden': 'true' },
        item.glyph.replace('-', '−'),
      );
  return [wash, mark, word];
}

/** A polyomino in a box of its own: cells of `q` units. */
export function polyNode(item, q) {
  const cells = maskCells(item.mask);
  const [w, h] = extent(cells);
  return v(
    'g',
    { transform: `translate(${(-w * q) / 2} ${(-h * q) / 2})` },
    art(poly(cells, tone(item.colour), q)),
  );
}

/** Seeds lie on a golden-angle spiral, so that each has its place whatever comes. */
export function seeds(n, rx, ry, first) {
  return range(Math.min(n, 24))
    .map((i) => {
      const a = i * 2.4 + first;
      const d = Math.sqrt((i + 0.5) / Math.max(n, 5));
      return `<g transform="translate(${(rx * d * Math.cos(a)).toFixed(1)}
${(ry * d * Math.sin(a)).toFixed(1)})"><circle cx=".8" cy="1.5" r="4.6" fill="#000"
fill-opacity=".3"/><circle r="4.6" fill="url(#stone-${seats[(i * 5 + first) % 6]})"/></g>`;
    })
    .join('');
}

/**
 * The picture of an item.
 * @param {import('./model.js').Item} item
 * @param {import('./skins.js').Skin} skin
 * @returns {any}
 */
export function drawItem(item, skin) {
  switch (item.kind) {
    case 'piece':
      return piece(item, skin);
    case 'tile':
      return tile(item, skin);
    case 'poly':
      return item.mask ? polyNode(item, 16) : plainTile(item);
    case 'number':
      return numbered(item);
    default:
      return place(item, skin);
  }
}

/** What would lie on a place, pale and dashed, before it is laid. */
export function ghostNode(item, c) {
  if (item.kind !== 'cell' || !landsOn(item, c)) return null;
  const what =
    c.ghostOf?.kind === 'tile'
      ? v('g', { class: 'ghost' }, drawItem({ ...c.ghostOf, count: 1 }, c.skin))
      : null;
  return v(
    'g',
    { 'key': 'ghost', 'aria-hidden': 'true' },
    what,
    v('rect', { class: 'ghostbox', x: -18, y: -18, width: 36, height: 36, rx: 6 }),
  );
}
