// SPDX-License-Identifier: MIT
// The parts of the studio and of the analysis that need no browser: colours, suggestions, places of messages, links,
// reports, steps of a turn, places of an automaton's nodes, decks, where puzzles may be.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const web = (file) => import(new URL(`js/${file}`, `file://${process.env.TSR_WEB}/`).href);
globalThis.location = new URL('http://localhost/'); // where the engine would lie
const { coloured } = await web('studio/colour.js');
const { choicesAt, namesIn } = await web('studio/complete.js');
const { noteOf, testsOf } = await web('studio/messages.js');
const { cardsIn, faultsIn } = await web('studio/decks.js');
const { placed, stepsAfter } = await web('studio/turns.js');
const { candidates } = await web('analysis/puzzles.js');
const { packed, unpacked } = await web('studio/share.js');
const { report, shareRange, verdict } = await web('studio/balance.js');

const WORDS = [['turn', 'declare', ''], ['place', 'act', ''], ['on', 'join', ''], ['empty', 'thing', ''], ['win', 'form', '']];
const kinds = new Map(WORDS.map(([word, kind]) => [word, kind]));

test('a line is coloured word by word, and no letter of it is lost', () => {
  const lines = ['turn: place Stone on empty # "no text"', 'board drawn', '  o-o', 'win when line 3', 'test "a": a1 Ann wins'];
  const out = coloured(lines, kinds);
  assert.deepEqual(out.map((pieces) => pieces.map(([, text]) => text).join('')), lines);
  const kindOf = (line, text) => out[line].find(([, piece]) => piece === text)?.[0];
  assert.equal(kindOf(0, 'turn'), 'declare');
  assert.equal(kindOf(0, 'Stone'), 'name');
  assert.equal(kindOf(0, '# "no text"'), 'remark');
  assert.equal(kindOf(2, '  o-o'), 'picture');
  assert.equal(kindOf(3, 'win'), 'declare');
  assert.equal(kindOf(4, ' Ann wins'), 'form');
});

test('names have the letters of any alphabet', () => {
  const lines = ['turn: place Läufer on größe # ö', 'test "a": a1 "黒" wins', 'test "a": a1 Weiß wins', '囲む: 歩'];
  const out = coloured(lines, kinds);
  assert.deepEqual(out.map((pieces) => pieces.map(([, text]) => text).join('')), lines);
  const kindOf = (line, text) => out[line].find(([, piece]) => piece === text)?.[0];
  assert.equal(kindOf(0, 'Läufer'), 'name');
  assert.equal(kindOf(0, 'größe'), '');
  assert.equal(kindOf(1, ' "黒" wins'), 'form');
  assert.equal(kindOf(2, ' Weiß wins'), 'form');
  assert.deepEqual(out[3].map(([, text]) => text), ['囲む', ':', ' ', '歩']);
  const text = 'piece Läufer: step any\ndef größer: 1\nturn: place Läu';
  assert.ok(choicesAt(WORDS, text, text.length).list.some(({ word }) => word === 'Läufer'));
});

test('words that fit are suggested, in remarks and texts none', () => {
  const at = (text) => choicesAt(WORDS, text, text.length).list.map(({ word }) => word);
  assert.deepEqual(at('t'), ['turn']);
  assert.deepEqual(at('turn: p'), ['place']);
  assert.deepEqual(at('piece Stone\nturn: place S'), ['Stone']);
  assert.deepEqual(at('turn: place # p'), []);
  assert.deepEqual(at('game "p'), []);
  assert.deepEqual(namesIn('def safe = empty\npiece Stone # Not This'), ['safe', 'Stone']);
});

test('a message is at its letters, though the compiler counts bytes, and knows what was meant', () => {
  const lines = ['game "Größe"', 'turn: plaçe Stone'];
  const text = [
    'error 1: there is no ...   x.game:2',
    '  2 | turn: plaçe Stone',
    '    |       ^^^^^^ did you mean `place`?',
    '      a line of help',
  ].join('\n');
  const note = noteOf({ number: 1, warning: 0, line: 2, col: 7, len: 6, why: 'no such word', text }, lines);
  assert.deepEqual([note.from, note.to, note.kind, note.fix], [6, 11, 'wrong', 'place']);
  assert.deepEqual(note.advice, ['did you mean `place`?', 'a line of help']);
  const parent = { number: 1, warning: 1, line: 40, col: 1, len: 1, why: 'odd', text: 'warning 1: odd   "Chess":40' };
  assert.deepEqual([noteOf(parent, lines).line, noteOf(parent, lines).kind, noteOf(parent, lines).fix], [1, 'odd', null]);
});

