// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_SCRIPT_H
#define TSR_UNICORNS_SCRIPT_H

// Tests inside card files: a table, moves, and what must lie where afterwards.
//
//     test "a knight steps in"
//       p1: hand Unicorn Poison; stable Baby Unicorn
//       p2: stable Black Knight Unicorn, Basic Unicorn
//       p1 play Unicorn Poison
//       p1 destroy Basic Unicorn of p2
//       p2 yes
//       then p2 stable Basic Unicorn
//
// Nobody answers with an instant, cards are drawn in the order of the deck and
// forced moves are made by themselves, unless the test says otherwise. The game's
// own card tests are written this way (games/unicorns/tests); docs/cards.md has
// all the words.

#include "unicorns/cards.h"

// Runs the tests of a deck that was loaded with this report; failures are added to
// the report as error 19, tests that cannot be read as error 26. Returns how many
// failed. `d->players` is used for scratch and restored.
int uni_run_tests(uni_deck *d, uni_report *report);

#endif
