// SPDX-License-Identifier: MIT
// What stands beside a board, or in the drawer of a table: players with clocks and captured men, what is
// asked and what happened.

import { avatar, icon } from './art/signs.js';
import { captured, capturedNode } from './captured.js';
import { delayNode } from './delay.js';
import { dieNode } from './dice.js';
import { storeOf } from './graph.js';
import { logNode, slider } from './log.js';
import { theBoard } from './model.js';
import { clockNode, squares } from './plate.js';
import { promptNode } from './prompt.js';
import { sideOf } from './sides.js';
import { skinOf } from './skins.js';
import { art } from './svgtext.js';
import { offerNode, talkNode } from './talk.js';
import { footNodes, tools } from './tools.js';
import { v } from './vdom.js';
import { t } from './words.js';
import { sentence, valueOf } from './zones.js';

/** What is known of each player. @param {any} match */
export function plates(match) {
  const { state } = match;
  return state.match.players.map((p, seat) => {
    const own = match.log.filter((e) => e.who === seat).pop();
    return {
      seat,
      name: p.name || t('open seat'),
      rating: p.rating,
      turn: (state.match.turn || []).includes(seat) && !state.result,
      you: state.you.includes(seat),
      away: p.present === false && p.kind !== 'bot',
      open: p.kind === 'open' || p.kind === 'invite',
      clock: match.clocks.text(seat),
      note: own ? short(own.sentence, p.name) : '',
    };
  });
}

// "Anna: takes 2 yellow from display 3 to line 2" beside Anna's name is only "takes 2 yellow".
/** @param {string} text @param {string} name */
function short(text, name) {
  const said = text.startsWith(name) ? text.slice(name.length).replace(/^:?\s*/, '') : text;
  const rest = said.replace(/(\S) (from|to|into|onto) .*/, '$1');
  return rest.length > 28 ? `${rest.slice(0, 27)}…` : rest;
}

/** Counters that are dice. @param {import('./model.js').Model} model @returns {any[]} */
const thrown = (model) => model.zones.filter((z) => z.kind === 'counter' && dieNode(z));

/** Facts of nobody, for the bar. @param {any} match @param {import('./model.js').Model} model */
export function factsText(match, model) {
  const dice = theBoard(model) ? thrown(model) : []; // beside what is asked
  const free = model.zones.filter((z) => z.kind === 'counter' && z.owner === undefined && !dice.includes(z));
  const { signs } = skinOf(model.game);
  const told = (/** @type {any} */ z) => signs?.[z.label]?.[Number(valueOf(z))] || valueOf(z);
  return [
    match.state.match.title,
    ...free.map((z) => `${z.label.replace(/^tiles in the /, '')} ${told(z)}`),
  ].join(' · ');
}

// Where seeds are sown, one's store counts until the end, not what still lies in the pits.
/** @param {import('./model.js').Zone} score @param {import('./model.js').Model} model */
function pointsOf(score, model) {
  const board = theBoard(model);
  return board?.form === 'pit' ? String(storeOf(board, score.owner)) : valueOf(score);
}

/**
 * What is counted of each player, by name: "Anna: score 12".
 * @param {any} match @param {import('./model.js').Model} model @returns {string[]}
 */
export const scoresOf = (match, model) =>
  model.zones
    .filter((z) => z.kind === 'counter' && z.owner !== undefined)
    .map((z) => `${match.names()[z.owner ?? 0]}: ${z.label} ${pointsOf(z, model)}`);

/** @param {any} p @param {any} match @param {import('./model.js').Model|null} model */
function plate(p, match, model) {
  const about = [
    p.rating ? String(Math.round(p.rating)) : '',
    p.you && match.state.you.length < match.state.match.players.length ? t('you') : '',
    p.away && !p.open ? t('away') : '',
  ]
    .filter(Boolean)
    .join(' · ');
  const score = model && model.zones.find((z) => z.kind === 'counter' && z.owner === p.seat);
  const points = score && pointsOf(score, model);
  return v(
    'div',
    {
      'key': `p${p.seat}`,
      'class': `plate${p.turn ? ' turn' : ''}${p.away ? ' away' : ''}`,
      'data-player': p.seat,
    },
    art(avatar(p.name, sideOf(match, p.seat))),
    v(
      'div',
      { class: 'who' },
      v('b', {}, p.name, ' ', v('span', { class: 'tiny' }, about)),
      squares(score),
      capturedNode(captured(match, p.seat), match, p.seat),
    ),
    score && p.clock === undefined
      ? v('span', { 'class': 'score', 'role': 'img', 'aria-label': `${score.label}: ${points}` }, points)
      : null,
    clockNode(p, p.seat, ''),
  );
}

// In the line of the prompt, where it moves nothing.
const putBack = (c) =>
  v(
    'button',
    {
      'key': 'back',
      'class': 'btn quiet icon back',
      'aria-label': t('put back'),
      'title': t('put back'),
      'onclick': c.putBack,
    },
    art(icon('undo')),
  );

/** Everything beside a board; for a table, what its drawer holds. */
export function panelNodes(match, view, c) {
  const all = plates(match);
  const near = match.near();
  const top = [...all.slice(near + 1), ...all.slice(0, near)].reverse();
  const board = view.plan && view.plan.frame === 'board';
  const show = (list, key) =>
    v(
      'div',
      { key, class: `plates ${key}` },
      list.map((p) => plate(p, match, view.model)),
    );
  const open = view.menu;
  const asked = v(
    'div',
    { key: 'line', class: 'line' },
    v('p', { 'class': 'prompt', 'aria-live': 'polite' }, promptNode(match)),
    board && view.model ? thrown(view.model).map(dieNode) : null,
    delayNode(match),
    c && c.hint ? v('span', { class: 'end' }, c.hint) : null,
    board && c && c.picked.size ? putBack(c) : null,
  );
  const inside = board
    ? [
        show(top, 'top'),
        logNode(match),
        match.past.course?.node(),
        slider(match),
        open ? talkNode(match) : null,
        asked,
        c ? boardActions(view, c) : null,
        tools(match, view),
        show(all.slice(near, near + 1), 'bottom'),
      ]
    : [
        show(all, 'all'),
        delayNode(match),
        match.past.course?.node(),
        slider(match),
        logNode(match),
        talkNode(match),
      ];
  return [
    v('section', { key: 'panel', class: 'panel' }, inside),
    v('div', { key: 'foot', class: 'foot' }, footNodes(match, view)),
    offerNode(match),
  ];
}

// Buttons of the game itself: pass, done.
function boardActions(view, c) {
  const items = view.model.zones
    .filter((z) => z.role === 'acts')
    .flatMap((z) => z.items)
    .filter((i) => c.next.has(i.ref));
  return items.length
    ? v(
        'div',
        { key: 'acts', class: 'acts' },
        items.map((i) =>
          v(
            'button',
            { 'key': `r${i.ref}`, 'class': `btn item button can`, 'data-ref': i.ref },
            sentence(i.label),
          ),
        ),
      )
    : null;
}
