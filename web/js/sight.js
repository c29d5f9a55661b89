// SPDX-License-Identifier: MIT
// On a small screen puzzles and pieces are pushed sideways. Where all that may be picked of them is out of
// sight, the nearest of it is brought into it; once for each pick, so that whoever pushes them on is left
// alone.

/** @type {WeakMap<Element, string>} */
const looked = new WeakMap(); // strips, and what could be picked when they were looked at

/** @param {DOMRect} room @param {DOMRect} box */
const isSeen = (room, box) => {
  const middle = box.left + box.width / 2;
  return middle > room.left && middle < room.right;
};

/** How far a strip must be pushed until one of these is seen. @param {DOMRect} room @param {Element} el */
const apart = (room, el) => {
  const box = (el.closest('.puzzle-box') || el).getBoundingClientRect();
  return box.left < room.left ? box.left - room.left : box.right - room.right;
};

/**
 * @param {Element} root of a match
 * @param {Set<number>} next what may be picked
 */
export function bringIntoSight(root, next) {
  const now = [...next].join();
  for (const strip of root.querySelectorAll('.puzzles, .pieces .things')) {
    const lit = looked.get(strip) === now ? [] : [...strip.querySelectorAll('.item.can')];
    looked.set(strip, now);
    const room = strip.getBoundingClientRect();
    if (!lit.length || lit.some((el) => isSeen(room, el.getBoundingClientRect()))) continue;
    const [left] = lit.map((el) => apart(room, el)).sort((a, b) => Math.abs(a) - Math.abs(b));
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    strip.scrollBy({ left, behavior: calm ? 'instant' : 'smooth' });
  }
}
