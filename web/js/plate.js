// SPDX-License-Identifier: MIT
// A player on a table: picture, name, score and what is known of the rest.

import { range } from './art/base.js';
import { avatar, icon, seatMark } from './art/signs.js';
import { holdsCards, laid } from './model.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';
import { t } from './words.js';
import { buttonNode, valueOf } from './zones.js';

const SCORES = /^(score|points|unicorns)$/;

export const facts = (zone) => zone.kids.filter((z) => z.kind === 'counter');
export const scoreOf = (zone) => facts(zone).find((z) => SCORES.test(z.label)) || facts(zone)[0];
export const handOf = (zone) => zone.kids.find((z) => z.kind === 'hand');
const held = (zone) =>
  handOf(zone) ? handOf(zone).items.reduce((n, i) => n + Math.max(1, i.count || 1), 0) : 0;

const SEEN = 12; // as many squares are counted at a glance

/** Squares for what is there of what is needed. @param {any} score @param {number} [most] */
export function squares(score, most = score?.need) {
  if (!most || most > SEEN) return null;
  const have = Number(score.have ?? valueOf(score));
  return v(
    'span',
    { 'class': 'need', 'role': 'img', 'aria-label': t('of', { have, need: most }) },
    Array.from({ length: most }, (_, i) => v('i', { class: i < have ? 'on' : null })),
  );
}

/** The squares of a player's area. @param {any} zone */
export const need = (zone) => squares(scoreOf(zone), zone.need || scoreOf(zone)?.need);

/**
 * Numbers beside the score, in a line that breaks between them: stake 1 · chips 0.
 * @param {import('./model.js').Zone} zone
 */
export function factLine(zone) {
  /** @type {any[]} */
  const all = facts(zone);
  const others = all.filter((z) => z !== scoreOf(zone));
  const line = others.map((z) => `${z.label} ${valueOf(z)}`.replaceAll(' ', '\u00a0')).join(' · ');
  return line ? v('span', { class: 'small' }, line) : null;
}

/** @param {any} p a player @param {number} seat @param {string} [size] */
export const clockNode = (p, seat, size = ' small') =>
  p.clock === undefined ? null : v('span', { 'class': `clock${size}`, 'data-seat': seat }, p.clock);

/** @param {any} score @param {number} owner @param {string} name of its class */
export const scoreNode = (score, owner, name = 'score') =>
  v(
    'div',
    { 'class': name, 'data-points': owner, 'role': 'img', 'aria-label': `${score.label} ${valueOf(score)}` },
    valueOf(score),
  );

export function plate(zone, c, small) {
  const p = c.players[zone.owner] || { name: zone.label };
  const score = scoreOf(zone);
  const target = zone.items
    .concat(laid(zone).flatMap((z) => z.items))
    .find((i) => i.kind === 'cell' && i.colour === `player${zone.owner + 1}`);
  const hand = handOf(zone);
  const cards = hand && holdsCards(hand);
  return v(
    'div',
    { 'class': `plate${p.turn ? ' turn' : ''}${p.away ? ' away' : ''}`, 'data-player': zone.owner },
    target && c.next.has(target.ref)
      ? buttonNode({ ...target, label: p.name }, c, 'small')
      : [
          art(avatar(p.name, zone.owner, small ? 's' : '')),
          v(
            'div',
            { class: 'who' },
            v('b', {}, p.name),
            cards
              ? v('span', { class: 'held-count' }, art(icon('hand')), t('cards', { n: held(zone) }))
              : null,
            need(zone),
            cards ? factLine(zone) : null,
          ),
        ],
    p.note && small && !cards ? v('small', { class: 'note' }, p.note) : null,
    clockNode(p, zone.owner),
    score && !need(zone) ? scoreNode(score, zone.owner) : null,
  );
}

const marked = (seat, x) =>
  `<g transform="translate(${x} 12)" stroke="var(--card)">${seatMark(seat, 6.5)}</g>`;

/** All scores on one line: who is where, by colour and form. @param {any[]} zones the players' groups */
export function scoreTrack(zones, c) {
  const scores = zones.map((z) => [z.owner, Number(valueOf(scoreOf(z)).replace('−', '-')) || 0]);
  const best = Math.max(60, ...scores.map(([, n]) => n));
  const step = [10, 20, 50, 100].find((n) => 6 * n >= best) || Math.ceil(best / 6);
  const most = Math.ceil(best / step) * step;
  const x = (n) => (4 + (262 * Math.max(0, n)) / most).toFixed(1);
  const steps = range(most / step + 1).map((i) => i * step);
  const marks = steps.map((n) => `<path d="M${x(n)} 17v6" stroke="var(--ghost)"/>`).join('');
  const said = scores.map(([seat, n]) => `${c.players[seat]?.name} ${n}`).join(', ');
  return v(
    'section',
    { key: 'track', class: 'panel track' },
    v('div', { class: 'label' }, t('score')),
    v(
      'svg',
      { 'viewBox': '0 0 270 36', 'role': 'img', 'aria-label': said },
      art(`<path d="M4 20H266" stroke="var(--line)" stroke-width="6" stroke-linecap="round"/>${marks}`),
      steps.map((n) => v('text', { 'x': x(n), 'y': 35, 'aria-hidden': 'true' }, String(n))),
      art(scores.map(([seat, n]) => marked(seat, x(n))).join('')),
    ),
  );
}
