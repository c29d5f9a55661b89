// SPDX-License-Identifier: MIT
// The shelf: a card for each game, search and tags, and play in one click.

import { makeMatch } from './api.js';
import { icon } from './art/signs.js';
import { h, show, toast } from './dom.js';
import { go } from './go.js';
import { pictureWhenSeen } from './pictures.js';
import { drawing } from './svgtext.js';
import { t } from './words.js';

// Where people look first; other games follow as they come.
const FRONT = [
  'chess',
  'azul',
  'unicorns',
  'projectl',
  'go',
  'hex',
  'reversi',
  'morris',
  'kalah',
  'connect4',
  'draughts',
  'mastermind',
];
/** Where a game stands on the shelf. */
export const place = (g) => (FRONT.includes(g.name) ? FRONT.indexOf(g.name) : FRONT.length);

const tagsOf = (g) => (g.tags || '').split(' ');
/** @type {[string, (g: any) => boolean][]} */
const FILTERS = [
  ['all', () => true],
  ['abstract', (g) => tagsOf(g).includes('abstract')],
  ['tiles', (g) => tagsOf(g).includes('tiles')],
  ['cards tag', (g) => tagsOf(g).includes('cards')],
  ['solo', (g) => g.min_players === 1],
  ['three or more', (g) => g.max_players > 2],
  ['ten minutes', (g) => g.minutes > 0 && g.minutes <= 10],
];

/**
 * A match with the first seat mine and bots on all others: one click. The shelf gives way at once: to draw
 * the rest of it would hold up the table.
 * @param {any} g
 */
export async function playNow(g) {
  const front = /** @type {HTMLElement} */ (document.querySelector('.front'));
  const wait = h('p', { class: 'loading' }, t('setting up'));
  const had = document.activeElement;
  front.hidden = true;
  front.after(wait);
  try {
    import('./match.js').catch(() => {}); // it is there when the match is made
    const { spec } = g.bots[Math.min(2, g.bots.length - 1)];
    const seats = Array.from({ length: g.default_players }, (_, i) =>
      i ? { kind: 'bot', spec } : { kind: 'me' },
    );
    localStorage.setItem('last game', g.name);
    const made = await makeMatch({ game: g.name, players: g.default_players, seats, full: true });
    go(made.url, made.full);
  } catch (e) {
    wait.remove();
    front.hidden = false;
    /** @type {any} */ (had)?.focus();
    toast(e.message);
  }
}

const count = (g) =>
  g.min_players === g.max_players ? String(g.min_players) : `${g.min_players}–${g.max_players}`;

function gameCard(g) {
  return h(
    'li',
    { class: 'panel game' },
    h(
      'a',
      { href: `/g/${g.name}`, title: g.about },
      pictureWhenSeen(g),
      h(
        'span',
        { class: 't' },
        h('b', {}, g.title),
        h(
          'span',
          { class: 'facts' },
          h('span', {}, drawing(icon('users')), count(g)),
          g.minutes ? h('span', {}, drawing(icon('clock')), t('minutes', { n: g.minutes })) : null,
        ),
      ),
    ),
    h(
      'button',
      {
        'class': 'btn primary go',
        'aria-label': `${t('play')}: ${g.title}`,
        'onclick': () => playNow(g),
      },
      drawing(icon('bolt')),
      t('play'),
    ),
  );
}

const FIRST = 20; // cards that are drawn at once; the others when one of these could have been clicked
const REST_AFTER = 250; // ms

// Search and tags; a letter typed narrows the shelf.
export function filterBar(shelf, list) {
  let [tag, words] = ['all', ''];
  const cards = new Map();
  const cardOf = (g) => {
    if (!cards.has(g)) cards.set(g, gameCard(g));
    return cards.get(g);
  };
  show(shelf, list.slice(0, FIRST).map(cardOf));
  const goOn = () => {
    if (shelf.closest('[hidden]')) rest = setTimeout(goOn, REST_AFTER);
    else if (shelf.isConnected) shelf.append(...list.slice(FIRST).map(cardOf));
  };
  let rest = setTimeout(goOn, REST_AFTER);
  const draw = () => {
    clearTimeout(rest);
    const [, test] = FILTERS.find(([name]) => name === tag) || FILTERS[0];
    const left = list.filter(
      (g) => test(g) && `${g.title} ${g.about} ${g.name} ${g.tags}`.toLowerCase().includes(words),
    );
    show(
      shelf,
      left.length
        ? left.map(cardOf)
        : h('li', { class: 'small nothing-found' }, t('nothing found')),
    );
    for (const b of tags.children) b.setAttribute('aria-pressed', String(b.dataset.tag === tag));
  };
  const tags = h(
    'div',
    { class: 'tags' },
    FILTERS.map(([name]) =>
      h(
        'button',
        {
          'class': 'tag',
          'data-tag': name,
          'aria-pressed': String(name === tag),
          'onclick': () => {
            tag = name;
            draw();
          },
        },
        t(name),
      ),
    ),
  );
  const find = h('input', {
    'type': 'search',
    'placeholder': t('find'),
    'aria-label': t('find'),
    'oninput': (e) => {
      words = e.target.value.trim().toLowerCase();
      draw();
    },
  });
  return h(
    'div',
    { class: 'filter' },
    h('label', { class: 'find' }, drawing(icon('search')), find, h('kbd', { 'aria-hidden': 'true' }, '/')),
    tags,
  );
}

/** The key / goes to the search. */
export function slashFinds(e) {
  if (e.key !== '/' || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
  e.preventDefault();
  /** @type {HTMLElement|null} */ (document.querySelector('.find input'))?.focus();
}
