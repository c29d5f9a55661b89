// SPDX-License-Identifier: MIT
// Accounts, history, rematch, fork, phone.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { SHARP, ask, browser, glows, holdFirst, logged, open, pick, playOut, regular, server, someone, test, toasted, until,
  visit, visitor, well, withBen } from './table.mjs';

open();

async function fillIn(page, name, password, button) {
  await page.goto(server.url + '/login');
  await page.fill('#name', name);
  await page.fill('#password', password);
  await page.click(`button:has-text("${button}")`);
}

test('a guest plays, signs up, and finds the match in the history; signs out and in again', async () => {
  const page = await visitor(browser, server.url);
  await page.click('.games a[href="/g/tictactoe"]');
  await page.click('button[type=submit]');
  await glows(page);
  await playOut([page], 5);
  await fillIn(page, 'Anna', 'correct horse', 'Create an account');
  await page.waitForSelector('#account a[href="/u/Anna"]');
  await page.click('#account a[href="/u/Anna"]');
  await until(page, () => /Tic-tac-toe/.test(document.querySelector('.rows')?.textContent));
  await page.click('button:has-text("Sign out"):not(:has-text("everywhere"))');
  await page.waitForSelector('#account a:has-text("Sign in")');
  await fillIn(page, 'Anna', 'wrong horse', 'Sign in');
  await until(page, () => document.querySelector('.error')?.textContent.length > 5);
  await fillIn(page, 'Anna', 'correct horse', 'Sign in');
  await page.waitForSelector('#account a[href="/u/Anna"]');
  await page.context().close();
});

test('rematch turns the seats, for both', async () => {
  const [anna, ben] = await Promise.all([1, 2].map(() => someone()));
  const made = await ask(anna, '/api/matches', { game: 'tictactoe', players: 2, seats: [{ kind: 'me' }, { kind: 'open' }] });
  await ask(ben, `/api/matches/${made.id}/join`, { seat: 1 });
  for (const p of [anna, ben]) await visit(p, made.url);
  await glows(anna);
  await playOut([anna, ben], 9);
  await anna.click('button:has-text("Rematch")');
  await ben.waitForSelector('button:has-text("Join the rematch")');
  await ben.click('button:has-text("Join the rematch")');
  await glows(ben); // moves first now
  const there = new URL(ben.url()).pathname;
  await until(anna, (path) => location.pathname === path && document.querySelector('.scene .zone'), there);
  assert.equal(await anna.locator('.item.can').count(), 0);
  for (const p of [anna, ben]) await p.context().close();
});

test('looking back, and playing on from there', async () => {
  const page = await regular();
  const made = await withBen(page, 'gomoku');
  for (let i = 1; i <= 4; i++) {
    await glows(page);
    await pick(page, () => i * 11);
    await logged(page, i);
  }
  await page.click('.log li:nth-child(2)');
  await page.waitForSelector('button:has-text("Back to the present")');
  await until(page, () => document.querySelectorAll('.item.piece').length === 2);
  await page.click('button:has-text("Play on from this position")');
  await until(page, (id) => !location.pathname.endsWith(id), made.id);
  await glows(page);
  await until(page, () => document.querySelectorAll('.item.piece').length === 2);
  well(page);
});

test('undo, take back, resign', async () => {
  const page = await regular();
  page.on('dialog', (d) => d.accept());
  await withBen(page, 'gomoku');
  await glows(page);
  await pick(page, () => 5);
  await logged(page, 1);
  await page.click('button:has-text("Take back")');
  await logged(page, 0);
  await page.click('button:has-text("Resign")');
  await page.waitForSelector('.result');
  assert.match(await page.textContent('.result h2'), /Ben wins/);
  well(page);
});

test('a remark is text and nothing but text', async () => {
  const page = await regular();
  await withBen(page, 'tictactoe');
  await glows(page);
  await page.click('[aria-label="Talk"]');
  await page.fill('[aria-label="Say something"]', '<img src=x onerror="window.bad=1">');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.chat p');
  assert.match(await page.textContent('.chat'), /<img src=x/);
  assert.equal(await page.evaluate(() => window.bad), undefined);
  well(page);
});

/** Numbers and letters in drawings that are below 11 px. */
const unreadable = (page) => page.$$eval('.scene svg text', (all) => all
  .filter((el) => el.getClientRects().length && parseFloat(getComputedStyle(el).fontSize) * el.getScreenCTM().d < 10.9)
  .map((el) => el.textContent));

