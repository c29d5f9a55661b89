// SPDX-License-Identifier: MIT
// Azul through every screen, four people at one device: menu, About, Credits, tiles that follow the pointer, a wrong
// place, the way out, handing over, the result and back to the menu.

import assert from 'node:assert/strict';
import {
  ask, browser, glows, leave, open, pick, playOn, restyled, server, someone, test, toasted, until, visit, visitor,
} from './table.mjs';

open(['--no-limits']);

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
  await page.click('dialog .close');
  await page.click('button:has-text("Credits")');
  await page.click('dialog[open] button');
  await page.click('button[type=submit]');
  await glows(page);
}

test('Azul through every screen', async () => {
  const page = await visitor(browser, `${server.url}/g/azul`, { viewport: { width: 1280, height: 800 } });
  await begin(page);
  assert.match(await page.textContent('.me'), /Anna|Ben|Cem|Dora/); // who begins is drawn

  // What is picked follows the pointer; a place it cannot go to says why, and it is returned.
  const tile = await page.locator('.display .item.can').first().boundingBox();
  const [x, y] = [tile.x + tile.width / 2, tile.y + tile.height / 2];
  await page.locator('.display .item.can').first().dispatchEvent('click', { clientX: x, clientY: y });
  await page.waitForSelector('.carried svg', { state: 'attached' });
  await page.mouse.move(400, 600);
  await until(page, () => /400px, 600px/.test(document.querySelector('.carried')?.getAttribute('style')));
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
  assert.ok(await playOn(page, 4000, 0), 'the game comes to its end');
  assert.deepEqual(await page.evaluate(() => [...window.passed].sort()), NAMES.map((n) => `Pass the device to ${n}`));
  assert.equal(await page.locator('.result .ranks .line').count(), 4);
  await page.click('.result a:has-text("Back to the menu")');
  await page.waitForSelector('.stepper');
  await leave(page);
});

test('a pick at a table of four styles a handful of things anew', async () => {
  const page = await someone({ viewport: { width: 1280, height: 800 } });
  const seats = ['Anna', 'Ben', 'Cem', 'Dora'].map((name, i) => (i ? { kind: 'here', name } : { kind: 'me' }));
  const made = await ask(page, '/api/matches', { game: 'azul', players: 4, seats, seed: 3 });
  await visit(page, made.url);
  await glows(page);
  const all = await page.evaluate(() => document.querySelectorAll('.match *').length);
  const n = await restyled(page, () => pick(page));
  assert.ok(n > 0 && n < 300, `${n} of ${all} elements`);
  await leave(page);
});
