// SPDX-License-Identifier: MIT
// The club's pages: events from making to places, teams, pairing, block and report, moderation.

import assert from 'node:assert/strict';
import { forEverybody } from './axe.mjs';
import { ask, browser, holdFirst, logged, open, openTalk, server, someone, test, toasted, until, visit,
  visitor } from './table.mjs';

open();

async function member(name) {
  const page = await someone();
  const made = await ask(page, '/api/register', { name, password: 'a quiet tall ship' });
  assert.equal(made.status, 200);
  return page;
}

const shows = (page, words) => until(page, (w) => document.querySelector('#main').innerText.includes(w), words);

const atMatch = (page) => until(page, () => location.pathname.startsWith('/m/') && document.querySelector('.match'));

test('an event is made on the page, entered, started and led to the match', async () => {
  const anna = await member('Anna');
  const ben = await member('Ben');
  await anna.goto(server.url + '/events');
  await anna.click('summary');
  await anna.fill('#title', 'Friday cup');
  await anna.selectOption('#game', 'tictactoe');
  await forEverybody(anna, 'events, and making one');
  await anna.click('button:has-text("Make it")');
  await shows(anna, 'Nobody has entered yet');
  await anna.click('button:has-text("Enter")');
  await anna.waitForSelector('.standings tr.me');
  await forEverybody(anna, 'an event');
  await ben.goto(server.url + '/events');
  await ben.click('.rows a.btn');
  await ben.click('button:has-text("Enter")');
  await ben.waitForSelector('.standings tr.me');
  await anna.click('button:has-text("Start now")');
  for (const p of [anna, ben]) await atMatch(p); // both pages go there by themselves
  for (const p of [anna, ben]) await p.context().close();
});

test('people who look for an opponent find each other', async () => {
  const [a, b] = [await visitor(browser, ''), await visitor(browser, server.url)];
  const { route } = await holdFirst(a, '**/api/me');
  await a.goto(server.url);
  await a.click('button:has-text("Look")'); // before the page knows who asks
  await (await route).continue();
  await b.click('button:has-text("Look")');
  for (const p of [a, b]) await atMatch(p);
  assert.equal(a.url(), b.url());
  for (const p of [a, b]) {
    assert.deepEqual(p.problems, []);
    await p.context().close();
  }
});

test('a team is made, joined and left', async () => {
  const cleo = await member('Cleo');
  const dan = await member('Dan');
  await cleo.goto(server.url + '/teams');
  await cleo.waitForSelector('#team');
  await forEverybody(cleo, 'teams');
  await cleo.fill('#team', 'Owls');
  await cleo.click('button:has-text("Make it")');
  await shows(cleo, 'Led by Cleo');
  await dan.goto(server.url + '/teams');
  await dan.click('.rows a.btn');
  await dan.click('button:has-text("Join")');
  await dan.waitForSelector('button:has-text("Leave")');
  await forEverybody(dan, 'a team');
  await cleo.reload();
  await cleo.click('button:has-text("Put out")');
  await until(cleo, () => document.querySelectorAll('.rows li').length === 1);
  for (const p of [cleo, dan]) await p.context().close();
});

test('somebody is blocked and reported; notices and vacation are on the own page', async () => {
  const eve = await member('Eve');
  const fay = await member('Fay');
  await eve.goto(server.url + '/u/Fay');
  await eve.click('summary:has-text("Block or report")');
  await eve.click('button:has-text("Block")');
  await eve.fill('input[aria-label="What has happened"]', 'swears');
  await forEverybody(eve, 'somebody else, blocked');
  await eve.click('button:has-text("Report")');
  await toasted(eve, 'operator');
  await eve.goto(server.url + '/moderation');
  await shows(eve, 'for moderators');
  await forEverybody(eve, 'moderation, for others');
  await fay.goto(server.url + '/u/Fay');
  await fay.click('summary:has-text("Notices")');
  await fay.click('button:has-text("Days off")');
  await shows(fay, 'On vacation until');
  await forEverybody(fay, 'one\'s own page');
  for (const p of [eve, fay]) await p.context().close();
});

// --- Planning ahead, and watchers who see it later ---------------------------------

const listed = (page) => page.frames.map((f) => JSON.parse(f)).filter((m) => m.ask).pop().ask.moves.map((m) => m.text);

