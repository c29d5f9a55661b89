// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_VIEWPLAY_H
#define TSR_TEACH_VIEWPLAY_H

// Games of a network against itself where something is hidden, as samples to learn from.
//
// Nobody searches: each player looks at what he sees, and draws a move by the shares the network gives
// to them. A sample is what he saw, what he might have done and how likely, what he did, and how much better
// that turned out than he had expected. What a move turned out to be worth is seen from his next
// decision, and from the ones after that ever less (generalised advantage estimation), in the end from the payoff.
// Now and then a move is drawn by lot: else places that good players avoid would never be seen, and whoever is led
// there would not know what to do. Such a move teaches as much less as the lot makes it likelier than the network does.
//
// In a small game every move can be tried: from each decision each of them is played to the end, by the network on all
// seats, with the same luck. That tells what each move gains, not only the one that was made, and what came of later
// moves by lot is no part of it. What a player may believe of the others when he decides still depends on how they came
// there: a lesson counts by how likely that was by no lot of theirs.
//
// Several who decide at once, reactions and any number of players need nothing special: each has a story of
// his own.
//
// Agents may take part (company.h). They may sit on other seats, which a draw shares out anew in each game; only the
// network's seats give samples. And one may teach: then the move that it would make is to be learned, wherever the
// network gets to by its own play (imitation as in DAgger; Ross, Gordon and Bagnell, 2011), and the value is that of the
// end. Who only watched a teacher play would not know what to do after the first mistake of his own.
//
// A game depends on the network, the agents, the seed and its number alone. One thread at a time.

#include "learn/eyes.h"
#include "teach/company.h"
#include "teach/payoff.h"
#include "teach/selfplay.h"

typedef struct viewplay_config {
    const tsr_rules *rules;
    const tnet *net;
    uint64_t seed;
    payoff pay;
    double explore; // share of decisions made by lot, each move as likely as the others
    uint32_t
        tries; // how often each move is tried to the end; 0: what was made is judged by what came of it
    tuition with; // and not alone
} viewplay_config;

typedef struct viewplay viewplay;

// Rules, network and words are kept. *out is new: viewplay_close.
TSR_NODISCARD tsr_err viewplay_open(const viewplay_config *c, viewplay **out, tsr_error *err);
void viewplay_close(viewplay *p); // NULL is fine
void viewplay_leave(viewplay *p); // closes agents until they are needed again; NULL is fine

// Plays game `number` and adds its samples to `out`, its counts to `count`. Agents may fail.
TSR_NODISCARD tsr_err viewplay_game(viewplay *p, uint64_t number, buffer *out,
                                    selfplay_count *count, tsr_error *err);

#endif
