// SPDX-License-Identifier: MIT
// What a person means when the finger or the pointer is not exactly on a legal place: any space of a line
// means the line, any space of the floor means the floor, and a finger means the nearest legal place.

const NEAR = 22; // pixels: half of what a fingertip covers

/**
 * The ref a pick of `ref` means.
 * @param {import('./model.js').Model} model
 * @param {Set<number>} next
 * @param {number} ref
 */
export function meant(model, next, ref) {
  if (next.has(ref)) return ref;
  for (const zone of model.zones) {
    const item = zone.items.find((i) => i.ref === ref);
    if (!item) continue;
    const open = (i) => next.has(i.ref ?? 0);
    if (zone.layout === 'stairs') return zone.items.find((i) => i.row === item.row && open(i))?.ref ?? ref;
    if (zone.kind === 'track') return zone.items.find(open)?.ref ?? ref;
    if (zone.form === 'disc' && zone.material === 'lacquer') {
      // a man falls down its column
      return zone.items.find((i) => i.col === item.col && open(i))?.ref ?? ref;
    }
  }
  return ref;
}

/**
 * Where a held piece snaps to: the last pick of the move whose places lie nearest round the point, within
 * about one place and a half; 0 if there is none.
 * @param {any} root @param {import('./picks.js').Picks} picks @param {number} x @param {number} y
 */
export function snapped(root, picks, x, y) {
  const at = picks.picked.length;
  const boxes = new Map();
  for (const el of root.querySelectorAll('.puzzle [data-ref]'))
    boxes.set(Number(el.dataset.ref), el.querySelector('.hit').getBoundingClientRect());
  let best = 0;
  let least = Infinity;
  for (const move of picks.candidates()) {
    const refs = [...new Set([...(move.mark || []), move.pick[at]])].filter((ref) => boxes.has(ref));
    if (move.pick.length !== at + 1 || !refs.length) continue;
    const mean = (name, half) =>
      refs.reduce((sum, ref) => sum + boxes.get(ref)[name] + boxes.get(ref)[half] / 2, 0) / refs.length;
    const away = Math.hypot(mean('x', 'width') - x, mean('y', 'height') - y);
    if (away < least && away < 1.6 * boxes.get(refs[0]).width) [least, best] = [away, move.pick[at]];
  }
  return best;
}

/**
 * The ref at a point of the screen: exactly there if that means something, or else the nearest that may be
 * picked. @param {any} root @param {number} x @param {number} y
 * @param {(ref: number) => boolean} sure whether a place that is hit is what the person means
 */
export function refAt(root, x, y, sure, reach = NEAR) {
  const el = document.elementFromPoint(x, y);
  /** @type {HTMLElement|null} */
  const item = el && root.contains(el) ? el.closest('[data-ref]') : null;
  const exact = item ? Number(item.dataset.ref) : 0;
  if (exact && (!reach || sure(exact))) return exact;
  let best = exact;
  let least = reach;
  for (const other of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.item.can'))) {
    const b = other.getBoundingClientRect();
    const d = Math.hypot(Math.max(b.left - x, 0, x - b.right), Math.max(b.top - y, 0, y - b.bottom));
    if (d < least) {
      least = d;
      best = Number(other.dataset.ref);
    }
  }
  return best;
}
