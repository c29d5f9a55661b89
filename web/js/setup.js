// SPDX-License-Identifier: MIT
// Setting up a match: who sits where, options, clock. "Play" with the defaults is one click.

import { h, sentence, show } from './dom.js';
import { account } from './account.js';
import { game, post } from './api.js';
import { leaflet } from './leaflet.js';
import { go } from './main.js';

const SEATS = [['me', 'Me'], ['bot', 'Bot'], ['here', 'A person here'], ['invite', 'By invitation link'], ['open', 'Anyone (lobby)']];
const CLOCKS = [['none', 'No clock'], ['300 3', '5 minutes + 3 s a move'], ['900 10', '15 minutes + 10 s a move'], ['move 30', '30 s a move'], ['move 86400', 'A day a move']];

function option(o) {
  const id = 'opt-' + o.name;
  const label = h('label', { for: id }, sentence(o.name), ' ', h('span', { class: 'help' }, o.help));
  if (o.kind === 'choice') return [label, h('select', { id, name: id }, o.choices.map((c, i) => h('option', { value: c, selected: i === o.def }, c)))];
  if (o.kind === 'flag') return [label, h('input', { id, name: id, type: 'checkbox', checked: !!o.def })];
  if (o.max - o.min <= 60) {
    const out = h('output', { for: id }, String(o.def));
    return [label, h('input', { id, name: id, type: 'range', min: o.min, max: o.max, value: o.def, oninput: (e) => { out.textContent = e.target.value; } }), ' ', out];
  }
  return [label, h('input', { id, name: id, type: 'number', min: o.min, max: o.max, value: o.def })];
}

function seatRow(g, i, kind) {
  const bot = h('select', { name: `bot-${i}`, 'aria-label': `bot on seat ${i + 1}` }, g.bots.map((b, k) => h('option', { value: b.spec, selected: k === Math.min(2, g.bots.length - 1) }, b.label)));
  const name = h('input', { name: `name-${i}`, 'aria-label': `name on seat ${i + 1}`, placeholder: `Player ${i + 1}`, maxlength: 20, size: 12 });
  const choice = h('select', { name: `seat-${i}`, 'aria-label': `who plays ${(g.seats && g.seats[i]) || 'seat ' + (i + 1)}` }, SEATS.map(([v, t]) => h('option', { value: v, selected: v === kind }, t)));
  const update = () => {
    bot.hidden = choice.value !== 'bot';
    name.hidden = choice.value !== 'here';
  };
  choice.addEventListener('change', update);
  update();
  return h('li', {}, h('span', {}, sentence((g.seats && g.seats[i]) || `Player ${i + 1}`)), choice, bot, name);
}

function readSeat(form, i) {
  const kind = form.elements[`seat-${i}`].value;
  if (kind === 'bot') return { kind, spec: form.elements[`bot-${i}`].value };
  if (kind === 'here') return { kind, name: form.elements[`name-${i}`].value || `Player ${i + 1}` };
  return { kind };
}

function readOptions(g, form) {
  const out = {};
  for (const o of g.options) {
    const input = form.elements['opt-' + o.name];
    out[o.name] = o.kind === 'flag' ? (input.checked ? 'yes' : 'no') : input.value;
  }
  return out;
}

function readClock(value) {
  const [a, b] = value.split(' ');
  if (a === 'none') return {};
  return a === 'move' ? { move: Number(b) } : { base: Number(a), increment: Number(b) };
}

export async function gameScreen(root, name) {
  const [g, me] = await Promise.all([game(name), account()]);
  if (!g) throw new Error(`There is no game called "${name}".`);
  document.title = g.title + ' · Tessera';
  const seats = h('ul', { class: 'seats' });
  const problem = h('p', { class: 'error', role: 'alert' });
  const fillSeats = (n) => show(seats, Array.from({ length: n }, (_, i) => seatRow(g, i, i === 0 ? 'me' : 'bot')));
  const count = h('select', { id: 'players', onchange: (e) => fillSeats(Number(e.target.value)) }, Array.from({ length: g.max_players - g.min_players + 1 }, (_, k) => h('option', { value: g.min_players + k, selected: g.min_players + k === g.default_players }, String(g.min_players + k))));
  fillSeats(g.default_players);
  const form = h('form', { class: 'panel' },
    h('p', {}, sentence(g.about), '. ', h('a', { href: `/g/${name}/rules` }, 'Rules')),
    g.min_players < g.max_players ? [h('label', { for: 'players' }, 'Players'), count] : null,
    h('label', {}, 'Seats'), seats,
    h('div', { class: 'actions' }, h('button', { class: 'primary', type: 'submit' }, 'Play'), problem),
    h('details', {}, h('summary', {}, 'Options and clock'), g.options.filter((o) => o.kind !== 'file').map(option),
      h('label', { for: 'clock' }, 'Clock'), h('select', { id: 'clock', name: 'clock' }, CLOCKS.map(([v, t]) => h('option', { value: v }, t))),
      h('label', { for: 'rated' }, 'Rated ', h('span', { class: 'help' }, me.guest ? 'only with an account: sign in first' : 'against other accounts, without bots')),
      h('input', { id: 'rated', name: 'rated', type: 'checkbox', disabled: me.guest })));
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    problem.textContent = '';
    const list = [...seats.querySelectorAll('select[name^=seat]')].map((s) => s.value);
    if (form.elements.rated.checked && list.some((kind) => kind === 'bot' || kind === 'here')) {
      problem.textContent = 'A rated match is between accounts: by invitation link, or with anyone from the lobby.';
      return;
    }
    try {
      const n = Number(count.value) || g.default_players;
      const made = await post('/api/matches', { game: name, players: n, options: readOptions({ ...g, options: g.options.filter((o) => o.kind !== 'file') }, form), seats: Array.from({ length: n }, (_, i) => readSeat(form, i)), clock: readClock(form.elements.clock.value), rated: form.elements.rated.checked });
      go('/m/' + made.id);
    } catch (error) {
      problem.textContent = error.message;
    }
  });
  show(root, h('h1', {}, g.title), form);
}

export async function rulesScreen(root, name) {
  const g = await game(name);
  const words = await leaflet(name);
  show(root, h('h1', {}, g ? g.title : name), words, h('p', {}), h('a', { class: 'button', href: '/g/' + name }, 'Play'));
}
