// SPDX-License-Identifier: MIT
// For moderators: what is reported, what is known about somebody, what was done.

import { get, post } from './api.js';
import { h, show, toast } from './dom.js';

const when = (s) => new Date(s * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
const fileOf = (name) =>
  name ? h('a', { href: `/moderation/${encodeURIComponent(name)}` }, name) : 'somebody';

const order = (what, body, after) => async () => {
  try {
    await post(`/api/moderation/${what}`, body);
    await after();
  } catch (e) {
    toast(e.message);
  }
};

function report(r, after) {
  return h(
    'li',
    {},
    h(
      'span',
      {},
      fileOf(r.by),
      ' about ',
      h('strong', {}, fileOf(r.about)),
      h('small', {}, r.words),
      h('small', {}, when(r.at), r.match ? [' · ', h('a', { href: `/m/${r.match}` }, 'the match')] : ''),
    ),
    r.done
      ? h('span', {}, 'settled')
      : h('button', { class: 'btn', onclick: order('settle', { name: String(r.n) }, after) }, 'Settled'),
  );
}

export async function deskScreen(root) {
  const draw = async () => {
    const { reports, audit } = await get('/api/moderation');
    show(
      root,
      h(
        'div',
        { class: 'page narrow club' },
        h('h1', {}, 'Moderation'),
        h('h2', {}, 'Reports'),
        reports.length
          ? h(
              'ul',
              { class: 'rows' },
              reports.map((r) => report(r, draw)),
            )
          : h('p', { class: 'empty' }, 'Nothing waits.'),
        h('h2', {}, 'What was done'),
        h(
          'ul',
          { class: 'rows' },
          audit.map((a) =>
            h(
              'li',
              {},
              h('span', {}, h('strong', {}, a.what.do), ' ', a.what.name, h('small', {}, a.what.more)),
              h('small', {}, `${a.by} · ${when(a.at)}`),
            ),
          ),
        ),
      ),
    );
  };
  await draw();
}

export async function fileScreen(root, name) {
  const draw = async () => {
    const f = await get(`/api/moderation/${encodeURIComponent(name)}`);
    const now = Date.now() / 1000;
    const words = h('input', { 'id': 'note', 'maxlength': 500, 'aria-label': 'A note' });
    const days = h('input', {
      'type': 'number',
      'min': 1,
      'max': 3650,
      'value': 7,
      'aria-label': 'Days',
      'size': 5,
    });
    const say = (what) => () => order(what, { name: f.name, days: Number(days.value) }, draw)();
    const button = (what, text) => h('button', { class: 'btn', onclick: say(what) }, text);
    show(
      root,
      h(
        'div',
        { class: 'page narrow club' },
        h('h1', {}, f.name),
        h(
          'p',
          { class: 'help' },
          [
            `here since ${when(f.since)}`,
            f.muted > now ? `muted until ${when(f.muted)}` : '',
            f.banned > now ? `banned until ${when(f.banned)}` : '',
          ]
            .filter(Boolean)
            .join(' · '),
        ),
        h(
          'div',
          { class: 'actions' },
          f.muted > now ? button('unmute', 'Unmute') : button('mute', 'Mute'),
          f.banned > now ? button('unban', 'Unban') : button('ban', 'Ban'),
          h('span', {}, 'for ', days, ' days'),
        ),
        h('h2', {}, 'Notes'),
        f.notes.length
          ? h(
              'ul',
              { class: 'rows' },
              f.notes.map((n) =>
                h('li', {}, h('span', {}, n.words), h('small', {}, `${n.by} · ${when(n.at)}`)),
              ),
            )
          : h('p', { class: 'empty' }, 'None.'),
        h(
          'form',
          {
            class: 'actions',
            onsubmit: (e) => {
              e.preventDefault();
              order('note', { name: f.name, words: words.value }, draw)();
            },
          },
          words,
          h('button', { class: 'btn', type: 'submit' }, 'Note it'),
        ),
        h('h2', {}, 'Reports'),
        f.reports.length
          ? h(
              'ul',
              { class: 'rows' },
              f.reports.map((r) => report(r, draw)),
            )
          : h('p', { class: 'empty' }, 'None.'),
      ),
    );
  };
  await draw();
}
