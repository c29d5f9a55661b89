// SPDX-License-Identifier: MIT
// A hand that plays as people do: at points of the screen, where things can really be hit, and with the keyboard.

import { chooser, drawnAnew, isOver, settled, tabTo } from './table.mjs';

/** A point of the screen where something that may be picked can really be hit, or null. */
export const aim = (page, x) => page.evaluate((k) => {
  const lift = document.querySelector('.curtain button');
  const all = lift ? [lift] : [...document.querySelectorAll('.item.can')];
  const hits = (el, px, py) => {
    const top = document.elementFromPoint(px, py)?.closest('[data-ref], .curtain button');
    return top === el;
  };
  for (let i = 0; i < all.length; i++) {
    const el = all[(k + i) % all.length];
    const b = (el.querySelector('.hit') || el).getBoundingClientRect();
    for (const part of [0.5, 0.2, 0.8]) {
      const [px, py] = [b.x + b.width * part, b.y + b.height * (part === 0.5 ? 0.5 : 0.3)];
      if (hits(el, px, py)) return [px, py];
    }
  }
  return null;
}, x);

/** Plays to the end with whatever `touch` does at a point. */
export async function playWith(page, touch, seed, seen = () => {}) {
  const choose = chooser(seed);
  for (let i = 0; i < 3000; i++) {
    await settled(page);
    if (await isOver(page)) return;
    const at = await aim(page, choose(5040));
    await seen(at);
    if (at) await touch(...at);
    else await drawnAnew(page); // it has just changed
  }
  const lit = await page.$$eval('.item.can', (all) => all.map((el) => {
    const b = el.getBoundingClientRect();
    return `${el.getAttribute('aria-label')} at ${[b.x, b.y, b.width, b.height].map(Math.round)}`;
  }));
  throw new Error(`not over: ${await page.textContent('.prompt')}; lit: ${lit.slice(0, 12).join('; ')}`);
}

/** Plays to the end with the Tab and the Enter key. */
export async function playByKeys(page, most = 600) {
  for (let i = 0; i < most; i++) {
    await settled(page);
    if (await isOver(page)) return true;
    if (await page.evaluate(() => !document.querySelector('.item.can, .curtain button'))) continue; // it has just changed
    await tabTo(page, '.item.can, .curtain button');
    await page.keyboard.press('Enter');
  }
  return isOver(page);
}
