// SPDX-License-Identifier: MIT
// Azul through every screen, four people at one device: menu, About, Credits, tiles that follow the pointer, a wrong
// place, the way out, handing over, the result and back to the menu.

import assert from 'node:assert/strict';
import { forEverybody } from './axe.mjs';
import {
  ask, drawnAnew, glows, leave, open, opened, playOn, regular, restyled, someone, test, toasted, until, visit, well,
  withBen,
} from './table.mjs';

open(['--no-limits']);

const DESK = { viewport: { width: 1280, height: 800 } };
const NAMES = ['Anna', 'Ben', 'Cem', 'Dora'];

/** The menu: four players, their names, what the game is and who made it. */
async function begin(page) {
  for (let i = 0; i < 3; i++) await page.click('[aria-label="One player more"]'); // no more than four
  assert.equal(await page.textContent('.stepper output'), '4');
  await page.click('[aria-label="One player fewer"]');
  assert.equal(await page.textContent('.stepper output'), '3');
  await page.click('[aria-label="One player more"]');
  await page.click('button:has-text("At this device")');
  for (const [i, name] of NAMES.entries()) await page.fill(`[aria-label="Name of player ${i + 1}"]`, name);
  await page.click('button:has-text("About")');
  await page.waitForSelector('dialog[open] .leaflet');
  await forEverybody(page, 'About');
  await page.click('dialog .close');
  await page.click('button:has-text("Credits")');
  await page.waitForSelector('dialog[open] button');
  await forEverybody(page, 'Credits');
  await page.click('dialog[open] button');
  await page.click('button[type=submit]');
  await glows(page);
}

/** How wide a tile that hangs under the pointer is, measured by a place of one's wall. */
const heldShare = (page) => page.evaluate(() => {
  const wide = (selector) => document.querySelector(selector).getBoundingClientRect().width;
  return wide('.carried svg') / wide('.ring-mine .ceramic [data-ref]');
});

