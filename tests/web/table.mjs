// SPDX-License-Identifier: MIT
// What the browser tests share: a server of their own, browsers, a proxy whose
// cable can be pulled, and a player who picks whatever glows. Whoever looks for hidden
// races sets TSR_THROTTLE=6: every page then is so many times slower than the server and
// the test, and what is not waited for comes too late.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test as nodeTest } from 'node:test';
import { chromium } from 'playwright-core';
import { bring, shown } from './inpage.mjs';

/** Milliseconds that no single wait takes, however busy the machine is. */
export const HANG = Number(process.env.TSR_HANG) || 300000;

/** What a server's environment needs for a clock that can be set forward (tests/support/driven_clock.c). */
function driven(clock) {
  writeFileSync(clock, new Uint8Array(new BigInt64Array([1n, 0n, 0n]).buffer)); // goes on by itself
  return { ...process.env, LD_PRELOAD: join(process.env.TSR_BUILD_DIR, 'tests/driven_clock.so'), TSR_TEST_CLOCK: clock };
}

/** So many seconds later, at once, for a server with this clock. */
function advance(clock, seconds) {
  const file = openSync(clock, 'r+'); // in place: the server has it mapped
  const ahead = new BigInt64Array(1);
  readSync(file, ahead, 0, 8, 8);
  ahead[0] += BigInt(seconds * 1e9);
  writeSync(file, ahead, 0, 8, 8);
  closeSync(file);
}

/** Starts `tessera serve` on a free port with a database of its own. */
async function serve(options = []) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-web-'));
  const clock = join(folder, 'clock');
  const env = driven(clock);
  const server = { folder, options, later: (seconds) => advance(clock, seconds) };
  server.start = () => new Promise((done, fail) => {
    const serve = ['serve', '--port', String(server.port || 0), '--db', join(folder, 'test.db')];
    const child = spawn(process.env.TESSERA, [...serve, '--bot-pause', '20', ...options],
      { env, stdio: ['ignore', 'pipe', 'pipe'] });
    server.child = child;
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const found = text.match(/Open (http:\/\/\S+:(\d+)) in/);
      if (found) {
        server.url = found[1];
        server.port = Number(found[2]);
        done(server);
      }
    });
    server.log = '';
    child.stderr.on('data', (data) => { server.log += data; });
    child.on('exit', (code) => { server.exited = code; fail(new Error(`the server ended with ${code}: ${server.log}`)); });
  });
  server.stop = (signal = 'SIGTERM') => new Promise((done) => {
    const { child } = server;
    child.removeAllListeners('exit');
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode); // it has ended by itself
    child.on('exit', (code) => done(code));
    child.kill(signal);
  });
  server.close = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return server.start();
}

function browse() {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: process.env.TSR_BROWSER, args });
}

export let server, browser;

/** One server and one browser for all tests of a file. */
export function open(options = []) {
  before(async () => {
    server = await serve(options);
    browser = await browse();
  });
  after(async () => {
    await browser.close();
    await server.close();
  });
}

const people = new Set(); // pages that are open
const regulars = new Map(); // those of people who stay from test to test, with what they were opened with

/** What all of them show: it is told when a test fails, since nobody can look any more afterwards. */
async function tellPages() {
  for (const page of people) {
    const silent = new Promise((done) => { setTimeout(done, 5000, ['does not answer']).unref(); }); // wall clock: it hangs
    const lines = await Promise.race([page.evaluate(shown), silent]).catch((e) => [e.message]);
    const last = page.frames.slice(-3).map((f) => `received: ${f.slice(0, 200)}`);
    const wrong = page.problems.map((p) => `problem: ${p}`);
    process.stdout.write(`a page shows\n  ${[...lines, ...last, ...wrong].join('\n  ')}\n`);
  }
}

/** `body`, which tells what the pages show when it fails and leaves none of them open for the next test. */
export const told = (body) => async (t) => {
  const before = new Set(people);
  try {
    await body(t);
  } catch (e) {
    await tellPages();
    for (const page of people) if (!before.has(page) || regulars.has(page)) await page.context().close();
    throw e;
  }
};

/** A test that tells what its pages show when it fails. */
export const test = (name, body) => nodeTest(name, told(body));

/** One for the long tests: what it looks at lies beside what others look at each time. */
export const longTest = (name, body) => nodeTest(name, { skip: !process.env.TSR_ALL_GAMES }, told(body));

async function slowDown(context, page) {
  const line = await context.newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.TSR_THROTTLE) });
}

/** Whoever measures what fits needs a screen as it is; all others have one with a quarter of the points to draw. */
export const SHARP = { deviceScaleFactor: 1 };
const COARSE = { viewport: { width: 1100, height: 900 }, deviceScaleFactor: 0.5, reducedMotion: 'reduce' };

