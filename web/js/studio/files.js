// SPDX-License-Identifier: MIT
// Where a text comes from and goes to: games of the shelf to begin with, files of the person's own.

import { games } from '../api.js';
import { h, toast } from '../dom.js';
import { t } from '../words.js';

const MOST = 256 * 1024; // bytes, as the compiler's

/** @param {string} title */
const fileName = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'draft';

/**
 * Gives a text as a file, named after what stands behind its first word.
 * @param {string} text @param {'game'|'deck'} [word] @param {string} [ending]
 */
export function saveFile(text, word = 'game', ending = 'game') {
  const title = new RegExp(`^${word}\\s+"([^"\\n]*)"`, 'm').exec(text)?.[1] || 'draft';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${fileName(title)}.${ending}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Reads the file that was chosen. @param {any} input @param {(text: string) => void} open */
export async function bringFile(input, open) {
  const [file] = input.files;
  input.value = ''; // the same file can be chosen again
  if (!file) return;
  try {
    if (file.size > MOST) throw new Error(t('rules too large'));
    open(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
  } catch (error) {
    toast(error instanceof TypeError ? t('rules no text') : error.message);
  }
}

/** Games of the shelf to begin with. @param {(text: string) => void} open */
export function examplesList(open) {
  const list = h('select', { 'aria-label': t('begin with') }, h('option', { value: '' }, t('begin with')));
  list.addEventListener('change', async () => {
    const name = list.value;
    list.value = '';
    const answer = await fetch(`/engine/rules/${name}.game`);
    if (answer.ok) open(await answer.text());
    else toast(t('no such file'));
  });
  Promise.all([games(), fetch('/engine/files.json').then((answer) => answer.json())])
    .then(([all, { files }]) => {
      const written = all.filter((/** @type {any} */ g) => files.includes(`rules/${g.name}.game`));
      for (const g of written) list.append(h('option', { value: g.name }, g.title));
    })
    .catch(() => {}); // one can write without them
  return list;
}
