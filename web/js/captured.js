// SPDX-License-Identifier: MIT
// Men that were there at the start and are no more, beside the name of whoever took them.

import { drawItem } from './items.js';
import { manOf, skinOf } from './skins.js';
import { t } from './words.js';
import { v } from './vdom.js';

const menOf = (scene) =>
  scene.items.filter(
    (i) => i.kind === 'piece' && i.owner !== undefined && scene.zones[i.zone].kind === 'grid',
  );

/**
 * Men the other one of two has lost, in games that begin with an army and never make it larger. Those below
 * others are not lost.
 */
export function captured(match, seat) {
  const { start, state } = match;
  const scene = match.past.now ? match.past.now.scene : state.scene;
  if (!start || !scene || state.match.players.length !== 2 || skinOf(state.match.game).piled) return [];
  const before = menOf(start);
  const now = menOf(scene);
  if (before.length < 8 || now.length > before.length) return [];
  const left = new Map();
  for (const i of now) left.set(i.owner + i.glyph, (left.get(i.owner + i.glyph) || 0) + 1);
  return before.filter((i) => {
    const n = left.get(i.owner + i.glyph) || 0;
    left.set(i.owner + i.glyph, n - 1);
    return i.owner === 1 - seat && n <= 0;
  });
}

const WORTH = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1 };

// By how much what one has taken outweighs what the other one has, where men are counted.
function lead(match, seat, skin) {
  if (!skin.notation) return 0;
  const sum = (who) => captured(match, who).reduce((n, i) => n + (WORTH[manOf(i, skin)] || 0), 0);
  return sum(seat) - sum(1 - seat);
}

export function capturedNode(men, match, seat) {
  if (!men.length) return null;
  const skin = skinOf(match.state.match.game);
  const ahead = lead(match, seat, skin);
  return v(
    'span',
    { 'class': 'captured', 'role': 'img', 'aria-label': t('captured', { n: men.length }) },
    men
      .slice(0, 16)
      .map((i, k) =>
        v(
          'svg',
          { 'key': k, 'viewBox': '-20 -20 40 40', 'aria-hidden': 'true' },
          drawItem({ ...i, flags: [] }, skin),
        ),
      ),
    ahead > 0 ? v('span', { 'class': 'tiny lead', 'aria-hidden': 'true' }, `+${ahead}`) : null,
  );
}
