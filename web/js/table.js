// SPDX-License-Identifier: MIT
// A table as areas of the screen: others, what lies on the table, mine and my hand, each at its place.

import { icon } from './art/signs.js';
import { actions, mineCards, mineMarket, mineRing, say } from './mine.js';
import { holdsCards, laid, reserves, withRole } from './model.js';
import { handOf, plate, scoreTrack } from './plate.js';
import { ringNode } from './ring.js';
import { stageInside } from './stage.js';
import { art } from './svgtext.js';
import { asBefore, v } from './vdom.js';
import { t } from './words.js';
import { fanNode, groupNode, sentence, thingNode, zoneNode } from './zones.js';

/** An area of the plan. */
function area(plan, name, cls, ...kids) {
  const a = plan.areas[name];
  if (!a || a.h < 1) return null;
  const px = (n) => `${n.toFixed(1)}px`;
  return v(
    'section',
    {
      key: name,
      class: `area a-${name} ${cls}`,
      style: `left:${px(a.x)};top:${px(a.y)};width:${px(a.w)};height:${px(a.h)};--cell:${px(a.cell)}`,
    },
    kids,
  );
}

// The cell that stands for a player in a row of cards is shown by the plate, not among the cards.
const onlyCards = (zone, c) =>
  laid(zone)
    .map((z) => ({ ...z, items: z.items.filter((i) => i.kind !== 'cell') }))
    .map((z) => zoneNode(z, c, { words: false }));

/** @type {WeakMap<object, {sign: string, node: any}>} */
const drawn = new WeakMap(); // boards of others as they were drawn last

const refsOf = (zone) => [zone, ...zone.kids].flatMap((z) => z.items.map((i) => i.ref));

// A pick rarely touches the boards of the others: they are drawn again only if it does.
function other(zone, c, plan) {
  const p = c.players[zone.owner] || {};
  const busy = refsOf(zone).some(
    (r) => c.next.has(r) || c.picked.has(r) || c.marks.has(r) || c.ghosts.has(r),
  );
  const sign = [c.live, plan.summary, plan.phone, p.name, p.turn, p.away, p.note, p.clock, ...c.last].join(
    '|',
  );
  if (busy) drawn.delete(zone);
  const make = () => otherAnew(zone, c, plan);
  return busy ? make() : asBefore(drawn, zone, sign, make);
}

// A card out of another one's hand: those that may be chosen lie open beside that one's cards.
function offeredFrom(hand, c) {
  const items = hand && holdsCards(hand) ? hand.items.filter((i) => c.next.has(i.ref)) : [];
  return items.length
    ? v('div', { class: 'cards' }, zoneNode({ ...hand, layout: '', items }, c, { words: false }))
    : null;
}

function otherAnew(zone, c, plan) {
  const cards = laid(zone).some(holdsCards);
  const p = c.players[zone.owner] || {};
  const hand = handOf(zone);
  const bits = hand && !holdsCards(hand) && !plan.summary && !plan.phone;
  return v(
    'section',
    {
      'key': `o${zone.index}`,
      'class': `panel opp${cards ? ' stable' : ''}${p.turn ? ' active' : ''}`,
      'aria-label': p.name,
    },
    plate(zone, c, true),
    plan.summary
      ? null
      : cards
        ? v('div', { class: 'cards' }, onlyCards(zone, c))
        : v('div', { class: 'small-board' }, groupNode(zone, c, { words: false })),
    offeredFrom(hand, c),
    bits
      ? v(
          'div',
          { 'class': 'bits', 'role': 'group', 'aria-label': hand.label },
          hand.items.map((i) => thingNode(i, c)),
        )
      : null,
  );
}

/** Those who are not in front, in turn order from the one in front. */
function othersInOrder(model) {
  const n = 8;
  const after = (z) => ((z.owner ?? 0) - model.near + n) % n;
  return withRole(model, 'others')
    .filter((z) => z.parent < 0 && z.owner !== undefined)
    .sort((a, b) => after(a) - after(b));
}

/** The zones of the table that are shown in the middle. */
function middle(model, c, plan) {
  const ring = model.zones.find((z) => z.layout === 'ring' && z.kids.length);
  if (ring) return area(plan, 'table', 'ring-area', ringNode(ring, plan.areas.table, c));
  const groups = withRole(model, 'table').filter((z) => z.parent < 0);
  const zones = groups.flatMap((z) => (z.kids.length ? z.kids : [z]));
  if (plan.frame === 'stage') return area(plan, 'table', 'stage', stageInside(zones, model, c));
  const lying = zones.filter((z) => z.role === 'table');
  const piles = lying.filter((z) => z.kind === 'pile');
  return area(
    plan,
    'table',
    'market',
    lying.filter((z) => z.kind !== 'pile').map((z) => zoneNode(z, c)),
    piles.length ? v('div', { class: 'decks' }, piles.map((z) => zoneNode(z, c))) : null,
  );
}

/** The whole table. @param {any} plan @param {import('./model.js').Model} model @param {any} c */
export function tableNodes(plan, model, c) {
  const mine = withRole(model, 'mine').filter((z) => z.parent < 0)[0];
  const hands = model.zones.filter((z) => z.role === 'hand');
  const inside = { ring: mineRing, stage: mineCards, market: mineMarket }[plan.frame];
  const side = plan.areas.side ? 'side' : 'others';
  const supply = reserves(model);
  const players = model.top.filter((z) => z.owner !== undefined && z.kids.length);
  const spot = plan.areas.hand;
  return [
    area(
      plan,
      side,
      'others',
      plan.frame === 'ring' && !plan.phone ? scoreTrack(players, c) : null,
      othersInOrder(model).map((z) => other(z, c, plan)),
      plan.phone
        ? null
        : supply.map((z) =>
            v(
              'section',
              { key: `s${z.index}`, class: 'panel reserve' },
              v('span', { class: 'label' }, sentence(z.label)),
              zoneNode(z, c, { counted: true }),
            ),
          ),
    ),
    middle(model, c, plan),
    area(plan, 'say', '', say(c, actions(model, c))),
    mine ? area(plan, 'mine', `panel ${plan.frame}-mine`, inside(mine, c, model)) : null,
    area(
      plan,
      'hand',
      plan.frame === 'market' ? 'panel' : '',
      hands.map((z) =>
        plan.frame === 'market' ? pieces(z, c, supply, plan) : fanNode(z, c, spot, plan.phone),
      ),
    ),
  ];
}

function pieces(zone, c, supply, plan) {
  return v(
    'div',
    { key: `z${zone.index}`, class: 'pieces' },
    plan.phone
      ? supply.map((z) => v('div', { class: 'phone-supply' }, zoneNode(z, c, { counted: true })))
      : v('span', { class: 'label' }, t('your pieces')),
    zoneNode(zone, c),
    c.turns
      ? v(
          'div',
          { class: 'turners' },
          v(
            'button',
            { class: 'btn big', onclick: c.turns.rotate },
            art(icon('rotate')),
            t('rotate'),
            v('span', { class: 'pill tip' }, 'R'),
          ),
          v(
            'button',
            { class: 'btn big', onclick: c.turns.flip },
            art(icon('mirror')),
            t('flip'),
            v('span', { class: 'pill tip' }, 'F'),
          ),
        )
      : null,
  );
}
