// SPDX-License-Identifier: MIT
// Draws any scene: zones become sections, items are drawn by items.js, boards by
// boards.js. Knows no game; skins.js has art for some.

import { h, s, sentence, toast } from './dom.js';
import { U, itemClass, maskCells, polySize, shapeMark } from './items.js';
import { board, pickable, stateClass, svgItem } from './boards.js';
import { positions, slide } from './motion.js';

const MANY = 30; // where more than this may be picked, marks would only be noise

/**
 * Draws `scene` into `root`. `options`: next, marks, picked, last: Sets of refs; onpick(ref)
 * or null; names of the players; skin; flip; near: the seat whose things lie in front;
 * words: what cards say, by name; move: the picks of a move that has just been made.
 */
export function drawScene(root, scene, options) {
  const before = positions(root);
  const children = scene.zones.map(() => []);
  const top = [];
  scene.zones.forEach((zone, i) => (zone.parent >= 0 ? children[zone.parent].push(i) : top.push(i)));
  const items = scene.zones.map(() => []);
  scene.items.forEach((item, i) => items[item.zone] && items[item.zone].push({ ...item, label: item.label && named(item.label, options), index: i }));
  options.many = options.next.size > MANY;
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.ref : null;
  const draw = (i) => drawZone(scene, i, items, children, options);
  const boxes = top.map(draw).filter(Boolean);
  const isBoard = (b) => /z-(grid|hex|graph)/.test(b.className);
  root.classList.toggle('many', options.many);
  root.classList.toggle('has-board', boxes.some(isBoard));
  const counters = boxes.filter((b) => b.className.includes('z-counter'));
  const rest = boxes.filter((b) => !counters.includes(b));
  root.style.setProperty('--rows', rest.filter((b) => !isBoard(b) && !b.className.includes('zf-popup')).length + (counters.length ? 0.4 : 0));
  root.replaceChildren(...(counters.length ? [h('div', { class: 'strip' }, counters)] : []), ...rest);
  if (focused && root.querySelector(`[data-ref="${focused}"]`)) root.querySelector(`[data-ref="${focused}"]`).focus();
  slide(root, before, options.move);
}

// Games say "player 2"; people have names.
function named(text, options) {
  return text.replace(/\bplayer (\d)\b/gi, (all, n) => (options.names && options.names[n - 1]) || all);
}

function drawZone(scene, index, items, children, options) {
  const zone = scene.zones[index];
  const flags = zone.flags || [];
  const mine = items[index];
  if (flags.includes('popup') && !mine.some((i) => options.next.has(i.ref))) return null;
  if (zone.kind === 'actions' && !mine.some((i) => options.next.has(i.ref))) return null;
  const label = named(sentence(zone.label || ''), options);
  const owner = zone.owner === undefined ? '' : ` o-player${zone.owner + 1} ${zone.owner === options.near ? 'near' : 'far'}`;
  const inner = children[index];
  const counters = inner.filter((i) => scene.zones[i].kind === 'counter' && zone.kind === 'group');
  // Tracks go below what stands beside each other.
  const draw = (list) => list.map((i) => drawZone(scene, i, items, children, options)).filter(Boolean);
  const tracks = draw(inner.filter((i) => scene.zones[i].kind === 'track'));
  const rest = draw(inner.filter((i) => scene.zones[i].kind !== 'track' && !counters.includes(i)));
  const solo = ['grid', 'hex', 'graph', 'actions', 'counter'].includes(zone.kind) && zone.parent < 0;
  return h('div', { role: 'group', class: `zone z-${zone.kind} ${flags.map((f) => 'zf-' + f).join(' ')}${owner}`, 'aria-label': label || null },
    label && !solo && zone.kind !== 'counter' ? h(zone.parent < 0 ? 'h2' : 'h3', { class: 'name' }, label, counters.map((i) => h('span', { class: 'chip' }, items[i].map((t) => t.label).join(', ')))) : null,
    bodyOf(zone, mine, scene, options),
    rest.length ? h('div', { class: 'inner' }, rest) : null,
    tracks.length ? h('div', { class: 'inner' }, tracks) : null);
}

