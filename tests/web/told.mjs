// SPDX-License-Identifier: MIT
// A whole game of each of the three large games in the page: the points that the log tells add up to every score, and
// each of them stands there in words. With TSR_SCREENSHOTS the last screens are kept there.

import assert from 'node:assert/strict';
import { ask, browser, drawnAnew, leave, open, playOn, server, test, visitor } from './table.mjs';

open(['--no-limits']);

const NAMES = ['Anna', 'Ben', 'Cem'];
const BEGAN = { azul: 0, projectl: 0, unicorns: 1 }; // everybody begins with a baby unicorn
const GAMES = [['azul', {}, 2], ['azul', { mode: 'advanced' }, 3], ['projectl', { rounds: '6' }, 2], ['unicorns', {}, 3]];

/** Every step that changed a score, from what the page was sent while it was played. */
const scored = (page) => page.frames
  .map((f) => JSON.parse(f))
  .filter((m) => m.t === 'event')
  .flatMap((m) => m.log)
  .flatMap((e) => e.steps || [])
  .filter((step) => step.points);

for (const [game, options, players] of GAMES) {
  test(`${game} of ${players} ${JSON.stringify(options)} is told to its last point`, async () => {
    const screen = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.75 };
    const page = await visitor(browser, `${server.url}/history`, screen);
    const seats = NAMES.slice(0, players).map((name, i) => (i ? { kind: 'here', name } : { kind: 'me' }));
    const made = await ask(page, '/api/matches', { game, players, options, seats, seed: 21 });
    await page.goto(server.url + made.url);
    await page.waitForSelector('.item.can, .curtain button');
    assert.ok(await playOn(page, 6000, 5), 'the game comes to its end');
    const over = page.frames.map((f) => JSON.parse(f)).find((m) => m.t === 'over');
    const steps = scored(page);
    assert.ok(steps.length > 3, `${steps.length} changes`);
    for (let seat = 0; seat < players; seat++) {
      const told = steps.filter((step) => step.who === seat).reduce((sum, step) => sum + step.points, BEGAN[game]);
      assert.equal(told, over.result[seat].score, `seat ${seat}`);
    }
    // What was told stands in the log, word for word.
    const log = (await page.$$eval('.log .told', (all) => all.map((el) => el.textContent))).map((s) => s.toLowerCase());
    for (const step of steps) {
      assert.ok(step.sentence, `points without a word: ${JSON.stringify(step)}`);
      assert.ok(log.includes(step.sentence.toLowerCase()), step.sentence);
    }
    if (process.env.TSR_SCREENSHOTS) {
      await page.click('.result button:has-text("See the table")');
      await drawnAnew(page);
      const name = `told-${game}${options.mode ? '-advanced' : ''}.jpg`;
      await page.screenshot({ path: `${process.env.TSR_SCREENSHOTS}/${name}`, type: 'jpeg', quality: 62 });
    }
    await leave(page);
  });
}
