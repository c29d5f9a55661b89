// SPDX-License-Identifier: MIT
// The page's own words in the reader's language: one file a language in /lang. What games say comes from
// the server.

import english from '../lang/en.js';

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', cs: 'Čeština', hr: 'Hrvatski' };

let words = english;

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
  } catch {
    words = english; // the page is better in English than not at all
  }
}

/** Loads the words of a part of the page that comes later: /lang/PART has one file a language. */
export async function moreWords(part) {
  const read = async (name) => (await import(`../lang/${part}/${name}.js`)).default;
  words = { ...words, ...(await read(language()).catch(() => read('en'))) };
}

/**
 * The words of `key`, with {name} replaced by what `values` says; `one` of "one|many" is chosen by n.
 * @param {string} key
 * @param {Object<string, any>} [values]
 */
export function t(key, values = {}) {
  const found = words[key] ?? english[key] ?? key;
  const [one, many] = found.split('|');
  const text = many !== undefined && Number(values.n) !== 1 ? many : one;
  return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}
