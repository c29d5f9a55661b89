// SPDX-License-Identifier: MIT
// The parts of the page that need no browser: where things go, what is changed, what a pick means.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const web = (file) => import(new URL(`js/${file}`, `file://${process.env.TSR_WEB}/`).href);
const samples = JSON.parse(readFileSync(new URL('scenes.json', import.meta.url), 'utf8'));
const { atHand, modelOf, theBoard, unitsOf, whatIsOn, withRole } = await web('model.js');
const { place } = await web('layout.js');
const { skinOf } = await web('skins.js');
const { sceneOf } = await web('positions.js');
const { Picks, withoutLone } = await web('picks.js');
const { meant, snapped } = await web('aim.js');
const { create, patch, v } = await web('vdom.js');
const { art } = await web('svgtext.js');
const { Notation } = await web('notation.js');

const model = (game, near = 0) =>
  modelOf(samples[game], { game, near, names: ['Anna', 'Ben', 'Cem', 'Dora'], skin: skinOf(game) });

// --- Where things go ---------------------------------------------------------

test('roles come from owners and kinds', () => {
  const azul = model('azul');
  assert.equal(withRole(azul, 'others').filter((z) => z.parent < 0).length, 3);
  assert.equal(withRole(azul, 'mine').filter((z) => z.parent < 0).length, 1);
  assert.equal(theBoard(azul), undefined);
  assert.equal(theBoard(model('chess')).kind, 'grid');
  assert.equal(withRole(model('unicorns'), 'hand').length, 1);
});

test('a board is of wood unless its game or its skin says otherwise, whatever form the skin gives it', () => {
  for (const game of ['backgammon', 'nackgammon', 'ultimate', 'sudoku', 'col']) {
    const drawn = modelOf(sceneOf({ name: game }), { game, near: 0, names: [], skin: skinOf(game) });
    assert.equal(theBoard(drawn).material, 'wood', game);
  }
});

test('"player 2" is called by name', () => {
  assert.match(
    model('unicorns')
      .zones.flatMap((z) => z.items)
      .map((i) => i.label)
      .join('\n'),
    /Ben/,
  );
});

test('a place is told by what stands on it, or by itself', () => {
  const chess = model('chess');
  assert.deepEqual(whatIsOn(chess, 'e1'), ['White King on e1']);
  assert.deepEqual(whatIsOn(chess, ' E4 '), ['e4, free']);
  for (const word of ['', 'z9', 'king?']) assert.deepEqual(whatIsOn(chess, word), []);
});

test('every card that may be chosen is on the table, also out of a hand that one was shown', async () => {
  const { tableNodes } = await web('table.js');
  const cards = model('unicorns', 0); // the sample shows the hand of the third player
  const ref = cards.zones[15].items[0].ref;
  const none = () => new Set();
  const c = {
    next: none(), picked: none(), marks: none(), last: none(), ghosts: none(), skin: skinOf('unicorns'), words: {},
    names: ['Anna', 'Ben', 'Cem', 'Dora'], players: ['Anna', 'Ben', 'Cem', 'Dora'].map((name) => ({ name })), near: 0,
    edges: [], prompt: '', held: [],
  };
  const shows = () => JSON.stringify(tableNodes(place(cards, 1280, 752, 16), cards, c)).includes(`"data-ref":${ref}`);
  assert.equal(shows(), false);
  c.next.add(ref);
  assert.equal(shows(), true);
});

const SIZES = [
  [390, 796, 16],
  [1280, 752, 16],
  [1920, 1020, 20],
  [3840, 2034, 42],
  [360, 640, 16],
  [768, 976, 16],
];

for (const [game, form] of [['azul', 'ring'], ['projectl', 'market'], ['unicorns', 'stage']]) {
  for (const [W, H, rem] of SIZES) {
    test(`${game} fits ${W} x ${H}: every area inside, none above another`, () => {
      const { areas, frame } = place(model(game), W, H, rem);
      assert.equal(frame, form);
      const list = Object.entries(areas).filter(([name, a]) => a.h > 0 && name !== 'side');
      for (const [name, a] of list) {
        assert.ok(a.x >= -0.5 && a.x + a.w <= W + 0.5, `${name} is ${a.x} to ${a.x + a.w}`);
        assert.ok(a.y >= -0.5 && a.y + a.h <= H + 0.5, `${name} is ${a.y} to ${a.y + a.h}`);
      }
      for (const [n, a] of list) {
        for (const [m, b] of list.filter(([name]) => name > n)) {
          const apart =
            a.x + a.w <= b.x + 0.5 ||
            b.x + b.w <= a.x + 0.5 ||
            a.y + a.h <= b.y + 0.5 ||
            b.y + b.h <= a.y + 0.5;
          assert.ok(apart, `${n} and ${m} overlap`);
        }
      }
      assert.ok(areas.mine.cell > (areas.others?.cell || 0), 'mine is the largest');
    });
  }
}

/** A table of cards as a rules file has it: a deck, what is turned up, a trick, and hands with numbers beside them. */
function tricks(players, room) {
  const card = (zone, i) => ({ zone, kind: 'card', class: 'playing', glyph: '♣2', label: 'two', ref: i });
  const zones = [{ kind: 'group', label: 'table' },
    { kind: 'row', parent: 0, role: 'stage', cap: 1, label: 'trump' },
    { kind: 'row', parent: 0, role: 'stage', cap: room, label: 'trick' }];
  const items = [card(1, 1), card(2, 2)];
  for (let owner = 0; owner < players; owner++) {
    const parent = zones.push({ kind: 'group', owner, label: `P${owner}` }) - 1;
    items.push(card(zones.push({ kind: 'hand', parent, owner, layout: 'fan', cap: 8, label: 'hand' }) - 1, 0));
    for (const label of ['score', 'bid', 'took', 'points']) zones.push({ kind: 'counter', parent, owner, label });
  }
  return modelOf({ zones, items }, { game: 'x', near: 0, names: ['A', 'B', 'C', 'D', 'E'], skin: skinOf('x') });
}

test('a trick lies inside the stage, and plates have room for four numbers a player, on every size', () => {
  for (const [W, H, rem] of SIZES) {
    for (const players of [2, 3, 4, 5]) {
      const { areas, frame, phone } = place(tricks(players, players), W, H, rem);
      assert.equal(frame, 'stage');
      const [gap, inside] = [0.5 * rem, areas.table.w - (phone ? 1.25 : 3) * rem];
      const row = Math.floor(inside / (areas.table.cell + gap));
      const lines = Math.ceil((1 + players) / row);
      const what = `${players} at ${W} x ${H}: cards of ${areas.table.cell.toFixed(0)} px`;
      assert.ok(areas.table.cell >= 1.4 * rem, what);
      assert.ok(lines * (1.4 * areas.table.cell + 1.75 * rem) <= areas.table.h - 8 * rem, what);
      const rows = Math.ceil((players - 1) / 3);
      if (phone) assert.ok(areas.others.h / rows >= 4.8 * rem, `plates are ${areas.others.h / rows} px high`);
    }
  }
});

