// SPDX-License-Identifier: MIT
// The npm package in a page, as it was installed from its tarball (tests/npm/run.py; TSR_SITE names the folder): all that
// it promises in node holds here too, and its example page is played.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { home, site } from './host.mjs';
import { told, until, visitor } from './table.mjs';

test('everything the package promises holds in a page', told(async () => {
  const page = await visitor(site.browser, home('/checks.html'));
  await until(page, () => /^(all|failed)/.test(document.body.innerText));
  assert.match(await page.textContent('body'), /^all \d+ hold/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}));

test('the example page is played, and its bot answers', told(async () => {
  const page = await visitor(site.browser, home('/node_modules/tessera/examples/page.html'));
  const discs = () => document.querySelectorAll('#moves button').length === 7 && document.querySelector('#board').innerHTML;
  await until(page, discs);
  const before = await page.evaluate(discs);
  await page.evaluate(() => document.querySelector('#moves button').click());
  await page.evaluate((was) => window.tester.until(() => document.querySelectorAll('#moves button').length
    && document.querySelector('#board').innerHTML !== was), before); // it is one's turn again
  assert.deepEqual(page.problems, []);
  await page.context().close();
}));
