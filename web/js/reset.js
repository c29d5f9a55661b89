// SPDX-License-Identifier: MIT
// A new password by a link from a mail or of the operator's: /reset.html#WORD. The word is behind the # and
// so in no log.

import { post } from './api.js';
import { h, show } from './dom.js';
import { t } from './words.js';

const signIn = () => h('p', {}, h('a', { class: 'btn', href: '/login' }, t('sign in')));

/** @param {Element} root */
export function resetScreen(root) {
  const problem = h('p', { class: 'error', role: 'alert' });
  const password = h('input', {
    id: 'password',
    type: 'password',
    autocomplete: 'new-password',
    required: true,
    minlength: 8,
  });
  const keep = async (/** @type {Event} */ e) => {
    e.preventDefault();
    problem.textContent = '';
    try {
      await post('/api/reset', { word: location.hash.slice(1), password: password.value });
      show(box, h('h1', {}, t('new password')), h('p', { role: 'status' }, t('password kept')), signIn());
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const form = h(
    'form',
    { onsubmit: keep },
    h('label', {}, t('new password'), password),
    problem,
    h('button', { class: 'btn primary', type: 'submit' }, t('keep password')),
  );
  const box = h('div', { class: 'panel padded' }, h('h1', {}, t('new password')), form);
  document.title = `${t('new password')} · Tessera`;
  show(root, h('div', { class: 'page narrow' }, box));
}
