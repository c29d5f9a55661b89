// SPDX-License-Identifier: MIT
// The studio, as files with no server of ours: a designer writes a game, sees a mistake and mends it, plays it, lets
// bots play it and shares it; and rules that would run for ever stop nothing but themselves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEverybody } from './axe.mjs';
import { UNKEPT, home, site, wrong } from './host.mjs';
import { longTest, opened, playOn, told, toasted, until, visitor } from './table.mjs';

const GAME = `game "Line of Three"
players White, Black
board grid 4x4
piece Stone
turn: place Stone on emtpy
win when line 3 of mine
stuck: draw
test "three win": a1 a4 b1 b4 c1 White wins
test "four do not": a1 a4 b1 b4 d1 White wins
`;

/** Somebody at the studio; `hash` is what a link brings. */
async function designer(hash = '', options = {}) {
  const page = await visitor(site.browser, home(), { ...UNKEPT, ...options });
  await page.goto(home(`/studio${hash}`));
  await until(page, () => document.querySelector('.studio .code'));
  return page;
}

/** Writes a text as a person who pastes it. */
const write = (page, text) => page.evaluate((words) => {
  const area = document.querySelector('.code');
  area.focus();
  area.select();
  document.execCommand('insertText', false, words);
}, text);

const says = (page, pattern) => until(
  page,
  (p) => new RegExp(p).test(document.querySelector('.studio .state')?.textContent),
  pattern,
);
const titled = (page, title) => until(page, (x) => document.querySelector('.board h2')?.textContent === x, title);

/** The board in its frame, as a page of its own: the helpers of matches work there. */
async function board(page) {
  const frame = await (await page.waitForSelector('.studio iframe')).contentFrame();
  await opened(frame);
  return frame;
}
const moves = (frame) => frame.evaluate(() => document.querySelectorAll('.log li').length);

test('a game is written, its mistake mended by a click, played against a bot, and counted', told(async () => {
  const page = await designer();
  await titled(page, 'My Game'); // there is something to look at before a word is written
  const high = await (await board(page)).evaluate(() => document.querySelector('.boardbox').offsetHeight / innerHeight);
  assert.ok(high > 0.75, `the board has ${high} of its frame`);
  await write(page, GAME);
  await says(page, '1 mistake, line 5');
  assert.match(await page.textContent('.messages .wrong'), /emtpy.*did you mean `empty`/s);
  assert.match(await page.textContent('.coloured .wrong em'), /emtpy/);
  assert.equal(await page.textContent('.coloured .wrong u b'), 'emtpy');
  assert.equal(await page.isVisible('.board .pill'), true); // what lies there is older than the text
  assert.equal(await page.textContent('.board h2'), 'My Game');
  await forEverybody(page, 'the studio with a mistake');
  await page.click('.messages .btn'); // "Fix it"
  await titled(page, 'Line of Three');
  await until(page, () => document.querySelector('.tests .passed') && document.querySelector('.tests .failed'));
  assert.equal(await page.textContent('.tests .failed'), 'four do not');
  await says(page, '1 mistake, line 9'); // a test that fails is one
  assert.equal(await page.isVisible('.board .pill'), false);

  await page.selectOption('.board select', 'mixed');
  const frame = await board(page);
  await until(frame, () => /bot/.test(document.querySelector('.plates')?.parentElement.textContent));
  assert.equal(await playOn(frame, 30, 7), true, await frame.evaluate(() => document.body.innerText));
  assert.ok(await moves(frame) >= 5);

  await page.selectOption('.balance select', 'random');
  await page.click('.balance .btn');
  await until(page, () => /^100 games/m.test(document.querySelector('.balance .result').innerText));
  assert.match(await page.textContent('.balance .shares'), /White \d+ %/);
  assert.match(await page.textContent('.balance .result'), /moves on average \(\d+ to \d+\)/);
  assert.deepEqual(wrong(page), []);
  await page.context().close();
}));

