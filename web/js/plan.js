// SPDX-License-Identifier: MIT
// Conditional moves: what one will answer to what the others may play, while one waits for them. A plan has
// a line for each way it may go, its moves with a semicolon between them.

import { toast } from './dom.js';
import { meant, shown } from './files.js';
import { skinOf } from './skins.js';
import { v } from './vdom.js';
import { t } from './words.js';

const BETWEEN = ' ; ';

/** The lines of a plan as they are typed: moves by semicolon, lines by line. @param {string} text */
export function readPlan(text) {
  const moves = (line) =>
    line
      .split(';')
      .map((m) => m.trim())
      .filter(Boolean);
  return text
    .split('\n')
    .map(moves)
    .filter((line) => line.length);
}

// Whether plans make sense here: one seat, others who are waited for. Games with something hidden or drawn
// are followed by pages alone.
/** @param {any} match */
function canPlan({ state, shadow }) {
  const { you, ask, match, result } = state;
  const open = !match.hidden && !match.chance;
  return you.length === 1 && !ask && !result && match.state === 'live' && (open || shadow);
}

const withoutI = (match) => skinOf(match.state.match.game).withoutI;

async function keep(match, typed) {
  const lines = withoutI(match) ? typed.map((line) => line.map(meant)) : typed;
  if (match.state.match.hidden || match.state.match.chance) return match.shadow.keep(lines);
  const message = { t: 'plan', seat: match.state.you[0], ply: match.past.lastPly() + 1, lines };
  const answer = await match.socket.send(message);
  if (answer.t === 'refuse') match.refused(answer.why);
  else toast(t(lines.length ? 'plan kept' : 'plan gone'));
  return answer.t !== 'refuse';
}

/** The server says what is planned now. @param {any} match @param {any} said */
export function notePlan(match, { seat, ply, lines }) {
  const others = (match.state.plans || []).filter((p) => p.seat !== seat);
  match.state.plans = lines.length ? [...others, { seat, ply, lines }] : others;
  match.draw();
}

/** @param {any} match */
export function planNode(match) {
  if (!canPlan(match)) return null;
  const plan = (match.state.plans || []).find((p) => p.seat === match.state.you[0]);
  const send = async (e) => {
    e.preventDefault();
    const field = e.target.elements.lines;
    const lines = readPlan(field.value);
    if (lines.length && (await keep(match, lines))) field.value = '';
  };
  return v(
    'details',
    { key: 'plan', class: 'plan' },
    v('summary', {}, t('plan')),
    v('p', { class: 'help' }, t('plan help')),
    plan
      ? [
          v(
            'ol',
            { 'key': 'kept', 'aria-label': t('plan kept') },
            plan.lines.map((line) => v('li', {}, (withoutI(match) ? line.map(shown) : line).join(BETWEEN))),
          ),
          v(
            'button',
            { key: 'forget', class: 'btn small', type: 'button', onclick: () => keep(match, []) },
            t('forget plan'),
          ),
        ]
      : null,
    v(
      'form',
      { key: 'lines', onsubmit: send },
      v('textarea', { 'name': 'lines', 'rows': 2, 'maxlength': 4000, 'aria-label': t('plan lines') }),
      v('button', { class: 'btn' }, t('keep plan')),
    ),
  );
}