/** A page of a person of their own; `frames` of sockets are kept, and `responses` from addresses it `keeps`. */
export async function visitor(browser, url, { keeps, ...options } = {}) {
  const context = await browser.newContext({ ...COARSE, ...options });
  context.setDefaultTimeout(HANG);
  await context.addInitScript(bring, HANG);
  const page = await context.newPage();
  if (process.env.TSR_THROTTLE) await slowDown(context, page);
  people.add(page);
  page.on('close', () => people.delete(page));
  page.frames = [];
  page.responses = []; // promises of {url, text}
  page.problems = [];
  page.on('pageerror', (e) => page.problems.push(e.message));
  page.on('console', (m) => m.type() === 'error' && page.problems.push(m.text()));
  const keep = (r) => page.responses.push(r.text().catch(() => '').then((text) => ({ url: r.url(), text })));
  if (keeps) page.on('response', (r) => keeps.test(r.url()) && keep(r));
  page.on('websocket', (ws) => ws.on('framereceived', (f) => page.frames.push(String(f.payload))));
  if (url) await page.goto(url);
  // The page knows who it is: what a test asks in its name is asked by the same person.
  if (url) await until(page, () => !document.querySelector('#account') || document.querySelector('#account a'));
  return page;
}

/** Somebody who has not opened the page yet, and may ask the server all the same. */
export const someone = (options) => visitor(browser, '', options);

/**
 * Somebody who may have sat at other tables of this file: a new person costs a process and a page read anew, three times
 * as much as another match. Whoever needs a person of their own, or leaves something behind in the page, takes someone().
 */
export async function regular(options = {}) {
  const how = JSON.stringify(options);
  const page = [...regulars.keys()].find((p) => regulars.get(p) === how) || await someone(options);
  if (!regulars.has(page)) page.on('close', () => regulars.delete(page));
  regulars.set(page, how);
  page.removeAllListeners('dialog');
  page.frames.length = 0;
  page.problems.length = 0;
  await page.setViewportSize(options.viewport || COARSE.viewport);
  return page;
}

/** Runs in the page; a page that is being left is asked again when the next one is there. */
async function inside(page, source) {
  for (;;) {
    try {
      return await page.evaluate(source);
    } catch (e) {
      if (!/context was destroyed|Cannot find context/.test(e.message)) throw e;
    }
  }
}

/** Waits until `test(arg)` is true in the page; no state of it, however short, is missed. */
export const until = (page, test, arg) => inside(page, `tester.until(() => Boolean((${test})(${JSON.stringify(arg)})))`);

const inBrowser = (page) => page.url().startsWith('http');

/** Asks the server as this person, with the browser's own cookies; once more where it closes an idle line just then. */
export async function ask(page, path, body) {
  const url = new URL(path, inBrowser(page) ? page.url() : server.url);
  const post = body === undefined ? {} : { method: 'POST', data: body, headers: { Origin: url.origin } };
  const answer = await page.context().request.fetch(url.href, { ...post, timeout: HANG, maxRetries: 1 });
  return { status: answer.status(), ...(await answer.json()) };
}

/** Goes to a place: by a link, which the page draws by itself and quickly, or by its address if there is no page. */
export const visit = (page, path) => (!inBrowser(page) ? page.goto(server.url + path) : page.evaluate((href) => {
  const link = document.createElement('a');
  link.setAttribute('href', href);
  document.body.append(link);
  link.click();
  link.remove();
}, path));

/** Sits down with Ben, who plays at the same device; answers with what the server said of the match. */
export async function withBen(page, game, more = {}) {
  const seats = [{ kind: 'me' }, { kind: 'here', name: 'Ben' }];
  const made = await ask(page, '/api/matches', { game, players: 2, seats, ...more });
  assert.equal(made.status, 200, made.error);
  await visit(page, made.url);
  return made;
}

/** The browser has kept the page and all of the engine. */
export const isKept = (page) => page.evaluate(async () => {
  await navigator.serviceWorker.ready;
  const { files } = await (await fetch('/engine/files.json')).json();
  for (const file of files.filter((name) => !name.startsWith('compiled/'))) { // of these, those that were played
    while (!await caches.match(`/engine/${file}`)) await new Promise((drawn) => { requestAnimationFrame(drawn); });
  }
});

/** Waits until there is something to pick. */
export const glows = (page) => until(page, () => document.querySelector('.match:not(.sending) .item.can'));

/** Waits until the list has so many moves. */
export const logged = (page, n) => until(page, (k) => document.querySelectorAll('.log li').length === k, n);

/** Waits until the page has said something like it in passing; the words stay when the sign has gone again. */
export const toasted = (page, pattern) =>
  until(page, (p) => new RegExp(p).test(document.querySelector('#toast').textContent), pattern);