async function twoAt(a, b, more) {
  const seats = [{ kind: 'me' }, { kind: 'open' }];
  const { id } = await ask(a, '/api/matches', { game: 'tictactoe', seats, ...more });
  assert.equal((await ask(b, `/api/matches/${id}/join`, {})).status, 200);
  for (const p of [a, b]) await visit(p, `/m/${id}`);
  await a.waitForSelector('.item.can');
  await b.waitForSelector('.prompt');
  return id;
}

async function planner(page) {
  await openTalk(page);
  await page.click('.plan summary');
}

test('a plan is typed, refused with the reason, kept, seen again and followed', async () => {
  const [gil, hal] = [await member('Gil'), await member('Hal')];
  await twoAt(gil, hal, { clock: { move: 86400 } });
  const [first, second] = listed(gil);
  await planner(hal);
  await hal.fill('.plan textarea', 'nonsense ; more of it');
  await hal.click('.plan form button');
  await toasted(hal, 'nonsense');
  await hal.fill('.plan textarea', `${first} ; ${second.replace('X', 'O')}`);
  await hal.click('.plan form button');
  await hal.waitForSelector('.plan li');
  await hal.reload();
  await planner(hal);
  await hal.waitForSelector('.plan li');
  await hal.context().close(); // it is played without him
  await openTalk(gil);
  await gil.fill('.typed', first);
  await gil.press('.typed', 'Enter');
  await logged(gil, 2);
  assert.deepEqual(gil.problems, []);
  await gil.context().close();
});

test('a plan is given up; nobody is offered one where it makes no sense', async () => {
  const [ida, jon] = [await member('Ida'), await member('Jon')];
  await twoAt(ida, jon);
  const [first, second] = listed(ida);
  await openTalk(ida);
  await ida.waitForSelector('.typed');
  assert.equal(await ida.locator('.plan').count(), 0); // it is her turn
  await planner(jon);
  await jon.fill('.plan textarea', `${first} ; ${second.replace('X', 'O')}`);
  await jon.click('.plan form button');
  await jon.waitForSelector('.plan li');
  await jon.click('.plan button:has-text("Give up the plan")');
  await jon.waitForSelector('.plan li', { state: 'detached' });
  for (const p of [ida, jon]) await p.context().close();
});

test('watchers see a match later if whoever made it says so', async () => {
  const [kim, lea] = [await member('Kim'), await member('Lea')];
  const eye = await someone();
  await kim.goto(`${server.url}/g/tictactoe`);
  await kim.click('form summary');
  await kim.selectOption('#delay', '300');
  await kim.selectOption('select[name="seat-1"]', 'open');
  await kim.click('button[type="submit"]');
  await atMatch(kim);
  const id = kim.url().split('/').pop();
  assert.equal((await ask(lea, `/api/matches/${id}/join`, {})).status, 200);
  await kim.waitForSelector('.item.can');
  await kim.click('.item.can');
  await logged(kim, 1);
  await visit(eye, `/m/${id}`);
  await until(eye, () => document.querySelector('.delay')?.textContent.includes('5 minutes later'));
  assert.equal(await eye.locator('.log li').count(), 0);
  assert.equal(await kim.locator('.delay').count(), 0);
  for (const p of [kim, lea, eye]) await p.context().close();
});

test('news of an event that come after its page was left lead nowhere', async () => {
  const ines = await member('Ines');
  // The page's own look at the event every few seconds is taken by the test, which lets it look when it wants.
  await ines.addInitScript(() => {
    const every = window.setInterval;
    window.setInterval = (look, ms, ...more) => {
      if (ms !== 4000) return every(look, ms, ...more);
      window.lookAgain = look;
      return 0;
    };
  });
  const made = await ask(ines, '/api/events', { kind: 'arena', title: 'Late', game: 'tictactoe', clock: { base: 60 } });
  const event = await ask(ines, `/api/events/${made.id}`);
  const playing = (match) => ({ ...event, state: 'live', games: [{ round: 1, match, over: false, players: ['Ines', 'Finn'] }] });
  let answer = playing('one');
  let held = null;
  await ines.route(`**/api/events/${made.id}`, (route) => (held ? held(route) : route.fulfill({ json: answer })));
  await ines.goto(server.url + made.url);
  await ines.waitForSelector('a:has-text("To your match")');
  answer = playing('two');
  const caught = new Promise((done) => { held = done; });
  await ines.evaluate(() => { window.looking = window.lookAgain(); });
  const route = await caught;
  await visit(ines, '/teams');
  await ines.waitForSelector('#team');
  await route.fulfill({ json: answer });
  await ines.evaluate(() => window.looking);
  assert.equal(await ines.evaluate(() => location.pathname), '/teams');
  await ines.context().close();
});
