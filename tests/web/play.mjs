// SPDX-License-Identifier: MIT
// People play: against a bot, against each other, on one device, through a bad network.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, browse, cable, chooser, pick, playOut, serve, visitor } from './table.mjs';

let server, browser;
before(async () => {
  server = await serve();
  browser = await browse();
});
after(async () => {
  await browser.close();
  await server.close();
});

const glows = (page) => page.waitForSelector('.item.can');

test('a guest moves in chess within three clicks, and a bot answers', async () => {
  const page = await visitor(browser, server.url);
  await page.click('.games a[href="/g/chess"]');           // 1
  await page.click('button[type=submit]');                  // 2
  await glows(page);
  // The third click begins a move; a man and its target are two picks.
  await page.click('[data-ref][aria-label*="e2"]');
  await page.click('[data-ref].can[aria-label*="e4"]');
  await page.waitForFunction(() => document.querySelectorAll('.log li').length >= 2, null, { timeout: 15000 });
  assert.match(await page.textContent('.log'), /e4/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a man is dragged to its place', async () => {
  const page = await visitor(browser, server.url);
  const made = await ask(page, '/api/matches', { game: 'chess', players: 2, seats: [{ kind: 'me' }, { kind: 'here', name: 'Ben' }] });
  await page.goto(server.url + made.url);
  await glows(page);
  const middle = async (cell) => {
    const b = await page.locator(`[data-ref][aria-label*="${cell}"]`).boundingBox();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  await page.mouse.move(...await middle('g1'));
  await page.mouse.down();
  await page.mouse.move(...await middle('f3'), { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll('.log li').length === 1);
  assert.match(await page.textContent('.log'), /f3/);
  await page.context().close();
});

test('an impossible pick says why', async () => {
  const page = await visitor(browser, server.url + '/g/chess');
  await page.click('button[type=submit]');
  await glows(page);
  await page.click('[data-ref][aria-label*="e2"]');
  await page.click('[data-ref][aria-label*="e6"]', { force: true }); // it says it is disabled
  await page.waitForSelector('#toast.shown');
  assert.ok((await page.textContent('#toast')).length > 10);
  await page.context().close();
});

test('two browsers play Azul to the end, and a third watches', async () => {
  const [anna, ben, eve] = await Promise.all([1, 2, 3].map(() => visitor(browser, server.url)));
  const made = await ask(anna, '/api/matches', { game: 'azul', players: 2, seats: [{ kind: 'me' }, { kind: 'invite' }] });
  assert.equal(made.status, 200);
  await anna.goto(server.url + made.url);
  await anna.waitForSelector('.prompt a');
  const link = await anna.getAttribute('.prompt a', 'href');
  await ben.goto(server.url + link);
  await eve.goto(server.url + made.url);
  await Promise.all([anna, ben, eve].map((p) => p.waitForSelector('.scene .zone')));
  await playOut([anna, ben], 7);
  await eve.waitForSelector('.result');
  assert.equal(await anna.textContent('.result h2'), await eve.textContent('.result h2'));
  for (const p of [anna, ben, eve]) {
    assert.deepEqual(p.problems, []);
    await p.context().close();
  }
});

test('three play Unicorns on one device behind a curtain', async () => {
  const page = await visitor(browser, server.url);
  const made = await ask(page, '/api/matches', { game: 'unicorns', players: 3, seats: [{ kind: 'me' }, { kind: 'here', name: 'Ben' }, { kind: 'here', name: 'Eva' }] });
  assert.equal(made.status, 200);
  await page.goto(server.url + made.url);
  const choose = chooser(3);
  const shown = new Set();
  for (let i = 0; i < 60; i++) {
    await page.waitForSelector('.curtain button, .item.can');
    if (await page.locator('.curtain').count()) {
      // Nothing of the game is in the page meanwhile.
      assert.equal(await page.locator('.scene .zone').count(), 0);
      shown.add(await page.textContent('.curtain h2'));
    }
    await pick(page, choose);
  }
  assert.ok(shown.size >= 2, [...shown].join(', '));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('four browsers play Unicorns, and none ever gets another one\'s hand', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map(() => visitor(browser, server.url)));
  const made = await ask(pages[0], '/api/matches', { game: 'unicorns', players: 4, seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }, { kind: 'open' }] });
  for (const [i, p] of pages.entries()) {
    if (i) assert.equal((await ask(p, `/api/matches/${made.id}/join`, { seat: i })).status, 200);
  }
  for (const p of pages) await p.goto(server.url + made.url);
  await Promise.all(pages.map((p) => p.waitForSelector('.scene .zone')));
  // In scenes, an item of another player's hand is face down unless it is known by the rules.
  const leaks = (page, seat) => page.heard.filter((t) => t.includes('"scene"')).flatMap((t) => {
    const m = JSON.parse(t);
    if (!m.scene) return [];
    return m.scene.items.filter((item) => {
      const zone = m.scene.zones[item.zone];
      const flags = item.flags || [];
      return zone.kind === 'hand' && zone.owner !== undefined && zone.owner !== seat && !flags.includes('down') && !flags.includes('known');
    });
  });
  const choose = chooser(11);
  let hands = 0;
  for (let i = 0; i < 60; i++) {
    let any = false;
    for (const p of pages) any = (await pick(p, choose)) || any;
    if (!any) await pages[0].waitForTimeout(20);
  }
  for (const [i, p] of pages.entries()) {
    assert.deepEqual(leaks(p, i), []);
    hands += p.heard.filter((t) => t.includes('"hand"')).length;
    // Nor is anybody sent a question that is somebody else's.
    const asks = p.heard.filter((t) => t.startsWith('{"t":"event"') || t.startsWith('{"t":"full"')).map((t) => JSON.parse(t).ask).filter(Boolean);
    assert.ok(asks.every((a) => a.seat === i));
    assert.deepEqual(p.problems, []);
  }
  assert.ok(hands > 10);
  for (const p of pages) await p.context().close();
});

test('the cable is pulled in mid-move: nothing is lost, nothing happens twice', async () => {
  const wire = await cable(server.port);
  const page = await visitor(browser, wire.url);
  const made = await ask(page, '/api/matches', { game: 'gomoku', players: 2, seats: [{ kind: 'me' }, { kind: 'here', name: 'Ben' }] });
  await page.goto(wire.url + made.url);
  for (let i = 1; i <= 6; i++) {
    await glows(page);
    if (i % 2 === 0) {
      // The move is made while nothing can get through, and arrives later.
      wire.pull();
      await pick(page, () => i * 3);
      await page.waitForTimeout(300);
      wire.plug();
    } else {
      // The move gets out, the answer may not come back.
      await pick(page, () => i * 3);
      wire.pull();
      await page.waitForTimeout(100);
      wire.plug();
    }
    await page.waitForFunction((n) => document.querySelectorAll('.log li').length === n, i, { timeout: 15000 });
  }
  const summary = await ask(page, `/api/matches/${made.id}`);
  assert.equal(summary.ply, 6);
  wire.close();
  await page.context().close();
});

test('the server dies and comes back: the match goes on', async () => {
  const page = await visitor(browser, server.url);
  const made = await ask(page, '/api/matches', { game: 'gomoku', players: 2, seats: [{ kind: 'me' }, { kind: 'here', name: 'Ben' }] });
  await page.goto(server.url + made.url);
  for (let i = 1; i <= 3; i++) {
    await glows(page);
    await pick(page, () => i * 7);
    await page.waitForFunction((n) => document.querySelectorAll('.log li').length === n, i);
    await server.stop('SIGKILL');
    await server.start();
  }
  await page.waitForFunction(() => document.querySelectorAll('.item.can').length > 0, null, { timeout: 15000 });
  assert.equal(await page.locator('.log li').count(), 3);
  await page.context().close();
});
