// SPDX-License-Identifier: MIT
// Draws any scene: zones become sections, items are drawn by items.js. Knows no
// game. A game may ship a skin (colours, art) later; it needs none to be played.

import { h, s, sentence } from './dom.js';
import { U, drawItem, hexPath, itemClass, maskCells } from './items.js';

const M = 18; // margin for coordinates

/** Draws `scene` into `root`. `options`: next, marks, picked: Sets of refs; onpick(ref). */
export function drawScene(root, scene, options) {
  const before = positions(root);
  const children = scene.zones.map(() => []);
  const top = [];
  scene.zones.forEach((zone, i) => (zone.parent >= 0 ? children[zone.parent].push(i) : top.push(i)));
  const items = scene.zones.map(() => []);
  scene.items.forEach((item, i) => items[item.zone] && items[item.zone].push({ ...item, label: item.label && named(item.label, options), index: i }));
  const draw = (i) => drawZone(scene, i, items[i], children[i].map(draw), options);
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.ref : null;
  // Where almost everything may be picked, a quiet mark says it better.
  root.classList.toggle('many', options.next.size > 30);
  root.replaceChildren(...top.map(draw).filter(Boolean));
  if (focused && root.querySelector(`[data-ref="${focused}"]`)) root.querySelector(`[data-ref="${focused}"]`).focus();
  slide(root, before);
}

// Games say "player 2"; people have names.
function named(text, options) {
  return text.replace(/\bplayer (\d)\b/gi, (all, n) => (options.names && options.names[n - 1]) || all);
}

function drawZone(scene, index, items, inner, options) {
  const zone = scene.zones[index];
  const flags = zone.flags || [];
  if (flags.includes('popup') && !items.some((i) => options.next.has(i.ref))) return null;
  const label = named(sentence(zone.label || ''), options);
  const box = h('section', {
    class: `zone z-${zone.kind} ${flags.map((f) => 'zf-' + f).join(' ')} ${zone.owner !== undefined ? 'o-player' + (zone.owner + 1) : ''}`,
    'aria-label': label || null,
  });
  if (label && zone.kind !== 'counter' && !flags.includes('nolabel')) box.append(h('h3', {}, label));
  const body = bodyOf(zone, items, scene, options);
  if (body) box.append(body);
  if (inner.length) box.append(h('div', { class: 'inner' }, inner));
  return box;
}

function bodyOf(zone, items, scene, options) {
  switch (zone.kind) {
    case 'grid': return grid(zone, items, options);
    case 'hex': return hex(zone, items, options);
    case 'graph': return graph(zone, items, scene, options);
    case 'counter': return h('p', { class: 'counter' }, items.map((i) => i.label).join(', ') || sentence(zone.label || ''));
    case 'text': return h('div', { class: 'words' }, items.map((i) => h('p', { class: itemClass(i) }, i.label)));
    case 'actions': return h('div', { class: 'buttons' }, items.map((i) => button(i, options)));
    case 'group': return items.length ? list(items, options) : null;
    default: return items.length ? list(items, options) : h('p', { class: 'empty' }, 'empty');
  }
}

// --- Items -------------------------------------------------------------------

function stateClass(ref, options) {
  if (!ref) return '';
  return (options.next.has(ref) ? ' can' : '') + (options.picked.has(ref) ? ' picked' : '') + (options.marks.has(ref) ? ' marked' : '');
}

function pickable(item, options) {
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
  return s('rect', { x: -size / 2, y: -size / 2, width: size, height: size, class: 'hit', rx: 4 });
}

function svgItem(item, x, y, options, size, form) {
  const hit = size || U;
  return s('g', {
    class: itemClass(item) + stateClass(item.ref, options),
    transform: `translate(${x} ${y})`,
    'data-key': item.key || null,
    ...pickable(item, options),
    ...(item.ref ? {} : { 'aria-label': item.label, role: item.label ? 'img' : null, 'pointer-events': 'none' }),
  },
  item.ref ? hitArea(hit, form) : null,
  drawItem(item),
  item.count > 1 && item.kind !== 'number' ? badge(item.count) : null);
}

function badge(count) {
  return s('g', { class: 'badge', transform: `translate(${U * 0.3} ${-U * 0.3})` }, s('circle', { r: 8.5 }), s('text', { y: 3.6, 'text-anchor': 'middle', 'font-size': 10.5 }, count));
}

function button(item, options) {
  const can = options.next.has(item.ref);
  return h('button', { class: itemClass(item) + stateClass(item.ref, options), 'data-ref': item.ref, 'aria-disabled': can ? null : 'true', onclick: () => options.onpick && options.onpick(item.ref) }, sentence(item.label || item.glyph));
}

