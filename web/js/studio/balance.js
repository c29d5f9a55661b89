// SPDX-License-Identifier: MIT
// A hundred games by bots, and what they say of the rules: who wins, how long it takes, how much there is
// to choose.

import { h, show } from '../dom.js';
import { t } from '../words.js';
import { Killable, TooLong } from './killable.js';

/**
 * @typedef {{moves: number, choices: number, over: boolean, winner: number|null, seats: string[],
 *   players: number, offered?: bigint[], taken?: bigint[]}} Played offered, taken: moves seen first here
 */

const GAMES = 100;
const LIMIT = 20000; // ms for one game
const BOTS = ['random', 'greedy', 'mcts:nodes=100', 'mcts:nodes=1000'];
const MOST_WORKERS = 4;

/** The range in which a share may well lie (95 %, after Wilson). @param {number} won @param {number} all */
export function shareRange(won, all) {
  const z = 1.96;
  const p = won / all;
  const middle = p + (z * z) / (2 * all);
  const wide = z * Math.sqrt((p * (1 - p)) / all + (z * z) / (4 * all * all));
  const under = 1 + (z * z) / all;
  return [(middle - wide) / under, (middle + wide) / under];
}

/** What games come to. @param {Played[]} games */
export function report(games) {
  const over = games.filter((g) => g.over);
  const seats = games[0].seats.map((name, seat) => ({
    name,
    won: over.filter((g) => g.winner === seat).length,
  }));
  const decided = seats.reduce((sum, { won }) => sum + won, 0);
  const lengths = games.map((g) => g.moves).sort((a, b) => a - b);
  const moves = lengths.reduce((sum, n) => sum + n, 0);
  const choices = games.reduce((sum, g) => sum + g.choices, 0);
  const all = (/** @type {'offered'|'taken'} */ key) => new Set(games.flatMap((g) => g[key] || []));
  const [offered, taken] = [all('offered'), all('taken')];
  return {
    games: games.length,
    offered: offered.size,
    dead: [...offered].filter((move) => !taken.has(move)).length,
    seats,
    draws: over.length - decided,
    endless: games.length - over.length,
    decided,
    mean: moves / games.length,
    shortest: lengths[0],
    longest: lengths[lengths.length - 1],
    choices: moves ? choices / moves : 0,
  };
}

/** What the report says of being first, in a word of the page. @param {ReturnType<typeof report>} told */
export function verdict({ seats, decided, games, draws }) {
  if (seats.length < 2) return '';
  if (!decided) return draws === games ? 'always drawn' : '';
  const [low, high] = shareRange(seats[0].won, decided);
  const even = 1 / seats.length;
  return low > even ? 'first better' : high < even ? 'first worse' : 'fair';
}

const percent = (/** @type {number} */ part, /** @type {number} */ all) => Math.round((100 * part) / all);
const one = (/** @type {number} */ n) => n.toLocaleString(undefined, { maximumFractionDigits: 1 });

/** @param {ReturnType<typeof report>} told */
function reportNode(told) {
  const parts = [
    ...told.seats.map(({ name, won }, seat) => ({ name, n: won, kind: `seat-${seat}` })),
    { name: t('drawn'), n: told.draws, kind: 'drawn' },
    { name: t('endless'), n: told.endless, kind: 'endless' },
  ].filter(({ n }) => n > 0);
  const words = (/** @type {any} */ p) => `${p.name} ${percent(p.n, told.games)} %`;
  const said = verdict(told);
  return [
    h(
      'div',
      { 'class': 'shares', 'role': 'img', 'aria-label': parts.map(words).join(', ') },
      parts.map((p) =>
        h('span', { class: p.kind, style: `flex-grow:${p.n}`, title: words(p) }, h('b', {}, words(p))),
      ),
    ),
    h(
      'p',
      { class: 'small' },
      `${t('about games', { n: told.games })} ${said ? t(said) : ''}`.trim(),
      h('br', {}),
      t('lengths', {
        mean: one(told.mean),
        least: told.shortest,
        most: told.longest,
        choices: one(told.choices),
      }),
      told.dead ? [h('br', {}), t('dead moves', { n: told.dead, all: told.offered })] : null,
    ),
  ];
}

export class Balance {
  /** @param {() => string} text of the last version that works */
  constructor(text) {
    this.text = text;
    /** @type {Killable[]} */
    this.workers = [];
    this.run = 0; // the number of the run that counts
    this.result = h('div', { class: 'result', role: 'status' });
    this.bot = /** @type {HTMLSelectElement} */ (
      h(
        'select',
        { 'aria-label': t('which bot') },
        BOTS.map((spec) => h('option', { value: spec }, t(spec))),
      )
    );
    this.bot.value = 'mcts:nodes=100';
    this.button = h('button', { class: 'btn', onclick: () => this.toggle() }, t('let bots play'));
    this.node = h(
      'section',
      { class: 'panel balance' },
      h(
        'div',
        { class: 'row' },
        h('h2', {}, t('balance')),
        h('span', { class: 'grow' }),
        this.bot,
        this.button,
      ),
      this.result,
    );
  }

  get running() {
    return this.workers.length > 0;
  }

  toggle() {
    if (this.running) this.stop();
    else this.start();
  }

  stop() {
    for (const worker of this.workers) worker.end();
    this.workers = [];
    this.run++;
    this.button.textContent = t('let bots play');
  }

  /** The text is another one: what was counted is about the old one. */
  forget() {
    if (this.running) this.stop();
    show(this.result);
  }

  async start() {
    const run = ++this.run;
    const [text, spec] = [this.text(), this.bot.value];
    /** @type {Played[]} */
    const games = [];
    let next = 0;
    const tell = () => games.length && show(this.result, reportNode(report(games)));
    this.button.textContent = t('stop');
    show(this.result, h('p', { class: 'small' }, t('they begin')));
    const many = Math.min(MOST_WORKERS, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
    this.workers = Array.from({ length: many }, () => new Killable('balance-worker.js'));
    const rounds = this.workers.map(async (worker) => {
      while (next < GAMES && run === this.run) {
        const seed = ++next;
        games.push(await worker.ask({ text, spec, seed }, LIMIT));
        if (run === this.run) tell();
      }
    });
    try {
      await Promise.all(rounds);
    } catch (problem) {
      if (run !== this.run) return; // it was stopped
      const words = problem instanceof TooLong ? t('game too long', { n: LIMIT / 1000 }) : problem.message;
      show(this.result, h('p', { class: 'error' }, words));
    }
    if (run === this.run) this.stop();
  }
}
