// SPDX-License-Identifier: MIT
// The front page: go on, play now, find a game, see who plays.

import { account } from './account.js';
import { games, get, hasServer, keptGames, post } from './api.js';
import { avatar, icon } from './art/signs.js';
import { h, show, toast } from './dom.js';
import { who } from './history.js';
import { go } from './go.js';
import { paired, pairingPanel } from './pairing.js';
import { pictureOf } from './pictures.js';
import { filterBar, place, playNow, slashFinds } from './shelf.js';
import { Socket } from './socket.js';
import { drawing } from './svgtext.js';
import { t } from './words.js';

function goOnCard(m, g, me) {
  const mine = (m.turn || []).some((s) => m.players[s].name === me || m.players[s].kind === 'here');
  return h(
    'a',
    { class: 'panel cont', href: `/m/${m.id}` },
    h('span', { class: 'pic' }, pictureOf(g || { name: m.game }, 82)),
    h(
      'span',
      { class: 't' },
      h('b', {}, m.title),
      h(
        'span',
        { class: 'small' },
        m.players
          .filter((p) => p.name !== me)
          .map((p) => p.name || t('open seat'))
          .join(', '),
      ),
      h(
        'span',
        { class: 'low' },
        h(
          'span',
          { class: `pill ${mine ? 'do' : ''}` },
          t(mine ? 'your move' : 'waiting'),
        ),
      ),
    ),
  );
}

function liveRow(m, g) {
  return h(
    'li',
    {},
    h(
      'a',
      { href: `/m/${m.id}`, title: t('watch') },
      h('span', { class: 'mini' }, pictureOf(g || { name: m.game }, 90)),
      h('span', { class: 'w' }, h('b', {}, m.title), h('span', { class: 'small' }, who(m))),
      h(
        'span',
        { class: 'faces' },
        m.players.slice(0, 4).map((p, i) => drawing(avatar(p.name || '?', i))),
      ),
    ),
  );
}

function openRow(m) {
  const seat = m.players.findIndex((p) => p.kind === 'open');
  const sit = async () => {
    try {
      await post(`/api/matches/${m.id}/join`, { seat });
      go(`/m/${m.id}`);
    } catch (e) {
      toast(e.message);
    }
  };
  return h(
    'li',
    {},
    h(
      'span',
      { class: 'w' },
      h('b', {}, m.title),
      h(
        'span',
        { class: 'small' },
        m.players
          .map((p) => p.name)
          .filter(Boolean)
          .join(', '),
      ),
    ),
    h('button', { class: 'btn', onclick: sit }, t('join')),
  );
}

// Matches one is in the middle of.
async function goOn(hero, byName) {
  try {
    const [d, me] = await Promise.all([get('/api/history'), account()]);
    const going = d.matches.filter((m) => m.state !== 'over').slice(0, 3);
    hero.hidden = !going.length;
    show(
      hero,
      going.map((m) => goOnCard(m, byName.get(m.game), me.name)),
    );
  } catch {
    hero.hidden = true;
  }
}

// Who waits and who plays.
function lobby(m, open, live, byName) {
  show(
    open,
    m.open.length
      ? h('div', { class: 'panel live' }, h('h2', {}, t('open seats')), h('ul', {}, m.open.map(openRow)))
      : null,
  );
  live.hidden = !m.live.length;
  show(
    live,
    h('h2', {}, h('i', { class: 'pulse' }), t('live now')),
    h(
      'ul',
      {},
      m.live.slice(0, 8).map((x) => liveRow(x, byName.get(x.game))),
    ),
  );
}

/** Draws the page; returns what to do when it is left. */
function drawHome(root, told) {
  const list = [...told].sort((a, b) => place(a) - place(b));
  const byName = new Map(list.map((g) => [g.name, g]));
  const before = byName.get(localStorage.getItem('last game'));
  const last = before || byName.get('chess') || list[0];
  const [hero, open, live] = [
    h('section', { 'class': 'hero', 'hidden': true, 'aria-label': t('your matches') }),
    h('section', { id: 'lobby' }),
    h('section', { class: 'panel live', hidden: true }),
  ];
  const shelf = h('ul', { 'class': 'shelf games', 'aria-label': t('games') });
  const now = h(
    'section',
    { class: 'panel now' },
    h(
      'span',
      {},
      h('b', { class: 'serif' }, t('against bot', { game: last.title })),
      before && h('span', { class: 'small' }, t('quick play')),
    ),
    h(
      'button',
      { class: 'btn primary big', onclick: () => playNow(last) },
      drawing(icon('bolt')),
      t('play now'),
    ),
  );
  show(
    root,
    h(
      'div',
      { class: 'page front' },
      h('h1', { class: 'visually-hidden' }, 'Tessera'),
      h('div', { class: 'wide' }, hero, filterBar(shelf, list), shelf),
      h(
        'aside',
        { class: 'beside' },
        now,
        pairingPanel(list, last, () => opened),
        open,
        live,
      ),
    ),
  );
  /** @type {any} */
  let socket = null;
  let left = false;
  const begin = () => {
    if (left) return null;
    goOn(hero, byName);
    if (!hasServer()) return null; // nobody else is there
    const message = (m) => paired(m) || (m.t === 'lobby' && lobby(m, open, live, byName));
    socket = new Socket('', { message });
    return socket;
  };
  const opened = account().then(begin, begin);
  document.addEventListener('keydown', slashFinds);
  return () => {
    left = true;
    socket?.close();
    document.removeEventListener('keydown', slashFinds);
  };
}

/** The shelf as it was last time, at once; if the server tells of other games, the page is drawn again. */
export async function homeScreen(root) {
  const kept = keptGames();
  const told = games();
  let leave = drawHome(root, kept || (await told));
  let left = false;
  const again = (list) => {
    if (left || JSON.stringify(list) === JSON.stringify(kept)) return;
    leave();
    leave = drawHome(root, list);
  };
  if (kept) told.then(again, () => {});
  return () => {
    left = true;
    leave();
  };
}
