// SPDX-License-Identifier: MIT
// How fast the page is, from the browser's own timeline, beside what it has to keep: a measurement, no test.
// `tools/page-speed` runs it on an idle machine, prints a table, and fails where a bar is missed. Costs are of the
// page's main thread (CPU time, so other programs count little); frames and starts are by the browser's own
// clock, starts over a line of 1.6 Mbit/s with 150 ms.

import { loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';
import { SHARP, ask, browser, chooser, drawnAnew, glows, open, pick, server, test, visitor } from './table.mjs';

open(['--no-limits']);

const DRAWING = /^(UpdateLayoutTree|Layout|PrePaint|Paint|Layerize|Commit|UpdateLayer|UpdateLayerTree)$/;
const PICK = 16000; // microseconds
const LATE = 100; // milliseconds until an answer is heard, so that it is not drawn with the pick
const WINDOW = 200000;
const FRAME = 1e6 / 60;
const rows = [];
let missed = 0;
const ms = (us) => `${(us / 1000).toFixed(1)} ms`;
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
const sorted = (list) => [...list].sort((x, y) => x - y);
const part = (list, share) => sorted(list)[Math.min(list.length - 1, Math.floor(list.length * share))];

function row(what, bar, kept, ...cells) {
  missed += !kept;
  rows.push(`| ${what} | ${bar} | ${cells.join(' | ')} | ${kept ? 'kept' : 'MISSED'} |`);
}

/** Many values below a bar, the largest too. */
const note = (what, list, bar) =>
  row(what, ms(bar), part(list, 1) < bar, ms(part(list, 0.5)), ms(part(list, 1)), list.length);
/** Many values that no bar judges. */
const tell = (what, list) =>
  rows.push(`| ${what} | | ${ms(part(list, 0.5))} | ${ms(part(list, 1))} | ${list.length} | |`);
/** One value below a bar. */
const one = (what, value, bar, said) => row(what, said(bar), value < bar, said(value), '', 1);

/** The events of the main thread while `act` runs. */
async function traced(page, act) {
  const line = await page.context().newCDPSession(page);
  const events = [];
  line.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: ['devtools.timeline', 'toplevel'] };
  await line.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  const done = new Promise((over) => { line.once('Tracing.tracingComplete', over); });
  await line.send('Tracing.end');
  await done;
  await line.detach();
  const click = events.find((e) => e.name === 'EventDispatch');
  return events.filter((e) => e.ph === 'X' && click && e.pid === click.pid && e.tid === click.tid).sort((a, b) => a.ts - b.ts);
}

const cost = (e) => e.tdur ?? e.dur ?? 0;

/** What the thread has done up to the end of something. */
const spent = (e) => e.tts + cost(e);

/**
 * What each click cost the thread: to its own frame, which is everything from the click to the end of the task that
 * hands the next picture to the screen; and everything within WINDOW of it, which is also the server's answer with what
 * it changes, and what the test itself asks and puts back.
 */
function picks(events) {
  const clicks = events.filter((e) => e.name === 'EventDispatch' && e.args.data?.type === 'click');
  const tasks = events.filter((e) => /RunTask$/.test(e.name));
  return clicks.map((click, i) => {
    const end = Math.min(clicks[i + 1]?.ts ?? Infinity, click.ts + WINDOW);
    const layers = events.find((e) => e.name === 'Layerize' && e.ts >= click.ts + click.dur);
    const frame = tasks.find((e) => e.ts <= layers.ts && e.ts + e.dur >= layers.ts + layers.dur);
    const all = tasks.filter((e) => e.ts + e.dur > click.ts && e.ts < end);
    return { frame: spent(frame) - click.tts, all: all.reduce((sum, e) => sum + cost(e), 0) };
  });
}

/** Runs in the page before its scripts: what the server says comes so many milliseconds later, as over a line. */
function hearLate(delay) {
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(hear) { set.call(this, (e) => { setTimeout(hear, delay, e); }); }, // wall clock: it is what is measured
  });
}

async function match(page, game, seats, more = {}) {
  const made = await ask(page, '/api/matches', { game, players: seats.length, seats, seed: 3, ...more });
  await page.goto(server.url + made.url);
  await glows(page);
}

const here = (n) => Array.from({ length: n }, (_, i) => (i ? { kind: 'here', name: `P${i + 1}` } : { kind: 'me' }));

test('a pick on 19 x 19 go and at Azul of four', async () => {
  for (const [game, n] of [['go', 2], ['azul', 4]]) {
    const page = await visitor(browser, server.url, { viewport: { width: 1280, height: 800 }, ...SHARP });
    await page.addInitScript(hearLate, LATE);
    await match(page, game, here(n));
    const choose = chooser(4);
    const play = async (times) => {
      for (let i = 0; i < times; i++) {
        await glows(page);
        await pick(page, choose);
        await drawnAnew(page);
        await drawnAnew(page);
        if (game === 'azul') await page.keyboard.press('Escape'); // what was picked goes back
        await drawnAnew(page);
      }
    };
    await play(4); // scripts are compiled
    const all = picks(await traced(page, () => play(20)));
    note(`a pick to its own frame, ${game} of ${n}`, all.map((pick) => pick.frame), PICK);
    tell(`all the page does within 0.2 s of it, ${game} of ${n}`, all.map((pick) => pick.all));
    await page.context().close();
  }
});

