// SPDX-License-Identifier: MIT
// Around a match: wrong links, ways back and forth, what is remembered, pages in the
// background.

import assert from 'node:assert/strict';
import { ask, browser, drawnAnew, glows, holdFirst, leave, logged, open, pick, playOut, regular, server, someone, test, toasted,
  until, visit, visitor, well, withBen } from './table.mjs';

open();

const main = (page) => page.textContent('#main');
const sockets = (page) => {
  const all = [];
  page.on('websocket', (ws) => all.push(ws));
  return all;
};

// A match of two on one device, `plies` in.
async function played(page, game, plies) {
  const made = await withBen(page, game);
  for (let i = 1; i <= plies; i++) {
    await glows(page);
    await pick(page, () => i * 3);
    await logged(page, i);
  }
  return made.id;
}

test('a wrong link says so, and knows the way home', async () => {
  const page = await someone();
  const wrong = [['/m/zzzzzzzzzz', /no such match/], ['/m/zzzzzzzzzz/code', /no such match/],
    ['/u/%E0%A4%A', /nothing at this address/], ['/u/nobody', /no account with that name/], ['/g/nothing', /no game/],
    ['/g/nothing/learn', /no game/], ['/nowhere', /nothing at this address/], ['/js/nothing.js', /nothing at this address/]];
  for (const [path, words] of wrong) {
    await page.goto(server.url + path);
    await page.waitForSelector('.problem');
    assert.match(await page.textContent('h1'), words, path);
    assert.match(await main(page), /mistyped/, path);
  }
  await page.click('.problem a.btn');
  await page.waitForSelector('.games');
  await page.context().close();
});

test('where there is nothing a browser finds the page, and a program JSON', async () => {
  const page = await someone();
  const got = async (path, Accept) => {
    const answer = await page.context().request.get(server.url + path, { headers: { Accept } });
    return [answer.status(), answer.headers()['content-type'].split(';')[0]];
  };
  const browsers = 'text/html,application/xhtml+xml,*/*;q=0.8';
  assert.deepEqual(await got('/nowhere', browsers), [404, 'text/html']);
  for (const accept of ['*/*', 'application/json', 'text/html;q=0, */*']) {
    assert.deepEqual(await got('/nowhere', accept), [404, 'application/json'], accept);
  }
  assert.deepEqual(await got('/api/nowhere', browsers), [404, 'application/json']);
  await page.context().close();
});

test('a first visit on a phone: nothing is cut, and nothing is said of a last game', async () => {
  const page = await visitor(browser, server.url, { viewport: { width: 360, height: 740 } });
  const now = () => page.textContent('.now > span');
  await page.waitForSelector('.now');
  const edge = await page.locator('#account a[href="/login"]').evaluate((e) => innerWidth - e.getBoundingClientRect().right);
  assert.ok(edge >= 0, `"Sign in" is cut by ${-edge} pixels`);
  assert.equal(await now(), 'Chess against a bot');
  await page.evaluate(() => localStorage.setItem('last game', 'hex'));
  await page.reload();
  await page.waitForSelector('.now');
  assert.equal(await now(), 'Hex against a botYour last game');
  await page.context().close();
});

test('a guest finds finished matches again, and how they ended', async () => {
  const page = await visitor(browser, server.url);
  await page.click('.games a[href="/g/tictactoe"]');
  await page.click('button[type=submit]');
  await glows(page);
  await playOut([page], 3);
  await page.click('#account a[href="/history"]');
  await until(page, () => /Tic-tac-toe.*(wins|draw)/.test(document.querySelector('.rows li')?.textContent));
  await page.click('.rows a');
  await page.waitForSelector('.result');
  await page.context().close();
});

test('a slow screen does not draw over the one asked for after it', async () => {
  const page = await visitor(browser, `${server.url}/login`); // which asks for no history
  const { route } = await holdFirst(page, '**/api/history');
  await page.click('#account a[href="/history"]');
  const slow = await route;
  await until(page, () => document.querySelector('.loading'));
  await page.click('.brand');
  await page.waitForSelector('.games');
  const late = page.waitForResponse((r) => r.request() === slow.request());
  await slow.continue();
  await (await late).finished();
  await ask(page, '/api/me'); // what comes later is there: the page has seen what came before
  await drawnAnew(page);
  assert.equal(await page.locator('.games').count(), 1);
  assert.doesNotMatch(await main(page), /Guests are remembered/);
  await page.context().close();
});

