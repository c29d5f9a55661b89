// SPDX-License-Identifier: MIT
// A picture of the page as plain objects, and the smallest change that makes the page look
// like it. Elements are found again by their key, or else by their order, so what stays the
// same is not touched: it keeps its focus, its place in a scroll and its running motion.

/**
 * @typedef {{tag: string, props: Object<string, any>, kids: VNode[], key: (string|number|undefined)}} VNode
 * @typedef {VNode|string|number|null|undefined|false} Loose
 */

const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';
const NOTHING = Object.freeze({});
const MOUNTED = Symbol('mounted'); // on an element: what its children were made from

/** @returns {VNode} */
const text = (value) => ({ tag: '#', props: NOTHING, kids: [], key: String(value) });

/** @param {any[]} list @returns {VNode[]} */
function flat(list) {
  const out = [];
  for (const kid of list.flat(Infinity)) {
    if (kid === null || kid === undefined || kid === false || kid === true) continue;
    out.push(typeof kid === 'object' ? kid : text(kid));
  }
  return out;
}

/**
 * v('a', {href: '/', key: 3}, 'text', child): one element of the picture.
 * @param {string} tag
 * @param {Object<string, any>|null} [props]
 * @param {...any} kids
 * @returns {VNode}
 */
export function v(tag, props, ...kids) {
  return {
    tag,
    props: props || NOTHING,
    kids: kids.length ? flat(kids) : [],
    key: props ? props.key : undefined,
  };
}

/**
 * The picture of a thing as it was drawn before, if nothing has changed that it is made from (`sign`):
 * patching looks into no picture that is the same object.
 * @param {WeakMap<object, {sign: string, node: any}>} known @param {object} thing @param {string} sign
 * @param {() => any} make
 */
export function asBefore(known, thing, sign, make) {
  const before = known.get(thing);
  if (before && before.sign === sign) return before.node;
  const node = make();
  known.set(thing, { sign, node });
  return node;
}

function setProp(el, name, value) {
  if (name === 'key') return;
  if (name.startsWith('on')) el[name] = value || null;
  else if (name === 'value' && el.tagName !== 'LI') el.value = value ?? '';
  else if (value === null || value === undefined || value === false) el.removeAttribute(name);
  else el.setAttribute(name, value === true ? '' : String(value));
}

function setProps(el, old, now) {
  if (old === now) return;
  for (const name in old) if (!(name in now)) setProp(el, name, null);
  for (const name in now) if (old[name] !== now[name]) setProp(el, name, now[name]);
}

/**
 * Makes the nodes of a picture.
 * @param {VNode} node
 * @param {string} [ns]
 * @returns {Node}
 */
export function create(node, ns = HTML) {
  if (node.tag === '#') return document.createTextNode(String(node.key));
  const own = node.tag === 'svg' ? SVG : ns;
  const el = document.createElementNS(own, node.tag);
  setProps(el, NOTHING, node.props);
  const inside = node.tag === 'foreignObject' ? HTML : own;
  el[MOUNTED] = node.kids.map((kid) => ({ node: kid, el: el.appendChild(create(kid, inside)) }));
  return el;
}

const sameKind = (a, b) => a.tag === b.tag && (a.tag === '#' || a.key === b.key);

function update(entry, node, ns) {
  const old = entry.node;
  if (old === node) return;
  entry.node = node;
  if (node.tag === '#') {
    if (old.key !== node.key) entry.el.data = node.key;
    return;
  }
  setProps(entry.el, old.props, node.props);
  reconcile(entry.el, node.kids, node.tag === 'foreignObject' ? HTML : node.tag === 'svg' ? SVG : ns);
}

// Finds for each new child the old one it continues: by key, or the next of its kind.
function matches(old, kids) {
  const keyed = new Map();
  const plain = [];
  for (const entry of old) {
    if (entry.node.tag !== '#' && entry.node.key !== undefined) keyed.set(entry.node.key, entry);
    else plain.push(entry);
  }
  let next = 0;
  return kids.map((kid) => {
    if (kid.tag !== '#' && kid.key !== undefined) {
      const found = keyed.get(kid.key);
      if (found && found.node.tag === kid.tag) keyed.delete(kid.key);
      return found && found.node.tag === kid.tag ? found : null;
    }
    for (let i = next; i < plain.length; i++) {
      if (sameKind(plain[i].node, kid)) {
        next = i + 1;
        return plain[i];
      }
    }
    return null;
  });
}

// What is the same object as before, at the beginning and at the end, stays as it is: after a pick that is
// most of a board.
function reconcile(el, kids, ns) {
  const old = el[MOUNTED] || [];
  const most = Math.min(old.length, kids.length);
  let start = 0;
  while (start < most && old[start].node === kids[start]) start++;
  let tail = 0;
  while (tail < most - start && old.at(-1 - tail).node === kids.at(-1 - tail)) tail++;
  const [was, now] = [old, kids].map((list) => list.slice(start, list.length - tail));
  if (!was.length && !now.length) return;
  const found = matches(was, now);
  const kept = new Set(found);
  for (const entry of was) if (!kept.has(entry)) entry.el.remove();
  let before = start ? old[start - 1].el.nextSibling : el.firstChild;
  const mounted = now.map((kid, i) => {
    const entry = found[i];
    if (!entry) {
      const made = create(kid, ns);
      el.insertBefore(made, before);
      return { node: kid, el: made };
    }
    update(entry, kid, ns);
    if (entry.el === before) before = before.nextSibling;
    else el.insertBefore(entry.el, before);
    return entry;
  });
  el[MOUNTED] = [...old.slice(0, start), ...mounted, ...old.slice(old.length - tail)];
}

/**
 * Makes `el` hold exactly what `kids` shows.
 * @param {any} el
 * @param {...any} kids
 */
export function patch(el, ...kids) {
  if (!el[MOUNTED]) el.replaceChildren();
  reconcile(el, flat(kids), el.namespaceURI || HTML);
}