longTest('the board follows the text: what was played stays as far as the new rules allow', async () => {
  const page = await designer();
  await write(page, GAME.replace('emtpy', 'empty'));
  await titled(page, 'Line of Three');
  const frame = await board(page);
  await playOn(frame, 2, 3, 2);
  await until(frame, () => document.querySelectorAll('.log li').length === 2);
  await write(page, GAME.replace('emtpy', 'empty').replace('4x4', '5x5').replace('Line of Three', 'Wider'));
  await titled(page, 'Wider');
  await until(frame, () => document.querySelectorAll('.scene .item').length >= 25);
  assert.equal(await moves(frame), 2);
  await page.click('.board .foot .btn'); // from the start
  await until(frame, () => document.querySelectorAll('.log li').length === 0);
  assert.deepEqual(wrong(page), []);
  await page.context().close();
});

longTest('words are suggested, lines are indented, the file is put in order and found again', async () => {
  const page = await designer();
  await titled(page, 'My Game');
  await write(page, 'game "Typed"\nplayers White, Black\nboard grid 3x3\npiece Stone\n');
  await page.focus('.code');
  await page.keyboard.type('tur');
  await until(page, () => document.querySelector('.completion [aria-selected=true] b')?.textContent === 'turn');
  await page.keyboard.press('Tab');
  await page.keyboard.type(':\n');
  await page.keyboard.type('place Sto');
  await until(page, () => document.querySelector('.completion [aria-selected=true] b')?.textContent === 'Stone');
  await page.keyboard.press('Tab');
  await page.keyboard.type(' on empty\nwin when line 3 of mine\n');
  const text = await page.inputValue('.code');
  assert.match(text, /^turn:\n {2}place Stone on empty\n {2}win when/m); // as deep as the line above
  await write(page, text.replace('  place', '       place').replace('  win when', 'win when'));
  await titled(page, 'Typed');
  await page.click('button[title=Tidy]');
  await until(page, () => /^ {2}place Stone on empty$/m.test(document.querySelector('.code').value));
  await page.reload();
  await titled(page, 'Typed');
  assert.deepEqual(wrong(page), []);
  await page.context().close();
});

test('a link holds the rules; who follows it sees them, and runs their tests by a click', told(async () => {
  const page = await designer();
  await write(page, GAME.replace('emtpy', 'empty'));
  await titled(page, 'Line of Three');
  await page.click('button[title=Share]');
  await until(page, () => location.hash.startsWith('#r1.'));
  const hash = await page.evaluate(() => location.hash);
  assert.ok(hash.length < 400, `${hash.length} letters`);
  const guest = await designer(hash);
  await titled(guest, 'Line of Three');
  assert.equal(await guest.inputValue('.code'), GAME.replace('emtpy', 'empty'));
  assert.equal(await guest.evaluate(() => document.querySelectorAll('.tests .unknown').length), 2);
  await guest.click('.tests .btn');
  await until(guest, () => document.querySelector('.tests .passed'));
  await write(guest, GAME.replace('emtpy', 'empty').replace('Line of Three', 'Changed'));
  await titled(guest, 'Changed');
  await guest.evaluate(() => { location.hash = ''; });
  await guest.evaluate((link) => { location.hash = link; }, hash); // the same link once more
  await titled(guest, 'Line of Three');
  const lost = await designer('#r1.nonsense');
  await toasted(lost, 'no rules');
  await titled(lost, 'My Game');
  for (const one of [page, guest, lost]) {
    assert.deepEqual(wrong(one), []);
    await one.context().close();
  }
}));

