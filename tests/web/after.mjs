// SPDX-License-Identifier: MIT
// What is told of a match afterwards: the same story after a reload, the curve of how it went, whose colours they
// were, and who plays best.

import assert from 'node:assert/strict';
import {
  ask, glows, leave, logged, open, opened, playOn, regular, someone, test, typeMoves, until, visit, well, withBen,
} from './table.mjs';

open(['--no-limits']);

const story = (page) => page.evaluate(() => [...document.querySelectorAll('.log li')].map((li) => li.innerText));

test('after a reload the log tells the same story', async () => {
  for (const game of ['azul', 'reversi', 'unicorns']) {
    const page = await regular();
    await withBen(page, game, { seed: 5 });
    await opened(page);
    await playOn(page, 60, 3, 40);
    await opened(page);
    if (game !== 'reversi') await page.click('#tools [aria-label="Match menu"]'); // where the log of a table is
    if (game !== 'reversi') await page.waitForSelector('.log .told'); // beside a board both scores are seen
    const before = await story(page);
    await page.reload();
    await opened(page);
    if (game !== 'reversi') await page.click('#tools [aria-label="Match menu"]');
    await logged(page, before.length);
    assert.deepEqual(await story(page), before, game);
    well(page);
  }
});

/** Gives up and waits for the curve in the result. */
async function giveUp(page) {
  page.on('dialog', (d) => d.accept());
  await page.click('button:has-text("Resign")');
  await page.waitForSelector('.result .course');
}

test('the course of scores stands in the result and beside the moves, where it leads to them', async () => {
  const page = await regular();
  await withBen(page, 'reversi', { seed: 5 });
  await glows(page);
  await playOn(page, 40, 3, 8);
  await glows(page);
  await giveUp(page);
  const drawnAs = (where) => page.$$eval(`.result .course ${where} .curve`, (all) =>
    all.map((el) => getComputedStyle(el).strokeDasharray));
  const dashes = await drawnAs('> svg');
  assert.equal(dashes.length, 2);
  assert.equal(new Set(dashes).size, 2, 'lines differ without colour, too');
  assert.deepEqual(await drawnAs('figcaption'), dashes, 'and names have a piece of theirs');
  const said = await page.getAttribute('.result .course svg', 'aria-label');
  const names = await page.evaluate(() => [...document.querySelectorAll('.plate b')].map((b) => b.firstChild.data));
  for (const name of names) assert.match(said, new RegExp(`${name}: \\d+`));
  await page.click('button:has-text("See the table")');
  await page.locator('.side .course > svg').click({ position: { x: 2, y: 10 } });
  await page.waitForSelector('button:has-text("Back to the present")');
  await until(page, () => /: 2\s*Ben: 2$/.test(document.querySelector('.side .course figcaption').innerText));
  await page.reload(); // it is there for whoever comes later
  await page.waitForSelector('.result .course');
  well(page);
});

test('a game without points shows how it was judged to stand', async () => {
  const page = await regular();
  await withBen(page, 'chess');
  await typeMoves(page, 'e2e4', 'd7d5', 'e4d5');
  await giveUp(page); // whose turn it is: Ben
  assert.equal(await page.locator('.result .course > svg .band').count(), 2);
  assert.equal(await page.locator('.result .course > svg > [fill="url(#rows)"]').count(), 1); // one of them is ruled
  assert.match(await page.textContent('.result .course figcaption'), /: 100 %.*Ben: 0 %/);
  well(page);
});

test('nothing is drawn where nothing is known, and an answer that comes late disturbs no other page', async () => {
  const page = await someone();
  await page.route('**/course', (route) => route.fulfill({ json: { kind: 'none' } }));
  await withBen(page, 'tictactoe');
  await glows(page);
  await playOn(page, 20);
  await page.waitForSelector('.result');
  await until(page, () => performance.getEntriesByType('resource').some((r) => /course$/.test(r.name)));
  assert.equal(await page.locator('.course').count(), 0);
  await visit(page, '/history');
  await until(page, () => document.querySelector('.rows'));
  assert.equal(await page.evaluate(() => document.body.classList.contains('playing')), false);
  await leave(page);
});

test('in Hex a player\'s picture has the colour of the side, also after a swap', async () => {
  const page = await regular();
  await withBen(page, 'hex');
  await glows(page);
  const colours = () => page.evaluate(() => [0, 1].map((seat) =>
    document.querySelector(`[data-player="${seat}"] .avatar rect`).getAttribute('fill')));
  assert.deepEqual(await colours(), ['var(--red)', 'var(--blue)']);
  await typeMoves(page, 'f6');
  assert.deepEqual(await colours(), ['var(--red)', 'var(--blue)']);
  await typeMoves(page, 'swap');
  assert.deepEqual(await colours(), ['var(--blue)', 'var(--red)']);
  well(page);
});

test('the page of a game lists who plays it best', async () => {
  const people = await Promise.all(['Alma', 'Bruno'].map(async (name) => {
    const page = await someone();
    await ask(page, '/api/register', { name, password: 'a quiet tall ship' });
    return page;
  }));
  const [alma, bruno] = people;
  await visit(alma, '/g/gomoku');
  await alma.waitForSelector('.record:has-text("Nobody has a rating yet")');
  const seats = [{ kind: 'me' }, { kind: 'open' }];
  const { id, url } = await ask(alma, '/api/matches', { game: 'gomoku', players: 2, rated: true, seats });
  await ask(bruno, `/api/matches/${id}/join`, { seat: 1 });
  await visit(alma, url);
  await visit(bruno, url);
  await glows(alma);
  await playOn(alma, 1);
  await logged(bruno, 1);
  bruno.on('dialog', (d) => d.accept());
  await bruno.click('button:has-text("Resign")');
  await alma.waitForSelector('.result');
  await visit(alma, '/g/gomoku');
  await alma.waitForSelector('.ranking li.me');
  assert.deepEqual(await alma.locator('.ranking a').allTextContents(), ['Alma', 'Bruno']);
  await leave(...people);
});
