// SPDX-License-Identifier: MIT
// The three forms of a table: ring (table above mine), stage (others beside what is being played) and
// market (a strip of offers above mine); each wide or on a phone. A form takes what needs room and returns
// areas in pixels.

import { TILE_OF_RADIUS, cellIn, limit, ringRadius } from './sizes.js';

function tableCell(t, area) {
  if (!t.displays) return cellIn(t, 'table', t.table, area.w, area.h);
  const [, most] = limit(t, 'table', false);
  return Math.min(most, ringRadius(t.displays, area.w, area.h) * TILE_OF_RADIUS);
}

// Others below each other, each with a head of its own.
function column(t, area, headRem, topRem = 0) {
  if (!t.others) return null;
  const gap = 0.5 * t.rem;
  const each = (area.h - topRem * t.rem - gap * (t.others - 1)) / t.others;
  const cell = cellIn(t, 'others', t.other, area.w - 1.75 * t.rem, each - headRem * t.rem);
  return { ...area, cell: t.summary ? 0 : cell };
}

// Others beside each other on a phone; summaries in threes.
function strip(t, pad) {
  const { rem, W } = t;
  if (!t.others) return { x: pad, y: 0, w: W - 2 * pad, h: 0, cell: 0 };
  const columns = Math.min(t.others, 3);
  const each = (W - 2 * pad - 0.375 * rem * (columns - 1)) / columns;
  const cell = t.summary ? 0 : cellIn(t, 'others', t.other, each - 0.9 * rem, Infinity);
  const plate = (t.lines ? 2.875 + t.lines : t.summary ? 3.625 : 0) * rem;
  const row = t.summary ? plate : Math.max(plate, 2.2 * rem + cell * t.other.h);
  const rows = Math.ceil(t.others / columns);
  return { x: pad, y: 0, w: W - 2 * pad, h: rows * row + (rows - 1) * 0.25 * rem, cell };
}

function ring(t, split) {
  const { rem, W, H } = t;
  if (t.phone) return ringPhone(t);
  const pad = rem;
  const side = t.others ? 18.75 * rem : 0;
  const left = W - 2 * pad - (side ? side + pad : 0);
  const mineH = split * H;
  const mine = { x: pad, y: H - pad - mineH, w: left, h: mineH };
  const table = { x: pad, y: 0, w: left, h: H - pad - mineH - 0.5 * rem };
  const others = column(t, { x: W - pad - side, y: 0, w: side, h: H - pad }, 3.4, 4.75);
  return {
    table: { ...table, cell: tableCell(t, table) },
    mine: { ...mine, cell: cellIn(t, 'mine', t.mine, left - 29 * rem, mineH - 1.5 * rem) },
    ...(others ? { others } : {}),
  };
}

function ringPhone(t) {
  const { rem, W, H } = t;
  const pad = 0.5 * rem;
  const others = strip(t, pad);
  const cell = cellIn(t, 'mine', t.mine, W - 2 * pad - 1.5 * rem, 0.42 * H - 3.5 * rem);
  const mineH = cell * t.mine.h + 4 * rem;
  const say = 3 * rem;
  const top = others.h + 0.25 * rem;
  const table = { x: pad, y: top, w: W - 2 * pad, h: H - top - say - mineH - pad };
  return {
    others,
    table: { ...table, cell: tableCell(t, table) },
    say: { x: pad, y: table.y + table.h, w: W - 2 * pad, h: say, cell: 0 },
    mine: { x: pad, y: H - pad - mineH, w: W - 2 * pad, h: mineH, cell },
  };
}

// Beside a card of the stage, in rem: a question of two lines, its player, what is told, answers, gaps.
const ASKED = 14.75;

function stage(t, split) {
  const { rem, W, H } = t;
  if (t.phone) return stagePhone(t);
  const pad = rem;
  const side = Math.min(31.25 * rem, 0.4 * W);
  const low = Math.min(17 * rem, Math.max(11 * rem, split * H));
  const right = W - 3 * pad - side;
  const high = H - low - 1.5 * rem;
  const own = t.lays ? low : 4.5 * rem; // a plate alone
  const others = column(t, { x: pad, y: 0, w: side, h: H - own - 1.5 * rem }, 0.75);
  const table = { x: 2 * pad + side, y: 0, w: right, h: high };
  return {
    ...(others ? { others } : {}),
    table: {
      ...table,
      cell: stageCard(t, 3.6, right - 8 * rem, high - ASKED * rem, high - 8 * rem),
    },
    mine: {
      x: pad,
      y: H - own - 0.75 * rem,
      w: side,
      h: own,
      cell: cellIn(t, 'mine', t.mine, side - 2 * rem, low - 4.75 * rem),
    },
    hand: {
      x: 2 * pad + side,
      y: H - low - 0.75 * rem,
      w: right,
      h: low + 0.75 * rem,
      cell: handCard(t, right, low),
    },
  };
}

/**
 * A card of the stage: of a chain, `wide` cards are seen, with words below; of a trick all, with names, in
 * up to five lines. `low` is the height without the words.
 * @param {any} t @param {number} wide @param {number} w @param {number} h @param {number} low
 */
