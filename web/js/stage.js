// SPDX-License-Identifier: MIT
// The stage of a card game: what is being played in the middle, piles at the side, what is asked below.

import { avatar } from './art/signs.js';
import { cardNode } from './cardnode.js';
import { actions } from './mine.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';
import { t } from './words.js';
import { sentence, zoneNode } from './zones.js';

// A card is stopped by the one that answers it, unless that one is stopped itself.
export function stopped(cards) {
  const out = cards.map(() => false);
  for (let k = cards.length - 2; k >= 0; k--) out[k] = !out[k + 1];
  return out;
}

/** @param {any[]} zones @param {import('./model.js').Model} model @param {any} c */
export function stageInside(zones, model, c) {
  const chain = zones.filter((z) => z.role === 'stage').flatMap((z) => z.items);
  const cards = chain.filter((i) => i.kind === 'card');
  const lines = [
    ...chain.filter((i) => i.kind === 'text'),
    ...zones.filter((z) => z.role === 'words').flatMap((z) => z.items),
  ];
  const answered = cards.some((i) => i.flags.includes('pending')); // others only lie there
  const stops = answered ? stopped(cards) : [];
  /** @param {import('./model.js').Item} i open in an area of its own, not in a chain */
  const lying = (i) => model.zones[i.zone].kind === 'row';
  const by = (i) => {
    const zone = model.zones[i.zone];
    const p = zone.cap !== 1 && c.players[i.owner]; // an open pile is nobody's
    if (!p && !lying(i)) return null;
    const name = p ? p.name : sentence(zone.label);
    return v('span', { class: 'by' }, p ? art(avatar(p.name, i.owner, 's')) : null, v('span', {}, name));
  };
  return [
    v('h2', { 'class': 'prompt', 'aria-live': 'polite' }, c.prompt),
    v(
      'div',
      { class: `links${cards.length && cards.every(lying) ? ' trick' : ''}` },
      cards.map((i, k) => [
        k && answered
          ? v('span', { 'key': `a${k}`, 'class': 'stop', 'aria-hidden': 'true' }, '←', v('b', {}, t('stops')))
          : null,
        v(
          'div',
          {
            key: `l${i.index}`,
            class: `link${answered && k === cards.length - 1 ? ' top' : ''}${stops[k] ? ' out' : ''}`,
          },
          cardNode(i, c),
          stops[k] ? v('span', { class: 'pill stopped' }, t('stopped')) : null,
          by(i),
        ),
      ]),
    ),
    v(
      'div',
      { class: 'told' },
      lines
        .slice(-4)
        .map((i) =>
          v('p', { class: `item text${i.flags.map((f) => ` f-${f}`).join('')}` }, sentence(i.label)),
        ),
    ),
    v(
      'div',
      { class: 'answers keys' },
      c.waiting,
      actions(model, c),
      c.picked.size ? v('button', { key: 'back', class: 'btn', onclick: c.putBack }, t('put back')) : null,
    ),
    v(
      'div',
      { class: 'piles' },
      zones.filter((z) => z.kind === 'pile').map((z) => zoneNode(z, c)),
    ),
  ];
}
