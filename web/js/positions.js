// SPDX-License-Identifier: MIT
// Positions of games for pictures, as small scenes: what a match of the game might look like.

import { range } from './art/base.js';
import { POSITIONS, like, lookOf } from './rows.js';
import { skinOf } from './skins.js';

const CHESS = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' };
const SHOGI = {
  k: 'king',
  r: 'rook',
  b: 'bishop',
  g: 'gold',
  s: 'silver',
  n: 'knight',
  l: 'lance',
  p: 'pawn',
};
const INDIAN = { k: 'raja', m: 'mantri', r: 'ratha', e: 'gaja', n: 'ashva', p: 'padati' };

// What is drawn by its name.
/** @type {Object<string, string>} */
const WORDS = { '*': 'dot', '#': 'hole', 'a': 'hare', 'b': 'box', 'd': 'domino', 'f': 'fox', 'g': 'goat',
  'h': 'hound', 'l': 'line', 't': 'tiger', 'u': 'upright', 'w': 'worker' };

/** @returns {any[]} */
const item = (c, row, col, game) => {
  const base = { zone: 0, row, col, flags: [] };
  const cell = { ...base, kind: 'cell', ref: 1 + row * 40 + col, glyph: '.' };
  if (c === ' ') return [];
  if (c === '.' || c === '?') return [{ ...cell, glyph: c }];
  if (c === 'x' || c === 'o')
    return [
      cell,
      {
        ...base,
        kind: 'piece',
        colour: c === 'x' ? 'black' : 'white',
        owner: c === 'x' ? 1 : 0,
        label: 'amazon man',
        glyph: '',
      },
    ];
  if (/\d/.test(c))
    return [
      cell,
      {
        ...base,
        kind: 'piece',
        owner: Number(c) - 1,
        colour: game === 'connect4' ? ['yellow', 'red'][Number(c) - 1] : `player${c}`,
        shape:
          skinOf(game).piece === 'sign'
            ? ['cross', 'ring'][Number(c) - 1]
            : ['disc', 'diamond', 'triangle', 'square'][Number(c) - 1],
        glyph: '',
        label: '',
      },
    ];
  const black = c === c.toLowerCase();
  const sign = c.toLowerCase();
  if (skinOf(game).words && WORDS[sign]) {
    const owner = black ? 1 : 0;
    return [cell, { ...base, kind: 'piece', colour: `player${owner + 1}`, owner, label: WORDS[sign] }];
  }
  if (game === 'unashogi' || game === 'shogi') {
    const owner = black ? 1 : 0;
    return [cell, { ...base, kind: 'piece', colour: `player${owner + 1}`, owner, label: SHOGI[sign] }];
  }
  return [
    cell,
    {
      ...base,
      kind: 'piece',
      colour: black ? 'black' : 'white',
      owner: black ? 1 : 0,
      glyph: game === 'chaturanga' ? '' : game === 'sudoku' ? c : CHESS[sign],
      label: INDIAN[sign],
    },
  ];
};

const CHECKED =
  `chess darkchess losalamos chaturanga amazons checkers draughts foxandhounds gardner horde
racingkings`.split(/\s/);

function gridScene(game) {
  const rows = POSITIONS[game].replace(/\/$/, '').split('/');
  const cols = Math.max(...rows.map((r) => r.length));
  return {
    zones: [
      { kind: 'grid', rows: rows.length, cols, parent: -1, flags: CHECKED.includes(game) ? ['checked'] : [] },
    ],
    items: rows.flatMap((text, r) => [...text.padEnd(cols, '.')].flatMap((c, k) => item(c, r, k, game))),
  };
}

const HEXES = { 13: 1, 14: 1, 24: 1, 34: 1, 23: 2, 33: 2, 32: 2, 15: 2, 44: 1 };
const hexScene = (/** @type {string} */ game) => ({
  zones: [
    {
      kind: 'hex',
      rows: 7,
      cols: 9,
      parent: -1,
      sides: game === 'hex' ? ['red', 'blue', 'red', 'blue'] : undefined,
    },
  ],
  items: range(63).flatMap((n) => {
    const base = { zone: 0, row: Math.floor(n / 9), col: n % 9 };
    const who = HEXES[n];
    return [
      { ...base, kind: 'cell', ref: n + 1 },
      ...(who
        ? [
            {
              ...base,
              kind: 'piece',
              colour: (/^(hex|ch)/.test(game) ? ['red', 'blue'] : ['white', 'black'])[who - 1],
              shape: who === 1 ? 'diamond' : 'ring',
              glyph: '',
            },
          ]
        : []),
    ];
  }),
});

const kalahScene = () => ({
  zones: [{ kind: 'graph', parent: -1 }],
  items: range(14).map((i) => ({
    zone: 0,
    kind: 'cell',
    ref: i + 1,
    glyph: String([4, 2, 5, 0, 3, 4, 9, 4, 6, 2, 3, 5, 1, 7][i]),
    row: i < 7 ? 200 : 100,
    col: i < 7 ? i * 100 : (13 - i) * 100,
  })),
});

// Column and row of each place, and lines of three of them as letters, a being the first.
const MORRIS = '00 30 60 11 31 51 22 32 42 03 13 23 43 53 63 24 34 44 15 35 55 06 36 66'
  .split(' ')
  .map((place) => [...place].map(Number));
const LINES = 'abc def ghi jkl mno pqr stu vwx ajv dks glp beh qtw imr fnu cox'
  .split(' ')
  .map((line) => [...line].map((c) => c.charCodeAt(0) - 97));
const morrisScene = () => ({
  zones: [{ kind: 'graph', parent: -1 }],
  edges: LINES.flatMap(([a, b, c]) => [
    [a, b],
    [b, c],
  ]),
  items: [
    ...MORRIS.map(([c, r], i) => ({ zone: 0, kind: 'cell', ref: i + 1, row: r * 100, col: c * 100 })),
    ...[0, 1, 2, 20, 10, 11, 17, 22, 3].map((n, i) => ({
      zone: 0,
      kind: 'piece',
      colour: i < 4 ? 'white' : 'black',
      row: MORRIS[n][1] * 100,
      col: MORRIS[n][0] * 100,
    })),
  ],
});

// A ring of eight with one in the middle, a step into the game.
const ringScene = () => {
  const spot = range(9).map((i) => ({
    zone: 0,
    row: i > 7 ? 200 : 200 - 200 * Math.cos((i * Math.PI) / 4),
    col: i > 7 ? 200 : 200 + 200 * Math.sin((i * Math.PI) / 4),
  }));
  return {
    zones: [{ kind: 'graph', parent: -1 }],
    edges: range(8).flatMap((i) => [
      [i, (i + 1) % 8],
      [i, 8],
    ]),
    items: [
      ...spot.map((s, i) => ({ ...s, kind: 'cell', ref: i + 1 })),
      ...[1, 2, 3, 8, 4, 5, 6, 7].map((i, n) => ({
        ...spot[i],
        kind: 'piece',
        colour: n < 4 ? 'black' : 'white',
      })),
    ],
  };
};

/** The scene of a game's picture: its own, or one from here. @param {any} game */
export function sceneOf(game) {
  if (game.picture) return game.picture;
  const name = like(game.name);
  const own = { hex: hexScene, kalah: kalahScene, morris: morrisScene, mutorere: ringScene }[name];
  const scene = POSITIONS[name] ? gridScene(name) : own?.(game.name);
  const [material, form] = lookOf(name);
  return scene && { ...scene, zones: [{ material, form, ...scene.zones[0] }] };
}
