// SPDX-License-Identifier: MIT
// Tables as people use them: whole games by mouse, by finger and by keyboard alone (a shorter one: everybody.mjs).

import assert from 'node:assert/strict';
import { SHARP, ask, chooser, drawnAnew, glows, isOver, logged, open, settled, someone, tabTo, test, visit,
  withBen } from './table.mjs';

open(['--no-limits']);

/** A point of the screen where something that may be picked can really be hit, or null. */
const aim = (page, x) => page.evaluate((k) => {
  const lift = document.querySelector('.curtain button');
  const all = lift ? [lift] : [...document.querySelectorAll('.item.can')];
  const hits = (el, px, py) => {
    const top = document.elementFromPoint(px, py)?.closest('[data-ref], .curtain button');
    return top === el;
  };
  for (let i = 0; i < all.length; i++) {
    const el = all[(k + i) % all.length];
    const b = (el.querySelector('.hit') || el).getBoundingClientRect();
    for (const part of [0.5, 0.2, 0.8]) {
      const [px, py] = [b.x + b.width * part, b.y + b.height * (part === 0.5 ? 0.5 : 0.3)];
      if (hits(el, px, py)) return [px, py];
    }
  }
  return null;
}, x);

/** Plays to the end with whatever `touch` does at a point. */
async function playWith(page, touch, seed, seen = () => {}) {
  const choose = chooser(seed);
  for (let i = 0; i < 3000; i++) {
    await settled(page);
    if (await isOver(page)) return;
    const at = await aim(page, choose(5040));
    await seen(at);
    if (at) await touch(...at);
    else await drawnAnew(page); // it has just changed
  }
  const lit = await page.$$eval('.item.can', (all) => all.map((el) => {
    const b = el.getBoundingClientRect();
    return `${el.getAttribute('aria-label')} at ${[b.x, b.y, b.width, b.height].map(Math.round)}`;
  }));
  throw new Error(`not over: ${await page.textContent('.prompt')}; lit: ${lit.slice(0, 12).join('; ')}`);
}

test('Azul, four people at one device, by mouse to the end', async () => {
  const page = await someone({ viewport: { width: 1280, height: 800 }, ...SHARP });
  const seats = ['Anna', 'Ben', 'Cem', 'Dora'].map((name, i) => (i ? { kind: 'here', name } : { kind: 'me' }));
  const made = await ask(page, '/api/matches', { game: 'azul', players: 4, seats, seed: 4 });
  await visit(page, made.url);
  await playWith(page, (px, py) => page.mouse.click(px, py), 3);
  assert.equal(await page.locator('.result .ranks .line').count(), 4);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const [game, touch] of [['projectl', false], ['unicorns', true], ['azul', true]]) {
  test(`a whole game of ${game} ${touch ? 'with a finger, on a phone' : 'by mouse'}`, async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, ...SHARP };
    const page = await someone(touch ? phone : { viewport: { width: 1280, height: 800 }, ...SHARP });
    const seats = [{ kind: 'me' }, { kind: 'bot', spec: 'level:n=1' }];
    // Who picks at random hardly ever completes puzzles: the rounds are limited.
    const options = game === 'projectl' ? { rounds: 12 } : {};
    const made = await ask(page, '/api/matches', { game, players: 2, seats, options, seed: 4 });
    await visit(page, made.url);
    await playWith(page, (px, py) => (touch ? page.touchscreen.tap(px, py) : page.mouse.click(px, py)), 5);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

// --- By keyboard -----------------------------------------------------------------

test('Azul by keyboard alone to the end', async () => {
  const page = await someone();
  const seats = [{ kind: 'me' }, { kind: 'bot', spec: 'level:n=1' }];
  const made = await ask(page, '/api/matches', { game: 'azul', players: 2, seats, seed: 2 });
  await visit(page, made.url);
  for (let i = 0; i < 600; i++) {
    await settled(page);
    if (await isOver(page)) break;
    if (await page.evaluate(() => !document.querySelector('.item.can'))) continue;
    await tabTo(page, '.item.can');
    await page.keyboard.press('Enter');
  }
  assert.ok(await isOver(page));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('Go at twice its size on a phone: it is pushed about, and a place can be picked', async () => {
  const page = await someone({ viewport: { width: 390, height: 844 }, hasTouch: true, ...SHARP });
  await withBen(page, 'go');
  await glows(page);
  await page.click('[aria-label="Whole board"]');
  const [board, box] = await Promise.all(['.boardbox svg', '.boardbox'].map((s) => page.locator(s).boundingBox()));
  assert.ok(Math.abs(board.width - 2 * box.width) < 4, `${board.width} of ${box.width}`);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  const [x, y] = await aim(page, 40);
  await page.touchscreen.tap(x, y);
  await logged(page, 1);
  await page.context().close();
});
