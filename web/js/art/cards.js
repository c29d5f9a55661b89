// SPDX-License-Identifier: MIT
// Cards: the colour and the shape in the corner say the class, the emblem the name. A unicorn's mane and
// coat come from its name. A box of 100 x 140; emblems 100 x 100.

import { at, hash, polygon, range } from './base.js';
import { shapes } from './signs.js';

export const CLASSES = {
  baby: ['pink', 'ring', 'Baby'],
  basic: ['purple', 'disc', 'Basic'],
  magical: ['blue', 'star', 'Magical'],
  magic: ['green', 'hexagon', 'Magic'],
  upgrade: ['orange', 'triangle', 'Upgrade'],
  downgrade: ['brown', 'down', 'Downgrade'],
  instant: ['red', 'octagon', 'Instant'],
};
const MANES = ['#e8709f', '#6f7fe0', '#3aa89b', '#e79a3c', '#9a6ad0', '#d85d4f'];
const COATS = ['#fffaf3', '#f7e9f5', '#e6f2f4', '#fdf0da', '#e9e6f7'];
function unicorn(name, baby) {
  const h = hash(name);
  const mane = MANES[h % 6];
  const mane2 = MANES[(h >>> 4) % 6];
  const coat = COATS[(h >>> 8) % 5];
  const horn = baby ? 'M61 32L72 16L69 38Z' : 'M60 31L81 2L69 37Z';
  return `<g stroke="#3d2f45" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"><path
d="M50 24C36 20 25 29 23 42C13 47 11 60 17 68C9 77 12 90 21 96H40C36 80 36 62 44 46Z"
fill="${mane}"/><path d="M46 30C36 34 31 44 33 54C25 60 25 72 29 78C24 86 26 92 29 96H40C36 80 36 62 44
46Z" fill="${mane2}" stroke="none" opacity=".75"/>
<path d="${horn}" fill="#f6c945"/><path d="M31 96C31 72 29 54 38 40C42 33 48 30 54 30C61 30 65 34 69 41L82
60C87 68 85 77 77 79C70 81 63 78 58 73C57 81 60 89 65 96Z" fill="${coat}"/><path d="M44 34C42 25 44 18 49
13C55 19 57 26 56 33Z"
fill="${coat}"/>${baby ? '' : '<path d="M65 25l6 5M70 18l5 4M75 11l3 3" fill="none" stroke-width="1.8"/>'}
<path d="M52 30C44 36 46 46 53 49C58 44 60 36 56 31Z" fill="${mane}"/>${
    baby
      ? `<circle cx="64" cy="53"
r="4.5" fill="#3d2f45" stroke="none"/><circle cx="65.5" cy="51.5" r="1.5" fill="#fff"
stroke="none"/>`
      : '<path d="M61 53q4.5 4 8.5-1" fill="none"/>'
  }<circle cx="62" cy="64" r="4.5"
fill="#f3a3b5" opacity=".7" stroke="none"/><path d="M77 69v1.5" fill="none"/></g>`;
}
const SIGNS = {
  magic: `<g stroke="#1f3a2a" stroke-width="2.4" stroke-linejoin="round"><path d="M22 84L62 44"
stroke-width="9" stroke-linecap="round"/><path d="M22 84L62 44" stroke="#c9a26a" stroke-width="5"
stroke-linecap="round"/><path transform="translate(66 36)" d="M0-26L6-7L26 0L6 7L0 26L-6 7L-26 0L-6-7Z"
fill="#f6d869"/><path transform="translate(30 30)" d="M0-11L3-3L11 0L3 3L0 11L-3 3L-11 0L-3-3Z"
fill="#fff"/><path transform="translate(80 74)" d="M0-9L2-2L9 0L2 2L0 9L-2 2L-9 0L-2-2Z"
fill="#fff"/></g>`,
  upgrade: `<g stroke="#4a2a10" stroke-width="2.4" fill="none"><path d="M14 78a36 36 0 0 1 72 0"
stroke="#d85d4f" stroke-width="9"/><path d="M23 78a27 27 0 0 1 54 0" stroke="#f1c13f"
stroke-width="9"/><path d="M32 78a18 18 0 0 1 36 0" stroke="#3a8fc7" stroke-width="9"/><path d="M50 12l6
12 13 2-9.5 9.5 2 13.5-11.5-6-11.5 6 2-13.500L31 26l13-2z" fill="#fff3c4"
stroke-linejoin="round"/></g>`,
  downgrade: `<g stroke="#2f2117" stroke-width="2.4" stroke-linejoin="round"><path d="M28 58a16 16 0 0 1
1-32 22
22 0 0 1 41-2 17 17 0 0 1 3 34z" fill="#d5d0cf"/><path d="M52 58L38 78h12l-6 16 24-24H55l8-12z"
fill="#f1c13f"/></g>`,
  instant: `<g stroke="#4b120c" stroke-width="2.6" stroke-linejoin="round"><path d="M24 86C4 52 14 10 50
10C86
10 96 52 76 86L60 80C74 54 70 28 50 28C30 28 26 54 40 80Z" fill="#f2ece6"/><path d="M24 86l16-6M76
86l-16-6"/><path d="M22 60h.1M21 44h.1M28 29h.1M41 20h.1M59 20h.1M72 29h.1M79 44h.1M78 60h.1"
stroke-width="5" stroke-linecap="round"/></g>`,
};
export function emblem(cls, name) {
  return SIGNS[cls] || unicorn(name, cls === 'baby');
}
const deep = (colour) => `color-mix(in srgb,var(--${colour}) 74%,#000)`;

/** The back of a card. */
export const cardBack = (colour = 'purple') =>
  `<rect x="1" y="1" width="98" height="138" rx="9" fill="var(--${colour})" stroke="#0006"/><rect x="7"
y="7" width="86" height="126" rx="6" fill="none" stroke="#fff" stroke-opacity=".45"/><g fill="#fff"
fill-opacity=".16">${range(15)
    .map((i) => at(20 + (i % 3) * 30, 22 + ((i / 3) | 0) * 24, `<path d="${polygon(4, 9, -90, 0.35)}"/>`))
    .join('')}</g>${at(
    50,
    70,
    `<circle r="20" fill="var(--${colour})" stroke="#fff" stroke-opacity=".6"
stroke-width="2"/><path d="${polygon(5, 12, -90, 0.45)}" fill="#fff" fill-opacity=".85"/>`,
  )}`;

/** A card's face without words: class colour as ground, its shape in the corner, emblem on a pale medal. */
export function cardFace(colour, shape, picture) {
  return `<rect x="1" y="1" width="98" height="138" rx="9" fill="${deep(colour)}" stroke="#0007"/><path
d="M5 9a5 5 0 0 1 5-5h80a5 5 0 0 1 5 5v89H5z" fill="color-mix(in srgb,var(--${colour}) 32%,#fff)"/><circle
cx="50" cy="54" r="38" fill="#fff" fill-opacity=".55"/>${at(
    14,
    20,
    `<g
transform="scale(.72)">${picture}</g>`,
  )}<g transform="translate(15 15)"><circle r="10.5"
fill="${deep(colour)}"/><g fill="#fff"
color="#fff">${(shapes[shape] || shapes.disc)(shape === 'ring' ? 6 : 6.5)}</g></g>`;
}

/** A name in lines of about 13 letters, at most two. */
export function nameLines(name) {
  const lines = [];
  for (const word of name.split(' ')) {
    const last = lines[lines.length - 1];
    if (last && (last + ' ' + word).length < 14) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.slice(0, 2);
}
