// SPDX-License-Identifier: MIT
// What a search thinks of positions: the chances of each seat, and of each move.

import { engine, serve } from '../studio/served.js';

const DRAWS = 4; // of chance that are looked at where it is on turn; of those that follow, one
const FORCED = 8; // moves without a choice that are followed

/** @type {any} */
let rules = null;
/** @type {any} */
let search = null;
/** @type {{record: string, match: any}|null} */
let last = null;

/** What the end means for each seat. @param {{rank: number}[]} result @returns {number[]} */
function shares(result) {
  const first = result.filter(({ rank }) => rank === 1).length;
  return result.map(({ rank }) => (rank === 1 ? 1 / first : 0));
}

/** @param {number[][]} all @returns {number[]} */
const mean = (all) => all[0].map((_, seat) => all.reduce((sum, one) => sum + one[seat], 0) / all.length);

/** What chance brings until somebody has to decide. @param {any} position @param {bigint} number */
function drawn(position, number) {
  let after = position;
  for (let i = 1n; after.isChance; i++) after = after.draw(number * i * 0x9e3779b97f4a7c15n);
  return after;
}

/**
 * The chances of each seat, the best move and what it leads to.
 * @param {any} position @param {number} nodes @param {number} [deep]
 * @returns {{win: number[], move?: string, line?: string[]}}
 */
function judged(position, nodes, deep = 0) {
  const { over } = position;
  if (over && !position.isChance) return { win: shares(over) };
  if (position.isChance) {
    const draws = Array.from({ length: DRAWS }, (_, i) => drawn(position, BigInt(i + 1)));
    return { win: mean(draws.map((after) => judged(after, Math.ceil(nodes / DRAWS), deep + 1).win)) };
  }
  const [seat] = position.turn;
  const { win, move, line } = search.think(position.view(seat).bytes, { seat, nodes });
  if (win || deep > FORCED)
    return { win: win || shares(rules.info.seats.map(() => ({ rank: 1 }))), move, line };
  const after = judged(position.play(move, seat), nodes, deep + 1); // there was nothing to think about
  return { ...after, move, line: [move, ...(after.line || [])] };
}

/** @param {string} record @param {number} ply */
function positionAt(record, ply) {
  if (last?.record !== record) {
    last?.match.close();
    last = { record, match: rules.resume(record) };
  }
  return last.match.at(ply);
}

/**
 * Moves with the chances they give to whoever makes them, the best first; `moves` = only these.
 * @param {any} position @param {number} nodes for all together @param {string[]} [moves]
 */
function compared(position, nodes, moves) {
  const [seat] = position.turn;
  if (seat === undefined || position.isChance) return [];
  const list = moves || position.moves(seat).map((/** @type {any} */ m) => m.text);
  const each = Math.max(8, Math.floor(nodes / list.length));
  const rows = list.map((/** @type {string} */ move) => {
    const { win, line = [] } = judged(position.play(move, seat), each);
    return { move, chance: win[seat], line: [move, ...line] };
  });
  return rows.sort((/** @type {any} */ a, /** @type {any} */ b) => b.chance - a.chance);
}

serve(async ({ open, judge, compare }) => {
  if (open) {
    rules = await engine().open(open.game, { players: open.players, options: open.options });
    search = await engine().thinker(rules, 'mcts');
    return { seats: rules.info.seats };
  }
  if (judge) return judged(positionAt(judge.record, judge.ply), judge.nodes);
  return compared(positionAt(compare.record, compare.ply), compare.nodes, compare.moves);
});