test('tests are known by their lines', () => {
  const lines = ['test perft 2 = 20', 'test "mill": a1 legal', 'piece Test'];
  const failed = { number: 29, line: 2, why: 'it failed' };
  assert.deepEqual(testsOf(lines, [failed]).map(({ name, ok }) => [name, ok]), [['perft 2 = 20', true], ['mill', false]]);
  assert.deepEqual(testsOf(lines, null).map(({ ok }) => ok), [null, null]);
});

test('a link holds a text; one that is broken, or swells beyond the limit, is none', async () => {
  const text = 'game "Größe"\n'.repeat(50);
  const letters = await packed(text);
  assert.match(letters, /^r1\.[\w-]+$/);
  assert.equal(await unpacked(`#${letters}`), text);
  assert.equal(await unpacked(`#${letters.slice(0, -8)}`), null);
  assert.equal(await unpacked('#12'), null);
  const bomb = await packed('a'.repeat(2000000));
  assert.ok(bomb.length < 8000);
  assert.equal(await unpacked(`#${bomb}`), null);
  const noise = Array.from({ length: 20000 }, (_, i) => String.fromCharCode(33 + ((i * i * 7919) % 9973) % 90)).join('');
  assert.equal(await packed(noise + [...noise].reverse().join('')), null);
});

test('a report counts wins, draws, lengths and choices, and says no more than the games show', () => {
  const game = (winner, moves = 10) => ({ winner, moves, choices: 3 * moves, over: true, seats: ['White', 'Black'], players: 2 });
  const even = [...Array(52).fill(game(0)), ...Array(45).fill(game(1, 20)), ...Array(3).fill(game(null))];
  const told = report(even);
  assert.deepEqual([told.offered, told.dead], [0, 0]);
  const kinds = report([{ ...game(0), offered: [1n, 2n, 3n], taken: [1n] }, { ...game(0), offered: [2n, 4n], taken: [2n] }]);
  assert.deepEqual([kinds.offered, kinds.dead], [4, 2]); // another worker has seen the second one too
  assert.deepEqual([told.seats.map((s) => s.won), told.draws, told.endless], [[52, 45], 3, 0]);
  assert.deepEqual([told.shortest, told.longest, told.choices], [10, 20, 3]);
  assert.equal(verdict(told), 'fair');
  assert.equal(verdict(report([...Array(80).fill(game(0)), ...Array(20).fill(game(1))])), 'first better');
  assert.equal(verdict(report([...Array(20).fill(game(0)), ...Array(80).fill(game(1))])), 'first worse');
  assert.equal(verdict(report(Array(10).fill(game(null)))), 'always drawn');
  const [low, high] = shareRange(50, 100);
  assert.ok(low > 0.4 && low < 0.41 && high > 0.59 && high < 0.6);
});

// --- Analysis ------------------------------------------------------------------

const { marksOf, spread } = await web('analysis/marks.js');
const { filled, graphNode, saidNodes } = await web('analysis/graph.js');

test('a move is marked by what it gave away, and none of chance', () => {
  const log = [[0, 'a'], [null, '6'], [1, 'b'], [0, 'c']].map(([who, text], i) => ({ ply: i + 1, who, text }));
  const chances = [[0.5, 0.5], [0.35, 0.65], [0.1, 0.9], [0.6, 0.4], undefined];
  assert.deepEqual(marksOf(log, chances).map(({ ply, who, kind }) => [ply, who, kind]), [[1, 0, 'slip'], [3, 1, 'mistake']]);
});

test('every position of a match comes once, far ones first', () => {
  for (const last of [0, 1, 2, 7, 36, 101]) {
    const order = spread(last);
    assert.deepEqual([...order].sort((a, b) => a - b), Array.from({ length: last + 1 }, (_, i) => i), `${last}`);
  }
  assert.deepEqual(spread(8).slice(0, 3), [0, 8, 4]);
});

