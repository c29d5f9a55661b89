// SPDX-License-Identifier: MIT
// What a turn consists of, choice by choice, and where an automaton's nodes lie in a picture. It only
// computes; steps.js and automaton.js draw.

/**
 * @typedef {{text: string, pick: number[]}} Move
 * @typedef {{number: number, kind: string, next: number, alt: number, words: string}} Node
 * @typedef {{starts: {phase: number, player: string, node: number}[], nodes: Node[]}} Automaton
 * @typedef {{node: Node, x: number, y: number}} Box places in columns and rows
 * @typedef {{from: Box, to: Box, alt: boolean, back: boolean}} Line
 */

/** Whether a move begins with these picks. @param {Move} move @param {number[]} picked */
const begins = ({ pick }, picked) => picked.every((ref, i) => pick[i] === ref);

/**
 * What can be picked next after some picks, with how many moves each leads to, and the moves that end here.
 * @param {Move[]} moves @param {number[]} picked
 */
export function stepsAfter(moves, picked) {
  const left = moves.filter((move) => begins(move, picked));
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { pick } of left) {
    const ref = pick[picked.length];
    if (ref !== undefined) counts.set(ref, (counts.get(ref) || 0) + 1);
  }
  const next = [...counts].map(([ref, count]) => ({ ref, count }));
  return { next, ends: left.filter(({ pick }) => pick.length === picked.length) };
}

const MOST = 150; // nodes in a picture

/**
 * The nodes that can be reached from one, in the order in which they are found.
 * @param {Map<number, Node>} all @param {number} start
 */
function reached(all, start) {
  /** @type {Set<number>} */
  const seen = new Set([start]);
  for (const at of seen) {
    const node = all.get(at);
    for (const to of node ? [node.next, node.alt] : []) if (to >= 0) seen.add(to);
  }
  return [...seen].flatMap((number) => all.get(number) || []);
}

/**
 * How many steps lead to each node on the longest way that does not come back; and the ways that do.
 * @param {Map<number, Node>} all @param {number} start
 */
function depths(all, start) {
  /** @type {number[]} */
  const order = []; // those that lead nowhere new first
  const back = new Set();
  const open = new Set();
  const visit = (/** @type {number} */ at) => {
    const node = all.get(at);
    if (!node || order.includes(at)) return;
    open.add(at);
    for (const to of [node.next, node.alt]) {
      if (open.has(to)) back.add(`${at} ${to}`);
      else visit(to);
    }
    open.delete(at);
    order.push(at);
  };
  visit(start);
  const deep = new Map([[start, 0]]);
  for (const at of order.reverse()) {
    const { next, alt } = /** @type {Node} */ (all.get(at));
    for (const to of [next, alt]) {
      if (to < 0 || back.has(`${at} ${to}`)) continue;
      deep.set(to, Math.max(deep.get(to) || 0, (deep.get(at) || 0) + 1));
    }
  }
  return { deep, back };
}

/**
 * Where the nodes of a turn lie: a row for each step, side by side in the order they are found; and the lines
 * between them.
 * @param {Automaton} automaton @param {number} start
 * @returns {{boxes: Box[], lines: Line[], columns: number, rows: number, left: number}} left: not shown
 */
export function placed({ nodes }, start) {
  const everything = new Map(nodes.map((node) => [node.number, node]));
  const turn = reached(everything, start);
  const shown = turn.slice(0, MOST);
  const all = new Map(shown.map((node) => [node.number, node]));
  const { deep, back } = depths(all, start);
  /** @type {Map<number, number>} */
  const filled = new Map();
  const boxes = shown.map((node) => {
    const y = deep.get(node.number) || 0;
    const x = filled.get(y) || 0;
    filled.set(y, x + 1);
    return { node, x, y };
  });
  const boxOf = new Map(boxes.map((box) => [box.node.number, box]));
  const lines = boxes.flatMap((from) =>
    [from.node.next, from.node.alt].flatMap((number, i) => {
      const to = boxOf.get(number);
      return to ? [{ from, to, alt: i === 1, back: back.has(`${from.node.number} ${number}`) }] : [];
    }),
  );
  const rows = 1 + Math.max(...boxes.map(({ y }) => y));
  const left = turn.length - shown.length;
  return { boxes, lines, columns: Math.max(...filled.values()), rows, left };
}