test('back and forth through a match: slider, link, replay', async () => {
  const page = await regular();
  const id = await played(page, 'tictactoe', 4);
  await page.locator('.scrub').fill('2');
  await until(page, () => location.hash === '#2' && /After move 2 of 4/.test(document.querySelector('.prompt').textContent));
  const other = await visitor(browser, `${server.url}/m/${id}#3`); // whoever gets the link
  await until(other, () => /After move 3 of 4/.test(document.querySelector('.prompt')?.textContent));
  page.once('dialog', (d) => d.accept());
  await page.click('button:has-text("Resign")');
  await page.click('button:has-text("See the table")');
  // Each position is there for a moment only: the page keeps where it has been.
  await page.evaluate(() => {
    const { replaceState } = history;
    window.been = [];
    history.replaceState = (...a) => {
      window.been.push(String(a[2]).split('#')[1] || 'now');
      replaceState.apply(history, a);
    };
  });
  await page.click('[aria-label="Replay the match"]');
  await until(page, () => window.been.includes('now') && !document.querySelector('[aria-label="Stop the replay"]'));
  assert.deepEqual(await page.evaluate(() => window.been), ['0', '1', '2', '3', 'now']);
  await until(page, () => /over/.test(document.querySelector('.prompt').textContent));
  await leave(other);
  well(page);
});

test('whoever holds a key down keeps the connection', async () => {
  const page = await regular();
  const opened = sockets(page);
  await played(page, 'tictactoe', 4);
  const before = opened.length;
  for (let i = 0; i < 160; i++) await page.keyboard.press(i % 8 < 4 ? 'ArrowLeft' : 'ArrowRight');
  await until(page, () => !document.querySelector('.prompt').textContent.includes('After move')); // the last of them
  assert.equal(opened.length, before);
  assert.doesNotMatch(await page.textContent('.prompt'), /lost/);
  well(page);
});

test('a page in the background keeps the connection', async () => {
  const page = await visitor(browser, '');
  const opened = sockets(page);
  await page.clock.install();
  await played(page, 'tictactoe', 1);
  const before = opened.length;
  for (let i = 0; i < 4; i++) {
    const pong = opened[before - 1].waitForEvent('framereceived', { predicate: (f) => /"pong"/.test(f.payload) });
    await page.clock.fastForward(60000); // its timers run once a minute
    await pong; // the server has been there meanwhile
  }
  assert.equal(opened.length, before);
  assert.doesNotMatch(await page.textContent('.prompt'), /lost/);
  await page.context().close();
});

test('a match nobody joined is given up', async () => {
  const [page, other] = await Promise.all([someone(), visitor(browser, server.url)]);
  await visit(page, '/g/gomoku');
  await page.selectOption('[name=seat-1]', 'open');
  await page.click('button[type=submit]');
  await other.waitForSelector('#lobby button:has-text("Join")');
  await until(page, () => document.querySelector('.plate.away')); // the lobby may have been told first
  const opacity = await page.evaluate(() => getComputedStyle(document.querySelector('.plate.away')).opacity);
  assert.equal(opacity, '1'); // the open seat can be read
  await page.click('button:has-text("Give up this match")');
  await page.waitForSelector('.prompt:has-text("given up")');
  await until(other, () => !document.querySelector('#lobby button'));
  await page.reload();
  await page.waitForSelector('.prompt:has-text("given up")');
  for (const p of [page, other]) await p.context().close();
});

test('an offer is seen wherever one has scrolled, and rated is for accounts', async () => {
  const [anna, ben] = await Promise.all([1, 2].map(() => someone()));
  const made = await ask(anna, '/api/matches', { game: 'azul', players: 2, seats: [{ kind: 'me' }, { kind: 'open' }] });
  await ask(ben, `/api/matches/${made.id}/join`, { seat: 1 });
  for (const p of [anna, ben]) await visit(p, made.url);
  await anna.click('[aria-label="Match menu"]');
  await anna.click('button:has-text("Offer draw")');
  await toasted(ben, 'offers a draw');
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
