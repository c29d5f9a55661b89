// SPDX-License-Identifier: MIT
// What is heard, spoken and felt: sounds and silence, calm for those who ask for it, commands for those who listen,
// arrow keys from zone to zone, a finger beside its place, colours that the device chooses.

import assert from 'node:assert/strict';
import { SHARP, ask, glows, leave, logged, open, opened, playOn, someone, tabTo, test, toasted, typeMoves, until, visit,
  withBen } from './table.mjs';

open(['--no-limits']);

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, ...SHARP };

/** Clicks from inside the page, which is no touch of a hand. */
const poke = (page, ...names) => page.evaluate((all) => {
  for (const name of all) {
    const called = (el) => el.getAttribute('aria-label').includes(name);
    [...document.querySelectorAll('[data-ref]')].find(called).dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
}, names);

// --- Sounds ----------------------------------------------------------------------

/** Runs in the page: a sound system that keeps what would be heard, {hz, loud}, in window.heard. */
function listen() {
  window.heard = [];
  const value = () => ({ at: 0, setValueAtTime(x) { this.at = x; }, exponentialRampToValueAtTime() {} });
  class Part {
    constructor() {
      Object.assign(this, { frequency: value(), gain: value() });
    }

    connect(next) {
      this.next = next;
      return next;
    }

    start() {
      const chain = [];
      for (let part = this; part; part = part.next) chain.push(part);
      const first = (name) => chain.map((part) => part[name]?.at).find(Boolean);
      window.heard.push({ hz: first('frequency'), loud: first('gain') });
    }

    stop() {}
  }
  const part = () => new Part();
  const buffer = (_, n) => ({ getChannelData: () => new Float32Array(n) });
  window.AudioContext = class {
    constructor() {
      Object.assign(this, { currentTime: 0, sampleRate: 8000, destination: part(), createBuffer: buffer });
      for (const name of ['Gain', 'Oscillator', 'BiquadFilter', 'BufferSource']) this[`create${name}`] = part;
    }
  };
}

/** What was heard since the last question. */
const heard = (page) => page.evaluate(() => window.heard.splice(0));
const pitches = async (page) => (await heard(page)).map((note) => note.hz);

async function setVolume(page, percent) {
  await page.click('#look button');
  await page.fill('dialog[open] input[type=range]', String(percent));
  await page.keyboard.press('Escape');
}

test('sounds: none before the first touch, each thing its own, louder, softer and none', async () => {
  const page = await someone();
  await page.addInitScript(listen);
  await withBen(page, 'chess');
  await glows(page);
  await poke(page, 'e2', 'e4');
  await logged(page, 1);
  assert.deepEqual(await heard(page), [], 'browsers ask for a touch first');

  await page.click('[data-ref].can[aria-label*="e7"]');
  await until(page, () => document.querySelector('.item.picked'));
  assert.deepEqual(await pitches(page), [2400], 'a man is taken up');
  await page.click('[data-ref].can[aria-label*="e5"]');
  await logged(page, 2);
  const put = await heard(page);
  assert.deepEqual(put.map((note) => note.hz), [1200, 220], 'wood on wood');
  assert.deepEqual(put.map((note) => note.loud), [0.2, 0.2], 'half of 40 %');

  await setVolume(page, 100);
  await poke(page, 'd2', 'd6');
  await toasted(page, '.{11,}');
  assert.deepEqual(await heard(page), [{ hz: 2400, loud: 0.25 }, { hz: 140, loud: 0.4 }], 'and refused');

  await setVolume(page, 0);
  await page.keyboard.press('Escape'); // the pawn is put back
  await poke(page, 'd2', 'd4');
  await logged(page, 3);
  assert.deepEqual(await heard(page), [], 'muted');

  await setVolume(page, 40);
  page.on('dialog', (d) => d.accept());
  await page.click('button:has-text("Resign")');
  await page.waitForSelector('.result');
  assert.deepEqual(await pitches(page), [523, 659, 784, 1047], 'somebody at this device has won');

  const seats = [{ kind: 'me' }, { kind: 'bot', spec: 'level:n=1' }];
  await visit(page, (await ask(page, '/api/matches', { game: 'gomoku', players: 2, seats })).url);
  await glows(page);
  await page.evaluate(() => window.tester.play(1, 1));
  await until(page, () => window.heard.some((note) => note.hz === 659)); // it is my turn again
  assert.ok((await pitches(page)).includes(2500), 'stones sound like stones');
  await leave(page);
});

// --- Motion ----------------------------------------------------------------------

/** Runs in the page: counts what is moved. */
function watchMotion() {
  window.moved = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function counted(...how) {
    window.moved += 1;
    return animate.apply(this, how);
  };
}

test('calm: nothing flies and no confetti rains for those who asked for less motion', async () => {
  const page = await someone({ reducedMotion: 'reduce' });
  await page.addInitScript(watchMotion);
  await withBen(page, 'chess');
  await typeMoves(page, 'f2f3', 'e7e5', 'g2g4');
  await typeMoves(page, 'd8h4');
  await page.waitForSelector('.result');
  const rains = () => page.evaluate(() => getComputedStyle(document.querySelector('.result .confetti')).display !== 'none');
  assert.equal(await rains(), false);
  assert.equal(await page.evaluate(() => window.moved), 0);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  assert.equal(await rains(), true);
  await withBen(page, 'chess');
  await typeMoves(page, 'f2f3');
  assert.ok(await page.evaluate(() => window.moved) > 0, 'others see it fly');
  await leave(page);
});

// --- For those who listen ----------------------------------------------------------

/** What is said after a key was pressed. */
async function answer(page, key) {
  await page.evaluate(() => { document.querySelector('#alert').textContent = ''; });
  await page.keyboard.press(key);
  await until(page, () => document.querySelector('#alert').textContent);
  return page.textContent('#alert');
}

test('commands: what lies on e4, what I can do, my hand, the scores; behind a curtain nothing', async () => {
  const page = await someone();
  await withBen(page, 'chess');
  await glows(page);
  assert.match(await answer(page, 'w'), /^(White (Pawn|Knight) on [a-h][12](\. )?){10}$/);
  assert.match(await answer(page, 'h'), /Nothing here/);
  await page.keyboard.press('m');
  for (const [asked, told] of [['e2?', 'White Pawn on e2'], ['e4?', 'e4, free'], ['e9?', 'Nothing here is called that.']]) {
    await page.keyboard.type(asked);
    assert.equal(await answer(page, 'Enter'), told);
  }
  assert.equal(await page.evaluate(() => document.querySelectorAll('.log li').length), 0);

  await withBen(page, 'azul', { seed: 3 });
  await glows(page);
  const name = await page.evaluate(() => document.querySelector('.me .who b').textContent);
  const scores = await answer(page, 's');
  for (const who of [name, 'Ben']) assert.equal(scores.split(`${who}: score 0`).length, 2, scores); // each once

  await withBen(page, 'unicorns', { seed: 3 });
  await opened(page);
  const hand = await page.$$eval('.fan .item', (all) => all.map((el) => el.getAttribute('aria-label')));
  assert.equal((await answer(page, 'h')).split('. ').length, hand.length);
  assert.equal(await answer(page, 'h').then((said) => said.trim()), hand.join('. '));
  await playOn(page, 40, 1, 3);
  await until(page, () => {
    if (document.querySelector('.curtain')) return true;
    document.querySelector('.match:not(.sending) .item.can')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return false;
  });
  await page.evaluate(() => { document.querySelector('#alert').textContent = ''; });
  for (const key of ['h', 's', 'w']) await page.keyboard.press(key);
  assert.equal(await page.textContent('#alert'), '', 'who has the device now is not who has played');
  await leave(page);
});

// --- Keys and fingers --------------------------------------------------------------

/** Where the focus is: its middle, and in what. */
const focus = (page) => page.evaluate(() => {
  const at = document.activeElement;
  const b = at.getBoundingClientRect();
  const zone = at.closest('.stairs, .ring')?.getAttribute('class') || '';
  return { x: b.x + b.width / 2, y: b.y + b.height / 2, zone };
});

test('arrow keys lead from zone to zone, and each of them in its direction', async () => {
  const page = await someone({ viewport: { width: 1280, height: 800 }, ...SHARP });
  await withBen(page, 'azul', { seed: 3 });
  await glows(page);
  await tabTo(page, '.ring .item.can');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelector('.item.picked'));
  const walk = async (key, ahead, zone) => {
    for (let i = 0; i < 12; i++) {
      const from = await focus(page);
      if (from.zone.includes(zone)) return;
      await page.keyboard.press(key);
      const to = await focus(page);
      assert.ok(ahead(from, to), `${key}: ${JSON.stringify([from, to])}`);
    }
    throw new Error(`${key} leads nowhere`);
  };
  await walk('ArrowDown', (a, b) => b.y > a.y, 'stairs');
  await walk('ArrowUp', (a, b) => b.y < a.y, 'ring');
  await walk('ArrowDown', (a, b) => b.y > a.y, 'stairs');
  await page.keyboard.press('Enter');
  await until(page, () => document.querySelector('.curtain')); // the tiles are laid, and Ben is next
  await leave(page);
});

