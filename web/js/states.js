// SPDX-License-Identifier: MIT
// What can be done with a thing now, said by classes, by attributes and by marks on boards.

import { v } from './vdom.js';

/**
 * @typedef {Object} Context what drawing needs to know besides the scene
 * @property {Set<number>} next @property {Set<number>} picked @property {Set<number>} marks
 * @property {Set<number>} last @property {Set<number>} ghosts @property {boolean} many
 * @property {boolean} live @property {boolean} [seated] has a seat in a match that goes on
 * @property {import('./skins.js').Skin} skin @property {boolean} flip @property {number} near
 * @property {Object<string, string>} [words] @property {string[]} names @property {number[][]} edges
 * @property {import('./model.js').Item[]} [items] @property {boolean} [noDots]
 * @property {Set<number>} [stops] @property {Set<string>|null} [lands]
 * @property {{row: number, col: number, mate: boolean}|null} [checked]
 * @property {import('./model.js').Item|null} [ghostOf]
 * @property {number} [pending] the place of a move that is on its way
 * @property {string[]} [moves] up to what is shown, where drawings need them
 * @property {Set<number>} [firsts] what may be picked first, or instead of what is picked
 * @property {number} [most] as many on each other are counted at a glance
 * @property {boolean} [tall] the board stands upright
 * @property {boolean} [rows] places are told as the cells of a grid
 */

/** Where more than this may be picked first, grounds would only be noise. */
export const MANY = 30;

/** @param {import('./model.js').Item} item @param {Context} c */
export function classOf(item, c) {
  const own = `item ${item.kind}${item.flags.map((f) => ` f-${f}`).join('')}`;
  if (!item.ref) return own;
  return (
    own +
    (c.next.has(item.ref) ? (c.picked.size ? ' can aim' : ' can') : '') +
    (c.picked.has(item.ref) ? ' picked' : '') +
    (c.pending === item.ref ? ' f-pending' : '') +
    (c.marks.has(item.ref) ? ' marked' : '') +
    (c.last.has(item.ref) ? ' last' : '')
  );
}

/** What a thing is called; if several lie here, how many. @param {import('./model.js').Item} item */
export function nameOf(item) {
  const label = item.label || item.glyph || 'place';
  const count = item.count || 0;
  return count > 1 && !label.includes(String(count)) ? `${label}, ${count}` : label;
}

/** Attributes that let a thing be found by mouse, finger, keyboard and screen reader. */
export function attributesOf(item, c) {
  const data = item.key ? { 'data-key': item.key } : {};
  if (!item.ref) return item.label ? data : { ...data, 'aria-hidden': 'true' };
  // Between two questions things can keep the focus, so that it is not lost, and stay what they are, so that
  // a large board is not written anew.
  const idle = { 'tabindex': c.stops ? -1 : null, 'aria-label': nameOf(item) };
  if (!c.live && !c.seated)
    return { ...data, 'data-ref': item.ref, 'role': c.rows ? 'gridcell' : 'img', ...idle };
  const can = c.next.has(item.ref);
  const stop = c.stops ? c.stops.has(item.ref) : can;
  return {
    ...data,
    'data-ref': item.ref,
    'role': c.rows ? 'gridcell' : 'button',
    'tabindex': stop || c.picked.has(item.ref) ? 0 : -1,
    'aria-label': nameOf(item),
    [c.rows ? 'aria-selected' : 'aria-pressed']: c.picked.has(item.ref) ? 'true' : null,
    'aria-disabled': can || c.firsts?.has(item.ref) ? null : 'true',
  };
}

/** A place of the scene as a word. @param {{zone: number, row?: number, col?: number}} at */
export const placeName = (at) => `${at.zone}:${at.row ?? 0}:${at.col ?? 0}`;

/** Whether something would lie on this place after the move under the pointer. */
export const landsOn = (item, c) =>
  c.lands ? c.lands.has(placeName(item)) : Boolean(item.ref) && c.ghosts.has(item.ref);

/** The name by which an item is found again in the next picture. */
export const keyOf = (item) => (item.ref ? `r${item.ref}` : item.key ? `k${item.key}` : undefined);

/** Where a man may go: a dot on a free place, a ring round one that is taken. */
export function target(item, c, taken, size = 40) {
  if (!item.ref || !c.next.has(item.ref) || c.many || (taken && !c.picked.size)) return null;
  const key = `t${item.ref}`;
  if (!taken) return v('circle', { key, 'class': 'dot', 'r': size * 0.14, 'aria-hidden': 'true' });
  return v(
    'g',
    { key, 'aria-hidden': 'true' },
    v('circle', { class: 'take rim', r: size * 0.44 }),
    v('circle', { class: 'take', r: size * 0.44 }),
  );
}

/** How many of a thing lie here. */
export function badge(count, x, y) {
  return v(
    'g',
    { 'class': 'badge', 'aria-hidden': 'true', 'transform': `translate(${x} ${y})` },
    v('rect', { x: -9, y: -9, width: 18, height: 18, rx: 9 }),
    v('text', { 'y': 4, 'text-anchor': 'middle', 'font-size': 11 }, String(count)),
  );
}
