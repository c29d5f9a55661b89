// SPDX-License-Identifier: MIT
#ifndef TESSERA_PYTHON_FOREST_H
#define TESSERA_PYTHON_FOREST_H

// Many search trees at once, for an evaluator that answers best when asked about many positions.
//
// The trees grow in rounds. forest_collect walks down from each root to positions that nobody has
// judged yet and writes what the player on turn sees there into the caller's arrays; the caller
// (a network, in Python) judges them all at once; forest_supply takes the answers back to the roots.
//
//     forest_open(rules, &config, &f, &why);
//     forest_root(f, 0, state, &why); ...
//     while ((k = forest_collect(f, room, planes, scalars, mask, player, &why)) > 0) {
//         ... logits[k][actions], value[k][players] from planes and mask ...
//         forest_supply(f, k, mask, logits, value, &why);
//     }
//     forest_result(f, 0, visits, value, &why);
//
// Selection is PUCT. A tree may have several leaves out in one round: on the way to them it counts
// them as lost, so that the next walk goes elsewhere.
//
// Where all is open and certain, every node keeps its position. Otherwise a walk begins at the
// root anew, from a guess of what its player cannot see, and draws its own chance; nodes then
// are what was done, not what it led to.
//
// One owner. The ruleset must stay open; states are copied.

#include <tessera/abi.h>

typedef struct forest forest;

typedef struct forest_config {
    uint32_t size;   // sizeof(forest_config)
    uint32_t trees;  // at least 1
    uint32_t sims;   // walks of each tree, at least 1
    uint32_t leaves; // of one tree in one round, at least 1
    float explore;   // weight of priors against results so far: 1.25
    uint32_t pad;
    uint64_t seed; // of guesses and chance
} forest_config;

int forest_open(const tsr_ruleset *r, const forest_config *config, forest **out, tsr_problem *why);
void forest_close(forest *f); // NULL is fine

// Plants tree `tree` in a position where somebody must decide, or that is over (then nothing is
// searched).
int forest_root(forest *f, uint32_t tree, const tsr_state *s, tsr_problem *why);

// Fills up to `room` rows of the caller's arrays (planes, scalars and player may be NULL) and returns
// how many, 0 when every tree has made its walks; or a negative TSR_FAIL_ number.
int forest_collect(forest *f, uint32_t room, uint8_t *planes, float *scalars, uint8_t *mask,
                   int8_t *player, tsr_problem *why);

// The answers to the rows of the last forest_collect: any finite logits for the legal actions, and
// what each player may expect, -1 to 1.
int forest_supply(forest *f, uint32_t rows, const uint8_t *mask, const float *logits,
                  const float *value, tsr_problem *why);

// Mixes `noise` (one number for each action, such as a Dirichlet draw) into the priors at the root,
// for self-play: prior * (1 - share) + noise * share. After the first round.
int forest_noise(forest *f, uint32_t tree, const float *noise, float share, tsr_problem *why);

// How often each action was tried at the root, [actions], and what each player may expect there,
// [players]. Returns the walks made.
int forest_result(const forest *f, uint32_t tree, uint32_t *visits, float *value, tsr_problem *why);

#endif
