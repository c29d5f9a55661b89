// SPDX-License-Identifier: MIT
// One's own page: mails and pushes when it is one's turn in a slow match, and vacations. Others' pages:
// blocking and reporting.

import { get, post } from './api.js';
import { h, show, toast } from './dom.js';
import { scriptUrl } from './trusted.js';
import { t } from './words.js';

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

// This browser's own address for pushes; asks the person if need be.
async function subscribe(key) {
  const worker = await navigator.serviceWorker.register(scriptUrl('/sw.js'));
  await navigator.serviceWorker.ready;
  const sub = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  });
  const { endpoint, keys = {} } = sub.toJSON();
  await post('/api/push', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

async function mailRow(state, again) {
  const input = h('input', { id: 'mail', type: 'email', value: state.mail, maxlength: 120 });
  const set = (mail) => async () => {
    try {
      await post('/api/mail', { mail });
      toast(t(mail ? 'mail sent' : 'mail gone'));
      await again();
    } catch (e) {
      toast(e.message);
    }
  };
  return h(
    'div',
    {},
    h(
      'label',
      { for: 'mail' },
      t('mail'),
      h('span', { class: 'help' }, t('mail for')),
    ),
    h(
      'div',
      { class: 'actions' },
      input,
      h('button', { class: 'btn', onclick: () => set(input.value)() }, t('send link')),
      state.mail ? h('button', { class: 'btn quiet', onclick: set('') }, t('forget it')) : null,
    ),
  );
}

function vacationWords({ until, left }) {
  if (!until) return t('vacation', { n: left });
  const day = new Date(until * 1000).toLocaleDateString([], { dateStyle: 'medium' });
  return t('on vacation', { day });
}

/** What happens when it is one's turn, and vacation. */
export async function noticesPanel() {
  const box = h('div', { class: 'panel padded' });
  const draw = async () => {
    const n = await get('/api/notices');
    const save = async (change) => {
      try {
        if (change.by_push && 'serviceWorker' in navigator) await subscribe(n.push_key);
        await post('/api/notices', { by_mail: n.by_mail, by_push: n.by_push, ...change });
      } catch (e) {
        toast(e.message);
      }
      await draw();
    };
    const check = (name, words, can) =>
      h(
        'label',
        { class: 'tag' },
        h('input', {
          type: 'checkbox',
          checked: n[name],
          disabled: !can,
          onchange: (e) => save({ [name]: e.target.checked }),
        }),
        ` ${words}`,
      );
    const away = async (days) => {
      try {
        await post('/api/vacation', { days });
        await draw();
      } catch (e) {
        toast(e.message);
      }
    };
    const days = h('input', {
      'type': 'number',
      'min': 1,
      'max': n.vacation.left,
      'value': Math.min(7, n.vacation.left),
      'size': 4,
      'aria-label': t('days'),
    });
    show(
      box,
      n.server_mail ? await mailRow(n, draw) : null,
      h(
        'div',
        { class: 'actions' },
        check('by_mail', t('by mail'), n.server_mail && n.mail),
        check('by_push', t('by push'), n.push_key),
      ),
      n.server_mail || n.push_key
        ? null
        : h('p', { class: 'help' }, t('no notices')),
      h('p', {}, vacationWords(n.vacation)),
      h(
        'div',
        { class: 'actions' },
        n.vacation.until
          ? h('button', { class: 'btn', onclick: () => away(0) }, t('i am back'))
          : [
              days,
              h('button', { class: 'btn', onclick: () => away(Number(days.value)) }, t('days off')),
            ],
      ),
    );
  };
  await draw();
  return h('details', {}, h('summary', {}, t('notices')), box);
}

/** Blocking and reporting somebody. */
export function aboutOthers(name) {
  const words = h('input', { 'maxlength': 500, 'aria-label': t('has happened') });
  const act = (path, body, said) => async (e) => {
    e.preventDefault();
    try {
      await post(path, body());
      toast(said);
    } catch (error) {
      toast(error.message);
    }
  };
  return h(
    'details',
    {},
    h('summary', {}, t('block or report')),
    h(
      'div',
      { class: 'panel padded' },
      h(
        'div',
        { class: 'actions' },
        h(
          'button',
          {
            class: 'btn',
            onclick: act(
              '/api/block',
              () => ({ name }),
              t('is blocked', { name }),
            ),
          },
          t('block'),
        ),
        h(
          'button',
          {
            class: 'btn quiet',
            onclick: act('/api/block', () => ({ name, on: false }), t('not blocked', { name })),
          },
          t('unblock'),
        ),
      ),
      h(
        'form',
        {
          class: 'actions',
          onsubmit: act('/api/report', () => ({ name, words: words.value }), t('will read')),
        },
        words,
        h('button', { class: 'btn', type: 'submit' }, t('report')),
      ),
    ),
  );
}
