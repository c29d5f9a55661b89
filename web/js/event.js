// SPDX-License-Identifier: MIT
// One event: who has entered, who plays whom, and where that leaves them.

import { account } from './account.js';
import { get, post } from './api.js';
import { h, show, toast } from './dom.js';
import { clockWords, stateWords } from './events.js';
import { go } from './go.js';
import { t } from './words.js';

const scoreOf = (n) => String(n).replace('.5', '½').replace(/^0½/, '½');

function standings(e, me, challenge) {
  const own = e.entries.find((x) => x.name === me.name);
  const ladder = e.kind === 'ladder';
  const can = (x) =>
    ladder &&
    own &&
    own.state === 'in' &&
    !own.busy &&
    !x.busy &&
    x.place < own.place &&
    own.place - x.place < 6;
  const [name, won] = [t('name'), t('won')];
  const head = ladder ? ['#', name, won, ''] : ['#', name, t('points'), 'Buchholz', 'S.-B.', won];
  const line = (x) =>
    h(
      'tr',
      { class: [x.name === me.name ? 'me' : '', x.state === 'in' ? '' : 'gone'].join(' ') },
      h('td', {}, String(x.place)),
      h(
        'td',
        { class: 'name' },
        h('a', { href: `/u/${encodeURIComponent(x.name)}` }, x.name),
        h(
          'small',
          {},
          [x.team || '', { away: t('pauses'), out: t('withdrawn') }[x.state] || String(x.rating)]
            .filter(Boolean)
            .join(' · '),
        ),
      ),
      ladder ? null : h('td', {}, h('b', {}, scoreOf(x.points))),
      ladder ? null : h('td', { class: 'wide' }, scoreOf(x.buchholz)),
      ladder ? null : h('td', { class: 'wide' }, scoreOf(x.sonneborn)),
      h('td', {}, `${x.wins}/${x.played}`),
      ladder
        ? h(
            'td',
            {},
            can(x) ? h('button', { class: 'btn', onclick: () => challenge(x.name) }, t('challenge')) : null,
          )
        : null,
    );
  return h(
    'table',
    { class: 'standings' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        head.map((w, i) => {
          const kind = i === 1 ? 'name' : i === 3 || i === 4 ? (ladder ? '' : 'wide') : '';
          return h(w ? 'th' : 'td', { class: kind }, w); // above buttons there is nothing to be called
        }),
      ),
    ),
    h('tbody', {}, e.entries.map(line)),
  );
}

function resultWords(g) {
  if (!g.match) return t('bye');
  if (!g.over) return t('playing');
  const best = Math.min(...g.ranks);
  const winners = g.players.filter((_, i) => g.ranks[i] === best);
  return winners.length === 1 ? winners[0] : t('draw');
}

function gameList(e) {
  const rounds = [...new Set(e.games.map((g) => g.round))].sort((a, b) => b - a);
  const line = (g) =>
    h(
      'li',
      {},
      g.match ? h('a', { href: `/m/${g.match}` }, g.players.join(' – ')) : h('span', {}, g.players[0]),
      h('span', { class: 'small' }, resultWords(g)),
    );
  return h(
    'section',
    { class: 'panel padded event-games' },
    h('h2', {}, t('matches')),
    e.games.length ? null : h('p', { class: 'empty' }, t('none yet')),
    rounds.map((r) => [
      e.kind === 'swiss' || e.kind === 'knockout' ? h('h3', {}, t('round head', { n: r })) : null,
      h(
        'ul',
        {},
        e.games
          .filter((g) => g.round === r)
          .reverse()
          .slice(0, 100)
          .map(line),
      ),
    ]),
  );
}

function teamList(e) {
  if (!e.teams || !e.team_points) return null;
  const order = [...e.team_points].sort((a, b) => b.points - a.points);
  return h(
    'section',
    { class: 'panel padded event-games' },
    h('h2', {}, t('teams')),
    h(
      'ul',
      {},
      order.map((x) => h('li', {}, h('b', {}, x.name), h('span', {}, scoreOf(x.points)))),
    ),
  );
}

