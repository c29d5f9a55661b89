// SPDX-License-Identifier: MIT
// Learning a game on the page: lessons from the leaflet to their end, moves as players write them, the king in
// check, ghosts of what would lie where, and the page from right to left.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, browser, chooser, cut, drawnAnew, glows, isOver, leave, open, pick, server, settled, someone, visitor }
  from './table.mjs';

open(['--no-limits']);

/** The step of the lesson that is shown, or null behind the last one. */
const step = (page) => page.evaluate(() => ({
  pill: document.querySelector('.coach .pill')?.textContent || '',
  words: document.querySelector('.coach-words')?.textContent || '',
  next: !!document.querySelector('.coach .btn.primary'),
}));

/** Has the page keep every text of the lesson: a step may end, by a move on its way, between two questions. */
const listen = (page) => page.evaluate(() => {
  const said = [];
  const hear = () => {
    const words = document.querySelector('.coach-words')?.textContent;
    if (words && said[said.length - 1] !== words) said.push(words);
  };
  new MutationObserver(hear).observe(document.body, { childList: true, characterData: true, subtree: true });
  hear();
  window.lessonSaid = said;
});

/** Goes through a lesson as it asks; returns what it said. */
async function learnt(page, choose) {
  await listen(page);
  for (let i = 0; i < 200; i++) {
    const { pill, next } = await step(page);
    if (pill === '✓') return page.evaluate(() => window.lessonSaid);
    if (next) await page.click('.coach .btn.primary');
    else {
      await settled([page]);
      assert.equal(await isOver(page), false, 'the game is over before the lesson');
      await pick(page, choose);
      await drawnAnew(page);
    }
  }
  throw new Error(`the lesson does not end: ${(await step(page)).words}`);
}

for (const [game, steps, size] of [['chess', 8, [1280, 800]], ['azul', 9, [1280, 800]], ['projectl', 8, [1280, 800]],
  ['unicorns', 7, [390, 844]], ['go', 5, [390, 844]], ['kalah', 5, [390, 844]]]) {
  test(`${game} is learnt in ${steps} steps, and nothing is cut`, async () => {
    const [width, height] = size;
    const page = await visitor(browser, `${server.url}/g/${game}`, { viewport: { width, height } });
    await page.click('a:has-text("Learn in two minutes")');
    await page.waitForSelector('.coach .pill');
    await glows(page);
    assert.match((await step(page)).pill, new RegExp(`Step 1 of ${steps}`));
    assert.deepEqual(await cut(page), []);
    const said = await learnt(page, chooser(2));
    assert.equal(said.length, steps + 1);
    for (const words of said) assert.ok(words.length > 20, `a step says nothing: ${said.join(' | ')}`);
    await page.click('button:has-text("End the lesson")');
    await page.waitForFunction(() => !document.querySelector('.coach'));
    assert.equal(await page.evaluate(() => location.hash), '');
    await leave(page);
  });
}

/** A match of two people at this device. */
async function here(page, game, more = {}) {
  const seats = [{ kind: 'me' }, { kind: 'here', name: 'Ben' }];
  const made = await ask(page, '/api/matches', { game, players: 2, seats, ...more });
  await page.goto(server.url + made.url);
  await settled([page]);
  if (await page.locator('.curtain').count()) await page.click('.curtain button');
  await glows(page);
}

async function play(page, ...moves) {
  if (!(await page.locator('[aria-label="Type a move"]').count())) await page.click('[aria-label="Talk"]');
  for (const text of moves) {
    const before = await page.locator('.log li').count();
    await page.fill('[aria-label="Type a move"]', text);
    await page.press('[aria-label="Type a move"]', 'Enter');
    await page.waitForFunction((n) => document.querySelectorAll('.log li').length === n + 1, before);
  }
}

const moves = (page) => page.$$eval('.log li', (all) => all.map((el) => el.textContent).join(' '));

