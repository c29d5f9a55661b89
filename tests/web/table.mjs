// SPDX-License-Identifier: MIT
// What the browser tests share: a server of their own, browsers, a proxy whose
// cable can be pulled, and a player who picks whatever glows.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

/** Milliseconds that nothing takes, however busy the machine is; less where somebody waits for the answer. */
export const HANG = Number(process.env.TSR_HANG) || 1500000;

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
    server.child.removeAllListeners('exit');
    server.child.on('exit', (code) => done(code));
    server.child.kill(signal);
  });
  server.close = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return server.start();
}

function browse() {
  return chromium.launch({ executablePath: process.env.TSR_BROWSER, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
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

/** A page of a person of their own; what it receives is kept: `frames` of sockets, and `responses`. */
export async function visitor(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(HANG);
  const page = await context.newPage();
  page.frames = [];
  page.responses = []; // {url, text}
  page.problems = [];
  page.on('pageerror', (e) => page.problems.push(e.message));
  page.on('console', (m) => m.type() === 'error' && page.problems.push(m.text()));
  page.on('response', async (r) => page.responses.push({ url: r.url(), text: await r.text().catch(() => '') }));
  page.on('websocket', (ws) => ws.on('framereceived', (f) => page.frames.push(String(f.payload))));
  if (url) await page.goto(url);
  // The page knows who it is: what a test asks in its name is asked by the same person.
  if (url && (await page.locator('#account').count())) await page.waitForSelector('#account a', { state: 'attached' });
  return page;
}

/** A person who goes on to a match: waits on a page that is quick to draw, which the shelf is not. */
export const someone = () => visitor(browser, `${server.url}/history`);

/** Asks the server as this page. */
export const ask = (page, path, body) => page.evaluate(async ([p, b]) => {
  const r = await fetch(p, b === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(b) });
  return { status: r.status, ...(await r.json()) };
}, [path, body]);

/** Waits until there is something to pick. */
export const glows = (page) => page.waitForSelector('.item.can');

export const isOver = (page) => page.locator('.result').count().then((n) => n > 0);

/**
 * Picks one glowing item, if there is one: true if something was picked. `choose` gets the
 * number below which it may choose; the rest of a division by the number of items counts.
 */
export function pick(page, choose = () => 0) {
  // Clicked from inside: boards may be larger than the window, and Playwright would scroll
  // for every single pick.
  return page.evaluate((x) => {
    const lift = document.querySelector('.curtain button');
    const all = lift ? [lift] : [...document.querySelectorAll('.item.can')];
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

/** Waits until somebody has something to pick, or sees the result. */
export async function settled(pages) {
  const until = Date.now() + HANG; // wall clock: only a hang meets it
  const waits = (p) => p
    .waitForSelector('.item.can, .curtain button, .result', { timeout: 1500 }) // wall clock: then all of them again
    .catch(() => null);
  while (Date.now() < until) if (await Promise.race(pages.map(waits))) return; // wall clock: as above
  throw new Error('nobody can do anything: ' + await pages[0].textContent('.prompt'));
}

/**
 * Picks whatever glows, so many times or until the result is seen; returns whether it is. All of it happens
 * inside the page, which is asked nothing in between: each time it waits for its next picture.
 */
export function playOn(page, most, seed = 1) {
  return page.evaluate(async ([times, from, hang]) => {
    let x = from >>> 0;
    const until = performance.now() + hang; // wall clock: only a hang meets it
    const found = () => document.querySelector('.curtain button, .item.can, .result');
    for (let i = 0; i < times; i++) {
      while (!found()) {
        await new Promise((drawn) => { requestAnimationFrame(drawn); });
        const hangs = performance.now() > until; // wall clock: as above
        if (hangs) throw new Error(`nothing can be picked: ${document.querySelector('.prompt')?.textContent}`);
      }
      if (document.querySelector('.result')) return true;
      const lift = document.querySelector('.curtain button');
      const all = lift ? [lift] : [...document.querySelectorAll('.item.can')];
      x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
      all[Math.floor((x / 4294967296) * all.length)].dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
    return Boolean(document.querySelector('.result'));
  }, [most, seed, HANG]);
}

/** All pages pick until everybody sees the result. */
export async function playOut(pages, seed = 1, most = 4000) {
  const ends = await Promise.all(pages.map((page, i) => playOn(page, most, seed + i)));
  if (ends.every(Boolean)) return;
  throw new Error('the match did not come to its end: ' + await pages[0].textContent('.prompt'));
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

/** These go, and nothing went wrong in their pages. */
export async function leave(...pages) {
  for (const p of pages) {
    assert.deepEqual(p.problems, []);
    await p.context().close();
  }
}

/** Waits until what has changed is on the screen. */
export const drawnAnew = (page) => page.evaluate(() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
}));

/**
 * What does not fit: scroll bars of the page, and things that may be picked outside the window. A hand may be
 * wider than a phone and is pushed sideways.
 */
export function cut(page) {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const out = scrollWidth > innerWidth || scrollHeight > innerHeight ? [`the page is ${scrollWidth} x ${scrollHeight}`] : [];
    for (const el of document.querySelectorAll('.item.can, .prompt, .plate')) {
      const b = el.getBoundingClientRect();
      if (!b.width) continue;
      const aside = el.closest('.puzzles, .pieces, .fan, .side'); // pushed sideways; cards rise from the lower edge
      const inside = aside ? b.top >= -1 && b.top <= innerHeight - 20
        : b.left >= -1 && b.top >= -1 && b.right <= innerWidth + 1 && b.bottom <= innerHeight + 1;
      const box = [b.left, b.top, b.right, b.bottom].map(Math.round);
      if (!inside) out.push(`${el.getAttribute('aria-label') || el.textContent}: ${box}`);
    }
    return out;
  });
}
