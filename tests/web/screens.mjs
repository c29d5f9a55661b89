// SPDX-License-Identifier: MIT
// The pictures of docs/screens: twelve screens as people meet them. No test; `tools/page-screens` runs it.

import { mkdirSync } from 'node:fs';
import { ask, browser, drawnAnew, open, opened, playOn, playOut, server, test, typeMoves, until, visitor } from './table.mjs';

open(['--no-limits']);

const folder = process.env.TSR_SCREENSHOTS;
const NAMES = ['Anna', 'Ben', 'Chidi', 'Dara', 'Emil', 'Fay'];
const wide = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.75 };

const shoot = async (page, name) => {
  await drawnAnew(page);
  await page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 62, animations: 'disabled' });
};

async function table(page, game, n, picks, more = {}) {
  const seats = NAMES.slice(0, n).map((name, i) => (i ? { kind: 'here', name } : { kind: 'me' }));
  const made = await ask(page, '/api/matches', { game, players: n, seats, seed: 5, ...more });
  await page.goto(server.url + made.url);
  await playOn(page, picks, 9);
  await opened(page);
  await page.reload();
  await opened(page);
}

const SICILIAN = ['e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6',
  'c1e3 e7e5 d4b3 c8e6 f2f3 f8e7 d1d2 e8g8 e1c1 b8d7'].join(' ').split(' ');

test('twelve screens', async () => {
  mkdirSync(folder, { recursive: true });
  const page = await visitor(browser, server.url, wide);
  await ask(page, '/api/register', { name: 'Anna', password: 'correct horse' });
  await table(page, 'azul', 4, 3);
  await page.goto(server.url);
  await page.waitForSelector('.games a');
  await shoot(page, 'front');
  await page.goto(`${server.url}/g/azul`);
  await page.waitForSelector('form');
  await shoot(page, 'game-page');
  await table(page, 'chess', 2, 0);
  await typeMoves(page, ...SICILIAN);
  await page.click('[aria-label="Talk"]');
  await page.locator('[data-ref][aria-label*="g2"]').dispatchEvent('click');
  await shoot(page, 'chess');
  await page.keyboard.press('Escape');
  await page.click('[aria-label="One move back"]');
  await page.waitForSelector('button:has-text("Back to the present")');
  await shoot(page, 'replay');
  await table(page, 'azul', 4, 36);
  await page.locator('.display .item.can').first().dispatchEvent('click');
  const line = await page.locator('.ring-mine .stairs .item.can').last().boundingBox();
  await page.mouse.move(line.x + line.width / 2, line.y + line.height / 2);
  await shoot(page, 'azul');
  await page.mouse.move(0, 0);
  await table(page, 'projectl', 4, 40);
  await shoot(page, 'projectl');
  await table(page, 'unicorns', 6, 40);
  await shoot(page, 'unicorns');
  for (const [game, picks] of [['go', 40], ['hex', 24], ['kalah', 6]]) {
    await table(page, game, 2, picks);
    await shoot(page, game);
  }
  await page.goto(`${server.url}/g/azul/learn`);
  await until(page, () => document.querySelector('.coach .pill') && document.querySelector('.item.can'));
  await shoot(page, 'learn');
  const seats = [{ kind: 'me' }, { kind: 'bot', spec: 'level:n=1' }];
  const made = await ask(page, '/api/matches', { game: 'azul', players: 2, seats, seed: 8 });
  await page.goto(server.url + made.url);
  await playOut([page], 3);
  await shoot(page, 'over');
  await page.context().close();
});
