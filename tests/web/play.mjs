// SPDX-License-Identifier: MIT
// People play: against a bot, against each other, on one device, through a bad network.

import assert from 'node:assert/strict';
import { count } from './inpage.mjs';
import { ask, browser, cable, chooser, glows, isOver, logged, open, pick, playOn, playOut, regular, server, settled, someone,
  test, toasted, until, visit, visitor, well, withBen } from './table.mjs';

open();

test('a guest moves in chess within three clicks, and a bot answers', async () => {
  const page = await visitor(browser, server.url);
  await page.click('.games a[href="/g/chess"]');           // 1
  await page.click('button[type=submit]');                  // 2
  await glows(page);
  // The third click begins a move; a man and its target are two picks.
  await page.click('[data-ref][aria-label*="e2"]');
  await page.click('[data-ref].can[aria-label*="e4"]');
  await until(page, () => document.querySelectorAll('.log li').length >= 2);
  assert.match(await page.textContent('.log'), /e4/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a man is dragged to its place', async () => {
  const page = await regular();
  await withBen(page, 'chess');
  await glows(page);
  const middle = async (cell) => {
    const b = await page.locator(`[data-ref][aria-label*="${cell}"]`).boundingBox();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  await page.mouse.move(...await middle('g1'));
  await page.mouse.down();
  await page.mouse.move(...await middle('f3'), { steps: 5 });
  await page.mouse.up();
  await logged(page, 1);
  assert.match(await page.textContent('.log'), /f3/);
  well(page);
});

test('an impossible pick says why', async () => {
  const page = await visitor(browser, server.url + '/g/chess');
  await page.click('button[type=submit]');
  await glows(page);
  await page.click('[data-ref][aria-label*="e2"]');
  await page.click('[data-ref][aria-label*="e6"]', { force: true }); // it says it is disabled
  await toasted(page, '.{11,}');
  await page.context().close();
});

test('two browsers play Kalah to the end, and a third watches', async () => {
  const [anna, ben, eve] = await Promise.all([1, 2, 3].map(() => someone()));
  const made = await ask(anna, '/api/matches', { game: 'kalah', players: 2, seats: [{ kind: 'me' }, { kind: 'invite' }] });
  assert.equal(made.status, 200);
  await visit(anna, made.url);
  await anna.waitForSelector('.prompt a');
  const link = await anna.getAttribute('.prompt a', 'href');
  await visit(ben, link);
  await visit(eve, made.url);
  await playOut([anna, ben], 7);
  await until(eve, () => document.querySelector('.result'));
  assert.equal(await anna.textContent('.result .ranks'), await eve.textContent('.result .ranks')); // the title says "you"
  for (const p of [anna, ben, eve]) {
    assert.deepEqual(p.problems, []);
    await p.context().close();
  }
});

test('three play Unicorns on one device behind a curtain', async () => {
  const page = await regular();
  const seats = [{ kind: 'me' }, { kind: 'here', name: 'Ben' }, { kind: 'here', name: 'Eva' }];
  await withBen(page, 'unicorns', { players: 3, seats });
  const choose = chooser(3);
  const shown = new Set();
  for (let i = 0; i < 60; i++) {
    await settled(page);
    if (await isOver(page)) break;
    const behind = await page.evaluate(() => {
      const curtain = document.querySelector('.curtain h2');
      return curtain && {
        title: curtain.textContent,
        scene: document.querySelector('.match').textContent,
        things: document.querySelectorAll('.match .zone, .match .item, .match [title]').length,
      };
    });
    if (behind) {
      // Nothing of the game is in the page meanwhile, nor was it sent.
      shown.add(behind.title);
      assert.match(behind.scene, /^Unstable UnicornsPass the device to [\w ]+Nothing hidden is shown meanwhile.I am [\w ]+$/);
      assert.equal(behind.things, 0);
    }
    await pick(page, choose);
    if (behind) await until(page, (title) => document.querySelector('.curtain h2')?.textContent !== title, behind.title);
  }
  assert.ok(shown.size >= 2, [...shown].join(', '));
  const covered = page.frames.map((f) => JSON.parse(f)).filter((m) => typeof m.curtain === 'number');
  assert.ok(covered.length >= shown.size);
  for (const sight of covered) assert.deepEqual([sight.scene, sight.ask], [null, null]);
  well(page);
});

// --- Secrets -------------------------------------------------------------------

/** The names of cards in a text, of two that fit the longer one: "Baby Narwhal" is no "Narwhal". */
function namesIn(text, pattern) {
  return new Set(text.match(pattern) || []);
}

/** What one browser shows, except what is printed on the cards of the game. */
const shownBy = (page) => page.evaluate(() => {
  const copy = document.documentElement.cloneNode(true);
  for (const name of ['title', 'data-text']) {
    copy.querySelectorAll(`.card-face[${name}]`).forEach((el) => el.removeAttribute(name));
  }
  // A long name is drawn in two lines, which by themselves can be the names of other cards; the
  // label beside them has it whole.
  copy.querySelectorAll('[aria-label] text').forEach((el) => el.remove());
  return copy.outerHTML;
});

/** All names that one browser has got or shows; what was searched once is not searched again. */
async function knownTo(page, pattern) {
  const shown = await shownBy(page);
  const told = (await Promise.all(page.responses)).filter((r) => !r.url.includes('/rules')).map((r) => r.text);
  page.known = page.known || { names: new Set(), frames: 0, told: 0 };
  const { names, frames, told: before } = page.known;
  for (const text of [...page.frames.slice(frames), ...told.slice(before)]) {
    for (const name of namesIn(text, pattern)) names.add(name);
  }
  page.known = { names, frames: page.frames.length, told: told.length };
  return new Set([...names, ...namesIn(shown, pattern)]);
}

/** Every scene this page was sent, each read once. */
function scenes(page) {
  page.read = page.read || { frames: 0, scenes: [] };
  const more = page.frames.slice(page.read.frames).filter((f) => f.includes('"scene":{')).map((f) => JSON.parse(f));
  page.read = { frames: page.frames.length, scenes: [...page.read.scenes, ...more] };
  return page.read.scenes;
}

const labels = ({ scene }, kind, test = () => true) => {
  const here = (i) => scene.zones[i.zone].kind === kind && test(scene.zones[i.zone].owner, i.flags || []);
  return scene.items.filter(here).map((i) => i.label);
};

/** Labels in hands, as told to a page: those whose owner and flags pass the test. */
const handLabels = (page, test) => scenes(page).flatMap((m) => labels(m, 'hand', test)).join('\n');

/** What a page is shown of the piles while it must choose from them: some cards search the deck. */
const chosenFrom = (page) => scenes(page).filter((m) => m.ask).flatMap((m) => labels(m, 'pile')).join('\n');

test('four browsers play Unicorns, and none ever gets another one\'s hand', async () => {
  const pages = await Promise.all([1, 2, 3, 4, 5].map(() => someone({ keeps: /^(?!.*\.(js|css|svg)$)/ })));
  const players = pages.slice(0, 4);
  const seats = ['me', 'open', 'open', 'open'].map((kind) => ({ kind }));
  const made = await ask(pages[0], '/api/matches', { game: 'unicorns', players: 4, seats });
  for (const [i, p] of players.entries()) {
    if (i) assert.equal((await ask(p, `/api/matches/${made.id}/join`, { seat: i })).status, 200);
  }
  for (const p of pages) {
    await p.addInitScript(count);
    await p.goto(server.url + made.url);
  }
  const { words } = await ask(pages[0], `/api/games/unicorns/rules?match=${made.id}`);
  const names = Object.keys(words).sort((a, b) => b.length - a.length);
  assert.ok(names.length > 40);
  const pattern = new RegExp(names.map((n) => n.replace(/[^\w ]/g, '\\$&')).join('|'), 'g');

  /** Searches everything each browser has for cards that only another one can know. */
  async function search(first) {
    // Nothing is on its way to the server and all have heard of everything, or one could be behind the others.
    for (const p of players) await until(p, () => !window.owed.size);
    const { ply } = await ask(pages[0], `/api/matches/${made.id}`);
    for (const p of pages) await until(p, (n) => document.querySelector('.log li:last-child')?.value >= n, ply);
    const found = await Promise.all(pages.map((p) => knownTo(p, pattern)));
    const open = first ? new Set() : found[4]; // what watchers have heard of is no secret any more
    const own = pages.map((p, j) => (j > 3 ? new Set()
      : namesIn(handLabels(p, (o, flags) => o === j || flags.includes('known')) + chosenFrom(p), pattern)));
    let secrets = 0;
    for (const [i, owner] of players.entries()) {
      const hand = namesIn(handLabels(owner, (o, flags) => o === i && !flags.includes('down')), pattern);
      for (const j of pages.keys()) {
        for (const name of hand) {
          if (i === j || own[j].has(name) || open.has(name)) continue;
          secrets++;
          assert.ok(!found[j].has(name), `browser ${j} has "${name}", which is in the hand of player ${i}`);
        }
      }
    }
    return secrets;
  }

  assert.ok(await search(true) > 20); // nothing has been shown yet, to the watcher neither
  let secrets = 0;
  for (let round = 1; round <= 4; round++) {
    const { ply } = await ask(pages[0], `/api/matches/${made.id}`);
    const ends = await Promise.all(players.map((p, i) => playOn(p, 400, 20 * round + i, ply + 12)));
    secrets += await search();
    if (ends.some(Boolean)) break;
  }
  assert.ok(secrets > 20, `${secrets} secrets were looked for`);
  for (const [i, p] of pages.entries()) {
    // In scenes, another player's hand is face down unless rules have shown it; nor is anybody asked for somebody else.
    assert.equal(handLabels(p, (o, flags) => o !== i && !flags.includes('down') && !flags.includes('known')), '');
    assert.ok(p.frames.filter((f) => f.includes('"ask":{')).every((f) => JSON.parse(f).ask.seat === i));
    assert.deepEqual(p.problems, []);
  }
  for (const p of pages) await p.context().close();
});

/** Waits until the page knows that nobody is there. */
const lost = (page) => until(page, () => /lost/.test(document.querySelector('.prompt').textContent));

test('the cable is pulled in mid-move: nothing is lost, nothing happens twice', async () => {
  const wire = await cable(server.port);
  const page = await visitor(browser, `${wire.url}/history`);
  const made = await withBen(page, 'gomoku');
  for (let i = 1; i <= 6; i++) {
    await glows(page);
    if (i % 2 === 0) {
      // The move is made while nothing can get through, and arrives later.
      wire.pull();
      await pick(page, () => i * 3);
      await lost(page);
      wire.plug();
    } else {
      // The move gets out, the answer may not come back.
      await pick(page, () => i * 3);
      wire.pull();
      await lost(page);
      wire.plug();
    }
    await logged(page, i);
  }
  const summary = await ask(page, `/api/matches/${made.id}`);
  assert.equal(summary.ply, 6);
  wire.close();
  await page.context().close();
});

test('the server dies and comes back: the match goes on', async () => {
  const page = await regular();
  await withBen(page, 'gomoku');
  for (let i = 1; i <= 3; i++) {
    await glows(page);
    await pick(page, () => i * 7);
    await logged(page, i);
    await server.stop('SIGKILL');
    await server.start();
  }
  await glows(page);
  await logged(page, 3);
  await page.context().close();
});
