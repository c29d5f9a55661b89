// SPDX-License-Identifier: MIT
// Who you are: guest, account, profile.

import { h, show, toast } from './dom.js';
import { get, post } from './api.js';
import { avatar } from './art/signs.js';
import { drawing } from './svgtext.js';
import { t } from './words.js';
import { go } from './main.js';
import { matchRows, ownMatches } from './history.js';

let me = null;

export async function account() {
  me = me || (await get('/api/me'));
  return me;
}

const changed = () => {
  me = null;
  dispatchEvent(new Event('account'));
};

async function signOut(e) {
  e.preventDefault();
  try {
    await post('/api/logout');
    changed();
    go('/');
  } catch (error) {
    toast(error.message);
  }
}

export async function accountBar(bar) {
  try {
    const user = await account();
    show(
      bar,
      h(
        'a',
        { href: user.guest ? '/history' : `/u/${encodeURIComponent(user.name)}` },
        drawing(avatar(user.name, 0, 's')),
        user.name,
      ),
      user.guest
        ? h('a', { href: '/login' }, t('sign in'))
        : h('a', { href: '/', onclick: signOut }, t('sign out')),
    );
  } catch {
    show(bar);
  }
}

export async function loginScreen(root) {
  const problem = h('p', { class: 'error', role: 'alert' });
  const name = h('input', {
    id: 'name',
    name: 'name',
    autocomplete: 'username',
    required: true,
    maxlength: 20,
  });
  const password = h('input', {
    id: 'password',
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
    minlength: 8,
  });
  const act = (path) => async (e) => {
    e.preventDefault();
    if (!form.reportValidity()) return;
    problem.textContent = '';
    try {
      await post(path, { name: name.value, password: password.value });
      changed();
      go('/');
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const form = h(
    'form',
    { class: 'panel padded', onsubmit: act('/api/login') },
    h('label', { for: 'name' }, 'Name'),
    name,
    h('label', { for: 'password' }, 'Password ', h('span', { class: 'help' }, 'at least 8 characters')),
    password,
    h(
      'div',
      { class: 'actions' },
      h('button', { class: 'btn primary', type: 'submit' }, 'Sign in'),
      h('button', { class: 'btn', type: 'button', onclick: act('/api/register') }, 'Create an account'),
    ),
    problem,
    h(
      'p',
      { class: 'help' },
      'You can play everything as a guest. An account keeps your history and ratings; ' +
        'matches you played as a guest come along.',
    ),
  );
  show(root, h('div', { class: 'page narrow' }, h('h1', {}, t('sign in')), form));
}

// Where the account is signed in; anything but this place can be ended from here.
async function sessionsPanel() {
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
            h('span', {}, `Signed in ${when(s.since)}`),
            s.here
              ? h('span', {}, 'this device')
              : h('button', { class: 'btn', onclick: () => end(s.id) }, 'Sign out there'),
          ),
        ),
      ),
      sessions.length > 1
        ? h('button', { class: 'btn', onclick: () => end('others') }, 'Sign out everywhere else')
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
  return h('details', {}, h('summary', {}, 'Where you are signed in'), box);
}

function ownSettings() {
  const old = h('input', { id: 'old', type: 'password', autocomplete: 'current-password' });
  const fresh = h('input', { id: 'new', type: 'password', autocomplete: 'new-password', minlength: 8 });
  const change = async () => {
    try {
      await post('/api/password', { old: old.value, new: fresh.value });
      old.value = fresh.value = '';
      toast('Your password is changed. Other devices are signed out.');
    } catch (e) {
      toast(e.message);
    }
  };
  const remove = async () => {
    if (!confirm('Delete your account for good? Your name and ratings go; records of finished matches stay.'))
      return;
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
    h('summary', {}, 'Password and account'),
    h(
      'div',
      { class: 'panel padded' },
      h('label', { for: 'old' }, 'Present password'),
      old,
      h('label', { for: 'new' }, 'New password'),
      fresh,
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'btn', onclick: change }, 'Change password'),
        h('button', { class: 'btn', onclick: remove }, 'Delete account'),
      ),
    ),
  );
}

export async function profileScreen(root, name) {
  const [user, self] = await Promise.all([get('/api/users/' + encodeURIComponent(name)), account()]);
  const own = !self.guest && self.name === user.name;
  const [devices, matches] = own
    ? await Promise.all([sessionsPanel(), ownMatches()])
    : [null, matchRows(user.matches)];
  show(
    root,
    h(
      'div',
      { class: 'page narrow' },
      h('h1', {}, user.name),
      user.ratings.length
        ? [
            h('h2', {}, 'Ratings'),
            h(
              'ul',
              { class: 'rows' },
              user.ratings.map((r) =>
                h(
                  'li',
                  {},
                  h('strong', {}, r.game),
                  h(
                    'span',
                    {},
                    `${Math.round(r.rating)} ± ${Math.round(2 * r.rd)} after ${r.games}
games`,
                  ),
                ),
              ),
            ),
          ]
        : null,
      h('h2', {}, 'Matches'),
      matches,
      devices,
      own ? ownSettings() : null,
    ),
  );
}
