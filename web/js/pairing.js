// SPDX-License-Identifier: MIT
// Looking for an opponent: a game and a clock, and whoever wants the same.

import { h, show, toast } from './dom.js';
import { go } from './go.js';
import { t } from './words.js';

const CLOCKS = [
  ['180 2', '3 min + 2 s'],
  ['300 3', '5 min + 3 s'],
  ['900 10', '15 min + 10 s'],
];

/** A panel on the front page. `socket` promises the lobby's: who clicks early waits for it. */
export function pairingPanel(list, last, socket) {
  const box = h('section', { class: 'panel now pairing' });
  const game = h(
    'select',
    { 'aria-label': t('games') },
    list
      .filter((g) => g.max_players > 1)
      .map((g) => h('option', { value: g.name, selected: g.name === last.name }, g.title)),
  );
  const clock = h(
    'select',
    { 'aria-label': t('clock') },
    CLOCKS.map(([value, words]) => h('option', { value }, words)),
  );
  const seek = async () => {
    const [base, increment] = clock.value.split(' ').map(Number);
    const line = await socket();
    const m = await line?.send({ t: 'seek', game: game.value, clock: { base, increment } });
    if (m?.t === 'refuse') toast(m.why);
    else draw(true);
  };
  const stop = async () => {
    await (await socket())?.send({ t: 'unseek' });
    draw(false);
  };
  const draw = (seeking) =>
    show(
      box,
      h('span', {}, h('b', { class: 'serif' }, t(seeking ? 'seeking' : 'find opponent'))),
      seeking ? null : game,
      seeking ? null : clock,
      h(
        'button',
        { class: 'btn', onclick: seeking ? stop : seek },
        t(seeking ? 'stop seeking' : 'seek'),
      ),
      h('a', { class: 'btn quiet', href: '/events' }, t('events')),
    );
  draw(false);
  return box;
}

/** Goes to the match one was paired for; whether it was such a message. */
export function paired(m) {
  if (m.t === 'paired') go(m.url);
  return m.t === 'paired';
}