test('a table of cards keeps its form while nothing lies in the middle, and many words are asked', () => {
  const cards = tricks(2, 2);
  for (const z of withRole(cards, 'stage')) z.items = [];
  const words = cards.zones[3]; // of a sheet: more of them than cards
  words.items = Array.from({ length: 16 }, (_, i) => ({ index: 50 + i, zone: 3, kind: 'text', flags: [], label: 'a word' }));
  assert.equal(place(cards, 1280, 752, 16).frame, 'stage');
});

test('what lies on a table for good does not make its first cards small', () => {
  const [few, many] = [place(tricks(2, 5), 390, 796, 16), place(tricks(2, 32), 390, 796, 16)];
  assert.equal(many.areas.table.cell, few.areas.table.cell);
});

test('on the stage a question of two lines, a card, its player, what is told and the answers have room', () => {
  // As match.css has them, in rem: padding, three gaps, lines of --t5, the frame of the top card, the name, two of --t2, keys.
  const beside = 2 + 3 * 0.5 + 2 * 1.375 * 1.15 + 2 * 0.4375 + 1.8 + 2 * 0.8125 * 1.45 + 3;
  const four = model('unicorns');
  const two = model('unicorns');
  for (const z of two.zones) {
    if (z.owner > 1) z.role = 'gone';
    for (const i of z.role === 'mine' ? z.items : []) i.kind = 'card'; // drawn large: takes height from the stage
  }
  for (const [W, H, rem] of SIZES) {
    for (const table of [two, four]) {
      const { areas, phone } = place(table, W, H, rem);
      const { cell, h } = areas.table;
      if (!phone) assert.ok(1.15 * 1.4 * cell + beside * rem <= h + 2, `${W} x ${H}: cards of ${cell} px in ${h} px`);
    }
  }
});

test('sizes come from what a zone can hold, not from what it holds', () => {
  const azul = model('azul');
  const floor = azul.zones.find((z) => z.kind === 'track');
  const before = unitsOf(floor);
  floor.items = floor.items.slice(0, 2);
  assert.deepEqual(unitsOf(floor), before);
});

test('on a phone a wall with its lines, the arrows between them and its edge stays in its panel', () => {
  const { areas } = place(model('azul'), 390, 796, 16);
  const [lines, gap, arrows, wall, edge] = [5, 0.4, 0.25, 5, 0.08]; // cells, as things.css has them
  assert.ok(areas.mine.cell * (lines + gap + arrows + wall + edge) <= areas.mine.w - 24, `cells of ${areas.mine.cell} px`);
});

test('tiles of the centre lie between the displays, however many there are', async () => {
  const { around, packed } = await web('ring.js');
  assert.deepEqual(packed(0, [[0, 9]], 5, 4).spots, [], 'nothing lies in the middle');
  const { ringRadius } = await web('sizes.js');
  for (const [discs, w, h] of [[5, 374, 310], [5, 930, 400], [7, 374, 300], [9, 374, 340], [9, 930, 400]]) {
    const r = ringRadius(discs, w, h);
    const displays = around(discs, w, h, w / 2 - r - 4, h / 2 - r - 4).map(([x, y]) => [x - w / 2, y - h / 2]);
    for (let n = 1; n <= 3 * discs + 1; n++) {
      const { size, spots } = packed(n, displays, r, r * 0.64);
      assert.equal(spots.length, n);
      const gap = Math.min(...spots.flatMap(([x, y]) => displays.map((d) => Math.hypot(x - d[0], y - d[1]) - r)));
      assert.ok(size > r * 0.64 * 0.4, `${n} tiles between ${discs} displays are ${size.toFixed(1)} px`);
      assert.ok(gap >= size * 0.6, `${n} tiles between ${discs} displays: ${gap.toFixed(1)} px apart`);
    }
  }
});

test('a track of scores is marked at round numbers, the last of them not below the best', async () => {
  const { scoreTrack } = await web('plate.js');
  const marks = (best) => {
    const zones = [0, 1].map((owner) =>
      ({ owner, kids: [{ role: 'score', kind: 'counter', kids: [], items: [{ label: `score ${owner * best}` }] }] }));
    const track = scoreTrack(zones, { players: [] });
    const words = everyNode(track).filter((n) => n.tag === 'text').map((n) => JSON.stringify(n.kids));
    return words.map((text) => Number(/\d+/.exec(text)[0]));
  };
  for (const [best, step] of [[20, 10], [80, 20], [250, 50]]) {
    const all = marks(best);
    assert.deepEqual(all, all.map((_, i) => i * step), `up to ${best}`);
    assert.ok(all.at(-1) >= best);
  }
});

test('of a reserve every count is told, also one and none', async () => {
  const { tableNodes } = await web('table.js');
  const projectl = model('projectl');
  const { items } = projectl.zones.find((z) => z.role === 'supply' && z.kind !== 'pile');
  [items[0].count, items[1].count, items[1].flags] = [undefined, undefined, ['dim']];
  const c = { ...CALM(), skin: skinOf('projectl') };
  const said = JSON.stringify(tableNodes(place(projectl, 1280, 752, 16), projectl, c));
  for (const n of [0, 1]) assert.ok(said.includes(`"data-count":${n}`), String(n));
});

test('seats of an analysis are called by their men, also after sides were swapped', async () => {
  const { seatsBy } = await web('analysis/seats.js');
  const men = (...colours) => colours.map((colour, owner) => ({ kind: 'piece', owner, colour }));
  assert.deepEqual(seatsBy(['red', 'blue'], men('red', 'blue')), ['red', 'blue']);
  assert.deepEqual(seatsBy(['red', 'blue'], men('blue', 'red')), ['blue', 'red']);
  assert.deepEqual(seatsBy(['red', 'blue'], men('red')), ['red', 'blue']);
  assert.deepEqual(seatsBy(['South', 'North'], men('white', 'black')), ['South', 'North']);
});

test('the names of squares lie above the ground of what is picked', async () => {
  const { gridNode } = await web('board.js');
  const chess = model('chess');
  const { kids } = gridNode(theBoard(chess), { ...CALM(), skin: skinOf('chess') });
  assert.equal(kids.flat(9).filter(Boolean).at(-1).props.key, 'names');
});

// --- What a pick means -------------------------------------------------------

