// SPDX-License-Identifier: MIT
// Learning a game on the page: lessons from the leaflet to their end, moves as players write them, the king in
// check, ghosts of what would lie where, and the page from right to left.

import assert from 'node:assert/strict';
import { forEverybody } from './axe.mjs';
import {
  SHARP, ask, cut, drawnAnew, glows, open, opened, regular, server, someone, test, typeMoves, until, visit, well, withBen,
} from './table.mjs';

open(['--no-limits']);

/**
 * Goes through a lesson as it asks; returns what it said. A step may end at any time, by a move on its way, so the
 * page itself keeps every text, and goes on by itself.
 */
const learnt = (page) => page.evaluate(async () => {
  const said = [];
  const hear = () => {
    const words = document.querySelector('.coach-words')?.textContent;
    if (words && said[said.length - 1] !== words) said.push(words);
  };
  const watch = new MutationObserver(hear);
  watch.observe(document.body, { childList: true, characterData: true, subtree: true });
  hear();
  const { until, play } = window.tester;
  const next = () => document.querySelector('.coach .btn.primary');
  const done = () => document.querySelector('.coach .pill').textContent === '✓';
  for (let i = 0; i < 200 && !done(); i++) {
    await until(() => next() || document.querySelector('.item.can, .result'));
    if (next()) next().click();
    else if (await play(1, i)) throw new Error(`the game is over before the lesson: ${said.join(' | ')}`);
    await new Promise((drawn) => { requestAnimationFrame(drawn); });
  }
  watch.disconnect();
  return said;
});

for (const [game, steps, size] of [['chess', 8, [1280, 800]], ['azul', 9, [1280, 800]], ['projectl', 8, [1280, 800]],
  ['unicorns', 7, [390, 844]], ['go', 5, [390, 844]], ['kalah', 5, [390, 844]]]) {
  test(`${game} is learnt in ${steps} steps, and nothing is cut`, async () => {
    const [width, height] = size;
    const page = await regular(SHARP);
    await page.setViewportSize({ width, height });
    await visit(page, `/g/${game}`);
    await page.click('a:has-text("Learn in two minutes")');
    await until(page, () => document.querySelector('.coach .pill') && document.querySelector('.item.can'));
    assert.match(await page.textContent('.coach .pill'), new RegExp(`Step 1 of ${steps}`));
    assert.deepEqual(await cut(page), []);
    const said = await learnt(page);
    assert.equal(said.length, steps + 1, said.join(' | '));
    for (const words of said) assert.ok(words.length > 20, `a step says nothing: ${said.join(' | ')}`);
    await page.click('button:has-text("End the lesson")');
    await until(page, () => !document.querySelector('.coach') && location.hash === '');
    well(page);
  });
}

const { lessonOf } = await import(`file://${process.env.TSR_WEB}/js/lessons.js`);

/** The steps of a leaflet in another language. */
async function stepsOf(game, name) {
  const texts = (await import(`file://${process.env.TSR_WEB}/lang/leaflets/${name}.js`)).default;
  return texts[game].split(/\|+/).map((step) => step.replace(/\s+/g, ' ').trim());
}

for (const [game, locale] of [['chess', 'en'], ['chess', 'de'], ['azul', 'es'], ['unicorns', 'de'], ['pente', 'en']]) {
  test(`every step of ${game} (${locale}) is read on a phone without scrolling`, async () => {
    const page = await someone({ ...SHARP, viewport: { width: 390, height: 844 }, locale });
    await visit(page, `/g/${game}/learn`);
    await until(page, () => document.querySelector('.coach .pill') && document.querySelector('.item.can'));
    const { text } = await ask(page, `/api/games/${game}/rules`);
    const steps = lessonOf(game, text, true, locale === 'en' ? null : await stepsOf(game, locale));
    assert.ok(steps.length >= 5, `${steps.length} steps`);
    for (const { words, task } of steps) {
      const over = await page.evaluate((parts) => {
        const line = (part) => Object.assign(document.createElement('p'), { textContent: part });
        document.querySelector('.coach-words').replaceChildren(...parts.filter(Boolean).map(line));
        const box = document.querySelector('.coach');
        return box.scrollHeight - box.clientHeight;
      }, [words, task]);
      assert.ok(over <= 0, `${over} px too high: ${words} ${task}`);
    }
    assert.deepEqual(await cut(page), []);
    await page.context().close();
  });
}

