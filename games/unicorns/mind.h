// SPDX-License-Identifier: MIT
#ifndef UNICORNS_MIND_H
#define UNICORNS_MIND_H

// How the two Unicorns players think: every question is answered by the move with
// the highest score, and scores come from what cards are worth. unicorns-rules
// takes the worth from tiers known to players of the game, unicorns-weights from
// numbers that evolution can change. Neither searches.
//
// All scores are whole numbers, in thousandths of a unicorn or so: the same position
// gives the same move on every machine.
//
// A mind belongs to one agent and one thread.

#include "unicorns/unicorns.h"
#include <tessera/agent.h>

typedef struct mind {
    // What each kind is worth, 0 to 1000: to have in the stable or hand; of downgrades,
    // how bad they are for whoever has them.
    int worth[TSR_UNICORNS_KINDS];
    // How much must be at stake, 0 to 1000, before an instant is spent.
    int patience;
    // How much more it counts to hurt the leader than somebody behind, 0 to 1000.
    int grudge;
    // 1 = cards that nobody has ranked are judged by their rules, 0 = by their class.
    int reads;
    tsr_unicorns table; // the view being thought about
    tsr_move *moves;    // room for r->max_moves
} mind;

// Chooses for `q`. The mind's worth, patience and grudge are set, and it has room for
// moves. Deterministic for the same seed.
tsr_err mind_choose(mind *m, const tsr_rules *r, const tsr_query *q, tsr_move *out, tsr_error *err);

// A mind for `a` with room for moves in a->self, or NULL. The worth of a card comes from its
// tier, if players have ranked it; else from its rules, or without `reads` from its class.
mind *mind_new(const tsr_agent *a, int reads);
void mind_free(const tsr_agent *a, mind *m);

#endif