test('on a phone nothing sticks out, letters can be read, and targets are large enough', async () => {
  const page = await someone({ viewport: { width: 360, height: 740 }, hasTouch: true, ...SHARP });
  for (const game of ['tictactoe', 'chess', 'kalah', 'azul']) {
    await visit(page, `/g/${game}`);
    await page.click('button[type=submit]');
    await page.waitForSelector('.scene .zone');
    assert.deepEqual(await unreadable(page), [], game);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${game} is ${wide} wide`);
  }
  const small = await page.$$eval('button:not([hidden]), .btn', (all) => all
    .filter((b) => b.offsetParent && b.getBoundingClientRect().height < 40)
    .map((b) => b.textContent));
  assert.deepEqual(small, []);
  await page.context().close();
});

test('rules are words first, and the program\'s own below', async () => {
  const page = await regular();
  await visit(page, '/g/breakthrough/rules');
  await page.waitForSelector('div.leaflet p');
  assert.match(await page.locator('div.leaflet').innerText(), /^Each side begins with two rows of pawns/);
  const source = page.locator('pre.leaflet');
  assert.equal(await source.isVisible(), false);
  await page.click('summary');
  assert.match(await source.innerText(), /^game "Breakthrough"/);
  await visit(page, '/g/azul/rules');
  await page.waitForSelector('div.leaflet li');
  assert.match(await page.locator('div.leaflet').innerText(), /Factory offer/);
  await page.click('summary');
  assert.match(await page.locator('pre.leaflet').innerText(), /H3 3 4 takes the red tiles/);
  well(page);
});

test('leaflets of the largest games, a lesson and a new password are in the reader\'s language', async () => {
  for (const [name, go, azul, chess, password] of [
    ['de', /Schwarz beginnt/, /Manufaktur/, /Du darfst deinen König/, 'Neues Passwort'],
    ['es', /Empiezan las negras/, /expositor/, /No puedes dejar/, 'Contraseña nueva'],
    ['cs', /Začíná černý/, /výrobna/, /Nesmíš nechat/, 'Nové heslo'],
    ['hr', /Crni počinje/, /radionica/, /Ne smiješ ostaviti/, 'Nova lozinka'],
    ['en', /Black begins/, /Every display gets four/, /You may not leave/, 'New password'],
  ]) {
    const page = await visitor(browser, `${server.url}/reset.html#word`, { locale: name });
    await page.waitForSelector('form');
    assert.equal(await page.textContent('h1'), password);
    await page.fill('#password', 'correct horse');
    await page.click('button[type=submit]');
    await until(page, () => document.querySelector('.error').textContent.length > 10); // the word is not known
    for (const [game, words] of [['go', go], ['azul', azul]]) {
      await visit(page, `/g/${game}/rules`);
      await page.waitForSelector('div.leaflet p');
      assert.match(await page.textContent('div.leaflet'), words);
    }
    await visit(page, '/g/unicorns'); // the page of a game tells it, too
    await page.waitForSelector('section.leaflet p');
    await visit(page, '/g/chess/learn');
    await until(page, () => document.querySelector('.coach .pill'));
    assert.match(await page.textContent('.coach'), chess);
    assert.deepEqual(page.problems.filter((p) => !/403/.test(p)), []);
    await page.context().close();
  }
});

test('the whole page is below 300 KB, and packed below 100 KB; pictures are drawn when they are near', async () => {
  const page = await visitor(browser, server.url, { keeps: /./ });
  await until(page, () => document.querySelector('.game .picture'));
  const { games } = await ask(page, '/api/games');
  await until(page, (all) => document.querySelectorAll('.game').length === all, games.length); // the last one is the last
  assert.equal(await page.locator('.game:last-child .picture').count(), 0); // far below
  await page.locator('.game:last-child').scrollIntoViewIfNeeded();
  await until(page, () => document.querySelector('.game:last-child .picture'));
  await page.click('.games .go'); // the front page and a match: everything
  await page.waitForSelector('.scene .zone');
  const scripts = (await Promise.all(page.responses)).filter((r) => /\.(js|css)$/.test(r.url));
  // A slow line is waited for a few times only: what is needed together comes together.
  assert.deepEqual(scripts.map((r) => r.url.replace(/.*\//, '')).sort(), ['early.js', 'main.js', 'match.js', 'page.css']);
  const files = (await Promise.all(page.responses)).filter((r) => !/\/api\//.test(r.url)).map((r) => Buffer.from(r.text));
  const bytes = files.reduce((sum, f) => sum + f.length, 0);
  const packed = files.reduce((sum, f) => sum + gzipSync(f, { level: 9 }).length, 0);
  assert.ok(bytes > 20000 && bytes < 300000, `${bytes} bytes`);
  assert.ok(packed < 100000, `${packed} bytes packed`);
  await page.context().close();
});

test('a match that cannot be made gives the shelf back', async () => {
  const page = await visitor(browser, server.url);
  await page.route('**/api/matches', (r) => r.fulfill({ status: 503, json: { error: 'The server has too many matches.' } }));
  await page.click('.games .go');
  await toasted(page, 'too many matches');
  assert.ok(await page.isVisible('.games .go:focus'));
  assert.equal(await page.locator('.loading').count(), 0);
  await page.context().close();
});

test('the games, and who one is, are asked for once, whichever script comes first', async () => {
  const page = await visitor(browser, '');
  let asked = 0;
  page.on('request', (r) => { asked += Number(/\/api\/(games|me)$/.test(r.url())); });
  const { route } = await holdFirst(page, '**/early.js');
  await page.goto(server.url, { waitUntil: 'commit' });
  const early = await route;
  await until(page, () => document.querySelector('.games a'));
  const there = page.waitForResponse((r) => r.url().endsWith('early.js'));
  await early.continue();
  await (await there).finished();
  await ask(page, '/api/me');
  await page.evaluate(() => import(document.querySelector('script[async]').src)); // it has run
  assert.equal(asked, 2);
  await page.context().close();
});
