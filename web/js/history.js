// SPDX-License-Identifier: MIT
// Matches in lists: who played, how it ended, when; and the list of one's own.

import { h, show } from './dom.js';
import { get } from './api.js';
import { t } from './words.js';

export const who = (summary) => summary.players.map((p) => p.name || t('open seat')).join(', ');

/** How a match ended, in words; '' while it goes on. */
export function verdict(result, end) {
  if (!result) return '';
  const order = [...result].sort((a, b) => a.rank - b.rank);
  const winners = order.filter((r) => r.rank === 1);
  const how = ['resigned', 'forfeit', 'agreed'].includes(end) ? t(`by ${end}`) : '';
  if (winners.length === 1) return t('wins', { name: winners[0].name, how });
  if (winners.length === order.length && order.length === 2) return t('a draw', { how });
  const names = winners.map((w) => w.name).join(t('and'));
  return names ? t('share first', { names }) : t('nobody wins');
}

function row(m) {
  const state = {
    open: t('state open'),
    live: t('state live'),
    over: verdict(m.result, m.end) || t('state none'),
  }[m.state];
  const own = m.file ? t('own file short', { what: m.file.split('-')[0] }) : '';
  const how = m.rated ? t('state rated') : m.offline ? t('state offline') : '';
  const when = new Date(m.made * 1000).toLocaleDateString([], { dateStyle: 'medium' });
  return h(
    'li',
    {},
    h(
      'span',
      {},
      h('strong', {}, m.title),
      ' · ',
      who(m),
      h('small', {}, [state, how, own, when].filter(Boolean).join(' · ')),
    ),
    h('a', { class: 'btn', href: '/m/' + m.id }, t(m.state === 'over' ? 'look at' : 'go on')),
  );
}

export const matchRows = (matches) =>
  matches.length ? h('ul', { class: 'rows' }, matches.map(row)) : h('p', { class: 'empty' }, t('none yet'));

/** All matches of whoever looks, a page at a time. */
export async function ownMatches() {
  const PAGE = 50;
  const box = h('div', {});
  const all = [];
  const more = async () => {
    const { matches } = await get('/api/history' + (all.length ? '?before=' + all[all.length - 1].made : ''));
    const first = !all.length && localStorage.getItem('here');
    all.push(...(first ? await (await import('./upload.js')).withThoseHere(matches) : matches));
    show(
      box,
      matchRows(all),
      matches.length === PAGE ? h('button', { class: 'btn', onclick: more }, t('earlier')) : null,
    );
  };
  await more();
  return box;
}

export async function historyScreen(root) {
  const matches = await ownMatches();
  show(
    root,
    h(
      'div',
      { class: 'page narrow' },
      h('h1', {}, t('your matches')),
      matches,
      h(
        'p',
        { class: 'help' },
        t('guest kept'),
      ),
    ),
  );
}
