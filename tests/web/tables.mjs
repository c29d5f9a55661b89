// SPDX-License-Identifier: MIT
// Tables as people use them: whole games by mouse, by finger and by keyboard alone. hands.mjs has the ends of them.

import assert from 'node:assert/strict';
import { SHARP, ask, leave, open, someone, test, visit } from './table.mjs';
import { playByKeys, playWith } from './real.mjs';

open(['--no-limits']);

const DESK = { viewport: { width: 1280, height: 800 }, ...SHARP };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, ...SHARP };
const HANDS = [
  ['by mouse', DESK, (page) => (x, y) => page.mouse.click(x, y)],
  ['with a finger, on a phone', PHONE, (page) => (x, y) => page.touchscreen.tap(x, y)],
];

for (const [how, screen, hand] of HANDS) {
  test(`Azul, four people at one device, ${how} to the end`, async () => {
    const page = await someone(screen);
    const seats = ['Anna', 'Ben', 'Cem', 'Dora'].map((name, i) => (i ? { kind: 'here', name } : { kind: 'me' }));
    const made = await ask(page, '/api/matches', { game: 'azul', players: 4, seats, seed: 4 });
    await visit(page, made.url);
    await playWith(page, hand(page), 3);
    assert.equal(await page.locator('.result .ranks .line').count(), 4);
    await leave(page);
  });

  // Who picks at random hardly ever completes puzzles: the rounds are limited.
  for (const [game, options] of [['projectl', { rounds: 12 }], ['unicorns', {}], ['azul', {}]]) {
    test(`a whole game of ${game} ${how}`, async () => {
      const page = await someone(screen);
      const seats = [{ kind: 'me' }, { kind: 'bot', spec: 'level:n=1' }];
      const made = await ask(page, '/api/matches', { game, players: 2, seats, options, seed: 4 });
      await visit(page, made.url);
      await playWith(page, hand(page), 5);
      assert.equal(await page.locator('.result .ranks .line').count(), 2);
      await leave(page);
    });
  }
}

// --- By keyboard -----------------------------------------------------------------

test('Azul by keyboard alone to the end', async () => {
  const page = await someone();
  const seats = [{ kind: 'me' }, { kind: 'bot', spec: 'level:n=1' }];
  const made = await ask(page, '/api/matches', { game: 'azul', players: 2, seats, seed: 2 });
  await visit(page, made.url);
  assert.ok(await playByKeys(page));
  await leave(page);
});
