// SPDX-License-Identifier: MIT
// Shapes that repeat in form what a colour says, people's pictures, and signs on buttons.

import { at, hash, polygon, range, rng } from './base.js';

/** @type {Object<string, (r: number) => string>} */
export const shapes = {
  disc: (r) => `<circle r="${r}"/>`,
  ring: (r) => `<circle r="${r * 0.75}" fill="none" stroke="currentColor" stroke-width="${r * 0.42}"/>`,
  square: (r) =>
    `<rect x="${-r * 0.86}" y="${-r * 0.86}" width="${r * 1.72}" height="${r * 1.72}" rx="${r * 0.15}"/>`,
  triangle: (r) => `<path d="M0 ${-r}L${r * 0.95} ${r * 0.75}H${-r * 0.95}Z"/>`,
  down: (r) => `<path d="M0 ${r}L${r * 0.95} ${-r * 0.75}H${-r * 0.95}Z"/>`,
  diamond: (r) => `<path d="M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z"/>`,
  star: (r) => `<path d="${polygon(5, r, -90, 0.5)}"/>`,
  hexagon: (r) => `<path d="${polygon(6, r)}"/>`,
  octagon: (r) => `<path d="${polygon(8, r, 22.5)}"/>`,
  cross: (r) =>
    `<path d="M${-r * 0.8} ${-r * 0.8}L${r * 0.8} ${r * 0.8}M${r * 0.8} ${-r * 0.8}L${-r * 0.8}
${r * 0.8}" fill="none" stroke="currentColor" stroke-width="${r * 0.42}" stroke-linecap="round"/>`,
};
// The last is nobody's by its number: it is for men that are so.
export const seats = ['blue', 'red', 'green', 'orange', 'purple', 'cyan', 'brown', 'pink', 'yellow'];
export const seatShapes =
  'disc diamond triangle square star hexagon cross ring down'.split(' ');

/**
 * A colour for every seat and no two alike, as numbers: what it wants (-1 is none), unless others want that
 * too, else its own number, else the first that is left.
 * @param {number[]} wanted
 */
export function apart(wanted) {
  const alone = (/** @type {number} */ n) => n >= 0 && wanted.indexOf(n) === wanted.lastIndexOf(n);
  const taken = new Set(wanted.filter(alone));
  return wanted.map((n, seat) => {
    if (alone(n)) return n;
    const free = taken.has(seat) ? range(seats.length).find((m) => !taken.has(m)) : seat;
    taken.add(free ?? seat);
    return free ?? seat;
  });
}

export const seatMark = (n, r = 6) =>
  `<g fill="var(--${seats[n]})" color="var(--${seats[n]})">${shapes[seatShapes[n]](r)}</g>`;

const BITS = [
  'M0 0h10v10H0z',
  'M0 0a10 10 0 0 1 10 10H0z',
  'M10 0a10 10 0 0 1-10 10V0z',
  'M0 10L10 0v10z',
  'M5 0a5 5 0 0 1 0 10A5 5 0 0 1 5 0z',
  'M0 0h10L0 10z',
];
const TINTS = ['#fff', '#fffc', '#fff9', '#0003', '#fff5'];

/** A player's picture: four tesserae chosen by the name, on the seat's colour. Its name stands beside it. */
export function avatar(name, seat = 0, cls = '') {
  const next = rng(hash(name));
  const pick = (list) => list[(next() * list.length) | 0];
  const bit = (i) => at((i % 2) * 10, (i >> 1) * 10, `<path d="${pick(BITS)}" fill="${pick(TINTS)}"/>`);
  return `<svg class="avatar ${cls}" viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20"
fill="var(--${seats[seat % seats.length]})"/>${range(4).map(bit).join('')}</svg>`;
}

export const logo = `<svg style="width:1.5rem;height:1.5rem" viewBox="0 0 20 20" aria-hidden="true"><rect
x="1" y="1"
width="8" height="8" rx="1.5" fill="var(--blue)"/><circle cx="15" cy="5" r="4"
fill="var(--yellow)"/><circle cx="5" cy="15" r="4" fill="var(--do)"/><path d="M15 10.700l4.6
8.300h-9.200z" fill="var(--red)"/></svg>`;
const ICONS = {
  play: 'M7 5l12 7-12 7z',
  pause: 'M8 5v14M16 5v14',
  first: 'M18 6l-9 6 9 6zM6 6v12',
  prev: 'M16 6l-9 6 9 6z',
  next: 'M8 6l9 6-9 6z',
  last: 'M6 6l9 6-9 6zM18 6v12',
  flip: 'M8 4v16M8 4L4 8M8 4l4 4M16 20V4M16 20l-4-4M16 20l4-4',
  book: 'M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14',
  flag: 'M5 21V4h13l-3 4 3 4H5',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  users: `M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-5 3-7 7-7s7 2 7 7M17 4a4 4 0 0 1 0 7M18 14c3 1 4 3 4
7`,
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 3',
  chat: 'M4 5h16v11H9l-5 4z',
  share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
  rotate: 'M20 11a8 8 0 1 1-3-6M20 3v5h-5',
  mirror: 'M12 3v18M8 7L3 17h5zM16 7l5 10h-5z',
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  check: 'M5 13l5 5L20 6',
  alert: 'M12 3l10 18H2zM12 10v5M12 18v.1',
  gear: `M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M5 19l3-3M16
8l3-3`,
  bolt: 'M13 2L4 14h7l-1 8 9-12h-7z',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10c1 1 1 2 1 3h6c0-1 0-2 1-3a6 6 0 0 0-4-10z',
  plus: 'M12 5v14M5 12h14',
  hand: `M8 12V6a1.5 1.5 0 0 1 3 0v5-7a1.5 1.5 0 0 1 3 0v7-5a1.5 1.5 0 0 1 3 0v8c0 5-2 7-6
7s-6-2-8-7c-1-2 1-3 2-2z`,
  trophy: 'M7 4h10v6a5 5 0 0 1-10 0zM7 6H3c0 4 2 6 5 6M17 6h4c0 4-2 6-5 6M12 15v5M8 21h8',
  sound: 'M4 9h4l5-4v14l-5-4H4zM16 9a4 4 0 0 1 0 6M18.5 6.500a8 8 0 0 1 0 11',
  mute: 'M4 9h4l5-4v14l-5-4H4zM17 9l5 6M22 9l-5 6',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M5 5l14 14M19 5L5 19',
  minus: 'M5 12h14',
  sun: `M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17
7l2-2`,
  moon: 'M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z',
};
export const icon = (name, cls = '') =>
  `<svg class="ico ${cls}" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
