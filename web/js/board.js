// SPDX-License-Identifier: MIT
// Boards of squares, of crossings and of holes, with what stands on them. Places come first and men on top
// of them; a place is called by what stands on it. A board can be turned round (`flip`).

import { U, range } from './art/base.js';
import { halves } from './art/dominoes.js';
import { inRows, isGrid } from './gridrows.js';
import { groundOf } from './grounds.js';
import { drawItem, ghostNode } from './items.js';
import { attributesOf, badge, classOf, keyOf, landsOn, target } from './states.js';
import { art } from './svgtext.js';
import { asBefore, v } from './vdom.js';
import { t } from './words.js';

const at = (i) => (i.row || 0) * 1000 + (i.col || 0);
const isPlace = (i) => i.kind === 'cell' || i.ref;
const PILED = 4; // as many men on each other are counted at a glance
const blank = /^[.\s_·]*$/;
const says = (i) => i.kind !== 'cell' || (i.glyph && !blank.test(i.glyph) && !i.flags.includes('dim'));

/** @type {WeakMap<object, {sign: string, node: any}>} */
const drawn = new WeakMap(); // things as they were drawn last

const isChecked = (i, c) => Boolean(c.checked) && c.checked.row === i.row && c.checked.col === i.col;

// A king in check is told by words, too.
const told = (i, c) => {
  if (!i.label || !isChecked(i, c)) return i;
  return { ...i, label: t(c.checked.mate ? 'mated' : 'in check', { man: i.label }) };
};

/**
 * All items of a board at x(item), y(item), then the targets above them.
 * @param {import('./model.js').Item[]} items
 * @param {import('./states.js').Context} c
 * @param {(i: any) => number} x @param {(i: any) => number} y
 * @param {(item: any) => any} hit the area that can be hit
 * @param {number} [size]
 */
export function onBoard(items, c, x, y, hit, size = U) {
  const most = c.most || (c.skin.piled ? PILED : 1); // whose number is not written
  const taken = new Set(items.filter(says).map(at));
  const men = new Map(items.filter((i) => !i.ref && i.kind !== 'cell' && i.label).map((i) => [at(i), i]));
  const places = new Set(items.filter((i) => i.ref).map(at));
  // A place is called by what stands on it, which then is not named again.
  const called = (/** @type {any} */ i) => {
    if (i.ref) return (men.get(at(i)) || i).label;
    return places.has(at(i)) ? '' : i.label;
  };
  const make = (/** @type {any} */ item, /** @type {any} */ label, /** @type {string} */ state) => {
    const i = told({ ...item, label }, c);
    const strong = (i.flags.includes('strong') || isChecked(i, c)) && i.kind !== 'cell';
    return v(
      'g',
      {
        'key': keyOf(i),
        'class': state,
        'transform': `translate(${x(i)} ${y(i)})`,
        'data-at': `${i.zone}:${i.row}:${i.col}`,
        ...attributesOf(i, c),
        ...(!i.ref && i.label ? { 'role': 'img', 'aria-label': i.label } : {}),
      },
      i.ref ? hit(i) : null,
      strong ? v('circle', { class: 'strongsq', r: size * 0.6 }) : null,
      v('g', { class: 'look' }, drawItem(item, c.skin)),
      ghostNode(i, c),
      i.count > most && i.kind !== 'number' ? badge(i.count, size / 2 - 8, 8 - size / 2) : null,
    );
  };
  // Everything a picture depends on besides its item. A pick changes it for a handful of things; the others
  // stay the same objects, into which nobody looks again.
  const whole = [c.live || c.seated, Boolean(c.stops), c.rows, c.flip, c.tall].join();
  const draw = (/** @type {any} */ item) => {
    const label = called(item);
    const state = classOf(item, c) + (taken.has(at(item)) ? ' taken' : '');
    if (landsOn(item, c) || isChecked(item, c)) return make(item, label, state);
    const open = c.next.has(item.ref) || c.firsts?.has(item.ref); // a move on its way leaves most of it so
    const sign = `${label}|${state}|${c.stops?.has(item.ref)}|${open}|${whole}`;
    return asBefore(drawn, item, sign, () => make(item, label, state));
  };
  const below = items.filter(isPlace);
  const pointed = items.filter((i) => i.ref && c.next.has(i.ref) && !c.noDots);
  return [
    c.rows ? inRows(below, draw) : below.map(draw),
    items.filter((i) => !isPlace(i)).map(draw),
    v(
      'g',
      { class: 'targets' },
      pointed.map((i) => {
        const mark = target(i, c, taken.has(at(i)), size);
        return mark && v('g', { key: mark.key, transform: `translate(${x(i)} ${y(i)})` }, mark);
      }),
    ),
  ];
}

