// SPDX-License-Identifier: MIT
// Where an analysis comes from: a match of this device or of the server, a record in a file, or the start of
// a game.

import { game } from '../api.js';
import { answer } from '../local.js';
import { t } from '../words.js';

const MOST = 4 * 1024 * 1024; // bytes of a record

/** What a record is of: the lines before `begin` say so, fields between tabs. @param {string} record */
export function setupOf(record) {
  const head = record
    .split('\nbegin\n')[0]
    .split('\n')
    .map((line) => line.split('\t'));
  const field = (/** @type {string} */ name) => head.find(([first]) => first === name)?.[1];
  const options = Object.fromEntries(
    head.filter(([first]) => first === 'option').map(([, name, value]) => [name, value]),
  );
  return { game: field('game') || '', players: Number(field('players')) || undefined, options, record };
}

/** The record that was chosen as a file. @param {any} input */
export async function readRecord(input) {
  const [file] = input.files;
  input.value = '';
  if (!file) throw new Error(t('no file'));
  if (file.size > MOST) throw new Error(t('record too large'));
  const setup = setupOf(await file.text());
  if (!(await game(setup.game))) throw new Error(t('no record'));
  return setup;
}

/** The record of a match of the server. @param {string} id */
async function fetched(id) {
  const response = await fetch(`/api/matches/${encodeURIComponent(id)}/record`);
  if (!response.ok) throw new Error(t('no such game', { name: id }));
  return response.text();
}

/** @param {string} name a match, or a game */
export async function source(name) {
  if (await game(name)) return { game: name, record: '' };
  if (!name.startsWith('local-')) return setupOf(await fetched(name));
  const { status, body } = await answer('GET', `/api/matches/${name}/record`);
  if (status !== 200) throw new Error(body.error);
  return setupOf(body.text);
}
