// SPDX-License-Identifier: MIT
// Events: the list of them, and making one.

import { account } from './account.js';
import { games, get, post } from './api.js';
import { delayField, readDelay } from './delay.js';
import { h, show } from './dom.js';
import { go } from './go.js';
import { t } from './words.js';

const KINDS = ['swiss', 'knockout', 'arena', 'ladder', 'simul'];
const clocks = () => [
  ['180 2', t('clock per', { m: 3, s: 2 })],
  ['300 3', t('clock per', { m: 5, s: 3 })],
  ['900 10', t('clock per', { m: 15, s: 10 })],
  ['move 86400', t('day a move')],
];

const when = (s) => new Date(s * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

export function clockWords(c) {
  const span = (s) => (s % 86400 === 0 ? `${s / 86400} d` : s % 60 === 0 ? `${s / 60} min` : `${s} s`);
  const parts = [
    c.base ? span(c.base) : '',
    c.increment ? `+ ${span(c.increment)}` : '',
    c.move ? t('span a move', { span: span(c.move) }) : '',
  ];
  return parts.filter(Boolean).join(' ');
}

export function stateWords(e) {
  if (e.state === 'over') return e.winner ? t('won by', { name: e.winner }) : t('is over');
  if (e.state === 'open') return e.begins ? t('begins at', { when: when(e.begins) }) : t('is open');
  if (e.kind === 'arena') return t('until', { when: when(e.ends) });
  if (e.rounds) return t('round of', { n: e.round, all: e.rounds });
  return e.round ? t('round n', { n: e.round }) : t('is running');
}

function row(e) {
  return h(
    'li',
    {},
    h(
      'span',
      {},
      h('strong', {}, e.title),
      ' · ',
      e.game_title,
      h(
        'small',
        {},
        [t(e.kind), clockWords(e.clock), t('entered', { n: e.count }), stateWords(e)].join(' · '),
      ),
    ),
    h('a', { class: 'btn', href: e.url }, t(e.state === 'open' ? 'enter' : 'look at')),
  );
}

const section = (words, list) =>
  list.length ? [h('h2', {}, words), h('ul', { class: 'rows' }, list.map(row))] : null;

// --- Making ------------------------------------------------------------------

const choice = (id, words, options) => [
  h(
    'div',
    {},
    h('label', { for: id }, words),
    h(
      'select',
      { id, name: id },
      options.map(([value, text]) => h('option', { value }, text)),
    ),
  ),
];
const field = (id, words, more) =>
  h('div', {}, h('label', { for: id }, words), h('input', { id, name: id, ...more }));

function readForm(form) {
  const value = (name) => form.elements[name].value;
  const [a, b] = value('clock').split(' ');
  const begins = value('begins');
  return {
    kind: value('kind'),
    title: value('title'),
    game: value('game'),
    clock: a === 'move' ? { move: Number(b) } : { base: Number(a), increment: Number(b) },
    rounds: Number(value('rounds')) || 0,
    minutes: Number(value('minutes')) || 60,
    rated: form.elements.rated.checked,
    teams: form.elements.teams.checked,
    begins: begins ? Math.floor(new Date(begins).getTime() / 1000) : 0,
    delay: readDelay(form),
  };
}

async function makeForm() {
  const list = (await games()).filter((g) => g.max_players > 1);
  const about = h('p', { class: 'help' }, t('swiss about'));
  const problem = h('p', { class: 'error', role: 'alert' });
  const update = () => {
    const kind = form.elements.kind.value;
    about.textContent = t(`${kind} about`);
    form.elements.rounds.closest('div').hidden = kind !== 'swiss';
    form.elements.minutes.closest('div').hidden = kind !== 'arena';
  };
  const make = async (e) => {
    e.preventDefault();
    problem.textContent = '';
    try {
      go((await post('/api/events', readForm(form))).url);
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const form = h(
    'form',
    { class: 'panel padded', onsubmit: make },
    h(
      'div',
      { class: 'fields' },
      field('title', t('title'), { required: true, maxlength: 60 }),
      choice(
        'kind',
        t('kind'),
        KINDS.map((k) => [k, t(k)]),
      ),
      choice(
        'game',
        t('game'),
        list.map((g) => [g.name, g.title]),
      ),
      choice('clock', t('clock'), clocks()),
      field('rounds', t('rounds field'), { type: 'number', min: 1, max: 50 }),
      field('minutes', t('minutes field'), { type: 'number', min: 1, max: 10080, value: 60 }),
      field('begins', t('begins field'), { type: 'datetime-local' }),
      h('div', {}, delayField(t('delay as usual'))),
    ),
    h('label', { class: 'tag' }, h('input', { type: 'checkbox', name: 'rated' }), ' ', t('rated')),
    ' ',
    h('label', { class: 'tag' }, h('input', { type: 'checkbox', name: 'teams' }), ' ', t('for teams')),
    about,
    h('div', { class: 'actions' }, h('button', { class: 'btn primary', type: 'submit' }, t('make it'))),
    problem,
  );
  form.elements.kind.addEventListener('change', update);
  update();
  return h('details', {}, h('summary', {}, t('make event')), form);
}

export async function eventsScreen(root) {
  const [list, me] = await Promise.all([get('/api/events'), account()]);
  const none = !list.open.length && !list.live.length && !list.over.length;
  show(
    root,
    h(
      'div',
      { class: 'page narrow club' },
      h('h1', {}, t('events')),
      h(
        'p',
        { class: 'help' },
        t('events about'),
        h('a', { class: 'btn quiet', href: '/teams' }, t('teams')),
      ),
      none ? h('p', { class: 'empty' }, t('no event')) : null,
      section(t('running'), list.live),
      section(t('can enter'), list.open),
      section(t('over list'), list.over),
      me.guest
        ? h('p', { class: 'help' }, h('a', { href: '/login' }, t('to enter')))
        : await makeForm(),
    ),
  );
}
