// SPDX-License-Identifier: MIT
// The leaflet of a game. Where a rules file explains itself, its words come first and the
// rules as the program reads them can be opened below.

import { h } from './dom.js';
import { get } from './api.js';

const SOURCE = '\n\nThe rules as the program reads them:\n';

export async function leaflet(name) {
  const { text } = await get(`/api/games/${name}/rules`);
  const at = text.indexOf(SOURCE);
  if (at < 0) return [h('pre', { class: 'leaflet' }, text)];
  const words = text.slice(0, at).split(/\n\n+/).slice(1); // the first are title and list line
  return [
    h('div', { class: 'leaflet' }, words.map((p) => h('p', {}, p.replace(/\n/g, ' ')))),
    h('details', {}, h('summary', {}, 'The rules as the program reads them, options, and how moves are typed'),
      h('pre', { class: 'leaflet' }, text.slice(at + SOURCE.length).trim())),
  ];
}