/** The box of a place, by what it is called. */
const placed = (page, name) => page.locator(`[data-ref][aria-label*="${name}"]`).boundingBox();

test('a finger beside a place means the nearest legal one; on another man it means that man', async () => {
  const page = await someone(PHONE);
  await withBen(page, 'chess');
  await glows(page);
  const tap = (b, dx, dy) => page.touchscreen.tap(b.x + b.width * dx, b.y + b.height * dy);
  await tap(await placed(page, 'e2'), 0.5, 0.5);
  await until(page, () => document.querySelector('.item.picked'));
  const e4 = await placed(page, 'e4');
  assert.ok(e4.width > 40, `${e4.width}`);
  await page.touchscreen.tap(e4.x + e4.width / 2, e4.y - 30); // too far away
  await toasted(page, '.{11,}');
  await page.touchscreen.tap(e4.x + e4.width / 2, e4.y - 18);
  await logged(page, 1);
  assert.match(await page.textContent('.log'), /^e4$/);

  // Whoever changes their mind hits the other man, although a legal place is next to it.
  await poke(page, 'd7');
  await until(page, () => document.querySelector('.item.picked'));
  await tap(await placed(page, 'c7'), 0.5, 0.5);
  await until(page, () => /c7/.test(document.querySelector('.item.picked')?.getAttribute('aria-label')));
  await poke(page, 'c7', 'd7');
  await tap(await placed(page, 'e7'), 0.2, 0.97); // three pixels beside d6, which is legal
  await until(page, () => /e7/.test(document.querySelector('.item.picked')?.getAttribute('aria-label')));
  assert.equal(await page.evaluate(() => document.querySelectorAll('.log li').length), 1);
  await leave(page);
});

