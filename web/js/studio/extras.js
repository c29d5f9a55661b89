// SPDX-License-Identifier: MIT
// What a designer may look into below the board, each fetched when it is first unfolded: a turn choice by
// choice, and the automaton that the rules have become.

import { h } from '../dom.js';
import { t } from '../words.js';

/**
 * A fold whose inside comes when it is opened, and is told when what it shows is another.
 * @param {string} words @param {() => Promise<{node: any, look: () => void}>} bring
 */
function fold(words, bring) {
  /** @type {Promise<{node: any, look: () => void}>|null} */
  let inside = null;
  const node = h('details', { class: 'panel extra' }, h('summary', {}, words));
  node.addEventListener('toggle', async () => {
    if (!node.open) return;
    inside = inside || bring();
    const { node: shown, look } = await inside;
    node.append(shown);
    look();
  });
  return { node, changed: () => node.open && inside?.then(({ look }) => look()) };
}

export class Extras {
  /** @param {(question: any) => Promise<any>} ask the table */
  constructor(ask) {
    const made = (/** @type {any} */ part) => ({ node: part.node, look: () => part.look() });
    this.steps = fold(t('steps'), async () => made(new (await import('./steps.js')).Steps(ask)));
    this.automaton = fold(t('automaton'), async () =>
      made(new (await import('./automaton.js')).AutomatonPicture(ask)),
    );
    this.nodes = h('div', { class: 'extras' }, this.steps.node, this.automaton.node);
  }

  /** A move was made on the board. */
  moved() {
    this.steps.changed();
  }

  /** Other rules lie there. */
  dealt() {
    this.steps.changed();
    this.automaton.changed();
  }
}
