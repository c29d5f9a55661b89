// SPDX-License-Identifier: MIT
// The parts of the page that answer to a pointer, a clock and the server, without a browser: where a held piece
// snaps to, the countdown of a window in which others may answer, and who asks first. Time is set by the test.

import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.addEventListener = () => {}; // sounds wait for the first click of a page

const web = (file) => import(new URL(`js/${file}`, `file://${process.env.TSR_WEB}/`).href);
const { snapped } = await web('aim.js');
const { Picks } = await web('picks.js');
const { Clocks } = await web('clocks.js');
const { waitingNode } = await web('waiting.js');

// --- A piece that is held ------------------------------------------------------

const CELL = 40;

/** A puzzle of 3 x 3 places, refs 10 to 18, its first place at 100, 200. */
const puzzle = {
  querySelectorAll: () => Array.from({ length: 9 }, (_, i) => ({
    dataset: { ref: String(10 + i) },
    querySelector: () => ({
      getBoundingClientRect: () => ({ x: 100 + CELL * (i % 3), y: 200 + CELL * Math.floor(i / 3), width: CELL, height: CELL }),
    }),
  })),
};

/** Piece 1, turned as 2, may be laid on two places side by side or one above the other. */
function holding() {
  const lay = (...mark) => ({ text: mark.join(), pick: [1, 2, mark[0]], mark });
  const picks = new Picks([lay(10, 11), lay(11, 12), lay(12, 15), lay(16, 17), { text: 'keep', pick: [3] }]);
  picks.pick(1);
  picks.pick(2);
  return picks;
}

test('a held piece snaps to the places whose middle is nearest', () => {
  const at = (x, y) => snapped(puzzle, holding(), x, y);
  assert.equal(at(140, 220), 10); // between the first two places
  assert.equal(at(155, 222), 10);
  assert.equal(at(165, 222), 11);
  assert.equal(at(200, 245), 12); // one above the other, at the right edge
  assert.equal(at(160, 310), 16);
});

test('a piece far from where it fits snaps nowhere', () => {
  assert.equal(snapped(puzzle, holding(), 500, 220), 0);
  assert.equal(snapped(puzzle, holding(), 140, 200 - 2 * CELL), 0);
});

test('only moves that laying it would finish are meant', () => {
  const picks = new Picks([{ text: 'far', pick: [1, 10, 11] }, { text: 'near', pick: [1, 18] }]);
  picks.pick(1);
  assert.equal(snapped(puzzle, picks, 120, 220), 0); // ref 10 only narrows
  assert.equal(snapped(puzzle, picks, 205, 295), 18);
});

// --- Time to answer ------------------------------------------------------------

let now = 1000;
globalThis.performance.now = () => now; // wall clock: set by the test instead

/** Chidi and Dara may still answer, Ben has decided; Anna looks at it. */
function match(clock) {
  const clocks = new Clocks();
  clocks.note({ ms: [null, 9000, 8000, 12000], running: [2, 3] });
  const players = ['Anna', 'Ben', 'Chidi', 'Dara'].map((name) => ({ name }));
  const state = { ask: { kind: 'react' }, you: [0], match: { turn: [2, 3], players, clock } };
  return { state, clocks, past: { now: null } };
}

const find = (node, cls) => {
  if ((node.props.class || '').split(' ').includes(cls)) return node;
  for (const kid of node.kids) {
    const found = find(kid, cls);
    if (found) return found;
  }
  return null;
};
const left = (node) => Number(/--left:([\d.]+)/.exec(node.props.style)[1]);

test('the countdown shows the time of the first who is waited for, and empties as it runs', () => {
  const m = match({ move: 16 });
  const before = find(waitingNode(m), 'countdown');
  assert.equal(find(before, 'clock').kids[0].key, '0:08');
  assert.equal(left(before), 0.5);
  now += 4000;
  const after = find(waitingNode(m), 'countdown');
  assert.equal(find(after, 'clock').kids[0].key, '0:04');
  assert.equal(left(after), 0.25);
  now += 60000;
  assert.equal(left(find(waitingNode(m), 'countdown')), 0);
});