test('any space of a line of Azul means that line, also beside another one', async () => {
  const page = await someone(PHONE);
  await withBen(page, 'azul', { seed: 3 });
  await glows(page);
  await page.evaluate(() => window.tester.play(1, 0)); // tiles are taken up
  await until(page, () => document.querySelector('.stairs .item.can'));
  const lines = await page.$$eval('.ring-mine .stairs [data-at]', (all) => all.map((el) => {
    const b = el.querySelector('.hit')?.getBoundingClientRect();
    return { row: Number(el.dataset.at.split(':')[1]), x: b?.x, y: b?.y, w: b?.width };
  }).filter((place) => place.w));
  const fifth = lines.filter((place) => place.row === 4).sort((a, b) => a.x - b.x)[0];
  await page.touchscreen.tap(fifth.x + fifth.w * 0.5, fifth.y + 2); // just below the fourth line
  await until(page, () => document.querySelector('.curtain')); // they are laid, and Ben is next
  const made = page.frames.map((f) => JSON.parse(f)).filter((m) => m.t === 'event').flatMap((m) => m.log);
  assert.match(made.map((entry) => entry.sentence).join(), /line 5/);
  await leave(page);
});

// --- Colours of the device -----------------------------------------------------------

test('forced colours: what may be done, what is held and what was done have lines instead of grounds', async () => {
  const page = await someone({ forcedColors: 'active', viewport: { width: 1280, height: 800 } });
  const style = (selector, name) => page.evaluate(([s, n]) => getComputedStyle(document.querySelector(s))[n], [selector, name]);
  const named = (colour) => page.evaluate((word) => {
    const probe = document.createElement('i');
    probe.style.color = word;
    document.body.append(probe);
    const seen = getComputedStyle(probe).color;
    probe.remove();
    return seen;
  }, colour);
  await withBen(page, 'chess');
  await typeMoves(page, 'e2e4');
  await glows(page);
  await poke(page, 'g8');
  await until(page, () => document.querySelector('.item.picked'));
  assert.equal(await style('.board .item.can .hit', 'stroke'), await named('Highlight'));
  assert.equal(await style('.board .item.picked .hit', 'strokeWidth'), '5px');
  assert.equal(await style('.board .item.last .hit', 'stroke'), await named('Mark'));
  assert.equal(await style('.plate.turn', 'borderTopWidth'), '1px');
  assert.notEqual(await style('.board use[href^="#m-"]', 'fill'), await named('Canvas'), 'men keep their colours');

  await withBen(page, 'unicorns', { seed: 3 });
  await opened(page);
  assert.equal(await style('.fan .item.can', 'borderTopStyle'), 'solid');
  await leave(page);
});

test('more contrast: second text and lines are in ink, by day and by night, also where a skin has tints', async () => {
  const page = await someone({ contrast: 'more' });
  await withBen(page, 'azul', { seed: 3 });
  await glows(page);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    const pale = await page.evaluate(() => {
      const style = getComputedStyle(document.querySelector('.a-mine'));
      return ['--soft', '--line', '--ghost'].filter((name) => style.getPropertyValue(name) !== style.getPropertyValue('--ink'));
    });
    assert.deepEqual(pale, [], colorScheme);
  }
  await leave(page);
});
