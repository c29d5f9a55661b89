// SPDX-License-Identifier: MIT
// The page of a game: what it is, who plays, and the way to the table. "Play" with the defaults is one
// click; at one device a number and names are enough.

import { account } from './account.js';
import { game, get, missing, post } from './api.js';
import { icon } from './art/signs.js';
import { readDelay } from './delay.js';
import { bringStyle, h, sentence, show } from './dom.js';
import { matchRows } from './history.js';
import { leaflet, openRules, told } from './leaflet.js';
import { go } from './go.js';
import { pictureOf } from './pictures.js';
import { more, readClock, readOptions, readSeat, seatRow, stepper } from './setupform.js';
import { skinOf } from './skins.js';
import { drawing } from './svgtext.js';
import { t } from './words.js';

function credits() {
  const box = h(
    'dialog',
    { 'class': 'panel', 'aria-label': t('credits'), 'onclose': () => box.remove() },
    h('h2', {}, t('credits')),
    h('p', {}, t('credits text')),
    h('button', { class: 'btn primary', onclick: () => box.close() }, t('close')),
  );
  document.body.append(box);
  box.showModal();
}

async function begin(g, form, n, problem, own) {
  problem.textContent = '';
  const seats = Array.from({ length: n }, (_, i) => readSeat(form, i));
  const rated = form.elements.rated.checked;
  if (rated && seats.some(({ kind }) => kind === 'bot' || kind === 'here')) {
    problem.textContent = t('rated who');
    return;
  }
  try {
    localStorage.setItem('last game', g.name);
    const made = await post('/api/matches', {
      game: g.name,
      players: n,
      options: readOptions(g, form),
      seats,
      clock: readClock(form.elements.clock.value),
      rated,
      delay: readDelay(form),
      file: own?.text() || undefined,
    });
    go(`/m/${made.id}`);
  } catch (error) {
    problem.textContent = error.message;
    if (error.field === 'file') await own?.check(); // every mistake at its line
  }
}

/** What the person has played of this game, and how well. */
async function showRecord(box, g, me) {
  const elsewhere = g.name.startsWith('by-'); // published: its matches are with it
  const { matches } = await get(elsewhere ? `/api/published/${g.name}/history` : '/api/history');
  const own = matches.filter((m) => m.game === g.name).slice(0, 4);
  const rating = (me.ratings || []).find((r) => r.game === g.name);
  if (!own.length && !rating) return;
  show(
    box,
    rating ? h('p', {}, `${t('your rating')}: `, h('b', {}, String(Math.round(rating.rating)))) : null,
    own.length ? [h('h2', {}, t('your record')), matchRows(own)] : null,
  );
}

/** Who plays this game best. */
async function showRanking(box, g, me) {
  const { best } = await get(`/api/games/${g.name}/ranking`);
  const line = (p, i) =>
    h(
      'li',
      { class: p.name === me.name ? 'me' : null },
      h('span', {}, `${i + 1}. `, h('a', { href: `/u/${encodeURIComponent(p.name)}` }, p.name)),
      h('b', {}, String(Math.round(p.rating))),
    );
  show(
    box,
    h('h2', {}, t('best players')),
    best.length
      ? h('ol', { class: 'rows ranking' }, best.map(line))
      : h('p', { class: 'help' }, t('nobody rated')),
  );
}

/** What the game is about. */
async function showLeaflet(box, g) {
  const words = await told(g.name);
  if (words.length) show(box, h('h2', {}, t('rules')), words);
}

export async function gameScreen(root, name) {
  const [g, me] = await Promise.all([game(name), account(), bringStyle('setup')]);
  if (!g) throw missing(t('no such game', { name }));
  document.title = `${g.title} · Tessera`;
  const seats = h('ul', { class: 'seats' });
  const problem = h('p', { class: 'error', role: 'alert' });
  let others = 'bot';
  const fill = (n) =>
    show(
      seats,
      Array.from({ length: n }, (_, i) =>
        seatRow(g, i, i === 0 ? (others === 'here' ? 'here' : 'me') : others),
      ),
    );
  const count = stepper(g, fill);
  fill(g.default_players);
  const here = h(
    'button',
    {
      'type': 'button',
      'class': 'btn',
      'aria-pressed': 'false',
      'onclick': () => {
        others = others === 'bot' ? 'here' : 'bot';
        here.setAttribute('aria-pressed', String(others === 'here'));
        fill(count.value());
      },
    },
    drawing(icon('users')),
    t('at this device'),
  );
  const option = g.options.find((o) => o.kind === 'file');
  const setup = () => ({ players: count.value(), options: readOptions(g, form) });
  const own = option ? (await import('./ownfile.js')).ownFile(g, option, setup) : null;
  const form = h(
    'form',
    {
      class: 'panel padded',
      onsubmit: (e) => {
        e.preventDefault();
        begin(g, form, count.value(), problem, own);
      },
    },
    h(
      'div',
      { class: 'actions first' },
      h('button', { class: 'btn primary big', type: 'submit' }, drawing(icon('bolt')), t('play')),
      g.max_players > 1 ? here : null,
    ),
    problem,
    g.min_players < g.max_players ? count.node : null,
    seats,
    more(g, me),
    own?.node,
    h(
      'div',
      { class: 'actions' },
      h(
        'button',
        { type: 'button', class: 'btn', onclick: () => openRules(name) },
        drawing(icon('book')),
        t('about'),
      ),
      h('a', { class: 'btn', href: `/g/${name}/learn` }, drawing(icon('bulb')), t('learn')),
      h('button', { type: 'button', class: 'btn quiet', onclick: credits }, t('credits')),
    ),
  );
  const rules = h('section', { class: 'record leaflet' });
  const record = h('section', { class: 'record' });
  const ranking = h('section', { class: 'record' });
  // A game can be set up without them.
  showLeaflet(rules, g).catch(() => {});
  showRecord(record, g, me).catch(() => {});
  if (g.max_players > 1) showRanking(ranking, g, me).catch(() => {});
  document.body.dataset.skin = skinOf(name).tint || '';
  show(
    root,
    h(
      'div',
      { class: 'page game-page' },
      h(
        'div',
        { class: 'title' },
        h('h1', {}, g.title),
        h('p', {}, sentence(g.about), '.'),
        h('div', { class: 'panel cover' }, pictureOf(g, 160, true)),
        rules,
        record,
        ranking,
      ),
      form,
    ),
  );
  return () => {
    delete document.body.dataset.skin;
  };
}

export async function rulesScreen(root, name) {
  const g = await game(name);
  const words = await leaflet(name);
  show(
    root,
    h(
      'div',
      { class: 'page narrow' },
      h('h1', {}, g ? g.title : name),
      h('div', { class: 'panel padded' }, words),
      h('p', { class: 'actions' }, h('a', { class: 'btn primary', href: `/g/${name}` }, t('play'))),
    ),
  );
}