test('a clock that does not run stands still', () => {
  const m = match({ move: 16 });
  m.clocks.note({ ms: [null, 9000, 8000, 12000], running: [] });
  now += 5000;
  assert.equal(find(find(waitingNode(m), 'countdown'), 'clock').kids[0].key, '0:08');
});

test('whoever may still answer has an open sign, never what was decided; nobody counts themselves', () => {
  const faces = waitingNode(match({ move: 16 })).kids.filter((k) => k.props.class === 'decides');
  assert.deepEqual(faces.map((f) => f.props['aria-label'].split(' ')[0]), ['Ben', 'Chidi', 'Dara']);
  assert.deepEqual(faces.map((f) => Boolean(find(f, 'open'))), [false, true, true]);
});

test('without a clock there is no countdown; in the past and after the end nothing is waited for', () => {
  const m = match({});
  m.clocks.note(null);
  assert.equal(find(waitingNode(m), 'countdown'), null);
  assert.equal(waitingNode({ ...m, past: { now: { ply: 3 } } }), null);
  assert.equal(waitingNode({ ...m, state: { ...m.state, result: {} } }), null);
});

/** A clock on the page, as far as one is written to. */
function dial(seat, whole) {
  const style = new Map();
  return {
    dataset: { seat: String(seat), whole: String(whole) },
    textContent: '',
    firstChild: { data: '' },
    classList: { toggle(name, on) { this[name] = on; } },
    parentElement: { classList: { contains: (c) => c === 'countdown' }, style: { setProperty: (k, x) => style.set(k, x) } },
    style,
  };
}

test('ticking writes the time and turns the ring without a new picture', () => {
  const { clocks } = match({ move: 16 });
  const el = dial(2, 16);
  now += 2000;
  clocks.tick({ querySelectorAll: () => [el] }, []);
  assert.equal(el.firstChild.data, '0:06');
  assert.equal(Number(el.style.get('--left')), 6 / 16);
  assert.equal(el.classList.low, true);
});

// --- Asking the server -----------------------------------------------------------

test('whoever asks first makes the session, all others wait for it; the games wait for nobody', async () => {
  const sent = [];
  globalThis.document = { querySelector: () => null }; // a page of a server
  globalThis.localStorage = { getItem: () => null, setItem: () => {} };
  globalThis.fetch = (path) => new Promise((done) => {
    sent.push({ path, answer: () => done({ ok: true, json: async () => ({ games: [], path }) }) });
  });
  const { games, get, post } = await web('api.js');
  const [me, made, list] = [get('/api/me'), post('/api/matches', {}), games()];
  await new Promise(setImmediate);
  assert.deepEqual(sent.map((s) => s.path), ['/api/me', '/api/games']);
  sent[1].answer();
  assert.deepEqual(await list, []);
  assert.equal(sent.length, 2);
  sent[0].answer();
  assert.equal((await me).path, '/api/me');
  await new Promise(setImmediate);
  assert.equal(sent[2].path, '/api/matches');
  sent[2].answer();
  assert.equal((await made).path, '/api/matches');
});

test('whoever was here before makes a match at once, and again with the session if they are not known any more', async () => {
  const sent = [];
  globalThis.localStorage = { getItem: () => '[]', setItem: () => {} };
  globalThis.fetch = (path, { body } = {}) => new Promise((done) => {
    const answer = (status) => done({ ok: status === 200, status, json: async () => ({ path }) });
    sent.push({ path, known: JSON.parse(body || '{}').known, answer });
  });
  const { get, makeMatch } = await web('api.js?again');
  const [me, made] = [get('/api/me'), makeMatch({ game: 'go' })];
  await new Promise(setImmediate);
  assert.deepEqual(sent.map(({ path, known }) => [path, known]), [['/api/me', undefined], ['/api/matches', true]]);
  sent[1].answer(401);
  await new Promise(setImmediate);
  assert.equal(sent.length, 2); // the session comes first
  sent[0].answer(200);
  await me;
  await new Promise(setImmediate);
  assert.equal(sent[2].known, undefined);
  sent[2].answer(200);
  assert.equal((await made).path, '/api/matches');
});