// Rows, piles, hands, tracks and stacks: things beside each other.
function list(items, options) {
  return h('ul', { class: 'things' }, items.map((item) => h('li', {}, thing(item, options))));
}

function thing(item, options) {
  if (item.kind === 'button') return button(item, options);
  if (item.kind === 'card' || item.kind === 'text' || item.kind === 'number') return card(item, options);
  const big = item.kind === 'poly' ? polySize(item) : U;
  return s('svg', { class: 'thing', viewBox: `${-big / 2 - 2} ${-big / 2 - 2} ${big + 4} ${big + 4}`, width: big + 4, height: big + 4 }, svgItem(item, 0, 0, options, big));
}

const polySize = (item) => (maskCells(item.mask || '0').length > 4 ? U * 1.3 : U);

function card(item, options) {
  const down = (item.flags || []).includes('down');
  return h('div', { class: itemClass(item) + ' card-face' + stateClass(item.ref, options), 'data-key': item.key || null, ...pickable(item, options) },
    item.mask && !down ? maskPicture(item.mask) : null,
    item.glyph && !down ? h('span', { class: 'card-glyph', 'aria-hidden': 'true' }, item.glyph) : null,
    h('span', { class: 'card-label' }, sentence(item.label || '')),
    item.count > 1 && item.kind !== 'number' ? h('span', { class: 'card-count' }, '× ' + item.count) : null);
}

// A puzzle card's cells, small.
function maskPicture(mask) {
  const q = 9;
  const cells = maskCells(mask);
  const rows = Math.max(...cells.map((c) => c[0])) + 1;
  const cols = Math.max(...cells.map((c) => c[1])) + 1;
  return s('svg', { width: cols * q + 2, height: rows * q + 2, class: 'mask', 'aria-hidden': 'true' },
    cells.map(([r, c]) => s('rect', { x: c * q + 1, y: r * q + 1, width: q - 1, height: q - 1, rx: 1.5 })));
}

// --- Boards ------------------------------------------------------------------

function coordinate(zone, row, col) {
  if (zone.coords === 'letters') return [String(zone.rows - row), String.fromCharCode(97 + (col % 26))];
  return [String(row), String(col)];
}

function margins(zone) {
  const out = [];
  for (let r = 0; r < zone.rows; r++) out.push(s('text', { class: 'coord', x: M * 0.45, y: M + (r + 0.5) * U + 4, 'text-anchor': 'middle', 'aria-hidden': 'true' }, coordinate(zone, r, 0)[0]));
  for (let c = 0; c < zone.cols; c++) {
    const y = zone.coords === 'letters' ? M + zone.rows * U + 13 : 12;
    out.push(s('text', { class: 'coord', x: M + (c + 0.5) * U, y, 'text-anchor': 'middle', 'aria-hidden': 'true' }, coordinate(zone, 0, c)[1]));
  }
  return out;
}

function grid(zone, items, options) {
  const coords = zone.coords && zone.coords !== 'none';
  const left = coords ? M : 3;
  const checked = (zone.flags || []).includes('checked');
  const places = new Set(items.filter((i) => i.kind === 'cell' || i.ref).map((i) => i.row * 1000 + i.col));
  const squares = [...places].map((p) => {
    const r = Math.floor(p / 1000);
    const c = p % 1000;
    return s('rect', { class: 'square ' + (checked && (r + c) % 2 ? 'dark' : 'light'), x: left + c * U, y: left + r * U, width: U, height: U });
  });
  const svg = s('svg', { class: 'board', viewBox: `0 0 ${left + zone.cols * U + 3} ${left + zone.rows * U + (coords ? M : 3)}`, style: `--cells:${zone.cols}${zone.cols <= 5 && zone.parent < 0 ? ';--max:96px' : ''}` }, squares, coords ? margins(zone) : null,
    items.map((i) => (i.kind === 'poly' && i.mask ? laidPoly(i, left) : svgItem(i, left + (i.col + 0.5) * U, left + (i.row + 0.5) * U, options))));
  svg.addEventListener('keydown', (e) => travel(e, svg));
  return svg;
}

// A polyomino on a board covers its cells, its first row and column at row, col.
function laidPoly(item, left) {
  return s('g', { class: itemClass(item), role: 'img', 'aria-label': item.label, 'data-key': item.key || null, 'pointer-events': 'none' },
    maskCells(item.mask).map(([r, c]) => s('rect', { class: 'face', x: left + (item.col + c) * U + 1, y: left + (item.row + r) * U + 1, width: U - 2, height: U - 2, rx: 4 })));
}

