// SPDX-License-Identifier: MIT
// The page's own words in the reader's language: one file a language in /lang. What games say comes from
// the server.

import english from '../lang/en.js';

/** @type {Object<string, string>} */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', cs: 'Čeština', hr: 'Hrvatski' };

/** @type {Object<string, string>} */
let words = english;
let plurals = new Intl.PluralRules('en');

/** @type {Object<string, string>} */
const known = english;

/** The language chosen here before, or the browser's, or English. */
export function language() {
  const wanted = [localStorage.getItem('language'), ...navigator.languages.map((l) => l.slice(0, 2))];
  return wanted.find((l) => l && LANGUAGES[l]) || 'en';
}

/** Loads the reader's language; the page is drawn after that. */
export async function loadWords() {
  const name = language();
  if (name === 'en') return;
  try {
    words = { ...english, ...(await import(`../lang/${name}.js`)).default };
    document.documentElement.lang = name;
    plurals = new Intl.PluralRules(name);
  } catch {
    words = english; // the page is better in English than not at all
  }
}

/** Loads the words of a part that comes later: /lang/PART has one file a language. @param {string} part */
export async function moreWords(part) {
  const read = async (/** @type {string} */ name) => (await import(`../lang/${part}/${name}.js`)).default;
  words = { ...words, ...(await read(language()).catch(() => read('en'))) };
}

/** "one|many", or "one|few|many" where a language has three forms. @param {string[]} forms @param {any} n */
function formOf(forms, n) {
  const kind = plurals.select(Number(n));
  /** @type {Object<string, number>} */
  const places = { one: 0, few: Math.min(1, forms.length - 1) };
  const at = places[kind];
  return forms[at ?? forms.length - 1];
}

/**
 * The words of `key`, with {name} replaced by what `values` says; forms of one and many are chosen by n.
 * @param {string} key
 * @param {Object<string, any>} [values]
 */
export function t(key, values = {}) {
  const forms = (words[key] ?? known[key] ?? key).split('|');
  const text = forms.length > 1 ? formOf(forms, values.n) : forms[0];
  return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}
