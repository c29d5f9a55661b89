// SPDX-License-Identifier: MIT
// How fast the page is, from the browser's own timeline: a measurement, no test. `tools/page-speed` runs it and
// prints a table. Times are of the page's main thread (CPU time, so other programs count little); the two
// starts are over a line of 1.6 Mbit/s with 150 ms, by the browser's own clock.

import { SHARP, ask, browser, chooser, drawnAnew, glows, open, pick, server, test, visitor } from './table.mjs';

open(['--no-limits']);

const DRAWING = /^(UpdateLayoutTree|Layout|PrePaint|Paint|Layerize|Commit|UpdateLayer|UpdateLayerTree)$/;
const rows = [];
const ms = (us) => (us / 1000).toFixed(1);
const sorted = (list) => [...list].sort((a, b) => a - b);
const note = (what, list, unit = 'ms') => {
  const all = sorted(list);
  const [median, most] = [all[Math.floor(all.length / 2)], all[all.length - 1]].map((x) => `${ms(x)} ${unit}`);
  rows.push(`| ${what} | ${median} | ${most} | ${all.length} |`);
};

/** The events of the main thread while `act` runs. */
async function traced(page, act) {
  const line = await page.context().newCDPSession(page);
  const events = [];
  line.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: ['devtools.timeline', 'toplevel'] };
  await line.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  const done = new Promise((over) => { line.once('Tracing.tracingComplete', over); });
  await line.send('Tracing.end');
  await done;
  await line.detach();
  const click = events.find((e) => e.name === 'EventDispatch');
  return events.filter((e) => e.ph === 'X' && click && e.pid === click.pid && e.tid === click.tid).sort((a, b) => a.ts - b.ts);
}

const cost = (e) => e.tdur ?? e.dur ?? 0;

/** What each click cost: its handler, and the drawing that follows it before the next click. */
function picks(events) {
  const clicks = events.filter((e) => e.name === 'EventDispatch' && e.args.data?.type === 'click');
  return clicks.map((c, i) => {
    const end = Math.min(clicks[i + 1]?.ts ?? Infinity, c.ts + 60000);
    const frame = events.filter((e) => DRAWING.test(e.name) && e.ts >= c.ts && e.ts < end);
    return cost(c) + frame.reduce((sum, e) => sum + cost(e), 0);
  });
}

async function match(page, game, seats, more = {}) {
  const made = await ask(page, '/api/matches', { game, players: seats.length, seats, seed: 3, ...more });
  await page.goto(server.url + made.url);
  await glows(page);
}

const here = (n) => Array.from({ length: n }, (_, i) => (i ? { kind: 'here', name: `P${i + 1}` } : { kind: 'me' }));

test('a pick on 19 x 19 go and at Azul of four', async () => {
  for (const [game, n] of [['go', 2], ['azul', 4]]) {
    const page = await visitor(browser, server.url, { viewport: { width: 1280, height: 800 }, ...SHARP });
    await match(page, game, here(n));
    const choose = chooser(4);
    const play = async (times) => {
      for (let i = 0; i < times; i++) {
        await glows(page);
        await pick(page, choose);
        await drawnAnew(page);
        await drawnAnew(page);
        if (game === 'azul') await page.keyboard.press('Escape'); // what was picked goes back
        await drawnAnew(page);
      }
    };
    await play(4); // scripts are compiled
    note(`a pick, ${game} of ${n}`, picks(await traced(page, () => play(20))));
    await page.context().close();
  }
});

test('dragging a man', async () => {
  const page = await visitor(browser, server.url, { viewport: { width: 1280, height: 800 }, ...SHARP });
  await match(page, 'chess', here(2));
  const man = await page.locator('[data-ref][aria-label*="e2"]').boundingBox();
  const events = await traced(page, async () => {
    await page.mouse.move(man.x + 20, man.y + 20);
    await page.mouse.down();
    for (let i = 0; i < 60; i++) {
      await page.mouse.move(man.x + 20 + i * 3, man.y + 20 - (i % 20) * 8);
      await drawnAnew(page);
    }
    await page.mouse.up();
  });
  const tasks = events.filter((e) => /RunTask$/.test(e.name)).map(cost);
  note('the longest task of a drag', [Math.max(...tasks)]);
});

test('cold and warm start', async () => {
  const page = await visitor(browser, '', { viewport: { width: 1280, height: 800 }, ...SHARP });
  await page.addInitScript(() => {
    const look = () => {
      if (!document.querySelector('.games a')) return;
      window.shelfAt = window.shelfAt || performance.now(); // wall clock: it is what is measured
      watch.disconnect();
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true });
  });
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  let [packed, plain] = [0, 0];
  line.on('Network.loadingFinished', (e) => { packed += e.encodedDataLength; });
  line.on('Network.dataReceived', (e) => { plain += e.dataLength; });
  await line.send('Network.emulateNetworkConditions',
    { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 1.6e6 / 8 });
  for (const kind of ['cold', 'warm']) {
    [packed, plain] = [0, 0];
    await page.goto(server.url);
    await page.waitForFunction(() => window.shelfAt);
    note(`${kind} start to the shelf`, [1000 * await page.evaluate(() => window.shelfAt)]);
    rows.push(`| ${kind} start, received | ${(packed / 1000).toFixed(0)} KB | ${(plain / 1000).toFixed(0)} KB unpacked | |`);
  }
  await page.context().close();
});

test('the table', () => {
  process.stdout.write(`\n| what | median | largest | of |\n|---|---|---|---|\n${rows.join('\n')}\n`);
});