// What is printed beside rows and columns, as the places themselves are called; files.js leaves out Go's i.
function names(zone, items) {
  const rows = new Map();
  const cols = new Map();
  if (!zone.coords || zone.coords === 'none') return { rows, cols };
  for (const i of items) {
    if (cols.has(i.col) && rows.has(i.row)) continue;
    const found = /\b([a-z])(\d{1,2})\b/.exec(i.label || '');
    if (found && !cols.has(i.col)) cols.set(i.col, found[1]);
    if (found && !rows.has(i.row)) rows.set(i.row, found[2]);
  }
  if (cols.size && zone.coords === 'letters') return { rows, cols };
  range(zone.rows).forEach((r) => rows.set(r, String(zone.coords === 'letters' ? zone.rows - r : r)));
  range(zone.cols).forEach((k) =>
    cols.set(k, zone.coords === 'letters' ? String.fromCharCode(97 + k) : String(k)),
  );
  return { rows, cols };
}

const LEAST = 11.2; // px of a letter, however small the screen
const side = () => Math.min(globalThis.innerWidth || Infinity, globalThis.innerHeight || Infinity);
/** Letters grow with the number of columns, since each is drawn smaller. @param {any} zone */
const lettersOf = (zone, usual = 3 + zone.cols * 0.55) =>
  Math.max(usual, (LEAST * (zone.cols * U + 16)) / (side() - 18));
const isOutside = (zone) =>
  Boolean(zone.coords) && zone.coords !== 'none' && !zone.flags.includes('checked');
const outsideOf = (zone) => (isOutside(zone) ? Math.max(12, lettersOf(zone) * 1.6) : 0);
const rimOf = (zone) =>
  !zone.flags.includes('checked') && /^(wood|felt|slate|oak|lacquer)$/.test(zone.material) ? 8 : 0;

function margins(zone, items, x, y, flip) {
  const { rows, cols } = names(zone, items);
  const inside = zone.flags.includes('checked');
  const letters = inside ? lettersOf(zone, 6.4) : lettersOf(zone);
  const text = (tx, ty, words, dark) =>
    v(
      'text',
      {
        'class': inside ? `coord ${dark ? 'on-dark' : 'on-light'}` : 'coord',
        'x': tx,
        'y': ty,
        'font-size': letters,
      },
      words,
    );
  const low = flip ? 0 : zone.rows - 1;
  const left = flip ? zone.cols - 1 : 0;
  return [
    [...rows].map(([row, word]) =>
      inside
        ? text(x({ col: left }) - 18, y({ row }) + letters - 18.4, word, (row + left) % 2)
        : text(-rimOf(zone) - outsideOf(zone) / 2, y({ row }) + letters * 0.36, word),
    ),
    [...cols].map(([col, word]) =>
      inside
        ? text(x({ col }) + 20.4 - letters, y({ row: low }) + 18, word, (low + col) % 2)
        : text(x({ col }), zone.rows * U + rimOf(zone) + outsideOf(zone) * 0.75, word),
    ),
  ];
}

/** @type {WeakMap<object, {sign: string, node: any}>} */
const grounds = new WeakMap();

/**
 * What lies below the things of a board: made once for a scene, since no pick changes it.
 * @param {import('./model.js').Zone} zone @param {boolean|string} flip @param {() => any} make
 */
export const groundOnce = (zone, flip, make) =>
  asBefore(grounds, zone.ground || zone, `${flip}${side()}`, make);