test('any space of a line means the line, and any of the floor the floor', () => {
  const azul = model('azul');
  const lines = azul.zones.find((z) => z.layout === 'stairs' && z.owner === 0);
  const row = lines.items.filter((i) => i.row === 3);
  const next = new Set([row[row.length - 1].ref]);
  for (const i of row) assert.equal(meant(azul, next, i.ref), [...next][0]);
  const other = lines.items.find((i) => i.row === 1);
  assert.equal(meant(azul, next, other.ref), other.ref); // not its row: asked why
});

test('picks narrow, finish, go back and change their mind', () => {
  const picks = new Picks([
    { text: 'a', pick: [1, 5] },
    { text: 'b', pick: [1, 6] },
    { text: 'c', pick: [2] },
  ]);
  assert.deepEqual([...picks.next()], [1, 2]);
  assert.deepEqual(picks.pick(1), { narrowed: true });
  assert.equal(picks.finishing(6).text, 'b');
  assert.deepEqual(picks.pick(9), { wrong: [1, 9] });
  assert.deepEqual(picks.pick(1), { undone: true });
  picks.pick(1);
  assert.equal(picks.pick(2).move.text, 'c');
});

test('nobody is asked for the only thing there is; a finger on another first thing means that', () => {
  const sheet = (ref) => ref > 100;
  const paths = (moves) => moves.map((m) => m.pick.join());
  const moves = (...all) => all.map((pick) => ({ text: pick.join(), pick }));
  assert.deepEqual(paths(withoutLone(moves([101, 1], [101, 2, 102]), sheet)), ['1', '2,102']);
  assert.deepEqual(paths(withoutLone(moves([101, 1], [102, 1]), sheet)), ['101,1', '102,1'], 'there is a choice');
  assert.deepEqual(paths(withoutLone(moves([5, 1], [5, 2]), sheet)), ['5,1', '5,2'], 'no sheet');
  assert.deepEqual(paths(withoutLone(moves([101]), sheet)), ['101'], 'a move has a pick');
  assert.deepEqual(withoutLone([], sheet), []);
  const picks = new Picks(moves([1, 3], [2, 4]));
  assert.equal(picks.changes(2), false, 'nothing is held');
  picks.pick(1);
  assert.deepEqual([1, 2, 3, 4].map((ref) => picks.changes(ref)), [true, true, false, false]);
});

test('what could be picked instead of the last pick', () => {
  const picks = new Picks([
    { text: 'lay', pick: [1, 5, 7] },
    { text: 'change', pick: [1, 6] },
    { text: 'take', pick: [2] },
  ]);
  assert.deepEqual([...picks.instead()], []);
  picks.pick(1);
  picks.pick(5);
  assert.deepEqual([...picks.instead()], [5, 6]);
});

// --- What is changed ---------------------------------------------------------

// As much of a document as patching touches; it counts what is changed.
let changes = 0;
class Node {
  constructor(tag) {
    Object.assign(this, {
      tagName: tag,
      childNodes: [],
      attributes: new Map(),
      parent: null,
      namespaceURI: '',
    });
  }

  get firstChild() {
    return this.childNodes[0] || null;
  }

  get nextSibling() {
    const all = this.parent.childNodes;
    return all[all.indexOf(this) + 1] || null;
  }

  insertBefore(node, before) {
    changes++;
    node.remove();
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parent = this;
    return node;
  }

  appendChild(node) {
    return this.insertBefore(node, null);
  }

  remove() {
    if (this.parent) this.parent.childNodes.splice(this.parent.childNodes.indexOf(this), 1);
    this.parent = null;
  }

  replaceChildren() {
    this.childNodes = [];
  }

  setAttribute(name, value) {
    changes++;
    this.attributes.set(name, value);
  }

  removeAttribute(name) {
    changes++;
    this.attributes.delete(name);
  }
}
globalThis.document = {
  createElementNS: (ns, tag) => new Node(tag),
  createTextNode: (data) => Object.assign(new Node('#'), { data }),
};

const row = (...keys) => keys.map((key) => v('li', { key, class: `c${key}` }, String(key)));

test('what stays keeps its element, wherever it goes', () => {
  const list = new Node('ul');
  patch(list, row(1, 2, 3, 4));
  const before = new Map(list.childNodes.map((el) => [el.attributes.get('class'), el]));
  patch(list, row(4, 2, 5));
  assert.deepEqual(
    list.childNodes.map((el) => el.attributes.get('class')),
    ['c4', 'c2', 'c5'],
  );
  assert.equal(list.childNodes[0], before.get('c4'));
  assert.equal(list.childNodes[1], before.get('c2'));
});

test('the same picture changes nothing, and a pick on 19 x 19 a handful', () => {
  const board = (picked) =>
    Array.from({ length: 361 }, (_, i) =>
      v('g', { key: `r${i}`, class: i === picked ? 'cell picked' : 'cell' }, v('rect', { width: 40 })),
    );
  const root = new Node('svg');
  patch(root, board(-1));
  changes = 0;
  patch(root, board(-1));
  assert.equal(changes, 0);
  patch(root, board(180));
  assert.equal(changes, 1);
});

/** All pictures in a picture, itself included. */
const everyNode = (node) => [node, ...node.kids.flatMap(everyNode)];
/** How many pictures of `now` are not the same objects as in `before`: what patching has to look into. */
function drawnAnew(before, now) {
  const known = new Set(before.flatMap(everyNode));
  const look = (node) => (known.has(node) ? 0 : 1 + node.kids.reduce((n, kid) => n + look(kid), 0));
  return now.reduce((n, node) => n + look(node), 0);
}
const MOST_AZUL = 400;
const CALM = () => ({
  next: new Set(), picked: new Set(), marks: new Set(), last: new Set(), ghosts: new Set(), live: true, words: {}, held: [],
  names: ['Anna', 'Ben', 'Cem', 'Dora'], players: ['Anna', 'Ben', 'Cem', 'Dora'].map((name) => ({ name })), near: 0,
  edges: [], prompt: '', flip: false, stops: new Set(),
});

