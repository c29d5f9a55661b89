// SPDX-License-Identifier: MIT
// Boards of games for their pictures, as rows of letters.

// Rows of places: . empty, space none, o x white black, digits players, ? fog; other letters are men by the
// game's own table. What is empty at the end of a row is left out; the longest row is as wide as the board.
/** @type {Object<string, string>} */
export const POSITIONS = {
  chess: 'r.bq.rk/pp..bppp/..n..n/...p/...P/..NB.N/PP...PPP/R.BQ.RK',
  darkchess: '??????k?/??????pp/???????/?....??/...P..n/..N..N/PP..BPPP/R..Q.RK',
  losalamos: 'rnqknr/pppp.p/....p./.P..../P.PPPP/RNQKNR',
  chaturanga: 'rnekmenr/pppp.ppp/....p//...P/..N/PPP.PPPP/R.EKMENR',
  amazons: '.../....x.../..o...../........../',
  checkers: '.x.x.x.x/x.x...x/.x...x/..x/...o/o...o.o/.o.o.o.o/o.o...o',
  breakthrough: 'pp.ppppp/p.pppp.p/.p....p//...P/..P/PP.PPPPP/PPPPPPP',
  go: '/..x...o/....o/..x.o..o/..xxox/...ox/..o..xo/....o/.........',
  gomoku: '//...x/..oxo/...ox/..xoox/...xo/.....x/.........',
  reversi: '//..xox/..xoo/...xxo/....x//........',
  connect4: '......./...2.../..12.../..211../.1221../2112.2.',
  clobber: 'oxoxo/xo.xo/ox.ox/x.oxo/oxoxo',
  tictactoe: '1.2/.12/2.1',
  neutron: '22.22/...../..3../.1.../11.11',
  dao: 'x..o/.xo./.ox./o..x',
  pegs: '  111  /  111  /111.111/11...11/1111111/  111  /  111  ',
  ardri: '...22../....2../2..1..2/2.111.2/2..1..2/...2.../..222..',
  domineering: '11..22/..2.22/112.../..11.2/2....2/2.11..',
  tron: '....../.111../.1..2./.1..2./...22./......',
  mastermind: '1234  xx/2341  xo/1132  o/.',
  shogi: 'lnsgkgsnl/.r.....b/p.pppp.pp/.p....p//..P...P/PP.PPP.PP/.B.....R/LNSGKGSNL',
  pentago: 'x.o.../.xo.../..xo../...x../.o..x./......',
  quixo: '1.2.1/.21../..1.2/2.1../.12.1',
  halma: 'xxxx/xxx/xx..x/x...o/....x..o/.....ooo/....oooo/...ooooo',
  alquerque: 'xxxxx/xxx.x/xx.oo/oo.oo/ooooo',
  ataxx: '1....22/11....2/.1...../..2..../......./2.....1/22...11',
  baghchal: 't...t/.G.../..G.G/...../t.G.t',
  chomp: 'ddd..../dddd.../ddddd../ddddd../dddddd.',
  col: '1.2.../.1..2./..21../...1.2/2.1.../.2..1.',
  cram: '11..2./..2.2./..2.11/11...2/.2...2/.2.11.',
  dotsandboxes: '*l*.*/uBu../*l*l*/..ubu/*.*l*',
  fanorona: 'xxxxxxxxx/xxx.x.xxx/xoxo.xoxo/ooo.ooo.o/ooooooooo',
  fivefieldkono: 'xxxxx/x...x/..o../o.x.o/.oooo',
  foxandhounds: '.h.h...h/....h///...F///.',
  gardner: 'rnbqk/ppp.p/...p./PPPPP/RNBQK',
  harehounds: '.H.../H..a./.H...',
  hexapawn: 'ppp/.../PPP',
  horde: 'rnbqkbnr/pppppppp//.PP..PP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP',
  isolation: '..#/....k/.#/...#/..K/......#.',
  jesonmor: 'nnn.nnnnn//..n/......N//NNNNNN.NN',
  konane: 'xoxoxoxo/ox.xoxox/xo.oxoxo/oxoxo.ox/xoxoxoxo/oxoxoxox',
  lasca: 'x.x.x.x/.x.x.x./x...x.x/...x.../o.o...o/.o.o.o./o.o.o.o',
  loa: '.xx.xxx/o......o/o..x...o/o....o.o/o..x...o/o.....o/o',
  orderandchaos: '.1..2./..1.../.21.1./..2.../.1..2.',
  racingkings: '///.k///qrbnNBRK/.rbnNBRQ',
  santorini: '...../.w.W./...../..w.W/.....',
  squava: 'x.o../..xo./.ox../o.x../....x',
  tak: 'x...o/.xo../..ox./.o.x./o...x',
  ultimate: '12.1..2/.1.2...1/2...1/..1.2.1/.2..1.2/1...2...1/...1...2/..2..1/.1...2..1',
  ludo: '.1...2./.     ./.     ./4     3/.     ./.     ./.3..1..',
  backgammon: 'o...x.x...o/o...x.x...o/o.....x...o//x.....o...x/x...o.o...x/x...o.o...x',
  pig: 'x   x/     /  x  /     /x   x',
  einstein: '11..2/1.1../.1.2./1.2.2/...22',
  goose: '...1/.       /. ..x.. /.     . /.2..... /        /..x....3.',
  skirmish: '22.2/2..2/..1./1.../11.1',
  battleship: '..x.. /...o. .o/11... ..x/..o.. /..... ...o.',
  sudoku: '..AF../DF..EC/ABC.F./....CA/BE..AD/CADE.F',
  storekeeper: 'xxxxxxxx/xx.....x/xx..o..x/x.oo...x/x...x..x/x1....xx/xxxxxxxx',
  cantstop: '   .....   /  ...1...  / ....1.... /..2.......2/....12/ ......... /  .......  ',
  surakarta: 'xxxx.x/xx.xx./..x..x/o...o./.oooo./oo.ooo',
  2048: '1234/.12./..1./1...',
  unashogi: '...k.g/..s...n/.r..p..l/...p/....P/.S....b/...P..N/..G.K..R.',
};