test('gaps of a curve are filled from before', () => {
  assert.deepEqual(filled([undefined, [1, 0], undefined]), [[1, 0], [1, 0], [1, 0]]);
});

test('a side that is called by its colour has it in the curve, others have that of their seat', () => {
  const bands = (names) => JSON.stringify(graphNode({ chances: [[0.4, 0.6], [0.5, 0.5]], ply: 0, marks: [], names, look() {} }))
    .match(/fill:var\(--\w+/g).map((text) => text.slice('fill:var(--'.length));
  assert.deepEqual(bands(['Red', 'Blue']), ['red', 'blue']);
  assert.deepEqual(bands(['White', 'Black']), ['blue', 'red']);
  assert.match(JSON.stringify(saidNodes([0.4, 0.6], ['Red', 'Blue'])[0]), /--red/);
});

test('a turn goes from pick to pick, and ends where a move has no more', () => {
  const moves = [['e2e4', 1, 5], ['e2e3', 1, 6], ['pass'], ['d4', 9]].map(([text, ...pick]) => ({ text, pick }));
  const { next, ends } = stepsAfter(moves, []);
  assert.deepEqual([next, ends.map(({ text }) => text)], [[{ ref: 1, count: 2 }, { ref: 9, count: 1 }], ['pass']]);
  assert.deepEqual(stepsAfter(moves, [1]).next.map(({ ref }) => ref), [5, 6]);
  assert.deepEqual(stepsAfter(moves, [1, 5]), { next: [], ends: [moves[0]] });
});

test('nodes of an automaton lie below those that lead to them; ways back are known', () => {
  const node = (number, kind, next, alt = -1) => ({ number, kind, next, alt, words: '' });
  const nodes = [node(0, 'end', -1), node(1, 'choice', 2), node(2, 'or', 3, 0), node(3, 'choice', 2), node(4, 'choice', 0)];
  const { boxes, lines, rows, left } = placed({ starts: [], nodes }, 1);
  const row = (number) => boxes.find((box) => box.node.number === number)?.y;
  assert.deepEqual([row(1), row(2), row(3), row(4), rows, left], [0, 1, 2, undefined, 3, 0]);
  assert.deepEqual(lines.filter(({ back }) => back).map(({ from, to }) => [from.node.number, to.node.number]), [[3, 2]]);
  assert.equal(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size, boxes.length);
  const chain = Array.from({ length: 400 }, (_, i) => node(i, 'do', i < 399 ? i + 1 : -1));
  assert.equal(placed({ starts: [], nodes: chain }, 0).left, 250);
});

test('what is wrong with a deck is at its line, with the word that was meant; cards are found in any list', () => {
  const report = ['error 1: `drew` is not something a card can do', '  deck:2:14', '      2 | magical "A" drew 1',
    '        |             ^^^^', '  did you mean `draw`?', 'warning 18: odd', 'there is not enough'].join('\n');
  const lines = ['deck "D"', 'magical "A"  drew 1'];
  const [wrong, odd, bare] = faultsIn(report, lines);
  assert.deepEqual([wrong.line, wrong.from, wrong.to, wrong.fix, wrong.kind], [2, 13, 17, 'draw', 'wrong']);
  assert.deepEqual([wrong.why, wrong.advice], ['`drew` is not something a card can do', ['did you mean `draw`?']]);
  assert.deepEqual([odd.kind, odd.line, bare.why], ['odd', 1, 'there is not enough']);
  assert.deepEqual(faultsIn('', lines), []);
  const things = { deck: 'D', cards: [{ name: 'A' }], more: { b: [{ name: 'B' }] } };
  assert.deepEqual(cardsIn(things).map(({ name }) => name), ['A', 'B']);
});

test('puzzles are looked for where somebody may have been winning, first where it was let go', () => {
  const log = [0, 1, null, 0].map((who, i) => ({ ply: i + 1, who, text: '' }));
  const chances = [[0.6, 0.4], [0.6, 0.4], [0.2, 0.8], [0.9, 0.1], [0.3, 0.7]];
  assert.deepEqual(candidates(log, chances), [3, 0, 1]);
  assert.deepEqual(candidates(log, [undefined, [1, 0]]), []);
});
