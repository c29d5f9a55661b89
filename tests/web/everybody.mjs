// SPDX-License-Identifier: MIT
// Whether the page can be used by everybody: axe-core finds nothing to complain about, and the
// keyboard alone is enough.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ask, browser, chooser, isOver, leave, open, playOn, server, settled, someone, test, until, visitor } from './table.mjs';

open();
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** What axe says; `only` some rules, where the rest has been checked on the same elements. */
async function complaints(page, only) {
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe);
  const { violations } = await page.evaluate((rules) => window.axe.run(document, {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: rules } : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
  }), only);
  const place = (n) => `${n.target.join(' ')} ${n.any[0]?.message || ''}`;
  return violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(place).join(' | ')}`);
}

/** Opens one after the other what lies above a table; axe looks at each. */
async function covers(page, look) {
  await page.click('[aria-label="Match menu"]');
  await page.waitForSelector('.side.open');
  await look('the menu of a match');
  await page.keyboard.press('Escape');
  await page.click('button[aria-label="Rules"]');
  await page.waitForSelector('dialog[open] pre');
  await look('the rules above a match');
  await page.click('dialog .close');
}

// By night the elements are the same and only their colours are others.
for (const [colorScheme, only] of [['light', undefined], ['dark', ['color-contrast']]]) {
  test(`axe finds nothing wrong, ${colorScheme}`, async () => {
    const page = await visitor(browser, server.url, { bypassCSP: true, colorScheme });
    const look = async (where) => assert.deepEqual(await complaints(page, only), [], where);
    await page.waitForSelector('.games a');
    await look('the front page');
    for (const [path, ready] of [['/g/azul', 'form'], ['/g/chess/rules', '.leaflet'], ['/login', 'form'], ['/history', 'h1']]) {
      await page.goto(server.url + path);
      await page.waitForSelector(ready);
      await look(path);
    }
    await page.click('#look button');
    await page.waitForSelector('dialog[open]');
    await look('settings');
    for (const game of ['chess', 'azul', 'unicorns', 'projectl', 'kalah', 'hex', 'go']) {
      const seats = [{ kind: 'me' }, { kind: 'bot', spec: 'level:n=1' }];
      const made = await ask(page, '/api/matches', { game, players: 2, seats, clock: { base: 600 }, seed: 3 });
      await page.goto(server.url + made.url);
      await playOn(page, 1);
      await settled(page);
      await look(game);
      if (game === 'azul') await covers(page, look);
    }
    await page.goto(`${server.url}/g/kalah/learn`);
    await until(page, () => document.querySelector('.coach .pill') && document.querySelector('.item.can'));
    await look('a lesson');
    await page.context().close();
  });
}

test('five whole games with the keyboard alone', async () => {
  const page = await someone();
  for (const game of ['tictactoe', 'connect4', 'kalah', 'reversi', 'clobber']) {
    const made = await ask(page, '/api/matches', { game, players: 2, seats: [{ kind: 'me' }, { kind: 'here', name: 'Ben' }] });
    await page.goto(server.url + made.url);
    const choose = chooser(8);
    for (let i = 0; i < 400; i++) {
      await settled(page);
      // Whatever has the focus, Tab and the arrows reach it; here it is put where they would end.
      const more = await page.evaluate(([k, first]) => {
        const lost = !first && document.activeElement === document.body;
        const all = [...document.querySelectorAll('.item.can')];
        const one = all[k % all.length];
        if (!document.querySelector('.result')) one?.focus(); // if there is none, the answer to the last one has just come
        const over = Boolean(document.querySelector('.result'));
        return { lost, over, held: over || !one || document.activeElement === one };
      }, [choose(5040), i === 0]);
      assert.ok(more.held, 'what may be picked can have the focus');
      assert.ok(!more.lost, `${game}: the focus is lost`);
      if (more.over) break;
      await page.keyboard.press('Enter');
    }
    assert.ok(await isOver(page), game);
  }
  await leave(page);
});