/** A match of two people at this device. */
async function here(page, game, more = {}) {
  await withBen(page, game, more);
  assert.equal(await opened(page), false);
}

const moves = (page) => page.$$eval('.log li', (all) => all.map((el) => el.textContent).join(' '));

test('chess is written as players write it; the mated king is marked and told', async () => {
  const page = await regular();
  await here(page, 'chess');
  await typeMoves(page, 'e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5', 'g8f6');
  await glows(page);
  assert.equal(await moves(page), 'e4 e5 Bc4 Nc6 Qh5 Nf6');
  assert.equal(await page.locator('.strongsq').count(), 0);
  await typeMoves(page, 'h5f7');
  await page.click('.result button:has-text("See the table")');
  await until(page, () => !document.querySelector('.result'));
  assert.equal(await moves(page), 'e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#');
  assert.equal(await page.locator('.strongsq').count(), 1);
  assert.equal(await page.locator('[aria-label="Black King on e8, mated"]').count(), 1);
  await page.click('[aria-label="One move back"]');
  await until(page, () => !document.querySelector('.strongsq'));
  well(page);
});

test('a promotion asks only for what a pawn may become', async () => {
  const page = await regular();
  await here(page, 'chess');
  await typeMoves(page, 'a2a4', 'b7b5', 'a4b5', 'a7a6', 'b5a6', 'c8b7', 'a6b7', 'g8f6');
  for (const square of ['b7', 'a8']) await page.locator(`[data-ref].can[aria-label*="${square}"]`).dispatchEvent('click');
  await page.waitForSelector('.sheet .item');
  const names = await page.$$eval('.sheet .item', (all) => all.map((el) => el.getAttribute('aria-label')));
  assert.deepEqual(names.sort(), ['Bishop', 'Knight', 'Queen', 'Rook']);
  await forEverybody(page, 'what a pawn may become');
  await page.click('.sheet [aria-label="Queen"]');
  await until(page, () => document.querySelector('.log li:last-child').textContent === 'bxa8=Q');
  well(page);
});

test('Azul: ghosts lie where the tiles would land, and only there', async () => {
  const page = await regular(SHARP);
  await page.setViewportSize({ width: 1280, height: 800 });
  await here(page, 'azul', { seed: 3 });
  const held = await page.evaluate(() => {
    const glowing = [...document.querySelectorAll('.display .item.can')];
    const two = glowing.find((el) => el.querySelectorAll('.tile-at').length === 2);
    two.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return !!two;
  });
  assert.ok(held, 'a display with two of a colour');
  const line = page.locator('.ring-mine .stairs [data-ref]').last();
  const box = await line.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await until(page, () => document.querySelectorAll('.ring-mine .stairs .ghostbox').length === 2);
  await page.mouse.move(640, 300);
  await until(page, () => !document.querySelector('.ghostbox'));
  well(page);
});

test('Project L: the open puzzles and their decks lie on the table, on every screen', async () => {
  const page = await regular(SHARP);
  await here(page, 'projectl', { seed: 3 });
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    await drawnAnew(page);
    const cards = await page.locator('.area.market .card-face:visible').count();
    assert.equal(cards, 10, String(viewport.width)); // with the decks' tops
    assert.equal(await page.locator('.area.market .pile:visible').count(), 2, String(viewport.width));
  }
  well(page);
});

test('from right to left nothing is cut and boards stay as they are', async () => {
  const page = await regular(SHARP);
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
  well(page);
});
