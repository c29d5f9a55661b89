// SPDX-License-Identifier: MIT
// The parts of a game's form: options, seats, how many play, the clock; and what they say.

import { icon } from './art/signs.js';
import { delayField } from './delay.js';
import { h, sentence } from './dom.js';
import { drawing } from './svgtext.js';
import { t } from './words.js';

const SEATS = ['me', 'bot', 'here', 'invite', 'open'];
const clocks = () => [
  ['none', t('no clock')],
  ['300 3', t('clock per', { m: 5, s: 3 })],
  ['900 10', t('clock per', { m: 15, s: 10 })],
  ['move 30', t('s a move', { n: 30 })],
  ['move 86400', t('day a move')],
];

function option(o) {
  const id = `opt-${o.name}`;
  const label = h('label', { for: id }, sentence(o.name), ' ', h('span', { class: 'help' }, o.help));
  if (o.kind === 'choice')
    return [
      label,
      h(
        'select',
        { id, name: id },
        o.choices.map((c, i) => h('option', { value: c, selected: i === o.def }, c)),
      ),
    ];
  if (o.kind === 'flag') return [label, h('input', { id, name: id, type: 'checkbox', checked: !!o.def })];
  if (o.max - o.min <= 60) {
    const out = h('output', { for: id }, String(o.def));
    return [
      label,
      h('input', {
        id,
        name: id,
        type: 'range',
        min: o.min,
        max: o.max,
        value: o.def,
        oninput: (e) => {
          out.textContent = e.target.value;
        },
      }),
      ' ',
      out,
    ];
  }
  return [label, h('input', { id, name: id, type: 'number', min: o.min, max: o.max, value: o.def })];
}

const seatName = (g, i) => (g.seats && g.seats[i]) || t('player n', { n: i + 1 });

export function seatRow(g, i, kind) {
  const bot = h(
    'select',
    { 'name': `bot-${i}`, 'aria-label': t('bot on', { n: i + 1 }) },
    g.bots.map((b, k) =>
      h('option', { value: b.spec, selected: k === Math.min(2, g.bots.length - 1) }, b.label),
    ),
  );
  const name = h('input', {
    'name': `name-${i}`,
    'aria-label': t('name of', { n: i + 1 }),
    'placeholder': t('player n', { n: i + 1 }),
    'maxlength': 20,
    'size': 12,
  });
  const choice = h(
    'select',
    { 'name': `seat-${i}`, 'aria-label': t('who plays', { seat: seatName(g, i) }) },
    SEATS.map((v) => h('option', { value: v, selected: v === kind }, t(`seat ${v}`))),
  );
  const update = () => {
    bot.hidden = choice.value !== 'bot';
    name.hidden = choice.value !== 'here';
  };
  choice.addEventListener('change', update);
  update();
  return h(
    'li',
    {},
    h('span', { class: 'seat-name' }, sentence(seatName(g, i))),
    choice,
    bot,
    name,
  );
}

export function readSeat(form, i) {
  const kind = form.elements[`seat-${i}`].value;
  if (kind === 'bot') return { kind, spec: form.elements[`bot-${i}`].value };
  if (kind === 'here') return { kind, name: form.elements[`name-${i}`].value || t('player n', { n: i + 1 }) };
  return { kind };
}

export function readOptions(g, form) {
  const out = {};
  for (const o of g.options.filter((x) => x.kind !== 'file')) {
    const input = form.elements[`opt-${o.name}`];
    out[o.name] = o.kind === 'flag' ? (input.checked ? 'yes' : 'no') : input.value;
  }
  return out;
}

export function readClock(value) {
  const [a, b] = value.split(' ');
  if (a === 'none') return {};
  return a === 'move' ? { move: Number(b) } : { base: Number(a), increment: Number(b) };
}

// Plus and minus between the fewest and the most players.
export function stepper(g, changed) {
  let n = g.default_players;
  const out = h('output', { 'aria-live': 'polite', 'aria-label': t('menu players') }, String(n));
  const by = (d) => () => {
    n = Math.max(g.min_players, Math.min(g.max_players, n + d));
    out.textContent = String(n);
    changed(n);
  };
  const button = (sign, words, d) =>
    h(
      'button',
      { 'type': 'button', 'class': 'btn icon', 'aria-label': words, 'onclick': by(d) },
      drawing(icon(sign)),
    );
  return {
    value: () => n,
    node: h(
      'div',
      { class: 'stepper' },
      h('span', {}, t('menu players')),
      button('minus', t('fewer players'), -1),
      out,
      button('plus', t('more players'), 1),
    ),
  };
}

export function more(g, me) {
  return h(
    'details',
    {},
    h('summary', {}, t('options')),
    g.options.filter((o) => o.kind !== 'file').map(option),
    h('label', { for: 'clock' }, t('clock')),
    h(
      'select',
      { id: 'clock', name: 'clock' },
      clocks().map(([v, words]) => h('option', { value: v }, words)),
    ),
    h(
      'label',
      { for: 'rated' },
      `${t('rated')} `,
      h(
        'span',
        { class: 'help' },
        t(me.guest ? 'rated guest' : 'rated help'),
      ),
    ),
    h('input', { id: 'rated', name: 'rated', type: 'checkbox', disabled: me.guest }),
    delayField(),
  );
}