function stageCard(t, wide, w, h, low) {
  const chain = cellIn(t, 'table', { w: wide, h: 1.6, cards: true }, w, h);
  if (!t.stage) return chain;
  const [gap, name] = [0.5 * t.rem, 1.75 * t.rem];
  const cells = [1, 2, 3, 4, 5].map((rows) => {
    const n = Math.ceil(t.stage / rows);
    const units = { w: n, h: 1.4 * rows, cards: true };
    return cellIn(t, 'table', units, w - n * gap, low - rows * name);
  });
  return Math.max(...cells);
}

function handCard(t, w, h) {
  const [, most] = limit(t, 'hand', true);
  const full = 1 + 0.32 * (t.hand - 1); // a large hand still shows the corner of every card
  return Math.min(most, w / Math.max(4.5, full), (h - 1.5 * t.rem) / 1.5);
}

function stagePhone(t) {
  const { rem, W, H } = t;
  const pad = 0.5 * rem;
  const others = strip(t, pad);
  const hand = 9 * rem;
  const mine = (t.lays ? 7.875 : 4) * rem;
  const top = others.h + 0.5 * rem;
  const high = H - top - hand - mine - 1 * rem;
  return {
    others,
    table: {
      x: pad,
      y: top,
      w: W - 2 * pad,
      h: high,
      cell: stageCard(t, 2.7, W - 2.25 * rem, high - 16.5 * rem, high - 10 * rem),
    },
    mine: {
      x: pad,
      y: top + high + 0.5 * rem,
      w: W - 2 * pad,
      h: mine,
      cell: cellIn(t, 'mine', t.mine, W - 2 * rem, 4 * rem),
    },
    hand: { x: pad, y: H - hand, w: W - 2 * pad, h: hand, cell: handCard(t, W, hand) },
  };
}

function market(t, split) {
  const { rem, W, H } = t;
  if (t.phone) return marketPhone(t);
  const pad = rem;
  const side = t.others || t.supply ? 16.75 * rem : 0;
  const left = W - 2 * pad - (side ? side + pad : 0);
  const room = left - 0.625 * rem * t.strip - 2.95 * rem; // gaps, and the decks at the end
  const card = Math.min(
    cellIn(t, 'table', { w: t.strip, h: 1, cards: true }, room, H),
    (0.75 * split * H) / 1.25,
  );
  const strip = card * 1.25;
  const hand = 5.75 * rem;
  const mineY = strip + 0.75 * rem;
  const mine = { x: pad, y: mineY, w: left, h: H - pad - hand - 0.75 * rem - mineY };
  const n = Math.max(3, t.puzzles);
  return {
    table: { x: pad, y: 0, w: left, h: strip, cell: card },
    mine: {
      ...mine,
      cell: Math.min(
        cellIn(
          t,
          'mine',
          { w: 6 * n, h: 7.5, cards: false },
          left - 3 * rem - (n - 1) * 1.5 * rem,
          mine.h - 6.2 * rem,
        ),
      ),
    },
    hand: { x: pad, y: H - pad - hand, w: left, h: hand, cell: Math.min(1.35 * rem, (left - 20 * rem) / 26) },
    side: { x: W - pad - side, y: 0, w: side, h: H - pad, cell: 0.55 * rem },
    ...(t.others
      ? {
          others: {
            x: W - pad - side,
            y: 0,
            w: side,
            h: H - pad,
            cell: t.summary ? 0 : Math.min((3.375 * rem) / 6, othersCell(t, side, H)),
          },
        }
      : {}),
  };
}

// Puzzles of the others are small cards; below them the reserve.
function othersCell(t, side, H) {
  const each = (H - 14 * t.rem) / Math.max(1, t.others);
  return Math.min((side - 2 * t.rem) / 26, (each - 5.5 * t.rem) / 7.5);
}

function marketPhone(t) {
  const { rem, W, H } = t;
  const pad = 0.5 * rem;
  const others = {
    x: pad,
    y: 0,
    w: W - 2 * pad,
    h: t.others ? 3.4 * rem * Math.ceil(t.others / 3) : 0,
    cell: 0,
  };
  const card = Math.min((W - 2 * pad - 5 * rem) / 4, (0.13 * H) / 1.25);
  const table = {
    x: pad,
    y: others.h + 0.5 * rem,
    w: W - 2 * pad,
    h: 2 * card * 1.25 + 0.5 * rem,
    cell: card,
  };
  const hand = 8.25 * rem;
  const y = table.y + table.h + 0.5 * rem;
  const mine = { x: pad, y, w: W - 2 * pad, h: H - y - hand - 1 * rem };
  return {
    others,
    table,
    mine: { ...mine, cell: Math.min((W - 7 * rem) / 6, (mine.h - 5.5 * rem) / 7.5) },
    hand: { x: pad, y: H - hand - pad, w: W - 2 * pad, h: hand, cell: 1 * rem },
  };
}

export const FORMS = { ring, stage, market };
