// SPDX-License-Identifier: MIT
// The keyboard: arrows go to the nearest thing in that direction, across all zones; Enter picks; Esc puts
// back and then asks whether to leave; letters are tools.

import { go } from './go.js';
import { withRole } from './model.js';
import { scoresOf } from './panel.js';
import { nameOf } from './states.js';
import { t } from './words.js';

/** @type {Object<string, number[]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Element} el */
function centre(el) {
  const b = el.getBoundingClientRect();
  return [b.x + b.width / 2, b.y + b.height / 2];
}

/** @param {Element} el */
const named = (el) => el.getAttribute('aria-label') || el.textContent;

/**
 * The nearest of `all` from `from` in a direction, or null.
 * @param {Element} from @param {Iterable<HTMLElement>} all @param {number[]} way
 */
export function nearest(from, all, [dx, dy]) {
  const [fx, fy] = centre(from);
  let best = null;
  let least = Infinity;
  for (const el of all) {
    if (el === from) continue;
    const [x, y] = centre(el);
    const along = (x - fx) * dx + (y - fy) * dy;
    const across = Math.abs((x - fx) * dy) + Math.abs((y - fy) * dx);
    if (along > 2 && along + 3 * across < least) {
      least = along + 3 * across;
      best = el;
    }
  }
  return best;
}

export class Keys {
  /** @param {any} view */
  constructor(view) {
    this.view = view;
    this.listen = (/** @type {any} */ e) => this.key(e);
    document.addEventListener('keydown', this.listen);
  }

  leave() {
    document.removeEventListener('keydown', this.listen);
  }

  /** @param {any} e */
  key(e) {
    const { match } = this.view;
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || !match.state) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || document.querySelector('dialog[open]')) return;
    const item = e.target.closest('.item[data-ref]');
    const act = item ? this.onItem(e, item) : this.anywhere(e);
    if (!act) return;
    e.preventDefault();
    act();
  }

  /** @param {any} e @param {HTMLElement} item */
  onItem(e, item) {
    if (WAYS[e.key]) return () => this.travel(item, WAYS[e.key]);
    if ((e.key === 'Enter' || e.key === ' ') && item.tagName !== 'BUTTON')
      return () => this.view.match.hand.pick(Number(item.dataset.ref));
    return this.anywhere(e);
  }

  /** @param {any} e @returns {(() => void)|undefined} */
  anywhere(e) {
    const { match } = this.view;
    const { past, hand } = match;
    /** @type {Object<string, () => void>} */
    const acts = {
      ArrowLeft: () => past.step(-1),
      ArrowRight: () => past.step(1),
      Home: () => past.look(0),
      End: () => past.look(null),
      Escape: () => this.escape(),
      m: () => this.type(),
      u: () => this.undo(),
      r: () => hand.turnPiece('rotate'),
      f: () => (hand.turn ? hand.turnPiece('flip') : match.turnBoard()),
      z: () => {
        this.view.zoom = !this.view.zoom;
        this.view.draw();
      },
      h: () => this.tell(this.held()),
      s: () => this.tell(scoresOf(match, this.view.model)),
      w: () => this.tell([...this.view.root.querySelectorAll('.item.can')].map(named)),
    };
    return acts[e.key];
  }

  /** @param {HTMLElement} from @param {number[]} way */
  travel(from, way) {
    const to = nearest(from, this.view.root.querySelectorAll('.item[data-ref]'), way);
    if (!to) return;
    to.setAttribute('tabindex', '0');
    to.focus();
  }

  /** @returns {string[]} */
  held() {
    return withRole(this.view.model, 'hand').flatMap((zone) => zone.items.map(nameOf));
  }

  // Commands for those who listen: my hand, the scores, what I can do. Behind a curtain nothing is told.
  /** @param {string[]} words */
  tell(words) {
    if (!this.view.root.querySelector('.scene')) return;
    this.view.speak(words.slice(0, 40).join('. ') || t('not here'));
  }

  undo() {
    const { state } = this.view.match;
    if (state.ask && state.ask.undo)
      this.view.match.order({ t: 'undo', seat: state.ask.seat, ply: state.ask.ply });
  }

  type() {
    this.view.menu = true;
    this.view.draw();
    this.view.root.querySelector('.typed')?.focus();
  }

  escape() {
    const { match } = this.view;
    if (match.hand.putBack()) return;
    if (this.view.menu || this.view.over) {
      this.view.menu = this.view.over = false;
      this.view.draw();
    } else if (match.past.now) match.past.look(null);
    else if (confirm(t('sure exit'))) go('/');
  }
}
