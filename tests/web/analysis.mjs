// SPDX-License-Identifier: MIT
// Analysis in the page as files, with no server of ours: a finished match with its mistake marked, what if by just
// moving, a record from a file, and games of every kind.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { forEverybody } from './axe.mjs';
import { UNKEPT, home, site, wrong } from './host.mjs';
import { longTest, opened, playOn, told, toasted, typeMoves, until, visit, visitor } from './table.mjs';

const MATE = ['e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5', 'g8f6', 'h5f7']; // the sixth is the mistake

/** Two at one device. */
async function begin(page, game) {
  await visit(page, `/g/${game}`);
  await until(page, () => document.querySelector('form .actions'));
  await page.click('button:has-text("At this device")');
  await page.click('button[type=submit]');
  await opened(page);
}

const gone = (page) => until(page, () => {
  const turns = document.querySelector('.turns');
  return turns?.textContent && !/Going/.test(turns.textContent);
});
const judged = (page) => until(page, () => /Chances out of 24,000/.test(document.querySelector('.moves')?.textContent));
const at = (page, ply) => until(
  page,
  (n) => document.querySelector('.course-panel p')?.textContent.includes(`after move ${n} of`),
  ply,
);

/** The board in its frame. */
async function board(page) {
  const frame = await (await page.waitForSelector('.analysis iframe')).contentFrame();
  await until(frame, () => document.querySelector('.scene .zone'));
  return frame;
}

test('a finished match: its mistake is found, a better move named, and another way is played and left again', told(async () => {
  const page = await visitor(site.browser, home(), UNKEPT);
  await begin(page, 'chess');
  await typeMoves(page, ...MATE);
  await page.click('.result a[href^="/analysis/"]');
  const frame = await board(page);
  await gone(page);
  assert.match(await page.textContent('.turns .mistake'), /6\. g8f6.*Black gives it away: \d+ % to 0 %/);
  assert.ok(await page.evaluate(() => document.querySelector('.graph i.mistake')));
  await page.click('.turns .mistake button'); // the position before it
  await at(page, 5);
  await judged(page);
  const [best, played] = await page.evaluate(() => {
    const said = (selector) => document.querySelector(selector).textContent;
    return [said('.moves li'), said('.moves .played')];
  });
  assert.doesNotMatch(best, /g8f6/);
  assert.match(played, /g8f6 ?0 %/);
  assert.match(await page.textContent('.moves > p:not(.deep)'), /gives away \d+ of a hundred/);

  await forEverybody(page, 'an analysis');
  await page.click('.moves li button'); // what if: the best move instead
  await until(page, () => /What if/.test(document.querySelector('.course-panel p').textContent));
  await until(frame, () => document.querySelectorAll('.log li').length === 6);
  await playOn(frame, 2, 3, 7); // and on by hand, on the board
  await until(page, () => /Black to move/.test(document.querySelector('.moves h2').textContent));
  await page.click('.course-panel .row > .btn:not(.icon)');
  await at(page, 5);
  await page.keyboard.press('ArrowRight');
  await at(page, 6);
  await until(frame, () => document.querySelectorAll('.log li').length === 6);
  assert.deepEqual(wrong(page), []);
  await page.context().close();
}));

