// SPDX-License-Identifier: MIT
// How soon a first move can be made, cold and warm, over a line of 1.6 Mbit/s with 150 ms: a measurement, no test
// (`tools/page-cold`). The front page is opened, a game is begun by the first click there can be, and the time is taken
// when a man can be picked: at the page as files, packed as a host of files sends it, and at a server's own page with
// the engine. Warm is the next visit, when the browser has kept what it keeps.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { home, site } from './host.mjs';
import { slowLine } from './slow.mjs';
import { isKept, open, server, test, visitor } from './table.mjs';

open(['--engine', join(process.env.TSR_SITE, 'engine'), '--no-limits']);

const BARS = { cold: 2000, warm: 500 };
const GAMES = (process.env.TSR_GAMES || 'connect4 chess').split(' ');
const PAGES = (process.env.TSR_PAGES || 'files server').split(' ');
const TIMES = Number(process.env.TSR_TIMES) || 3;
let missed = 0;

/** In the page: begins a game as soon as it can be clicked, and notes when a man can be picked. */
function watcher(game) {
  let clicked = false;
  const look = () => {
    const go = document.querySelector(`.games [href="/g/${game}"]`)?.closest('.game')?.querySelector('.go');
    if (go && !clicked) {
      clicked = true;
      window.shelfAt = performance.now(); // wall clock: it is what is measured
      queueMicrotask(() => go.click()); // when the page has done what it does now
    }
    if (window.firstMove || !document.querySelector('.match .item.can')) return;
    window.firstMove = performance.now(); // wall clock: it is what is measured
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}

/** One visit: when the shelf was there, when a move could be made, and what had come by then. */
async function visited(page, line) {
  const before = line.received();
  await page.goto(`http://localhost:${line.port}/`);
  await page.waitForFunction(() => window.firstMove);
  const [shelf, move] = await page.evaluate(() => [window.shelfAt, window.firstMove]);
  return { shelf, move, kb: (line.received() - before) / 1000 };
}

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

function note(what, game, kind, visits) {
  const [shelf, move, kb] = ['shelf', 'move', 'kb'].map((key) => Math.round(middle(visits.map((visit) => visit[key]))));
  const most = Math.round(Math.max(...visits.map((visit) => visit.move)));
  missed += move >= BARS[kind];
  const kept = move < BARS[kind] ? 'kept' : 'MISSED';
  const load = loadavg()[0].toFixed(1);
  const row = [`${what}, ${game}`, kind, `${shelf} ms`, `${move} ms`, `${most} ms`, `${kb} KB`, `${BARS[kind]} ms`, kept, load];
  process.stdout.write(`\n| ${row.join(' | ')} |\n`); // at once: what comes later may take too long
}

async function measure(what, url, game) {
  const visits = { cold: [], warm: [] };
  for (let i = 0; i < TIMES; i++) {
    const line = await slowLine(new URL(url).port); // another address: nothing is kept from before
    const page = await visitor(site.browser, '', { viewport: { width: 1280, height: 800 } });
    await page.addInitScript(watcher, game);
    visits.cold.push(await visited(page, line));
    await isKept(page);
    visits.warm.push(await visited(page, line));
    await page.context().close();
    line.close();
  }
  for (const [kind, list] of Object.entries(visits)) note(what, game, kind, list);
}

test('first moves', async () => {
  const head = ['page, game', 'start', 'shelf', 'first move', `slowest of ${TIMES}`, 'received by then', 'bar', '', 'load'];
  process.stdout.write(`\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n`);
  for (const what of PAGES) {
    for (const game of GAMES) await measure(what, what === 'files' ? home() : server.url, game);
  }
  if (missed) throw new Error(`${missed} bars are missed`);
});
