// SPDX-License-Identifier: MIT
// The lesson beside a match: one step at a time, above the table. A step that asks for something ends when
// it is done; the others end by a button. Nothing is covered, and the match is a real one.

import { game, get, missing, post } from './api.js';
import { icon } from './art/signs.js';
import { say, show, toast } from './dom.js';
import { translated } from './leaflet.js';
import { LESSON_OPTIONS, lessonOf } from './lessons.js';
import { go } from './go.js';
import { art } from './svgtext.js';
import { v } from './vdom.js';
import { t } from './words.js';

export class Coach {
  /** @param {any} match */
  constructor(match) {
    this.match = match;
    /** @type {import('./lessons.js').Step[]} */
    this.steps = [];
    this.at = 0;
    this.since = 0; // own moves when the step began
    this.asked = false;
  }

  /** Reads the leaflet once the match is known. */
  async begin() {
    if (this.asked) return;
    this.asked = true;
    const { match, ask } = this.match.state;
    const twoPicks = !ask || ask.moves.some((/** @type {any} */ m) => m.pick.length > 1);
    try {
      const [{ text }, own] = await Promise.all([
        get(`/api/games/${match.game}/rules`),
        translated(match.game),
      ]);
      this.steps = lessonOf(match.game, text, twoPicks, own && own.flat());
      this.speak();
      this.match.draw();
    } catch (e) {
      toast(e.message);
    }
  }

  moves() {
    const { log, state } = this.match;
    return log.filter((/** @type {any} */ e) => state.you.includes(e.who)).length;
  }

  /** Goes on if what the step asks for has been done. */
  notice() {
    this.begin();
    const step = this.steps[this.at];
    if (!step || step.deed === 'look') return;
    const moved = this.moves() > this.since;
    if (moved || (step.deed === 'pick' && this.match.hand.picks.picked.length)) this.on(false);
  }

  on(draw = true) {
    this.at++;
    this.since = this.moves();
    this.speak();
    if (draw) this.match.draw();
  }

  speak() {
    const step = this.steps[this.at];
    if (step) say([step.words, step.task].filter(Boolean).join(' '));
  }

  end() {
    this.match.view.coach = null;
    delete document.body.dataset.coach;
    history.replaceState(null, '', location.pathname);
    this.match.draw();
  }

  /** How high words stand in a narrow column, in rem: the same for all steps. @param {number} wide */
  high(wide) {
    const inLine = 2 * wide - 15;
    const lines = (/** @type {string} */ text) => Math.ceil(text.length / inLine);
    const said = (/** @type {string} */ words) => words && `${words} step 9 of 9`;
    const most = this.steps.map(({ words, task }) => lines(said(words)) + lines(task));
    return Math.max(6, 1.0625 * Math.max(0, ...most) + 0.75);
  }

  /** What the lesson takes above the table; all is in rem. @param {number} wide the window */
  room(wide) {
    const high = wide > 50 ? 5.5 : this.high(wide); // match.css has the same width
    document.body.style.setProperty('--lesson', `${high}rem`);
    return high + 0.5;
  }

  node() {
    const step = this.steps[this.at];
    document.body.dataset.coach = step ? step.where || 'all' : 'all';
    if (!this.steps.length) return v('section', { key: 'coach', class: 'coach' });
    const words = step ? step.words : '';
    const task = step ? step.task : t('lesson done');
    return v(
      'section',
      { 'key': 'coach', 'class': 'coach', 'aria-label': t('learn') },
      v('span', { class: 'pill' }, step ? t('lesson', { n: this.at + 1, of: this.steps.length }) : '✓'),
      v(
        'div',
        { class: 'coach-words', tabindex: 0 },
        words ? v('p', {}, words) : null,
        task ? v('p', { class: 'task' }, task) : null,
      ),
      v(
        'div',
        { class: 'keys' },
        step && step.deed === 'look'
          ? v('button', { key: 'on', class: 'btn primary', onclick: () => this.on() }, t('next'))
          : null,
        v(
          'button',
          { key: 'end', class: 'btn quiet', title: t('end lesson'), onclick: () => this.end() },
          art(icon('close')),
          v('span', {}, t('end lesson')),
        ),
      ),
    );
  }
}

/**
 * Sets a table for a lesson: two players if the game allows it, and the gentlest bots.
 * @param {any} root @param {string} name
 */
export async function learnScreen(root, name) {
  const g = await game(name);
  if (!g) throw missing(t('no such game', { name }));
  show(root);
  const players = Math.max(g.min_players, Math.min(2, g.max_players));
  const seats = Array.from({ length: players }, (_, i) =>
    i ? { kind: 'bot', spec: g.bots[0].spec } : { kind: 'me' },
  );
  const made = await post('/api/matches', { game: name, players, seats, options: LESSON_OPTIONS[name] });
  history.replaceState(null, '', `/g/${name}`);
  go(`${made.url}#learn`);
}
