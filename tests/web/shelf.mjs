// SPDX-License-Identifier: MIT
// Every game on the shelf can be opened and played on the page for a while, and stays
// inside a phone's screen. With TSR_SCREENSHOTS=folder, each is photographed on three sizes
// of screen by day and by night.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, browser, chooser, isOver, open, pick, server, settled, visitor } from './table.mjs';

open(['--no-limits']);

const MEN = ['chess', 'chaturanga', 'checkers', 'draughts', 'amazons']; // whose skins draw them
const SCREENS = { phone: { width: 390, height: 844 }, laptop: { width: 1366, height: 768 }, wide: { width: 1920, height: 1080 } };

const SIZES = [[390, 844], [1280, 800], [1920, 1080], [3840, 2160]].map(([width, height]) => ({ width, height }));

const drawnAnew = (page) => page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));

// What does not fit: scroll bars of the page, and things that may be picked outside the window. A hand may be
// wider than a phone and is pushed sideways.
function cut(page) {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const out = scrollWidth > innerWidth || scrollHeight > innerHeight ? [`the page is ${scrollWidth} x ${scrollHeight}`] : [];
    for (const el of document.querySelectorAll('.item.can, .prompt, .plate')) {
      const b = el.getBoundingClientRect();
      if (!b.width || el.closest('.puzzles, .pieces, .fan, .side')) continue;
      const inside = b.left >= -1 && b.top >= -1 && b.right <= innerWidth + 1 && b.bottom <= innerHeight + 1;
      if (!inside) out.push(`${el.getAttribute('aria-label') || el.textContent}: ${[b.left, b.top, b.right, b.bottom].map(Math.round)}`);
    }
    return out;
  });
}

async function photograph(page, name) {
  const folder = process.env.TSR_SCREENSHOTS;
  for (const [size, viewport] of folder ? Object.entries(SCREENS) : []) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png`, fullPage: size === 'phone' });
    }
  }
}

test('every game', async (t) => {
  const page = await visitor(browser, server.url);
  const { games } = await ask(page, '/api/games');
  for (const g of games) {
    await t.test(g.name, async () => {
      const n = g.default_players;
      const seats = Array.from({ length: n }, (_, i) => (i ? { kind: 'here', name: `Player ${i + 1}` } : { kind: 'me' }));
      const made = await ask(page, '/api/matches', { game: g.name, players: n, seats, seed: 1 });
      assert.equal(made.status, 200, made.error);
      page.problems.length = 0;
      await page.goto(server.url + made.url);
      const choose = chooser(5);
      for (let i = 0; i < 24; i++) {
        await settled([page]);
        if (await isOver(page)) break;
        await pick(page, choose);
      }
      await settled([page]);
      if (await page.locator('.curtain').count()) {
        await page.click('.curtain button');
        await page.waitForSelector('.scene .zone');
      }
      await page.setViewportSize(SCREENS.phone);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= SCREENS.phone.width, `${width} pixels wide on a phone`);
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        await drawnAnew(page);
        assert.deepEqual(await cut(page), [], `${viewport.width} x ${viewport.height}`);
      }
      if (MEN.includes(g.name)) assert.ok(await page.locator('.board use[href^="#m-"], .board .piece circle + g').count() > 0, 'men have pictures');
      await photograph(page, g.name);
      assert.ok(await page.locator('.log li').count() > 0);
      assert.deepEqual(page.problems, []);
    });
  }
});