test('Azul through every screen', async () => {
  const page = await regular(DESK);
  await visit(page, '/g/azul');
  await begin(page);
  assert.match(await page.textContent('.me'), /Anna|Ben|Cem|Dora/); // who begins is drawn

  // What is picked follows the pointer; a place it cannot go to says why, and it is returned.
  const tile = await page.locator('.display .item.can').first().boundingBox();
  const [x, y] = [tile.x + tile.width / 2, tile.y + tile.height / 2];
  await page.locator('.display .item.can').first().dispatchEvent('click', { clientX: x, clientY: y });
  await page.waitForSelector('.carried svg', { state: 'attached' });
  await page.mouse.move(400, 600);
  await until(page, () => /400px, 600px/.test(document.querySelector('.carried')?.getAttribute('style')));
  for (const viewport of [{ width: 390, height: 844 }, { width: 3840, height: 2160 }, DESK.viewport]) {
    await page.setViewportSize(viewport);
    await drawnAnew(page);
    const share = await heldShare(page);
    assert.ok(share > 0.85 && share < 1.15, `a tile in the hand is ${share} of its place at ${viewport.width} px`);
  }
  const wall = await page.locator('.ring-mine .ceramic [data-ref]').first().boundingBox();
  await page.mouse.click(wall.x + 10, wall.y + 10);
  await toasted(page, '.{11,}');
  await until(page, () => !document.querySelector('.carried') && !document.querySelector('.item.picked'));

  // Esc asks before one leaves the table.
  const asked = page.waitForEvent('dialog').then((d) => d.dismiss().then(() => d.message()));
  await page.keyboard.press('Escape');
  assert.match(await asked, /Leave the table/);

  // Everybody is handed the device by name before it is their turn, and the game comes to its end.
  await page.evaluate(() => {
    window.passed = new Set();
    new MutationObserver(() => {
      const title = document.querySelector('.curtain h2')?.textContent;
      if (title) window.passed.add(title);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.setViewportSize({ width: 390, height: 844 }); // little to draw
  await playOn(page, 2, 0);
  await page.waitForSelector('.curtain button');
  await forEverybody(page, 'the device is handed over');
  assert.ok(await playOn(page, 4000, 0), 'the game comes to its end');
  assert.deepEqual(await page.evaluate(() => [...window.passed].sort()), NAMES.map((n) => `Pass the device to ${n}`));
  assert.equal(await page.locator('.result .ranks .line').count(), 4);
  await page.waitForSelector('.result .course');
  const cutNumbers = await page.$$eval('.result .seg', (all) => all.filter((el) => el.scrollHeight > el.clientHeight).length);
  assert.equal(cutNumbers, 0, 'numbers of the bars stand inside them, also on a phone');
  await forEverybody(page, 'the result');
  await page.click('.result a:has-text("Back to the menu")');
  await page.waitForSelector('.stepper');
  well(page);
});

test('walls are tiled row by row: one chooses from the top down, and the row is shown', async () => {
  const page = await regular(DESK);
  await page.setViewportSize({ width: 390, height: 844 });
  await withBen(page, 'azul', { seed: 3, options: { mode: 'advanced' } });
  // Who lays which row, as it is asked; taking goes on with whatever comes first.
  const rows = await page.evaluate(async () => {
    const asked = [];
    for (let i = 0; i < 200 && asked.length < 6; i++) {
      await window.tester.open();
      const cells = [...document.querySelectorAll('.ring-mine .ceramic .item.can')];
      if (cells.length) {
        asked.push({
          who: document.querySelector('.me b').textContent,
          rows: [...new Set(cells.map((el) => el.dataset.at.split(':')[1]))].map(Number),
          lines: [...document.querySelectorAll('.ring-mine .stairs .lane')].length,
        });
      }
      await window.tester.play(1, 0);
    }
    return asked;
  });
  assert.equal(rows.length, 6, JSON.stringify(rows));
  for (const [i, now] of rows.entries()) {
    assert.equal(now.rows.length, 1, 'places of one row');
    assert.equal(now.lines, 1, 'and the line it comes from');
    const before = rows[i - 1];
    if (before?.who === now.who && now.rows[0] <= before.rows[0]) assert.ok(i > 1, 'a new round begins at the top');
  }
  const both = rows.filter((now, i) => rows[i - 1]?.who === now.who && now.rows[0] > rows[i - 1].rows[0]);
  assert.ok(both.length > 0, 'somebody lays two rows in a round, the upper one first');
  well(page);
});

/** Runs in the page: keeps what flies to a wall, and when, in window.flown. */
function watchWalls() {
  window.flown = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function seen(frames, how) {
    const wall = this.closest('.ceramic');
    const at = this.closest('[data-at]')?.dataset.at;
    if (wall && at) window.flown.push({ at: at.split(':').map(Number), delay: how.delay || 0 });
    return animate.call(this, frames, how);
  };
}

test('tiles of a finished round fly to the wall one row after the other', async () => {
  const page = await someone({ viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' });
  await page.addInitScript(watchWalls);
  await withBen(page, 'azul', { seed: 3 });
  await page.evaluate(async () => {
    while (window.flown.length < 4) await window.tester.play(1, 0);
  });
  const flown = await page.evaluate(() => window.flown);
  const walls = new Set(flown.map((tile) => tile.at[0]));
  for (const wall of walls) {
    const tiles = flown.filter((tile) => tile.at[0] === wall);
    tiles.reduce((a, b) => {
      if (b.at[1] > a.at[1]) assert.ok(b.delay > a.delay || b.delay >= 600, JSON.stringify(tiles));
      return b;
    });
  }
  assert.ok(new Set(flown.map((tile) => tile.delay)).size > 1, JSON.stringify(flown));
  await leave(page);
});

test('a pick at a table of four touches a handful of nodes, and styles a handful of things anew', async () => {
  const page = await regular(DESK);
  const seats = ['Anna', 'Ben', 'Cem', 'Dora'].map((name, i) => (i ? { kind: 'here', name } : { kind: 'me' }));
  const made = await ask(page, '/api/matches', { game: 'azul', players: 4, seats, seed: 3 });
  await visit(page, made.url);
  await glows(page);
  let touched;
  const styled = await restyled(page, async () => {
    touched = await page.evaluate(() => window.tester.touched(document.querySelector('.display .item.can')));
  });
  assert.ok(touched.nodes > 0 && touched.nodes < 100, `${touched.nodes} of ${touched.of} nodes are touched`);
  assert.ok(styled > 0 && styled < 300, `${styled} of ${touched.of} elements are styled`);
  await page.evaluate(() => window.tester.play(1, 0)); // they are laid
  await opened(page);
  assert.equal(await page.locator('.disc.last').count(), 1, 'the display they came from is marked');
  well(page);
});
