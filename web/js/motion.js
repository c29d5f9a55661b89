// SPDX-License-Identifier: MIT
// What happened, seen and heard: things slide from where they were, what was picked flies to where it went,
// points rise. Those who asked for calm see what changed marked for a moment instead.

import { skinOf } from './skins.js';
import { sound } from './sound.js';

const EASE = 'cubic-bezier(.2,.8,.2,1)';
const MOVE = 220;
const CALM = 1200;

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const boxes = (root, selector, name) =>
  new Map([...root.querySelectorAll(selector)].map((el) => [el.dataset[name], el.getBoundingClientRect()]));

// The boxes of those that are called so: on a large board most will not be asked for.
const some = (root, name, wanted) =>
  new Map([...wanted].flatMap((value) => [...boxes(root, `[data-${name}="${value}"]`, name)]));

/** Where that is, before the picture changes, from which something will come. */
export function remember(root, message) {
  const scores = new Map(
    [...root.querySelectorAll('[data-points]')].map((el) => [el.dataset.points, el.textContent]),
  );
  const none = new Map();
  if (calm()) return { keys: none, refs: none, places: none, zones: none, scores };
  const from = message.log.flatMap((e) => (e.steps || []).map((step) => step.from)).filter(Boolean);
  const picked = message.log.flatMap((e) => (e.who === null || !e.pick ? [] : e.pick.slice(0, 1)));
  return {
    keys: boxes(root, '[data-key]', 'key'),
    refs: some(root, 'ref', new Set(picked)),
    places: some(root, 'at', new Set(from.map(nameOf))),
    zones: some(root, 'zone', new Set(from.map((place) => place.zone))),
    scores,
  };
}

function glide(el, old, delay = 0) {
  const now = el.getBoundingClientRect();
  if (!old || (Math.abs(old.x - now.x) < 2 && Math.abs(old.y - now.y) < 2)) return;
  const svg = el.ownerSVGElement;
  const scale = svg ? svg.viewBox.baseVal.width / svg.getBoundingClientRect().width : 1;
  const base =
    svg && el.getAttribute('transform') ? new DOMMatrix(getComputedStyle(el).transform) : new DOMMatrix();
  const start = new DOMMatrix().translate((old.x - now.x) * scale, (old.y - now.y) * scale).multiply(base);
  el.animate([{ transform: start.toString() }, { transform: base.toString() }], {
    duration: MOVE,
    delay,
    easing: EASE,
    fill: 'backwards',
  });
}

// What stands now where the move ended comes from where it began.
function flight(root, before, pick) {
  if (!pick || pick.length < 2) return;
  const from = before.refs.get(String(pick[0]));
  const to = root.querySelector(`[data-ref="${pick[pick.length - 1]}"]`);
  if (!from || !to) return;
  const { at } = to.dataset;
  const man = at ? [...root.querySelectorAll(`.piece[data-at="${at}"]`)].find((el) => !el.dataset.key) : null;
  const what = man || to.querySelector('.look');
  if (what) glideLook(what, from, to.getBoundingClientRect());
}

function glideLook(el, from, to, delay = 0) {
  const svg = el.ownerSVGElement;
  if (!svg) return;
  const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  const base = el.getAttribute('transform') ? new DOMMatrix(getComputedStyle(el).transform) : new DOMMatrix();
  const dx = (from.x + from.width / 2 - to.x - to.width / 2) * scale;
  const dy = (from.y + from.height / 2 - to.y - to.height / 2) * scale;
  const start = new DOMMatrix().translate(dx, dy).multiply(base);
  el.animate([{ transform: start.toString() }, { transform: base.toString() }], {
    duration: MOVE,
    delay,
    easing: EASE,
    fill: 'backwards',
  });
}

// --- Steps the game tells ------------------------------------------------------

const STEP = 60; // ms between two steps of one event
const LONGEST = 680;
// What is dealt sounds like what it is: a stone on a board is no card.
const HEARD = { take: 'take', flip: 'flip', shuffle: 'card', stop: 'stop', score: 'score' };
const nameOf = (place) => (place ? `${place.zone}:${place.row ?? 0}:${place.col ?? 0}` : '');

// Where a step begins: the thing itself, its place, or the zone it came from.
function startOf(step, before) {
  const own = step.key ? before.keys.get(String(step.key)) : null;
  return (
    own ||
    before.places.get(nameOf(step.from)) ||
    (step.from ? before.zones.get(String(step.from.zone)) : null)
  );
}

function endOf(step, root) {
  const own = step.key ? root.querySelector(`[data-key="${step.key}"]`) : null;
  const there = step.to ? root.querySelector(`[data-at="${nameOf(step.to)}"] .look`) : null;
  return own || there;
}

function playStep(step, i, root, before) {
  const el = endOf(step, root);
  const from = startOf(step, before);
  const delay = Math.min(i * STEP, LONGEST);
  if (el && from && !calm()) glideLook(el, from, el.getBoundingClientRect(), delay);
  if (step.kind === 'score' && step.points && el) rise(el.getBoundingClientRect(), step.points, delay);
}

/** @param {DOMRect} box @param {number} by */
function rise(box, by, delay = 0) {
  const pill = document.createElement('span');
  pill.className = `float${by < 0 ? ' minus' : ''}`;
  pill.setAttribute('aria-hidden', 'true'); // the log tells it in words
  pill.textContent = `${by > 0 ? '+' : '−'}${Math.abs(by)}`;
  pill.style.left = `${box.x + box.width / 2}px`;
  pill.style.top = `${box.y}px`;
  pill.style.animationDelay = `${delay}ms`;
  document.body.append(pill);
  setTimeout(() => pill.remove(), 1600 + delay);
}

// Points rise where a score has changed.
function points(root, before) {
  let any = false;
  for (const el of root.querySelectorAll('[data-points]')) {
    const old = Number((before.scores.get(el.dataset.points) || '').replace('−', '-'));
    const now = Number(el.textContent.replace('−', '-'));
    if (!before.scores.has(el.dataset.points) || !(now - old)) continue;
    any = true;
    rise(el.getBoundingClientRect(), now - old);
  }
  return any;
}

function still(root, pick) {
  for (const ref of pick || []) {
    const el = root.querySelector(`[data-ref="${ref}"]`);
    el?.classList.add('changed');
    setTimeout(() => el?.classList.remove('changed'), CALM);
  }
}

/** Tells one event after its picture has changed. */
export function tell(root, before, message, match) {
  const told = message.log.filter((e) => e.who !== null).pop();
  const pick = told && told.pick;
  const steps = message.log.flatMap((e) => e.steps || []).filter((step) => step.kind !== 'say');
  if (calm()) still(root, pick);
  else {
    let n = 0;
    for (const el of root.querySelectorAll('[data-key]')) {
      const old = before.keys.get(el.dataset.key);
      if (old) glide(el, old, Math.min(600, 40 * n++ * (n > 3 ? 0 : 1)));
    }
    if (!steps.length) flight(root, before, pick);
  }
  steps.forEach((step, i) => playStep(step, i, root, before));
  const scored = points(root, before);
  const heard = steps.map((step) => HEARD[step.kind]).find(Boolean);
  if (message.log.length) sound(scored ? 'score' : heard || skinOf(match.state.match.game).sound || 'wood');
}

/** Something that cannot be picked says so. */
export function shakeIt(el) {
  if (!el || calm()) return;
  const look = el.querySelector('.look') || el;
  look.animate(
    [0, -4, 4, -4, 4, 0].map((x) => ({ translate: `${x}px 0` })),
    { duration: 260 },
  );
}
