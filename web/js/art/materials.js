// SPDX-License-Identifier: MIT
// Materials: gradients and one small pattern each, no filters; and the body of a board.

import { chessSymbols } from './men.js';
import { seats } from './signs.js';
import { tileSymbols } from './tiles.js';

const stops = (...list) =>
  list.map(([o, c, a = 1]) => `<stop offset="${o}" stop-color="${c}" stop-opacity="${a}"/>`).join('');
const PIT = stops([0, 'var(--grain)', 0.35], [0.75, 'var(--grain)', 0.62], [1, '#2a1605', 0.75]);
const HALO = stops([0, '#ff3b2f', 0.95], [0.55, '#e0281c', 0.55], [1, '#e0281c', 0]);

/** All gradients, patterns and symbols, once a page. */
export const defs = () => `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>
<linearGradient id="wood0" x2="0"
y2="1">${stops([0, 'var(--wood)'], [1, 'var(--wood-2)'])}</linearGradient>
<pattern id="grain" width="240" height="60" patternUnits="userSpaceOnUse"><g fill="none"
stroke="var(--grain)" stroke-opacity=".1"><path d="M0 8C60 2 120 14 240 8M0 30C50 36 70 20 120 24S200 40
240
30" stroke-width="1.4"/><path d="M0 18C80 24 150 10 240 18M0 44C70 38 170 52 240 44M0 54C60 57 140 50
240
54" stroke-width=".8"/></g></pattern>
<radialGradient id="felt0" cx=".5" cy=".4"
r=".8">${stops([0, 'var(--felt)'], [1, 'var(--felt-2)'])}</radialGradient>
<pattern id="nap" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M1 1l1 1M4 3l1-1M2 5l1 0"
stroke="#fff" stroke-opacity=".09"/><path d="M4 5l1 1M1 3l1 0" stroke="#000"
stroke-opacity=".14"/></pattern>
<linearGradient id="slate0" x2="1" y2="1">${stops([0, '#6b7683'], [1, '#4a525d'])}</linearGradient>
<pattern id="flecks" width="50" height="50" patternUnits="userSpaceOnUse"><g fill="#fff"
fill-opacity=".12"><circle cx="7" cy="9" r=".9"/><circle cx="31" cy="5" r=".6"/><circle cx="19" cy="27"
r="1"/><circle cx="43" cy="37" r=".8"/><circle cx="9" cy="43" r=".6"/></g><g fill="#000"
fill-opacity=".16"><circle cx="25" cy="15" r=".8"/><circle cx="39" cy="21" r=".7"/><circle cx="13" cy="34"
r=".8"/><circle cx="33" cy="45" r=".9"/></g></pattern>
<radialGradient id="stone-w" cx=".36" cy=".3"
r=".75">${stops([0, '#fff'], [0.55, '#f3efe6'], [1, '#c5bcab'])}</radialGradient>
<radialGradient id="stone-b" cx=".36" cy=".3"
r=".75">${stops([0, '#77747a'], [0.45, '#38363a'], [1, '#131214'])}</radialGradient>
${[...seats, 'yellow', 'grey']
  .map(
    (c) => `<radialGradient id="stone-${c}" cx=".36" cy=".28"
r=".85">${stops(
      [0, `color-mix(in srgb,var(--${c}) 55%,#fff)`],
      [0.45, `var(--${c})`],
      [
        1,
        `color-mix(in
srgb,var(--${c}) 70%,#000)`,
      ],
    )}</radialGradient>`,
  )
  .join('')}
<radialGradient id="pit" cx=".5" cy=".62"
r=".62">${PIT}</radialGradient>
<radialGradient id="halo">${HALO}</radialGradient>
<linearGradient id="man-w" x2="1"
y2=".2">${stops([0, '#fffdf6'], [0.55, '#f6efdf'], [1, '#d8cbb0'])}</linearGradient>
<linearGradient id="man-b" x2="1"
y2=".2">${stops([0, '#5d5752'], [0.5, '#3b3733'], [1, '#211e1c'])}</linearGradient>
<linearGradient id="edge" x2="0"
y2="1">${stops([0, '#fff', 0.4], [0.5, '#fff', 0], [1, '#000', 0.25])}</linearGradient>
${tileSymbols()}${chessSymbols()}</defs></svg>`;
const material = {
  wood: ['url(#wood0)', 'url(#grain)', 'var(--rim)'],
  felt: ['url(#felt0)', 'url(#nap)', '#6b4a2c'],
  slate: ['url(#slate0)', 'url(#flecks)', '#3a414a'],
};
// A board's body: rim, ground, grain.
export function slab(name, x, y, w, h, { r = 10, rim = 6 } = {}) {
  const [ground, grain, edge] = material[name];
  return `<rect x="${x - rim}" y="${y - rim + 3}" width="${w + 2 * rim}" height="${h + 2 * rim}" rx="${r}"
fill="#000" fill-opacity=".22"/><rect x="${x - rim}" y="${y - rim}" width="${w + 2 * rim}"
height="${h + 2 * rim}" rx="${r}" fill="${edge}"/><rect x="${x - rim + 0.7}" y="${y - rim + 0.7}"
width="${w + 2 * rim - 1.4}" height="${h + 2 * rim - 1.4}" rx="${r - 0.7}" fill="none" stroke="url(#edge)"
stroke-width="1.4"/><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${Math.max(0, r - rim)}"
fill="${ground}"/><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${Math.max(0, r - rim)}"
fill="${grain}"/>`;
}
export const stone = (fill, r = 17, mark = '') =>
  `<ellipse cx="1.2" cy="2.6" rx="${r}" ry="${r}" fill="#000" fill-opacity=".28"/><circle r="${r}"
fill="url(#stone-${fill})"/>${mark}`;
