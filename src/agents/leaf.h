// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_LEAF_H
#define TSR_AGENTS_LEAF_H

// What a position is worth, for every game: by a network if one is given, by the game's own
// heuristic where it has one, else by playing random moves to the end.
//
// A heuristic judges ordinary turns: while a card is being played, a question is open
// or a draw is due, it would count what is nobody's. So unless told otherwise such
// things are first played on at random. (Measured on unicorns, 60 games against random
// play: greedy wins 67 % without, 100 % with it.)
// Where a policy is given it plays instead of chance.
//
// Values are utilities from 0 to 1 for each player. Games for one player and games
// that all win or lose together have few wins to be found by chance, so there the
// score counts below a win: better attempts are worth more. The range of scores
// is learned while searching. With more than two players a heuristic can only say who is
// likely to win, so there ends count as wins too: everybody's values sum up to 1 (and
// a little for a good place).

#include "agents/budget.h"
#include "agents/policy.h"
#include "learn/eyes.h"

typedef struct leaf {
    const tsr_rules *r;
    void (*heuristic)(const tsr_rules *r, const void *s, float *out); // or NULL
    uint32_t plies;    // random plies before the heuristic is asked
    int settles;       // then random plies until nothing is half done
    int by_score;      // below a win the score counts
    int shares;        // values are shares of one win
    policy *policy;    // a quick one, or NULL
    policy *judge;     // one that values positions better than the heuristic, or NULL
    eyes *eyes;        // of a network that has learned to value them, or NULL
    int32_t low, high; // scores met so far
} leaf;

#define LEAF_TO_THE_END UINT32_MAX

// `plies` < 0 chooses: the heuristic, once things are settled, if there is one; else
// to the end.
void leaf_init(leaf *l, const tsr_rules *r, double plies);

// Lets `p` play, if it is quick, and judge, if it can.
void leaf_guide(leaf *l, policy *p);

// Lets a network judge; NULL changes nothing. `plies` as for leaf_init.
void leaf_see(leaf *l, eyes *e, double plies);

// Only random games to their end say what a position is worth, whatever else could.
void leaf_play_out(leaf *l);

// Whether positions can be judged without playing them out.
static inline int leaf_judges(const leaf *l) {
    return l->heuristic || l->eyes;
}

// Forgets what was learned; called before each search, so that equal questions get
// equal answers.
void leaf_reset(leaf *l);

// Utilities of a position that is over.
void leaf_final(leaf *l, const void *s, float *out);

// Utilities of a position that is not; leaf_judges.
void leaf_estimate(const leaf *l, const void *s, float *out);

// Values `s`, whose bytes are used up. 0 = time ran out on the way; then `out` is
// not written.
int leaf_value(leaf *l, void *s, tsr_rng *g, budget *b, float *out);

#endif
