// SPDX-License-Identifier: MIT
// Boards as the page draws them, as SVG files that need nothing else: node tools/draw-games.mjs < GAMES, a JSON list
// of {name, picture}: the name of a game and its scene (`tessera position NAME --scene`), or no scene for games whose
// picture the page has drawn by hand. Prints {name: SVG}.

import { readFileSync } from 'node:fs';

const WEB = new URL('../web/', import.meta.url);
const [WIDE, HIGH] = [320, 180];

/** As much of a document as the page's drawings touch. */
class Node {
  constructor(tag) {
    this.tagName = tag;
    this.childNodes = [];
    this.attributes = new Map();
  }

  get firstChild() {
    return this.childNodes[0] || null;
  }

  insertBefore(node, before) {
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    return node;
  }

  appendChild(node) {
    return this.insertBefore(node, null);
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }
}
globalThis.document = {
  createElementNS: (_, tag) => new Node(tag),
  createElement: (tag) => new Node(tag),
  createTextNode: (data) => Object.assign(new Node('#'), { data }),
};
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
globalThis.matchMedia = () => ({ matches: false, addEventListener: () => {} });
globalThis.addEventListener = () => {};
globalThis.window = globalThis;
globalThis.location = { search: '', pathname: '/' };

/** The page's colours by day. */
const colours = new Map(
  [...readFileSync(new URL('css/tokens.css', WEB), 'utf8').split('}')[0].matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(
    ([, name, value]) => [name, value.trim()],
  ),
);
const named = (text) =>
  text.replace(/var\((--[\w-]+)(?:,\s*([^()]*))?\)/g, (all, name, other) => colours.get(name) ?? other ?? all);

/** Six digits of a colour as three numbers. */
const parts = (hex) => {
  const long = hex.length < 7 ? hex.replace(/[^#]/g, '$&$&') : hex;
  return [1, 3, 5].map((i) => parseInt(long.slice(i, i + 2), 16));
};

/** Two colours mixed: not every program that shows pictures can do it. */
const mixed = (text) =>
  text.replace(/color-mix\(in\s+srgb,\s*(#\w+) (\d+)%,\s*(#\w+)\)/g, (_, a, share, b) => {
    const [from, to] = [parts(a), parts(b)];
    const one = (i) => Math.round((from[i] * share + to[i] * (100 - share)) / 100);
    return `#${[0, 1, 2].map((i) => one(i).toString(16).padStart(2, '0')).join('')}`;
  });
const coloured = (text) => mixed(named(text));

const STYLED = { slot: [['fill', 'var(--sunk)'], ['stroke', 'var(--line)']] }; // what the page's style sheet says of a class
const LOOKED_AT = /^(?!class$|role$|tabindex$|aria-|data-|on)/; // attributes that are for looking
const UNSEEN = /(^| )(hit|targets)( |$)/; // where fingers go
const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const short = (text) => coloured(String(text)).replace(/\d+\.\d{2,}/g, (n) => String(Math.round(Number(n) * 100) / 100));

/** What is drawn more than twice and is long enough is drawn once, and used. */
class Picture {
  constructor() {
    this.times = new Map();
    this.shared = new Map(); // text of a drawing -> its id
  }

  head(node) {
    const styled = STYLED[node.attributes.get('class')] || [];
    const own = [...styled, ...node.attributes].filter(([name]) => LOOKED_AT.test(name));
    return node.tagName + own.map(([name, value]) => ` ${name}="${escaped(short(value))}"`).join('');
  }

  /** The drawing as text; `count`: the texts of its parts are counted, or used where they are shared. */
  text(node, count) {
    if (node.tagName === '#') return escaped(node.data);
    if (UNSEEN.test(node.attributes.get('class') || '')) return '';
    const whole = count ? '' : this.plain(node);
    if (this.shared.has(whole)) return `<use href="#${this.shared.get(whole)}"/>`;
    const inside = node.childNodes.map((kid) => this.text(kid, count)).join('');
    if (node.tagName === 'g' && !inside) return '';
    const text = inside ? `<${this.head(node)}>${inside}</${node.tagName}>` : `<${this.head(node)}/>`;
    if (count && node.tagName === 'g') this.times.set(text, (this.times.get(text) || 0) + 1);
    return text;
  }

  plain(node) {
    return node.tagName === 'g' ? this.text(node, true) : '';
  }

  draw(root) {
    this.text(root, true);
    const often = [...this.times].filter(([text, times]) => times > 2 && text.length > 120);
    const defs = often.map(([text], i) => {
      this.shared.set(text, `a${i}`);
      return text.replace(/^<g/, `<g id="a${i}"`);
    });
    const drawn = this.text(root, false);
    return drawn.replace('>', `>${defs.length ? `<defs>${defs.join('')}</defs>` : ''}`);
  }
}

const { defs } = await import(new URL('js/art/materials.js', WEB));
const { pictureOf } = await import(new URL('js/pictures.js', WEB));

/** What the page defines once for all its drawings: by id. */
const shared = new Map(
  [...short(defs()).matchAll(/<(linearGradient|radialGradient|pattern|symbol|g) id="([\w-]+)"[^]*?<\/\1>/g)].map(
    ([text, , id]) => [id, text.replace(/\s+/g, ' ')],
  ),
);

/** The definitions a drawing uses, and those that they use. */
function used(text, found = new Map()) {
  for (const [, id] of text.matchAll(/(?:url\(|href=")#([\w-]+)/g)) {
    if (!shared.has(id) || found.has(id)) continue;
    found.set(id, shared.get(id));
    used(shared.get(id), found);
  }
  return found;
}

const pictures = {};
for (const game of JSON.parse(readFileSync(0, 'utf8'))) {
  const svg = new Picture().draw(pictureOf(game, 160, true)).replace(/\bq\d+\b/g, 'ground');
  const parts = [...used(svg).values()].sort().join('');
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}"`;
  pictures[game.name] = `${svg.replace('<svg', head).replace('>', `>${parts ? `<defs>${parts}</defs>` : ''}`)}\n`;
}
console.log(JSON.stringify(pictures));
