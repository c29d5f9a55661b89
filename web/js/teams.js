// SPDX-License-Identifier: MIT
// Teams: people who play events together.

import { account } from './account.js';
import { get, post } from './api.js';
import { h, show, toast } from './dom.js';
import { go } from './go.js';
import { t } from './words.js';

const row = (x) =>
  h(
    'li',
    {},
    h('span', {}, h('strong', {}, x.name), x.members ? h('small', {}, t('in it', { n: x.members })) : null),
    h('a', { class: 'btn', href: x.url }, t('look at')),
  );

export async function teamsScreen(root) {
  const [list, me] = await Promise.all([get('/api/teams'), account()]);
  const name = h('input', { id: 'team', required: true, maxlength: 20 });
  const make = async (e) => {
    e.preventDefault();
    try {
      go((await post('/api/teams', { name: name.value })).url);
    } catch (error) {
      toast(error.message);
    }
  };
  show(
    root,
    h(
      'div',
      { class: 'page narrow club' },
      h('h1', {}, t('teams')),
      list.yours.length ? [h('h2', {}, t('yours')), h('ul', { class: 'rows' }, list.yours.map(row))] : null,
      h('h2', {}, t('all list')),
      list.teams.length
        ? h('ul', { class: 'rows' }, list.teams.map(row))
        : h('p', { class: 'empty' }, t('none yet')),
      me.guest
        ? null
        : h(
            'form',
            { class: 'panel padded', onsubmit: make },
            h('label', { for: 'team' }, t('make team')),
            name,
            h(
              'div',
              { class: 'actions' },
              h('button', { class: 'btn primary', type: 'submit' }, t('make it')),
            ),
          ),
    ),
  );
}

export async function teamScreen(root, id) {
  const path = `/api/teams/${id}`;
  const me = await account();
  const draw = async () => {
    const { team, members, leader } = await get(path);
    const act = (what, body) => async () => {
      try {
        await post(`${path}/${what}`, body);
        await draw();
      } catch (e) {
        if (e.status === 404) go('/teams');
        else toast(e.message);
      }
    };
    const inside = members.includes(me.name);
    show(
      root,
      h(
        'div',
        { class: 'page narrow club' },
        h('h1', {}, team.name),
        h('p', { class: 'help' }, leader ? t('led by', { name: leader }) : ''),
        me.guest
          ? null
          : h(
              'div',
              { class: 'actions' },
              h(
                'button',
                { class: inside ? 'btn' : 'btn primary', onclick: act(inside ? 'leave' : 'join') },
                t(inside ? 'team leave' : 'join'),
              ),
            ),
        h(
          'ul',
          { class: 'rows' },
          members.map((name) =>
            h(
              'li',
              {},
              h('a', { href: `/u/${encodeURIComponent(name)}` }, name),
              leader === me.name && name !== me.name
                ? h('button', { class: 'btn quiet', onclick: act('leave', { name }) }, t('put out'))
                : h('span', {}, name === leader ? t('leader') : ''),
            ),
          ),
        ),
      ),
    );
  };
  await draw();
}
