// SPDX-License-Identifier: MIT
// A scene as the page thinks of it: zones with their items and children, the part each plays on the table
// (its role), and how large it is in cells or in cards. Sizes come from what a zone can hold, not from what
// it holds, so that nothing jumps when a tile leaves.

import { shown } from './files.js';
import { zoneLook } from './skins.js';
import { t } from './words.js';

/**
 * @typedef {Object} Item
 * @property {number} index @property {number} zone @property {string} kind @property {number} [ref]
 * @property {number} [key] @property {number} [row] @property {number} [col] @property {number} [owner]
 * @property {string} [colour] @property {string} [shape] @property {number} [count]
 * @property {string[]} flags
 * @property {string} [mask] @property {string} [glyph] @property {string} [label]
 * @property {string} [class] @property {number[]} [joins] right and down to the other half of a domino
 * @property {number} [points] @property {string} [reward] @property {number} [answers]
 *
 * @typedef {Object} Zone
 * @property {number} index @property {string} kind @property {number} [owner] @property {string[]} flags
 * @property {number} parent @property {number} rows @property {number} cols @property {string} label
 * @property {Item[]} items @property {Zone[]} kids @property {string} role @property {string} [layout]
 * @property {string} [material] @property {string} [form] @property {string[]} [sides]
 * @property {number} [have]
 * @property {number} [need] @property {string} [coords] @property {number} [cap]
 * @property {{sign: string}} [ground]
 * @property {boolean} [puzzle] @property {Set<number|undefined>} [laying] rows whose tile is being laid
 *
 * @typedef {{zones: Zone[], top: Zone[], edges: number[][], near: number, game: string,
 *   scene: any, items: Item[], called: string}} Model scene: as it was sent; items: of all zones, as there
 */

const BOARDS = /^(grid|hex|graph)$/;

/** Whether cards lie in a zone rather than tiles. */
export const holdsCards = (zone) => zone.items.some((i) => i.kind === 'card');

/** Whether a zone is what lies beside a board of a rules file, in no player's area. @param {Zone} zone */
export const isHeap = (zone) =>
  zone.kind === 'pile' && zone.parent < 0 && zone.items.every((i) => i.kind === 'piece');

function roleOf(zone, near) {
  if (zone.flags.includes('popup')) return 'sheet';
  if (zone.role && zone.role !== 'auto') return zone.role;
  if (zone.kind === 'actions') return 'acts';
  if (zone.kind === 'counter') return 'fact';
  if (zone.kind === 'text') return 'words';
  if (zone.owner === near) return zone.kind === 'hand' ? 'hand' : 'mine';
  if (zone.owner !== undefined) return 'others';
  if (zone.kind === 'stack') return 'stage';
  if (BOARDS.test(zone.kind) && !holdsCards(zone)) return 'board';
  return 'table';
}

// Puzzles are grids whose places are only some of their cells, with polyominoes laid on them.
const isPuzzle = (zone) => zone.kind === 'grid' && zone.owner !== undefined && /^puzzle \d/.test(zone.label);

// "player 2" of a label is a person with a name; what nobody may know has one word for all.
function named(text, names) {
  return text
    .replace(/\bplayer (\d)\b/gi, (all, n) => names[n - 1] || all)
    .replace('hidden piece', t('hidden piece'));
}

const LINE = 12; // more places than this in one line would be small

/** A long line of places is bent like a horseshoe, without names. @param {Zone} zone @param {any} scene */
function bend(zone, scene) {
  const line = zone.items.filter((i) => i.kind !== 'text');
  const sent = line.map((i) => scene.items[i.index]);
  const half = Math.ceil((Math.max(...sent.map((i) => i.col || 0)) / 100 + 1) / 2);
  if (zone.kind !== 'graph' || 2 * half <= LINE || sent.some((i) => i.row)) return;
  zone.items = line;
  line.forEach((item, k) => {
    const col = (sent[k].col || 0) - 100 * half;
    Object.assign(item, col < 0 ? { row: 300, col: -100 - col } : { row: 0, col });
  });
}

