// SPDX-License-Identifier: MIT
// Every game on the shelf can be opened and played on the page for a while. With
// TSR_SCREENSHOTS=folder, each is photographed at its start and later on.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, browse, chooser, isOver, pick, serve, visitor } from './table.mjs';

let server, browser, page, games;
before(async () => {
  server = await serve(['--no-limits']);
  browser = await browse();
  page = await visitor(browser, server.url);
  games = (await ask(page, '/api/games')).games;
});
after(async () => {
  await browser.close();
  await server.close();
});

const photograph = (name) => process.env.TSR_SCREENSHOTS && page.screenshot({ path: `${process.env.TSR_SCREENSHOTS}/${name}.png`, fullPage: true });

test('every game', async (t) => {
  for (const g of games) {
    await t.test(g.name, async () => {
      const n = g.default_players;
      const seats = Array.from({ length: n }, (_, i) => (i ? { kind: 'here', name: `Player ${i + 1}` } : { kind: 'me' }));
      const made = await ask(page, '/api/matches', { game: g.name, players: n, seats, seed: 1 });
      assert.equal(made.status, 200, made.error);
      page.problems.length = 0;
      await page.goto(server.url + made.url);
      await page.waitForSelector('.item.can, .curtain button');
      await photograph(g.name + '-1');
      const choose = chooser(5);
      for (let i = 0; i < 24 && !(await isOver(page)); i++) {
        if (!(await pick(page, choose))) await page.waitForTimeout(20);
      }
      if (await page.locator('.curtain button').count()) await page.click('.curtain button');
      await page.waitForTimeout(50);
      await photograph(g.name + '-2');
      assert.ok(await page.locator('.log li').count() > 0);
      assert.deepEqual(page.problems, []);
    });
  }
});
