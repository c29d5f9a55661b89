// SPDX-License-Identifier: MIT
// Who may still answer, while cards wait to be stopped: a countdown, and everybody's picture with a sign
// whether they have decided. What they decided is nobody's business yet.

import { avatar, icon } from './art/signs.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';
import { t } from './words.js';

const ROUND = 2 * Math.PI * 18;

// The time of whoever answers here, else of the first one that is waited for.
function countdown(match, turn) {
  const { state, clocks } = match;
  const seat = turn.find((s) => state.you.includes(s)) ?? turn[0];
  const left = seat === undefined ? undefined : clocks.left(seat);
  if (left === undefined) return null;
  const { move, base } = state.match.clock || {};
  const whole = move || base || left;
  return v(
    'span',
    {
      key: 'countdown',
      class: 'countdown',
      title: t('time left'),
      style: `--left:${Math.min(1, left / whole).toFixed(3)};--round:${ROUND.toFixed(1)}`,
    },
    art(`<svg viewBox="0 0 44 44" aria-hidden="true"><circle class="rest" cx="22" cy="22" r="18"/><circle
class="run" cx="22" cy="22" r="18"/></svg>`),
    v(
      'span',
      {
        'class': 'clock',
        'data-seat': seat,
        'data-whole': whole,
        'role': 'timer',
        'aria-label': t('time left'),
      },
      clocks.text(seat),
    ),
  );
}

function face(p, seat, undecided) {
  const words = t(undecided ? 'still asked' : 'has decided', { name: p.name });
  return v(
    'span',
    { 'key': `w${seat}`, 'class': 'decides', 'role': 'img', 'aria-label': words, 'title': words },
    art(avatar(p.name, seat, 's')),
    v('span', { class: `sign${undecided ? ' open' : ''}` }, art(icon(undecided ? 'clock' : 'check'))),
  );
}

/** @param {any} match */
export function waitingNode(match) {
  const { state, past } = match;
  const turn = state.match.turn || [];
  const asked = (state.ask && state.ask.kind === 'react') || turn.length > 1;
  if (!asked || past.now || state.result) return null;
  const all = state.match.players.map((p, seat) => [p, seat]);
  const others = all.filter(([, seat]) => !state.you.includes(seat));
  return v(
    'div',
    { key: 'waiting', class: 'waits' },
    countdown(match, turn),
    others.map(([p, seat]) => face(p, seat, turn.includes(seat))),
  );
}
