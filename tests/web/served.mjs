// SPDX-License-Identifier: MIT
// A server's own page with the engine: moves that are shown before the server has heard of them, what it refuses,
// moves that are planned while others decide, in games of every kind; and what the page does while there is no server.
// TSR_SITE has the engine that the server is given.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import {
  ask, drawnAnew, glows, isKept, leave, logged, longTest, open, opened, playOn, server, someone, test, toasted, until,
  visit,
} from './table.mjs';

const published = mkdtempSync(join(tmpdir(), 'tessera-published-'));
open(['--engine', join(process.env.TSR_SITE, 'engine'), '--published', published, '--no-limits']);
after(() => rmSync(published, { recursive: true, force: true }));

/** Two people sit down at a table, each in a browser of their own, and both are followed by the engine. */
async function pair(game, more = {}) {
  const [a, b] = [await someone(), await someone()];
  const made = await ask(a, '/api/matches', { game, players: 2, seats: [{ kind: 'me' }, { kind: 'invite' }], ...more });
  assert.equal(made.status, 200, made.error);
  await visit(a, made.url);
  await visit(b, made.seats[1].invite);
  return [a, b];
}

const follows = (page) => until(page, () => document.querySelector('.match')?.dataset.follows === 'yes');

/** Picks things by what they are called, one after the other; each is waited for. */
async function pickNamed(page, ...names) {
  for (const name of names) {
    await page.evaluate((word) => window.tester.until(() => {
      const all = [...document.querySelectorAll('.match [data-ref]')];
      const el = all.find((e) => new RegExp(`(^|\\W)${word}(\\W|$)`, 'i').test(e.getAttribute('aria-label') || ''));
      el?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      return Boolean(el);
    }), name);
  }
}

const isSeen = (page, name) => until(page, (word) => document.querySelector(`.match .item[aria-label="${word}"]`), name);
const isPlanned = (page) => until(page, () => document.querySelector('.planned'));
const notPlanned = (page) => until(page, () => !document.querySelector('.planned'));

/** Everything the server has told a page. */
const told = (page) => page.frames.map((f) => JSON.parse(f));
const lastAsk = (page) => told(page).findLast((m) => m.ask)?.ask;

