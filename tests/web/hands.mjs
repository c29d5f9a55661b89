// SPDX-License-Identifier: MIT
// Games as hands play them, to their end: by mouse, by finger and by keyboard alone. The long part of a game of
// cards or tiles is played from inside the page; then it is gone back a few moves, and a hand plays them to the end.
// tables.mjs plays all of it by hand.

import assert from 'node:assert/strict';
import { SHARP, ask, browser, glows, isOver, leave, logged, open, opened, playOn, server, someone, test, until, visit,
  visitor, well, withBen } from './table.mjs';
import { aim, playByKeys, playWith } from './real.mjs';

open(['--no-limits']);

const DESK = { viewport: { width: 1280, height: 800 }, ...SHARP };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, ...SHARP };
const clicks = (page) => (x, y) => page.mouse.click(x, y);
const taps = (page) => (x, y) => page.touchscreen.tap(x, y);

/** A match that somebody has played with bots to its end: {id, plies}. */
async function wholeGame(game, players, options = {}) {
  const page = await someone({ viewport: PHONE.viewport }); // little to draw
  const seats = Array.from({ length: players }, (_, i) => (i ? { kind: 'bot', spec: 'level:n=1' } : { kind: 'me' }));
  const made = await ask(page, '/api/matches', { game, players, seats, options, seed: 4 });
  await visit(page, made.url);
  await opened(page);
  assert.ok(await playOn(page, 4000, game === 'unicorns' ? 3 : 0), `${game} comes to its end`);
  const { ply } = await ask(page, `/api/matches/${made.id}`);
  await leave(page);
  return { id: made.id, plies: ply };
}

/** Somebody plays the last moves of it again. */
async function takeUp({ id, plies }, last, options) {
  const page = await visitor(browser, server.url, options);
  const { url, error } = await ask(page, `/api/matches/${id}/fork`, { ply: Math.max(0, plies - last) });
  assert.ok(url, error);
  await visit(page, url);
  return page;
}

for (const [game, players, last, options] of [
  ['azul', 4, 8, {}], ['projectl', 2, 8, { rounds: 3 }], ['unicorns', 2, 6, {}],
]) {
  test(`${game}: its end by mouse, and with a finger on a phone`, async () => {
    const whole = await wholeGame(game, players, options);
    const desk = await takeUp(whole, last, DESK);
    await playWith(desk, clicks(desk), 3);
    assert.equal(await desk.locator('.result .ranks .line').count(), players);
    const phone = await takeUp(whole, last, PHONE);
    await playWith(phone, taps(phone), 5);
    assert.equal(await phone.locator('.result .ranks .line').count(), players);
    await leave(desk, phone);
    if (game !== 'azul') return;
    const keys = await takeUp(whole, 4, {});
    assert.ok(await playByKeys(keys));
    await leave(keys);
  });
}

test('chess by keyboard alone, to the mate', async () => {
  const page = await someone();
  await withBen(page, 'chess');
  let made = 0;
  for (const [from, to] of [['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4'], ['d8', 'h4']]) {
    for (const square of [from, to]) {
      await until(page, (s) => document.querySelector(`.item.can[aria-label*="${s}"]`), square);
      await walkTo(page, square);
      await page.keyboard.press('Enter');
    }
    made += 1;
    await logged(page, made);
    const inside = await page.evaluate(() => document.querySelector('.match').contains(document.activeElement));
    assert.ok(inside, 'the focus is where the game is');
  }
  await until(page, () => document.querySelector('.result'));
  assert.match(await page.textContent('.result h2'), /Ben wins/);
  await leave(page);
});

/** Goes to a square with Tab and the arrows. */
async function walkTo(page, square) {
  const here = () => page.evaluate(() => document.activeElement?.getAttribute('data-at')?.split(':').map(Number) || null);
  const [, row, col] = await page.evaluate((s) =>
    document.querySelector(`.item.can[aria-label*="${s}"]`).getAttribute('data-at').split(':').map(Number), square);
  for (let i = 0; i < 60; i++) {
    const at = await here();
    if (at && at[1] === row && at[2] === col) return;
    const key = !at ? 'Tab' : at[1] > row ? 'ArrowUp' : at[1] < row ? 'ArrowDown' : at[2] > col ? 'ArrowLeft' : 'ArrowRight';
    await page.keyboard.press(key);
    const now = await here();
    if (at && now && at[1] === now[1] && at[2] === now[2]) await page.keyboard.press('Tab'); // no way on in that direction
  }
  throw new Error(`the keyboard does not reach ${square}`);
}

test('a pick on 19 x 19 touches a handful of nodes', async () => {
  const page = await someone();
  await withBen(page, 'go');
  await glows(page);
  await page.evaluate(() => {
    window.touched = new Set();
    new MutationObserver((all) => all.forEach((m) => window.touched.add(m.target)))
      .observe(document.querySelector('.scene'), { attributes: true, childList: true, characterData: true, subtree: true });
    document.querySelector('[data-ref][aria-label*="e5"]').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  await logged(page, 1);
  await glows(page);
  const touched = await page.evaluate(() => window.touched.size);
  assert.ok(touched > 0 && touched < 30, `${touched} nodes`);
  assert.equal(await isOver(page), false);
  await leave(page);
});

test('Project L: a piece that is held near its places snaps to them, turned or not', async () => {
  const page = await someone(DESK);
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
  await leave(page);
});

test('Go at twice its size on a phone: it is pushed about, and a place can be picked', async () => {
  const page = await someone({ viewport: { width: 390, height: 844 }, hasTouch: true, ...SHARP });
  await withBen(page, 'go');
  await glows(page);
  await page.click('[aria-label="Whole board"]');
  const [board, box] = await Promise.all(['.boardbox svg', '.boardbox'].map((s) => page.locator(s).boundingBox()));
  assert.ok(Math.abs(board.width - 2 * box.width) < 4, `${board.width} of ${box.width}`);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  const [x, y] = await aim(page, 40);
  await page.touchscreen.tap(x, y);
  await logged(page, 1);
  await page.context().close();
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
  const page = await someone();
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
