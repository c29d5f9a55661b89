// SPDX-License-Identifier: MIT
// Draws a match: the scene in its frame, the panel beside it, the sheet that asks, the curtain and the
// result. Everything is one picture that is patched, so focus and running motion stay.

import { boardNodes } from './boardframe.js';
import { contextOf, itemOf } from './context.js';
import { curtainNode, resultNode, sheetNode } from './cover.js';
import { bringStyle, say, toast } from './dom.js';
import { Drag } from './drag.js';
import { Keys } from './keys.js';
import { place } from './layout.js';
import { atHand, modelOf, withRole } from './model.js';
import { remember, shakeIt, tell } from './motion.js';
import { factsText, panelNodes } from './panel.js';
import { promptNode } from './prompt.js';
import { bringIntoSight } from './sight.js';
import { skinOf } from './skins.js';
import { tableNodes } from './table.js';
import { tools } from './tools.js';
import { patch, v } from './vdom.js';

// What is there already is not written again: the browser would look whether anything follows from it.
/** @param {HTMLElement} el @param {string} name @param {string} value */
function mark(el, name, value) {
  if (el.dataset[name] !== value) el.dataset[name] = value;
}

export class View {
  /** @param {any} match @param {any} box */
  constructor(match, box) {
    this.match = match;
    this.root = document.createElement('div');
    this.root.className = 'match';
    this.root.tabIndex = -1;
    box.append(this.root);
    /** @type {any} */
    this.model = null;
    /** @type {any} */
    this.plan = null;
    this.over = false; // whether the result is shown above the table
    this.menu = false;
    this.zoom = false;
    /** @type {any} */
    this.coach = null;
    if (location.hash === '#learn') this.learn();
    /** @type {HTMLElement|null} */
    this.logAt = null; // the move the list was pushed to, in the room it has
    this.lastFrom = -1; // the zone something was taken from by the last move
    this.drag = new Drag(this);
    this.keys = new Keys(this);
    this.onresize = () => this.draw();
    addEventListener('resize', this.onresize);
  }

  leave() {
    removeEventListener('resize', this.onresize);
    this.keys.leave();
    delete document.body.dataset.skin;
    delete document.body.dataset.coach;
    document.body.classList.remove('table', 'playing');
    patch(document.getElementById('tools'));
    this.drag.leave();
  }

  // Lessons are for a few minutes: their script comes when there is one.
  async learn() {
    const [{ Coach }] = await Promise.all([import('./coach.js'), bringStyle('coach')]);
    this.coach = new Coach(this.match);
    this.draw();
  }

  /** Draws what happened with its motion: `change` makes the new picture. */
  story(message, change) {
    const before = remember(this.root, message);
    const told = message.log.filter((e) => e.who !== null).pop();
    const model = this.match.hand.answered ? this.older : this.model; // one's own move is drawn already
    const from = model && told && told.pick ? itemOf(model, told.pick[0]) : null;
    this.lastFrom = from ? from.zone : -1;
    change();
    tell(this.root, before, message, this.match);
  }

  /** What a card says, seen and heard. */
  read(card) {
    if (card) toast(`${card.dataset.name}: ${card.dataset.text}`);
  }

  speak(words) {
    say(words, true);
  }

  shake(ref) {
    shakeIt(this.root.querySelector(`[data-ref="${ref}"]`));
  }

  draw() {
    const { state } = this.match;
    if (!state) return;
    const covered = state.curtain !== undefined && state.curtain !== null;
    const scene = covered ? null : this.match.past.now ? this.match.past.now.scene : state.scene;
    const skin = skinOf(state.match.game);
    mark(document.body, 'skin', skin.tint || '');
    if (!document.body.matches('.table.playing')) document.body.classList.add('table', 'playing');
    if (scene && scene !== this.shown) {
      const table = { game: state.match.game, near: this.match.near(), names: this.match.names(), skin };
      this.older = this.model;
      this.model = modelOf(scene, table, this.model);
      this.shown = scene;
      this.plan = null;
    }
    this.coach?.notice();
    const title = v('h1', { class: 'visually-hidden' }, state.match.title);
    const body = scene ? this.sceneNodes() : this.emptyNodes(covered);
    const pass = scene && this.passes();
    const cover = this.over && state.result ? resultNode(this.match, () => this.uncover()) : null;
    const focus = this.focused();
    patch(this.root, title, this.coach && this.coach.node(), pass || body, cover);
    this.keepFocus(focus);
    if (this.plan?.phone && this.plan.frame === 'market') bringIntoSight(this.root, this.match.hand.open());
    this.followLog();
    patch(
      document.getElementById('tools'),
      this.root.dataset.frame === 'board' ? null : tools(this.match, this),
    );
    this.drag.refresh();
    dispatchEvent(new CustomEvent('facts', { detail: scene ? factsText(this.match, this.model) : '' }));
  }

  uncover() {
    this.over = false;
    this.draw();
  }

