// SPDX-License-Identifier: MIT
// Signing in, and the page of a person. They come when they are asked for.

import { account, changed, signOut } from './account.js';
import { get, post } from './api.js';
import { h, show, toast } from './dom.js';
import { matchRows, ownMatches } from './history.js';
import { go } from './go.js';
import { t } from './words.js';

// A link from a mail: /login#mail=WORD.
async function confirmMail() {
  const word = location.hash.match(/^#mail=(\w+)$/);
  if (!word) return;
  try {
    await post('/api/mail/confirm', { word: word[1] });
    toast(t('mail confirmed'));
  } catch (e) {
    toast(e.message);
  }
}

export async function loginScreen(root) {
  await confirmMail();
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
  const forgot = async () => {
    try {
      await post('/api/forgot', { name: name.value });
      toast(t('link on way'));
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const act = (path) => async (e) => {
    e.preventDefault();
    if (!form.reportValidity()) return;
    problem.textContent = '';
    try {
      const invite = location.hash.match(/^#invite=(\w+)$/);
      await post(path, {
        name: name.value,
        password: password.value,
        ...(invite ? { invite: invite[1] } : {}),
      });
      changed();
      go('/');
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const form = h(
    'form',
    { class: 'panel padded', onsubmit: act('/api/login') },
    h('label', { for: 'name' }, t('name')),
    name,
    h('label', { for: 'password' }, t('password'), h('span', { class: 'help' }, t('at least 8'))),
    password,
    h(
      'div',
      { class: 'actions' },
      h('button', { class: 'btn primary', type: 'submit' }, t('sign in')),
      h('button', { class: 'btn', type: 'button', onclick: act('/api/register') }, t('create account')),
      h('button', { class: 'btn quiet', type: 'button', onclick: forgot }, t('forgot it')),
    ),
    problem,
    h(
      'p',
      { class: 'help' },
      t('guest about'),
    ),
  );
  show(root, h('div', { class: 'page narrow' }, h('h1', {}, t('sign in')), form));
}

export async function profileScreen(root, name) {
  const [user, self] = await Promise.all([get('/api/users/' + encodeURIComponent(name)), account()]);
  const own = !self.guest && self.name === user.name;
  const [{ aboutOthers, noticesPanel }, { ownSettings, sessionsPanel }] = await Promise.all([
    import('./notices.js'),
    import('./settings.js'),
  ]);
  const [devices, notices, matches] = own
    ? await Promise.all([sessionsPanel(), noticesPanel(), ownMatches()])
    : [null, null, matchRows(user.matches)];
  show(
    root,
    h(
      'div',
      { class: 'page narrow' },
      h('h1', {}, user.name),
      own
        ? h('p', { class: 'actions first' }, h('button', { class: 'btn', onclick: signOut }, t('sign out')))
        : null,
      user.ratings.length
        ? [
            h('h2', {}, t('ratings')),
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
                    t('rating of', { rating: Math.round(r.rating), give: Math.round(2 * r.rd), n: r.games }),
                  ),
                ),
              ),
            ),
          ]
        : null,
      h('h2', {}, t('matches')),
      matches,
      devices,
      notices,
      own ? ownSettings() : null,
      own || self.guest ? null : aboutOthers(user.name),
      self.moderator
        ? h(
            'p',
            {},
            h(
              'a',
              { href: own ? '/moderation' : `/moderation/${encodeURIComponent(user.name)}` },
              t('moderation'),
            ),
          )
        : null,
    ),
  );
}
