// SPDX-License-Identifier: MIT
// Tables as people use them: whole games by mouse, by finger and by keyboard alone. hands.mjs has the ends of them.

import assert from 'node:assert/strict';
import { SHARP, ask, open, someone, test, visit } from './table.mjs';
import { playByKeys, playWith } from './real.mjs';

open(['--no-limits']);

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
  assert.ok(await playByKeys(page));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
