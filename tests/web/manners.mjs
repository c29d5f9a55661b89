// SPDX-License-Identifier: MIT
// What people ask of each other and of the page: draw, take back, leave, talk, look closer.

import assert from 'node:assert/strict';
import { ask, browser, glows, leave, logged, open, pick, playOn, server, someone, test, toasted, typeMoves,
  until, visit, visitor, well } from './table.mjs';

open();

let couple = []; // the same two go from table to table, as long as nothing goes wrong

async function annaAndBen() {
  if (!couple.length || couple.some((p) => p.isClosed())) couple = await Promise.all([1, 2].map(() => someone()));
  return couple;
}

/** Two people at a table of their own. */
async function pair(game) {
  const [anna, ben] = await annaAndBen();
  const made = await ask(anna, '/api/matches', { game, players: 2, seats: [{ kind: 'me' }, { kind: 'open' }] });
  assert.equal(made.status, 200, made.error);
  await ask(ben, `/api/matches/${made.id}/join`, { seat: 1 });
  for (const p of [anna, ben]) await visit(p, made.url);
  await glows(anna);
  return [anna, ben, made];
}

test('a draw is offered, declined, offered again and agreed', async () => {
  const [anna, ben] = await pair('gomoku');
  await anna.click('button:has-text("Offer draw")');
  await ben.waitForSelector('.offer');
  assert.match(await ben.textContent('.offer p'), /offers a draw/);
  await ben.click('button:has-text("Decline")');
  await toasted(anna, 'declined');
  await until(ben, () => !document.querySelector('.offer'));
  await ben.click('button:has-text("Offer draw")');
  await anna.waitForSelector('.offer');
  await anna.click('button:has-text("Accept")');
  for (const p of [anna, ben]) {
    await p.waitForSelector('.result');
    assert.match(await p.textContent('.result h2'), /draw by agreement/);
  }
  well(anna, ben);
});

test('a move is taken back when the other one agrees', async () => {
  const [anna, ben] = await pair('gomoku');
  await pick(anna, () => 3);
  await glows(ben);
  await anna.click('button:has-text("Take back")');
  await ben.waitForSelector('.offer');
  await ben.click('button:has-text("Accept")');
  await logged(ben, 0);
  await glows(anna);
  well(anna, ben);
});

test('black sits below, sees the last move and what was captured; a key turns the board', async () => {
  const [anna, ben] = await pair('chess');
  const middle = async (page, label) => {
    const b = await page.locator(`[data-ref][aria-label*="${label}"]`).boundingBox();
    return b.y + b.height / 2;
  };
  assert.ok(await middle(anna, 'a1') > await middle(anna, 'a8'));
  for (const [who, text, n] of [[anna, 'e2e4', 1], [ben, 'd7d5', 2], [anna, 'e4d5', 3]]) {
    await glows(who);
    await typeMoves(who, text);
    for (const p of [anna, ben]) await logged(p, n);
  }
  await glows(ben);
  assert.ok(await middle(ben, 'a8') > await middle(ben, 'a1'));
  const last = await ben.$$eval('.item.last', (all) => all.map((e) => e.getAttribute('aria-label')).sort());
  assert.deepEqual(last, ['White Pawn on d5', 'e4, free']);
  await until(ben, () => document.querySelectorAll('.captured svg').length === 1);
  await ben.focus('.log');
  await ben.keyboard.press('f');
  await until(ben, () => {
    const [first, eighth] = ['a1', 'a8'].map((a) => document.querySelector(`[aria-label*="${a}"]`).getBoundingClientRect().y);
    return first > eighth;
  });
  // Arrow keys go through the past, and back.
  await ben.keyboard.press('ArrowLeft');
  await ben.waitForSelector('button:has-text("Back to the present")');
  await ben.keyboard.press('End');
  await glows(ben);
  well(anna, ben);
});

