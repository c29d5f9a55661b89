// SPDX-License-Identifier: MIT
// The leaflet of a game: its words first, in the reader's language where /lang/leaflets has them, and what is
// for programs and for typing (rules as the program reads them, options, moves) can be opened below.

import { get } from './api.js';
import { h, toast } from './dom.js';
import { language, t } from './words.js';

const SOURCE = '\n\nThe rules as the program reads them:\n';
const FOR_TYPING = /^(Players|Options|Moves|The pieces, unturned)\b/;

/** @param {string} name @returns {Promise<string>} */
const read = async (name) => (await get(`/api/games/${name}/rules`)).text;
/** @param {string} text */
const plain = (text) => text.replace(/\s+/g, ' ').trim();

/**
 * The leaflet in the reader's language, as paragraphs of steps; null where there is none.
 * @param {string} name @returns {Promise<string[][]|null>}
 */
export async function translated(name) {
  if (language() === 'en') return null;
  const file = await import(`../lang/leaflets/${language()}.js`).catch(() => null);
  /** @type {string|undefined} */
  const text = file && file.default[name];
  return text ? text.split('||').map((p) => p.split('|').map(plain)) : null;
}

/** A paragraph, or a list with what stands before it: items begin with a number. @param {string} text */
function paragraph(text) {
  const parts = text.split(/\n(?=\d+\. |\s*\d+\. | {2}\S)/).map(plain);
  const listed = /^\s*\d+\. /.test(text);
  const items = listed ? parts : parts.slice(1);
  return [
    listed ? null : h('p', {}, parts[0]),
    items.length ? h('ul', {}, items.map((item) => h('li', {}, item))) : null,
  ];
}

/** What explains the game, without its title, options and how moves are typed. @param {string} text */
function words(text) {
  const at = text.indexOf(SOURCE);
  const told = (at < 0 ? text : text.slice(0, at)).split(/\n\n+/).slice(1);
  return told.filter((p) => !FOR_TYPING.test(p)).flatMap(paragraph);
}

/** What the game is, in words, as elements. @param {string} name */
export async function told(name) {
  const own = await translated(name);
  if (own) return own.map((steps) => h('p', {}, steps.join(' ')));
  return words(await read(name));
}

/** @param {string} name */
export async function leaflet(name) {
  const [text, explained] = await Promise.all([read(name), told(name)]);
  const at = text.indexOf(SOURCE);
  const rest = at < 0 ? text : text.slice(at + SOURCE.length).trim();
  return [
    h('div', { class: 'leaflet' }, explained),
    h(
      'details',
      {},
      h('summary', {}, t('rules source')),
      h('pre', { class: 'leaflet', tabindex: 0 }, rest),
    ),
  ];
}

/** The leaflet above whatever is on the screen. @param {string} name */
export async function openRules(name) {
  try {
    const words = await leaflet(name);
    const close = h('button', { class: 'btn close', onclick: () => box.close() }, t('close'));
    const box = h(
      'dialog',
      { 'class': 'panel reading', 'aria-label': t('rules'), 'onclose': () => box.remove() },
      close,
      words,
    );
    document.body.append(box);
    box.showModal();
  } catch (e) {
    toast(e.message);
  }
}
