// SPDX-License-Identifier: MIT
// Decks of people's own: chosen on the page, refused with a word at the line, mended, and played with.

import assert from 'node:assert/strict';
import { forEverybody } from './axe.mjs';
import { browser, glows, leave, open, opened, playOn, server, test, until, visitor } from './table.mjs';

open();

const DECK = `deck "Tiny"
players 2..4
deal 3
keep 5
start "Foal"
win 4 for 2..4
trait foal  always if this would go to hand or discard: nursery instead
baby "Foal" x10  is foal
magical "Racer" x40  enter: draw 1
magic "Fence" x4  play: retrun a unicorn of others
`;
const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** The game's page with its editor open. */
async function editor(game) {
  const page = await visitor(browser, `${server.url}/g/${game}`);
  await page.click('summary:has-text("Your own")');
  await page.waitForSelector('.own-file textarea');
  return page;
}

test('a wrong deck is told at its line, mended, and played', async () => {
  const page = await editor('unicorns');
  await page.setInputFiles('.own-file input[type=file]', file('tiny.cards', DECK));
  await page.waitForSelector('.faults .wrong');
  assert.match(await page.textContent('.faults .wrong'), /`retrun` is not something a card can do/);
  assert.match(await page.textContent('.faults pre'), /did you mean `return`\?/);
  assert.equal(await page.textContent('.margin .wrong'), '10');
  assert.equal(await page.locator('.kinds').count(), 0);
  await page.click('.faults button:has-text("Line 10")');
  const picked = await page.evaluate(() => {
    const area = document.querySelector('.own-file textarea');
    return area.value.slice(area.selectionStart, area.selectionEnd);
  });
  assert.equal(picked, 'retrun a unicorn of others');
  await forEverybody(page, 'a file of one\'s own with a mistake');

  // Whoever plays all the same is told, too.
  await page.click('.own-file button[type=submit]');
  await page.waitForFunction(() => /Line 10/.test(document.querySelector('form .error').textContent));

  await page.fill('.own-file textarea', DECK.replace('retrun', 'return'));
  assert.equal(await page.locator('.faults').count(), 0); // what was said is no longer so
  await page.click('.own-file button:has-text("Check")');
  await page.waitForSelector('.own-file .fine');
  const racer = await page.textContent('.kinds li:has-text("Racer")');
  assert.match(racer, /magical × 40.*draw a card/);

  await page.click('.own-file button[type=submit]');
  await glows(page);
  assert.match(await page.textContent('#main'), /Racer/);
  await playOn(page, 8);
  await page.waitForFunction(() => /draw a card/.test(document.querySelector('[data-name="Racer"]')?.dataset.text));

  // Somebody who looks on reads the same cards.
  const watcher = await visitor(browser, page.url());
  await watcher.waitForSelector('.scene .zone');
  const id = page.url().split('/').pop();
  const { words } = await watcher.evaluate(async (m) => (await fetch(`/api/games/unicorns/rules?match=${m}`)).json(), id);
  assert.match(words.Racer, /draw a card/);
  assert.ok(!words.Narwhal, 'no card but those of the deck');
  page.problems = page.problems.filter((p) => !/400/.test(p)); // the refused match
  await leave(page, watcher);
});

const SEARCH = `deck "Finders"
players 2..2
deal 3
keep 7
start "Foal"
win 20 for 2..2
trait foal  always if this would go to hand or discard: nursery instead
baby "Foal" x10  is foal
basic "Mare" x8
magic "Finder" x60  play: search for an upgrade
upgrade "Medal" x20
upgrade "Ribbon" x20
downgrade "Stone" x4
`;

