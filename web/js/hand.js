// SPDX-License-Identifier: MIT
// The person's hand: picking things until they make a move, turning a piece, putting back, sending.

import { ahead } from './ahead.js';
import { meant } from './aim.js';
import { hasEngine } from './dom.js';
import { Picks, withoutLone } from './picks.js';
import { sound } from './sound.js';
import { MANY } from './states.js';
import { autoTurn, turned } from './turning.js';

export class Hand {
  /** @param {any} match */
  constructor(match) {
    this.match = match;
    this.picks = new Picks([]);
    /** @type {any} */
    this.turn = null; // the orientation of a piece that is held: {zone, item}
    this.wanted = 0; // the orientation used last
    this.hover = 0; // the place the pointer is over
    this.told = ''; // the moves of the question, to know it again
    this.early = false; // whether moves are planned while others decide
    /** @type {Set<number>|null} */
    this.sent = null; // what could be picked on a large board before the move that is on its way
    this.pending = 0; // the place a move on its way goes to, where nobody knows what will lie there
    /** @type {any} */
    this.answered = null; // the question it answers: what is told of it stays until there is another
  }

  /** Where the page has an engine, moves are played ahead of the server; it comes when the table is there. */
  async playAhead() {
    if (!hasEngine() || parent !== window) return;
    const { Shadow } = await import('./engine/shadow.js');
    if (!this.match.past.left) this.match.shadow = new Shadow(this.match);
  }

  /** A new question, or none; what was picked for the same one stays. */
  ask(ask) {
    const told = ask ? JSON.stringify(ask.moves) : '';
    this.early = false;
    if (told && told === this.told) return;
    this.told = told;
    this.picks = new Picks(ask ? withoutLone(ask.moves, (ref) => this.isInSheet(ref)) : []);
    this.turn = null;
    this.hover = 0;
    this.sent = null;
    this.pending = 0;
    this.answered = null;
  }

  /** @param {number} ref */
  isInSheet(ref) {
    const { zones = [], items = [] } = this.match.state.scene || {};
    const item = items.find((/** @type {any} */ i) => i.ref === ref);
    return Boolean(item && zones[item.zone].flags?.includes('popup'));
  }

  /** Nothing may be picked in the past, or when nothing is asked. */
  get live() {
    const { state, past } = this.match;
    return Boolean(state && (state.ask || this.early) && !past.now);
  }

  /**
   * What may be picked now. A turn that was chosen for the person closes no other way.
   * @returns {Set<number>}
   */
  open() {
    const next = this.picks.next();
    if (!this.turn) return next;
    const turns = new Set(this.turn.zone.items.map((i) => i.ref));
    return new Set([...next, ...[...this.picks.instead()].filter((ref) => !turns.has(ref))]);
  }

  /** Whether hitting this place picks something: itself, its line, or another instead. @param {number} ref */
  means(ref) {
    const open = this.open();
    return open.has(meant(this.match.view.model, open, ref)) || this.picks.changes(ref);
  }

  async pick(asked) {
    if (!this.live) return;
    if (this.early) this.match.shadow.cancel();
    const { model } = this.match.view;
    const ref = meant(model, this.open(), asked);
    if (this.turn && !this.picks.next().has(ref) && this.open().has(ref)) {
      this.picks.back(); // not laid, but changed for another
      this.turn = null;
    }
    const what = this.picks.pick(ref);
    this.hover = 0;
    if (what.move) {
      this.send(what.move.text);
      return;
    }
    if (what.wrong && !this.early) {
      await this.explain(what.wrong);
      return;
    }
    if (what.undone) this.turn = null;
    if (what.narrowed) {
      sound('flip');
      this.turn =
        autoTurn(model, this.picks, this.wanted) || (this.picks.picked.length > 1 ? this.turn : null);
    }
    this.match.draw();
  }

  // A wrong place says why, and what was picked goes back where several things lie in the hand.
  async explain(refs) {
    const { state, socket } = this.match;
    const [whole, left] = [state.ask.moves[0], this.picks.moves[0]];
    const before = whole ? whole.pick.slice(0, whole.pick.length - left.pick.length) : [];
    const answer = await socket.send({ t: 'why', seat: state.ask.seat, pick: [...before, ...refs] });
    this.match.refused(answer.why);
    this.match.view.shake(refs[refs.length - 1]);
    if (this.match.view.plan && this.match.view.plan.frame !== 'board' && refs.length > 1) this.putBack();
    this.match.draw();
  }

  /** Turns the piece that is held. @param {'rotate'|'flip'} how */
  turnPiece(how) {
    if (!this.turn) return;
    const { zone, item } = this.turn;
    this.picks.back();
    const next = turned(zone, item, this.picks.next(), how) || item;
    this.picks.pick(next.ref);
    this.turn = { zone, item: next };
    this.wanted = next.ref;
    this.hover = 0;
    sound('flip');
    this.match.draw();
    this.match.view.drag.aimAgain();
  }

  /** One pick back; a piece and its orientation go together. */
  putBack() {
    if (!this.picks.back()) return false;
    if (this.turn) this.picks.back();
    this.turn = null;
    this.hover = 0;
    this.match.draw();
    return true;
  }

  /** The move that letting go now would make, or null. @returns {import('./picks.js').Move|null} */
  aimed() {
    return (this.hover && this.picks.finishing(this.hover)) || null;
  }

  /** What the move under the pointer would touch. @returns {Set<number>} */
  ghosts() {
    const move = this.aimed();
    return new Set(move ? [...(move.mark || []), this.hover] : []);
  }

  /** The pointer is over something else. Before the first pick that matters where a move changes more. */
  point(ref) {
    const to = ref ? meant(this.match.view.model, this.picks.next(), ref) : 0;
    const told = this.picks.picked.length || this.picks.finishing(to)?.lands;
    const hover = told && this.picks.next().has(to) ? to : 0;
    if (hover === this.hover) return;
    this.hover = hover;
    this.match.draw();
  }

  // The move is shown as made at once; if it is refused, it is taken back.
  async send(text) {
    if (this.match.shadow?.takes(text)) return;
    const { state, socket } = this.match;
    const { ask, scene } = state;
    if (!ask) return;
    const first = this.picks.firsts;
    const move = ask.moves.find((/** @type {any} */ m) => m.text === text);
    const shown = move && scene ? ahead(scene, move) : null;
    state.scene = shown || scene;
    state.ask = null;
    this.ask(null);
    // Hundreds of places would lose what the answer gives back to them in a moment.
    this.sent = first.size > MANY ? first : null;
    this.pending = (!shown && move?.pick.at(-1)) || 0;
    this.answered = ask;
    this.match.draw();
    const answer = await socket.send({ t: 'move', seat: ask.seat, ply: ask.ply, text });
    if (answer.t !== 'refuse') return;
    if (state.scene === shown) state.scene = scene;
    this.match.refused(answer.why);
    if (!state.ask) state.ask = ask;
    this.ask(state.ask);
    this.match.draw();
  }
}
