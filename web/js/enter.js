// SPDX-License-Identifier: MIT
// Coming to a table: by a link, by an invitation, or from the request that made the match.

import { get, post } from './api.js';
import { show } from './dom.js';

/**
 * Shows the match; returns what to do when it is left.
 * @param {any} Match what shows it @param {HTMLElement} root @param {string} id
 * @param {string} [invite] the code of a seat
 * @param {any} [told] what the table will say first, where that is known already
 */
export async function enter(Match, root, id, invite, told) {
  if (invite) {
    await post(`/api/matches/${id}/join`, { invite });
    history.replaceState(null, '', `/m/${id}`);
  }
  show(root);
  const match = new Match(root, id);
  if (told) {
    for (const seat of told.you) told.match.players[seat].present = true; // the socket will say so
    match.receive(told);
  } else if (!invite) {
    try {
      await get(`/api/matches/${id}`); // a wrong link says so, instead of waiting for ever
    } catch (e) {
      match.leave();
      throw e;
    }
  }
  return () => match.leave();
}
