// SPDX-License-Identifier: MIT
// Whether everybody can use what a page shows: axe-core with all its rules, and that what is seen of a name is in what
// is spoken. By night the elements are the same and only their colours are others.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Runs in the page: what axe says, in words. A frame has a page of its own, which is looked at elsewhere. */
async function complain(rules) {
  const { violations } = await window.axe.run(document, { resultTypes: ['violations'], iframes: false, selectors: false,
    ...(rules ? { runOnly: rules } : { rules: { 'label-content-name-mismatch': { enabled: true } } }) });
  const place = (n) => `${n.html.slice(0, 160)} ${n.any[0]?.message || ''}`;
  return violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(place).join(' | ')}`);
}

/** axe-core finds nothing to complain about, by day and by night. */
export async function forEverybody(page, where) {
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe);
  for (const [colorScheme, rules] of [['light', null], ['dark', ['color-contrast']]]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await page.evaluate(complain, rules), [], `${where}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