const click = (page, refs) => page.evaluate((all) => {
  for (const ref of all) {
    document.querySelector(`.match [data-ref="${ref}"]`)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
}, refs);

/** What happens while the server stands still: nobody but the page itself can have done it. */
async function whileStopped(act) {
  server.child.kill('SIGSTOP');
  try {
    await act();
  } finally {
    server.child.kill('SIGCONT');
  }
}

test('what a move does is seen before the server has heard of it', async () => {
  const [a, b] = await pair('reversi');
  await Promise.all([follows(a), follows(b)]);
  await whileStopped(async () => {
    await pickNamed(a, 'd3');
    await isSeen(a, 'Black Disc on d4'); // turned over
    await until(a, () => document.querySelector('.match .f-pending'));
  });
  await isSeen(b, 'Black Disc on d4');
  await pickNamed(b, 'c3');
  for (const page of [a, b]) {
    await logged(page, 2);
    await until(page, () => !document.querySelector('.match .f-pending'));
    await follows(page); // the server saw the same
  }
  await leave(a, b);
});

longTest('a turn of several moves goes on without the server', async () => {
  const [a, b] = await pair('kalah');
  await Promise.all([follows(a), follows(b)]);
  await whileStopped(async () => {
    await pickNamed(a, 'c'); // the last seed falls into the own store
    await isSeen(a, 'x, 1 seeds');
    await pickNamed(a, 'b');
    await isSeen(a, 'b, 0 seeds');
  });
  await Promise.all([logged(a, 2), logged(b, 2)]);
  await pickNamed(b, 'g');
  await logged(a, 3);
  await Promise.all([follows(a), follows(b)]);
  await leave(a, b);
});

test('a refused move goes back with its reason', async () => {
  const [a, b] = await pair('chess');
  await follows(a);
  await a.evaluate(() => { // on its way the move becomes another
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function sent(text) {
      return send.call(this, text.replace('"e2e4"', '"e2e5"'));
    };
  });
  await pickNamed(a, 'e2', 'e4');
  await toasted(a, '.+'); // in the words of the rules
  await isSeen(a, 'White Pawn on e2');
  assert.equal(await a.evaluate(() => document.querySelectorAll('.log li').length), 0);
  await pickNamed(a, 'd2', 'd4');
  await logged(b, 1);
  await follows(a);
  await leave(a, b);
});

test('moves are planned while the other one decides, and given up', async () => {
  const [a, b] = await pair('chess');
  await Promise.all([follows(a), follows(b)]);
  await until(b, () => document.querySelector('.match.early'));
  await pickNamed(b, 'd7', 'd5');
  await isPlanned(b);
  await b.click('.planned');
  await notPlanned(b);
  await pickNamed(b, 'e7', 'e5');
  await isPlanned(b);
  await pickNamed(a, 'e2', 'e4');
  await Promise.all([logged(a, 2), logged(b, 2)]);
  await isSeen(a, 'Black Pawn on e5');
  await pickNamed(a, 'f1', 'c4');
  await logged(b, 3);
  await pickNamed(b, 'd7', 'd6');
  await logged(b, 4);
  await until(b, () => document.querySelector('.match.early'));
  await pickNamed(b, 'a7', 'a6');
  await isPlanned(b);
  await pickNamed(a, 'c4', 'f7'); // check: there is no time for that
  await toasted(b, 'a7a6 cannot be played');
  await notPlanned(b);
  await pickNamed(b, 'e8', 'f7');
  await Promise.all([logged(a, 6), logged(b, 6)]);
  await leave(a, b);
});

longTest('where tiles are drawn, a page keeps conditional moves itself', async () => {
  const sat = await pair('azul');
  await Promise.all(sat.map(follows));
  const [a, b] = lastAsk(sat[0]) ? sat : sat.reverse(); // who begins is drawn, too
  const { moves } = lastAsk(a);
  const theirs = moves[0];
  const mine = moves.at(-1); // of another display, so it is still there
  await until(b, () => document.querySelector('.plan textarea'));
  await b.evaluate((line) => { // on a table like this one the form is in the menu
    document.querySelector('.plan textarea').value = line;
    document.querySelector('.plan form button').click();
  }, `${theirs.text} ; ${mine.text}`);
  await until(b, () => document.querySelector('.plan ol li'));
  await click(a, theirs.pick);
  const isAnswer = (m) => m.t === 'event' && m.log.some((e) => e.who !== null && e.text === mine.text);
  while (!told(a).some(isAnswer)) await drawnAnew(a); // it is on the way
  await follows(b); // draws of chance were followed too
  await leave(a, b);
});

const pickFirst = (page) => page.evaluate(() => document.querySelector('.match .item.can')
  ?.dispatchEvent(new MouseEvent('click', { bubbles: true })));

/** Plans one of the moves if it may be planned now; its text, or null. */
const planOne = (page, moves) => page.evaluate((all) => {
  for (const { text, pick } of all) {
    if (document.querySelector('.match.early')) {
      document.querySelector(`.match [data-ref="${pick[0]}"]`)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
    if (document.querySelector('.planned')) return text;
  }
  return null;
}, moves.filter((m) => m.pick.length === 1));

/** Whoever is asked picks the first thing there is, until the other one has planned something. */
async function untilPlanned(a, b) {
  for (;;) {
    await Promise.race([a, b].map((page) => until(page, () => document.querySelector('.match .item.can'))));
    for (const [me, other] of [[b, a], [a, b]]) {
      await pickFirst(other);
      const text = await planOne(me, told(me).flatMap((m) => m.ask?.moves || []));
      if (text !== null) return { me, other, text };
    }
  }
}

test('where something is hidden, the engine is told nothing, and plans hold all the same', async () => {
  const [a, b] = await pair('unicorns');
  const engines = [];
  for (const page of [a, b]) page.on('request', (r) => /engine\/wasm/.test(r.url()) && engines.push(r.url()));
  const { me, other, text } = await untilPlanned(a, b);
  const before = me.frames.length;
  const asked = () => told(me).slice(before).find((m) => m.ask)?.ask;
  while (!asked()) {
    await pickFirst(other);
  }
  await notPlanned(me);
  const { seat, ply, moves } = asked();
  const isPlayed = (m) => m.log?.some((e) => e.who === seat && e.ply === ply && e.text === text);
  if (!moves.some((m) => m.text === text)) await toasted(me, 'cannot be played');
  else while (!told(me).some(isPlayed)) await drawnAnew(me); // its event is on the way
  assert.deepEqual(engines, []);
  assert.ok([a, b].every((page) => told(page).every((m) => !('setup' in m))));
  await leave(a, b);
});

/** Sits down against a bot on the page of a game, wherever that is played. */
async function sitDown(page, game) {
  await visit(page, `/g/${game}`);
  await until(page, () => document.querySelector('form .actions'));
  await page.click('button[type=submit]');
  await opened(page);
  return page.evaluate(() => location.pathname);
}

test('flight mode in the middle of a game and back: moves wait, others are played here and go to the account', async () => {
  const page = await someone();
  const made = await ask(page, '/api/register', { name: 'Amelia', password: 'a quiet tall ship' });
  assert.equal(made.status, 200, made.error);
  await visit(page, '/');
  await isKept(page);
  const online = await sitDown(page, 'reversi');
  assert.match(online, /^\/m\/\w{10}$/);
  await follows(page);
  await page.context().setOffline(true);
  await playOn(page, 1, 5); // a match of the server's is never decided here
  await until(page, () => document.querySelector('.match .f-pending'));
  assert.equal(await page.evaluate(() => document.querySelectorAll('.log li').length), 0);
  await page.context().setOffline(false);
  await until(page, () => document.querySelectorAll('.log li').length >= 2); // the bot has answered
  await glows(page);
  await page.context().setOffline(true);
  const here = await sitDown(page, 'tictactoe');
  assert.match(here, /^\/m\/local-/);
  assert.equal(await playOn(page, 20, 3), true);
  const unfinished = await sitDown(page, 'connect4');
  await playOn(page, 2, 3, 2);
  await page.context().setOffline(false);
  await toasted(page, 'offline');
  await visit(page, '/history');
  await until(page, (path) => document.querySelector(`#main a[href="${path}"]`), unfinished); // to be played on
  await until(page, () => document.querySelectorAll('#main .rows li').length === 3);
  const { matches } = await ask(page, '/api/history');
  const kept = matches.find(({ offline }) => offline);
  assert.deepEqual([matches.length, kept.game, kept.state, kept.rated, kept.players[0].name],
    [2, 'tictactoe', 'over', false, 'Amelia']);
  assert.match(await page.evaluate((id) => document.querySelector(`#main a[href="/m/${id}"]`)
    .parentElement.textContent, kept.id), /offline/);
  await visit(page, `/m/${kept.id}`);
  await until(page, () => document.querySelector('.result'));
  await page.reload(); // nothing is sent a second time
  await until(page, () => document.querySelector('.result'));
  await visit(page, online);
  await glows(page);
  assert.equal((await ask(page, '/api/history')).matches.length, 2);
  page.problems = page.problems.filter((p) => !/INTERNET_DISCONNECTED/.test(p)); // as browsers note in flight mode
  await leave(page);
});

const RULES = `game "Line of Three"
players White, Black
board grid 4x4
piece Stone
turn: place Stone on empty
win when line 3 of mine
stuck: draw
`;

/** A button of the studio's dialog, by its words. */
const choose = (page, words) => page.evaluate((w) => [...document.querySelectorAll('dialog.publish button')]
  .find((b) => b.textContent.includes(w)).click(), words);

longTest('a game is published from the studio, and somebody else plays it there', async () => {
  const [anna, ben] = [await someone(), await someone()];
  assert.equal((await ask(anna, '/api/register', { name: 'Anna', password: 'a quiet tall ship' })).status, 200);
  await visit(anna, '/studio');
  await until(anna, () => document.querySelector('button[title=Publish]:not([hidden])'));
  const write = (text) => anna.evaluate((words) => {
    const area = document.querySelector('.code');
    area.focus();
    area.select();
    document.execCommand('insertText', false, words);
  }, text);
  await write(RULES.replace('empty', 'emtpy'));
  await anna.click('button[title=Publish]');
  await until(anna, () => document.querySelector('dialog.publish .btn.primary'));
  await choose(anna, 'Publish privately');
  await until(anna, () => /did you mean `empty`/.test(document.querySelector('dialog.publish .error').textContent));
  await choose(anna, 'Close');
  await write(RULES);
  await anna.click('button[title=Publish]');
  await until(anna, () => document.querySelector('dialog.publish .btn.primary'));
  await choose(anna, 'Publish for everybody');
  await until(anna, () => document.querySelector('dialog.publish .rows a[href^="/g/by-"]'));
  const path = await anna.evaluate(() => document.querySelector('dialog.publish .rows a').getAttribute('href'));
  await choose(anna, 'Close');
  await visit(ben, path);
  await until(ben, () => /Line of Three/.test(document.querySelector('h1')?.textContent));
  await ben.click('button[type=submit]'); // against a bot
  await opened(ben);
  assert.equal(await playOn(ben, 40, 5), true);
  const made = await ask(anna, '/api/matches', { game: path.slice(3), players: 2, seats: [{ kind: 'me' }, { kind: 'invite' }] });
  assert.equal(made.status, 200, made.error);
  await visit(anna, made.url);
  await visit(ben, made.seats[1].invite);
  await playOn(anna, 1, 1);
  await logged(ben, 1);
  await playOn(ben, 1, 2);
  await logged(anna, 2);
  anna.problems = anna.problems.filter((p) => !/400/.test(p)); // the mistake
  await leave(anna, ben);
});

longTest('a match of the server that is over can be looked through by the engine', async () => {
  const [a, b] = await pair('tictactoe');
  await Promise.all([playOn(a, 9, 1), playOn(b, 9, 2)]);
  await until(a, () => document.querySelector('.result'));
  await a.click('.result a[href^="/analysis/"]');
  await until(a, () => /after move \d of/.test(document.querySelector('.analysis .course-panel p')?.textContent));
  const frame = await (await a.waitForSelector('.analysis iframe')).contentFrame();
  await until(frame, () => document.querySelectorAll('.log li').length > 4); // the moves that were made
  await leave(a, b);
});