longTest('a turn is gone through choice by choice, and drawn as an automaton', async () => {
  const page = await designer();
  await write(page, GAME.replace('emtpy', 'empty'));
  await titled(page, 'Line of Three');
  await page.evaluate(() => { for (const fold of document.querySelectorAll('.extra')) fold.open = true; });
  await until(page, () => document.querySelectorAll('.steps-list li').length === 16);
  const choose = () => page.evaluate(() => document.querySelector('.steps-list li button').click());
  await choose();
  await until(page, () => document.querySelector('.steps-list .path button') && document.querySelector('.steps-list .primary'));
  await choose(); // it is a move: the board plays it
  await until(page, () => document.querySelectorAll('.steps-list li').length === 15);
  const frame = await board(page);
  await until(frame, () => document.querySelectorAll('.log li').length === 1);
  await until(page, () => /place Stone on empty/.test(document.querySelector('.automaton .choice title')?.textContent));
  assert.equal(await page.evaluate(() => document.querySelectorAll('.automaton option').length), 2); // players
  await write(page, GAME.replace('place Stone on emtpy', 'place Stone on corners').replace('Line of Three', 'Corners'));
  await titled(page, 'Corners');
  await until(page, () => /corners/.test(document.querySelector('.automaton .choice title')?.textContent));
  await forEverybody(page, 'the studio with a turn and its automaton');
  assert.deepEqual(wrong(page), []);
  await page.context().close();
});

test('a deck is written, its mistake mended by a click, and its cards are drawn', told(async () => {
  const page = await designer('#cards');
  await until(page, () => /Curious Unicorn/.test(document.querySelector('.decks .cards')?.textContent));
  assert.ok(await page.evaluate(() => document.querySelector('.decks .cards svg path')));
  await write(page, 'language 1\ndeck "Mine" from "base.cards"\nmagical "Own Unicorn" enter: drew 1\n');
  await says(page, '1 mistake, line 3');
  assert.equal(await page.textContent('.coloured .wrong u b'), 'drew');
  await page.click('.messages .btn'); // "Fix it"
  await until(page, () => /Own Unicorn/.test(document.querySelector('.decks .cards').textContent));
  await says(page, 'No mistakes: \\d+ kinds');
  await forEverybody(page, 'cards in the studio');
  await page.reload();
  await until(page, () => /Own Unicorn/.test(document.querySelector('.decks .cards')?.textContent));
  assert.deepEqual(wrong(page), []);
  await page.context().close();
}));

const HEAD = 'game "Hostile"\nplayers White, Black\n';
const HOSTILE = {
  'definitions that double': `${HEAD}board grid 3x3\npiece Stone\ndef z0 = mine is empty\n${Array.from({ length: 40 }, (_, i) =>
    `def z${i + 1} = z${i} or not z${i} and z${i}`).join('\n')}\nturn: place Stone on empty if z40\nwin when line 3 of mine\n`,
  'ten thousand brackets': `${HEAD}board grid 3x3\npiece Stone\n`
    + `turn: place Stone on ${'('.repeat(10000)}empty${')'.repeat(10000)}\nwin when line 3 of mine\n`,
  'perft 60': `${HEAD}board grid 8x8\npiece Stone\nturn: place Stone on empty\nwin when line 8 of mine\ntest perft 60 = 1\n`,
  'endless hops': `${HEAD}board grid 20x20\npiece Stone: hop any over pieces then repeat hop any over pieces\n`
    + 'setup: place Stone on rank 1\nturn: move\nstuck: lose\ntest perft 4 = 1\n',
};

test('rules that would run for ever are answered with a message, and the page goes on', told(async () => {
  const page = await designer();
  await titled(page, 'My Game');
  for (const [name, text] of Object.entries(HOSTILE)) {
    await write(page, text);
    await until(page, () => document.querySelector('.studio .state.error'));
    assert.ok((await page.textContent('.studio .state')).length > 10, name);
    await write(page, GAME.replace('emtpy', 'empty').replace('Line of Three', name)); // the next word is answered
    await titled(page, name);
  }
  const frame = await board(page);
  assert.equal(await playOn(frame, 40, 5), true);
  assert.deepEqual(wrong(page), []);
  await page.context().close();
}));