/** The box of a board in units: left, top, width, height. */
export function boxOf(zone) {
  const [rim, outside] = [rimOf(zone), outsideOf(zone)];
  return [-rim - outside, -rim, zone.cols * U + 2 * rim + outside, zone.rows * U + 2 * rim + outside];
}

// Rows that may be chosen as a whole, and the one whose tile is about to be laid beside it.
/** @param {import('./model.js').Zone} zone @param {any} c */
function lanes(zone, c) {
  const may = c.picked.size ? zone.items.filter((i) => c.next.has(i.ref)) : [];
  const rows = new Set([...may.map((i) => i.row), ...(zone.laying || [])]);
  return range(zone.rows)
    .filter((r) => rows.has(r))
    .map((r) => {
      const cols = zone.items.filter((i) => i.row === r).map((i) => i.col || 0);
      const first = Math.min(...cols);
      const over = zone.items.some((i) => i.row === r && c.ghosts.has(i.ref) && c.next.has(i.ref));
      return v('rect', {
        key: `lane${r}`,
        class: `lane${over ? ' hover' : ''}`,
        x: first * U - 2,
        y: r * U + 0.5,
        width: (Math.max(...cols) - first + 1) * U + 4,
        height: 39,
        rx: 9,
      });
    });
}

// Dominoes know their other half, and were laid with it.
function joined(zone, c, flip) {
  if (c.skin.piece !== 'domino') return [zone.items, c];
  const ways = halves(zone.items, c.moves, zone.rows);
  const turn = flip ? -1 : 1;
  const items = zone.items.map((i) => {
    const way = i.kind === 'piece' && ways.get(at(i));
    return way ? { ...i, joins: way.map((n) => n * turn) } : i;
  });
  const places = new Map(zone.items.filter((i) => i.ref).map((i) => [at(i), i.ref]));
  const others = zone.items
    .filter((i) => i.ref && c.last.has(i.ref) && ways.has(at(i)))
    .map((i) => [i, /** @type {number[]} */ (ways.get(at(i)))])
    .map(([i, [right, down]]) => places.get(at({ row: i.row + down, col: i.col + right })));
  return [items, { ...c, last: new Set([...c.last, ...others]) }];
}

/** @param {import('./model.js').Zone} zone @param {import('./states.js').Context} given */
export function gridNode(zone, given) {
  const flip = given.flip && zone.owner === undefined;
  const rows = Boolean(given.stops) && isGrid(zone, at);
  const [items, c] = joined(zone, { ...given, rows }, flip);
  const x = (i) => ((flip ? zone.cols - 1 - i.col : i.col) + 0.5) * U;
  const y = (i) => ((flip ? zone.rows - 1 - i.row : i.row) + 0.5) * U;
  const ground = () => {
    const places = zone.items
      .filter(isPlace)
      .map((i) => ({ row: y(i) / U - 0.5, col: x(i) / U - 0.5, flags: i.flags }));
    return [
      v('g', { 'aria-hidden': 'true' }, art(groundOf(zone, places))),
      v('g', { 'key': 'names', 'aria-hidden': 'true' }, margins(zone, zone.items, x, y, flip)),
    ];
  };
  const [below, names] = groundOnce(zone, flip, ground);
  const round = zone.form === 'point' || zone.form === 'disc';
  const hit = () =>
    round
      ? v('circle', { class: 'hit', r: 19 })
      : v('rect', { class: 'hit', x: -20, y: -20, width: 40, height: 40 });
  return v(
    'svg',
    {
      class: `board grid ${zone.form === 'disc' ? 'hole' : zone.form || ''}
${zone.material || ''}${zone.flags.includes('checked') ? ' checked' : ''}${flip ? ' turned' : ''}`,
      viewBox: boxOf(zone).join(' '),
      ...(rows ? { 'role': 'grid', 'aria-label': zone.label } : {}),
    },
    below,
    zone.layout === 'stairs' ? lanes(zone, c) : null,
    onBoard(items, zone.layout === 'stairs' ? { ...c, noDots: true } : c, x, y, hit),
    names, // the ground of a picked place does not cover them
  );
}
