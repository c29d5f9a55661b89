// SPDX-License-Identifier: MIT
// The front page: games to play, seats to take, matches to watch.

import { h, show } from './dom.js';
import { games, get, post } from './api.js';
import { Socket } from './socket.js';
import { go } from './main.js';
import { toast } from './dom.js';

const players = (g) => (g.min_players === g.max_players ? g.min_players : `${g.min_players} to ${g.max_players}`) + (g.max_players === 1 ? ' player' : ' players');

function gameCard(g) {
  return h('li', {}, h('a', { href: '/g/' + g.name }, h('strong', {}, g.title), h('small', {}, players(g)), h('p', {}, g.about)));
}

export function who(summary) {
  return summary.players.map((p) => p.name || 'open seat').join(', ');
}

async function join(summary) {
  try {
    await post(`/api/matches/${summary.id}/join`, { seat: summary.players.findIndex((p) => p.kind === 'open') });
    go('/m/' + summary.id);
  } catch (e) {
    toast(e.message);
  }
}

function lobby(data) {
  const rows = (list, make) => h('ul', { class: 'rows' }, list.map(make));
  return [
    data.open.length ? [h('h2', {}, 'Open seats'), rows(data.open, (m) => h('li', {}, h('span', {}, h('strong', {}, m.title), ' · ', who(m)), h('button', { onclick: () => join(m) }, 'Join')))] : null,
    data.live.length ? [h('h2', {}, 'Being played'), rows(data.live.slice(0, 12), (m) => h('li', {}, h('span', {}, h('strong', {}, m.title), ' · ', who(m)), h('a', { class: 'button', href: '/m/' + m.id }, 'Watch')))] : null,
  ];
}

export async function homeScreen(root) {
  const list = await games();
  const tables = h('div', { id: 'lobby' });
  const mine = h('div', {});
  show(root, h('h1', {}, 'What would you like to play?'), h('ul', { class: 'games' }, list.map(gameCard)), tables, mine);
  get('/api/history').then((d) => {
    const open = d.matches.filter((m) => m.state !== 'over').slice(0, 5);
    if (open.length) show(mine, h('h2', {}, 'Your matches'), h('ul', { class: 'rows' }, open.map((m) => h('li', {}, h('span', {}, h('strong', {}, m.title), ' · ', who(m)), h('a', { class: 'button', href: '/m/' + m.id }, 'Go on')))));
  }).catch(() => {});
  const socket = new Socket('', { message: (m) => m.t === 'lobby' && show(tables, lobby(m)) });
  return () => socket.close();
}
