// SPDX-License-Identifier: MIT
// Moves of chess as its players write them (Nbd7, exd6, O-O, Qh4#), and the king that is in check. The men
// are moved along from the scene at the start; the server alone says which moves there are.

import { manOf } from './skins.js';

const LETTERS = { king: 'K', queen: 'Q', rook: 'R', bishop: 'B', knight: 'N', pawn: 'P' };
const ROW = 16; // squares are row * 16 + column, rows counted from white's side
const STRAIGHT = [1, -1, ROW, -ROW];
const SLANTED = [ROW + 1, ROW - 1, 1 - ROW, -ROW - 1];
const AROUND = [...STRAIGHT, ...SLANTED];
const LEAPS = [33, 31, 18, 14, -33, -31, -18, -14];
const SLIDES = { R: STRAIGHT, B: SLANTED, Q: AROUND };

const fileOf = (square) => square % ROW;
const rankOf = (square) => Math.floor(square / ROW);
const nameOf = (square) => 'abcdefgh'[fileOf(square)] + (rankOf(square) + 1);
const isWhite = (man) => man === man.toUpperCase();

/** @typedef {Map<number, string>} Men by square; capitals are white */

/** @param {Men} men @param {number} from @param {number} to */
function attacks(men, from, to) {
  const man = men.get(from) || 'P';
  const kind = man.toUpperCase();
  if (kind === 'P') return [ROW - 1, ROW + 1].includes(isWhite(man) ? to - from : from - to);
  if (kind === 'N') return LEAPS.includes(to - from);
  if (kind === 'K') return AROUND.includes(to - from);
  return (SLIDES[kind] || []).some((step) => {
    for (let at = from + step; at >= 0 && at < ROW * 8 && fileOf(at) < 8; at += step) {
      if (at === to) return true;
      if (men.has(at)) return false;
    }
    return false;
  });
}

/** Whether a side attacks a square. @param {Men} men @param {number} square @param {boolean} white */
const attacked = (men, square, white) =>
  [...men].some(([from, man]) => isWhite(man) === white && attacks(men, from, square));

/** @param {Men} men @param {boolean} white */
const kingOf = (men, white) => [...men].find(([, man]) => man === (white ? 'K' : 'k'))?.[0];

/** @param {Men} men @param {boolean} white */
function inCheck(men, white) {
  const king = kingOf(men, white);
  return king !== undefined && attacked(men, king, !white);
}

export class Notation {
  /** @param {any} scene the position before the first move */
  constructor(scene) {
    const zone = scene.zones.findIndex((z) => z.kind === 'grid');
    this.rows = scene.zones[zone].rows;
    this.cols = scene.zones[zone].cols;
    this.over = -1; // the square a pawn has just stepped over
    /** @type {Men} */
    this.men = new Map();
    for (const i of scene.items) {
      const letter = i.zone === zone && i.kind === 'piece' ? LETTERS[manOf(i, {}) || ''] : undefined;
      if (letter)
        this.men.set((this.rows - 1 - i.row) * ROW + i.col, i.owner ? letter.toLowerCase() : letter);
    }
  }

  /** The men after a move, castled rooks and pawns taken in passing included. */
  after(from, to, becomes) {
    const men = new Map(this.men);
    const man = men.get(from) || 'P';
    men.delete(from);
    if (/p/i.test(man) && to === this.over) men.delete(rankOf(from) * ROW + fileOf(to));
    if (/k/i.test(man) && Math.abs(to - from) === 2) {
      const corner = rankOf(from) * ROW + (to > from ? this.cols - 1 : 0);
      men.set((from + to) / 2, men.get(corner) || 'R');
      men.delete(corner);
    }
    men.set(to, becomes ? (isWhite(man) ? becomes.toUpperCase() : becomes.toLowerCase()) : man);
    return men;
  }

