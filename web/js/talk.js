// SPDX-License-Identifier: MIT
// Talk, typed moves and questions ("e4?"), and offers of the others.

import { toast } from './dom.js';
import { meant } from './files.js';
import { whatIsOn } from './model.js';
import { planNode } from './plan.js';
import { skinOf } from './skins.js';
import { act } from './tools.js';
import { v } from './vdom.js';
import { t } from './words.js';

// Talk and typed moves.
export function talkNode(match) {
  const { state } = match;
  const talk = (e) => {
    e.preventDefault();
    const input = e.target.elements.words;
    if (input.value.trim()) match.order({ t: 'chat', text: input.value.trim() });
    input.value = '';
  };
  const typed = (e) => {
    if (e.key !== 'Enter') return;
    const text = e.target.value.trim();
    const asked = text.endsWith('?') ? whatIsOn(match.view.model, text.slice(0, -1)) : null;
    if (asked) toast(asked.join('. ') || t('not here'));
    else if (text) match.hand.send(skinOf(state.match.game).withoutI ? meant(text) : text);
    e.target.value = '';
  };
  return v(
    'div',
    { key: 'talk', class: 'talk' },
    state.ask
      ? v('input', {
          'key': 'typed',
          'class': 'typed',
          'aria-label': t('type'),
          'placeholder': t('type'),
          'onkeydown': typed,
        })
      : null,
    planNode(match),
    state.you.length
      ? [
          v(
            'div',
            { 'key': 'chat', 'class': 'chat', 'role': 'log', 'aria-label': t('talk'), 'tabindex': 0 },
            (state.chat || []).map((m) => v('p', {}, v('strong', {}, m.from, ': '), m.text)),
          ),
          v(
            'form',
            { key: 'say', class: 'say-form', onsubmit: talk },
            v('input', {
              'name': 'words',
              'aria-label': t('say'),
              'placeholder': t('say'),
              'maxlength': 140,
            }),
            v('button', { class: 'btn' }, t('send')),
          ),
        ]
      : null,
  );
}

/** An offer of somebody else. */
export function offerNode(match) {
  const { offer, you } = match.state;
  if (!offer || offer.kind === 'rematch' || !you.length) return null;
  const answer = (yes) => match.order({ t: 'answer', kind: offer.kind, yes });
  return v(
    'div',
    { key: 'offer', class: 'offer panel' },
    v('p', {}, offer.words),
    act(t('accept'), () => answer(true), 'primary'),
    act(t('decline'), () => answer(false)),
  );
}
