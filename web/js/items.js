// SPDX-License-Identifier: MIT
// How one item looks, in a box of U x U units. Colour is never alone: shape and
// glyph repeat what it says.

import { s } from './dom.js';
import { pictureOf } from './skins.js';

export const U = 40;

// Marks drawn in the middle of a box, by shape.
const SHAPES = {
  disc: (r) => s('circle', { cx: 0, cy: 0, r }),
  ring: (r) => s('circle', { cx: 0, cy: 0, r: r * 0.8, fill: 'none', class: 'ring', 'stroke-width': r * 0.38 }),
  square: (r) => s('rect', { x: -r * 0.86, y: -r * 0.86, width: r * 1.72, height: r * 1.72, rx: r * 0.15 }),
  triangle: (r) => s('path', { d: `M0 ${-r}L${r * 0.95} ${r * 0.75}H${-r * 0.95}Z` }),
  diamond: (r) => s('path', { d: `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z` }),
  star: (r) => s('path', { d: starPath(r) }),
  cross: (r) => s('path', { d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`, fill: 'none', class: 'ring', 'stroke-width': r * 0.38, 'stroke-linecap': 'round' }),
  hexagon: (r) => s('path', { d: hexPath(r) }),
};

function starPath(r) {
  const points = [];
  for (let i = 0; i < 10; i++) {
    const a = (Math.PI * i) / 5 - Math.PI / 2;
    const q = i % 2 ? r * 0.52 : r;
    points.push(`${(q * Math.cos(a)).toFixed(2)} ${(q * Math.sin(a)).toFixed(2)}`);
  }
  return `M${points.join('L')}Z`;
}

export function hexPath(r) {
  const points = [];
  for (let i = 0; i < 6; i++) {
    const a = (Math.PI * i) / 3 - Math.PI / 2;
    points.push(`${(r * Math.cos(a)).toFixed(2)} ${(r * Math.sin(a)).toFixed(2)}`);
  }
  return `M${points.join('L')}Z`;
}

function glyphText(glyph, size, lift = 0) {
  return s('text', { x: 0, y: size * 0.35 + lift, 'font-size': size, 'text-anchor': 'middle', class: 'glyph', 'aria-hidden': 'true' }, glyph);
}

/** A small mark of a shape, for cards. */
export const shapeMark = (shape, r) => (SHAPES[shape] ? SHAPES[shape](r) : null);

// A glyph that only draws the shape again, or names the colour of something black or
// white, says nothing new.
const isPicture = (glyph) => /^[\u25a0-\u25ff\u2b00-\u2bff]/.test(glyph);
const namesColour = (item) => (item.colour === 'white' || item.colour === 'black') && item.glyph.toLowerCase() === item.colour[0];
const drawsShape = (item) => (item.shape === 'cross' && /^[xX\u00d7]$/.test(item.glyph)) || (item.shape === 'ring' && /^[oO]$/.test(item.glyph));

function piece(item, skin) {
  const picture = pictureOf(item, skin);
  if (picture) {
    return s('g', { class: 'man', transform: `scale(${U / 100}) translate(-50 -50)` }, s('path', { d: picture.body }), picture.line ? s('path', { class: 'line', d: picture.line }) : null);
  }
  const glyph = (item.glyph || '').trim();
  const silent = !glyph || isPicture(glyph) || namesColour({ ...item, glyph }) || drawsShape({ ...item, glyph });
  if (item.shape === 'cross' || item.shape === 'ring') {
    if (silent || item.colour === 'grey') return SHAPES[item.shape](U * 0.28);
    return [SHAPES[item.shape === 'ring' ? 'disc' : 'square'](U * 0.38), glyphText(glyph, U * 0.42)]; // its letter needs ground
  }
  const drop = item.shape === 'triangle' ? U * 0.06 : 0;
  return [(SHAPES[item.shape] || SHAPES.disc)(U * 0.4), silent ? null : glyphText(glyph, U * (item.shape === 'star' || item.shape === 'triangle' ? 0.36 : 0.44), drop)];
}

function tile(item) {
  const r = U * 0.45;
  return [
    s('rect', { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: 5, class: 'face' }),
    item.shape ? s('g', { class: 'mark' }, SHAPES[item.shape](U * 0.26)) : null,
    item.glyph ? (item.shape ? s('text', { x: -r + 3.5, y: r - 3.5, 'font-size': U * 0.24, class: 'glyph', 'aria-hidden': 'true' }, item.glyph) : glyphText(item.glyph, U * 0.5)) : null,
  ];
}

function cell(item) {
  const glyph = item.glyph && !/^[.\s_]*$/.test(item.glyph) ? glyphText(item.glyph, U * 0.4) : null;
  return [item.colour ? s('rect', { x: -U * 0.43, y: -U * 0.43, width: U * 0.86, height: U * 0.86, rx: 4, class: 'wash' }) : null,
    item.shape ? s('g', { class: 'wash' }, SHAPES[item.shape](U * 0.22)) : null, glyph];
}

/** The set cells of a mask as [row, col]; bit 8 * row + col. */
export function maskCells(mask) {
  const bits = BigInt('0x' + mask);
  const cells = [];
  for (let i = 0; i < 64; i++) if ((bits >> BigInt(i)) & 1n) cells.push([i >> 3, i & 7]);
  return cells;
}

const POLY_CELL = 0.3;

/** The side of a square that holds a polyomino. */
export function polySize(item) {
  return U * Math.max(1, POLY_CELL * (1 + Math.max(0, ...maskCells(item.mask || '0').flat())) + 0.2);
}

function poly(item) {
  const cells = maskCells(item.mask || '0');
  const rows = Math.max(1, ...cells.map((c) => c[0] + 1));
  const cols = Math.max(1, ...cells.map((c) => c[1] + 1));
  const q = U * POLY_CELL;
  return cells.map(([r, c]) => s('rect', { x: (c - cols / 2) * q, y: (r - rows / 2) * q, width: q * 0.94, height: q * 0.94, rx: q * 0.15, class: 'face' }));
}

/** What is drawn for one item, centred on 0,0. */
export function drawItem(item, skin) {
  switch (item.kind) {
    case 'cell': return cell(item);
    case 'piece': return piece(item, skin);
    case 'tile': return tile(item);
    case 'poly': return item.mask ? poly(item) : tile(item);
    default: return item.glyph ? [glyphText(item.glyph, U * 0.5)] : [];
  }
}

/** Classes that carry colour, owner and flags into the style sheet. */
export function itemClass(item) {
  const names = ['item', item.kind];
  if (item.colour) names.push('c-' + item.colour);
  else if (item.owner !== undefined && item.kind !== 'cell') names.push('c-player' + (item.owner + 1));
  for (const flag of item.flags || []) names.push('f-' + flag);
  return names.join(' ');
}
