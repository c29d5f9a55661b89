// SPDX-License-Identifier: MIT
// How an analysis draws its lists: the best moves with their chances, and the moves that gave something away.

import { h } from '../dom.js';
import { t } from '../words.js';
import { percent } from './marks.js';

const SHOWN = 5; // moves in the list
const EQUAL = 0.02; // chances that differ by less are the same
const AHEAD = 5; // expected moves that are shown

/**
 * @typedef {import('./thinking.js').Row} Row
 * @typedef {import('./marks.js').Mark} Mark
 */

/** @param {Row} row @param {string|undefined} played @param {(move: string) => void} play */
function moveNode({ move, chance, line }, played, play) {
  return h(
    'li',
    { class: move === played ? 'played' : null },
    h(
      'button',
      { title: line.join(' '), onclick: () => play(move) },
      h('b', {}, move),
      h('span', { class: 'meter' }, h('i', { style: `width:${(100 * chance).toFixed(0)}%` })),
      h('span', { class: 'chance' }, percent(chance)),
      h('span', { class: 'tiny line' }, line.slice(1, 1 + AHEAD).join(' ')),
    ),
  );
}

/** What is said of the move that was played. @param {Row[]} rows @param {string|undefined} played */
function judgement(rows, played) {
  const own = rows.find((row) => row.move === played);
  if (!own) return '';
  const lost = rows[0].chance - own.chance;
  return lost > EQUAL ? t('played loses', { n: Math.round(100 * lost) }) : t('played best');
}

/** What alphabeta expects. @param {import('./thinking.js').Deep} deep */
const deepNode = ({ chance, line }) =>
  h(
    'p',
    { class: 'small deep', title: line.join(' ') },
    `${t('alphabeta')}${chance === null ? '' : ` ${percent(chance)}`}: `,
    h('b', {}, line.slice(0, 1 + AHEAD).join(' ')),
  );

/**
 * @param {{rows: Row[], nodes: number, done: boolean, played: string|undefined,
 *   deep: import('./thinking.js').Deep|null, play: (move: string) => void}} about
 */
export function moveNodes({ rows, nodes, done, played, deep, play }) {
  const top = rows.filter((row, i) => i < SHOWN || row.move === played);
  const words = `${t('looked at', { n: nodes.toLocaleString() })} ${judgement(rows, played)}`;
  return [
    h(
      'ol',
      {},
      top.map((row) => moveNode(row, played, play)),
    ),
    deep ? deepNode(deep) : null,
    h('p', { class: 'small' }, !rows.length ? '' : done ? words : t('thinking')),
  ];
}

/**
 * Puzzles as a list to be solved.
 * @param {import('./puzzles.js').Puzzle[]} list @param {(puzzle: any) => void} solve
 */
export const puzzleNodes = (list, solve) =>
  h(
    'ol',
    { class: 'riddles' },
    list.map((puzzle) =>
      h(
        'li',
        {},
        h(
          'button',
          { onclick: () => solve(puzzle) },
          h('b', {}, puzzle.title),
          h('span', {}, t('puzzle place', { name: puzzle.who, n: puzzle.ply + 1 })),
        ),
      ),
    ),
  );

/** @param {Mark} mark @param {boolean} isNow @param {string[]} names @param {(ply: number) => void} look */
function markNode({ ply, who, text, before, after, kind }, isNow, names, look) {
  const words = t(kind, { name: names[who], from: percent(before), to: percent(after) });
  return h(
    'li',
    { class: `${kind}${isNow ? ' seen' : ''}` },
    h('button', { onclick: () => look(ply - 1) }, h('b', {}, `${ply}. ${text}`), h('span', {}, words)),
  );
}

/**
 * @param {{marks: Mark[], ply: number, names: string[], known: number, all: number,
 *   look: (ply: number) => void}} about known: plies whose chances are
 */
export function markNodes({ marks, ply, names, known, all, look }) {
  const rest = marks.length ? '' : t('no mistakes made');
  return [
    h('h2', {}, t('turning points')),
    marks.length
      ? h(
          'ol',
          {},
          marks.map((mark) => markNode(mark, mark.ply === ply + 1, names, look)),
        )
      : null,
    h('p', { class: 'small' }, known < all ? t('going through', { n: known, all }) : rest),
  ];
}
