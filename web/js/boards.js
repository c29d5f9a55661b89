// SPDX-License-Identifier: MIT
// Boards: grids, hexagons and graphs of places, with what stands on them. A board can be
// turned round (options.flip).

import { s } from './dom.js';
import { U, drawItem, hexPath, itemClass, maskCells } from './items.js';

const M = 18; // margin for coordinates

/** Classes that say what can be done with an item now. */
export function stateClass(ref, options) {
  if (!ref) return '';
  return (options.next.has(ref) ? ' can' : '') + (options.picked.has(ref) ? ' picked' : '') + (options.marks.has(ref) ? ' marked' : '') + (options.last.has(ref) ? ' last' : '');
}

/** Attributes that let an item be picked by mouse, finger and keyboard. */
export function pickable(item, options) {
  if (!item.ref || !options.onpick) return {};
  const act = () => options.onpick(item.ref);
  const live = options.next.has(item.ref) || options.picked.has(item.ref);
  return {
    'data-ref': item.ref,
    role: 'button',
    tabindex: live ? 0 : -1,
    'aria-label': item.label,
    'aria-pressed': options.picked.has(item.ref) ? 'true' : null,
    'aria-disabled': options.next.has(item.ref) ? null : 'true',
    onclick: act,
    onkeydown: (e) => {
      if (e.key === 'Enter' || e.key === ' ') {
        e.preventDefault();
        act();
      }
    },
  };
}

// The area that can be hit, in the shape of its board's cells.
function hitArea(size, form) {
  if (form === 'hex') return s('path', { d: hexPath(size * 0.575), class: 'hit' });
  if (form === 'graph') return s('circle', { r: size / 2, class: 'hit' });
  return s('rect', { x: -size / 2, y: -size / 2, width: size, height: size, class: 'hit', rx: form === 'grid' ? 0 : 4 });
}

// Where a man may go: a dot on a free place, a ring round one that is taken.
function target(item, options, taken, size) {
  if (!options.next.has(item.ref) || options.many || (taken && !options.picked.size)) return null;
  return taken ? s('circle', { class: 'take', r: size * 0.44 }) : s('circle', { class: 'dot', r: size * 0.15 });
}

/** One item as part of an SVG, with its middle at x, y. */
export function svgItem(item, x, y, options, { size = U, form = '', taken = true } = {}) {
  return s('g', {
    class: itemClass(item) + stateClass(item.ref, options) + (taken ? ' taken' : ''),
    transform: `translate(${x} ${y})`,
    'data-key': item.key || null,
    'data-at': form ? `${item.zone}:${item.row}:${item.col}` : null,
    ...pickable(item, options),
    ...(item.ref ? {} : item.silent || !item.label ? { 'aria-hidden': 'true', 'pointer-events': 'none' } : { 'aria-label': item.label, role: 'img', 'pointer-events': 'none' }),
  },
  item.ref ? hitArea(size, form) : null,
  drawItem(item, options.skin),
  item.ref && form ? target(item, options, taken, size) : null,
  item.count > 1 && item.kind !== 'number' ? badge(item.count, size) : null);
}

function badge(count, size) {
  return s('g', { class: 'badge', 'aria-hidden': 'true', transform: `translate(${size / 2 - 7} ${7 - size / 2})` }, s('circle', { r: 8.5 }), s('text', { y: 3.6, 'text-anchor': 'middle', 'font-size': 10.5 }, count));
}

const isPlace = (i) => i.kind === 'cell' || i.ref;
const place = (i) => i.row * 1000 + i.col;
const saysSomething = (i) => i.kind !== 'cell' || (i.glyph && !/^[.\s_]*$/.test(i.glyph));

