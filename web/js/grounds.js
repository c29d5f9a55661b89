// SPDX-License-Identifier: MIT
// What a board is made of: squares, lines with star points, holes, or the plain places of a player's board.

import { U, range } from './art/base.js';
import { slab } from './art/materials.js';

const cells = (zone, dark) =>
  range(zone.rows * zone.cols)
    .map((n) => [Math.floor(n / zone.cols), n % zone.cols])
    .filter(([r, k]) => !dark || (r + k) % 2);

function checkedGround(zone) {
  const [w, h] = [zone.cols * U, zone.rows * U];
  const squares = cells(zone, true)
    .map(([r, k]) => `M${k * U} ${r * U}h${U}v${U}h-${U}z`)
    .join('');
  return `<rect width="${w}" height="${h}" fill="var(--sq-light)"/><path fill="var(--sq-dark)"
d="${squares}"/><rect width="${w}" height="${h}" fill="url(#grain)"/>`;
}

function lines(zone, inset) {
  const [w, h] = [(zone.cols - (inset ? 1 : 0)) * U, (zone.rows - (inset ? 1 : 0)) * U];
  const o = inset ? U / 2 : 0;
  return (
    range(zone.rows + (inset ? 0 : 1))
      .map((r) => `M${o} ${r * U + o}h${w}`)
      .join('') +
    range(zone.cols + (inset ? 0 : 1))
      .map((k) => `M${k * U + o} ${o}v${h}`)
      .join('')
  );
}

/** @param {any} zone @param {any[]} places */
function pointGround(zone, places) {
  const dots = places
    .filter((i) => i.flags.includes('ghost')) // star points
    .map((i) => `<circle cx="${(i.col + 0.5) * U}" cy="${(i.row + 0.5) * U}" r="3.6" fill="#3d2710"/>`)
    .join('');
  return (
    slab('wood', 0, 0, zone.cols * U, zone.rows * U, { r: 8, rim: 7 }) +
    `<path d="${lines(zone, true)}" fill="none" stroke="#3d2710" stroke-opacity=".75"
stroke-width="1.3"/>${dots}`
  );
}

function holeGround(zone, places) {
  const blue = zone.material === 'lacquer';
  const [w, h] = [zone.cols * U, zone.rows * U];
  const body = blue
    ? `<rect x="-7" y="-4" width="${w + 14}" height="${h + 14}" rx="14" fill="#000"
fill-opacity=".25"/><rect x="-7" y="-7" width="${w + 14}" height="${h + 14}" rx="14"
fill="var(--blue)"/><rect x="-6.3" y="-6.3" width="${w + 12.6}" height="${h + 12.6}" rx="13"
fill="none"
stroke="url(#edge)" stroke-width="1.4"/>`
    : slab('wood', 0, 0, w, h, { r: 12, rim: 7 });
  const hole = (i) =>
    `<circle cx="${(i.col + 0.5) * U}" cy="${(i.row + 0.5) * U}" r="${blue ? 16 : 13}"
fill="${blue ? 'var(--table-2)' : 'url(#pit)'}"/><path d="M${(i.col + 0.5) * U - 12}
${(i.row + 0.5) * U - 9}a15 15 0 0 1 24 0" fill="none" stroke="#000" stroke-opacity=".25"
stroke-width="2"/>`;
  return body + places.map(hole).join('');
}

// Boards in one: each three wide, and three of them one above the other.
/** @param {{rows: number, cols: number}} zone @param {string} ink */
const thirds = ({ rows, cols }, ink) =>
  `<path d="${[1, 2]
    .map((k) => `M${Math.min(3 * k, cols - 3) * U} 6V${rows * U - 6}M6 ${(k * rows * U) / 3}H${cols * U - 6}`)
    .join('')}" stroke="${ink}" stroke-width="4" stroke-linecap="round"/>`;

function plainGround(zone, places) {
  const name = { felt: 'felt', slate: 'slate', oak: 'wood', wood: 'wood' }[zone.material];
  if (!name)
    return places
      .map(
        (i) => `<rect class="slot" x="${i.col * U + 3}" y="${i.row * U + 3}" width="34" height="34"
rx="5"/>`,
      )
      .join('');
  const ink = name === 'felt' ? '#06251a' : name === 'slate' ? '#ece5d6' : '#3d2710';
  return (
    slab(name, 0, 0, zone.cols * U, zone.rows * U, { r: 8, rim: 7 }) +
    (zone.form === 'bare'
      ? ''
      : `<path d="${lines(zone, false)}" fill="none" stroke="${ink}" stroke-opacity=".5"/>`) +
    (zone.form === 'thirds' ? thirds(zone, ink) : '')
  );
}

// What a game is about: a ring that is seen round what stands there, too.
/** @param {any[]} places */
const goals = (places) =>
  places
    .filter((i) => i.flags.includes('ghost'))
    .map((i) => `<circle cx="${(i.col + 0.5) * U}" cy="${(i.row + 0.5) * U}" r="16.5" fill="#fff"
fill-opacity=".2" stroke="#3d2710" stroke-width="2" stroke-dasharray="5 3"/>`)
    .join('');

/** The ground of a grid; `places` are where things may lie. */
export function groundOf(zone, places) {
  if (zone.flags.includes('checked')) return checkedGround(zone) + goals(places);
  if (zone.form === 'point') return pointGround(zone, places);
  if (zone.form === 'disc') return holeGround(zone, places);
  return plainGround(zone, places) + (zone.owner === undefined ? goals(places) : '');
}
