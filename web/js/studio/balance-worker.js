// SPDX-License-Identifier: MIT
// Bots against bots: plays games of some rules one after the other and tells how each went.

import { engine, parentsOf, serve } from './served.js';

const MOST_MOVES = 1000; // a game that is not over by then is none
const OPENING = 4; // random moves at the start, as of `tessera match`: bots that begin alike play alike

/** @type {{rules: any, bot: any, text: string, spec: string}|null} */
let open = null;

/** @param {string} text @param {string} spec */
async function opened(text, spec) {
  if (open?.text === text && open.spec === spec) return open;
  const rules = await engine().open({ rules: text, parents: await parentsOf(text) });
  open = { rules, bot: await engine().thinker(rules, spec), text, spec };
  offered.clear();
  taken.clear();
  return open;
}

/** Who won: a seat, or null for a draw. @param {{rank: number}[]} result */
function winner(result) {
  const first = result.flatMap(({ rank }, seat) => (rank === 1 ? [seat] : []));
  return first.length === 1 ? first[0] : null;
}

/** One of so many, by a number that tells games apart. @param {number} seed @param {number} many */
const anyOf = (seed, many) => Math.floor(((Math.imul(seed, 0x9e3779b1) >>> 0) / 2 ** 32) * many);

const MOST_KINDS = 50000; // different moves that are counted
/** @type {Set<bigint>} */
const offered = new Set();
/** @type {Set<bigint>} */
const taken = new Set();
/** @type {{offered: bigint[], taken: bigint[]}} */
let news = { offered: [], taken: [] }; // what was not told yet

/** @param {bigint[]} legal @param {bigint} move that is played */
function count(legal, move) {
  for (const code of legal) {
    if (offered.has(code) || offered.size >= MOST_KINDS) continue;
    offered.add(code);
    news.offered.push(code);
  }
  if (!offered.has(move) || taken.has(move)) return;
  taken.add(move);
  news.taken.push(move);
}

/** @param {any} rules @param {any} bot @param {number} seed */
function play(rules, bot, seed) {
  const match = rules.match({ seed: BigInt(seed) });
  let [moves, choices] = [0, 0];
  try {
    for (; match.waiting.length && moves < MOST_MOVES; moves++) {
      const [seat] = match.waiting;
      const { bytes } = match.position.view(seat);
      const legal = rules.listed(rules.lent(bytes, seat), seat);
      choices += legal.length;
      const opens = moves < OPENING && { code: legal[anyOf(seed * 64 + moves, legal.length)] };
      const move = opens || bot.choose(bytes, { seat, seed: BigInt(seed) * 4096n + BigInt(moves) });
      count(legal, move.code);
      match.play(move, seat);
    }
    const over = !match.waiting.length;
    return { moves, choices, over, winner: over ? winner(match.result) : null };
  } finally {
    match.close();
  }
}

serve(async ({ text, spec, seed }) => {
  const { rules, bot } = await opened(text, spec);
  news = { offered: [], taken: [] };
  const played = play(rules, bot, seed);
  return { ...played, ...news, seats: [...rules.info.seats], players: rules.info.players };
});
