// SPDX-License-Identifier: MIT
// Displays in a ring: equal steps along an ellipse, whatever its form, with the heap of the centre in the
// middle.

import { range } from './art/base.js';
import { coin, drawItem } from './items.js';
import { TILE_OF_RADIUS } from './sizes.js';
import { attributesOf, classOf, keyOf } from './states.js';
import { art } from './svgtext.js';
import { asBefore, v } from './vdom.js';

const STEPS = 720;

const walked = new Map(); // ellipses seen before: a table has one, and is drawn at every pick

/** Points in equal steps on an ellipse with radii rx, ry round the middle of w x h, the first on top. */
export function around(n, w, h, rx, ry) {
  const name = [n, w, h, rx, ry].join();
  if (!walked.has(name)) {
    if (walked.size > 20) walked.clear();
    walked.set(name, walk(n, w, h, rx, ry));
  }
  return walked.get(name);
}

function walk(n, w, h, rx, ry) {
  const points = range(STEPS + 1).map((i) => {
    const a = (i / STEPS) * 2 * Math.PI - Math.PI / 2;
    return [w / 2 + rx * Math.cos(a), h / 2 + ry * Math.sin(a)];
  });
  const sum = [0];
  points.slice(1).forEach((p, i) => sum.push(sum[i] + Math.hypot(p[0] - points[i][0], p[1] - points[i][1])));
  return range(n).map((k) => points[sum.findIndex((d) => d >= (k / n) * sum[STEPS] - 0.01)]);
}

// The tiles of a zone one by one: [item, number among its like].
const single = (zone) =>
  zone.items.flatMap((item) => range(Math.max(1, item.count || 1)).map((k) => [item, k]));

