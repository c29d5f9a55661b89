// SPDX-License-Identifier: MIT
// How a match went, as a curve: scores where the game counts them, else how it was judged to stand. Loaded
// when a match is over.

import { get } from './api.js';
import { range } from './art/base.js';
import { seatMark, seats } from './art/signs.js';
import { bringStyle } from './dom.js';
import { sideOf } from './sides.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';
import { t } from './words.js';

/**
 * @typedef {{kind: string, plies: number[], values: number[][]}} Told as the server says it
 * @typedef {[number, number]} Point
 */

const HIGH = 100; // units of the drawing from bottom to top
const DASHES = ['', '9 5', '2 5', '14 4 2 4', '5 2', '20 6', '2 2', '9 3 2 3']; // of seats

/** @param {Point[]} points */
const through = (points) => points.map(([x, y]) => `${x} ${y.toFixed(1)}`).join('L');

/**
 * The upper edges of bands that lie on each other and fill the whole height: [seat][point].
 * @param {number[][]} values
 */
export function bands(values) {
  return range(values[0].length).map((/** @type {number} */ seat) =>
    values.map((now) => {
      const all = now.reduce((sum, n) => sum + n, 0) || 1;
      const upTo = now.slice(0, seat + 1).reduce((sum, n) => sum + n, 0);
      return HIGH - (HIGH * upTo) / all;
    }),
  );
}

/**
 * Lines of scores, from the lowest to the highest of all: [seat][point].
 * @param {number[][]} values
 */
export function lines(values) {
  const all = values.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const y = (/** @type {number} */ n) => HIGH - 4 - ((HIGH - 8) * (n - low)) / (high - low || 1);
  return range(values[0].length).map((/** @type {number} */ seat) => values.map((now) => y(now[seat])));
}

/**
 * Judgements of one and the other to move differ a little at every ply: the curve goes between them, and only
 * what lasts is seen. The first and the last are as they are.
 * @param {number[][]} values
 */
export const calmed = (values) =>
  values.map((now, i) =>
    i && i < values.length - 1 ? now.map((n, seat) => (n + values[i - 1][seat]) / 2) : now,
  );

export class Course {
  /** @param {any} match @param {Told} told */
  constructor(match, told) {
    this.match = match;
    this.told = told;
    this.last = told.plies[told.plies.length - 1] || 1;
  }

  /** @param {number} seat */
  colour(seat) {
    return `var(--${seats[sideOf(this.match, seat) % seats.length]})`;
  }

  /** How the line of a seat is drawn, among the others and beside its name. @param {number} seat */
  stroke(seat) {
    return `stroke:${this.colour(seat)};stroke-dasharray:${DASHES[seat % DASHES.length] || 'none'}`;
  }

  /** Where everybody stood at a ply. @param {number} ply @returns {number[]} */
  at(ply) {
    const { plies, values } = this.told;
    const i = plies.findIndex((p) => p >= ply);
    return values[i < 0 ? values.length - 1 : i];
  }

  /** @param {number} seat @param {number} value */
  said(seat, value) {
    const name = this.match.names()[seat];
    return `${name}: ${this.told.kind === 'score' ? value : `${Math.round(value / 10)} %`}`;
  }

  /** An area of a seat; every second one has rows of lines. @param {number} seat @param {string} d */
  band(seat, d) {
    return [
      v('path', { key: `b${seat}`, class: 'band', d, style: `fill:${this.colour(seat)}` }),
      seat % 2 ? v('path', { key: `r${seat}`, d, fill: 'url(#rows)' }) : null,
    ];
  }

  /** What a name of the legend belongs to. @param {number} seat */
  sample(seat) {
    return v(
      'svg',
      { class: 'sample', viewBox: '0 -14 40 28' },
      this.told.kind === 'score'
        ? v('path', { class: 'curve', d: 'M0 0H40', style: this.stroke(seat) })
        : this.band(seat, 'M0-14H40V14H0Z'),
    );
  }

  drawn() {
    const { kind, plies, values } = this.told;
    const edges = kind === 'score' ? lines(values) : bands(calmed(values));
    const path = (/** @type {number} */ seat) =>
      `M${through(edges[seat].map((y, i) => /** @type {Point} */ ([plies[i], y])))}`;
    if (kind === 'score')
      return edges.map((_, seat) =>
        v('path', { key: `l${seat}`, class: 'curve', d: path(seat), style: this.stroke(seat) }),
      );
    const floor = plies.map(() => HIGH);
    const below = (/** @type {number} */ seat) =>
      through((edges[seat - 1] || floor).map((y, i) => /** @type {Point} */ ([plies[i], y])).reverse());
    return [
      v(
        'pattern',
        { key: 'rows', id: 'rows', width: this.last, height: 9, patternUnits: 'userSpaceOnUse' },
        v('path', { class: 'row', d: `M0 4H${this.last}` }),
      ),
      edges.map((_, seat) => this.band(seat, `${path(seat)}L${below(seat)}Z`)),
      v('path', { key: 'half', class: 'half', d: `M0 ${HIGH / 2}H${this.last}` }),
      v('path', { key: 'line', class: 'curve', d: path(0), style: `stroke:${this.colour(0)}` }),
    ];
  }

  /** Shows the position under the pointer. @param {any} e */
  look(e) {
    const box = e.currentTarget.getBoundingClientRect();
    this.match.past.look(Math.round(((e.clientX - box.left) / box.width) * this.last));
  }

  /** The curve, with the position that is shown; `still` in the result, where there is none. */
  node(still = false) {
    const { past } = this.match;
    const ply = past.now ? past.now.ply : this.last;
    const values = this.at(ply);
    return v(
      'figure',
      { key: 'course', class: `course${still ? ' still' : ''}` },
      v(
        'svg',
        {
          'viewBox': `0 0 ${this.last} ${HIGH}`,
          'preserveAspectRatio': 'none',
          'role': 'img',
          'aria-label': `${t('course')}: ${values.map((n, seat) => this.said(seat, n)).join(', ')}`,
          'onclick': still ? null : (/** @type {any} */ e) => this.look(e),
        },
        this.drawn(),
        still ? null : v('path', { key: 'now', class: 'here', d: `M${ply} 0V${HIGH}` }),
      ),
      v(
        'figcaption',
        { 'aria-hidden': 'true' },
        values.map((n, seat) =>
          v(
            'span',
            { key: seat },
            v('svg', { viewBox: '-7 -7 14 14' }, art(seatMark(sideOf(this.match, seat) % seats.length))),
            this.sample(seat),
            this.said(seat, n),
          ),
        ),
      ),
    );
  }
}

/** The course of a match that is over; null where nothing is known of it. @param {any} match */
export async function courseOf(match) {
  const [told] = await Promise.all([get(`/api/matches/${match.id}/course`), bringStyle('course')]);
  return told.kind === 'none' || told.plies.length < 2 ? null : new Course(match, told);
}
