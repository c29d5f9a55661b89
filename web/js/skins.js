// SPDX-License-Identifier: MIT
// Skins: which art a game wears. Nothing here knows rules, and a game without a skin is complete, too:
// it gets the shapes of its scene on a plain board of wood. What the scene itself says always comes first.

/**
 * @typedef {{tint?: string, men?: Object<string, string>, zones?: Object<string, Object<string, any>>,
 *   board?: Object<string, any>, letters?: boolean, piece?: string, sound?: string,
 *   notation?: boolean, sides?: boolean, withoutI?: boolean, words?: boolean,
 *   nobodys?: string, piled?: string, signs?: Object<string, string>}} Skin sides: colours of men are
 *   those of seats, with their marks; withoutI: no file is called i; words: things are drawn by their names;
 *   nobodys: the colour of dominoes that belong to nobody; piled: men lie on each other, and most are these;
 *   signs: what numbers of the bar stand for
 */

// Men of chess by their sign, in whatever game.
const NAMES = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };
const SIGNS = new Map([...'♔♕♖♗♘♙♚♛♜♝♞♟'].map((c, i) => [c, NAMES['kqrbnp'[i % 6]]]));

const INDIAN = {
  ratha: 'rook',
  ashva: 'knight',
  gaja: 'elephant',
  mantri: 'minister',
  raja: 'king',
  padati: 'pawn',
};
const MAKRUK = { rua: 'rook', ma: 'knight', khon: 'elephant', met: 'minister', khun: 'king', bia: 'pawn' };
const CHINESE = {
  general: 'king',
  advisor: 'minister',
  elephant: 'elephant',
  horse: 'knight',
  rook: 'rook',
  cannon: 'bishop',
  pawn: 'pawn',
};

/** @type {Object<string, Skin>} */
const SKINS = {
  chess: { notation: true },
  chaturanga: { men: INDIAN },
  amazons: { men: { amazon: 'queen' } },
  draughts: { piece: 'ringed' },
  reversi: { sound: 'stone' },
  go: { withoutI: true, sound: 'stone' },
  hex: { sides: true, sound: 'stone' },
  morris: { piece: 'ringed', sound: 'stone' },
  tictactoe: { piece: 'sign' },
  ardri: { letters: false, men: { king: 'king' } },
  domineering: { piece: 'domino' },
  shogi: { piece: 'wedge' },
  capablanca: { men: { archbishop: 'bishop knight', chancellor: 'rook knight' } },
  courier: { men: { courier: 'bishop', bishop: 'elephant', man: 'minister', fool: 'minister pawn' } },
  shatranj: { men: { rukh: 'rook', faras: 'knight', pil: 'elephant', firzan: 'minister' } },
  makruk: { men: MAKRUK },
  xiangqi: { men: CHINESE },
  knightmate: { men: { commoner: 'minister' } },
  foxandhounds: { words: true },
  cram: { piece: 'domino', nobodys: 'brown' },
  dotsandboxes: { words: true, board: { form: 'bare' } },
  santorini: { words: true, men: { worker: 'pawn' } },
  ultimate: { piece: 'sign', board: { form: 'thirds' } },
  lasca: { piled: 'soldier' },
  tak: { piled: 'flat' },
  dvonn: { piled: 'ring' },
  whist: { signs: { trumps: '–♣♦♥♠' } },
  storekeeper: { words: true, men: { man: 'pawn' } },
  mastermind: { tint: 'warm', letters: false },
  backgammon: { board: { form: 'wedges' } },
  sudoku: { board: { form: 'thirds' } },
  chinesecheckers: { letters: false },
  azul: {
    tint: 'azul',
    piece: 'azulejo',
    sound: 'ceramic',
  },
  projectl: { tint: 'projectl', zones: { reserve: { role: 'supply' } } },
  unicorns: {
    tint: 'unicorns',
    piece: 'unicorn',
    sound: 'card',
    zones: { hand: { layout: 'fan' }, unicorns: { need: 7 } },
  },
};

// Games that wear what another one wears.
/** @type {Object<string, string>} */
const LIKE = {
  ardri: 'brandubh hnefatafl tablut',
  backgammon: 'hyperbackgammon longgammon nackgammon',
  chess: 'losalamos',
  draughts: 'amethyst brazilian canadian checkers frisian giveaway halma russian turkish',
  foxandhounds: 'baghchal battleship chomp fanorona harehounds isolation skirmish',
  morris: 'dao morabaraba neutron sixmensmorris threemensmorris topaz',
  reversi: 'capturego connect6 exactfive gomoku kalah mnk nogo oware pentago pente',
  shogi: 'dobutsu euroshogi gorogoro minishogi unashogi',
  tictactoe: 'orderandchaos quixo',
  xiangqi: 'minixiangqi',
};
for (const [name, games] of Object.entries(LIKE)) {
  for (const game of games.split(' ')) SKINS[game] = SKINS[name];
}

/** @param {string} game @returns {Skin} */
export const skinOf = (game) => SKINS[game] || {};

/** What a skin adds to a zone that says nothing itself. */
export function zoneLook(zone, skin) {
  const isBoard = zone.parent < 0 && /^(grid|hex|graph)$/.test(zone.kind) && zone.owner === undefined;
  return (skin.zones && skin.zones[zone.label]) || (isBoard && { material: 'wood', ...skin.board }) || {};
}

/** The name of a man's picture, or of two in one, or undefined: by a word of its label, or by its sign. */
export function manOf(item, skin) {
  const words = skin.men ? (item.label || '').toLowerCase().split(/\W+/) : [];
  const word = words.find((w) => skin.men[w]);
  return word ? skin.men[word] : SIGNS.get((item.glyph || '')[0]);
}
