// SPDX-License-Identifier: MIT
// Every game on the shelf can be opened and played on the page for a while, and stays
// inside a phone's screen. With TSR_SCREENSHOTS=folder, each is photographed on three sizes
// of screen by day and by night.

import assert from 'node:assert/strict';
import { SHARP, ask, cut, drawnAnew, leave, open, opened, playOn, someone, test, told, until, visit } from './table.mjs';
import { hearAgain, lookAtAll, playUnseen } from './unseen.mjs';

open(['--no-limits']);

const MEN = ['chess', 'chaturanga', 'checkers', 'draughts', 'amazons']; // whose skins draw them
const FORMS = { azul: 'ring', projectl: 'market', unicorns: 'stage', hearts: 'stage', whist: 'stage', ohhell: 'stage',
  goofspiel: 'stage', kuhnpoker: 'ring', leducholdem: 'stage', rummy: 'stage' }; // of tables; all others are boards
const size = ([width, height]) => ({ width, height });
const SCREENS = { phone: size([390, 844]), laptop: size([1366, 768]), wide: size([1920, 1080]) };
const SIZES = [[390, 844], [1280, 800], [1920, 1080], [3840, 2160]].map(size);

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

test('on the shelf most of a board is seen, so that men are large; on the page of a game all of it', async () => {
  const page = await someone(SHARP);
  await page.setViewportSize(SCREENS.laptop);
  await ask(page, '/api/matches', { game: 'hex', players: 2, seats: [{ kind: 'me' }, { kind: 'here', name: 'Ben' }] });
  await visit(page, '/');
  await page.waitForSelector('.cont .picture');
  // Less than `share` of its height, or for outlines that make a board known less than all, is too little.
  const cropped = (share) => page.evaluate((least) => [...document.querySelectorAll('.picture > svg')].filter((board) => {
    const [b, p] = [board, board.closest('.pic, .cover, .mini')].map((x) => x.getBoundingClientRect());
    const seen = (Math.min(b.bottom, p.bottom) - Math.max(b.top, p.top)) / b.height;
    return seen < (board.matches('.hole, .pits') ? 1 : least) - 0.01;
  }).map((board) => board.closest('a, .title')?.textContent), share);
  for (const [path, share] of [['/', 0.66], ['/g/chess', 1], ['/g/hex', 1], ['/g/kalah', 1]]) {
    await visit(page, path);
    await page.waitForSelector('.picture > svg');
    assert.deepEqual(await cropped(share), [], path);
  }
  await leave(page);
});

test('search and tags leave what they say on the shelf, and nothing else', async () => {
  const page = await someone();
  await visit(page, '/');
  const { games } = await ask(page, '/api/games');
  await until(page, (n) => document.querySelectorAll('.games a').length === n, games.length); // the last ones come later
  const shown = () => page.$$eval('.games a', (all) => all.map((a) => a.getAttribute('href').slice('/g/'.length)).sort());
  const those = (fits) => games.filter(fits).map((g) => g.name).sort();
  const said = (g) => `${g.title} ${g.about} ${g.name} ${g.tags}`;
  assert.deepEqual(await shown(), those(() => true));
  await page.keyboard.press('/');
  await page.keyboard.type('CHESS');
  assert.deepEqual(await shown(), those((g) => /chess/i.test(said(g))));
  await page.fill('.find input', 'polyomino'); // a word of its tags
  assert.deepEqual(await shown(), ['projectl']);
  await page.fill('.find input', 'no such game');
  assert.equal(await page.textContent('.games'), 'No game is called that.');
  await page.fill('.find input', '');
  const kinds = { abstract: null, tiles: ['azul', 'domineering', 'projectl'],
    'cards tag': ['goofspiel', 'hearts', 'kuhnpoker', 'leducholdem', 'ohhell', 'rummy', 'unicorns', 'whist'],
    solo: those((g) => g.min_players === 1), 'three or more': those((g) => g.max_players > 2),
    'ten minutes': those((g) => g.minutes <= 10) };
  kinds.abstract = those(({ name }) => ![...kinds.tiles, ...kinds['cards tag']].includes(name)); // each has its kind
  for (const [tag, names] of Object.entries(kinds)) {
    await page.click(`.tag[data-tag="${tag}"]`);
    assert.deepEqual(await shown(), names, tag);
    const pressed = await page.$$eval('.tag[aria-pressed=true]', (all) => all.map((el) => el.dataset.tag));
    assert.deepEqual(pressed, [tag]);
  }
  await page.fill('.find input', 'kalah'); // words and a tag together
  assert.deepEqual(await shown(), kinds['ten minutes'].filter((name) => name === 'kalah'));
  await leave(page);
});

const CLOCK = { base: 600, increment: 0 };
const FULL = { unicorns: { players: 6, clock: CLOCK }, chinesecheckers: { players: 6, clock: CLOCK },
  ludo: { players: 4 }, goose: { players: 4 } }; // most has to fit there

