// SPDX-License-Identifier: MIT
// Puzzles from matches: positions in which a single move keeps the win. Where to look for them, and those
// that were found, kept in this browser.

/**
 * @typedef {import('./marks.js').Entry} Entry
 * @typedef {{game: string, players?: number, options?: any, record: string, ply: number, move: string,
 *   title: string, who: string}} Puzzle `who` is to move after `ply` plies; `move` is the one
 */

const HOPE = 0.55; // chances from which on somebody may have been winning
const MOST_TRIED = 24; // positions of a match
const KEPT = 'puzzles';
const MOST_KEPT = 40;
const MOST_RECORD = 20000; // letters: longer matches give puzzles only while they are looked at

/**
 * Plies after which whoever was to move may have been winning, those where it was let go first.
 * @param {Entry[]} log @param {(number[]|undefined)[]} chances by ply
 */
export function candidates(log, chances) {
  const found = log.flatMap(({ ply, who }) => {
    const [before, after] = [chances[ply - 1], chances[ply]];
    if (who === null || !before || !after) return [];
    const won = Math.max(before[who], after[who]) >= HOPE;
    return won ? [{ ply: ply - 1, lost: before[who] - after[who] }] : [];
  });
  return found
    .sort((a, b) => b.lost - a.lost)
    .slice(0, MOST_TRIED)
    .map(({ ply }) => ply);
}

/** What this browser keeps, the newest first: of those that were solved no more than which they were. */
function read() {
  try {
    const list = JSON.parse(localStorage.getItem(KEPT) || '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** The puzzles of this browser, the newest first. @returns {Puzzle[]} */
export const keptPuzzles = () => read().filter((puzzle) => !puzzle.solved);

/** @param {(Puzzle|{record: string, ply: number, solved: boolean})[]} list */
function write(list) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(list.slice(0, MOST_KEPT)));
  } catch {
    localStorage.removeItem(KEPT); // no room: they can be found again
  }
}

/** @typedef {{record: string, ply: number}} Place
 * @param {Place} one @param {Place} other */
const isSame = (one, other) => one.record === other.record && one.ply === other.ply;

/** @param {Puzzle} puzzle */
export function keepPuzzle(puzzle) {
  if (!puzzle.record || puzzle.record.length > MOST_RECORD) return;
  const kept = read();
  if (kept.some((other) => other.solved && isSame(puzzle, other))) return; // found again when the match is
  write([puzzle, ...kept.filter((other) => !isSame(puzzle, other))]);
}

/** It was solved: it is not asked again. @param {Puzzle} puzzle */
export const dropPuzzle = ({ record, ply }) =>
  write([{ record, ply, solved: true }, ...read().filter((other) => !isSame({ record, ply }, other))]);
