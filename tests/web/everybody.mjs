// SPDX-License-Identifier: MIT
// Whether the page can be used by everybody: axe-core finds nothing to complain about, and the
// keyboard alone is enough. Screens that other tests lead to are looked at there: azul.mjs (menu, About, Credits, hand-over,
// result), club.mjs (events, teams, people), decks.mjs (one's own file, a sheet), learn.mjs (promotion).

import assert from 'node:assert/strict';
import { forEverybody } from './axe.mjs';
import { ask, browser, chooser, glows, isOver, logged, open, playOn, regular, server, settled, tabTo, test, until, visit,
  visitor, well, withBen } from './table.mjs';

open();

// One of each family; kalah is the lesson, and the others are looked at in the long run.
const GAMES = ['chess', 'azul', 'unicorns', 'projectl', 'hex', ...(process.env.TSR_ALL_GAMES ? ['kalah', 'go'] : [])];

/** Opens one after the other what lies above a table; axe looks at each. */
async function covers(page, look) {
  await page.click('[aria-label="Match menu"]');
  await page.waitForSelector('.side.open');
  await look('the menu of a match');
  await page.keyboard.press('Escape');
  await page.click('button[aria-label="Rules"]');
  await page.waitForSelector('dialog[open] .leaflet p');
  await look('the rules above a match');
  await page.click('dialog .close');
}

test('axe finds nothing wrong, by day and by night', async () => {
  const page = await visitor(browser, server.url, { bypassCSP: true, colorScheme: 'light' });
  const look = (where) => forEverybody(page, where);
  await page.waitForSelector('.games .picture');
  if (!process.env.TSR_ALL_GAMES) await page.fill('.find input', 'hex'); // built alike: some will do; the long run has all
  await page.waitForSelector('.games .picture');
  assert.ok(await page.locator('.games a').count() > 3, 'games of several kinds are on the shelf');
  await look('the front page');
  for (const [path, ready] of [['/g/azul', 'form'], ['/g/chess/rules', '.leaflet'], ['/login', 'form'],
    ['/reset.html', 'form'], ['/history', 'h1']]) {
    await visit(page, path);
    await page.waitForSelector(ready);
    await look(path);
  }
  await page.click('#look button');
  await page.waitForSelector('dialog[open]');
  await look('settings');
  await page.keyboard.press('Escape');
  for (const game of GAMES) {
    const seats = [{ kind: 'me' }, { kind: 'bot', spec: 'level:n=1' }];
    const made = await ask(page, '/api/matches', { game, players: 2, seats, clock: { base: 600 }, seed: 3 });
    await visit(page, made.url);
    await playOn(page, 1);
    await settled(page);
    await look(game);
    if (game === 'azul') await covers(page, look);
  }
  await visit(page, '/g/kalah/learn');
  await until(page, () => document.querySelector('.coach .pill') && document.querySelector('.item.can'));
  await look('a lesson');
  await page.context().close();
});

const active = (page) => page.evaluate(() => {
  const focus = document.activeElement;
  return focus.getAttribute('aria-label') || focus.textContent;
});

/** A board as those who listen know it: how many places each row has, all of them with a name. */
const rowsTold = (page) => page.$$eval('svg[role=grid] > [role=row]', (rows) => rows.map((row) =>
  [...row.children].filter((el) => el.matches('[role=gridcell][aria-label]')).length));

/** Goes to a square of a board with the arrow keys alone. */
async function travel(page, square) {
  for (let i = 0; i < 40; i++) {
    const here = /\b([a-h])([1-8])\b/.exec(await active(page));
    const [dx, dy] = [square.charCodeAt(0) - here[1].charCodeAt(0), Number(square[1]) - Number(here[2])];
    if (!dx && !dy) return;
    await page.keyboard.press(dx ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowUp' : 'ArrowDown');
  }
  throw new Error(`${square} is not reached`);
}

test('chess by keyboard alone to mate; the focus stays where one plays', async () => {
  const page = await regular();
  await withBen(page, 'chess');
  await glows(page);
  assert.deepEqual(await rowsTold(page), Array(8).fill(8));
  await tabTo(page, '.item.can');
  for (const [i, [from, to]] of [['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4'], ['d8', 'h4']].entries()) {
    await glows(page);
    for (const square of [from, to]) {
      await travel(page, square);
      await page.keyboard.press('Enter');
    }
    await logged(page, i + 1);
    assert.match(await active(page), new RegExp(to), 'the focus is where the man went');
  }
  await until(page, () => document.querySelector('.result'));
  assert.match(await page.textContent('.result h2'), /Ben wins/);
  well(page);
});

test('whole games with the keyboard alone, the focus is never lost', async () => {
  const page = await regular();
  for (const game of process.env.TSR_ALL_GAMES ? ['tictactoe', 'connect4', 'kalah'] : ['tictactoe', 'kalah']) {
    await withBen(page, game);
    const choose = chooser(8);
    for (let i = 0; i < 400; i++) {
      await settled(page);
      // Whatever has the focus, Tab and the arrows reach it; here it is put where they would end.
      const more = await page.evaluate(([k, first]) => {
        const lost = !first && document.activeElement === document.body;
        const all = [...document.querySelectorAll('.item.can')];
        const one = all[k % all.length];
        if (!document.querySelector('.result')) one?.focus(); // if there is none, the answer to the last one has just come
        const over = Boolean(document.querySelector('.result'));
        return { lost, over, held: over || !one || document.activeElement === one };
      }, [choose(5040), i === 0]);
      assert.ok(more.held, 'what may be picked can have the focus');
      assert.ok(!more.lost, `${game}: the focus is lost`);
      if (more.over) break;
      await page.keyboard.press('Enter');
    }
    assert.ok(await isOver(page), game);
  }
  well(page);
});
