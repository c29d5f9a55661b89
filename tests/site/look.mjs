// SPDX-License-Identifier: MIT
// Every page of the documentation in a browser, straight from its folder: by day and by night, on a phone and on a wide
// screen. Nothing is wider than the screen, axe finds nothing, no script fails, and the search leads somewhere.
// TSR_SCREENSHOTS=FOLDER keeps a picture of each.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const site = process.env.TSR_SITE;
const folder = process.env.TSR_SCREENSHOTS;
const axe = readFileSync(new URL('./node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html')).sort();
const LOOKS = [['phone', 390, 844, 'light'], ['phone-dark', 390, 844, 'dark'], ['wide', 1440, 900, 'light'],
  ['wide-dark', 1440, 900, 'dark']];
const address = (name) => pathToFileURL(`${site}/${name}`).href;

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.TSR_BROWSER, args: ['--no-sandbox'] });
  if (folder) mkdirSync(folder, { recursive: true });
});
after(() => browser.close());

/** What is wrong with the page as it is now. */
async function faults(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const found = await page.evaluate(() => window.axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'best-practice'] }));
  return [...(wide > 0 ? [`${wide} px too wide`] : []),
    ...found.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(', ')}`)];
}

for (const [look, width, height, colorScheme] of LOOKS) {
  test(`every page, ${look}`, async () => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, bypassCSP: true });
    const page = await context.newPage();
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(`${page.url()}: ${error}`));
    for (const name of pages) {
      await page.goto(address(name));
      await page.evaluate(axe);
      wrong.push(...(await faults(page)).map((words) => `${name}: ${words}`));
      if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll('/', '-')}-${look}.png` });
    }
    await context.close();
    assert.deepEqual(wrong, []);
  });
}

test('the search leads to a section', async () => {
  const page = await browser.newPage();
  await page.goto(address('language/tour.html'));
  await page.keyboard.press('/');
  await page.keyboard.type('exit status');
  await page.locator('#found a').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/cli\.html#exit-status$/);
  await page.locator('#search').fill('zyxwv');
  await page.locator('#found p').waitFor();
  await page.close();
});
