// SPDX-License-Identifier: MIT
// Publishing: the rules go to the server, which plays them for others in a process of their own; and the
// list of what is published there.

import { account } from '../account.js';
import { get, hasServer, post } from '../api.js';
import { h, show } from '../dom.js';
import { t } from '../words.js';
import { button } from './notes.js';

/** Whether there is a server here that publishes games. */
export const canPublish = () =>
  get('/api/published').then(
    () => hasServer(),
    () => false,
  );

/** @param {any} game @param {(name: string) => void} remove */
const row = ({ name, title, by, open, mine, stopped }, remove) =>
  h(
    'li',
    {},
    h(
      'span',
      {},
      h('strong', {}, title),
      h(
        'small',
        {},
        [by, t(open ? 'published open' : 'published private'), stopped ? t('published stopped') : '']
          .filter(Boolean)
          .join(' · '),
      ),
    ),
    h('span', { class: 'grow' }),
    mine ? h('button', { class: 'btn quiet', onclick: () => remove(name) }, t('take back')) : null,
    stopped ? null : h('a', { class: 'btn', href: `/g/${name}` }, t('play')),
  );

class Publishing {
  /** @param {() => string} text of the rules */
  constructor(text) {
    this.text = text;
    this.problem = h('pre', { class: 'error', role: 'alert', hidden: true });
    this.list = h('ul', { class: 'rows' });
    const gone = () => this.box.remove();
    this.box = h('dialog', { 'class': 'panel publish', 'aria-label': t('publish'), 'onclose': gone });
    this.fill();
    this.draw();
  }

  async fill() {
    const { guest } = await account();
    const choices = [
      button('hand', t('publish private'), () => this.publish(false), 'primary'),
      button('users', t('publish open'), () => this.publish(true), ''),
    ];
    show(
      this.box,
      h('h2', {}, t('publish')),
      h('p', {}, t('publish about')),
      guest
        ? h('p', {}, h('a', { href: '/login' }, t('publish sign in')))
        : h('div', { class: 'row' }, choices),
      this.problem,
      this.list,
      h('button', { class: 'btn', onclick: () => this.box.close() }, t('close')),
    );
  }

  async draw() {
    const { games } = await get('/api/published');
    const remove = (/** @type {string} */ name) => this.act(() => post(`/api/published/${name}/remove`));
    show(
      this.list,
      games.map((/** @type {any} */ game) => row(game, remove)),
    );
  }

  /** Does something about games there; what cannot be done is said here. @param {() => Promise<any>} act */
  async act(act) {
    this.problem.hidden = true;
    this.box.setAttribute('aria-busy', 'true');
    try {
      await act();
      await this.draw();
    } catch (error) {
      this.problem.hidden = false;
      this.problem.textContent = error.message;
    }
    this.box.removeAttribute('aria-busy');
  }

  /** @param {boolean} open */
  publish(open) {
    return this.act(() => post('/api/published', { rules: this.text(), open }));
  }
}

/** Opens what is asked before rules leave this browser. @param {() => string} text of the rules */
export function publishing(text) {
  const { box } = new Publishing(text);
  document.body.append(box);
  box.showModal();
}
