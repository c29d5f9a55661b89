// SPDX-License-Identifier: MIT
// The table at which a draft is played: like the tables of this device, but for rules that change while
// they are played. What was played stays, as far as the new rules allow it.

import { serveLines } from '../local/lines.js';
import { Room } from '../local/room.js';
import { Tables } from '../local/tables.js';
import { engine, looksLike, parentsOf, serve } from './served.js';

const DRAFT = 'local-draft'; // the table's name; there is one
const NOWHERE = /** @type {any} */ ({
  get: async () => undefined,
  put: async () => {},
  all: async () => [],
  trim() {},
});

class Drafts extends Tables {
  constructor() {
    super(
      NOWHERE,
      async () => engine(),
      async () => ({ levels: [], games: [] }),
    );
    /** @type {any} */
    this.rules = null;
  }

  async rulesOf() {
    return { tessera: engine(), rules: this.rules };
  }

  async leaflet() {
    const { title, about, leaflet } = this.rules.info;
    return { status: 200, body: { text: `${title}\n${about}\n\n${leaflet}`, words: {} } };
  }

  /** Once more: at the same table. @param {any} kept */
  again(kept) {
    return this.make({ ...kept, ...this.fresh(), id: DRAFT });
  }

  /** @param {any} kept @param {number} ply */
  fork(kept, ply) {
    const back = (/** @type {any} */ match) => match.back(ply);
    return this.make({ ...structuredClone(kept), ...this.fresh(), record: kept.record, id: DRAFT }, back);
  }
}

const tables = new Drafts();
/** @type {Room|null} */
let room = null;
let seed = 0n; // of the draws, the same as long as a game goes on
/** @type {Room[]} */
const old = []; // tables that were left, with the memory of their rules
const KEEP_OLD = 8; // somebody may still be doing something there

/** @param {string[]} names @param {string} who plays: people, mixed or bots @param {string} spec */
const seatsFor = (names, who, spec) =>
  names.map((name, seat) =>
    who === 'bots' || (who === 'mixed' && seat)
      ? { kind: 'bot', name: `${name} (bot)`, spec }
      : { kind: 'here', name },
  );

/** Plays what was played before, as far as it is still legal. @param {any} match @param {any[]} log */
function replay(match, log) {
  const played = log.filter(({ who }) => who !== null);
  try {
    for (const { who, text } of played) match.play(text, who);
  } catch {
    // the rules are others now: it goes on from here
  }
}

/** Everybody at the old table sits at the new one. @param {Room} next */
function moveOver(next) {
  const viewers = room ? [...room.viewers] : [];
  for (const viewer of viewers) room?.leave(viewer);
  if (room) old.push(room);
  for (const { match, rules } of old.splice(0, old.length - KEEP_OLD)) {
    match.close();
    rules.close();
  }
  room = next;
  tables.rooms.set(DRAFT, Promise.resolve(next));
  for (const viewer of viewers) {
    next.viewers.add(viewer);
    viewer.send(next.full(viewer));
  }
  next.think();
}

/** @param {{text: string, who: string, spec: string, anew: boolean}} wish */
async function deal({ text, who, spec, anew }) {
  const rules = await engine().open({ rules: text, parents: await parentsOf(text) });
  const { info } = rules;
  const names = Array.from({ length: info.players }, (_, i) => info.seats[i] || `Player ${i + 1}`);
  const seats = seatsFor(names, who, spec);
  if (!room || anew) [seed] = crypto.getRandomValues(new BigUint64Array(1));
  const match = rules.match({ seed, names: seats.map((s) => s.name) });
  if (room && !anew) replay(match, room.match.log(0, room.match.ply));
  const now = Math.floor(Date.now() / 1000);
  const game = looksLike(text);
  const kept = { id: DRAFT, game, players: info.players, options: {}, seats, made: now, updated: now };
  const moved = async () => postMessage({ moved: true });
  const next = new Room(engine(), rules, match, { ...kept, record: '', summary: null }, moved);
  tables.rules = rules;
  moveOver(next);
  return { title: info.title, players: names, ply: match.ply, over: Boolean(next.over) };
}

/** What whoever is to move is asked, with what the things are called that may be picked. */
function turn() {
  const match = room?.match;
  const seat = match?.waiting[0];
  if (!match || seat === undefined) return { seat: null, prompt: '', moves: [], labels: {} };
  const { prompt, moves } = match.ask(seat);
  const named = match.scene(match.ply, seat).items.filter((/** @type {any} */ item) => item.ref);
  const labels = Object.fromEntries(named.map((/** @type {any} */ item) => [item.ref, item.label]));
  const texts = moves.map((/** @type {any} */ { text, pick }) => ({ text, pick }));
  return { seat, prompt, moves: texts, labels };
}

serveLines(Promise.resolve(tables));
serve(({ deal: wish, turn: asked, automaton, play }) => {
  if (wish) return deal(wish);
  if (asked) return turn();
  if (automaton) return tables.rules.automaton();
  if (play) return room?.play(play.seat, play.text);
  return 'here';
});
