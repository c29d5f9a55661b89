// SPDX-License-Identifier: MIT
// Skins: pictures and boards for games that have a look of their own. All of it is art;
// nothing here knows rules, and a game without a skin is played just as well.
//
// A picture is drawn in a box of 100 x 100. `line` is a detail on top of it.

const BASE = 'M27 80h46a4 4 0 0 1 4 4v4a3 3 0 0 1-3 3H26a3 3 0 0 1-3-3v-4a4 4 0 0 1 4-4z';

const PICTURES = {
  pawn: { body: `M50 20a13 13 0 0 1 9 22.500q5 2 6 6.500h-7q1 17 13 28h-42q12-11 13-28h-7q1-4.500 6-6.500a13 13 0 0 1 9-22.500z${BASE}` },
  rook: { body: `M27 18h11v7h7v-7h10v7h7v-7h11v18l-7 7v24l6 10h-44l6-10v-24l-7-7z${BASE}`, line: 'M34 43h32M34 67h32' },
  bishop: { body: `M50 10a5.500 5.500 0 0 1 3.500 9.800c13 9 18 19 17 30-1 6-5 10-10 12.200l4 15h-29l4-15c-5-2.200-9-6.200-10-12.200-1-11 4-21 17-30a5.500 5.500 0 0 1 3.500-9.800z${BASE}`, line: 'M50 33v16M42 41h16M38 63h24' },
  knight: { body: `M31 77c0-19 15-22 17-35-5 5-10 4-15 8-3 3-4 7-8 6-5-1-7-6-4-11 4-6 8-17 18-23 2-5 3-8 3-13l8 8 5-5 2 9c19 5 23 27 22 56z${BASE}`, line: 'M39 33l4 1M62 30c9 9 10 26 10 38' },
  queen: { body: `M17 27a5 5 0 0 1 8.500 3.600l9 20 2-25a5 5 0 0 1 6-7l5.500 29 2-29.600a5 5 0 1 1 4-.100l2 29.700 5.500-29a5 5 0 0 1 6 7l2 25 9-20a5 5 0 0 1 8.500-3.600 5 5 0 0 1-4 8.500L72 77H28L21 35.500a5 5 0 0 1-4-8.500z${BASE}`, line: 'M29 67c14-3.500 28-3.500 42 0' },
  king: { body: `M46.500 8h7v6h6.500v6.500h-6.500v6.500c5 1.500 8 6 8 11 9-6 23-2 23 11 0 11-8 19-15 28h-39c-7-9-15-17-15-28 0-13 14-17 23-11 0-5 3-9.500 8-11v-6.500h-6.500v-6.500h6.500z${BASE}`, line: 'M50 44v23M30 67c13-3.500 27-3.500 40 0' },
  elephant: { body: `M22 77V58c0-22 12-36 30-36 17 0 27 12 27 30v22c0 6-8 7-9 1l-1-9h-8v11H49V64H39v13z${BASE}`, line: 'M48 32c-9 3-10 17-3 22 7 3 13-1 13-9M66 42l2 1' },
  minister: { body: `M50 14a6 6 0 0 1 4 10.500c10 4 17 12 17 22 0 8-5 13-9 16l6 14.500H32l6-14.500c-4-3-9-8-9-16 0-10 7-18 17-22A6 6 0 0 1 50 14z${BASE}`, line: 'M33 44c11-5 23-5 34 0M38 63h24' },
  man: { body: 'M50 12a38 38 0 0 1 0 76 38 38 0 0 1 0-76z', line: 'M50 22a28 28 0 0 1 0 56 28 28 0 0 1 0-56zM50 34a16 16 0 0 1 0 32 16 16 0 0 1 0-32z' },
  crowned: { body: 'M50 12a38 38 0 0 1 0 76 38 38 0 0 1 0-76z', line: 'M29 40l9 12 12-20 12 20 9-12-5 27H34z' },
};

// Men of chess, by their sign, in whatever game.
const SIGNS = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const BY_SIGN = new Map([...'\u2654\u2655\u2656\u2657\u2658\u2659\u265a\u265b\u265c\u265d\u265e\u265f'].map((c, i) => [c, SIGNS['kqrbnp'[i % 6]]]));

// board: lines = men stand on crossings, felt = green cloth. men: words of a label -> picture.
const SKINS = {
  chaturanga: { men: { ratha: 'rook', ashva: 'knight', gaja: 'elephant', mantri: 'minister', raja: 'king', padati: 'pawn' } },
  amazons: { men: { amazon: 'queen' } },
  checkers: { men: { man: 'man', king: 'crowned' } },
  draughts: { men: { man: 'man', king: 'crowned' } },
  go: { board: 'lines' },
  gomoku: { board: 'lines' },
  reversi: { board: 'felt' },
};

export const skinOf = (game) => SKINS[game] || {};

/** The picture of a man, or undefined. */
export function pictureOf(item, skin) {
  const sign = BY_SIGN.get((item.glyph || '')[0]);
  if (sign) return PICTURES[sign];
  const words = skin && skin.men ? (item.label || '').toLowerCase().split(/\W+/) : [];
  const word = words.find((w) => skin.men[w]);
  return word && PICTURES[skin.men[word]];
}