longTest('a record in a file, and a game from its start; what is no record is refused', async () => {
  const page = await visitor(site.browser, home(), UNKEPT);
  await begin(page, 'tictactoe');
  assert.equal(await playOn(page, 40, 0), true);
  const saved = page.waitForEvent('download');
  await page.click('.result .foot .btn:has-text("record")');
  const record = readFileSync(await (await saved).path(), 'utf8');
  await page.goto(home('/analysis'));
  const nothing = { name: 'x.record', mimeType: 'text/plain', buffer: Buffer.from('nothing') };
  await page.setInputFiles('#main input[type=file]', nothing);
  await toasted(page, 'no record');
  await page.setInputFiles('#main input[type=file]', { name: 'x.record', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await board(page);
  await gone(page);
  await page.goto(home('/analysis'));
  await page.selectOption('#main select', 'connect4');
  await page.click('#main .primary');
  await board(page);
  await judged(page);
  assert.equal(await page.evaluate(() => document.querySelectorAll('.moves li').length), 5);
  await page.goto(home('/analysis'));
  await page.selectOption('#main select', 'connect4');
  await page.fill('#main input.grow', 'no position');
  await page.click('#main .primary');
  await until(page, () => document.querySelector('#toast').textContent && document.querySelector('#main input.grow'));
  await page.selectOption('#main select', 'connect4');
  await page.fill('#main input.grow', '7/7/7/7/ddd4/DDD4 y 6');
  await page.click('#main .primary');
  await board(page);
  await judged(page);
  assert.match(await page.textContent('.moves li'), /^d1 ?100 %/); // four in a row
  await until(page, () => document.querySelector('.moves .deep'));
  assert.match(await page.textContent('.moves .deep'), /Alphabeta expects 100 %: d1/);
  assert.deepEqual(wrong(page), []);
  await page.context().close();
});

/** Plays on a cell of tictactoe in the frame, as soon as it can be picked. */
const put = (frame, cell) => frame.evaluate((words) => window.tester.until(() => {
  const all = [...document.querySelectorAll('.match:not(.sending) .item.can')];
  const el = all.find((one) => one.getAttribute('aria-label').includes(words));
  el?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return Boolean(el);
}), cell);

test('a puzzle is made of a match where a single move kept the win, and solved later', told(async () => {
  const page = await visitor(site.browser, home(), UNKEPT);
  await begin(page, 'tictactoe');
  await typeMoves(page, '0,0', '1,0', '0,1', '1,1', '2,2', '1,2'); // the fifth lets the win go
  await page.click('.result a[href^="/analysis/"]');
  await board(page);
  await until(page, () => document.querySelector('.turns .riddles button'));
  await page.goto(home('/analysis'));
  await until(page, () => document.querySelector('.riddles button'));
  await page.evaluate(() => document.querySelector('.riddles button').click());
  const frame = await board(page);
  await until(frame, () => document.querySelectorAll('.log li').length === 4);
  assert.equal(await page.isVisible('.moves'), false); // nothing is told
  await put(frame, '2,2');
  await until(page, () => /lets the win go/.test(document.querySelector('.riddle p').textContent));
  // It is put back: the cell is free again.
  await until(frame, () => document.querySelector('.match:not(.sending) .item.can[aria-label*="2,2"]'));
  await put(frame, '0,2');
  await until(page, () => /keeps the win, and nothing else/.test(document.querySelector('.riddle p').textContent));
  await page.click('.riddle .primary');
  await until(page, () => document.querySelector('.turns .riddles button')); // the match has it all the same
  await page.goto(home('/analysis'));
  await until(page, () => document.querySelector('#main .primary'));
  assert.equal(await page.evaluate(() => document.querySelectorAll('.riddles').length), 0); // it is not asked again
  assert.deepEqual(wrong(page), []);
  await page.context().close();
}));

longTest('games with secrets, chance and more than two players', async () => {
  const page = await visitor(site.browser, home(), UNKEPT);
  for (const game of ['azul', 'unicorns']) {
    await begin(page, game);
    await playOn(page, 6, 0);
    const id = await page.evaluate(() => location.pathname.split('/').pop());
    await visit(page, `/analysis/${id}`);
    await board(page);
    await until(page, () => document.querySelectorAll('.moves li').length > 0 && document.querySelector('.graph .curve'));
    // It goes through the match, or has gone through it already.
    await until(page, () => !/: 0 of/.test(document.querySelector('.turns .small')?.textContent ?? ': 0 of'));
  }
  assert.deepEqual(wrong(page), []);
  await page.context().close();
});
