// SPDX-License-Identifier: MIT
// What a search thinks of positions: the chances of each seat, and of each move, what alphabeta expects, and
// whether a single move keeps the win.

import { engine, serve } from '../studio/served.js';

const DRAWS = 4; // of chance that are looked at where it is on turn; of those that follow, one
const FORCED = 8; // moves without a choice that are followed
const WINS = 0.9; // the chance of the move of a puzzle, and of all others at most
const LETS_GO = 0.7;

/** @type {any} */
let rules = null;
/** @type {any} */
let search = null;
/** @type {any} */
let deep = null; // alphabeta, when it is first asked
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

/**
 * The moves alphabeta expects, and what they are worth to whoever moves; null where nobody does.
 * @param {any} position @param {number} nodes
 */
async function expected(position, nodes) {
  const [seat] = position.turn;
  if (seat === undefined || position.isChance) return null;
  deep = deep || (await engine().thinker(rules, 'alphabeta'));
  const { move, win, line } = deep.think(position.view(seat).bytes, { seat, nodes });
  return { move, chance: win ? win[seat] : null, line: line.length ? line : [move] };
}

/**
 * The one move that keeps a win, if there is one: looked at twice, the second time only the best.
 * @param {any} position @param {number} nodes @returns {string|null}
 */
function onlyMove(position, nodes) {
  if (rules.info.hidden || rules.info.chance) return null; // what is best there depends on luck
  const first = compared(position, nodes);
  if (first.length < 2 || first[0].chance < WINS || first[1].chance > LETS_GO) return null;
  const moves = first.slice(0, 3).map((/** @type {any} */ row) => row.move);
  const [best, next] = compared(position, nodes, moves);
  return best.chance >= WINS && next.chance <= LETS_GO ? best.move : null;
}

serve(async ({ open, judge, compare, expect, only }) => {
  if (open) {
    rules = await engine().open(open.game, { players: open.players, options: open.options });
    search = await engine().thinker(rules, 'mcts');
    return { seats: rules.info.seats };
  }
  if (expect) return expected(positionAt(expect.record, expect.ply), expect.nodes);
  if (only) return onlyMove(positionAt(only.record, only.ply), only.nodes);
  if (judge) return judged(positionAt(judge.record, judge.ply), judge.nodes);
  return compared(positionAt(compare.record, compare.ply), compare.nodes, compare.moves);
});
