// SPDX-License-Identifier: MIT
// The leaflet of a game. Where a rules file explains itself, its words come first and the rules as the
// program reads them can be opened below.

import { get } from './api.js';
import { h, toast } from './dom.js';
import { t } from './words.js';

const SOURCE = '\n\nThe rules as the program reads them:\n';

const read = async (name) => (await get(`/api/games/${name}/rules`)).text;

/** The paragraphs before the rules as the program reads them; the first are title and list line. */
const paragraphs = (text, at) =>
  (at < 0 ? [] : text.slice(0, at).split(/\n\n+/).slice(1)).map((p) => h('p', {}, p.replace(/\n/g, ' ')));

/** What a rules file says of itself in words, by paragraphs; none where the leaflet is a table. */
export async function told(name) {
  const text = await read(name);
  return paragraphs(text, text.indexOf(SOURCE));
}

export async function leaflet(name) {
  const text = await read(name);
  const at = text.indexOf(SOURCE);
  if (at < 0) return [h('pre', { class: 'leaflet', tabindex: 0 }, text)];
  return [
    h('div', { class: 'leaflet' }, paragraphs(text, at)),
    h(
      'details',
      {},
      h('summary', {}, t('rules source')),
      h('pre', { class: 'leaflet', tabindex: 0 }, text.slice(at + SOURCE.length).trim()),
    ),
  ];
}

/** The leaflet above whatever is on the screen. */
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