test('clocks run, and time that is up ends the match', async () => {
  // A jump of the clock would be a standstill of the server, in which nobody's time runs.
  const [anna, ben] = await annaAndBen();
  const seats = [{ kind: 'me' }, { kind: 'open' }];
  const made = await ask(anna, '/api/matches', { game: 'gomoku', players: 2, seats, clock: { move: 3 } });
  for (const p of [anna, ben]) {
    await visit(p, made.url);
    await until(p, () => document.querySelector('.prompt'));
  }
  // Both look on from before the clock runs: however slow they are, they are told of the clock before the end.
  const ran = [anna, ben].map((p) => until(p, () => /0:0[0-3]/.test(document.querySelector('.plate .clock')?.textContent)));
  assert.equal((await ask(ben, `/api/matches/${made.id}/join`, { seat: 1 })).status, 200);
  await Promise.all(ran);
  for (const p of [anna, ben]) {
    await until(p, () => document.querySelector('.result'));
    assert.match(await p.textContent('.result h2'), /wins/);
  }
  well(anna, ben);
});

test('whoever leaves a table of three is played on for by a bot', async () => {
  const pages = await Promise.all([1, 2, 3].map(() => someone()));
  const seats = ['me', 'open', 'open'].map((kind) => ({ kind }));
  const made = await ask(pages[0], '/api/matches', { game: 'azul', players: 3, seats });
  for (const i of [1, 2]) await ask(pages[i], `/api/matches/${made.id}/join`, { seat: i });
  for (const p of pages) {
    p.on('dialog', (d) => d.accept());
    await visit(p, made.url);
  }
  await pages[2].click('[aria-label="Match menu"]');
  await pages[2].click('button:has-text("Leave")');
  const moved = await Promise.all(pages.slice(0, 2).map((p, i) => playOn(p, 200, 4 + i, 15)));
  assert.deepEqual(moved, [false, false]); // nobody waits for whoever has gone
  const { players } = await ask(pages[0], `/api/matches/${made.id}`);
  assert.deepEqual(players.map((p) => p.kind === 'bot'), [false, false, true]);
  await leave(...pages);
});

test('people talk; watchers listen to nothing but the game', async () => {
  const [anna, ben, made] = await pair('gomoku');
  const eve = await visitor(browser, server.url + made.url);
  await eve.waitForSelector('.scene .zone');
  for (const p of [anna, ben]) await p.click('[aria-label="Talk"]');
  await anna.fill('[aria-label="Say something"]', 'good luck');
  await anna.press('[aria-label="Say something"]', 'Enter');
  await ben.waitForSelector('.chat p:has-text("good luck")');
  assert.equal(await eve.locator('[aria-label="Say something"]').isVisible(), false);
  well(anna, ben);
  await leave(eve);
});

test('what a card says can be read', async () => {
  const page = await someone();
  const seats = [{ kind: 'me' }, { kind: 'bot', spec: 'level:n=1' }];
  const made = await ask(page, '/api/matches', { game: 'unicorns', players: 2, seats, seed: 2 });
  await visit(page, made.url);
  await page.waitForSelector('.fan [data-text]');
  await page.click('.fan [data-text]', { button: 'right' });
  await toasted(page, '^[^:]{2,40}: .{8,}');
  await page.click('button[aria-label="Rules"]');
  await page.waitForSelector('dialog[open] .leaflet p');
  assert.match(await page.textContent('dialog .leaflet'), /stable/);
  await page.click('dialog .close');
  await leave(page);
});

test('an account is signed out elsewhere', async () => {
  const [home, phone] = await Promise.all([1, 2].map(() => someone()));
  for (const [page, path] of [[home, '/api/register'], [phone, '/api/login']]) {
    assert.equal((await ask(page, path, { name: 'Zoe', password: 'correct horse' })).status, 200);
  }
  await phone.goto(server.url + '/u/Zoe');
  await phone.click('summary:has-text("Where you are signed in")');
  await phone.click('button:has-text("Sign out everywhere else")');
  await until(phone, () => document.querySelectorAll('details[open] .rows li').length === 1);
  assert.equal((await ask(home, '/api/me')).guest, true);
  await leave(phone);
  await home.context().close();
});
