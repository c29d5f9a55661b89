// SPDX-License-Identifier: MIT
// The compiler in a worker: what it says about a rules file, with or without the file's own tests, and the
// file in good order; and what a game says of a deck.

import { engine, parentsOf, serve } from './served.js';

serve(async ({ check, tests, format, deck, game }) => {
  if (deck !== undefined) return engine().deck(game, deck);
  if (format !== undefined) {
    await parentsOf(format);
    return engine().format(format);
  }
  await parentsOf(check);
  return engine().check(check, { tests });
});
