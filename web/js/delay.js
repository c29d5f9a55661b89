// SPDX-License-Identifier: MIT
// Watchers who see a match some time later: chosen where it is made, told to whoever watches.

import { h } from './dom.js';
import { v } from './vdom.js';
import { t } from './words.js';

const SECONDS = [0, 60, 300, 900, 3600];

const words = (seconds) => (seconds ? t('minutes later', { n: seconds / 60 }) : t('at once'));

/** The field of a form; `usual` is what the server does if nothing is said. @param {string} [usual] */
export function delayField(usual) {
  const choices = SECONDS.map((s) => h('option', { value: s }, words(s)));
  return [
    h('label', { for: 'delay' }, t('watchers see it')),
    h('select', { id: 'delay', name: 'delay' }, usual ? h('option', { value: '' }, usual) : null, choices),
  ];
}

/** What the field says; undefined: as usual. @param {HTMLFormElement} form */
export function readDelay(form) {
  const { value } = /** @type {HTMLSelectElement} */ (form.elements.namedItem('delay'));
  return value === '' ? undefined : Number(value);
}

/** For whoever watches: how old this is. @param {any} match */
export function delayNode(match) {
  const { you, match: about, result } = match.state;
  if (!about.delay || you.length || result) return null;
  const n = about.delay / 60;
  const old = Number.isInteger(n) ? t('minutes later', { n }) : `${about.delay} s`;
  return v('p', { key: 'delay', class: 'help delay' }, `${t('watchers see it')} ${old}`);
}