  // At one device a table is handed over: a plain screen says to whom before it is their turn. Boards stay.
  passes() {
    const { ask, you, match } = this.match.state;
    const seat = ask ? ask.seat : undefined;
    const first = this.inFront === undefined;
    if (seat === undefined || you.length < 2 || match.hidden || this.plan.frame === 'board') return null;
    if (first || this.match.past.now) this.inFront = first ? seat : this.inFront;
    if (seat === this.inFront) return null;
    const lift = () => {
      this.inFront = seat;
      this.draw();
    };
    this.root.dataset.frame = 'none';
    return curtainNode(this.match, seat, lift);
  }

  focused() {
    const at = document.activeElement;
    /** @type {HTMLElement|null} */
    const item = at && this.root.contains(at) ? at.closest('[data-ref]') : null;
    return item ? { ref: item.dataset.ref, box: item.getBoundingClientRect() } : null;
  }

  // Whoever plays by keyboard never starts from the top again: if the thing has gone, the nearest that may be
  // picked has the focus.
  keepFocus(was) {
    if (!was || document.activeElement !== document.body) return;
    const away = (el) => {
      const b = el.getBoundingClientRect();
      return Math.hypot(b.x - was.box.x, b.y - was.box.y);
    };
    const same = this.root.querySelector(`[data-ref="${was.ref}"]`);
    const near = [...this.root.querySelectorAll('.item.can')].sort((a, b) => away(a) - away(b))[0];
    /** @type {any} */ (same || near || this.root).focus();
  }

  // The move that is shown is seen in the list, without moving anything else.
  followLog() {
    /** @type {HTMLElement|null} */
    const now = this.root.querySelector('.log .now');
    const log = now && now.parentElement;
    if (!now || !log || this.logAt === now) return;
    this.logAt = now;
    const below = now.getBoundingClientRect().bottom - log.getBoundingClientRect().bottom;
    log.scrollTop += below + now.offsetHeight;
  }

  emptyNodes(covered) {
    this.root.dataset.frame = 'none';
    this.plan = null;
    this.root.classList.remove('phone');
    if (covered) return curtainNode(this.match);
    const asked = v('p', { class: 'prompt' }, promptNode(this.match));
    const about = { 'key': 'side', 'class': 'side', 'aria-label': this.match.state.match.title };
    return [
      v('div', { key: 'waiting', class: 'waiting panel' }, asked),
      v('aside', about, panelNodes(this.match, this)),
    ];
  }

  measure() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const bar = document.querySelector('.bar');
    const shown = bar && getComputedStyle(bar).display !== 'none';
    const lesson = this.coach ? this.coach.room(innerWidth / rem) : 0;
    const high = innerHeight - ((shown ? 3 : 0) + lesson) * rem;
    const size = `${innerWidth}x${high}x${rem}`;
    if (!this.plan || this.size !== size) this.plan = place(this.model, innerWidth, high, rem);
    if (parent !== window) this.plan.phone = true; // a frame of the studio is small, however wide
    if (this.size !== size) this.logAt = null;
    this.size = size;
    return { W: innerWidth, H: high, rem };
  }

  sceneNodes() {
    const room = this.measure();
    const c = contextOf(this);
    const { frame, phone } = this.plan;
    mark(this.root, 'frame', frame);
    this.root.classList.toggle('phone', phone);
    this.root.classList.toggle('many', c.many);
    this.root.classList.toggle('sending', this.match.hand.sent !== null);
    const asked = (/** @type {any} */ i) =>
      c.next.has(i.ref) && (c.picked.size > 0 || !atHand(this.model, i.ref));
    const sheets = withRole(this.model, 'sheet').filter((z) => !c.turns && z.items.some(asked));
    const sheet = sheets.length ? sheetNode(sheets, c) : this.searchSheet(c);
    const side = v(
      'aside',
      {
        'key': 'side',
        'class': `side${this.menu ? ' open' : ''}`,
        'aria-label': this.match.state.match.title,
      },
      panelNodes(this.match, this, c),
    );
    if (frame !== 'board') {
      return [v('div', { key: 'scene', class: 'scene' }, tableNodes(this.plan, this.model, c)), sheet, side];
    }
    return [v('div', { key: 'scene', class: 'scene has-board' }, boardNodes(this, c, room)), sheet, side];
  }

  // Many cards of one pile to choose from are a sheet; so is what others have that is only summed up.
  searchSheet(c) {
    const may = (z) => z.items.filter((i) => c.next.has(i.ref) && i.kind !== 'cell');
    const pile = this.model.zones.filter((z) => z.kind === 'pile' && may(z).length > 1);
    const unseen = this.model.zones.filter((z) => this.plan.summary && z.role === 'others' && may(z).length);
    const zones = [...pile, ...unseen].map((z) => ({ ...z, items: may(z), label: this.called(z, c) }));
    return zones.length ? sheetNode(zones, c) : null;
  }

  called(zone, c) {
    const player = zone.owner === undefined ? null : c.players[zone.owner];
    return player ? `${player.name}: ${zone.label}` : zone.label;
  }
}