test('chess is written as players write it; the mated king is marked and told', async () => {
  const page = await someone();
  await here(page, 'chess');
  await play(page, 'e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5', 'g8f6');
  await page.waitForFunction(() => document.querySelector('.log li:last-child').textContent === 'Nf6');
  assert.equal(await page.locator('.strongsq').count(), 0);
  await page.fill('[aria-label="Type a move"]', 'h5f7');
  await page.press('[aria-label="Type a move"]', 'Enter');
  await page.waitForSelector('.result');
  assert.equal(await moves(page), 'e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#');
  await page.click('button:has-text("See the table")');
  assert.equal(await page.locator('.strongsq').count(), 1);
  assert.equal(await page.locator('[aria-label="Black King on e8, mated"]').count(), 1);
  await page.click('[aria-label="One move back"]');
  await page.waitForFunction(() => !document.querySelector('.strongsq'));
  await leave(page);
});

test('a promotion asks only for what a pawn may become', async () => {
  const page = await someone();
  await here(page, 'chess');
  await play(page, 'a2a4', 'b7b5', 'a4b5', 'a7a6', 'b5a6', 'c8b7', 'a6b7', 'g8f6');
  for (const square of ['b7', 'a8']) await page.locator(`[data-ref][aria-label*="${square}"]`).dispatchEvent('click');
  await page.waitForSelector('.sheet .item');
  const names = await page.$$eval('.sheet .item', (all) => all.map((el) => el.getAttribute('aria-label')));
  assert.deepEqual(names.sort(), ['Bishop', 'Knight', 'Queen', 'Rook']);
  await page.click('.sheet [aria-label="Queen"]');
  await page.waitForFunction(() => document.querySelector('.log li:last-child').textContent === 'bxa8=Q');
  await leave(page);
});

test('Azul: ghosts lie where the tiles would land, and only there', async () => {
  const page = await visitor(browser, server.url, { viewport: { width: 1280, height: 800 } });
  await here(page, 'azul', { seed: 3 });
  const held = await page.evaluate(() => {
    const two = [...document.querySelectorAll('.display .item.can')].find((el) => el.querySelectorAll('.tile-at').length === 2);
    two.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return !!two;
  });
  assert.ok(held, 'a display with two of a colour');
  const line = page.locator('.ring-mine .stairs [data-ref]').last();
  const box = await line.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => document.querySelectorAll('.ring-mine .stairs .ghostbox').length === 2);
  await page.mouse.move(640, 300);
  await page.waitForFunction(() => !document.querySelector('.ghostbox'));
  await leave(page);
});

test('Project L: the open puzzles and their decks lie on the table, on every screen', async () => {
  const page = await someone();
  await here(page, 'projectl', { seed: 3 });
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    await drawnAnew(page);
    const cards = await page.locator('.area.market .card-face:visible').count();
    assert.equal(cards, 10, String(viewport.width)); // with the decks' tops
    assert.equal(await page.locator('.area.market .pile:visible').count(), 2, String(viewport.width));
  }
  await leave(page);
});

test('from right to left nothing is cut and boards stay as they are', async () => {
  const page = await someone();
  for (const game of ['chess', 'azul', 'unicorns', 'projectl']) {
    await here(page, game, { seed: 3 });
    const first = () => page.locator('.item[data-ref]').first().boundingBox();
    for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
      await page.setViewportSize(viewport);
      await page.evaluate(() => { document.documentElement.dir = 'ltr'; });
      await drawnAnew(page);
      const was = await first();
      await page.evaluate(() => { document.documentElement.dir = 'rtl'; });
      await drawnAnew(page);
      assert.deepEqual(await cut(page), [], `${game} ${viewport.width}`);
      if (game === 'azul') assert.ok(Math.abs((await first()).x - was.x) < 1, 'the ring is not mirrored');
    }
  }
  for (const path of ['/', '/g/azul', '/login']) {
    await page.goto(server.url + path);
    await page.waitForSelector('h1');
    await page.evaluate(() => { document.documentElement.dir = 'rtl'; });
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(width <= 0, `${path} is ${width} too wide`);
  }
  await leave(page);
});
