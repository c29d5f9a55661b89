// SPDX-License-Identifier: MIT
// The one line that says what is going on: what is asked, whom one waits for, how to invite.

import { toast } from './dom.js';
import { t } from './words.js';
import { v } from './vdom.js';
import { sentence } from './zones.js';

async function copy(url) {
  try {
    await navigator.clipboard.writeText(url);
    toast(t('copied'));
  } catch {
    toast(t('no copy'));
  }
}

function invitation(path) {
  const url = location.origin + path;
  return v(
    'span',
    { class: 'invite' },
    v('a', { href: path }, url),
    ' ',
    v('button', { class: 'btn', onclick: () => copy(url) }, t('copy')),
  );
}

// Whether what is held goes into one of several lines.
/** @param {any} match */
function laysInLines({ hand, view }) {
  const next = hand.live && hand.picks.picked.length ? hand.open() : null;
  const mine = (/** @type {any} */ z) => z.layout === 'stairs' && z.role === 'mine';
  const lines = next && view.model?.zones.find(mine);
  return Boolean(lines) && lines.items.some((/** @type {any} */ i) => next.has(i.ref));
}

/** @param {any} match */
export function promptNode(match) {
  const s = match.state;
  const { past } = match;
  if (!match.connected) return t('lost connection');
  if (past.now)
    return [
      t('past', { ply: past.now.ply, last: past.lastPly() }),
      ' ',
      v('button', { class: 'btn small', onclick: () => past.look(null) }, t('to present')),
    ];
  if (s.match.state === 'open')
    return [
      t(s.invites && s.invites.length ? 'waiting players' : 'waiting listed'),
      (s.invites || []).map(invitation),
    ];
  if (s.match.state === 'over' && !s.result)
    return [t('given up'), ' ', v('a', { class: 'btn', href: `/g/${s.match.game}` }, t('another'))];
  const ask = s.ask || match.hand.answered;
  if (ask)
    return v('span', { class: 'mine-to-do' }, laysInLines(match) ? t('choose line') : sentence(ask.prompt));
  if (s.result) return t('over');
  const names = (s.match.turn || []).map((p) => s.match.players[p].name).join(t('and'));
  return names ? t('waiting for', { names }) : '';
}
