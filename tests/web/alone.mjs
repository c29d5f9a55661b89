// SPDX-License-Identifier: MIT
// The page as a folder of files, with the engine beside it and no server of ours (`tools/page-site`; TSR_SITE names the
// folder): games against bots and at one device, kept in the browser, and all of it again without a network.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNKEPT, asked, cut, home, plug, site, wrong } from './host.mjs';
import { glows, isKept, opened, playOn, told, typeMoves, until, visit, visitor } from './table.mjs';

/** Sets a table on the page of a game. */
async function begin(page, game, atThisDevice) {
  await visit(page, `/g/${game}`);
  await until(page, () => document.querySelector('form .actions'));
  if (atThisDevice) await page.click('button:has-text("At this device")');
  await page.click('button[type=submit]');
  await opened(page);
  assert.match(await page.evaluate(() => location.pathname), /^\/m\/local-\w{12}$/);
}

test('a game against a bot is played with no server, and is there again after a reload', told(async () => {
  const page = await visitor(site.browser, home());
  await until(page, () => document.querySelectorAll('.games a').length > 20);
  await begin(page, 'tictactoe', false);
  assert.equal(await playOn(page, 20, 3), true);
  await begin(page, 'chess', false);
  await playOn(page, 20, 5, 4);
  await opened(page);
  const before = await page.evaluate(() => document.querySelectorAll('.log li').length);
  assert.ok(before >= 4);
  await page.reload();
  await opened(page);
  assert.equal(await page.evaluate(() => document.querySelectorAll('.log li').length), before);
  await visit(page, '/history');
  await until(page, () => document.querySelectorAll('#main a[href^="/m/local-"]').length === 2);
  assert.deepEqual(wrong(page), []);
  await page.context().close();
}));

// On a slow line round trips cost most: the page is the first, what its head names the second, the game clicked the third.
test('a first match takes three round trips: the page, what its head names, the game', told(async () => {
  const page = await visitor(site.browser, '', UNKEPT);
  const before = asked.length;
  await page.goto(home(), { waitUntil: 'commit' });
  await until(page, () => document.querySelector('.games [href="/g/connect4"]'));
  await page.click('.game:has([href="/g/connect4"]) .go');
  await glows(page);
  const head = await page.evaluate(() => [...document.head.querySelectorAll('link')].map((l) => new URL(l.href).pathname));
  const game = '/engine/compiled/connect4.bin', keeps = /\/js\/(offline|upload)\.js$/; // which nobody waits for
  const shown = /\/(js|css|lang)\/engine\b/; // of the match, when it is there already
  const paths = asked.slice(before).filter((path) => !keeps.test(path) && !shown.test(path));
  assert.deepEqual([...new Set(paths)].filter((path) => !['/', game, ...head].includes(path)), []);
  assert.ok(paths.includes(game));
  assert.equal(paths.filter((path) => path === '/engine/wasm/engine.wasm').length, 1);
  await page.context().close();
}));

test('a wrong link says so, though there is no server', told(async () => {
  const page = await visitor(site.browser, home());
  const wrong = [['/nowhere', /nothing at this address/], ['/m/local-000000000000', /no such match/],
    ['/m/zzzzzzzzzz', /did not work.*server/s]]; // which a server may have
  for (const [path, words] of wrong) {
    await page.goto(home(path));
    await page.waitForSelector('.problem a[href="/"]');
    assert.match(await page.textContent('.problem'), words, path);
  }
  await page.context().close();
}));

test('without a network: chess to mate, Azul to its end, Unicorns is handed over', told(async () => {
  const page = await visitor(site.browser, home());
  await begin(page, 'reversi', false); // in the middle of a game the network goes
  await playOn(page, 2, 5, 2);
  await isKept(page);
  await cut();
  try {
    await page.reload();
    await opened(page);
    await playOn(page, 4, 5, 6);
    await page.goto(home());
    await until(page, () => document.querySelectorAll('.games a').length > 20);
    await begin(page, 'chess', true);
    await typeMoves(page, 'e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5', 'g8f6', 'h5f7');
    await until(page, () => /wins/.test(document.querySelector('.result h2')?.textContent));
    await begin(page, 'azul', true);
    assert.equal(await playOn(page, 2000, 0), true);
    assert.ok(await page.evaluate(() => document.querySelector('.result .legend')));
    await begin(page, 'unicorns', true); // which lifts a curtain
    await until(page, () => document.querySelector('.match .fan .item'));
    assert.deepEqual(wrong(page), []);
  } finally {
    await plug();
  }
  await page.context().close();
}));

test('the page can be installed', told(async () => {
  const page = await visitor(site.browser, home());
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json());
  assert.deepEqual([manifest.start_url, manifest.display, manifest.icons.length], ['/', 'standalone', 1]);
  await isKept(page);
  const names = await page.evaluate(() => caches.keys());
  assert.deepEqual(names.map((name) => name.split(' ')[0]).sort(), ['engine', 'page']);
  await page.context().close();
}));
