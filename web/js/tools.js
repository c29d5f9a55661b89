// SPDX-License-Identifier: MIT
// Tools beside a match: through its moves, turning the board, rules; and the large buttons below.

import { icon } from './art/signs.js';
import { hasEngine } from './dom.js';
import { openRules } from './leaflet.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';
import { t } from './words.js';

const tool = (sign, label, act, off) =>
  v(
    'button',
    {
      'key': sign,
      'class': 'btn quiet icon',
      'aria-label': label,
      'title': label,
      'aria-disabled': off ? 'true' : null,
      'onclick': act,
    },
    art(icon(sign)),
  );

/** The small tools: through the match, turn the board, rules, talk. */
export function tools(match, view) {
  const { past, log, state } = match;
  const over = state.match.state === 'over';
  const board = view.plan && view.plan.frame === 'board';
  const menu = () => {
    view.menu = !view.menu;
    view.logAt = null; // the list has another room
    view.draw();
  };
  if (!board && view.plan)
    return v(
      'div',
      { class: 'tools' },
      tool('book', t('rules'), () => openRules(state.match.game)),
      tool(view.menu ? 'close' : 'menu', t('menu'), menu),
    );
  return v(
    'div',
    { key: 'tools', class: 'tools' },
    tool('first', t('first'), () => past.look(0), !log.length),
    tool('prev', t('back'), () => past.step(-1), !log.length),
    over && log.length
      ? tool(past.timer ? 'pause' : 'play', t(past.timer ? 'stop replay' : 'replay'), () => past.replay())
      : null,
    tool('next', t('forward'), () => past.step(1), !past.now),
    tool('last', t('last'), () => past.look(null), !past.now),
    tool('flip', t('turn board'), () => match.turnBoard()),
    tool('search', t('full screen'), () => {
      view.zoom = !view.zoom;
      view.draw();
    }),
    tool('book', t('rules'), () => openRules(state.match.game)),
    tool('chat', t('talk'), menu),
  );
}

/** A button with words. */
export const act = (words, does, kind = '', sign = '') =>
  v('button', { key: words, class: `btn ${kind}`, onclick: does }, sign ? art(icon(sign)) : null, words);

/** The large buttons: take back, draw, resign and what else fits the moment. */
export function footNodes(match, view) {
  const { state, past, log } = match;
  const playing = state.you.length && state.match.state === 'live' && !state.result;
  const several = state.match.players.length > 2;
  const over = state.match.state === 'over';
  const ask = state.ask || match.hand.answered;
  const seat = ask ? ask.seat : state.seat;
  const giving = seat === null || seat === undefined ? state.you[0] : seat;
  const who = state.you.length > 1 ? ` (${t('as', { name: state.match.players[giving].name })})` : '';
  const people = state.match.players.every((p) => p.kind !== 'bot') && state.match.players.length > 1;
  const away = state.match.players.findIndex(
    (p, i) =>
      p.present === false &&
      !state.you.includes(i) &&
      (state.match.turn || []).includes(i) &&
      p.kind !== 'bot',
  );
  return [
    ask && ask.undo
      ? act(t('undo'), () => match.order({ t: 'undo', seat: ask.seat, ply: ask.ply }), '', 'undo')
      : null,
    playing && log.some((e) => e.who !== null)
      ? act(t('take back'), () => match.order({ t: 'offer', kind: 'takeback' }), '', 'undo')
      : null,
    playing && people ? act(t('offer draw'), () => match.order({ t: 'offer', kind: 'draw' })) : null,
    playing
      ? act(
          t(several ? 'leave' : 'resign'),
          () => match.order({ t: 'resign', seat: giving }, t(several ? 'sure leave' : 'sure resign') + who),
          '',
          'flag',
        )
      : null,
    state.match.state === 'open' && state.invites
      ? act(t('give up'), () => match.order({ t: 'cancel' }))
      : null,
    playing && away >= 0
      ? act(t('bot for', { name: state.match.players[away].name }), () =>
          match.order({ t: 'claim', seat: away }),
        )
      : null,
    (over && state.result) || (past.now && !state.match.hidden && !state.match.chance)
      ? act(t(past.now ? 'play on past' : 'play on'), () => match.fork())
      : null,
    over && hasEngine()
      ? v('a', { key: 'look', class: 'btn', href: `/analysis/${match.id}` }, t('analysis'))
      : null,
    over && state.result && state.you.length && !view.over
      ? act(t('rematch'), () => match.next('rematch'), 'primary', 'bolt')
      : null,
  ];
}
