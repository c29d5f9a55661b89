// SPDX-License-Identifier: MIT
// Chess men: half a turned profile, mirrored; a box of 100 x 100.

import { U, use } from './base.js';

// A profile is the right half, from the middle of the top to the foot: points [x, y] and curves [x1, y1,
// x2, y2, x, y].
function turned(start, ...segments) {
  const f = (v) => +v.toFixed(1);
  let right = `M50 ${start}`;
  const back = [];
  let from = [50, start];
  for (const seg of segments) {
    right += seg.length === 2 ? `L${seg.join(' ')}` : `C${seg.join(' ')}`;
    back.unshift(
      seg.length === 2
        ? `L${f(100 - from[0])} ${from[1]}`
        : `C${f(100 - seg[2])} ${seg[3]} ${f(100 - seg[0])} ${seg[1]} ${f(100 - from[0])} ${from[1]}`,
    );
    from = seg.slice(-2);
  }
  return `${right}L${f(100 - from[0])} ${from[1]}${back.join('')}Z`;
}
const FOOT = [
  [71, 79],
  [72, 80, 77, 84, 77, 89],
  [77, 92],
];
const MEN = {
  pawn: [
    turned(
      20,
      [57.5, 20, 63, 25.5, 63, 33],
      [63, 38, 60.5, 42, 57, 44.5],
      [63, 47],
      [63, 51],
      [57.5, 51],
      [58, 64, 62, 71, 69, 77],
      [71, 79],
      [74, 82, 76, 85, 76, 89],
      [76, 92],
    ),
    'M31 79h38M42 51h16',
  ],
  rook: [
    turned(
      24,
      [56, 24],
      [56, 17],
      [63, 17],
      [63, 24],
      [66, 24],
      [66, 17],
      [73, 17],
      [73, 35],
      [65, 42],
      [65, 64],
      [70, 77],
      ...FOOT,
    ),
    'M35.5 42h29M35 64h30M29 79h42',
  ],
  bishop: [
    turned(
      9,
      [54, 9, 56.5, 12, 56.5, 15],
      [56.5, 18, 55, 20, 53.5, 21],
      [63, 27, 70, 38, 70, 47],
      [70, 53, 66, 57, 61, 59.5],
      [65, 62],
      [65, 66],
      [60, 66],
      [61, 71, 64, 75, 69, 77],
      ...FOOT,
    ),
    'M57 29L47 43M35.5 62h29M29 79h42',
  ],
  queen: [
    turned(
      12,
      [54, 12, 56, 15, 56, 17.5],
      [56, 20, 55, 21.5, 53.5, 22.5],
      [58, 40],
      [69, 22],
      [66.5, 20, 66.5, 13.5, 72, 13],
      [77.5, 13, 78.5, 20.5, 74, 23],
      [72, 42],
      [86, 30],
      [84.5, 25, 89, 21.5, 93, 23],
      [97, 25.5, 95.5, 32.5, 90, 32.5],
      [70, 62],
      [67, 66, 66, 71, 71, 77],
      ...FOOT,
    ),
    'M31 62c12-4 26-4 38 0M30 70c12-3 28-3 40 0M29 79h42',
  ],
  king: [
    turned(
      6,
      [53.5, 6],
      [53.5, 12],
      [60, 12],
      [60, 18.5],
      [53.5, 18.5],
      [53.5, 25],
      [58, 27, 61, 31, 61, 36],
      [71, 29, 86, 34, 86, 47],
      [86, 56, 76, 62, 70, 69],
      [68, 72, 69, 75, 71, 77],
      ...FOOT,
    ),
    'M50 40v20M31 68c12-4 26-4 38 0M29 79h42',
  ],
  elephant: [
    `M22 79V58C22 36 34 22 52 22C69 22 79 34 79 52V74C79 80 71 81 70 75L69 66H61V79H49V64H39V79L44
82H77V92H21V84Z`,
    'M48 32c-9 3-10 17-3 22c7 3 13-1 13-9M66 42l2 1M21 84h56',
  ],
  minister: [
    turned(
      12,
      [54, 12, 57, 15, 57, 19],
      [57, 22, 56, 24, 54, 25.5],
      [64, 29, 71, 37, 71, 47],
      [71, 55, 66, 60, 62, 63],
      [66, 71, 69, 77, 69, 77],
      ...FOOT,
    ),
    'M33 45c11-5 23-5 34 0M38 63h24M29 79h42',
  ],
  knight: [
    `M30 79C29 60 47 55 49 41C43 46 38 46 34 50C31 53 30 58 25 57C18 56 15 49 19 43C24 36 26 24 38 18L40
8L49 15C68 16 80 34 78 60C77.5 68 75 73 71 79C74 82 77 85 77 89V92H23V89C23 85 27 81 30 79Z`,
    'M37 31l5-2M24.5 49.500l2-1.500M57 22c12 8 15 26 11 44M30 79h41',
  ],
};
export const chessSymbols = () =>
  Object.entries(MEN)
    .map(([name, [body, line]]) =>
      ['w', 'b']
        .map(
          (c) =>
            `<symbol id="m-${c}${name}" viewBox="0 0 100 100"><path d="${body}" fill="#000"
fill-opacity=".18" transform="translate(2.5 2.5)"/><path d="${body}" fill="url(#man-${c})"
stroke="${c === 'w' ? '#3a3128' : '#0e0c0b'}" stroke-width="2.8" stroke-linejoin="round"/><path
d="${line}" fill="none" stroke="${c === 'w' ? '#5b4d3c' : '#cfc4b4'}" stroke-width="2.6"
stroke-linecap="round"/></symbol>`,
        )
        .join(''),
    )
    .join('');

/** A man as part of a drawing; `side` is w or b. */
export const man = (side, name, size = U) => use(`m-${side}${name}`, size);
