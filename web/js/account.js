// SPDX-License-Identifier: MIT
// Who you are: a guest or an account, and what the bar says of it.

import { h, show, toast } from './dom.js';
import { get, post } from './api.js';
import { avatar } from './art/signs.js';
import { drawing } from './svgtext.js';
import { t } from './words.js';
import { go } from './go.js';

/** @type {Promise<any>|null} */
let asked = null;

/** Who you are; the server is asked once, and again after it could not answer. */
export function account() {
  asked =
    asked ||
    get('/api/me').catch((e) => {
      asked = null;
      throw e;
    });
  return asked;
}

export const changed = () => {
  asked = null;
  dispatchEvent(new Event('account'));
};

/** Ends the session and goes back to the games. */
export async function signOut() {
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
        h('b', {}, user.name),
      ),
      user.guest ? h('a', { href: '/login' }, t('sign in')) : null,
    );
  } catch {
    show(bar);
  }
}
