// SPDX-License-Identifier: MIT
// The front page: games to play, seats to take, matches to watch.

import { h, show, toast } from './dom.js';
import { games, get, post } from './api.js';
import { who } from './history.js';
import { Socket } from './socket.js';
import { go } from './main.js';

const players = (g) => (g.min_players === g.max_players ? g.min_players : `${g.min_players} to ${g.max_players}`) + (g.max_players === 1 ? ' player' : ' players');

function gameCard(g) {
  return h('li', {}, h('a', { href: '/g/' + g.name }, h('strong', {}, g.title), h('small', {}, players(g)), h('p', {}, g.about)));
}

async function join(summary) {
  try {
    await post(`/api/matches/${summary.id}/join`, { seat: summary.players.findIndex((p) => p.kind === 'open') });
    go('/m/' + summary.id);
  } catch (e) {
    toast(e.message);
  }
}

const rows = (title, list, act) => (list.length ? [h('h2', {}, title), h('ul', { class: 'rows' }, list.map((m) => h('li', {}, h('span', {}, h('strong', {}, m.title), ' · ', who(m)), act(m))))] : null);
const openSeats = (data) => rows('Open seats', data.open, (m) => h('button', { onclick: () => join(m) }, 'Join'));
const beingPlayed = (data) => rows('Being played', data.live.slice(0, 12), (m) => h('a', { class: 'button', href: '/m/' + m.id }, 'Watch'));

// What most people look for stands in front on the shelf.
const FRONT = ['chess', 'azul', 'unicorns', 'projectl', 'go', 'chaturanga', 'checkers', 'reversi'];
const place = (g) => (FRONT.includes(g.name) ? FRONT.indexOf(g.name) : FRONT.length);

export async function homeScreen(root) {
  const list = await games();
  const open = h('div', { id: 'lobby' });
  const live = h('div', {});
  const mine = h('div', {});
  show(root, mine, open, h('h1', {}, 'What would you like to play?'), h('ul', { class: 'games' }, [...list].sort((a, b) => place(a) - place(b)).map(gameCard)), live);
  get('/api/history').then((d) => {
    show(mine, rows('Your matches', d.matches.filter((m) => m.state !== 'over').slice(0, 3), (m) => h('a', { class: 'button', href: '/m/' + m.id }, 'Go on')),
      d.matches.length ? h('p', {}, h('a', { href: '/history' }, 'All your matches')) : null);
  }).catch(() => {});
  const socket = new Socket('', { message: (m) => {
    if (m.t !== 'lobby') return;
    show(open, openSeats(m));
    show(live, beingPlayed(m));
  } });
  return () => socket.close();
}