/** Whether the server says the same of two items. @param {any} a @param {any} b */
function sameItem(a, b) {
  if (a === b) return true;
  let count = 0;
  for (const n in a) {
    if (a[n] !== b[n] && (n !== 'flags' || String(a[n]) !== String(b[n]))) return false;
    count++;
  }
  return count === Object.keys(b).length;
}

// What the ground of a board is drawn from; while it is the same, so is the ground.
/** @param {any} z @returns {any[]} */
const places = (z) => z.items.filter((/** @type {any} */ i) => i.kind === 'cell' || i.ref);
/** @param {any} z */
const groundSign = (z) =>
  [z.kind, z.rows, z.cols, z.form, z.material, z.coords, z.flags, z.sides]
    .concat(places(z).map((i) => [i.row, i.col, i.glyph === '#']))
    .join();

/**
 * What is picked by picking an item. A man that is dropped has no number of its own in a hand, but its kind
 * has one in the sheet: it is picked where it lies.
 * @param {any} scene @param {any} item
 */
function refOf(scene, item) {
  if (item.ref || scene.zones[item.zone]?.kind !== 'hand') return item.ref;
  const same = (/** @type {any} */ i) =>
    i.kind === 'piece' && i.owner === item.owner && item.label?.endsWith(` ${i.label} in hand`);
  const asked = (/** @type {any} */ i) => scene.zones[i.zone].flags?.includes('popup');
  return scene.items.find((/** @type {any} */ i) => same(i) && asked(i))?.ref;
}

/**
 * @param {any} scene as the server sends it
 * @param {{game: string, near: number, names: string[], skin: import('./skins.js').Skin}} table
 * @param {Model|null} [before] of the same match: what has not changed since is taken over, so that drawings
 *   of it are found again
 * @returns {Model}
 */
export function modelOf(scene, { game, near, names, skin }, before) {
  const called = names.join('\n');
  const old = before?.called === called ? before : null;
  const zones = scene.zones.map((z, index) => ({
    rows: 0,
    cols: 0,
    ...z,
    ...zoneLook({ ...z, parent: z.parent ?? -1 }, skin),
    ...said(z),
    parent: z.parent ?? -1,
    index,
    flags: z.flags || [],
    label: z.label || '',
    items: [],
    kids: [],
  }));
  const items = scene.items.map((item, index) => {
    const ref = refOf(scene, item);
    const known = old?.items[index];
    if (known?.ref === ref && known && sameItem(old?.scene.items[index], item)) return known;
    const told = item.label && named(item.label, names);
    const label = told && skin.withoutI ? shown(told) : told;
    return { ...item, ref, label, index, flags: item.flags || [] };
  });
  for (const item of items) zones[item.zone]?.items.push(item);
  for (const zone of zones) {
    zone.role = roleOf(zone, near);
    if (zone.role === 'board') {
      bend(zone, scene);
      const [sign, known] = [groundSign(zone) + scene.edges, old?.zones[zone.index]?.ground];
      zone.ground = known?.sign === sign ? known : { sign };
    }
    zone.puzzle = isPuzzle(zone);
    if (zone.parent >= 0) zones[zone.parent].kids.push(zone);
  }
  const top = zones.filter((z) => z.parent < 0);
  return { zones, top, edges: scene.edges || [], near, game, scene, items, called };
}

// What the scene itself says of the optional members; "auto" and absent leave it to the skin.
function said(zone) {
  const out = {};
  for (const name of ['layout', 'role', 'material', 'form', 'sides', 'need', 'have', 'cap']) {
    if (zone[name] !== undefined && zone[name] !== 'auto' && zone[name] !== 'none') out[name] = zone[name];
  }
  return out;
}

/** Whether something that may be picked lies in a hand. @param {Model} model @param {number|undefined} ref */
export const atHand = (model, ref) =>
  model.zones.some((z) => z.kind === 'hand' && z.items.some((i) => i.ref === ref));

