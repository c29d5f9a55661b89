// SPDX-License-Identifier: MIT
// How soon a first move can be made, cold and warm, over a line of 1.6 Mbit/s with 150 ms: a measurement, no test
// (`tools/page-cold`). The front page is opened, a game is begun by the first click there is, and the time is taken when a
// man can be picked: at the page as files, packed as a host of files sends it, and at a server's own page with the engine.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { home, site } from './host.mjs';
import { slowLine } from './slow.mjs';
import { open, server, visitor } from './table.mjs';

open(['--engine', join(process.env.TSR_SITE, 'engine'), '--no-limits']);

const BARS = { cold: 2000, warm: 500 };
const GAMES = ['connect4', 'chess'];
const rows = [];
let missed = 0;

/** In the page: clicks "play" of a game as soon as it is there, and notes when a man can be picked. */
function watcher(game) {
  const look = () => {
    const go = document.querySelector(`.games [href="/g/${game}"]`)?.closest('.game')?.querySelector('.go');
    if (go && !window.clicked) {
      window.clicked = true;
      go.click();
    }
    if (window.firstMove || !document.querySelector('.match .item.can')) return;
    window.firstMove = performance.now(); // wall clock: it is what is measured
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}

async function measure(what, url, game) {
  const line = await slowLine(new URL(url).port);
  const page = await visitor(site.browser, '', { viewport: { width: 1280, height: 800 } });
  await page.addInitScript(watcher, game);
  for (const kind of ['cold', 'warm']) {
    const before = line.received();
    await page.goto(`http://localhost:${line.port}/`);
    await page.waitForFunction(() => window.firstMove);
    const ms = await page.evaluate(() => window.firstMove);
    const kb = Math.round((line.received() - before) / 1000);
    missed += ms > BARS[kind];
    rows.push(`| ${what}, ${game} | ${kind} | ${Math.round(ms)} ms | ${BARS[kind]} ms | ${kb} KB |`);
    if (kind === 'cold') { // the browser keeps everything before the next visit
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        const { files } = await (await fetch('/engine/files.json')).json();
        for (const file of files) {
          while (!await caches.match(`/engine/${file}`)) await new Promise((drawn) => { requestAnimationFrame(drawn); });
        }
      });
    }
  }
  await page.context().close();
  line.close();
}

test('first moves', async () => {
  for (const game of GAMES) await measure('files', home(), game);
  for (const game of GAMES) await measure('server', server.url, game);
  const head = `| page, game | start | first move after | bar | received by then | load ${loadavg()[0].toFixed(1)} |`;
  process.stdout.write(`\n${head}\n|---|---|---|---|---|\n${rows.join('\n')}\n`);
  if (missed) throw new Error(`${missed} bars are missed`);
});
