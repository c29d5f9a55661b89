// SPDX-License-Identifier: MIT
// Light or dark, sound, language: what this browser remembers of how the page shall be, and where it is
// changed.

import { icon } from './art/signs.js';
import { h } from './dom.js';
import { setVolume, volume } from './sound.js';
import { drawing } from './svgtext.js';
import { LANGUAGES, language, t } from './words.js';

const wants = matchMedia('(prefers-color-scheme: dark)');

/** Puts the chosen theme on the page; without a choice, the device's. */
export function applyTheme() {
  const chosen = localStorage.getItem('theme');
  document.documentElement.dataset.theme = chosen || (wants.matches ? 'dark' : 'light');
}
wants.addEventListener('change', applyTheme);

function radio(name, label, value, current, act) {
  const id = `${name}-${value || 'auto'}`;
  const box = h('input', { type: 'radio', name, id, checked: value === current, onchange: () => act(value) });
  return h('label', { for: id, class: 'tag' }, box, label);
}

function setTheme(value) {
  if (value) localStorage.setItem('theme', value);
  else localStorage.removeItem('theme');
  applyTheme();
}

function setLanguage(value) {
  localStorage.setItem('language', value);
  location.reload();
}

/** The dialog behind the gear. */
export function openLook() {
  const theme = localStorage.getItem('theme') || '';
  const loud = h('input', {
    'type': 'range',
    'min': 0,
    'max': 100,
    'value': Math.round(volume() * 100),
    'aria-label': t('sound'),
    'oninput': (e) => setVolume(Number(e.target.value) / 100),
  });
  const box = h(
    'dialog',
    { 'class': 'panel sheet', 'aria-label': t('look'), 'onclose': () => box.remove() },
    h('h2', {}, t('look')),
    h(
      'fieldset',
      {},
      h('legend', {}, t('theme light') + ' / ' + t('theme dark')),
      radio('theme', t('theme auto'), '', theme, setTheme),
      radio('theme', t('theme light'), 'light', theme, setTheme),
      radio('theme', t('theme dark'), 'dark', theme, setTheme),
    ),
    h('fieldset', {}, h('legend', {}, t('sound')), loud),
    h(
      'fieldset',
      {},
      h('legend', {}, t('language')),
      Object.entries(LANGUAGES).map(([value, name]) =>
        radio('language', name, value, language(), setLanguage),
      ),
    ),
    h('p', { class: 'small' }, t('keys')),
    h('button', { class: 'btn primary', onclick: () => box.close() }, t('close')),
  );
  document.body.append(box);
  box.showModal();
}

export const gear = () =>
  h(
    'button',
    { 'class': 'btn quiet icon', 'aria-label': t('look'), 'title': t('look'), 'onclick': openLook },
    drawing(icon('gear')),
  );
