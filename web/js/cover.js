// SPDX-License-Identifier: MIT
// What covers the table for a moment: the curtain between two people at one device, a sheet to choose from,
// the result.

import { tile, tileArt } from './art/tiles.js';
import { at, range, rng } from './art/base.js';
import { avatar, icon, seats } from './art/signs.js';
import { hasEngine } from './dom.js';
import { verdict } from './history.js';
import { sideOf } from './sides.js';
import { art } from './svgtext.js';
import { t } from './words.js';
import { v } from './vdom.js';
import { sentence, thingNode } from './zones.js';

/** @param {any} match */
export function curtainNode(
  match,
  seat = match.state.curtain,
  lift = () => match.order({ t: 'show', seat }),
) {
  const { state } = match;
  const { name } = state.match.players[seat];
  return v(
    'div',
    { key: 'curtain', class: 'curtain' },
    v(
      'div',
      { class: 'panel' },
      art(avatar(name, seat, 'large')),
      v('h2', {}, t('pass', { name })),
      state.match.hidden ? v('p', { class: 'small' }, t('nothing shown')) : null,
      v('button', { class: 'btn primary big', onclick: lift }, t('i am', { name })),
    ),
  );
}

/** Things to choose from, above the table; only what may be picked, and that first. */
export function sheetNode(zones, c) {
  return v(
    'div',
    {
      'key': 'sheet',
      'class': 'sheet panel',
      'role': 'group',
      'aria-label': zones.map((z) => z.label).join(', '),
    },
    zones.map((z) => [
      v('h2', { key: `h${z.index}` }, sentence(z.label)),
      v(
        'div',
        { key: `b${z.index}`, class: 'choices', style: '--cell:4rem' },
        z.items.filter((i) => c.next.has(i.ref)).map((i) => thingNode(i, c)),
      ),
    ]),
    c.picked.size ? v('button', { class: 'btn', onclick: c.putBack }, t('put back')) : null,
  );
}

// Bits of the game rain from the corner: fewer and smaller the further they have come.
function confetti(match) {
  const next = rng(match.log.length + 11);
  const azul = match.state.match.game === 'azul';
  const names = azul ? Object.keys(tileArt) : seats;
  const bits = range(34).map(() => {
    const [u, w] = [next(), next()];
    const x = 330 - 300 * u ** 1.5;
    const y = 150 * w ** 1.6 * (x / 330) - 4;
    const size = 24 - 15 * w;
    const name = names[(next() * names.length) | 0];
    const bit = azul
      ? tile(name, size)
      : `<rect x="${-size / 3}" y="${-size / 3}" width="${size / 1.5}" height="${size / 1.5}" rx="2"
fill="var(--${name})"/>`;
    return at(x.toFixed(1), y.toFixed(1), `<g transform="rotate(${(next() * 90 - 45) | 0})">${bit}</g>`);
  });
  return v(
    'svg',
    { 'class': 'confetti', 'viewBox': '0 0 330 160', 'aria-hidden': 'true' },
    art(bits.join('')),
  );
}

function title(match) {
  const { result, end, you } = match.state;
  const order = [...result].sort((a, b) => a.rank - b.rank);
  const won =
    you.length === 1 &&
    result[you[0]] &&
    result[you[0]].rank === 1 &&
    order.filter((r) => r.rank === 1).length === 1;
  const by = won && order[1] && Math.abs(order[0].score) > 1 ? order[0].score - order[1].score : 0;
  return won && !end?.match(/resigned|forfeit/)
    ? by > 0
      ? t('you win by', { n: by })
      : t('you win')
    : verdict(result, end);
}

