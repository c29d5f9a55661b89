// SPDX-License-Identifier: MIT
// Around a match: wrong links, ways back and forth, what is remembered, pages in the
// background.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, browser, glows, open, pick, playOut, server, someone, visitor } from './table.mjs';

open();

const main = (page) => page.textContent('#main');
const sockets = (page) => {
  const all = [];
  page.on('websocket', (ws) => all.push(ws.url()));
  return all;
};

// A match of two on one device, `plies` in.
async function played(page, game, plies) {
  const made = await ask(page, '/api/matches', { game, players: 2, seats: [{ kind: 'me' }, { kind: 'here', name: 'Ben' }] });
  await page.goto(server.url + made.url);
  for (let i = 1; i <= plies; i++) {
    await glows(page);
    await pick(page, () => i * 3);
    await page.waitForFunction((n) => document.querySelectorAll('.log li').length === n, i);
  }
  return made.id;
}

test('a wrong link says so', async () => {
  const page = await visitor(browser, server.url);
  for (const [path, words] of [['/m/zzzzzzzzzz', /no such match/], ['/m/zzzzzzzzzz/code', /no such match/], ['/u/%E0%A4%A', /nothing at this address/], ['/u/nobody', /Nobody/], ['/g/nothing', /no game/]]) {
    await page.goto(server.url + path);
    await page.waitForSelector('.error');
    assert.match(await main(page), words, path);
  }
  await page.context().close();
});

test('a guest finds finished matches again, and how they ended', async () => {
  const page = await visitor(browser, server.url);
  await page.click('.games a[href="/g/tictactoe"]');
  await page.click('button[type=submit]');
  await glows(page);
  await playOut([page], 3);
  await page.click('#account a[href="/history"]');
  await page.waitForSelector('.rows li');
  assert.match(await page.textContent('.rows li'), /Tic-tac-toe.*(wins|draw)/);
  await page.click('.rows a');
  await page.waitForSelector('.result');
  await page.context().close();
});

test('a slow screen does not draw over the one asked for after it', async () => {
  const page = await visitor(browser, server.url);
  await page.waitForSelector('.games');
  let answered = null;
  await page.route('**/api/history', async (route) => {
    await new Promise((done) => { answered = done; });
    await route.continue();
  });
  await page.click('#account a[href="/history"]');
  await page.waitForFunction(() => document.querySelector('.loading'));
  await page.click('.brand');
  await page.waitForSelector('.games');
  await page.unroute('**/api/history', { behavior: 'default' }).catch(() => {});
  const late = page.waitForResponse('**/api/history');
  answered();
  await (await late).finished();
  await ask(page, '/api/me'); // what comes later is there: the page has seen what came before
  await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
  assert.equal(await page.locator('.games').count(), 1);
  assert.doesNotMatch(await main(page), /Guests are remembered/);
  await page.context().close();
});

test('back and forth through a match: slider, link, replay', async () => {
  const page = await someone();
  const id = await played(page, 'tictactoe', 4);
  await page.locator('.scrub').fill('2');
  await page.waitForFunction(() => location.hash === '#2');
  await page.waitForFunction(() => /after move 2 of 4/.test(document.querySelector('.prompt').textContent));
  const other = await visitor(browser, `${server.url}/m/${id}#3`); // whoever gets the link
  await other.waitForFunction(() => /after move 3 of 4/.test(document.querySelector('.prompt')?.textContent));
  page.once('dialog', (d) => d.accept());
  await page.click('button:has-text("Resign")');
  await page.click('button:has-text("See the table")');
  await page.click('[aria-label="Replay the match"]');
  await page.waitForFunction(() => location.hash === '#1');
  await page.waitForFunction(() => !document.querySelector('[aria-label="Stop the replay"]'));
  await page.waitForFunction(() => /over/.test(document.querySelector('.prompt').textContent));
  for (const p of [page, other]) await p.context().close();
});

test('whoever holds a key down keeps the connection', async () => {
  const page = await someone();
  const opened = sockets(page);
  await played(page, 'tictactoe', 4);
  const before = opened.length;
  for (let i = 0; i < 160; i++) await page.keyboard.press(i % 8 < 4 ? 'ArrowLeft' : 'ArrowRight');
  await page.waitForFunction(() => !document.querySelector('.prompt').textContent.includes('after move')); // the last of them
  assert.equal(opened.length, before);
  assert.doesNotMatch(await page.textContent('.prompt'), /lost/);
  await page.context().close();
});

test('a page in the background keeps the connection', async () => {
  const page = await visitor(browser, '');
  const opened = sockets(page);
  await page.clock.install();
  await page.goto(server.url);
  await page.waitForSelector('#account a', { state: 'attached' }); // it knows who it is
  await played(page, 'tictactoe', 1);
  const before = opened.length;
  for (let i = 0; i < 4; i++) {
    await page.clock.fastForward(60000); // its timers run once a minute
    await ask(page, '/api/me'); // the server has been there meanwhile
  }
  assert.equal(opened.length, before);
  assert.doesNotMatch(await page.textContent('.prompt'), /lost/);
  await page.context().close();
});

test('a match nobody joined is given up', async () => {
  const [page, other] = await Promise.all([1, 2].map(() => visitor(browser, server.url)));
  await page.goto(server.url + '/g/gomoku');
  await page.selectOption('[name=seat-1]', 'open');
  await page.click('button[type=submit]');
  await other.waitForSelector('#lobby button:has-text("Join")');
  await page.waitForSelector('.plate.away'); // the lobby may have been told first
  const opacity = await page.evaluate(() => getComputedStyle(document.querySelector('.plate.away')).opacity);
  assert.equal(opacity, '1'); // the open seat can be read
  await page.click('button:has-text("Give up this match")');
  await page.waitForSelector('.prompt:has-text("given up")');
  await other.waitForFunction(() => !document.querySelector('#lobby button'));
  await page.reload();
  await page.waitForSelector('.prompt:has-text("given up")');
  for (const p of [page, other]) await p.context().close();
});

test('an offer is seen wherever one has scrolled, and rated is for accounts', async () => {
  const [anna, ben] = await Promise.all([1, 2].map(() => someone()));
  const made = await ask(anna, '/api/matches', { game: 'azul', players: 2, seats: [{ kind: 'me' }, { kind: 'open' }] });
  await ask(ben, `/api/matches/${made.id}/join`, { seat: 1 });
  for (const p of [anna, ben]) await p.goto(server.url + made.url);
  await anna.click('[aria-label="Match menu"]');
  await anna.click('button:has-text("Offer draw")');
  await ben.waitForSelector('#toast.shown:has-text("offers a draw")');
  await anna.goto(server.url + '/g/chess');
  await anna.waitForSelector('form');
  assert.equal(await anna.isDisabled('#rated'), true);
  assert.equal((await ask(anna, '/api/register', { name: 'Rita', password: 'correct horse' })).status, 200);
  await anna.reload();
  await anna.click('summary');
  await anna.check('#rated');
  await anna.click('button[type=submit]'); // against a bot
  await anna.waitForSelector('.error:has-text("between accounts")');
  for (const p of [anna, ben]) await p.context().close();
});
