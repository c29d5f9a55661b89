// SPDX-License-Identifier: MIT
// For moderators: what is reported, what is known about somebody, what was done.

import { get, post } from './api.js';
import { h, show, toast } from './dom.js';
import { t } from './words.js';

const when = (s) => new Date(s * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
const fileOf = (name) =>
  name ? h('a', { href: `/moderation/${encodeURIComponent(name)}` }, name) : t('somebody');

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
      t('about whom'),
      h('strong', {}, fileOf(r.about)),
      h('small', {}, r.words),
      h('small', {}, when(r.at), r.match ? [' · ', h('a', { href: `/m/${r.match}` }, t('the match'))] : ''),
    ),
    r.done
      ? h('span', {}, t('settled'))
      : h('button', { class: 'btn', onclick: order('settle', { name: String(r.n) }, after) }, t('settle')),
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
        h('h1', {}, t('moderation')),
        h('h2', {}, t('reports')),
        reports.length
          ? h(
              'ul',
              { class: 'rows' },
              reports.map((r) => report(r, draw)),
            )
          : h('p', { class: 'empty' }, t('nothing waits')),
        h('h2', {}, t('was done')),
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
    const words = h('input', { 'id': 'note', 'maxlength': 500, 'aria-label': t('a note') });
    const days = h('input', {
      'type': 'number',
      'min': 1,
      'max': 3650,
      'value': 7,
      'aria-label': t('days'),
      'size': 5,
    });
    const say = (what) => () => order(what, { name: f.name, days: Number(days.value) }, draw)();
    const button = (what) => h('button', { class: 'btn', onclick: say(what) }, t(what));
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
            t('here since', { when: when(f.since) }),
            f.muted > now ? t('muted until', { when: when(f.muted) }) : '',
            f.banned > now ? t('banned until', { when: when(f.banned) }) : '',
          ]
            .filter(Boolean)
            .join(' · '),
        ),
        h(
          'div',
          { class: 'actions' },
          f.muted > now ? button('unmute') : button('mute'),
          f.banned > now ? button('unban') : button('ban'),
          h('span', {}, days, ' ', t('days for')),
        ),
        h('h2', {}, t('notes')),
        f.notes.length
          ? h(
              'ul',
              { class: 'rows' },
              f.notes.map((n) =>
                h('li', {}, h('span', {}, n.words), h('small', {}, `${n.by} · ${when(n.at)}`)),
              ),
            )
          : h('p', { class: 'empty' }, t('none')),
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
          h('button', { class: 'btn', type: 'submit' }, t('note it')),
        ),
        h('h2', {}, t('reports')),
        f.reports.length
          ? h(
              'ul',
              { class: 'rows' },
              f.reports.map((r) => report(r, draw)),
            )
          : h('p', { class: 'empty' }, t('none')),
      ),
    );
  };
  await draw();
}
