// SPDX-License-Identifier: MIT
// Twelve screens as people meet them, in situations like those of the drawings, and what can be measured of the
// checklist of docs/screens on each: on a laptop by day, on a phone by night, and on two larger screens. With
// TSR_SCREENSHOTS=FOLDER (`tools/page-screens`) they are photographed; TSR_DRAWINGS=FOLDER has the drawings to
// put beside them. Takes minutes, so it is one of the long tests.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { points } from './points.mjs';
import {
  ask, browser, cut, drawnAnew, open, opened, playOn, server, test, told, typeMoves, until, visitor,
} from './table.mjs';

const site = process.env.TSR_SITE; // has the engine that an analysis needs
open(['--no-limits', ...(site ? ['--engine', join(site, 'engine')] : [])]);

const folder = process.env.TSR_SCREENSHOTS;
const type = process.env.TSR_PICTURES || 'jpeg'; // or png, in full
const only = (process.env.TSR_PART || '').split(' ').filter(Boolean); // screens; none means all
const NAMES = ['Anna', 'Ben', 'Chidi', 'Dara', 'Emil', 'Fay'];
const KEPT = ['', '-phone']; // sizes whose pictures are kept; png has all
const SIZES = [
  ['', 1280, 800, 'light', 16],
  ['-phone', 390, 844, 'dark', 16],
  ['-dark', 1280, 800, 'dark', 16],
  ['-large', 1920, 1080, 'light', 20],
  ['-wide', 3840, 2160, 'light', 42],
];
const LOOKED = folder && type === 'jpeg' ? SIZES.filter(([suffix]) => KEPT.includes(suffix)) : SIZES; // pictures are quicker
const SCROLLS = ['front', 'game-page', 'analysis']; // on a phone; all others are one screen everywhere
const file = (name) => `${folder}/${name}.${type === 'jpeg' ? 'jpg' : type}`;
const how = { animations: 'disabled', ...(type === 'jpeg' ? { type, quality: 60 } : { type }) };

async function photograph(page, name, suffix) {
  if (folder && (type === 'png' || KEPT.includes(suffix))) await page.screenshot({ path: file(name + suffix), ...how });
}

/** Looks at a screen on every size; `again` brings back what a new size has put away. */
async function look(page, name, again = () => {}) {
  const faults = [];
  for (const [suffix, width, height, colorScheme, rem] of LOOKED) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await drawnAnew(page);
    await again();
    await drawnAnew(page);
    await photograph(page, name, suffix);
    const wrong = await page.evaluate(points, { rem, dark: colorScheme === 'dark' });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) wrong.push(`1: ${wide} px too wide`);
    if (!SCROLLS.includes(name)) wrong.push(...await cut(page));
    faults.push(...wrong.map((words) => `${width} x ${height}, ${colorScheme}: ${words}`));
  }
  assert.deepEqual(faults, [], name);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

async function table(page, game, n, picks, more = {}) {
  const seats = NAMES.slice(0, n).map((name, i) => (i ? { kind: 'here', name } : { kind: 'me' }));
  const made = await ask(page, '/api/matches', { game, players: n, seats, seed: 5, ...more });
  assert.equal(made.status, 200, made.error);
  await page.goto(server.url + made.url);
  await playOn(page, picks, 9);
  await opened(page);
}

// The game of the drawing, to the knight on a5.
const NAJDORF = ['e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1e3 e7e5 d4b3 c8e6 f2f3 f8e7',
  'd1d2 e8g8 e1c1 b8d7 g2g4 b7b5 g4g5 f6h5 c1b1 d7b6 b3a5 d8c7 c3d5 b6d5 e4d5 e6d7'].join(' ').split(' ');

