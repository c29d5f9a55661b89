// SPDX-License-Identifier: MIT
// Games as hands play them, from the first move to the last: by mouse, by finger and by keyboard alone; and what hands
// feel: few nodes touched, pieces that snap, boards twice as large, moves seen before they are made. Bots have the other
// seats and games are chosen that end soon; tables.mjs plays longer ones, all seats by hand.

import assert from 'node:assert/strict';
import { SHARP, ask, glows, isOver, leave, logged, open, regular, someone, test, until, visit, well, withBen } from './table.mjs';
import { aim, playByKeys, playWith } from './real.mjs';

open(['--no-limits', '--bot-pause', '1']);

const DESK = { viewport: { width: 1280, height: 800 }, ...SHARP };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, ...SHARP };
const clicks = (page) => (x, y) => page.mouse.click(x, y);
const taps = (page) => (x, y) => page.touchscreen.tap(x, y);

const QUICK = { azul: 'azul-greedy', projectl: 'projectl-random', unicorns: 'unicorns-rules' }; // they hardly think

/** Sits down with bots at a match of its own. */
async function sit(page, game, players, more) {
  const seats = Array.from({ length: players }, (_, i) => (i ? { kind: 'bot', spec: QUICK[game] } : { kind: 'me' }));
  const made = await ask(page, '/api/matches', { game, players, seats, ...more });
  assert.equal(made.status, 200, made.error);
  await visit(page, made.url);
}

// Each with a seed, and with choices of the hand (0: always the first thing), that lead to an end soon.
const GAMES = [
  ['azul', 4, 0, { seed: 3 }],
  ['projectl', 2, 3, { seed: 3, options: { rounds: 3 } }],
  ['unicorns', 2, 5, { seed: 3 }],
];

for (const [how, options, hand] of [['by mouse', DESK, clicks], ['with a finger, on a phone', PHONE, taps]]) {
  test(`whole games of Azul of four, Project L and Unicorns ${how}`, async () => {
    const page = await regular(options);
    for (const [game, players, choices, more] of GAMES) {
      await sit(page, game, players, more);
      const touched = await playWith(page, hand(page), choices);
      assert.ok(touched > 10, `${game} was played`);
      assert.equal(await page.locator('.result .ranks .line').count(), players, game);
    }
    well(page);
  });
}

test('a whole game of Azul by keyboard alone', async () => {
  const page = await regular();
  await sit(page, 'azul', 2, { seed: 2 });
  assert.ok(await playByKeys(page));
  well(page);
});

test('a pick on 19 x 19 touches a handful of nodes', async () => {
  const page = await regular();
  await withBen(page, 'go');
  await glows(page);
  const { nodes, of, seen } = await page.evaluate(() => {
    window.touched = new Set();
    new MutationObserver((all) => all.forEach((m) => window.touched.add(m.target)))
      .observe(document.querySelector('.scene'), { attributes: true, childList: true, characterData: true, subtree: true });
    const place = document.querySelector('[data-ref][aria-label*="e5"]');
    return { ...window.tester.touched(place), seen: place.matches('.f-pending') };
  });
  assert.ok(seen, 'where the move goes is seen before the server has answered');
  assert.ok(nodes > 0 && nodes < 20, `the click alone touches ${nodes} of ${of} nodes`);
  await logged(page, 1);
  await glows(page);
  const touched = await page.evaluate(() => window.touched.size);
  assert.ok(touched > 0 && touched < 30, `with the answer ${touched} nodes`);
  assert.equal(await isOver(page), false);
  well(page);
});

