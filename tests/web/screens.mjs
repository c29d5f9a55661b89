// SPDX-License-Identifier: MIT
// The pictures of docs/screens: twelve screens as people meet them, in situations like those of the drawings. Each by
// day on a laptop and by night on a phone; with TSR_SIZES=all also by night on a laptop and on a large screen. No
// test; `tools/page-screens` runs it.

import { mkdirSync } from 'node:fs';
import { ask, browser, drawnAnew, open, opened, playOn, playOut, server, test, typeMoves, until, visitor } from './table.mjs';

open(['--no-limits']);

const folder = process.env.TSR_SCREENSHOTS;
const type = process.env.TSR_PICTURES || 'jpeg';
const only = (process.env.TSR_PART || '').split(' ').filter(Boolean); // screens; none means all
const NAMES = ['Anna', 'Ben', 'Chidi', 'Dara', 'Emil', 'Fay'];
const SIZES = [
  ['', 1280, 800, 'light'],
  ['-phone', 390, 844, 'dark'],
  ...(process.env.TSR_SIZES === 'all' ? [['-dark', 1280, 800, 'dark'], ['-wide', 3840, 2160, 'light']] : []),
];

/** Photographs a screen on every size; `again` brings back what a new size has put away. */
async function shoot(page, name, again) {
  for (const [suffix, width, height, colorScheme] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await drawnAnew(page);
    await again?.();
    await drawnAnew(page);
    const how = type === 'jpeg' ? { type, quality: 62 } : { type };
    await page.screenshot({ path: `${folder}/${name}${suffix}.${type === 'jpeg' ? 'jpg' : type}`, animations: 'disabled', ...how });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

async function table(page, game, n, picks, more = {}) {
  const seats = NAMES.slice(0, n).map((name, i) => (i ? { kind: 'here', name } : { kind: 'me' }));
  const made = await ask(page, '/api/matches', { game, players: n, seats, seed: 5, ...more });
  await page.goto(server.url + made.url);
  await playOn(page, picks, 9);
  await opened(page);
  await page.reload();
  await opened(page);
}

// The game of the drawing, to the knight on a5.
const NAJDORF = ['e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1e3 e7e5 d4b3 c8e6 f2f3 f8e7',
  'd1d2 e8g8 e1c1 b8d7 g2g4 b7b5 g4g5 f6h5 c1b1 d7b6 b3a5 d8c7 c3d5 b6d5 e4d5 e6d7'].join(' ').split(' ');

/** Holds the first thing of the table above a line of one's own. */
async function holdTile(page) {
  await page.evaluate(() => document.querySelector('.display .item.can')?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  const line = await page.locator('.ring-mine .stairs .item.can').last().boundingBox();
  await page.mouse.move(line.x + line.width / 2, line.y + line.height / 2);
}

/** Picks the piece on this square. */
const pickOn = (page, square) => page.evaluate((name) => {
  const men = [...document.querySelectorAll('.item.can')].filter((el) => el.getAttribute('aria-label')?.includes(name));
  if (!document.querySelector('.item.picked')) men[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}, square);

/** A board of two in the middle of a game. */
const board = (game, picks) => async (page) => {
  await table(page, game, 2, picks);
  await shoot(page, game);
};

const SCREENS = {
  async front(page) {
    for (const [game, n] of [['unicorns', 3], ['go', 2], ['azul', 4]]) await table(page, game, n, 3);
    await page.goto(server.url);
    await page.waitForSelector('.games .picture');
    await shoot(page, 'front');
  },
  async 'game-page'(page) {
    await page.goto(`${server.url}/g/chess`);
    await page.waitForSelector('form');
    await shoot(page, 'game-page');
  },
  async chess(page) {
    await table(page, 'chess', 2, 0, { clock: { main: 600, plus: 0 } });
    await typeMoves(page, ...NAJDORF);
    await page.click('button[aria-label="Talk"]');
    await shoot(page, 'chess', () => pickOn(page, 'a5'));
  },
  async azul(page) {
    await table(page, 'azul', 4, 36);
    await shoot(page, 'azul', () => holdTile(page));
    await page.mouse.move(0, 0);
  },
  async projectl(page) {
    await table(page, 'projectl', 4, 40);
    await shoot(page, 'projectl');
  },
  async unicorns(page) {
    await table(page, 'unicorns', 6, 40);
    await shoot(page, 'unicorns');
  },
  go: board('go', 40),
  hex: board('hex', 24),
  kalah: board('kalah', 6),
  async learn(page) {
    await page.goto(`${server.url}/g/azul/learn`);
    await until(page, () => document.querySelector('.coach .pill') && document.querySelector('.item.can'));
    await shoot(page, 'learn');
  },
  async replay(page) {
    await table(page, 'hex', 2, 0);
    await playOut([page], 3);
    await page.click('.result button:has-text("See the table")');
    for (let i = 0; i < 9; i++) await page.click('[aria-label="One move back"]');
    await page.waitForSelector('button:has-text("Back to the present")');
    await shoot(page, 'replay');
  },
  async over(page) {
    await table(page, 'azul', 4, 0);
    await playOut([page], 3);
    await shoot(page, 'over');
  },
};

test('twelve screens', async (t) => {
  mkdirSync(folder, { recursive: true });
  const page = await visitor(browser, server.url, { deviceScaleFactor: type === 'jpeg' ? 0.75 : 1 });
  await ask(page, '/api/register', { name: 'Anna', password: 'correct horse' });
  for (const [name, make] of Object.entries(SCREENS)) {
    if (!only.length || only.includes(name)) await t.test(name, () => make(page));
  }
  await page.context().close();
});
