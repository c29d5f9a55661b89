// SPDX-License-Identifier: MIT
// Reads our own drawings, which are written as SVG text, into pictures for vdom.js. The page
// never hands text to the browser's parser, and no text of people or of the server comes here.

import { create, v } from './vdom.js';

const TOKEN = /<(\/?)([\w-]+)((?:[^>"']|"[^"]*")*?)(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;
const MOST = 3000; // drawings remembered
const known = new Map();

function read(source) {
  /** @type {{tag: string, props: Object<string, string>, kids: any[]}[]} */
  const stack = [{ tag: '', props: {}, kids: [] }];
  for (const [, close, tag, attributes, single, words] of source.matchAll(TOKEN)) {
    const top = stack[stack.length - 1];
    if (words !== undefined) {
      if (words.trim()) top.kids.push(words.trim());
    } else if (close) {
      stack.pop();
      stack[stack.length - 1].kids.push(v(top.tag, top.props, top.kids));
    } else {
      const props = Object.fromEntries([...attributes.matchAll(ATTRIBUTE)].map(([, n, x]) => [n, x]));
      if (single) top.kids.push(v(tag, props));
      else stack.push({ tag, props, kids: [] });
    }
  }
  if (stack.length !== 1) throw new Error(`a drawing does not end: ${source.slice(0, 80)}`);
  return stack[0].kids;
}

/**
 * The picture of a drawing; the same text gives the same objects, so that it is never compared twice.
 * @param {string} source
 * @returns {import('./vdom.js').VNode[]}
 */
export function art(source) {
  let found = known.get(source);
  if (!found) {
    if (known.size >= MOST) known.clear();
    found = read(source);
    known.set(source, found);
  }
  return found;
}

/** The element of a drawing that has one root, for pages made without vdom.js. */
export function drawing(source) {
  return /** @type {Element} */ (create(art(source)[0]));
}
