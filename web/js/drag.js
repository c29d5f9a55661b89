// SPDX-License-Identifier: MIT
// Mouse and finger: a tap picks, a drag picks and lets go on a place, and what has been picked up follows
// the pointer. What is under it is shown as a ghost before it is let go.

import { refAt, snapped } from './aim.js';

const START = 8; // pixels before a press becomes a drag

export class Drag {
  /** @param {any} view */
  constructor(view) {
    this.view = view;
    /** @type {any} */
    this.from = null; // {ref, x, y, touch}
    this.dragging = false;
    this.copy = null; // what hangs under the pointer
    this.spot = [0, 0];
    const { root } = view;
    root.addEventListener('pointerdown', (e) => this.down(e));
    root.addEventListener('pointermove', (e) => this.move(e));
    root.addEventListener('pointerup', (e) => this.up(e));
    root.addEventListener('pointercancel', () => this.end());
    root.addEventListener('click', (e) => this.click(e));
    root.addEventListener('contextmenu', (e) => this.ask(e));
    root.addEventListener('pointerleave', () => this.hand.point(0));
    root.addEventListener('focusin', (e) => this.focused(e));
  }

  get hand() {
    return this.view.match.hand;
  }

  // A turned piece goes where it fits next to the pointer; everything else is meant where it is hit.
  at(e) {
    const fits = this.hand.turn ? snapped(this.view.root, this.hand.picks, e.clientX, e.clientY) : 0;
    if (fits) return fits;
    const sure = (/** @type {number} */ ref) => this.hand.means(ref);
    return refAt(this.view.root, e.clientX, e.clientY, sure, e.pointerType === 'touch' ? 22 : 0);
  }

  down(e) {
    this.dragged = false;
    const own = e.target.closest('[data-ref]');
    const ref = e.button || !(own || e.target.closest('.board')) ? 0 : this.at(e);
    this.from = ref ? { ref, x: e.clientX, y: e.clientY } : null;
    this.spot = [e.clientX, e.clientY];
  }

  move(e) {
    this.spot = [e.clientX, e.clientY];
    this.follow();
    if (!this.from) {
      if (e.pointerType === 'mouse') this.hand.point(this.hand.turn ? this.at(e) : this.refUnder(e));
      return;
    }
    if (!this.dragging && Math.hypot(e.clientX - this.from.x, e.clientY - this.from.y) < START) return;
    if (!this.dragging) this.begin(e);
    this.hand.point(this.at(e));
  }

  // Whoever plays by keyboard sees the ghost where the focus is.
  focused(e) {
    if (e.target.matches?.(':focus-visible') && !this.dragging) this.hand.point(this.refUnder(e));
  }

  refUnder(e) {
    const item = e.target.closest && e.target.closest('[data-ref]');
    return item ? Number(item.dataset.ref) : 0;
  }

  begin(e) {
    this.dragging = true;
    this.dragged = true;
    this.view.root.classList.add('dragging');
    this.view.root.setPointerCapture?.(e.pointerId);
    if (!this.hand.picks.picked.includes(this.from.ref)) this.hand.pick(this.from.ref);
    this.refresh();
  }

  up(e) {
    const { from } = this;
    const ref = from && this.dragging ? this.at(e) : 0;
    this.end();
    if (ref && ref !== from.ref) this.hand.pick(ref);
  }

  end() {
    this.from = null;
    this.dragging = false;
    this.view.root.classList.remove('dragging');
    this.refresh();
  }

  click(e) {
    if (this.dragged && e.detail) {
      // the click that ends a drag is no tap
      this.dragged = false;
      e.stopPropagation();
      return;
    }
    if (e.target.closest('a, button:not([data-ref]), input')) return;
    const own = e.target.closest('[data-ref]');
    const touch = (e.pointerType === 'touch' || (this.hand.turn && e.target.closest('.puzzle'))) && e.clientX;
    const ref =
      own && !touch ? Number(own.dataset.ref) : own || (touch && e.target.closest('.board')) ? this.at(e) : 0;
    if (ref && this.hand.live) this.hand.pick(ref);
    else if (!ref || !this.hand.live) this.view.read(e.target.closest('[data-text]'));
  }

  // The other button, or a long press, reads a card.
  ask(e) {
    const card = e.target.closest('[data-text]');
    if (!card) return;
    e.preventDefault();
    this.view.read(card);
  }

  /** What is picked hangs under the pointer: while dragging, and on tables also without. */
  refresh() {
    const { hand, view } = this;
    const free = view.plan && view.plan.frame !== 'board';
    const wanted =
      hand.live &&
      hand.picks.picked.length &&
      (this.dragging || (free && matchMedia('(hover: hover)').matches))
        ? [...hand.picks.picked, hand.turn?.item.ref, view.plan?.areas.mine?.cell].join()
        : '';
    if (wanted === this.carried) return;
    /** @type {string} */
    this.carried = wanted;
    this.copy?.remove();
    this.copy = null;
    if (wanted && this.dragging) this.carry();
    else if (wanted) requestAnimationFrame(() => setTimeout(() => this.carryNow(wanted)));
  }

  /** After a click the copy waits until the pick itself is on the screen. @param {string} wanted */
  carryNow(wanted) {
    if (wanted === this.carried && !this.copy) this.carry();
  }

  carry() {
    const ref = this.hand.picks.picked[0];
    const source = this.view.root.querySelector(`[data-ref="${ref}"]`);
    const held = this.view.root.querySelectorAll('.held');
    const box = document.createElement('div');
    box.className = 'carried';
    // Pieces and tiles are as large as the places they go to.
    box.style.setProperty('--held', `${this.view.plan?.areas.mine?.cell || 16}px`);
    const shown = [...held].find((el) => el.childElementCount);
    if (shown) box.append(...[...shown.children].map((el) => el.cloneNode(true)));
    else if (source) box.append(lifted(this.view.root, source));
    document.body.append(box);
    this.copy = box;
    this.follow();
  }

  leave() {
    this.carried = '';
    this.copy?.remove();
  }

  /** The same spot may mean another place: the piece has been turned. */
  aimAgain() {
    const [clientX, clientY] = this.spot;
    if (clientX || clientY) this.hand.point(this.at({ clientX, clientY, pointerType: 'mouse' }));
  }

  follow() {
    if (!this.copy) return;
    this.copy.hidden = !this.spot[0] && !this.spot[1]; // the keyboard has no pointer
    this.copy.style.transform = `translate(${this.spot[0]}px, ${this.spot[1]}px) translate(-50%, -50%)`;
  }
}

// A copy of what stands on a place, or of the thing itself.
function lifted(root, source) {
  const box = source.getBoundingClientRect();
  if (!source.ownerSVGElement) {
    const copy = source.cloneNode(true);
    copy.style.cssText = `width:${box.width}px;height:${box.height}px;position:static;transform:none`;
    return copy;
  }
  const { at } = source.dataset;
  const top = at ? [...root.querySelectorAll(`[data-at="${at}"]`)].pop() : source;
  const svg = source.ownerSVGElement.cloneNode(false);
  svg.setAttribute('viewBox', '-20 -20 40 40');
  svg.setAttribute('style', `width:${box.width}px;height:${box.height}px`);
  svg.append(...[...top.querySelectorAll('.look')].slice(0, 1).map((el) => el.cloneNode(true)));
  return svg;
}