/** A table of a game, all seats at one device: its address. */
async function tableOf(page, { name, default_players: usual }) {
  const { players = usual, ...more } = FULL[name] || {};
  const seats = Array.from({ length: players }, (_, i) => (i ? { kind: 'here', name: `Player ${i + 1}` } : { kind: 'me' }));
  const made = await ask(page, '/api/matches', { game: name, players, seats, seed: 1, ...more });
  assert.equal(made.status, 200, made.error);
  return made.url;
}

// One of each family: tables, men, discs that stand on each other or fall, points, hexagons, pits, a graph, pegs, men
// in hand, no board at all. The others look like one of these, and are all played in the long run.
const OFTEN = ['azul', 'chess', 'connect4', 'go', 'hex', 'kalah', 'mastermind', 'morris', 'pig', 'projectl', 'shogi',
  'tak', 'unicorns'];

/** Whether a game is looked at on large screens, too: each is in the long run, else those whose tables fill them most. */
const isSeenLarge = ({ name }) => process.env.TSR_ALL_GAMES || OFTEN.includes(name) || name in FORMS || name in FULL;

test('no match of any game scrolls or is cut, on four sizes of screen, and each has its form', async () => {
  const page = await someone(SHARP);
  const { games } = await ask(page, '/api/games');
  const matches = [];
  for (const g of games) matches.push({ name: g.name, url: await tableOf(page, g) });
  await visit(page, '/login');
  await page.waitForSelector('form');
  await page.evaluate(playUnseen, [matches, 12]);
  await page.evaluate(hearAgain);
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    const [out, forms] = await page.evaluate(lookAtAll, viewport.width > 1280 ? matches.filter(isSeenLarge) : matches);
    assert.deepEqual(out, [], `${viewport.width} x ${viewport.height}`);
    for (const [name, form] of Object.entries(forms)) assert.equal(form, FORMS[name] || 'board', name);
  }
  await leave(page);
});

test('four and six around a board: on a phone nothing is cut, and at a star each has men of a look of their own', async () => {
  const page = await someone({ viewport: SCREENS.phone, ...SHARP });
  for (const name of ['ludo', 'goose', 'chinesecheckers']) {
    await visit(page, await tableOf(page, { name }));
    await opened(page);
    assert.deepEqual(await cut(page), [], name);
    const low = await page.$eval('.side .foot .btn', (el) => el.getBoundingClientRect().bottom);
    assert.ok(low <= SCREENS.phone.height, `${name}: the last buttons end at ${low} px`);
    const over = await page.$$eval('.plate, .strip', (all) => all.filter((el) => el.scrollWidth > el.clientWidth).length);
    assert.equal(over, 0, `${name}: no name, clock or base lies above another, or beyond the edge`);
  }
  const looks = await page.$$eval('.board [aria-label*=" Peg"]', (all) => all.map((el) => {
    const drawn = [...document.querySelectorAll(`.board [data-at="${el.dataset.at}"]`)].map((x) => x.innerHTML).join('');
    return `${el.getAttribute('aria-label').split(' ')[0]} ${/#stone-\w+/.exec(drawn)} ${/glyph/.test(drawn)}`;
  }));
  const each = [...new Set(looks)].map((look) => look.split(' '));
  assert.deepEqual(each.map(([name]) => name).sort(), ['Blue', 'Green', 'Orange', 'Red', 'Violet', 'Yellow']);
  assert.equal(new Set(each.map(([, stone]) => stone)).size, 6, each.join('; '));
  assert.ok(each.every(([, , letter]) => letter === 'false'), 'no letter stands for a man');
  await leave(page);
});

/** What does not fit on one of four sizes of screen. */
async function cutAnywhere(page) {
  const out = [];
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await drawnAnew(page);
    out.push(...(await cut(page)).map((what) => `${viewport.width} x ${viewport.height}: ${what}`));
  }
  return out;
}

test('every game', async (t) => {
  const page = await someone(SHARP);
  const { games } = await ask(page, '/api/games');
  assert.deepEqual(games.filter((g) => !g.minutes).map((g) => g.name), [], 'all tell how long they take');
  for (const g of games.filter(({ name }) => process.env.TSR_ALL_GAMES || OFTEN.includes(name))) {
    await t.test(g.name, told(async () => {
      page.problems.length = 0;
      await page.setViewportSize(SCREENS.phone);
      await visit(page, await tableOf(page, g));
      await playOn(page, 24, 5);
      await opened(page); // nobody else plays: it stays as it is
      if (process.env.TSR_ALL_GAMES) assert.deepEqual(await cutAnywhere(page), []);
      const form = await page.getAttribute('.match', 'data-frame');
      assert.equal(form, FORMS[g.name] || 'board');
      const men = page.locator('.board use[href^="#m-"], .board .piece circle + g');
      if (MEN.includes(g.name)) assert.ok(await men.count() > 0, 'men have pictures');
      await photograph(page, g.name);
      assert.ok(await page.locator('.log li').count() > 0);
      assert.deepEqual(page.problems, []);
    }));
  }
});