test('Project L: a piece that is held near its places snaps to them, turned or not', async () => {
  const page = await regular(DESK);
  await withBen(page, 'projectl', { seed: 3 });
  await glows(page);
  const click = (selector) => until(page, (s) => {
    const found = document.querySelector(s);
    found?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return found;
  }, selector);
  await click('.area.market .item.can[aria-label*="puzzle"]');
  await until(page, () => document.querySelector('.puzzle .hit'));
  await click('.pieces .item.can[aria-label*="I2"]'); // it can lie in two ways
  await page.waitForSelector('.puzzle .item.can .hit');
  const first = await page.locator('.puzzle .item.can .hit').first().boundingBox();
  const to = (dx, dy) => page.mouse.move(first.x + first.width * dx, first.y + first.height * dy);
  await to(0.3, 0.3);
  await page.waitForSelector('.ghostcell');
  await to(-0.4, 0.5); // beside it, and still near
  await page.waitForSelector('.ghostcell');
  await page.mouse.move(640, 60);
  await until(page, () => !document.querySelector('.ghostcell'));
  const before = await page.locator('.log li').count();
  await page.mouse.click(first.x + first.width * 0.3, first.y + first.height * 0.3);
  await until(page, (n) => document.querySelectorAll('.log li').length > n, before);
  well(page);
});

test('Go at twice its size on a phone: it is pushed about, and a place can be picked', async () => {
  const page = await regular(PHONE);
  await withBen(page, 'go');
  await glows(page);
  await page.click('[aria-label="Whole board"]');
  const [board, box] = await Promise.all(['.boardbox svg', '.boardbox'].map((s) => page.locator(s).boundingBox()));
  assert.ok(Math.abs(board.width - 2 * box.width) < 4, `${board.width} of ${box.width}`);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  const [x, y] = await aim(page, 40);
  await page.touchscreen.tap(x, y);
  await logged(page, 1);
  well(page);
});

test('Go in a window of 1280 x 800 that is enlarged to 200 %: nothing sticks out, and a place can be picked', async () => {
  const page = await someone({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  await withBen(page, 'go');
  await glows(page);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 640);
  const board = await page.locator('.boardbox').boundingBox();
  assert.ok(board.x >= 0 && board.x + board.width <= 640 && board.width >= 240, JSON.stringify(board));
  const panel = await page.locator('.side > .panel').boundingBox();
  for (const part of ['.plates.top', '.acts', '.tools', '.plates.bottom']) {
    const box = await page.locator(part).boundingBox();
    const low = box.y + box.height;
    assert.ok(box.y >= panel.y && low <= panel.y + panel.height, `${part} is cut: ${low} of ${panel.y + panel.height}`);
  }
  await page.mouse.click(...await aim(page, 40));
  await logged(page, 1);
  await leave(page);
});

/** Runs in the page: moves wait until window.letGo(text) sends them, as they are or with another text. */
function holdMoves() {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function held(data) {
    const message = JSON.parse(data);
    if (message.t !== 'move' || window.letGo) return send.call(this, data);
    window.letGo = (text) => {
      WebSocket.prototype.send = send;
      send.call(this, JSON.stringify(text ? { ...message, text } : message));
    };
    return undefined;
  };
}

test('a move is seen before the server has answered; one that is refused goes back', async () => {
  const page = await regular();
  await withBen(page, 'chess');
  await glows(page);
  for (const [text, stays] of [['e2e5', false], ['', true]]) {
    await page.evaluate(holdMoves);
    await page.evaluate(() => {
      const called = (name) => (el) => el.getAttribute('aria-label').includes(name);
      const click = (name) => [...document.querySelectorAll('[data-ref]')].find(called(name))
        .dispatchEvent(new MouseEvent('click', { bubbles: true }));
      click('e2');
      click('e4');
    });
    await until(page, () => document.querySelector('.f-pending'));
    assert.equal(await page.evaluate(() => document.querySelectorAll('.log li').length), 0);
    await page.evaluate((other) => { window.letGo(other); window.letGo = null; }, text);
    await until(page, () => !document.querySelector('.f-pending'));
    if (stays) await logged(page, 1);
    else await glows(page);
    const moved = await page.evaluate(() => Boolean(document.querySelector('[data-ref][aria-label*="Pawn on e4"]')));
    assert.equal(moved, stays);
  }
  well(page);
});