/** All zones of a role, wherever they hang. @param {Model} model @param {string} role */
export const withRole = (model, role) => model.zones.filter((z) => z.role === role);

/** What everybody takes from and lies open in heaps, as in Project L; piles of cards lie at the stage. */
export const reserves = (model) => withRole(model, 'supply').filter((z) => z.kind !== 'pile');

/**
 * What lies on a place that is called `word` ("e4"): the words of things there, or of the place itself.
 * @param {Model} model @param {string} word @returns {string[]}
 */
export function whatIsOn(model, word) {
  const name = word.trim().toLowerCase();
  const called = (i) => (i.label || '').toLowerCase().split(/[^\p{L}\p{N}]+/u).includes(name);
  const all = name ? model.zones.flatMap((z) => z.items).filter(called) : [];
  const things = all.filter((i) => i.kind !== 'cell');
  return [...new Set((things.length ? things : all).map((i) => i.label || ''))];
}

/** The board of a game that is little more than one board, or undefined. @param {Model} model */
export function theBoard(model) {
  const boards = model.top.filter((z) => z.role === 'board');
  const lone = model.top
    .flatMap((z) => (z.kind === 'group' && z.owner === undefined ? z.kids : []))
    .filter((z) => z.role === 'board');
  return (
    boards[0] ||
    (lone.length === 1 && !model.top.some((z) => z.role === 'mine' && z.kids.length) ? lone[0] : undefined)
  );
}

/** The person's things: groups of `mine`, without facts and hands. @param {Zone} group */
export const laid = (group) =>
  (group.kids.length ? group.kids : [group]).filter(
    (z) => !['fact', 'hand', 'acts', 'words'].includes(z.role) && z.kind !== 'hand' && z.kind !== 'counter',
  );

const GAP = 0.4; // between zones that stand side by side, in cells
const ARROWS = 0.33; // from lines to the wall beside them, and the wall's own edge

/**
 * The size of a zone in its unit: cells, or widths of a card.
 * @param {Zone} zone
 * @returns {{w: number, h: number, cards: boolean}}
 */
export function unitsOf(zone) {
  if (zone.kids.length) return groupUnits(laid(zone));
  if (zone.puzzle) return { w: 6, h: 7.5, cards: false };
  const cards = holdsCards(zone);
  const n = Math.max(zone.cap || 0, zone.cols || 0, zone.items.length, 1);
  const tall = zone.items.some((i) => i.mask) ? 1.25 : 1.4;
  if (zone.kind === 'grid' || zone.kind === 'hex')
    return cards ? { w: zone.cols, h: zone.rows * tall, cards } : { w: zone.cols, h: zone.rows, cards };
  if (zone.kind === 'stack') return { w: 2.6, h: 1.5, cards: true };
  if (zone.kind === 'hand' && cards) return { w: Math.max(3, n) * 0.84, h: 1.5, cards };
  if (cards) return { w: Math.max(n, 3), h: tall, cards };
  return { w: n, h: 1, cards };
}

// Things side by side, tracks below them.
function groupUnits(kids) {
  const sizes = kids.map((z) => [z, unitsOf(z)]);
  const beside = sizes.filter(([z]) => z.kind !== 'track').map(([, u]) => u);
  const below = sizes.filter(([z]) => z.kind === 'track').map(([, u]) => u);
  const cards = beside.some((u) => u.cards);
  const arrows = kids.some((/** @type {Zone} */ z) => z.layout === 'stairs') ? ARROWS : 0;
  const w = beside.reduce((sum, u) => sum + u.w, arrows) + GAP * Math.max(0, beside.length - 1);
  const h = Math.max(0, ...beside.map((u) => u.h)) + below.reduce((sum, u) => sum + u.h + GAP, 0);
  return { w: Math.max(w, ...below.map((u) => u.w), 1), h: Math.max(h, 1), cards };
}