test('a pick at Azul of four, and a stone on 19 x 19, draw a handful of things anew', async () => {
  const { gridNode } = await web('board.js');
  const { tableNodes } = await web('table.js');
  const few = (before, now, most) => {
    const all = before.flatMap(everyNode).length;
    const anew = drawnAnew(before, now);
    assert.ok(all > 400 && anew > 0 && anew < most, `${anew} of ${all}`);
  };
  const azul = model('azul');
  const plan = place(azul, 1280, 752, 16);
  const refs = (zones) => zones.flatMap((z) => z.items.map((i) => i.ref)).filter(Boolean);
  const tiles = refs(azul.zones.find((z) => z.layout === 'ring').kids);
  const lines = refs(azul.zones.filter((z) => z.layout === 'stairs' && z.owner === 0));
  const c = { ...CALM(), skin: skinOf('azul'), next: new Set(tiles) };
  const table = (context) => tableNodes(plan, azul, context).filter(Boolean);
  few(table(c), table({ ...c, next: new Set(lines), picked: new Set(tiles.slice(0, 1)) }), MOST_AZUL);

  const cells = Array.from({ length: 361 },
    (_, i) => ({ kind: 'cell', zone: 0, ref: i + 1, row: Math.floor(i / 19), col: i % 19 }));
  const stone = { kind: 'piece', zone: 0, row: 9, col: 9, colour: 'black', label: 'black on k10' };
  const zones = [{ kind: 'grid', rows: 19, cols: 19, coords: 'letters' }];
  const goban = (items, before) => modelOf({ zones, items }, { game: 'go', near: 0, names: [], skin: skinOf('go') }, before);
  const [empty, open] = [goban(cells), new Set(cells.map((i) => i.ref))];
  const board = (go, more) => [gridNode(theBoard(go), { ...CALM(), skin: skinOf('go'), many: true, next: open, ...more })];
  const before = board(empty, {});
  few(before, board(empty, { live: false, seated: true }), 10);
  const left = new Set([...open].filter((ref) => ref !== 181));
  few(before, board(goban([...cells, stone], empty), { next: left, last: new Set([181]) }), 120);
});

test('drawings are read into elements, and the same one is never read twice', () => {
  const [group] = art('<g fill="red"><path d="M0 0L1 1"/><text>7</text></g>');
  assert.equal(group.tag, 'g');
  assert.deepEqual(
    group.kids.map((k) => k.tag),
    ['path', 'text'],
  );
  assert.equal(art('<g fill="red"><path d="M0 0L1 1"/><text>7</text></g>')[0], group);
  assert.throws(() => art('<g><path/>'), /does not end/);
  assert.equal(create(group).childNodes.length, 2);
});

// --- Chess as it is written ----------------------------------------------------

/** The moves of a game that begins with the men where they stand, as chess players write them. */
function written(moves) {
  const game = new Notation(samples.chess);
  return moves.split(' ').map((text) => game.play(text).san).join(' ');
}

test('moves of chess: castling, captures, pawns taken in passing, promotion, mate', () => {
  assert.equal(written('f2f3 e7e5 g2g4 d8h4'), 'f3 e5 g4 Qh4#');
  assert.equal(written('e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 d7d6'), 'e4 e5 Nf3 Nc6 Bc4 Bc5 O-O d6');
  assert.equal(written('e2e4 a7a6 e4e5 d7d5 e5d6'), 'e4 a6 e5 d5 exd6');
  assert.equal(written('a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 g8f6 b7a8q'), 'a4 b5 axb5 a6 bxa6 Bb7 axb7 Nf6 bxa8=Q');
  assert.equal(written('d2d4 d7d5 d1d3 b8c6 c1f4 c8f5 b1c3 d8d6 e1c1 e8c8'), 'd4 d5 Qd3 Nc6 Bf4 Bf5 Nc3 Qd6 O-O-O O-O-O');
});

test('moves of chess: of two men that could go there the file is told, unless one is pinned', () => {
  assert.equal(written('g1f3 a7a6 d2d3 a6a5 b1d2'), 'Nf3 a6 d3 a5 Nbd2');
  // The knight on c3 is pinned by the bishop on b4, so the other one needs no file.
  const pinned = 'd2d4 e7e6 b1c3 f8b4 e2e3 a7a6 g1e2';
  assert.equal(written(pinned), 'd4 e6 Nc3 Bb4 e3 a6 Ne2');
});

test('a king in check is known by its place, and no move is made up', () => {
  const game = new Notation(samples.chess);
  for (const text of ['e2e4', 'f7f6']) assert.equal(game.play(text).check, null);
  assert.deepEqual(game.play('d1h5'), { san: 'Qh5+', check: { row: 0, col: 4 }, mate: false });
  assert.equal(game.play('castle'), null);
  assert.equal(game.play('e4e5 '), null);
});

// --- Where a held piece snaps to -----------------------------------------------

/** A row of places, 40 wide, numbered from 1. */
const rowOf = (n) => ({
  querySelectorAll: () => Array.from({ length: n }, (_, i) => ({
    dataset: { ref: String(i + 1) },
    querySelector: () => ({ getBoundingClientRect: () => ({ x: i * 40, y: 0, width: 40, height: 40 }) }),
  })),
});

test('a piece snaps to the places that lie nearest round the pointer, and to none that is far', () => {
  const domino = (at) => ({ text: `at ${at}`, pick: [100, at], mark: [at, at + 1] });
  const picks = new Picks([domino(1), domino(2), domino(4)]);
  picks.pick(100);
  assert.equal(snapped(rowOf(5), picks, 42, 25), 1); // between the first two places
  assert.equal(snapped(rowOf(5), picks, 70, 10), 2);
  assert.equal(snapped(rowOf(5), picks, 150, 60), 4); // below them, and near
  assert.equal(snapped(rowOf(5), picks, 150, 110), 0);
  assert.equal(snapped(rowOf(0), picks, 40, 20), 0); // no puzzle is seen
});

// --- What is told beside a table ---------------------------------------------

test('a score may have a half', async () => {
  const { valueOf } = await web('zones.js');
  const said = (label) => valueOf({ items: [{ label }] });
  assert.deepEqual(['score: 27.5', 'points -3', 'round 12'].map(said), ['27.5', '−3', '12']);
});

test('beside a board of pits a store counts what lies in it', async () => {
  const { storeOf } = await web('graph.js');
  const kalah = modelOf(sceneOf({ name: 'kalah' }), { game: 'kalah', near: 0, names: [], skin: skinOf('kalah') });
  assert.deepEqual([0, 1].map((seat) => storeOf(theBoard(kalah), seat)), [9, 7]);
});

test('rows, columns and colours of a wall are complete when all their tiles lie', async () => {
  const { complete } = await web('wall.js');
  const tile = (row, col) => ({ kind: 'tile', flags: [], row, col, colour: 'abcde'[(col - row + 5) % 5] });
  const wall = (items) => complete({ kind: 'grid', rows: 5, cols: 5, items });
  const five = [0, 1, 2, 3, 4];
  assert.deepEqual(wall([]), { rows: 0, columns: 0, colours: 0 });
  assert.deepEqual(wall(five.map((k) => tile(2, k))), { rows: 1, columns: 0, colours: 0 });
  assert.deepEqual(wall(five.map((k) => tile(k, 1))), { rows: 0, columns: 1, colours: 0 });
  assert.deepEqual(wall(five.map((k) => tile(k, k))), { rows: 0, columns: 0, colours: 1 });
  assert.deepEqual(wall(five.map((k) => ({ ...tile(2, k), flags: ['ghost'] }))), { rows: 0, columns: 0, colours: 0 });
});