// Playing cards for pictures of games without a board: suit, if any, and rank.
/** @type {Object<string, string>} */
export const CARDS = { goofspiel: '2 5 3', hearts: '♥A ♠Q ♣2', kuhnpoker: 'J K Q', leducholdem: '♥K ♠K ♥Q',
  ohhell: '♦7 ♦J ♣A', rummy: '♠4 ♠5 ♠6', whist: '♠K ♠3 ♦2' };

// Pictures that are good for other games, too.
const SAME = {
  tron: 'trails',
  ardri: 'brandubh hnefatafl tablut',
  chess: `alice antichess atomic capablanca chess960 courier extinction hoppelpoppel kingofthehill knightmate
makruk crazyhouse minixiangqi obsidian shatranj threecheck xiangqi`,
  col: 'entropy snort',
  checkers: 'amethyst brazilian camelot canadian draughts frisian giveaway russian turkish',
  go: 'capturego nogo',
  gomoku: 'connect6 exactfive mnk pente twixt',
  hex: 'abalone dvonn chinesecheckers havannah y yavalath yavalath3',
  kalah: 'bao oware',
  morris: 'morabaraba sixmensmorris threemensmorris topaz',
  pig: 'liarsdice yahtzee',
  reversi: 'antireversi',
  backgammon: 'hyperbackgammon longgammon nackgammon',
  shogi: 'dobutsu euroshogi gorogoro minishogi',
  squava: 'orchid teeko',
};
/** The game whose picture a game has. @param {string} name */
export const like = (name) =>
  Object.entries(SAME).find(([, games]) => games.split(/\s/).includes(name))?.[0] || name;

// What boards are made of, and how places look: scenes of matches say it themselves.
/** @type {Object<string, string>} */
const LOOKS = {
  felt: 'reversi santorini',
  slate: '2048 dao morris neutron tron',
  lacquer_disc: 'connect4',
  wood_disc: 'cantstop goose mastermind pegs pentago',
  wood_point: 'go gomoku surakarta',
  wood_pit: 'kalah',
  oak: 'hex',
};
/** The material and the form of a game's board. @param {string} name @returns {string[]} */
export const lookOf = (name) =>
  Object.keys(LOOKS)
    .find((key) => LOOKS[key].split(' ').includes(name))
    ?.split('_') || [];