// All items of a board: places first, so that men stand on them. A place is called by what
// stands on it ("White Pawn on e2"), which then needs no name of its own.
function drawn(items, x, y, options, size, form) {
  const taken = new Set(items.filter(saysSomething).map(place));
  const men = new Map(items.filter((i) => !i.ref && i.kind !== 'cell' && i.label).map((i) => [place(i), i]));
  const places = new Set(items.filter((i) => i.ref).map(place));
  const call = (i) => {
    if (i.ref) return { ...i, label: (men.get(place(i)) || i).label };
    return places.has(place(i)) ? { ...i, silent: true } : i;
  };
  return items.map((i) => svgItem(call(i), x(i), y(i), options, { size, form, taken: taken.has(place(i)) }));
}

function frame(kind, width, height, cells, children) {
  const svg = s('svg', { class: 'board ' + kind, viewBox: `0 0 ${width} ${height}`, style: `--cells:${cells};--ratio:${(width / height).toFixed(3)}` }, children);
  svg.addEventListener('keydown', (e) => travel(e, svg));
  return svg;
}

// --- Grids -------------------------------------------------------------------

function coordinate(zone, row, col) {
  if (zone.coords === 'letters') return [String(zone.rows - row), String.fromCharCode(97 + (col % 26))];
  return [String(row), String(col)];
}

function margins(zone, x, y, bottom) {
  const size = Math.min(14, Math.max(6, 4.4 + zone.cols * 0.65));
  const text = (tx, ty, words) => s('text', { class: 'coord', 'font-size': size, x: tx, y: ty, 'text-anchor': 'middle', 'aria-hidden': 'true' }, words);
  const below = zone.coords === 'letters';
  return [
    Array.from({ length: zone.rows }, (_, row) => text(M * 0.48, y({ row }) + 4, coordinate(zone, row, 0)[0])),
    Array.from({ length: zone.cols }, (_, col) => text(x({ col }), below ? bottom + 13 : 12, coordinate(zone, 0, col)[1])),
  ];
}

// The ground: squares, or lines through their middles where men stand on crossings.
function ground(zone, places, x, y, options) {
  const checked = (zone.flags || []).includes('checked');
  if (options.skin.board === 'lines') {
    const [left, right] = [x({ col: 0 }), x({ col: zone.cols - 1 })].sort((a, b) => a - b);
    const [top, bottom] = [y({ row: 0 }), y({ row: zone.rows - 1 })].sort((a, b) => a - b);
    return [s('rect', { class: 'square light', x: left - U / 2, y: top - U / 2, width: right - left + U, height: bottom - top + U, rx: 3 }),
      Array.from({ length: zone.cols }, (_, col) => s('line', { class: 'rule', x1: x({ col }), x2: x({ col }), y1: top, y2: bottom })),
      Array.from({ length: zone.rows }, (_, row) => s('line', { class: 'rule', x1: left, x2: right, y1: y({ row }), y2: y({ row }) }))];
  }
  const all = checked ? Array.from({ length: zone.rows * zone.cols }, (_, n) => ({ row: Math.floor(n / zone.cols), col: n % zone.cols })) : [...places.values()];
  return all.map((i) => s('rect', { class: 'square ' + (checked ? 'checked ' : '') + (checked && (i.row + i.col) % 2 ? 'dark' : 'light'), x: x(i) - U / 2, y: y(i) - U / 2, width: U, height: U }));
}

function grid(zone, items, options) {
  const coords = zone.coords && zone.coords !== 'none';
  const left = coords ? M : 2;
  const head = coords && zone.coords !== 'letters' ? M : 2;
  const x = (i) => left + ((options.flip ? zone.cols - 1 - i.col : i.col) + 0.5) * U;
  const y = (i) => head + ((options.flip ? zone.rows - 1 - i.row : i.row) + 0.5) * U;
  const places = new Map(items.filter(isPlace).map((i) => [place(i), i]));
  const bottom = head + zone.rows * U;
  const laid = items.filter((i) => i.kind === 'poly' && i.mask);
  const kind = 'grid ' + (options.skin.board || '');
  return frame(kind, left + zone.cols * U + 2, bottom + (coords && zone.coords === 'letters' ? M : 2), zone.cols, [
    ground(zone, places, x, y, options),
    coords ? margins(zone, x, y, bottom) : null,
    drawn(items.filter((i) => !laid.includes(i)), x, y, options, U, 'grid'),
    laid.map((i) => laidPoly(i, x, y)),
  ]);
}