  // Whether a man goes there by the way men go; castling is left out: it never answers a check.
  goes(from, to) {
    const man = this.men.get(from) || 'P';
    const there = this.men.get(to);
    if (there && isWhite(there) === isWhite(man)) return false;
    if (!/p/i.test(man)) return attacks(this.men, from, to);
    const ahead = isWhite(man) ? ROW : -ROW;
    const home = rankOf(from) === (isWhite(man) ? 1 : this.rows - 2) && this.rows === 8;
    if (to - from === ahead) return !there;
    if (to - from === 2 * ahead) return home && !there && !this.men.has(from + ahead);
    return attacks(this.men, from, to) && (Boolean(there) || to === this.over);
  }

  legal(from, to) {
    const white = isWhite(this.men.get(from) || 'P');
    return this.goes(from, to) && !inCheck(this.after(from, to), white);
  }

  // Whether a side has any move at all.
  canMove(white) {
    const squares = Array.from({ length: this.rows * this.cols }, (_, i) => {
      return Math.floor(i / this.cols) * ROW + (i % this.cols);
    });
    return [...this.men].some(
      ([from, man]) => isWhite(man) === white && squares.some((to) => this.legal(from, to)),
    );
  }

  // What tells this man from others of its kind that could go there: file, else rank, else both.
  apart(from, to) {
    const man = this.men.get(from);
    const others = [...this.men]
      .filter(([at, m]) => m === man && at !== from && this.legal(at, to))
      .map(([at]) => at);
    if (!others.length) return '';
    if (others.every((at) => fileOf(at) !== fileOf(from))) return nameOf(from)[0];
    return others.every((at) => rankOf(at) !== rankOf(from)) ? nameOf(from).slice(1) : nameOf(from);
  }

  words(from, to, becomes) {
    const kind = (this.men.get(from) || 'P').toUpperCase();
    if (kind === 'K' && Math.abs(to - from) === 2) return to > from ? 'O-O' : 'O-O-O';
    const takes = this.men.has(to) || (kind === 'P' && fileOf(from) !== fileOf(to)) ? 'x' : '';
    const who = kind === 'P' ? (takes ? nameOf(from)[0] : '') : kind + this.apart(from, to);
    return who + takes + nameOf(to) + (becomes ? `=${becomes.toUpperCase()}` : '');
  }

  /**
   * Plays a move as the server writes it ("e7e8q").
   * @param {string} text
   * @returns {{san: string, check: {row: number, col: number}|null, mate: boolean}|null} null: no such move
   */
  play(text) {
    const found = /^([a-h])([1-8])([a-h])([1-8])([qrbn])?$/i.exec(text);
    if (!found) return null;
    const square = (file, rank) => (Number(rank) - 1) * ROW + file.charCodeAt(0) - 97;
    const [from, to] = [square(found[1], found[2]), square(found[3], found[4])];
    const man = this.men.get(from);
    if (!man) return null;
    const words = this.words(from, to, found[5]);
    this.men = this.after(from, to, found[5]);
    this.over = /p/i.test(man) && Math.abs(to - from) === 2 * ROW ? (from + to) / 2 : -1;
    return this.told(words, !isWhite(man));
  }

  told(words, white) {
    const king = inCheck(this.men, white) ? kingOf(this.men, white) : undefined;
    if (king === undefined) return { san: words, check: null, mate: false };
    const mate = !this.canMove(white);
    const check = { row: this.rows - 1 - rankOf(king), col: fileOf(king) };
    return { san: words + (mate ? '#' : '+'), check, mate };
  }
}

/**
 * The moves of a match as they are written, one for each entry of its log; null where a game has no such
 * notation. Entries that were written before are not written again.
 * @param {any} match @param {boolean} [wanted]
 * @returns {any[]|null}
 */
export function written(match, wanted) {
  const { log, start } = match;
  if (!wanted || !start) return null;
  let known = match.written;
  if (!known || known.log !== log || known.list.length > log.length)
    known = match.written = { log, list: [], game: new Notation(start) };
  while (known.list.length < log.length) known.list.push(known.game.play(log[known.list.length].text));
  return known.list;
}