function hex(zone, items, options) {
  const w = U * 0.92;
  const hgt = U * 0.8;
  const x = (i) => (i.col + i.row / 2 + 0.5) * w + 4;
  const y = (i) => (i.row + 0.5) * hgt + 8;
  const svg = s('svg', { class: 'board hexes', viewBox: `0 0 ${(zone.cols + zone.rows / 2) * w + 8} ${zone.rows * hgt + 18}`, style: `--cells:${zone.cols * 1.5}` },
    items.filter((i) => i.kind === 'cell' || i.ref).map((i) => s('path', { class: 'square light', d: hexPath(w * 0.575), transform: `translate(${x(i)} ${y(i)})` })),
    items.map((i) => svgItem(i, x(i), y(i), options, U * 0.92, 'hex')));
  svg.addEventListener('keydown', (e) => travel(e, svg));
  return svg;
}

function graph(zone, items, scene, options) {
  const x = (i) => (i.col / 100) * U + U;
  const y = (i) => (i.row / 100) * U + U;
  const cols = Math.max(...items.map((i) => i.col / 100), 1);
  const rows = Math.max(...items.map((i) => i.row / 100), 1);
  const at = new Map(items.map((i) => [i.index, i]));
  const lines = (scene.edges || []).filter(([a, b]) => at.has(a) && at.has(b)).map(([a, b]) => s('line', { class: 'edge', x1: x(at.get(a)), y1: y(at.get(a)), x2: x(at.get(b)), y2: y(at.get(b)) }));
  const svg = s('svg', { class: 'board graph', viewBox: `0 0 ${(cols + 2) * U} ${(rows + 2) * U}`, style: `--cells:${cols + 2}` }, lines,
    items.filter((i) => i.kind === 'cell').map((i) => s('circle', { class: 'square light', cx: x(i), cy: y(i), r: U * 0.3 })),
    items.map((i) => svgItem(i, x(i), y(i), options, U * 0.84, 'graph')));
  svg.addEventListener('keydown', (e) => travel(e, svg));
  return svg;
}

// Arrow keys go to the nearest pickable item in that direction, on any board.
function travel(e, svg) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
  const from = e.target.closest('[data-ref]');
  if (!way || !from) return;
  e.preventDefault();
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

// --- Dragging ---

/**
 * Lets things be dragged on `root`: picking one up picks it, letting go picks what lies
 * there. `pick(ref)` is called for both; a tap stays a tap.
 */
export function makeDraggable(root, pick, isPicked) {
  let from = null; // {ref, x, y}
  let dragged = false;
  const refAt = (x, y) => {
    const el = document.elementFromPoint(x, y);
    const item = el && root.contains(el) ? el.closest('[data-ref]') : null;
    return item ? Number(item.dataset.ref) : 0;
  };
  root.addEventListener('pointerdown', (e) => {
    dragged = false;
    const ref = e.button ? 0 : refAt(e.clientX, e.clientY);
    from = ref ? { ref, x: e.clientX, y: e.clientY } : null;
  });
  root.addEventListener('pointermove', (e) => {
    if (!from || dragged || Math.hypot(e.clientX - from.x, e.clientY - from.y) < 10) return;
    if (refAt(e.clientX, e.clientY) === from.ref) return;
    dragged = true;
    root.classList.add('dragging');
    if (!isPicked(from.ref)) pick(from.ref);
  });
  const end = (e) => {
    root.classList.remove('dragging');
    const ref = from && dragged && e.type === 'pointerup' ? refAt(e.clientX, e.clientY) : 0;
    if (ref && ref !== from.ref) pick(ref);
    from = null;
  };
  root.addEventListener('pointerup', end);
  root.addEventListener('pointercancel', end);
  // The click that ends a drag is not a tap.
  root.addEventListener('click', (e) => {
    if (dragged) e.stopPropagation();
    dragged = false;
  }, true);
}

// --- Movement ----------------------------------------------------------------

function positions(root) {
  const map = new Map();
  for (const el of root.querySelectorAll('[data-key]')) map.set(el.dataset.key, el.getBoundingClientRect());
  return map;
}

// Things that were elsewhere slide to their new place.
function slide(root, before) {
  if (!before.size || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const el of root.querySelectorAll('[data-key]')) {
    const old = before.get(el.dataset.key);
    const now = el.getBoundingClientRect();
    if (!old || (Math.abs(old.x - now.x) < 2 && Math.abs(old.y - now.y) < 2)) continue;
    const scale = el.ownerSVGElement ? el.ownerSVGElement.viewBox.baseVal.width / el.ownerSVGElement.getBoundingClientRect().width : 1;
    const base = el.getAttribute('transform') ? new DOMMatrix(getComputedStyle(el).transform) : new DOMMatrix();
    const start = new DOMMatrix().translate((old.x - now.x) * scale, (old.y - now.y) * scale).multiply(base);
    el.animate([{ transform: start.toString() }, { transform: base.toString() }], { duration: 220, easing: 'ease-out' });
  }
}