/** Drags from a place for so many frames, a step each; returns the times between frames in microseconds. */
const dragged = (page, { x, y }, frames) => page.evaluate(async ([x0, y0, n]) => {
  const board = document.elementFromPoint(x0, y0);
  const send = (type, x, y) => board.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, bubbles: true,
    pointerType: 'mouse', pointerId: 1, button: 0, buttons: 1, isPrimary: true }));
  const frame = () => new Promise((drawn) => { requestAnimationFrame(drawn); });
  document.querySelector('.match').setPointerCapture = () => {}; // there is no such pointer to be captured
  send('pointerdown', x0, y0);
  const times = [];
  for (let i = 0; i < n; i++) {
    send('pointermove', x0 + 12 + (i % 60) * 3, y0 - (i % 20) * 8);
    times.push(await frame());
  }
  send('pointermove', x0, y0);
  send('pointerup', x0, y0);
  return times.slice(1).map((t, i) => 1000 * (t - times[i]));
}, [x, y, frames]);

// What a frame of a drag costs must fit into it; then the frames themselves, of which the machine may lose few.
test('dragging a man, and a tile at Azul of four', async () => {
  for (const [game, n, what] of [['chess', 2, '[data-ref][aria-label*="e2"]'], ['azul', 4, '.display .item.can']]) {
    const page = await visitor(browser, server.url, { viewport: { width: 1280, height: 800 }, ...SHARP });
    await match(page, game, here(n));
    const box = await page.locator(what).first().boundingBox();
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await dragged(page, from, 40); // scripts are compiled
    let gaps = [];
    const events = await traced(page, async () => {
      await page.mouse.click(5, 5); // by which the page's own thread is known
      gaps = await dragged(page, from, 180);
    });
    const tasks = events.filter((e) => /RunTask$/.test(e.name)).map(cost);
    note(`a task of a drag, ${game} of ${n}`, tasks, FRAME);
    const late = gaps.filter((gap) => gap > 1.5 * FRAME).length;
    const rate = (1e6 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
    const said = [`${rate.toFixed(1)} a second`, `${late} late`, gaps.length];
    row(`frames of a drag, ${game} of ${n}`, '60 a second', rate > 57, ...said);
    await page.context().close();
  }
});

/** What the front page and a match take together, as it is and packed by gzip. */
test('the page and a match', async () => {
  const page = await visitor(browser, '', { viewport: { width: 1280, height: 800 }, ...SHARP });
  const bodies = new Map(); // by address: what is kept is not fetched again
  page.on('response', (r) => {
    const ours = /\/(js|css|lang)\/|\.svg|\/$/.test(r.url()) && !bodies.has(r.url());
    if (ours) bodies.set(r.url(), r.body().catch(() => Buffer.alloc(0)));
  });
  await page.goto(server.url);
  await page.waitForFunction(() => document.querySelector('.games .picture'));
  await match(page, 'azul', here(4));
  const texts = await Promise.all(bodies.values());
  const sum = (of) => texts.reduce((total, body) => total + of(body), 0);
  one('front page and a match', sum((body) => body.length), 300000, kb);
  one('the same, packed by gzip', sum((body) => gzipSync(body, { level: 9 }).length), 100000, kb);
  await page.context().close();
});

test('cold and warm start', async () => {
  const page = await visitor(browser, '', { viewport: { width: 1280, height: 800 }, ...SHARP });
  await page.addInitScript(() => {
    const look = () => {
      if (!document.querySelector('.games a')) return;
      window.shelfAt = window.shelfAt || performance.now(); // wall clock: it is what is measured
      watch.disconnect();
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true });
  });
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  let [packed, plain] = [0, 0];
  line.on('Network.loadingFinished', (e) => { packed += e.encodedDataLength; });
  line.on('Network.dataReceived', (e) => { plain += e.dataLength; });
  await line.send('Network.emulateNetworkConditions',
    { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 1.6e6 / 8 });
  for (const kind of ['cold', 'warm']) {
    [packed, plain] = [0, 0];
    await page.goto(server.url);
    await page.waitForFunction(() => window.shelfAt);
    one(`${kind} start to the shelf`, 1000 * await page.evaluate(() => window.shelfAt), kind === 'cold' ? 1.5e6 : 0.3e6, ms);
    row(`${kind} start, received`, '100 KB', packed < 100000, kb(packed), `${kb(plain)} unpacked`, 1);
  }
  await page.context().close();
});

test('the table', () => {
  const load = loadavg()[0].toFixed(1);
  const head = `| what | bar | median | largest | of | load ${load} |\n|---|---|---|---|---|---|`;
  process.stdout.write(`\n${head}\n${rows.join('\n')}\n`);
  if (missed) throw new Error(`${missed} bars are missed (idle machine?)`);
});