// One item may be several tiles; all of them are picked together.
function tiles(zone, c, spot, q) {
  const all = single(zone);
  const places = new Map();
  all.forEach(([item], i) => places.set(item, [...(places.get(item) || []), spot(i, all.length)]));
  return [...places].map(([item, spots]) =>
    v(
      'g',
      {
        key: keyOf(item) || `m${item.index}`,
        class: `${classOf(item, c)} group`,
        ...attributesOf(item, c),
        ...(item.ref ? {} : { 'role': 'img', 'aria-label': item.label }),
      },
      spots.map(([x, y], k) =>
        v(
          'g',
          {
            key: k,
            class: 'tile-at',
            transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(q / 40).toFixed(3)})`,
          },
          item.ref ? v('rect', { class: 'hit', x: -21, y: -21, width: 42, height: 42, rx: 8 }) : null,
          v(
            'g',
            { class: 'look' },
            item.kind === 'tile' ? drawItem({ ...item, count: 1 }, c.skin) : art(coin(17)),
          ),
        ),
      ),
    ),
  );
}

/** @type {WeakMap<object, {sign: string, node: any}>} */
const drawn = new WeakMap(); // displays as they were drawn last

/** What a pick changes of a display. @param {any} zone @param {any} c */
const signOf = (zone, c) =>
  zone.items
    .map((/** @type {any} */ i) => [classOf(i, c), c.stops?.has(i.ref), c.firsts?.has(i.ref)])
    .join() +
  [c.live || c.seated, c.lastZone === zone.index];

/** @param {any} zone @param {number[]} spot @param {number} r @param {any} c */
const disc = (zone, spot, r, c) =>
  asBefore(drawn, zone, `${spot} ${r} ${signOf(zone, c)}`, () => discAnew(zone, spot, r, c));

/** @param {any} zone @param {number[]} spot @param {number} r @param {any} c */
function discAnew(zone, [x, y], r, c) {
  const full = zone.items.length > 0;
  const picked = zone.items.some((i) => c.picked.has(i.ref));
  const q = r * TILE_OF_RADIUS;
  const spot = (i) => [(i % 2 ? 1 : -1) * q * 0.53, (i > 1 ? 1 : -1) * q * 0.53];
  return v(
    'g',
    {
      'key': `d${zone.index}`,
      'class': `display${picked ? ' chosen' : ''}`,
      'data-zone': zone.index,
      'transform': `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      'role': 'group',
      'aria-label': zone.label,
    },
    full ? v('circle', { cy: 3, r, class: 'under' }) : null,
    v('circle', {
      r,
      class: `disc${full ? '' : ' empty'}${picked ? ' pick' : ''}${c.lastZone === zone.index ? ' last' : ''}`,
    }),
    tiles(zone, c, spot, q),
  );
}

const NEAR = 0.64; // a tile's middle is at least so much of its size away from a display
const packings = new Map(); // centres seen before

/** The middles of `n` tiles round [0, 0], `wide` in a row. @param {number} n @param {number} wide */
const inRows = (n, wide) =>
  range(n).map((i) => {
    const row = Math.floor(i / wide);
    const here = Math.min(wide, n - row * wide);
    return [(i % wide) - (here - 1) / 2, row - (Math.ceil(n / wide) - 1) / 2];
  });

/**
 * Where the tiles of the centre lie, and their size: as large as the displays leave room for them.
 * @param {number} n @param {number[][]} displays seen from the middle @param {number} r @param {number} most
 * @returns {{size: number, spots: number[][]}}
 */
export function packed(n, displays, r, most) {
  const free = (/** @type {number[]} */ [x, y], /** @type {number} */ size) =>
    displays.every((d) => Math.hypot(x - d[0], y - d[1]) >= r + NEAR * size);
  const laid = (/** @type {number} */ wide, /** @type {number} */ size) =>
    inRows(n, wide).map((spot) => spot.map((p) => p * size * 1.14));
  for (let size = most; n && size > most / 4; size *= 0.94) {
    for (let wide = n; wide > 0; wide--) {
      const spots = laid(wide, size);
      if (spots.every((spot) => free(spot, size))) return { size, spots };
    }
  }
  return { size: most / 4, spots: laid(n, most / 4) };
}

/** @param {any} zone @param {any} c @param {number[][]} displays @param {number[]} middle */
function heap(zone, c, displays, [x, y], r, q) {
  const n = single(zone).length;
  const name = [n, displays.length, x, y, r].join();
  if (packings.size > 99) packings.clear();
  const seen = displays.map((d) => [d[0] - x, d[1] - y]);
  if (!packings.has(name)) packings.set(name, packed(n, seen, r, q));
  const { size, spots } = packings.get(name);
  const spot = (/** @type {number} */ i) => [x + spots[i][0], y + spots[i][1]];
  return v('g', { 'role': 'group', 'aria-label': zone.label, 'key': 'heap' }, tiles(zone, c, spot, size));
}

/**
 * The ring of a table group: its first row is the centre, the others are displays.
 * @param {import('./model.js').Zone} group
 * @param {import('./layout.js').Area} area
 * @param {any} c
 */
export function ringNode(group, area, c) {
  const [centre, ...displays] = group.kids.filter((z) => z.kind === 'row');
  const { w, h, cell } = area;
  const r = cell / TILE_OF_RADIUS;
  const [rx, ry] = [w / 2 - r - 4, h / 2 - r - 4];
  const spots = around(displays.length, w, h, rx, ry);
  const pool = `<radialGradient id="pool"><stop stop-color="var(--card)" stop-opacity=".85"/><stop
offset=".55"
stop-color="var(--card)" stop-opacity=".5"/><stop offset="1" stop-color="var(--card)"
stop-opacity="0"/></radialGradient>`;
  return v(
    'svg',
    { class: 'ring board', viewBox: `0 0 ${w.toFixed(0)} ${h.toFixed(0)}` },
    art(pool),
    v('ellipse', { cx: w / 2, cy: h / 2, rx: Math.max(1, rx), ry: Math.max(1, ry), fill: 'url(#pool)' }),
    spots.map((p, k) => disc(displays[k], p, r, c)),
    centre ? heap(centre, c, spots, [w / 2, h / 2], r, cell) : null,
  );
}