test('a search of the deck is a sheet with what can be taken, and what is taken is in the hand', async () => {
  const page = await editor('unicorns');
  await page.fill('.own-file textarea', SEARCH);
  await page.click('.own-file button[type=submit]');
  await page.waitForSelector('.match .item');
  await opened(page);
  // One plays Finders until one takes effect; the sheet is there before anything in it is picked.
  await page.evaluate(async () => {
    const finder = (all) => all.find((el) => /Finder/.test(el.getAttribute('aria-label') || '')) || all[0];
    while (!document.querySelector('.sheet [aria-label*="Medal"]')) {
      if (await window.tester.open()) throw new Error(document.querySelector('.result').innerText); // too soon
      if (document.querySelector('.sheet [aria-label*="Medal"]')) return;
      const glowing = [...document.querySelectorAll('.match:not(.sending) .item.can')];
      finder(glowing)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await new Promise((drawn) => { requestAnimationFrame(drawn); });
    }
  });
  const seen = await page.evaluate(() => ({
    names: [...document.querySelectorAll('.sheet .item')].map((el) => el.getAttribute('aria-label')),
    lit: document.querySelectorAll('.sheet .item.can').length,
    inside: [...document.querySelectorAll('.sheet .item')].every((el) => {
      const b = el.getBoundingClientRect();
      return b.left >= 0 && b.right <= innerWidth && b.top >= 0 && b.bottom <= innerHeight;
    }),
    title: document.querySelector('.sheet h2').textContent,
  }));
  assert.equal(seen.names.length, 2, seen.names.join(', ')); // kinds, not cards
  assert.ok(seen.names.some((name) => /Medal/.test(name)) && seen.names.some((name) => /Ribbon/.test(name)));
  assert.equal(seen.lit, 2);
  assert.ok(seen.inside, 'all of it is on the screen');
  assert.match(seen.title, /deck/i);
  await forEverybody(page, 'a search of the deck');
  await page.evaluate(() => {
    const medal = [...document.querySelectorAll('.sheet .item')].find((el) => /Medal/.test(el.getAttribute('aria-label')));
    medal.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  await until(page, () => !document.querySelector('.sheet')
    && [...document.querySelectorAll('.fan .item')].some((el) => /Medal/.test(el.getAttribute('aria-label'))));
  await leave(page);
});

test('what is no text, or too much of it, never leaves the page', async () => {
  const page = await editor('unicorns');
  const sent = [];
  page.on('request', (r) => sent.push(r.url()));
  const wrong = [
    [Buffer.from([0xff, 0xfe, 0x41]), 'no text in UTF-8'],
    [Buffer.alloc(9), 'no text in UTF-8'],
    [Buffer.alloc(50000, 120), 'longer than 48 KB'],
  ];
  for (const [bytes, words] of wrong) {
    await page.setInputFiles('.own-file input[type=file]', { name: 'x.cards', mimeType: 'text/plain', buffer: bytes });
    await page.waitForFunction((w) => document.querySelector('.own-file .result').textContent.includes(w), words);
  }
  assert.deepEqual(sent.filter((url) => url.endsWith('/check')), []);
  await leave(page);
});

test('puzzles of one\'s own are told at their line, too', async () => {
  const page = await editor('projectl');
  await page.fill('.own-file textarea', 'I W1\nR 2 I3\nnonsense\n');
  await page.click('.own-file button:has-text("Check")');
  await page.waitForSelector('.faults button');
  assert.match(await page.textContent('.faults button'), /Line \d/);
  await leave(page);
});

test('the editor speaks the reader\'s language, and its words come with it', async () => {
  const page = await visitor(browser, `${server.url}/g/unicorns`, { locale: 'de-DE', keeps: /lang/ });
  await page.click('summary:has-text("Eigene Datei")');
  await page.waitForSelector('.own-file button:has-text("Prüfen")');
  const asked = (await Promise.all(page.responses)).map((r) => r.url.replace(/.*\/lang\//, ''));
  assert.deepEqual(asked.sort(), ['de.js', 'leaflets/de.js', 'own/de.js']); // the leaflet stands on this page
  await page.setInputFiles('.own-file input[type=file]', { name: 'x', mimeType: 'text/plain', buffer: Buffer.alloc(9) });
  await page.waitForSelector('.own-file .result:has-text("kein Text in UTF-8")');
  await page.fill('.own-file textarea', DECK.replace('retrun', 'return'));
  await page.click('.own-file button:has-text("Prüfen")');
  await page.waitForSelector('.own-file .fine:has-text("Daran ist nichts falsch. 3 Sorten.")');
  await leave(page);
});
