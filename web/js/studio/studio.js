// SPDX-License-Identifier: MIT
// The studio: a rules file on the left with what the compiler says of it while one types, and on the right
// the board it makes, its tests, and what bots find out about it. Everything happens in this browser, unless
// the rules are published.

import { bringStyle, h, hasEngine, show, toast } from '../dom.js';
import { moreWords, t } from '../words.js';
import { Balance } from './balance.js';
import { Checks } from './checks.js';
import { Editor } from './editor.js';
import { Extras } from './extras.js';
import { bringFile, examplesList, saveFile } from './files.js';
import { noteOf, testsOf } from './messages.js';
import { button, messageNode, testNodes } from './notes.js';
import { canPublish, publishing } from './publish.js';
import { packed, unpacked } from './share.js';
import { STARTER } from './starter.js';
import { DraftTable } from './table.js';

const KEPT = 'studio draft'; // where the text is kept between visits
const DEAL_REST = 400; // ms without a key before the board changes

class Studio {
  /** @param {HTMLElement} root @param {[string, string, string][]} words */
  constructor(root, words) {
    this.editor = new Editor(words, () => this.changed());
    this.table = new DraftTable({ moved: () => this.extras.moved(), dealt: () => this.extras.dealt() });
    this.extras = new Extras((question) => this.table.ask(question));
    this.balance = new Balance(() => this.checks.fine);
    this.checks = new Checks(() => this.editor.text, {
      checked: (text, report) => this.checked(text, report),
      tested: (text, report) => this.tested(text, report),
      failed: (what, n, message) => this.failed(what ? t(what, { n }) : message),
    });
    this.messages = h('ol', { 'class': 'messages', 'aria-label': t('messages') });
    this.state = h('p', { class: 'state', role: 'status' });
    this.tests = h('section', { 'class': 'panel tests', 'aria-label': t('tests') });
    /** @type {any} */
    this.timer = 0;
    this.careful = false; // tests wait for a click
    this.file = h('input', {
      type: 'file',
      accept: '.game,.txt,text/plain',
      hidden: true,
      onchange: () => bringFile(this.file, (text) => this.open(text)),
    });
    this.publish = button('users', t('publish'), () => publishing(() => this.editor.text), 'quiet');
    this.publish.hidden = true;
    canPublish().then((can) => {
      this.publish.hidden = !can;
    });
    show(root, this.page());
  }

  page() {
    const pick = examplesList((text) => this.open(text));
    return h(
      'div',
      { class: 'studio' },
      h('h1', { class: 'visually-hidden' }, t('studio')),
      h(
        'section',
        { 'class': 'panel text', 'aria-label': t('rules text') },
        h(
          'div',
          { class: 'row head' },
          pick,
          h('a', { class: 'btn quiet', href: '/studio#cards' }, t('cards')),
          h('span', { class: 'grow' }),
          button('tidy', t('tidy'), () => this.tidy(), 'quiet'),
          button('open', t('open file'), () => this.file.click(), 'quiet'),
          button('save', t('save file'), () => saveFile(this.editor.text), 'quiet'),
          this.publish,
          button('share', t('share'), () => this.share(), 'primary'),
          this.file,
        ),
        this.editor.node,
        this.messages,
        this.state,
      ),
      h('div', { class: 'beside' }, this.table.node, this.extras.nodes, this.tests, this.balance.node),
    );
  }

  /**
   * Another text.
   * @param {string} text
   * @param {boolean} [careful] it came by a link: nothing runs by itself
   */
  open(text, careful = false) {
    this.editor.open(text);
    this.changed(careful);
  }

  changed(careful = false) {
    clearTimeout(this.timer);
    this.careful = careful;
    localStorage.setItem(KEPT, this.editor.text);
    this.drawTests(null);
    this.balance.forget();
    this.table.old(true);
    this.checks.changed(careful);
  }

  // --- What the compiler says --------------------------------------------------

  /** @param {string} text @param {any} report */
  checked(text, report) {
    if (text !== this.editor.text) return; // it is about an older text
    this.say(report);
    clearTimeout(this.timer);
    if (report.errors) return;
    this.timer = setTimeout(() => this.deal(text), this.table.dealt ? DEAL_REST : 0);
  }

  /** @param {string} text */
  deal(text) {
    this.table.deal(text);
    this.table.old(false);
  }

  /** @param {string} text @param {any} report */
  tested(text, report) {
    if (text !== this.editor.text) return;
    this.say(report);
    this.drawTests(report.messages);
  }

  /** @param {any} report */
  say(report) {
    const lines = this.editor.text.split('\n');
    const notes = report.messages.map((/** @type {any} */ m) => noteOf(m, lines));
    this.editor.mark(notes);
    show(
      this.messages,
      notes.map((/** @type {any} */ note) => messageNode(note, this.editor)),
    );
    this.messages.hidden = !notes.length;
    const wrong = notes.find((/** @type {any} */ n) => n.kind === 'wrong');
    const words = wrong ? t('mistakes', { n: report.errors, line: wrong.line }) : t('no mistakes');
    this.tell(words, Boolean(wrong));
  }

  /** @param {string} words @param {boolean} bad */
  tell(words, bad) {
    this.state.className = bad ? 'state error' : 'state';
    show(
      this.state,
      h('b', {}, words),
      h('span', {}, t('n lines', { n: this.editor.text.split('\n').length })),
    );
  }

  /** The compiler or a test was stopped, or failed. @param {string} words */
  failed(words) {
    this.tell(words, true);
  }

  /** @param {any[]|null} messages of a run; null = there was none */
  drawTests(messages) {
    const list = testsOf(this.editor.text.split('\n'), messages);
    const run = !messages && this.careful ? () => this.checks.test() : null;
    show(
      this.tests,
      testNodes(list, run, (place) => this.editor.goTo(place)),
    );
  }

  // --- What the person asks for --------------------------------------------------

  async tidy() {
    const text = await this.checks.formatted(this.editor.text);
    if (text === null) toast(t('mend first'));
    else if (text !== this.editor.text) this.editor.replace(0, this.editor.text.length, text);
  }

  async share() {
    const letters = await packed(this.editor.text);
    if (!letters) {
      toast(t('too long to share'));
      return;
    }
    history.replaceState(null, '', `/studio#${letters}`);
    const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error());
    await copied.then(
      () => toast(t('link copied')),
      () => toast(t('link in address')),
    );
  }

  leave() {
    clearTimeout(this.timer);
    this.checks.leave();
    this.balance.stop();
    this.table.leave();
  }
}

/** @param {HTMLElement} root */
export async function studioScreen(root) {
  const words = fetch(new URL('./words.json', import.meta.url)).then((answer) => answer.json());
  await Promise.all([moreWords('studio'), bringStyle('studio'), words]);
  if (!hasEngine()) throw new Error(t('no engine'));
  document.title = `${t('studio')} · Tessera`;
  if (location.hash === '#cards') {
    const { DeckStudio } = await import('./deck.js');
    const decks = new DeckStudio(root);
    return () => decks.leave();
  }
  const studio = new Studio(root, await words);
  // A link may be followed while the studio is open: only the end of the address changes then.
  const follow = async () => {
    const isLink = /^#r\d+\./.test(location.hash);
    const shared = isLink ? await unpacked(location.hash) : null;
    if (isLink && shared === null) toast(t('broken link'));
    if (shared !== null) studio.open(shared, true);
    return shared;
  };
  if ((await follow()) === null) studio.open(localStorage.getItem(KEPT) ?? STARTER);
  addEventListener('hashchange', follow);
  return () => {
    removeEventListener('hashchange', follow);
    studio.leave();
  };
}
