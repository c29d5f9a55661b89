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
    if (zone.layout === 'stairs')
      return zone.items.find((i) => i.row === item.row && next.has(i.ref))?.ref ?? ref;
    if (zone.kind === 'track') return zone.items.find((i) => next.has(i.ref))?.ref ?? ref;
    if (zone.form === 'hole' && zone.material === 'lacquer') {
      // a man falls down its column
      return zone.items.find((i) => i.col === item.col && next.has(i.ref))?.ref ?? ref;
    }
  }
  return ref;
}

/** The ref at a point of the screen: exactly there, or the nearest that may be picked. */
export function refAt(root, x, y, next, reach = NEAR) {
  const el = document.elementFromPoint(x, y);
  /** @type {HTMLElement|null} */
  const item = el && root.contains(el) ? el.closest('[data-ref]') : null;
  const exact = item ? Number(item.dataset.ref) : 0;
  if (exact && (next.has(exact) || !reach)) return exact;
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