/** Holds most of a display, of one colour, above a line of one's own. */
async function holdTile(page) {
  await page.evaluate(() => {
    if (document.querySelector('.item.picked')) return;
    const many = (el) => Number.parseInt(el.getAttribute('aria-label'), 10);
    const all = [...document.querySelectorAll('.display .item.can')].sort((a, b) => many(b) - many(a));
    all[0].dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  const line = await page.locator('.ring-mine .stairs .item.can').last().boundingBox();
  await page.mouse.move(line.x + line.width / 2, line.y + line.height / 2);
}

/** Picks the man on this square, if none is picked. */
const pickOn = (page, square) => page.evaluate((name) => {
  const men = [...document.querySelectorAll('.item.can')].filter((el) => el.getAttribute('aria-label')?.includes(name));
  if (!document.querySelector('.item.picked')) men[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}, square);

/**
 * Plays Azul with some sense, so many moves: of the tiles that fit a line best, long lines early; returns whether it
 * is over.
 */
const playWell = (page, moves = 1e9) => page.evaluate(async (most) => {
  const click = (el) => el.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  const free = (row) => document.querySelectorAll(`.ring-mine .stairs [aria-label^="empty, line ${row} "]`).length;
  const escape = () => document.querySelector('.match')
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  for (let i = 0; i < most; i++) {
    if (await window.tester.open()) return true;
    const refs = [...document.querySelectorAll('.ring .item.can')].map((el) => el.dataset.ref);
    let best = { waste: 99 };
    for (const ref of refs) {
      const tile = document.querySelector(`.ring [data-ref="${ref}"]`);
      const n = Number.parseInt(tile.getAttribute('aria-label'), 10) || 1;
      click(tile);
      for (const place of document.querySelectorAll('.ring-mine .stairs .item.can')) {
        const row = Number(place.dataset.at.split(':')[1]) + 1;
        const over = n - free(row);
        const waste = (over > 0 ? 3 * over : -1.2 * over) - 0.3 * n;
        if (waste < best.waste) best = { waste, ref, row };
      }
      escape();
      if (document.querySelector('.item.picked')) click(document.querySelector('.item.picked'));
    }
    click(document.querySelector(`.ring [data-ref="${best.ref ?? refs[0]}"]`));
    const there = [...document.querySelectorAll('.ring-mine .stairs .item.can')];
    const line = there.find((el) => Number(el.dataset.at.split(':')[1]) + 1 === best.row);
    click(line || document.querySelector('.ring-mine .item.can'));
    await window.tester.until(() => !document.querySelector('.item.picked'));
  }
  return window.tester.open();
}, moves);

/**
 * Plays Project L with some sense, so many picks: puzzles first, small pieces are changed for larger ones, and those are
 * laid.
 */
const playPuzzles = (page, picks) => page.evaluate(async (times) => {
  const lit = (selector) => [...document.querySelectorAll(selector)];
  const many = (el) => Number.parseInt(el.getAttribute('aria-label'), 10) || 1;
  const [place, change] = ['.puzzle .item.can', '.reserve .item.can'];
  for (let i = 0; i < times && !await window.tester.open(); i++) {
    const puzzles = lit('.market-mine .puzzle-box:not(.empty)').length;
    const pieces = lit('.pieces .item').reduce((sum, el) => sum + many(el), 0);
    const level = Number(/level (\d)/.exec(document.querySelector('.item.picked')?.getAttribute('aria-label'))?.[1] || 0);
    const first = puzzles < 2 ? '.area.market .item.can' : pieces < 3 ? change : '.pieces .item.can';
    const wanted = level ? (level < 3 && i % 5 ? [change, place] : [place, change]) : [first, '.pieces .item.can', change];
    const found = [...wanted, '.item.can'].map(lit).find((all) => all.length);
    found[(7 * i) % found.length].dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await new Promise((turn) => { requestAnimationFrame(turn); });
  }
  await window.tester.open();
}, picks);

/** Holds a piece above a place where it fits; whether there is one. */
async function holdPiece(page) {
  const fits = await page.evaluate(() => {
    const fit = () => document.querySelector('.puzzle .item.can .hit');
    const all = [...document.querySelectorAll('.pieces .item.can, .pieces .item.picked')];
    for (const { dataset } of all.reverse()) { // the largest first
      if (fit()) break;
      document.querySelector(`.pieces [data-ref="${dataset.ref}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
    const box = fit()?.getBoundingClientRect();
    return box && [box.x + box.width / 2, box.y + box.height / 2];
  });
  if (fits) await page.mouse.move(...fits);
  return Boolean(fits);
}

/** A board of two in the middle of a game. */
const board = (game, picks) => async (page) => {
  await table(page, game, 2, picks);
  await look(page, game);
};

/** A match of Hex that two programs have played, and its table. */
async function finished(page) {
  const seats = [1, 2].map(() => ({ kind: 'bot', spec: 'level:n=4' }));
  const made = await ask(page, '/api/matches', { game: 'hex', players: 2, seats, seed: 5 });
  assert.equal(made.status, 200, made.error);
  await page.goto(server.url + made.url);
  await page.waitForSelector('.result .course');
  await page.click('.result button:has-text("See the table")');
}

/** Matches of others that go on, for all to see. */
async function others() {
  const two = await Promise.all(['Ben', 'Chidi'].map(async (name) => {
    const page = await visitor(browser, server.url);
    await ask(page, '/api/register', { name, password: 'correct horse' });
    return page;
  }));
  for (const game of ['azul', 'chess', 'hex', 'reversi', 'go', 'kalah', 'projectl']) {
    const made = await ask(two[0], '/api/matches', { game, players: 2, seats: [{ kind: 'me' }, { kind: 'open' }] });
    await ask(two[1], `/api/matches/${made.id}/join`, { seat: 1 });
  }
  for (const page of two) await page.context().close();
}

const SCREENS = {
  async front(page) {
    await others();
    for (const [game, n] of [['unicorns', 3], ['go', 2], ['azul', 4]]) await table(page, game, n, 3);
    await page.goto(server.url);
    await page.waitForSelector('.games .picture');
    await page.waitForSelector('.live li');
    await look(page, 'front');
  },
  async 'game-page'(page) {
    await page.goto(`${server.url}/g/chess`);
    await page.waitForSelector('.leaflet p');
    await look(page, 'game-page');
  },
  async chess(page) {
    await table(page, 'chess', 2, 0, { clock: { base: 600, increment: 0 } });
    await typeMoves(page, ...NAJDORF);
    await page.click('button[aria-label="Talk"]');
    await page.mouse.move(0, 0);
    await look(page, 'chess', () => pickOn(page, 'a5'));
  },
  async azul(page) {
    await table(page, 'azul', 4, 0);
    await playWell(page, 52); // into the third round
    const mine = () => page.evaluate(() => /Anna/.test(document.querySelector('.me b').textContent)
      && [...document.querySelectorAll('.display .item.can')].some((el) => /^[23] /.test(el.getAttribute('aria-label'))));
    for (let i = 0; i < 12 && !await mine(); i++) await playWell(page, 1);
    await look(page, 'azul', () => holdTile(page));
    await page.mouse.move(0, 0);
  },
  async projectl(page) {
    await table(page, 'projectl', 4, 0);
    await playPuzzles(page, 130);
    for (let i = 0; i < 100 && !await holdPiece(page); i++) await playPuzzles(page, 1);
    assert.ok(await holdPiece(page), 'a piece fits somewhere');
    await look(page, 'projectl', () => holdPiece(page));
    await page.mouse.move(0, 0);
  },
  async unicorns(page) {
    await table(page, 'unicorns', 6, 60, { clock: { base: 600, increment: 0 } }); // by which there is a countdown
    for (let i = 0; i < 400 && !await page.evaluate(() => document.querySelector('.stopped')); i++) {
      await playOn(page, 1, Math.imul(i + 1, 2654435761) >>> 0);
      await opened(page);
    }
    await look(page, 'unicorns');
  },
  go: board('go', 40),
  hex: board('hex', 24),
  kalah: board('kalah', 6),
  async learn(page) {
    await page.goto(`${server.url}/g/azul/learn`);
    await until(page, () => document.querySelector('.coach .pill') && document.querySelector('.item.can'));
    await look(page, 'learn');
  },
  async replay(page) {
    await finished(page);
    for (let i = 0; i < 9; i++) await page.click('[aria-label="One move back"]');
    await page.waitForSelector('button:has-text("Back to the present")');
    await page.mouse.move(0, 0);
    await look(page, 'replay');
  },
  async analysis(page) {
    if (!site) return;
    await finished(page);
    await page.click('a[href^="/analysis/"]');
    await until(page, () => /^(?!.*Going).+/s.test(document.querySelector('.turns')?.textContent || ''));
    const frame = await (await page.waitForSelector('.analysis iframe')).contentFrame();
    await until(frame, () => document.querySelector('.scene .zone'));
    const graph = await page.locator('.analysis .graph').boundingBox();
    await page.mouse.click(graph.x + graph.width * 0.3, graph.y + 20); // where much is open
    await until(page, () => /Chances out of 24,000/.test(document.querySelector('.moves')?.textContent));
    await look(page, 'analysis');
  },
  async over(page) {
    const seats = Array.from({ length: 4 }, (_, i) => (i ? { kind: 'bot', spec: 'azul-greedy' } : { kind: 'me' }));
    const made = await ask(page, '/api/matches', { game: 'azul', players: 4, seats, seed: 5 });
    await page.goto(server.url + made.url);
    await playWell(page);
    await page.waitForSelector('.result .course');
    await until(page, () => !document.querySelector('.float'));
    await look(page, 'over');
  },
};

test('twelve screens keep what can be measured of the checklist', async (t) => {
  if (folder) mkdirSync(folder, { recursive: true });
  const page = await visitor(browser, server.url, { deviceScaleFactor: folder && type === 'jpeg' ? 0.75 : 1 });
  await ask(page, '/api/register', { name: 'Anna', password: 'correct horse' });
  for (const [name, make] of Object.entries(SCREENS)) {
    if (!only.length || only.includes(name)) await t.test(name, told(() => make(page)));
  }
  await page.context().close();
});

test('a screen that breaks a point is found', async () => {
  const page = await visitor(browser, server.url, { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 });
  await table(page, 'azul', 4, 3);
  const faults = {
    '.label { font-size: 9px !important }': /px high/,
    '.score { font-family: sans-serif !important }': /serif/,
    '.opp:nth-child(3) { flex: none !important; height: 40px }': /opponents/,
    '.a-mine { --cell: 12px !important }': /largest/,
    '.panel { box-shadow: 0 0 9px red !important }': /shadow/,
  };
  for (const [css, pattern] of Object.entries(faults)) {
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, css);
    const wrong = await page.evaluate(points, { rem: 16, dark: false });
    assert.match(wrong.join('; '), pattern, css);
  }
  await page.context().close();
});

const drawings = async () => {
  const page = await visitor(browser, '', { deviceScaleFactor: 0.75 });
  for (const name of ['front', 'chess', 'azul', 'projectl', 'unicorns', 'replay', 'over']) {
    for (const [suffix, width, height] of [['', 1280, 800], ['-phone', 390, 844]]) {
      const drawing = `${process.env.TSR_DRAWINGS}/${name}${suffix}.png`;
      if (!existsSync(drawing)) continue;
      await page.setViewportSize({ width, height });
      await page.setContent(`<body style="margin:0"><img style="display:block" src="data:image/png;base64,${
        readFileSync(drawing).toString('base64')}">`);
      await page.waitForFunction(() => document.images[0].complete);
      writeFileSync(file(`drawn-${name}${suffix}`), await page.screenshot(how));
    }
  }
  await page.context().close();
};
if (folder && process.env.TSR_DRAWINGS) test('drawings beside the pictures', drawings);
