// SPDX-License-Identifier: MIT
// Five azulejo tiles: colour, outline and pattern all differ. Each is also drawn pale, as print on a wall.

import { polygon, range } from './base.js';

// Tiles and their print are smaller than the places they lie on.
const LAID = 0.975;
const PRINT = 0.925;

// Turned copies of a form as one path: to the browser each copy with a transform is a part of its own, and
// there are a hundred tiles.
/** @param {number} n @param {number} k @param {(p: (x: number, y: number) => string) => string} form */
const petals = (n, k, form) =>
  range(n)
    .map((i) => {
      const [s, c] = [Math.sin, Math.cos].map((f) => k * f((2 * Math.PI * i) / n));
      return form((x, y) => `${(c * x - s * y).toFixed(2)} ${(s * x + c * y).toFixed(2)}`);
    })
    .join('');
const num = (/** @type {number} */ n) => n.toFixed(2);

/** Two colours of the ground, and what is drawn on it at so many times its size. */
/** @type {Object<string, [string, string, (k: number) => string]>} */
export const tileArt = {
  blue: [
    '#2d6fbd',
    '#1d5296',
    (k) =>
      `<path fill="#eef5ff" d="${petals(
        4,
        k,
        (p) => `M${p(0, -2)}C${p(5, -6)} ${p(5, -12)} ${p(0, -16)}C${p(-5, -12)} ${p(-5, -6)} ${p(0, -2)}Z`,
      )}"/><path d="${polygon(4, 4 * k)}" fill="#f3c64b"/>`,
  ],
  yellow: [
    '#f2c445',
    '#dba021',
    (k) =>
      `<path fill="#7a4a08" d="${petals(8, k, (p) => `M${p(-2.2, -8)}L${p(0, -16)}L${p(2.2, -8)}Z`)}"/><circle
r="${num(6.5 * k)}" fill="#7a4a08"/><circle r="${num(3.4 * k)}" fill="#fbe49a"/>`,
  ],
  red: [
    '#d2503f',
    '#a83427',
    (k) =>
      `<path fill="#ffe3d6" d="${petals(
        4,
        k,
        (p) => `M${p(-15, -15)}L${p(-3, -15)}A${12 * k} ${12 * k} 0 0 1 ${p(-15, -3)}Z`,
      )}"/><path d="${polygon(4, 7 * k)}" fill="none" stroke="#ffe3d6" stroke-width="${num(2.6 * k)}"/>`,
  ],
  black: [
    '#46474d',
    '#2a2b30',
    (k) =>
      ['path', 'circle']
        .map(
          (form) => `<${form} fill="none" stroke="#9fd8d2" stroke-width="${num(3 * k)}" stroke-linecap="round"
${form === 'path' ? `d="${petals(4, k, (p) => `M0 0L${p(11, 11)}`)}"` : `r="${num(8.5 * k)}"`}/>`,
        )
        .join(''),
  ],
  white: [
    '#fbfaf4',
    '#dfe9e6',
    (k) =>
      `<path d="${polygon(8, 15 * k, -90, 0.6)}" fill="#1c8585"/><path d="${polygon(8, 8 * k, -90, 0.55)}"
fill="#fbfaf4"/>`,
  ],
};

// Mixed, not see-through: a hundred groups with an opacity would each be a layer of their own to the browser.
/** @type {Object<string, string>} */
const PALE = {
  '#eef5ff': '#2d6fbd',
  '#ffe3d6': '#c04535',
  '#9fd8d2': 'var(--ink)',
  '#7a4a08': '#c08a12',
  '#fbfaf4': 'var(--card)',
};
const pale = (/** @type {string} */ art) =>
  art.replaceAll(
    /#[\da-f]{6}/g,
    (colour) => `color-mix(in srgb,${PALE[colour] || colour} 42%,var(--card))`,
  );

/** The square of a tile with rounded corners. @param {number} k @param {string} look */
const square = (k, look) =>
  `<rect x="${num(-18.5 * k)}" y="${num(-18.5 * k)}" width="${num(37 * k)}" height="${num(37 * k)}"
rx="${num(5 * k)}" ${look}/>`;

const SHINE = `<path d="M-16.1-13.200a2.9 2.9 0 0 1 2.9-2.900h26.400a2.9 2.9 0 0 1 2.9 2.9"
fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.6" stroke-linecap="round"/>`;

export const tileSymbols = () =>
  Object.entries(tileArt)
    .map(
      ([
        name,
        [a, b, art],
      ]) => `<linearGradient id="g-${name}" x2="0" y2="1"><stop stop-color="${a}"/><stop offset="1"
stop-color="${b}"/></linearGradient><g id="t-${name}">${square(
        LAID,
        `fill="url(#g-${name})" stroke="${{ white: '#9db5b1', black: '#70727b' }[name] || '#0005'}"`,
      )}${art(LAID)}${SHINE}</g><g id="p-${name}">${square(
        PRINT,
        `fill="${b}" fill-opacity="${name === 'black' ? 0.09 : 0.15}"
stroke="${name === 'white' ? '#1c8585' : name === 'black' ? 'var(--ink)' : b}" stroke-opacity=".55"
stroke-width="1.1"`,
      )}${pale(art(PRINT))}</g>`,
    )
    .join('');

/** A drawing as it is, or in another size. @param {string} id @param {number} [k] */
const drawn = (id, k) =>
  k ? `<g transform="scale(${num(k)})"><use href="#${id}"/></g>` : `<use href="#${id}"/>`;
/** @param {string} name @param {number} [size] of its place, if it is not 40 */
export const tile = (name, size) => drawn(`t-${name}`, size && size / 40);
/** @param {string} name @param {number} [size] */
export const printed = (name, size) => drawn(`p-${name}`, size && size / 40);