test('an answer stops a card, an answer to that lets it go', async () => {
  const { stopped } = await web('stage.js');
  assert.deepEqual([1, 2, 3, 4].map((n) => stopped(Array(n).fill({}))),
    [[false], [true, false], [false, true, false], [true, false, true, false]]);
});

test('the curve of judgements goes between one side to move and the other', async () => {
  const { calmed } = await web('course.js');
  assert.deepEqual(calmed([[500, 500], [600, 400], [400, 600], [900, 100]]), [[500, 500], [550, 450], [500, 500], [900, 100]]);
});

test('a language has as many forms of a word as it needs', async () => {
  const { t } = await web('words.js');
  assert.deepEqual([1, 2, 5].map((n) => t('targets', { n })), ['1 target', '2 targets', '5 targets']);
  const plural = new Intl.PluralRules('cs');
  assert.deepEqual([1, 2, 5].map((n) => plural.select(n)), ['one', 'few', 'other'], 'the forms of cs.js are in this order');
});

test('files of Go leave out i where people read and type, and nowhere else', async () => {
  const { meant: sent, shown, shownLog } = await web('files.js');
  assert.equal(shown('Black Stone on i5, h5 and s19'), 'Black Stone on j5, h5 and t19');
  assert.deepEqual(['h5', 'j5', 't19', 'i5', 'pass'].map(sent), ['h5', 'i5', 's19', '?5', 'pass']);
  const log = [{ who: 0, text: 'i5', sentence: 'Anna: i5' }];
  assert.deepEqual(shownLog('go', log), [{ who: 0, text: 'j5', sentence: 'Anna: j5' }]);
  assert.equal(shownLog('chess', log), log);
});

test('cards are read by suit and rank, wherever they lie', async () => {
  const { cardNames, shownLog } = await web('files.js');
  const read = { 'hand4_clubs2~2': '♣2', hand1_hearts14: '♥A', clubs1: '♣A', 'spades12~10': '♠Q', hand2_5: '5',
    'Anna: hand1_diamonds10~3': 'Anna: ♦10', e2e4: 'e2e4', 'hearts are broken': 'hearts are broken' };
  for (const [told, seen] of Object.entries(read)) assert.equal(cardNames(told), seen);
  const log = [{ who: 3, text: 'hand4_clubs2~2', sentence: 'West: hand4_clubs2~2' }];
  assert.deepEqual(shownLog('hearts', log), [{ who: 3, text: '♣2', sentence: 'West: ♣2' }]);
});

test('sides of Hex carry the mark of their stones', async () => {
  const { hexNode } = await web('graph.js');
  const hex = modelOf(sceneOf({ name: 'hex' }), { game: 'hex', near: 0, names: [], skin: skinOf('hex') });
  const none = () => new Set();
  const c = { next: none(), picked: none(), marks: none(), last: none(), ghosts: none(), skin: skinOf('hex') };
  const drawn = JSON.stringify(hexNode(theBoard(hex), c));
  const { cols, rows } = theBoard(hex);
  const two = (n) => 2 * Math.floor(n / 2); // every other place, on two sides
  assert.equal(drawn.match(/l3\.4 3\.4/g)?.length, two(cols), 'diamonds on both red sides');
  assert.equal(drawn.match(/"r":"2\.7"/g)?.length, two(rows), 'discs on both blue ones');
});

test('a player has the colour of the men, and no two have one', async () => {
  const { sideOf } = await web('sides.js');
  const { seats } = await web('art/signs.js');
  const sides = (game, players, ...colours) => {
    const items = colours.flatMap((colour, owner) => (colour ? [{ kind: 'piece', owner, colour }] : []));
    const state = { match: { game, players: Array(players).fill({}) }, scene: { zones: [], items } };
    return state.match.players.map((_, seat) => seats[sideOf({ state }, seat)]).join(' ');
  };
  assert.equal(sides('yavalath3', 3, 'red', 'green', 'blue'), 'red green blue');
  assert.equal(sides('yavalath3', 3), 'blue red green');
  assert.equal(sides('yavalath3', 3, 'red'), 'red blue green');
  assert.equal(sides('connect4', 2, 'red', 'yellow'), 'red yellow');
  assert.equal(sides('ludo', 4, 'red', 'yellow', 'green', 'blue'), 'red yellow green blue');
  assert.equal(sides('chess', 2, 'white', 'black'), 'blue red');
  assert.equal(sides('teams', 4, 'red', 'red', 'blue', 'grey'), 'red green blue orange');
});

test('seats of an analysis have a colour each, though only some are called by one', async () => {
  const { sidesOf } = await web('analysis/graph.js');
  const { seats } = await web('art/signs.js');
  const named = (...names) => sidesOf(names).map((n) => seats[n]).join(' ');
  assert.equal(named('Red', 'Yellow'), 'red yellow');
  assert.equal(named('Red', 'Maker'), 'red blue');
  assert.equal(named('White', 'Black'), 'blue red');
  assert.equal(named('Red', 'Red'), 'blue red');
});

