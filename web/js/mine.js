// SPDX-License-Identifier: MIT
// The area of whoever sits in front, in each form of a table: what is theirs, what is asked, what is held.

import { range } from './art/base.js';
import { avatar, icon } from './art/signs.js';
import { cardNode } from './cardnode.js';
import { laid, withRole } from './model.js';
import { clockNode, facts, factLine, need, scoreNode, scoreOf } from './plate.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';
import { t } from './words.js';
import { wallFacts } from './wall.js';
import { buttonNode, groupNode, sentence, valueOf, zoneNode } from './zones.js';

/** What is asked, what is held, and what the game's buttons offer. */
export function say(c, buttons) {
  return v(
    'div',
    { class: 'say' },
    v('p', { 'class': 'prompt', 'aria-live': 'polite' }, c.prompt),
    c.hint ? v('p', { key: 'hint', class: 'small hint-text' }, c.hint) : null,
    c.held.length ? v('div', { 'key': 'held', 'class': 'held', 'aria-hidden': 'true' }, c.held) : null,
    v(
      'div',
      { key: 'keys', class: 'keys' },
      buttons,
      c.picked.size
        ? v('button', { key: 'back', class: 'btn', onclick: c.putBack }, art(icon('undo')), t('put back'))
        : null,
    ),
  );
}

export const actions = (model, c) =>
  withRole(model, 'acts')
    .flatMap((z) => z.items)
    .filter((i) => c.next.has(i.ref))
    .map((i, k, all) => buttonNode(i, c, all.length < 3 && k === all.length - 1 ? 'primary' : ''));

export function mineRing(zone, c, model) {
  const score = scoreOf(zone);
  const p = c.players[zone.owner] || { name: '' };
  return [
    v(
      'div',
      { class: 'me' },
      v(
        'div',
        { class: 'row' },
        art(avatar(p.name, zone.owner)),
        v(
          'div',
          { class: 'who' },
          v('b', {}, p.name),
          v('div', { class: 'small' }, c.yours ? t('your board') : ''),
        ),
      ),
      score ? scoreNode(score, zone.owner, 'my-score') : null,
      clockNode(p, zone.owner),
      v(
        'div',
        { class: 'facts' },
        facts(zone)
          .filter((z) => z !== score)
          .map((z) => v('div', {}, sentence(z.label), v('b', {}, valueOf(z)))),
        wallFacts(zone),
      ),
    ),
    v('div', { class: 'my-board' }, groupNode(zone, c)),
    v('div', { class: 'hint' }, say(c, actions(model, c))),
  ];
}

export function mineCards(zone, c) {
  const score = scoreOf(zone);
  const p = c.players[zone.owner] || { name: '' };
  const most = score && score.need;
  return [
    v(
      'div',
      { class: `plate${p.turn ? ' turn' : ''}` },
      art(avatar(p.name, zone.owner)),
      v(
        'div',
        { class: 'who' },
        v('b', {}, c.yours && need(zone) ? t('your stable', { name: p.name }) : p.name),
        need(zone),
        factLine(zone),
      ),
      clockNode(p, zone.owner),
      score
        ? v(
            'span',
            { class: 'score' },
            valueOf(score),
            most ? v('small', {}, ` ${t('of need', { need: most })}`) : null,
          )
        : null,
    ),
    v(
      'div',
      { class: 'cards' },
      laid(zone)
        .flatMap((z) => z.items)
        .filter((i) => i.kind !== 'cell' || c.next.has(i.ref))
        .map((i) => (i.kind === 'cell' ? buttonNode({ ...i, label: p.name }, c) : cardNode(i, c))),
    ),
  ];
}

const TURN = 3; // actions of a turn

/** How many actions are left, as discs: those done have a sign, the others their number. */
function discs(model) {
  const left = model.zones.find((z) => z.kind === 'counter' && z.label === 'actions left');
  if (!left || left.owner !== model.near) return null;
  const n = Number(valueOf(left));
  const all = Math.max(TURN, n);
  return v(
    'span',
    { 'class': 'discs', 'role': 'img', 'aria-label': `${sentence(left.label)}: ${n}` },
    range(all).map((k) =>
      k < all - n
        ? v('span', { key: k, class: 'done' }, art(icon('check')))
        : v('span', { key: k }, String(k + 1)),
    ),
  );
}

const PLACES = 3; // for puzzles: as many as are seen side by side
const emptyPlace = (k) =>
  v(
    'div',
    { 'key': `e${k}`, 'class': 'zone', 'aria-hidden': 'true' },
    v('div', { class: 'puzzle-box empty' }),
  );

export function mineMarket(zone, c, model) {
  const p = c.players[zone.owner] || { name: '' };
  const score = scoreOf(zone);
  const own = laid(zone).map((z) => zoneNode(z, c));
  const puzzles = [...own, ...range(Math.max(0, PLACES - own.length)).map(emptyPlace)];
  return [
    v(
      'div',
      { class: 'me' },
      v(
        'div',
        { class: 'plate' },
        art(avatar(p.name, zone.owner)),
        v(
          'div',
          { class: 'who' },
          v('b', {}, p.name),
          v(
            'span',
            { class: 'small' },
            facts(zone)
              .filter((/** @type {any} */ z) => z !== score)
              .map((z) => `${valueOf(z)} ${z.label}`)
              .join(' · '),
          ),
        ),
        score ? scoreNode(score, zone.owner) : null,
      ),
      clockNode(p, zone.owner),
      discs(model),
      say(c, actions(model, c)),
    ),
    v('div', { class: 'puzzles' }, puzzles),
  ];
}
