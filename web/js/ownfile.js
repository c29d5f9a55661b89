// SPDX-License-Identifier: MIT
// A deck of one's own on the page of a game: chosen, dropped or written, looked at by the server, with every
// mistake at its line and every card as it will be printed. Loaded where a game reads a file.

import { post } from './api.js';
import { bringStyle, h, show } from './dom.js';
import { moreWords, t } from './words.js';

const MOST = 48 * 1024; // bytes, as the server's
const NUMBERED = 3000; // lines that get a number in the margin

/** What is in a file as text; a sentence is thrown if it is none. @param {File} file */
async function textOf(file) {
  if (file.size > MOST) throw new Error(t('file too large'));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes('\0')) return text;
  } catch {
    // the same sentence
  }
  throw new Error(t('file no text'));
}

/** Objects with a name, in whatever lists: cards, puzzles. @returns {any[]} */
function named(things) {
  if (!things || typeof things !== 'object') return [];
  if (!Array.isArray(things) && typeof things.name === 'string') return [things];
  return Object.values(things).flatMap(named);
}

function card(it) {
  const facts = [it.class, it.copies > 1 ? `× ${it.copies}` : ''].filter(Boolean).join(' ');
  return h('li', {}, h('b', {}, it.name), ' ', h('small', {}, facts), h('p', {}, it.text || ''));
}

/** The margin beside the text: a number a line, wrong ones marked and with what is said about them. */
function drawMargin(margin, text, faults) {
  const lines = Math.min(text.split('\n').length, NUMBERED);
  const said = new Map(faults.map((f) => [f.line, f]));
  show(
    margin,
    Array.from({ length: lines }, (_, i) => {
      const f = said.get(i + 1);
      return h('span', f ? { class: f.warning ? 'odd' : 'wrong', title: f.text } : {}, String(i + 1));
    }),
  );
}

/** Puts the caret where a mistake is; columns count bytes, as the server does. */
function goTo(area, { line, column = 1 }) {
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  const bytes = new TextEncoder().encode(lines[line - 1] || '').slice(0, column - 1);
  area.focus();
  area.setSelectionRange(
    start + new TextDecoder().decode(bytes).length,
    start + (lines[line - 1] || '').length,
  );
  area.scrollTop = (line - 3) * (area.scrollHeight / lines.length);
}

// What is said of the whole file, before what is said of its lines.
function verdict({ fine, faults }, cards) {
  const words = t(!fine ? 'file wrong' : faults.length ? 'file odd' : 'file fine');
  const kinds = fine && cards.length ? ` ${t('kinds', { n: cards.length })}.` : '';
  return h('p', { class: fine ? 'fine' : 'error' }, fine ? '✓ ' : '', words, kinds);
}

/**
 * The whole editor. `setup` tells players and options of the form it stands in.
 * @returns {{node: HTMLElement, text: () => string, check: () => Promise<void>}}
 */
function fileEditor(g, option, setup) {
  const area = /** @type {HTMLTextAreaElement} */ (
    h('textarea', { 'rows': 14, 'wrap': 'off', 'spellcheck': 'false', 'aria-label': option.name })
  );
  const margin = h('div', { 'class': 'margin', 'aria-hidden': 'true' });
  const result = h('div', { class: 'result', role: 'status' });
  let faults = [];
  const draw = () => drawMargin(margin, area.value, faults);
  const forget = () => {
    faults = [];
    show(result);
    draw();
  };
  const take = async (file) => {
    forget();
    try {
      area.value = await textOf(file);
      await check();
    } catch (error) {
      show(result, h('p', { class: 'error' }, error.message));
    }
  };
  const fault = (f) =>
    h(
      'li',
      { class: f.warning ? 'odd' : 'wrong' },
      f.line
        ? h(
            'button',
            { type: 'button', class: 'btn quiet', onclick: () => goTo(area, f) },
            t('at line', { n: f.line }),
          )
        : null,
      ' ',
      f.text,
      f.more ? h('pre', {}, f.more) : null,
    );
  const tell = (answer) => {
    const cards = named(answer.things);
    faults = answer.faults;
    draw();
    show(
      result,
      verdict(answer, cards),
      faults.length ? h('ol', { class: 'faults' }, faults.map(fault)) : null,
      answer.fine && cards.length
        ? h('ul', { class: 'kinds' }, cards.map(card))
        : null,
    );
  };
  async function check() {
    const asked = area.value;
    const unlessChanged = (say) => asked === area.value && say(); // else it is about another text
    try {
      const answer = await post(`/api/games/${g.name}/check`, { ...setup(), file: asked });
      unlessChanged(() => tell(answer));
    } catch (error) {
      unlessChanged(() => show(result, h('p', { class: 'error' }, error.message)));
    }
  }
  area.addEventListener('input', forget);
  area.addEventListener('scroll', () => {
    margin.scrollTop = area.scrollTop;
  });
  draw();
  const node = h(
    'div',
    {
      class: 'own-file',
      ondragover: (e) => e.preventDefault(),
      ondrop: (e) => {
        e.preventDefault();
        if (e.dataTransfer.files[0]) take(e.dataTransfer.files[0]);
      },
    },
    h('p', { class: 'help' }, t('choose file')),
    h('input', {
      'type': 'file',
      'accept': '.cards,.txt,text/plain',
      'aria-label': t('own file', { what: option.name }),
      'onchange': (e) => {
        if (e.target.files[0]) take(e.target.files[0]);
        e.target.value = ''; // the same file can be chosen again once it is mended
      },
    }),
    h('div', { class: 'lines' }, margin, area),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', class: 'btn', onclick: check }, t('check file')),
      h('button', { type: 'submit', class: 'btn primary' }, t('play')),
      h(
        'button',
        {
          type: 'button',
          class: 'btn quiet',
          onclick: () => {
            area.value = '';
            forget();
          },
        },
        t('put away'),
      ),
    ),
    result,
  );
  return { node, text: () => area.value, check };
}

/** A fold with the editor in it, which is drawn when it is opened: its words and looks come then. */
export function ownFile(g, option, setup) {
  const own = {
    node: h('details', {}, h('summary', {}, t('own file', { what: option.name }))),
    text: () => '',
    check: async () => {},
  };
  own.node.addEventListener(
    'toggle',
    async () => {
      await Promise.all([moreWords('own'), bringStyle('ownfile')]);
      const editor = fileEditor(g, option, setup);
      Object.assign(own, { text: editor.text, check: editor.check });
      own.node.append(editor.node);
    },
    { once: true },
  );
  return own;
}
