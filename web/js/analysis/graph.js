// SPDX-License-Identifier: MIT
// The chance to win over a match, drawn as bands that fill the height: one for each seat. Marked moves are
// points on the curve, and the position that is shown is a line across it.

import { apart, seatMark, seats as SEATS } from '../art/signs.js';
import { art } from '../svgtext.js';
import { v } from '../vdom.js';
import { t } from '../words.js';
import { percent } from './marks.js';

const HIGH = 100; // units from bottom to top

/** The numbers of the seats' colours: Red is red. @param {string[]} names */
export const sidesOf = (names) => apart(names.map((name) => SEATS.indexOf(name.toLowerCase())));

/**
 * Chances at every ply, with gaps filled from the nearest ply before.
 * @param {(number[]|undefined)[]} chances
 */
export function filled(chances) {
  let known = chances.find(Boolean);
  return chances.map((now) => {
    known = now || known;
    return known;
  });
}

/** How high the upper edge of a seat's band is. @param {number[]} now @param {number} seat */
function edge(now, seat) {
  const all = now.reduce((sum, n) => sum + n, 0) || 1;
  return HIGH - (HIGH * now.slice(0, seat + 1).reduce((sum, n) => sum + n, 0)) / all;
}

/**
 * @param {{chances: (number[]|undefined)[], ply: number, marks: import('./marks.js').Mark[], names: string[],
 *   look: (ply: number) => void}} about
 */
export function graphNode({ chances, ply, marks, names, look }) {
  const last = Math.max(1, chances.length - 1);
  const known = filled(chances);
  const sides = sidesOf(names);
  const now = known[Math.min(ply, chances.length - 1)];
  const point = (/** @type {number[]|undefined} */ at, /** @type {number} */ i, /** @type {number} */ seat) =>
    `${i} ${(at ? edge(at, seat) : HIGH / 2).toFixed(1)}`;
  const path = (/** @type {number} */ seat) => known.map((at, i) => point(at, i, seat)).join('L');
  const back = (/** @type {number} */ seat) =>
    known
      .map((at, i) => (seat ? point(at, i, seat - 1) : `${i} ${HIGH}`))
      .reverse()
      .join('L');
  const choose = (/** @type {any} */ e) => {
    const box = e.currentTarget.getBoundingClientRect();
    look(Math.round(((e.clientX - box.left) / box.width) * last));
  };
  const share = (/** @type {number} */ n, /** @type {number} */ of) => `${(100 * n) / of}%`;
  return v(
    'div',
    {
      'class': 'graph',
      'role': 'img',
      'aria-label': `${t('chances')}: ${now ? said(now, names) : '…'}`,
      'onclick': choose,
    },
    v(
      'svg',
      { 'viewBox': `0 0 ${last} ${HIGH}`, 'preserveAspectRatio': 'none', 'aria-hidden': 'true' },
      names.map((_, seat) =>
        v('path', {
          key: `b${seat}`,
          class: 'band',
          d: `M${path(seat)}L${back(seat)}Z`,
          style: `fill:var(--${SEATS[sides[seat]]})`,
        }),
      ),
      v('path', { key: 'half', class: 'half', d: `M0 ${HIGH / 2}H${last}` }),
      v('path', { key: 'line', class: 'curve', d: `M${path(0)}` }),
      v('path', { key: 'now', class: 'now', d: `M${ply} 0V${HIGH}` }),
    ),
    marks.map((m) =>
      v('i', {
        key: `m${m.ply}`,
        class: m.kind,
        style: `left:${share(m.ply, last)};top:${edge(known[m.ply] || [1, 1], 0)}%`,
      }),
    ),
  );
}

/** The same as said(), with the marks of the seats. @param {number[]} now @param {string[]} names */
export const saidNodes = (now, names) =>
  names.map((name, seat) => [
    v('svg', { key: `s${seat}`, viewBox: '-7 -7 14 14' }, art(seatMark(sidesOf(names)[seat]))),
    v('b', { key: `n${seat}` }, `${name} ${percent(now[seat])}`),
  ]);

/** "White 53 %, Black 47 %". @param {number[]} now @param {string[]} names */
const said = (now, names) => names.map((name, seat) => `${name} ${percent(now[seat])}`).join(', ');
