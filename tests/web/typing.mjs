// SPDX-License-Identifier: MIT
// How soon the studio's messages follow a key, for chess: a measurement, no test (`tools/studio-speed`). A letter of the
// turn is typed wrongly and mended again, and the time is taken from the key until the state of the file has changed
// and the page has drawn it.

import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { UNKEPT, home, site } from './host.mjs';
import { until, visitor } from './table.mjs';

const BAR = 50;
const TIMES = Number(process.env.TSR_TIMES) || 40;
const CHESS = readFileSync(join(process.env.TSR_SITE, 'engine/rules/chess.game'), 'utf8');

const isFine = () => document.querySelector('.studio .state') && !document.querySelector('.studio .state.error');

/** In the page: types one letter, or takes it away again, and says after how many ms its answer was drawn. */
function keyed(isWrong) {
  const area = document.querySelector('.code');
  const at = area.value.indexOf('\nturn') + 5;
  area.focus();
  area.setSelectionRange(at, at + (isWrong ? 0 : 1));
  return new Promise((resolve) => {
    const from = performance.now(); // wall clock: it is what is measured
    const look = new MutationObserver(() => {
      if (document.querySelector('.studio .state').classList.contains('error') !== isWrong) return;
      look.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - from)); // wall clock: as above
    });
    look.observe(document.querySelector('.studio'), { childList: true, subtree: true, attributes: true });
    document.execCommand(isWrong ? 'insertText' : 'delete', false, 'x');
  });
}

test('messages while typing', async () => {
  const page = await visitor(site.browser, home(), UNKEPT);
  await page.goto(home('/studio'));
  await until(page, () => document.querySelector('.studio .code'));
  await page.evaluate((words) => {
    const area = document.querySelector('.code');
    area.focus();
    area.select();
    document.execCommand('insertText', false, words);
  }, CHESS);
  await until(page, isFine);
  const times = [];
  for (let i = 0; i < TIMES; i++) {
    const isWrong = i % 2 === 0;
    times.push(await page.evaluate(keyed, isWrong));
    await page.waitForTimeout(400); // wall clock: keys rest, and the tests of the file are done
  }
  times.sort((a, b) => a - b);
  const [median, late] = [0.5, 0.95].map((share) => times[Math.floor(share * TIMES)].toFixed(0));
  process.stdout.write(`\n| keys | median | slowest twentieth from | bar | load |\n|---|---|---|---|---|\n`);
  process.stdout.write(`| ${TIMES} | ${median} ms | ${late} ms | ${BAR} ms | ${loadavg()[0].toFixed(1)} |\n`);
  if (median > BAR) throw new Error('the bar is missed');
});