// Where the points came from, if the game says so.
function parts(match, seat) {
  const list = match.state.parts || [];
  const most = Math.max(
    1,
    ...match.state.result.map((_, s) => list.reduce((n, p) => n + Math.abs(p.values[s] || 0), 0)),
  );
  if (!list.length) return v('span', { class: 'stack' });
  return v(
    'div',
    {
      'class': 'stack',
      'role': 'img',
      'aria-label': list.map((p) => `${p.name} ${p.values[seat]}`).join(', '),
    },
    list.map((p, k) =>
      p.values[seat]
        ? v(
            'span',
            {
              class: `seg k${p.values[seat] < 0 ? 4 : k % 4}`,
              style: `width:${(Math.abs(p.values[seat]) / most) * 100}%`,
            },
            Math.abs(p.values[seat]) > 3 ? String(p.values[seat]).replace('-', '−') : '',
          )
        : null,
    ),
  );
}

/** The record as a file: the server's, or this device's own. @param {any} match */
function recordLink(match) {
  const name = `${match.state.match.game}-${match.id}.record`;
  if (!match.id.startsWith('local-')) {
    const href = `/api/matches/${match.id}/record`;
    return v('a', { class: 'btn quiet', href, download: name }, t('record'));
  }
  const save = () => import('./local.js').then(({ saveRecord }) => saveRecord(match.id, name));
  return v('button', { class: 'btn quiet', onclick: save }, t('record'));
}

// Where there is an engine, a match can be looked through by it.
const analysisLink = (/** @type {any} */ { id }) =>
  hasEngine() ? v('a', { class: 'btn quiet', href: `/analysis/${id}` }, t('analysis')) : null;

/** @param {any} match @param {() => void} close */
export function resultNode(match, close) {
  const { state } = match;
  const order = state.result.map((r, seat) => ({ ...r, seat })).sort((a, b) => a.rank - b.rank);
  const scores = order.some((r) => r.score > 1 || r.score < 0) || order.length > 2;
  const won = order[0].rank === 1 && state.you.includes(order[0].seat);
  // One's own line; where all sit at one device, that of the winners.
  const marked = (r) => (state.you.length > 1 ? r.rank === 1 : state.you.includes(r.seat));
  const again = state.you.length
    ? v(
        'button',
        { class: 'btn primary big', onclick: () => match.next('rematch') },
        art(icon('bolt')),
        t(state.match.rematch && state.offer ? 'join rematch' : 'rematch'),
      )
    : state.match.rematch
      ? v('a', { class: 'btn', href: `/m/${state.match.rematch}` }, t('watch next'))
      : null;
  return v(
    'div',
    { key: 'over', class: 'veil' },
    v(
      'section',
      { 'class': 'panel over result', 'role': 'dialog', 'aria-label': title(match) },
      won ? confetti(match) : null,
      v('h2', {}, title(match)),
      v(
        'p',
        { class: 'small' },
        [
          state.match.title,
          t('n players', { n: order.length }),
          t('n moves', { n: match.log.filter((e) => e.who !== null).length }),
        ].join(', '),
      ),
      (state.parts || []).length
        ? v(
            'div',
            { 'class': 'legend', 'aria-hidden': 'true' },
            state.parts.map((p, k) =>
              p.values.some(Boolean) // what nobody has is not in the bars
                ? v(
                    'span',
                    {},
                    v('i', { class: `k${p.values.some((n) => n < 0) ? 4 : k % 4}` }),
                    sentence(p.name),
                  )
                : null,
            ),
          )
        : null,
      v(
        'div',
        { class: 'ranks' },
        order.map((r) =>
          v(
            'div',
            { key: r.seat, class: `line${marked(r) ? ' me' : ''}` },
            v('span', { class: 'rank' }, String(r.rank)),
            art(avatar(r.name, sideOf(match, r.seat))),
            v('b', { class: 'n' }, r.name),
            parts(match, r.seat),
            v('span', { class: 'sum' }, scores ? String(r.score) : ''),
          ),
        ),
      ),
      match.past.course?.node(true),
      v(
        'div',
        { class: 'foot' },
        again,
        v('span', { class: 'grow' }),
        analysisLink(match),
        recordLink(match),
        v('button', { class: 'btn', onclick: close }, t('see table')),
        v('a', { class: 'btn', href: `/g/${state.match.game}` }, t('back to menu')),
      ),
    ),
  );
}
