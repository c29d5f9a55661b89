// SPDX-License-Identifier: MIT
// One's own page: where one is signed in, the password, leaving for good.

import { changed } from './account.js';
import { get, post } from './api.js';
import { h, show, toast } from './dom.js';
import { go } from './go.js';
import { t } from './words.js';

// Where the account is signed in; anything but this place can be ended from here.
export async function sessionsPanel() {
  const box = h('div', {});
  const when = (s) => new Date(s * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  const draw = async () => {
    const { sessions } = await get('/api/sessions');
    show(
      box,
      h(
        'ul',
        { class: 'rows' },
        sessions.map((s) =>
          h(
            'li',
            {},
            h('span', {}, t('signed in', { when: when(s.since) })),
            s.here
              ? h('span', {}, t('this device'))
              : h('button', { class: 'btn', onclick: () => end(s.id) }, t('sign out there')),
          ),
        ),
      ),
      sessions.length > 1
        ? h('button', { class: 'btn', onclick: () => end('others') }, t('sign out others'))
        : null,
    );
  };
  const end = async (id) => {
    try {
      await post('/api/sessions/end', { id });
      await draw();
    } catch (e) {
      toast(e.message);
    }
  };
  await draw();
  return h('details', {}, h('summary', {}, t('where signed in')), box);
}

export function ownSettings() {
  const old = h('input', { id: 'old', type: 'password', autocomplete: 'current-password' });
  const fresh = h('input', { id: 'new', type: 'password', autocomplete: 'new-password', minlength: 8 });
  const change = async () => {
    try {
      await post('/api/password', { old: old.value, new: fresh.value });
      old.value = fresh.value = '';
      toast(t('password changed'));
    } catch (e) {
      toast(e.message);
    }
  };
  const remove = async () => {
    if (!confirm(t('delete sure'))) return;
    try {
      await post('/api/delete-account', { password: old.value });
      changed();
      go('/');
    } catch (e) {
      toast(e.message);
    }
  };
  return h(
    'details',
    {},
    h('summary', {}, t('password account')),
    h(
      'div',
      { class: 'panel padded' },
      h('label', { for: 'old' }, t('present password')),
      old,
      h('label', { for: 'new' }, t('new password')),
      fresh,
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'btn', onclick: change }, t('change password')),
        h('button', { class: 'btn', onclick: remove }, t('delete account')),
      ),
    ),
  );
}