export const isOver = (page) => page.evaluate(() => Boolean(document.querySelector('.result')));

/**
 * Picks one glowing item, if there is one: true if something was picked. `choose` gets the
 * number below which it may choose; the rest of a division by the number of items counts.
 */
export function pick(page, choose = () => 0) {
  // Clicked from inside: boards may be larger than the window, and Playwright would scroll
  // for every single pick.
  return page.evaluate((x) => {
    const lift = document.querySelector('.curtain button');
    const all = lift ? [lift] : [...document.querySelectorAll('.match:not(.sending) .item.can')];
    const el = all[x % all.length];
    if (el) el.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return !!el;
  }, choose(5040));
}

/** A small generator, so that failures can be repeated. */
export function chooser(seed) {
  let x = seed >>> 0;
  return (n) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 4294967296) * n);
  };
}

/** Waits until there is something to pick, a curtain to lift, or the result to see. */
export const settled = (page) =>
  until(page, () => document.querySelector('.match:not(.sending) .item.can, .curtain button, .result'));

/** Waits until the table lies open: something may be picked or it is over; curtains are lifted. Whether it is over. */
export const opened = (page) => inside(page, 'tester.open()');

/**
 * Picks whatever glows, so many times, until the result is seen or there have been `ply` moves; returns whether it
 * is over. All of it happens inside the page, which is asked nothing in between.
 */
export const playOn = (page, most, seed = 1, ply = 1e9) => page.evaluate((a) => window.tester.play(...a), [most, seed, ply]);

/** All pages pick until everybody sees the result. */
export async function playOut(pages, seed = 1, most = 4000) {
  const ends = await Promise.all(pages.map((page, i) => playOn(page, most, seed + i)));
  assert.ok(ends.every(Boolean), 'the match comes to its end');
}

/** Opens the part of a board's panel where one talks and types moves. */
export const openTalk = (page) => until(page, () => {
  if (!document.querySelector('.talk')) document.querySelector('button[aria-label="Talk"]')?.click();
  return document.querySelector('.talk');
});

/** Types moves, each when the one before it is in the list. */
export async function typeMoves(page, ...moves) {
  await openTalk(page);
  for (const text of moves) {
    const before = await page.evaluate(() => document.querySelectorAll('.log li').length);
    await page.fill('.typed', text); // it is there while one is asked
    await page.press('.typed', 'Enter');
    await logged(page, before + 1);
  }
}

/** Goes with the Tab key until something like it has the focus. */
export async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate((s) => document.activeElement.matches(s), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** A cable between browser and server that can be pulled. */
export async function cable(port) {
  const live = new Set();
  const state = { cut: false };
  const proxy = net.createServer((down) => {
    if (state.cut) {
      down.destroy();
      return;
    }
    const up = net.connect(port, '127.0.0.1');
    live.add(down).add(up);
    for (const [a, b] of [[down, up], [up, down]]) {
      a.on('data', (d) => state.cut || b.write(d));
      a.on('close', () => { live.delete(a); b.destroy(); });
      a.on('error', () => b.destroy());
    }
  });
  await new Promise((done) => { proxy.listen(0, '127.0.0.1', done); });
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    pull() { state.cut = true; for (const s of live) s.destroy(); },
    plug() { state.cut = false; },
    close() { this.pull(); proxy.close(); },
  };
}

/** Keeps the first request of this kind from getting through: a promise of its route, for letting it go on. */
export async function holdFirst(page, pattern) {
  let caught;
  const route = new Promise((done) => { caught = done; });
  let first = true;
  await page.route(pattern, (r) => {
    if (!first) return r.continue();
    first = false;
    return caught(r);
  });
  return { route };
}

/** Nothing went wrong in their pages. */
export function well(...pages) {
  for (const p of pages) assert.deepEqual(p.problems, []);
}

/** These go, and nothing went wrong in their pages. */
export async function leave(...pages) {
  well(...pages);
  for (const p of pages) await p.context().close();
}

/** How many elements the browser styles anew while `act` runs, and draws what comes of it. */
export async function restyled(page, act) {
  const line = await page.context().newCDPSession(page);
  const events = [];
  line.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: ['devtools.timeline'] };
  await line.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  await drawnAnew(page);
  const done = new Promise((over) => { line.once('Tracing.tracingComplete', over); });
  await line.send('Tracing.end');
  await done;
  await line.detach();
  return events.filter((e) => e.name === 'UpdateLayoutTree').reduce((sum, e) => sum + (e.args.elementCount || 0), 0);
}

/** Waits until what has changed is on the screen. */
export const drawnAnew = (page) => page.evaluate(() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
}));

/** What does not fit into the window, in words. */
export const cut = (page) => page.evaluate(() => window.tester.cut());
