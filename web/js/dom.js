// SPDX-License-Identifier: MIT
// Making elements. Text always becomes text nodes: nothing here parses HTML.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** h('a', {href: '/'}, 'text', child): an HTML element. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Replaces what an element holds; null and false are nothing. */
export function show(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false),
  );
  return element;
}

/** A part of the page that is always there. @param {string} id */
export function need(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no part called ${id}`);
  return found;
}

/** Speaks to screen readers; `urgent` interrupts. Repeats are made to differ so that they are read again. */
export function say(text, urgent) {
  const region = need(urgent ? 'alert' : 'say');
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Whether the page has an engine of its own, for what a server need not do. */
export const hasEngine = () => Boolean(document.querySelector('meta[name=engine]'));

/** Brings a style sheet that only some need, once; ready when it counts. @param {string} name */
export function bringStyle(name) {
  const href = new URL(`../css/${name}.css`, import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) => {
    document.head.append(h('link', { rel: 'stylesheet', href, onload: done, onerror: done }));
  });
}

let toastTimer = 0;

/** A sentence that is seen and heard for a moment. */
export function toast(text) {
  const box = need('toast');
  box.textContent = text;
  box.classList.add('shown');
  say(text, true);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => box.classList.remove('shown'), 3500);
}

/** "white to move" -> "White to move". */
export function sentence(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : '';
}
