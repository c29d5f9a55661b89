// SPDX-License-Identifier: MIT
// Things that move: dragging by the person, sliding by themselves.

/**
 * Lets things be dragged on `root`: picking one up picks it, letting go picks what lies
 * there. `pick(ref)` is called for both; a tap stays a tap.
 */
export function makeDraggable(root, pick, isPicked) {
  let from = null; // {ref, x, y}
  let dragged = false;
  const refAt = (x, y) => {
    const el = document.elementFromPoint(x, y);
    const item = el && root.contains(el) ? el.closest('[data-ref]') : null;
    return item ? Number(item.dataset.ref) : 0;
  };
  root.addEventListener('pointerdown', (e) => {
    dragged = false;
    const ref = e.button ? 0 : refAt(e.clientX, e.clientY);
    from = ref ? { ref, x: e.clientX, y: e.clientY } : null;
  });
  root.addEventListener('pointermove', (e) => {
    if (!from) return;
    if (dragged) {
      follow(e);
      return;
    }
    if (Math.hypot(e.clientX - from.x, e.clientY - from.y) < 8) return;
    dragged = true;
    root.classList.add('dragging');
    if (!isPicked(from.ref)) pick(from.ref);
    lift(root, from.ref);
    follow(e);
  });
  const end = (e) => {
    root.classList.remove('dragging');
    drop();
    const ref = from && dragged && e.type === 'pointerup' ? refAt(e.clientX, e.clientY) : 0;
    if (ref && ref !== from.ref) pick(ref);
    from = null;
  };
  root.addEventListener('pointerup', end);
  root.addEventListener('pointercancel', end);
  // The click that ends a drag is not a tap.
  root.addEventListener('click', (e) => {
    if (dragged) e.stopPropagation();
    dragged = false;
  }, true);
}

let held = null; // a copy of what is dragged, under the pointer

// What stands on a place is lifted, or the thing itself if it is no place.
function lift(root, ref) {
  const item = root.querySelector(`[data-ref="${ref}"]`);
  if (!item || !item.ownerSVGElement) return;
  const at = item.dataset.at;
  const top = [...item.ownerSVGElement.querySelectorAll('.item')].filter((el) => at && el.dataset.at === at && el !== item).pop();
  const thing = top || (item.classList.contains('cell') ? null : item);
  if (!thing) return;
  const box = item.getBoundingClientRect();
  held = item.ownerSVGElement.cloneNode(false);
  held.setAttribute('class', 'held');
  held.setAttribute('viewBox', '-20 -20 40 40');
  held.setAttribute('style', `width:${box.width}px;height:${box.height}px`);
  const copy = thing.cloneNode(true);
  copy.removeAttribute('transform');
  held.append(copy);
  document.body.append(held);
  thing.classList.add('lifted');
}

function follow(e) {
  if (held) held.style.transform = `translate(${e.clientX}px, ${e.clientY}px) translate(-50%, -50%)`;
}

function drop() {
  if (held) held.remove();
  held = null;
  document.querySelectorAll('.lifted').forEach((el) => el.classList.remove('lifted'));
}

/** Where everything with an identity is now. */
export function positions(root) {
  const map = new Map();
  for (const el of root.querySelectorAll('[data-key]')) map.set(el.dataset.key, el.getBoundingClientRect());
  return map;
}

function glide(el, old, now) {
  if (!old || (Math.abs(old.x - now.x) < 2 && Math.abs(old.y - now.y) < 2)) return;
  const scale = el.ownerSVGElement ? el.ownerSVGElement.viewBox.baseVal.width / el.ownerSVGElement.getBoundingClientRect().width : 1;
  const base = el.getAttribute('transform') ? new DOMMatrix(getComputedStyle(el).transform) : new DOMMatrix();
  const start = new DOMMatrix().translate((old.x - now.x) * scale, (old.y - now.y) * scale).multiply(base);
  el.animate([{ transform: start.toString() }, { transform: base.toString() }], { duration: 200, easing: 'ease-out' });
}

/**
 * Things that were elsewhere `before` slide to their new place; and so does whatever stands
 * where the `move` (its picks, in order) has ended.
 */
export function slide(root, before, move) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const el of root.querySelectorAll('[data-key]')) glide(el, before.get(el.dataset.key), el.getBoundingClientRect());
  if (!move || move.length < 2) return;
  const [from, to] = [move[0], move[move.length - 1]].map((ref) => root.querySelector(`[data-ref="${ref}"][data-at]`));
  const man = from && to && [...root.querySelectorAll(`.piece[data-at="${to.dataset.at}"]`)].find((el) => !el.dataset.key);
  if (man) glide(man, from.getBoundingClientRect(), to.getBoundingClientRect());
}
