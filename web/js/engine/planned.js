// SPDX-License-Identifier: MIT
// Moves that are planned while others decide: one that is played as soon as it can be, and conditional ones
// where the server keeps none (games with secrets or luck). Both are kept by this page alone and sent when it
// is their turn; what cannot be played then is forgotten and said.

import { h, say, toast } from '../dom.js';
import { notePlan } from '../plan.js';
import { t } from '../words.js';

const SEEN = 400; // moves of earlier questions that are remembered

/** @param {string} text */
const plain = (text) => text.trim().toLowerCase();

export class Planned {
  /** @param {import('./shadow.js').Shadow} shadow */
  constructor(shadow) {
    this.shadow = shadow;
    this.match = shadow.match;
    /** @type {string|null} */
    this.text = null; // the move to be played next
    /** @type {{moves: string[], at: number}[]} */
    this.lines = [];
    /** @type {Map<string, any>} */
    this.seen = new Map(); // moves that were asked for in this match
    this.looks = 0;
    /** @type {HTMLElement|null} */
    this.sign = null;
  }

  // --- When it is our turn, and when it is not -------------------------------------

  /** The server has said who decides. */
  look() {
    const { ask, you, result, match } = this.match.state;
    const n = ++this.looks;
    this.match.view.root.classList.remove('early');
    if (this.shadow.pending.length) return;
    if (ask) this.answer(ask);
    else if (you.length === 1 && !result && match.state === 'live') this.offer(you[0], n);
  }

  /** @param {any} ask */
  answer(ask) {
    for (const move of ask.moves) {
      this.seen.delete(move.text);
      this.seen.set(move.text, move);
    }
    for (const text of [...this.seen.keys()].slice(0, -SEEN)) this.seen.delete(text);
    const line = this.lines.find(({ moves, at }) => at < moves.length);
    const wanted = this.text ?? (line && line.moves[line.at]);
    if (wanted === null || wanted === undefined) return;
    const move = ask.moves.find((/** @type {any} */ m) => plain(m.text) === plain(wanted));
    this.cancel();
    if (move) {
      this.match.hand.send(move.text);
    } else {
      this.lines = [];
      toast(t('planned not', { move: wanted }));
    }
  }

  /** What could be played after the others may be picked. @param {number} seat @param {number} n */
  async offer(seat, n) {
    const moves = this.match.state.match.hidden ? this.known() : await this.foreseen(seat);
    const { state, hand, past, view } = this.match;
    if (n !== this.looks || past.left || state.ask || this.shadow.pending.length || !moves?.length) return;
    hand.ask({ moves });
    hand.early = true;
    view.root.classList.add('early');
    this.match.draw();
  }

  /** @param {number} seat */
  foreseen(seat) {
    return this.shadow.follows ? this.shadow.ask({ what: 'replies', seat }) : this.known();
  }

  // Where the engine may not know the position: what was asked before and still lies there.
  known() {
    const refs = new Set((this.match.state.scene?.items || []).map((/** @type {any} */ i) => i.ref));
    const lies = (/** @type {number} */ ref) => refs.has(ref);
    return [...this.seen.values()].filter((m) => m.pick.length && m.pick.every(lies));
  }

  // --- One move ------------------------------------------------------------------

  /** @param {string} text */
  keepMove(text) {
    this.text = text;
    const words = t('planned', { move: text });
    say(words);
    this.sign?.remove();
    this.sign = h(
      'button',
      { class: 'btn planned', type: 'button', onclick: () => this.cancel() },
      words,
      h('span', { 'aria-hidden': 'true' }, ' ×'),
      h('span', { class: 'visually-hidden' }, ` ${t('planned off')}`),
    );
    this.match.view.root.parentElement.append(this.sign);
    this.match.draw();
    return true;
  }

  cancel() {
    if (this.text === null) return;
    this.text = null;
    this.sign?.remove();
    this.match.hand.picks.picked = [];
    this.match.hand.picks.forget();
    this.match.draw();
  }

  clear() {
    this.text = null;
    this.lines = [];
    this.sign?.remove();
  }

  // --- Lines of moves ------------------------------------------------------------

  /** @param {string[][]} lines */
  keepLines(lines) {
    const { state, past } = this.match;
    this.lines = lines.map((moves) => ({ moves, at: 0 }));
    notePlan(this.match, { seat: state.you[0], ply: past.lastPly() + 1, lines });
    toast(t(lines.length ? 'plan kept' : 'plan gone'));
    return true;
  }

  /**
   * Lines that what was played does not follow are forgotten.
   * @param {{who: number|null, text: string}[]} log
   */
  happened(log) {
    const before = this.lines.length;
    /** @param {{moves: string[], at: number}} line @param {string} text */
    const isOn = ({ moves, at }, text) => at < moves.length && plain(moves[at]) === plain(text);
    for (const { text } of log.filter((e) => e.who !== null)) {
      this.lines = this.lines.filter((line) => isOn(line, text));
      for (const line of this.lines) line.at++;
    }
    if (before && !this.lines.some((line) => line.at < line.moves.length)) {
      this.lines = [];
      notePlan(this.match, { seat: this.match.state.you[0], ply: 0, lines: [] });
    }
  }
}
