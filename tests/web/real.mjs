// SPDX-License-Identifier: MIT
// A hand that plays as people do: at points of the screen, where things can really be hit, and with the keyboard.

import { chooser } from './table.mjs';

/**
 * Waits until something that may be picked can really be hit, and tells where: [x, y] on the screen, or null when
 * the game is over. `k` chooses among what may be picked. Runs in the page, so that nothing changes in between.
 */
function spot(k) {
  const hits = (el, x, y) => document.elementFromPoint(x, y)?.closest('[data-ref], .curtain button') === el;
  const within = (el) => {
    const b = (el.querySelector('.hit') || el).getBoundingClientRect();
    const tried = [0.5, 0.2, 0.8].map((part) => [b.x + b.width * part, b.y + b.height * (part === 0.5 ? 0.5 : 0.3)]);
    return tried.find(([x, y]) => hits(el, x, y));
  };
  const look = () => {
    if (document.querySelector('.result')) return { over: true };
    const lift = document.querySelector('.curtain button');
    const all = lift ? [lift] : [...document.querySelectorAll('.match:not(.sending) .item.can')];
    for (let i = 0; i < all.length; i++) {
      const at = within(all[(k + i) % all.length]);
      if (at) return { at };
    }
    return null;
  };
  return window.tester.until(look).then((found) => found.at || null);
}

export const aim = (page, k) => page.evaluate(spot, k);

/**
 * Plays to the end with whatever `touch` does at a point: with seed 0 the first thing that may be picked, which
 * soon ends some games; returns how often it touched.
 */
export async function playWith(page, touch, seed) {
  const choose = seed ? chooser(seed) : () => 0;
  for (let i = 0; i < 3000; i++) {
    const at = await aim(page, choose(5040));
    if (!at) return i;
    await touch(...at);
  }
  const lit = await page.$$eval('.item.can', (all) => all.map((el) => {
    const b = el.getBoundingClientRect();
    return `${el.getAttribute('aria-label')} at ${[b.x, b.y, b.width, b.height].map(Math.round)}`;
  }));
  throw new Error(`not over: ${await page.textContent('.prompt')}; lit: ${lit.slice(0, 12).join('; ')}`);
}

/** Where the focus is when one is asked: whether it is over, and whether Enter would do something. */
async function focusNow() {
  await window.tester.until(() => document.querySelector('.match:not(.sending) .item.can, .curtain button, .result'));
  const at = document.activeElement;
  return {
    over: Boolean(document.querySelector('.result')),
    lit: at.matches('.item.can, .curtain button'),
    lost: at === document.body,
  };
}

/** Plays to the end with the Tab and the Enter key alone; no pick takes the focus away (behind the last thing Tab may). */
export async function playByKeys(page, most = 4000) {
  let key = 'Tab';
  for (let i = 0; i < most; i++) {
    const now = await page.evaluate(focusNow);
    if (now.over) return true;
    if (key === 'Enter' && now.lost) throw new Error(`the focus is lost after key ${i}`);
    key = now.lit ? 'Enter' : 'Tab';
    await page.keyboard.press(key);
  }
  return false;
}
