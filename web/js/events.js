// SPDX-License-Identifier: MIT
// Events: the list of them, and making one.

import { account } from './account.js';
import { games, get, post } from './api.js';
import { delayField, readDelay } from './delay.js';
import { h, show } from './dom.js';
import { go } from './go.js';
import { t } from './words.js';

export const KINDS = {
  swiss: ['Swiss', 'Everybody plays in every round, against others of the same score.'],
  knockout: ['Knock-out', 'Who wins goes on.'],
  arena: ['Arena', 'For a time; come and go, play as often as you can.'],
  ladder: ['Ladder', 'Beat somebody above you and take their place. It has no end.'],
  simul: ['Exhibition', 'You against everybody, at once.'],
};
const CLOCKS = [
  ['180 2', '3 minutes + 2 s a move'],
  ['300 3', '5 minutes + 3 s a move'],
  ['900 10', '15 minutes + 10 s a move'],
  ['move 86400', 'A day a move'],
];

const when = (s) => new Date(s * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

export function clockWords(c) {
  const span = (s) => (s % 86400 === 0 ? `${s / 86400} d` : s % 60 === 0 ? `${s / 60} min` : `${s} s`);
  const parts = [
    c.base ? span(c.base) : '',
    c.increment ? `+ ${span(c.increment)}` : '',
    c.move ? `${span(c.move)} a move` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

export function stateWords(e) {
  if (e.state === 'over') return e.winner ? `won by ${e.winner}` : 'over';
  if (e.state === 'open') return e.begins ? `begins ${when(e.begins)}` : 'open';
  if (e.kind === 'arena') return `until ${when(e.ends)}`;
  return e.rounds ? `round ${e.round} of ${e.rounds}` : e.round ? `round ${e.round}` : 'running';
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
        [KINDS[e.kind][0], clockWords(e.clock), `${e.count} entered`, stateWords(e)].join(' · '),
      ),
    ),
    h('a', { class: 'btn', href: e.url }, e.state === 'open' ? 'Enter' : 'Look at it'),
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
  const about = h('p', { class: 'help' }, KINDS.swiss[1]);
  const problem = h('p', { class: 'error', role: 'alert' });
  const update = () => {
    const kind = form.elements.kind.value;
    about.textContent = KINDS[kind][1];
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
      field('title', 'Title', { required: true, maxlength: 60 }),
      choice(
        'kind',
        'Kind',
        Object.entries(KINDS).map(([k, [words]]) => [k, words]),
      ),
      choice(
        'game',
        'Game',
        list.map((g) => [g.name, g.title]),
      ),
      choice('clock', 'Clock', CLOCKS),
      field('rounds', 'Rounds (empty: as many as it takes)', { type: 'number', min: 1, max: 50 }),
      field('minutes', 'Minutes', { type: 'number', min: 1, max: 10080, value: 60 }),
      field('begins', 'Begins (empty: when you say so)', { type: 'datetime-local' }),
      h('div', {}, delayField(t('delay as usual'))),
    ),
    h('label', { class: 'tag' }, h('input', { type: 'checkbox', name: 'rated' }), ' Rated'),
    ' ',
    h('label', { class: 'tag' }, h('input', { type: 'checkbox', name: 'teams' }), ' For teams'),
    about,
    h('div', { class: 'actions' }, h('button', { class: 'btn primary', type: 'submit' }, 'Make it')),
    problem,
  );
  form.elements.kind.addEventListener('change', update);
  update();
  return h('details', {}, h('summary', {}, 'Make an event'), form);
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
        'Tournaments, ladders and exhibitions. ',
        h('a', { class: 'btn quiet', href: '/teams' }, 'Teams'),
      ),
      none ? h('p', { class: 'empty' }, 'There is none yet.') : null,
      section('Running', list.live),
      section('You can enter', list.open),
      section('Over', list.over),
      me.guest
        ? h('p', { class: 'help' }, h('a', { href: '/login' }, 'Sign in'), ' to enter or make one.')
        : await makeForm(),
    ),
  );
}
