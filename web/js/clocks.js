// SPDX-License-Identifier: MIT
// The players' clocks: what the server said last, counted on by ourselves.

import { sound } from './sound.js';

const DAY = 86400;
const two = (n) => String(n).padStart(2, '0');

/** Seconds as people read a clock. */
export function clockText(seconds) {
  const s = Math.max(0, Math.ceil(seconds));
  if (s >= DAY) return `${Math.floor(s / DAY)} d ${Math.floor((s % DAY) / 3600)} h`;
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

export class Clocks {
  constructor() {
    /** @type {any} */
    this.told = null;
    this.beeped = -1;
  }

  note(clocks) {
    this.told = clocks ? { ...clocks, at: performance.now() } : null;
  }

  /** Seconds left for a seat, or undefined. */
  left(seat) {
    const ms = this.told?.ms[seat];
    if (ms === null || ms === undefined) return undefined;
    const running = (this.told.running || []).includes(seat);
    return Math.max(0, ms - (running ? performance.now() - this.told.at : 0)) / 1000;
  }

  text(seat) {
    const left = this.left(seat);
    return left === undefined ? undefined : clockText(left);
  }

  /** Writes the time on every clock below `root`; warns the owner of `mine`. */
  tick(root, mine) {
    for (const el of root.querySelectorAll('.clock')) {
      const left = this.left(Number(el.dataset.seat));
      if (left === undefined) continue;
      const words = clockText(left);
      if (el.textContent !== words) el.firstChild ? (el.firstChild.data = words) : (el.textContent = words);
      el.classList.toggle('low', left < 20);
      el.parentElement?.classList.contains('countdown') && this.turnRing(el, left);
      this.warn(
        Math.ceil(left),
        mine.includes(Number(el.dataset.seat)) && (this.told.running || []).includes(Number(el.dataset.seat)),
      );
    }
  }

  // The ring round a countdown empties with its time.
  turnRing(el, left) {
    const whole = Number(el.dataset.whole) || 30;
    el.parentElement.style.setProperty('--left', String(Math.min(1, left / whole)));
  }

  warn(s, mine) {
    if (!mine || s === this.beeped || !(s === 10 || s <= 5)) return;
    this.beeped = s;
    sound('low');
  }
}
