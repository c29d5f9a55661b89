// SPDX-License-Identifier: MIT
// The board of an analysis: a match that can be put back to any of its positions and played on from there
// by one person for all seats. The match itself stays as it was.

import { serveLines } from '../local/lines.js';
import { Room } from '../local/room.js';
import { Tables } from '../local/tables.js';
import { engine, serve } from '../studio/served.js';
import { seatsBy } from './seats.js';

const ID = 'local-analysis'; // the table's name; there is one
const NOWHERE = /** @type {any} */ ({
  get: async () => undefined,
  put: async () => {},
  all: async () => [],
  trim() {},
});

/** A table that is never over: what ended a match does not end the talk about it. */
class Board extends Room {
  get over() {
    return null;
  }

  /** Whoever has to decide is looked at, without a curtain. @param {any} viewer */
  placeEyes(viewer) {
    const [mover] = this.match.waiting;
    viewer.shown = mover ?? (typeof viewer.shown === 'number' ? viewer.shown : 0);
    viewer.curtain = -1;
  }
}

const tables = new Tables(
  NOWHERE,
  async () => engine(),
  async () => ({ levels: [], games: [] }),
);
/** @type {Board|null} */
let board = null;
let main = ''; // the record of the match

/** The moves up to here, and whose turn it is. */
function told() {
  const { match } = /** @type {Board} */ (board);
  const log = match
    .log(0, match.ply)
    .map((/** @type {any} */ e) => ({ ply: e.ply, who: e.who, text: e.text }));
  return { log, ply: match.ply, turn: match.waiting, record: match.record() };
}

/**
 * A record that begins with a position; an error says what is wrong with its text.
 * @param {any} rules @param {string} text
 */
function begunWith(rules, text) {
  const position = rules.read(text).text();
  return rules.match().record().replace('\nbegin\n', `\nstart\t${position}\nbegin\n`);
}

/**
 * Puts a record on the table, or a position.
 * @param {{game: string, players?: number, options?: any, record: string, position?: string}} wish
 */
async function open({ game, players, options, record, position }) {
  const rules = await engine().open(game, { players, options });
  const begun = position ? begunWith(rules, position) : record;
  const match = begun ? rules.resume(begun) : rules.match();
  const { info } = rules;
  const seats = Array.from({ length: info.players }, (_, i) => ({
    kind: 'here',
    name: info.seats[i] || String(i + 1),
  }));
  const now = Math.floor(Date.now() / 1000);
  const kept = { id: ID, game, players: info.players, options: {}, seats, made: now, updated: now };
  const tell = async () => postMessage({ moved: told() });
  board = new Board(engine(), rules, match, { ...kept, record: '', summary: null }, tell);
  main = match.record();
  tables.rooms.set(ID, Promise.resolve(board));
  const named = seatsBy([...info.seats], match.scene(match.ply).items);
  return { title: info.title, end: match.ended, seats: named, ...told() };
}

/**
 * The position of a line after so many plies.
 * @param {string} record '' = of the match
 * @param {number} ply
 */
function goTo(record, ply) {
  const room = /** @type {Board} */ (board);
  const match = room.rules.resume(record || main);
  const old = room.match;
  match.back(Math.min(ply, match.ply));
  room.match = match;
  old.close();
  for (const viewer of room.viewers) viewer.send({ ...room.full(viewer), v: ++room.version });
  return told();
}

serveLines(Promise.resolve(tables));
serve(({ open: wish, goTo: place, play }) => {
  if (wish) return open(wish);
  if (play) return board?.play(play.seat, play.move);
  return place ? goTo(place.record, place.ply) : 'here';
});