function bodyOf(zone, items, scene, options) {
  switch (zone.kind) {
    case 'grid':
    case 'hex':
    case 'graph': return board(zone, items, scene, options);
    case 'counter': return h('p', { class: 'counter' }, items.map((i) => i.label).join(', ') || sentence(zone.label || ''));
    case 'text': return h('div', { class: 'words' }, items.map((i) => h('p', { class: itemClass(i) }, sentence(i.label))));
    case 'actions': return h('div', { class: 'buttons' }, items.map((i) => button(i, options)));
    case 'group': return items.length ? list(items, options) : null;
    default: return items.length ? list(items, options, zone.kind) : h('p', { class: 'empty' }, 'empty');
  }
}

// --- Things beside each other -------------------------------------------------

function button(item, options) {
  const can = options.next.has(item.ref);
  return h('button', { class: itemClass(item) + stateClass(item.ref, options), 'data-ref': item.ref, 'aria-disabled': can ? null : 'true', onclick: () => options.onpick && options.onpick(item.ref) }, sentence(item.label || item.glyph));
}

// Rows, piles, hands, tracks and stacks.
function list(items, options, kind) {
  return h('ul', { class: 'things' }, items.map((item) => h('li', {}, thing(item, options, kind))));
}

function thing(item, options, kind) {
  if (item.kind === 'button') return button(item, options);
  if (item.kind === 'card' || item.kind === 'text' || item.kind === 'number') return card(item, options, kind);
  const big = item.kind === 'poly' ? polySize(item) : U;
  return s('svg', { class: 'thing', style: big > U ? `--times:${big / U}` : null, viewBox: `${-big / 2 - 3} ${-big / 2 - 3} ${big + 6} ${big + 6}` }, svgItem(item, 0, 0, options, { size: big }));
}

// "Llamacorn, magical unicorn" is a name and a kind; a puzzle's place is seen, not read.
function cardWords(item) {
  const label = sentence((item.label || '').replace(/^place \d+: /, ''));
  const comma = label.indexOf(', ');
  return comma > 0 ? [label.slice(0, comma), label.slice(comma + 2)] : [label, ''];
}

function card(item, options, kind) {
  const down = (item.flags || []).includes('down');
  const [name, rest] = cardWords(item);
  const text = !down && options.words ? options.words[name] : null;
  const able = pickable(item, options);
  const readable = text && !options.next.has(item.ref) ? { onclick: () => toast(`${name}: ${text}`) } : {};
  const counted = item.count > 1 && item.kind !== 'number' && !(item.label || '').includes(String(item.count));
  return h('div', { class: itemClass(item) + ' card-face' + (text && kind === 'hand' ? ' open' : '') + (item.mask && !down ? ' drawn' : '') + stateClass(item.ref, options), 'data-key': item.key || null, title: text, ...able, ...readable, oncontextmenu: text ? (e) => { e.preventDefault(); toast(`${name}: ${text}`); } : null },
    item.mask && !down ? [h('b', { class: 'points', 'aria-hidden': 'true' }, item.glyph), maskPicture(item.mask)] : null,
    h('span', { class: 'card-name' }, item.shape && !down && !item.mask ? s('svg', { class: 'card-mark', viewBox: '-10 -10 20 20', 'aria-hidden': 'true' }, shapeMark(item.shape, 8)) : null, name),
    rest ? h('span', { class: 'card-kind' }, rest) : null,
    text && kind === 'hand' ? h('span', { class: 'card-text' }, text) : null,
    counted ? h('span', { class: 'card-kind' }, '× ' + item.count) : null);
}

// A puzzle's cells.
function maskPicture(mask) {
  const q = 13;
  const cells = maskCells(mask);
  const top = Math.min(...cells.map((c) => c[0]));
  const left = Math.min(...cells.map((c) => c[1]));
  const rows = Math.max(...cells.map((c) => c[0])) + 1 - top;
  const cols = Math.max(...cells.map((c) => c[1])) + 1 - left;
  return s('svg', { width: cols * q + 2, height: rows * q + 2, class: 'mask', 'aria-hidden': 'true' },
    cells.map(([r, c]) => s('rect', { x: (c - left) * q + 1, y: (r - top) * q + 1, width: q - 1, height: q - 1, rx: 2 })));
}
