// SPDX-License-Identifier: MIT
// Five azulejo tiles: colour, outline and pattern all differ. Each is also drawn pale, as print on a wall.

import { U, polygon, range, use } from './base.js';

const petals = (n, d) =>
  range(n)
    .map((i) => `<path d="${d}" transform="rotate(${(360 / n) * i})"/>`)
    .join('');
export const tileArt = {
  blue: [
    '#2d6fbd',
    '#1d5296',
    `<g fill="#eef5ff">${petals(4, 'M0-2C5-6 5-12 0-16C-5-12-5-6 0-2Z')}</g><path d="M0-4L4 0L0 4L-4 0Z"
fill="#f3c64b"/>`,
  ],
  yellow: [
    '#f2c445',
    '#dba021',
    `<g fill="#7a4a08">${petals(8, 'M-2.200-8L0-16L2.200-8Z')}</g><circle r="6.500"
fill="#7a4a08"/><circle
r="3.400" fill="#fbe49a"/>`,
  ],
  red: [
    '#d2503f',
    '#a83427',
    `<g fill="#ffe3d6">${petals(4, 'M-15-15H-3A12 12 0 0 1-15-3Z')}</g><path d="M0-7L7 0L0 7L-7 0Z"
fill="none" stroke="#ffe3d6" stroke-width="2.600"/>`,
  ],
  black: [
    '#46474d',
    '#2a2b30',
    `<g fill="none" stroke="#9fd8d2" stroke-width="3" stroke-linecap="round"><path d="M-11-11L11
11M11-11L-11 11"/><circle r="8.500"/></g>`,
  ],
  white: [
    '#fbfaf4',
    '#dfe9e6',
    `<path d="${polygon(8, 15, -90, 0.6)}" fill="#1c8585"/><path d="${polygon(8, 8, -90, 0.55)}"
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

export const tileSymbols = () =>
  Object.entries(tileArt)
    .map(
      ([
        name,
        [a, b, art],
      ]) => `<linearGradient id="g-${name}" x2="0" y2="1"><stop stop-color="${a}"/><stop offset="1"
stop-color="${b}"/></linearGradient>
<symbol id="t-${name}" viewBox="-20 -20 40 40"><rect x="-18.500" y="-18.500" width="37" height="37" rx="5"
fill="url(#g-${name})" stroke="${{ white: '#9db5b1', black: '#70727b' }[name] || '#0005'}"
stroke-width="1"/>${art}<path d="M-16.500-13.500a3 3 0 0 1 3-3h27a3 3 0 0 1 3 3" fill="none" stroke="#fff"
stroke-opacity=".55" stroke-width="1.600" stroke-linecap="round"/></symbol>
<symbol id="p-${name}" viewBox="-20 -20 40 40"><rect x="-18.500" y="-18.500" width="37" height="37" rx="5"
fill="${b}" fill-opacity="${name === 'black' ? 0.09 : 0.15}"
stroke="${name === 'white' ? '#1c8585' : name === 'black' ? 'var(--ink)' : b}" stroke-opacity=".55"
stroke-width="1.200"/>${pale(art)}</symbol>`,
    )
    .join('');
export const tile = (name, size = U) => use('t-' + name, size);
export const printed = (name, size = U) => use('p-' + name, size);
