// SPDX-License-Identifier: MIT
// What the drawings need to know of a match besides its scene: what may be picked, what is held, who plays.

import { drawItem } from './items.js';
import { theBoard } from './model.js';
import { written } from './notation.js';
import { plates } from './panel.js';
import { promptNode } from './prompt.js';
import { polySvg } from './puzzle.js';
import { skinOf } from './skins.js';
import { MANY, placeName } from './states.js';
import { v } from './vdom.js';
import { waitingNode } from './waiting.js';
import { t } from './words.js';
import { sentence } from './zones.js';

/** @type {Set<number>} */
const NONE = new Set();

/** The item with a ref, or null. @param {import('./model.js').Model} model @param {number} ref */
export function itemOf(model, ref) {
  if (!ref) return null;
  for (const zone of model.zones) {
    const found = zone.items.find((i) => i.ref === ref);
    if (found) return found;
  }
  return null;
}

// What stands on a place is told rather than the place.
function manOn(model, item) {
  const here = (i) => i.row === item.row && i.col === item.col && !i.ref && i.label && i.kind !== 'cell';
  return model.zones[item.zone].items.find(here) || item;
}

function pickedItem(model, hand) {
  return hand.turn ? hand.turn.item : itemOf(model, hand.picks.picked[0]);
}

// Whose man it is need not be said to whom it belongs, nor how a piece lies that is seen.
const OWN_SIDE = /^(white|black) (?=.+ on )|, r\d.*/i;

// What the move under the pointer does, if the game says so; else what is held.
function hint(model, hand) {
  const move = hand.hover ? hand.picks.finishing(hand.hover) : null;
  if (move && move.note) return sentence(move.note);
  const item = pickedItem(model, hand);
  if (!item) return '';
  const man = sentence(manOn(model, item).label.replace(OWN_SIDE, ''));
  return theBoard(model) ? `${man}, ${t('targets', { n: hand.picks.next().size })}` : man;
}

// Tiles and pieces in the hand, as many as there are.
function held(model, hand, skin) {
  const item = hand.live ? pickedItem(model, hand) : null;
  if (!item || (item.kind !== 'tile' && item.kind !== 'poly')) return [];
  if (item.kind === 'poly') return [polySvg(item, 'var(--held, 1rem)')];
  return Array.from({ length: Math.max(1, item.count || 1) }, (_, key) =>
    v('svg', { key, viewBox: '-20 -20 40 40' }, drawItem(item, skin)),
  );
}

// The places where things would lie after the move under the pointer, if the game says so.
function landing(hand) {
  const move = hand.live ? hand.aimed() : null;
  return move && move.lands && move.lands.length ? new Set(move.lands.map(placeName)) : null;
}

// The king in check in the position shown.
function checked(match, skin) {
  const ply = match.past.now ? match.past.now.ply : match.past.lastPly();
  const moves = written(match, skin.notation);
  const last = moves && moves[match.log.findIndex((e) => e.ply === ply)];
  return last && last.check ? { ...last.check, mate: last.mate } : null;
}

const turner = (hand) => ({
  rotate: () => hand.turnPiece('rotate'),
  flip: () => hand.turnPiece('flip'),
});

// One stop of the Tab key in each zone: where the focus was, or the first thing that may be picked.
function stopsOf(model, next) {
  const here = Number(document.activeElement?.closest('[data-ref]')?.getAttribute('data-ref') || 0);
  return new Set(
    model.zones.map((z) => {
      const refs = z.items.map((i) => i.ref).filter((ref) => next.has(ref));
      return refs.includes(here) ? here : refs[0];
    }),
  );
}

/** @param {any} view @returns {any} a Context, and what tables need besides */
export function contextOf(view) {
  const { match, model } = view;
  const { state, hand } = match;
  const { live } = hand;
  // What may be planned is not lit before something is picked: it is not one's turn.
  const lit = live && (!hand.early || hand.picks.picked.length);
  const next = lit ? hand.open() : hand.sent || NONE;
  const skin = skinOf(state.match.game);
  return {
    next,
    live,
    seated: state.you.length > 0 && !match.past.now && !state.result,
    skin,
    last: new Set(match.lastMove()),
    firsts: live ? hand.picks.firsts : NONE,
    picked: live ? new Set(hand.picks.picked) : NONE,
    pending: hand.pending,
    marks: live ? hand.picks.marks() : NONE,
    ghosts: live ? hand.ghosts() : NONE,
    lands: landing(hand),
    checked: checked(match, skin),
    moves: skin.nobodys ? match.past.made().map((/** @type {any} */ e) => e.text) : undefined,
    stops: stopsOf(model, next),
    many: next.size > MANY && !hand.picks.picked.length,
    flip: match.isFlipped(),
    near: model.near,
    words: match.words,
    names: match.names(),
    edges: model.edges,
    yours: state.you.includes(model.near),
    players: plates(match),
    prompt: promptNode(match),
    waiting: waitingNode(match),
    hint: hint(model, hand),
    held: held(model, hand, skin),
    putBack: () => hand.putBack(),
    lastZone: match.past.now ? -1 : view.lastFrom,
    ghostOf: pickedItem(model, hand),
    turns: hand.turn ? turner(hand) : null,
  };
}