test('men of backgammon lie one behind the other on wedges; on a phone the rows stand upright', async () => {
  const { wedgesBox, wedgesNode } = await web('wedges.js');
  const spot = (k, men) => [{ zone: 0, kind: 'cell', col: 100 * k, ref: k + 1, label: `p${k + 1}` },
    ...(men ? [{ zone: 0, kind: 'piece', col: 100 * k, count: men, owner: 0, colour: 'white', label: `man on p${k + 1}` }] : [])];
  const men = { 0: 2, 11: 5, 16: 9 };
  const items = Array.from({ length: 24 }, (_, k) => spot(k, men[k])).flat();
  const about = { game: 'backgammon', near: 0, names: [], skin: skinOf('backgammon') };
  const zone = theBoard(modelOf({ zones: [{ kind: 'graph', cols: 24, label: 'board' }], items }, about));
  const none = () => new Set();
  const c = { next: none(), picked: none(), marks: none(), last: none(), ghosts: none(), names: [], flip: false,
    skin: about.skin };
  for (const tall of [false, true]) {
    const [left, top, w, h] = wedgesBox({ ...zone, tall });
    assert.equal(w < h, tall);
    const drawn = JSON.stringify(wedgesNode({ ...zone, tall }, c));
    const at = [...drawn.matchAll(/item piece[^"]*","transform":"translate\(([-\d.]+) ([-\d.]+)\)/g)];
    assert.equal(at.length, 16, 'every man is drawn');
    assert.equal(new Set(at.map(([, x, y]) => `${x} ${y}`)).size, 16, 'none covers another');
    for (const [, x, y] of at) assert.ok(x > left && x < left + w && y > top && y < top + h, `${x} ${y}`);
    assert.equal(drawn.match(/man on p/g).length, 3, 'a pile is named once');
    assert.equal(drawn.match(/"badge"/g)?.length, 1, 'nine are told by their number');
  }
});

test('soldiers and where a man was are drawn by their names, and no letter stands for them', async () => {
  const { drawItem } = await web('items.js');
  const drawn = (game, label, glyph, colour) =>
    JSON.stringify(drawItem({ kind: 'piece', label, glyph, colour, flags: [] }, skinOf(game)));
  const men = ['flag', 'bomb', 'spy', 'scout', 'miner', 'marshal', '?'];
  const pictures = men.map((name) => drawn('skirmish', `${name} on a1`, name[0], 'blue'));
  assert.equal(new Set(pictures).size, men.length);
  for (const text of [...pictures, drawn('fanorona', 'trail on f4', '*', 'grey')]) assert.doesNotMatch(text, /glyph/);
});

test('dominoes are found in pairs, from the first of a row or column on', async () => {
  const { halves } = await web('art/dominoes.js');
  const laid = (text) => text.split('/').flatMap((line, row) => [...line].flatMap((c, col) =>
    (c === '.' ? [] : [{ kind: 'piece', row, col, owner: Number(c) }])));
  const ways = halves(laid('0000/1..1/1..1/...1/...1'));
  const way = (at) => ways.get(at).map((n) => n + 0); // no -0
  assert.deepEqual([0, 1, 2, 3].map(way), [[1, 0], [-1, 0], [1, 0], [-1, 0]]);
  assert.deepEqual([1, 2, 3, 4].map((row) => way(row * 1000 + 3)), [[0, 1], [0, -1], [0, 1], [0, -1]]);
  assert.equal(ways.size, 10);
  // Nobody's dominoes lie as the moves say, or where there was one way only, so; what no move tells of stays alone.
  const nobodys = [[0, 0], [1, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]].map(([row, col]) => ({ kind: 'piece', row, col }));
  const told = halves(nobodys, ['across:a1', 'down:a2', 'b2'], 3);
  assert.deepEqual([...told].map(([at, to]) => [at, ...to.map((n) => n + 0)]), [
    [2000, 1, 0], [2001, -1, 0], [1000, 0, -1], [0, 0, 1], [1001, 1, 0], [1002, -1, 0]]);
});

test('what may be picked is brought into sight where none of it is, once', async () => {
  const { bringIntoSight } = await web('sight.js');
  globalThis.matchMedia = () => ({ matches: true });
  const box = (left, width) => ({ left, width, right: left + width });
  const lit = (left, width, own = { left, width }) => ({
    getBoundingClientRect: () => box(left, width),
    closest: () => ({ getBoundingClientRect: () => box(own.left, own.width) }),
  });
  const strip = (...things) => {
    const pushed = [];
    const el = { querySelectorAll: () => things, getBoundingClientRect: () => box(10, 300),
      scrollBy: ({ left }) => pushed.push(left) };
    const next = (...refs) => bringIntoSight({ querySelectorAll: () => [el] }, new Set(refs));
    return { pushed, next };
  };
  const right = strip(lit(420, 20, { left: 400, width: 120 }), lit(900, 20, { left: 880, width: 120 }));
  right.next(1, 2);
  assert.deepEqual(right.pushed, [210], 'all of the nearest puzzle');
  right.next(1, 2);
  assert.equal(right.pushed.length, 1, 'it is not pushed back');
  right.next(3);
  assert.equal(right.pushed.length, 2);
  const left = strip(lit(-80, 20, { left: -110, width: 120 }));
  left.next(1);
  assert.deepEqual(left.pushed, [-120]);
  const seen = strip(lit(420, 20), lit(280, 20));
  seen.next(1, 2);
  strip().next(1);
  assert.deepEqual(seen.pushed, []);
});

test('a board has its panel beside it in low windows, and below on a phone', () => {
  const phone = (w, h) => place(model('chess'), w, h, 16).phone;
  assert.deepEqual([[1280, 752], [640, 352], [390, 796], [800, 1100]].map((size) => phone(...size)), [false, false, true, true]);
});

test('every lesson has its steps in the leaflets of all languages', async () => {
  const { TAUGHT, lessonOf } = await web('lessons.js');
  for (const name of ['cs', 'de', 'es', 'hr']) {
    const texts = (await import(`file://${process.env.TSR_WEB}/lang/leaflets/${name}.js`)).default;
    for (const game of TAUGHT) {
      const steps = lessonOf(game, '', true, texts[game].split('|').filter((s) => s.trim()).map((s) => s.trim()));
      for (const step of steps) assert.ok(step.words.length > 10 || step.task, `${name}, ${game}: a step says nothing`);
    }
  }
});

test('a move on its way lies where it goes, and what follows from it is not guessed', async () => {
  const { ahead } = await web('ahead.js');
  const chess = { zones: [], items: [
    { kind: 'cell', ref: 1, zone: 0, row: 6, col: 4 }, { kind: 'cell', ref: 2, zone: 0, row: 4, col: 4 },
    { kind: 'piece', key: 9, zone: 0, row: 6, col: 4, flags: ['last'] }, { kind: 'piece', key: 8, zone: 0, row: 4, col: 4 }] };
  const after = ahead(chess, { text: 'e2e4', pick: [1, 2] });
  const at = (scene, key) => scene.items.find((i) => i.key === key);
  assert.deepEqual([at(after, 9).row, at(after, 9).flags], [4, ['pending']]);
  assert.equal(at(after, 8).row, 4, 'what is taken is there until the server says so');
  assert.equal(at(chess, 9).row, 6, 'the scene itself is as it was');
  assert.equal(ahead(chess, { text: 'pass', pick: [5] }), null);
  assert.equal(ahead(chess, { text: 'e2', pick: [1] }), null, 'nobody knows where it goes');
  const azul = { zones: [], items: [{ kind: 'tile', ref: 3, key: 5, zone: 1, count: 2 }] };
  const lands = [{ zone: 2, row: 1, col: 0 }, { zone: 2, row: 1, col: 1 }];
  const laid = ahead(azul, { text: 'x', pick: [3, 4], lands }).items;
  assert.deepEqual(laid.map((i) => [i.zone, i.col, i.count]), [[2, 0, 1], [2, 1, 1]]);
});

test('pictures of the newer games are drawn: men of shogi show how they go, those turned over another way', async () => {
  const { wedge, wedgeOf } = await web('art/shogi.js');
  const { gridNode } = await web('board.js');
  assert.deepEqual(['white Dragon on e5', 'Tokin', 'cell 3,4'].map(wedgeOf), ['dragon', 'tokin', undefined]);
  assert.notEqual(wedge('gold', 'blue', 1), wedge('tokin', 'blue', 1));
  const none = () => new Set();
  for (const [game, men] of [['shogi', 40], ['pentago', 9], ['quixo', 12], ['halma', 26]]) {
    const skin = skinOf(game);
    const board = theBoard(modelOf(sceneOf({ name: game }), { game, near: 0, names: [], skin }));
    const c = { next: none(), picked: none(), marks: none(), last: none(), ghosts: none(), skin };
    const drawn = JSON.stringify(gridNode(board, c));
    assert.equal(drawn.match(/item piece/g)?.length, men, game);
  }
});

test('every game of the rules language has a picture on the shelf', async () => {
  const { CARDS } = await web('rows.js');
  const files = readdirSync(`${process.env.TSR_WEB}/../games/rules`).filter((name) => name.endsWith('.game'));
  const games = files.map((name) => name.slice(0, -'.game'.length));
  assert.ok(games.length > 50);
  for (const name of Object.keys(CARDS)) assert.match(CARDS[name], /^[♣♦♥♠]?\w( [♣♦♥♠]?\w){2}$/, name);
  for (const name of games.filter((game) => !CARDS[game])) {
    const scene = sceneOf({ name });
    assert.ok(scene, `${name} has none: web/js/rows.js`);
    const board = theBoard(modelOf(scene, { game: name, near: 0, names: [], skin: skinOf(name) }));
    assert.ok(board.items.some((i) => i.kind === 'piece' || /^[1-9]/.test(i.glyph)), `${name}: nothing stands on it`);
  }
  const ring = sceneOf({ name: 'mutorere' });
  assert.deepEqual([ring.zones[0].kind, ring.edges.length, ring.items.length], ['graph', 16, 17]);
});

test('things are drawn by what they are called, and crosses and noughts are told apart', async () => {
  const { drawItem } = await web('items.js');
  const drawn = (game, label, more = {}) =>
    JSON.stringify(drawItem({ kind: 'piece', label, glyph: 'G', colour: 'player1', owner: 0, flags: [], ...more }, skinOf(game)));
  const letters = /"glyph"/;
  const all = [['baghchal', 'Goats Goat on a1'], ['baghchal', 'Tigers Tiger on a1'], ['harehounds', 'Runner Hare on b2'],
    ['harehounds', 'Hounds Hound on b2'], ['foxandhounds', 'Fox Runner on e1'], ['dotsandboxes', 'Line on a2'],
    ['dotsandboxes', 'Upright on a2'], ['isolation', 'Hole on c3'], ['capablanca', 'White Archbishop on c1'],
    ['capablanca', 'White Chancellor on c1'], ['orderandchaos', 'X on a1'], ['orderandchaos', 'O on a1'],
    ['quixo', 'Cross Cube on a1'], ['hnefatafl', 'Court Man on e4'], ...['Lion', 'Giraffe', 'Elephant', 'Chick', 'Hen']
      .map((man) => ['dobutsu', `Sky ${man} on a1`])];
  for (const [game, label] of all) assert.doesNotMatch(drawn(game, label), letters, `${game}: ${label}`);
  assert.equal(new Set(all.map(([game, label]) => drawn(game, label))).size, all.length - 1, 'crosses are alike');
  const blue = drawn('snort', 'Blue Stone on a1', { colour: 'blue', glyph: '' });
  const red = drawn('snort', 'Red Stone on a1', { colour: 'red', owner: 1, glyph: '' });
  assert.notEqual(blue.replaceAll('blue', 'red'), red, 'colour does not speak alone');
});

test('a man that is dropped is picked where it lies, by whoever may drop it', () => {
  const zones = [{ kind: 'hand', owner: 0 }, { kind: 'hand', owner: 1 }, { kind: 'row', flags: ['popup'] }];
  const held = [0, 1].map((owner) => ({ kind: 'piece', zone: owner, owner, label: '1 Chick in hand' }));
  const asked = (owner) => ({ kind: 'piece', zone: 2, owner, ref: 700, label: 'Chick' });
  const how = { game: 'dobutsu', near: 0, names: [], skin: skinOf('dobutsu') };
  const first = modelOf({ zones, items: [...held, asked(0)] }, how);
  assert.deepEqual(first.items.map((i) => i.ref), [700, undefined, 700]);
  assert.ok(atHand(first, 700));
  const then = modelOf({ zones, items: [...held, asked(1)] }, how, first);
  assert.deepEqual(then.items.map((i) => i.ref), [undefined, 700, 700]);
});

test('rings of Dvonn and what stands in a store are drawn, and no letter stands for them', async () => {
  const { drawItem } = await web('items.js');
  const drawn = (game, item) => JSON.stringify(drawItem({ kind: 'piece', flags: [], glyph: 'X', ...item }, skinOf(game)));
  const all = [['dvonn', { label: 'White Ring on a1', colour: 'white' }], ['dvonn', { label: 'Dvonn on b1, over Black Ring' }],
    ['dvonn', { label: 'Black Bearer on c1', colour: 'black' }], ['storekeeper', { label: 'Wall on a1', glyph: 'W' }],
    ['storekeeper', { label: 'Box on c4', glyph: 'B' }], ['storekeeper', { label: 'Keeper Man on b2', glyph: 'M' }]];
  const pictures = all.map(([game, item]) => drawn(game, item));
  for (const [i, picture] of pictures.entries()) assert.doesNotMatch(picture, /"glyph"/, all[i][1].label);
  assert.equal(new Set(pictures).size, all.length, 'each its own');
});

test('men that lie on each other are seen, each with its colour, and no letter stands for them', async () => {
  const { drawItem } = await web('items.js');
  const drawn = (game, label, colour = 'white') =>
    JSON.stringify(drawItem({ kind: 'piece', label, glyph: 'S', colour, owner: 0, flags: [], count: 3 }, skinOf(game)));
  const column = drawn('lasca', 'White Officer on c3, over Black Soldier, White Soldier');
  const colours = (text) => text.match(/url\(#stone-[wb]\)/g).join(' ').replace(/url\(#stone-(.)\)/g, '$1');
  assert.equal(colours(column), 'w b w', 'from the bottom up');
  const all = [column, drawn('lasca', 'White Soldier on c3'), drawn('lasca', 'Black Soldier on c3', 'black'),
    ...['Flat', 'Wall', 'Cap'].map((kind) => drawn('tak', `White ${kind} on c3`)), drawn('tak', '21 Flat in hand', 'black')];
  for (const text of all) assert.doesNotMatch(text, /"glyph"/);
  assert.equal(new Set(all).size, all.length, 'each looks like itself');
  const levels = (n) => drawn('tak', `White Flat on c3, over ${Array(n).fill('Black Flat').join(', ')}`)
    .match(/translate\(0 (-?[\d.]+)\)/g).map((text) => Number(text.slice(12, -1)));
  assert.equal(levels(2).length, 3);
  assert.ok(Math.min(...levels(30)) >= -10 && Math.max(...levels(30)) <= 10, 'a high stack stays on its square');
});

test('a board of hexagons with closed corners is drawn as large as what is there of it', async () => {
  const { hexBox } = await web('graph.js');
  const cellAt = (row, col) => ({ kind: 'cell', ref: 1 + 3 * row + col, row, col, glyph: '.' });
  const cells = [0, 1, 2].flatMap((row) => [0, 1, 2].map((col) => cellAt(row, col)));
  const zone = (items) => ({ kind: 'hex', rows: 3, cols: 3, items });
  const [whole, part] = [cells, cells.map((i) => (i.row + i.col > 2 ? { ...i, glyph: '#' } : i))].map((all) => hexBox(zone(all)));
  assert.ok(part[2] < whole[2] && part[3] <= whole[3], JSON.stringify([whole, part]));
});

test('a game of cards without a board has the frame of one, and shows its heaps', async () => {
  Object.assign(globalThis, { window: globalThis, parent: globalThis }); // no frame round the page
  const { boardNodes } = await web('boardframe.js');
  const scene = {
    zones: [{ kind: 'pile', parent: -1, label: 'hand1' },
      { kind: 'counter', parent: -1, owner: 0, role: 'score', label: 'score' },
      { kind: 'actions', parent: -1, label: 'actions' }],
    items: [{ kind: 'piece', zone: 0, ref: 5, glyph: 'K', label: 'Ann Card king in hand1' },
      { kind: 'button', zone: 2, ref: 9, label: 'bet' }],
  };
  const model = modelOf(scene, { game: 'kuhnpoker', near: 0, names: [], skin: {} });
  const plan = place(model, 1280, 752, 16);
  assert.equal(plan.frame, 'board');
  const none = () => new Set();
  const c = { next: none(), picked: none(), marks: none(), last: none(), ghosts: none(), skin: {} };
  assert.match(JSON.stringify(boardNodes({ model, plan }, c, { W: 1280, H: 752, rem: 16 })), /king/);
});

test('names of rows and columns can be read on a phone, and are no larger than usual elsewhere', async () => {
  const { gridNode } = await web('board.js');
  const cells = Array.from({ length: 361 }, (_, n) =>
    ({ zone: 0, kind: 'cell', row: Math.floor(n / 19), col: n % 19, ref: n + 1 }));
  const zones = [{ kind: 'grid', rows: 19, cols: 19, form: 'point', material: 'wood', coords: 'letters', label: 'board' }];
  const go = modelOf({ zones, items: cells }, { game: 'go', near: 0, names: [], skin: skinOf('go') });
  const letters = (m, W, H, high) => {
    Object.assign(globalThis, { innerWidth: W, innerHeight: H });
    const node = gridNode(theBoard(m), { ...CALM(), skin: skinOf(m.game) });
    const [, size] = /"class":"coord[^}]*"font-size":([\d.]+)/.exec(JSON.stringify(node));
    return (Number(size) * high) / Number(node.props.viewBox.split(' ')[2]);
  };
  for (const m of [go, model('chess')]) {
    const [phone, desk] = [letters(m, 390, 844, 390), letters(m, 1280, 800, 728)];
    assert.ok(phone >= 11 && phone < 14, `${m.game} on a phone: ${phone} px`);
    assert.ok(desk > 11 && desk < 16, `${m.game} at a desk: ${desk} px`);
  }
  delete globalThis.innerWidth;
  delete globalThis.innerHeight;
});

test('a long line of places is bent like a horseshoe, at every position of a match', () => {
  const spot = (k, man) => ({ zone: 0, kind: man ? 'piece' : 'cell', col: 100 * k, ref: k + 1, label: `p${k + 1}` });
  const items = (men) => [...Array.from({ length: 24 }, (_, k) => spot(k, men.includes(k))),
    { zone: 0, kind: 'text', row: 100, col: 0, glyph: 'p1' }];
  const table = { game: 'backgammon', near: 0, names: [], skin: skinOf('backgammon') };
  const line = (men) => ({ zones: [{ kind: 'graph', label: 'board' }], items: items(men) });
  const first = modelOf(line([0]), table);
  for (const m of [first, modelOf(line([5]), table, first)]) {
    const at = m.zones[0].items.map((i) => [i.row / 100, i.col / 100]);
    assert.deepEqual([at[0], at[11], at[12], at[23]], [[3, 11], [3, 0], [0, 0], [0, 11]]);
    assert.equal(new Set(at.map(String)).size, 24);
  }
  const short = modelOf({ ...line([]), items: items([]).slice(0, 12) }, table);
  assert.ok(short.items.every((i) => !i.row), 'twelve lie in one line');
});

test('ships, hits and misses are drawn, each as it is, and no letter stands for them', async () => {
  const { drawItem } = await web('items.js');
  const drawn = ['Ann Ship on sea 3', 'Hit on sea 4', 'Miss on sea 5'].map((label) =>
    JSON.stringify(drawItem({ kind: 'piece', label, glyph: label[0], colour: 'grey', flags: [] }, skinOf('battleship'))));
  assert.equal(new Set(drawn).size, 3);
  for (const one of drawn) assert.ok(!/"text"/.test(one) && /path|circle/.test(one), one);
});

test('the suit of trumps is told by its sign, other numbers as they are', async () => {
  Object.assign(globalThis, { localStorage: { getItem: () => null }, location: { pathname: '/' } });
  const { factsText } = await web('panel.js');
  const bar = (game, label, n) => {
    const number = { zone: 0, kind: 'number', glyph: String(n), label: `${label} ${n}` };
    const scene = { zones: [{ kind: 'counter', label }], items: [number] };
    return factsText({ state: { match: { title: 'Game' } } }, modelOf(scene, { game, near: 0, names: [], skin: skinOf(game) }));
  };
  const suits = ['–', '♣', '♦', '♠'].map((suit) => `Game · trumps ${suit}`);
  assert.deepEqual([0, 1, 2, 4].map((n) => bar('whist', 'trumps', n)), suits);
  assert.equal(bar('backgammon', 'pips', 2), 'Game · pips 2');
});

test('what nobody may know is called in the reader\'s language', async () => {
  const { loadWords } = await web('words.js');
  const remembered = { localStorage: { getItem: () => 'de' }, navigator: { languages: [] } };
  Object.assign(globalThis, remembered, { document: { documentElement: {} } });
  await loadWords(); // the last test: words stay German
  const items = [{ zone: 0, kind: 'piece', row: 0, col: 0, label: 'Red hidden piece on a1' }];
  const scene = { zones: [{ kind: 'grid', rows: 1, cols: 1 }], items };
  const [item] = modelOf(scene, { game: 'skirmish', near: 0, names: [], skin: skinOf('skirmish') }).items;
  assert.equal(item.label, 'Red verdeckter Stein on a1');
});
