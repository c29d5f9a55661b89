// SPDX-License-Identifier: MIT
// A player on a table: picture, name, score and what is known of the rest.

import { avatar, icon } from './art/signs.js';
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

/** Squares for what is there of what is needed. */
export function need(zone) {
  const score = scoreOf(zone);
  const most = score && (zone.need || score.need);
  const have = score ? Number(score.have ?? valueOf(score)) : 0;
  if (!most) return null;
  return v(
    'span',
    { 'class': 'need', 'role': 'img', 'aria-label': t('of', { have, need: most }) },
    Array.from({ length: most }, (_, i) => v('i', { class: i < have ? 'on' : null })),
  );
}

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
          ),
        ],
    p.note && small && !cards ? v('small', { class: 'note' }, p.note) : null,
    p.clock !== undefined ? v('span', { 'class': 'clock small', 'data-seat': zone.owner }, p.clock) : null,
    score && !zone.kids.some((z) => z.kind === 'hand' && cards)
      ? v(
          'span',
          {
            'class': 'score',
            'data-points': zone.owner,
            'role': 'img',
            'aria-label': `${score.label} ${valueOf(score)}`,
          },
          valueOf(score),
        )
      : null,
  );
}
