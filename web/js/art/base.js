// SPDX-License-Identifier: MIT
// What all drawings share: every function returns SVG text for svgtext.js. A thing has a box of
// 40 x 40 units (U) with its middle at 0, 0 unless said otherwise.

export const U = 40;
export const range = (n) => Array.from({ length: n }, (_, i) => i);
export const svg = (w, h, body, attrs = '') => `<svg viewBox="0 0 ${w} ${h}" ${attrs}>${body}</svg>`;
export const at = (x, y, body, attrs = '') => `<g transform="translate(${x} ${y})" ${attrs}>${body}</g>`;
export const use = (id, size, attrs = '') =>
  `<use href="#${id}" x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}" ${attrs}/>`;
export const hash = (text) =>
  [...text].reduce((h, c) => Math.imul(h ^ c.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5);
export function rng(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
export const polygon = (n, r, turn = -90, inner) =>
  'M' +
  range(inner ? 2 * n : n)
    .map((i) => {
      const a = ((turn + (360 / (inner ? 2 * n : n)) * i) * Math.PI) / 180;
      const q = inner && i % 2 ? r * inner : r;
      return `${(q * Math.cos(a)).toFixed(1)} ${(q * Math.sin(a)).toFixed(1)}`;
    })
    .join('L') +
  'Z';

/** A regular polygon with its middle at x, y. */
export const polygonAt = (n, r, x, y) =>
  'M' +
  range(n)
    .map((i) => {
      const a = ((-90 + (360 / n) * i) * Math.PI) / 180;
      return `${(x + r * Math.cos(a)).toFixed(1)} ${(y + r * Math.sin(a)).toFixed(1)}`;
    })
    .join('L') +
  'Z';