export async function eventScreen(root, id) {
  const me = await account();
  const path = `/api/events/${id}`;
  const { yours } = me.guest ? { yours: [] } : await get('/api/teams');
  const team = h(
    'select',
    { 'aria-label': t('team') },
    yours.map((x) => h('option', { value: x.id }, x.name)),
  );
  let sent = ''; // the match this page has led to
  const act = (what, body) => async () => {
    try {
      draw(await post(`${path}/${what}`, typeof body === 'function' ? body() : body));
    } catch (error) {
      toast(error.message);
    }
  };
  const challenge = (name) => act('challenge', { name })();
  const buttons = (e, own) => {
    const late = e.state === 'live' && e.kind !== 'arena' && e.kind !== 'ladder';
    const inside = own && own.state === 'in';
    const list = [];
    if (!me.guest && e.state !== 'over' && !late && !inside) {
      if (e.teams) list.push(yours.length ? team : h('a', { href: '/teams' }, t('team first')));
      list.push(
        h(
          'button',
          { class: 'btn primary', onclick: act('join', () => (e.teams ? { team: team.value } : {})) },
          t(own ? 'come back' : 'enter'),
        ),
      );
    }
    if (inside && e.state !== 'over')
      list.push(
        h(
          'button',
          { class: 'btn', onclick: act('leave') },
          t(e.kind === 'arena' && e.state === 'live' ? 'pause' : 'withdraw'),
        ),
      );
    if (e.owner === me.name && e.state === 'open')
      list.push(h('button', { class: 'btn primary', onclick: act('start') }, t('start now')));
    if (e.owner === me.name && e.state !== 'over')
      list.push(
        h(
          'button',
          { class: 'btn quiet', onclick: () => confirm(t('end event')) && act('end')() },
          t('end it'),
        ),
      );
    if (me.guest && e.state !== 'over' && !late)
      list.push(h('a', { class: 'btn', href: '/login' }, t('sign in enter')));
    return list.length ? h('div', { class: 'actions' }, list) : null;
  };
  const draw = (e) => {
    if (!root.isConnected) return; // the answer has come after the page was left
    const own = e.entries.find((x) => x.name === me.name);
    const mine = e.games.find((g) => !g.over && g.match && g.players.includes(me.name));
    if (mine && sent && mine.match !== sent && e.kind !== 'simul') {
      go(`/m/${mine.match}`); // the next one has begun while we were looking
      return;
    }
    sent = mine ? mine.match : sent || 'none';
    show(
      root,
      h(
        'div',
        { class: 'page event-page' },
        h(
          'div',
          {},
          h('h1', {}, e.title),
          h(
            'div',
            { class: 'event-facts' },
            [
              t(e.kind),
              e.game_title,
              clockWords(e.clock),
              t(e.rated ? 'is rated' : 'not rated'),
              t('by whom', { name: e.owner }),
            ].map((w) => h('span', { class: 'pill' }, w)),
            h('span', { class: `pill ${e.state === 'live' ? 'do' : ''}` }, stateWords(e)),
          ),
          buttons(e, own),
          mine ? h('a', { class: 'btn primary big', href: `/m/${mine.match}` }, t('to your match')) : null,
          e.entries.length
            ? standings(e, me, challenge)
            : h('p', { class: 'empty' }, t('nobody entered')),
        ),
        h('div', {}, teamList(e), gameList(e)),
      ),
    );
    document.title = e.title;
  };
  let last = await get(path);
  draw(last);
  const timer = setInterval(async () => {
    if (last.state === 'over' || document.visibilityState !== 'visible') return;
    try {
      const now = await get(path);
      if (JSON.stringify(now) !== JSON.stringify(last)) draw(now);
      last = now;
    } catch {
      // the next look may succeed
    }
  }, 4000);
  return () => clearInterval(timer);
}