// A polyomino on a board covers its cells, its first row and column at row, col.
function laidPoly(item, x, y) {
  return s('g', { class: itemClass(item), role: 'img', 'aria-label': item.label, 'data-key': item.key || null, 'pointer-events': 'none' },
    maskCells(item.mask).map(([r, c]) => {
      const at = { row: item.row + r, col: item.col + c };
      return s('rect', { class: 'face', x: x(at) - U / 2 + 1, y: y(at) - U / 2 + 1, width: U - 2, height: U - 2, rx: 4 });
    }));
}

// --- Hexagons and graphs -----------------------------------------------------

function hex(zone, items, options) {
  const w = U * 0.92;
  const hgt = U * 0.8;
  const width = (zone.cols + (zone.rows - 1) / 2) * w + 8;
  const height = zone.rows * hgt + 18;
  const turn = (v, size) => (options.flip ? size - v : v);
  const x = (i) => turn((i.col + i.row / 2 + 0.5) * w + 4, width);
  const y = (i) => turn((i.row + 0.5) * hgt + 9, height);
  return frame('hexes', width, height, zone.cols * 1.5, [
    items.filter(isPlace).map((i) => s('path', { class: 'square light', d: hexPath(w * 0.575), transform: `translate(${x(i)} ${y(i)})` })),
    drawn(items, x, y, options, U * 0.92, 'hex'),
  ]);
}

function graph(zone, items, options, edges) {
  const cols = Math.max(...items.map((i) => i.col / 100), 1);
  const rows = Math.max(...items.map((i) => i.row / 100), 1);
  const [width, height] = [(cols + 1) * U + 8, (rows + 1) * U + 8];
  const turn = (v, size) => (options.flip ? size - v : v);
  const x = (i) => turn((i.col / 100) * U + U / 2 + 4, width);
  const y = (i) => turn((i.row / 100) * U + U / 2 + 4, height);
  const at = new Map(items.map((i) => [i.index, i]));
  const lines = (edges || []).filter(([a, b]) => at.has(a) && at.has(b));
  return frame('graph', width, height, cols + 1, [
    s('rect', { class: 'wood', x: 0, y: 0, width, height, rx: 10 }),
    lines.map(([a, b]) => s('line', { class: 'edge', x1: x(at.get(a)), y1: y(at.get(a)), x2: x(at.get(b)), y2: y(at.get(b)) })),
    items.filter((i) => i.kind === 'cell').map((i) => s('circle', { class: 'square light', cx: x(i), cy: y(i), r: U * (saysSomething(i) ? 0.42 : 0.2) })),
    drawn(items, x, y, options, U * 0.84, 'graph'),
  ]);
}

/** A board with its items, or null if the zone is none. */
export function board(zone, items, scene, options) {
  switch (zone.kind) {
    case 'grid': return grid(zone, items, options);
    case 'hex': return hex(zone, items, options);
    case 'graph': return graph(zone, items, options, scene.edges);
    default: return null;
  }
}

// --- Keys --------------------------------------------------------------------

// Arrow keys go to the nearest pickable item in that direction, on any board.
function travel(e, svg) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
  const from = e.target.closest('[data-ref]');
  if (!way || !from) return;
  e.preventDefault();
  e.stopPropagation();
  const centre = (el) => {
    const b = el.getBoundingClientRect();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  const [fx, fy] = centre(from);
  let best = null;
  let least = Infinity;
  for (const el of svg.querySelectorAll('[data-ref]')) {
    const [x, y] = centre(el);
    const along = (x - fx) * way[0] + (y - fy) * way[1];
    const across = Math.abs((x - fx) * way[1]) + Math.abs((y - fy) * way[0]);
    if (along > 2 && along + 3 * across < least) {
      least = along + 3 * across;
      best = el;
    }
  }
  if (best) {
    best.setAttribute('tabindex', '0');
    best.focus();
  }
}
