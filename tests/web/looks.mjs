// SPDX-License-Identifier: MIT
// Pictures of every game, by day and by night on three sizes of screen, compared with kept ones: each is made
// so small that letters, which differ between machines, hardly count, and a broken look does. Takes minutes, so it
// is one of the long tests; `tools/page-pictures` runs it, too, keeps new pictures and writes them out in full.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { count } from './inpage.mjs';
import { SHARP, ask, browser, chooser, drawnAnew, isOver, open, opened, pick, server, settled, test, told, until, visitor }
  from './table.mjs';

open(['--no-limits']);

const KEPT = `${process.env.TSR_WEB}/../tests/web/looks.json`;
const kept = JSON.parse(readFileSync(new URL('looks.json', import.meta.url), 'utf8'));
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, grid: [10, 21] },
  laptop: { viewport: { width: 1280, height: 800 }, grid: [20, 12] },
  wide: { viewport: { width: 1920, height: 1080 }, grid: [20, 11] },
};
const only = (process.env.TSR_PART || '').split(' ').filter(Boolean); // games; none means all
const NAMES = ['Anna', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana'];

const FAR = 28; // of 255: a spot that looks different
const MOST = 0.03; // share of spots that may

/** A picture as rows of small spots: bytes of red, green and blue. */
async function shrunk(painter, png, [w, h]) {
  const numbers = await painter.evaluate(async ([data, width, height]) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }),
      { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext('2d');
    pen.drawImage(bitmap, 0, 0);
    return [...pen.getImageData(0, 0, width, height).data].filter((_, i) => i % 4 < 3);
  }, [png.toString('base64'), w, h]);
  return Buffer.from(numbers);
}

/** The share of spots that look different. */
function different(a, b) {
  if (a.length !== b.length) return 1;
  let far = 0;
  for (let i = 0; i < a.length; i += 3) {
    far += [0, 1, 2].some((k) => Math.abs(a[i + k] - b[i + k]) > FAR);
  }
  return far / (a.length / 3);
}

/** A table of people at one device, some picks into the game: the same whenever it is set. */
async function table(page, g) {
  const seats = Array.from({ length: g.default_players }, (_, i) => (i ? { kind: 'here', name: NAMES[i] } : { kind: 'me' }));
  const made = await ask(page, '/api/matches', { game: g.name, players: g.default_players, seats, seed: 1 });
  assert.equal(made.status, 200, made.error);
  await page.goto(server.url + made.url);
  const choose = chooser(7);
  for (let i = 0; i < 10; i++) {
    await settled(page);
    if (await isOver(page)) break;
    const which = choose(5040); // for a curtain, too: the kept pictures were made so
    const covered = await page.evaluate(() => {
      const curtain = Boolean(document.querySelector('.curtain'));
      return curtain && window.tester.lift().then(() => true);
    });
    if (!covered) await pick(page, () => which);
    await drawnAnew(page);
  }
  await opened(page);
  await page.reload(); // nothing is held, nothing is marked as just changed
  await opened(page);
  await until(page, () => window.owed.size === 0); // the first position, from which captured men are known, is there
}

/** Somebody whose page knows what the server still owes it. */
async function looker() {
  const page = await visitor(browser, server.url, SHARP);
  await page.addInitScript(count);
  return page;
}

async function shoot(page, size, colorScheme) {
  await page.setViewportSize(SIZES[size].viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await drawnAnew(page);
  return page.screenshot({ animations: 'disabled' });
}

test('every game looks as it did', async (t) => {
  const page = await looker();
  const painter = await (await browser.newContext()).newPage();
  assert.equal((await ask(page, '/api/register', { name: 'Anna', password: 'correct horse' })).status, 200);
  const { games } = await ask(page, '/api/games');
  const folder = process.env.TSR_SCREENSHOTS;
  if (folder) mkdirSync(folder, { recursive: true });
  for (const g of games.filter(({ name }) => !only.length || only.includes(name))) {
    await t.test(g.name, told(async () => {
      await table(page, g);
      const wrong = []; // all of them: a kept picture that is out of date is not hidden by another
      for (const size of Object.keys(SIZES)) {
        for (const theme of ['light', 'dark']) {
          const name = `${g.name}-${size}-${theme}`;
          const png = await shoot(page, size, theme);
          if (folder) writeFileSync(`${folder}/${name}.png`, png);
          const now = await shrunk(painter, png, SIZES[size].grid);
          if (process.env.TSR_UPDATE) kept[name] = now.toString('base64');
          const far = different(now, Buffer.from(kept[name] || '', 'base64'));
          if (far > MOST) wrong.push(`${name}: ${(100 * far).toFixed(1)} % looks different (tools/page-pictures shows it)`);
        }
      }
      assert.deepEqual(wrong, []);
    }));
  }
  if (process.env.TSR_UPDATE) {
    for (const name of Object.keys(kept)) if (!games.some((g) => name.startsWith(`${g.name}-`))) delete kept[name];
    const lines = Object.keys(kept).sort().map((name) => `"${name}":"${kept[name]}"`);
    writeFileSync(KEPT, `{\n${lines.join(',\n')}\n}\n`);
  }
  await page.context().close();
});

test('a broken look would be seen', async () => {
  const page = await looker();
  const painter = await (await browser.newContext()).newPage();
  const { games } = await ask(page, '/api/games');
  const broken = [
    ['chess', '.board .look { display: none !important }'],
    ['azul', '.area { transform: translate(60px, 40px) }'],
    ['projectl', '.a-table { visibility: hidden }'],
    ['unicorns', ':root { --card: #000 !important }'],
  ];
  for (const [name, css] of broken) {
    await table(page, games.find((g) => g.name === name));
    const small = async () => shrunk(painter, await shoot(page, 'laptop', 'light'), SIZES.laptop.grid);
    const sound = await small();
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, css);
    const far = different(sound, await small());
    assert.ok(far > MOST, `${name}: ${css} changes only ${(100 * far).toFixed(1)} %`);
  }
  await page.context().close();
});
