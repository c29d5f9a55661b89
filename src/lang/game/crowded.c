// SPDX-License-Identifier: MIT
//
// Looks for turns that are too many to list, see crowded.h. The first position shows it nearly always. Where ways are
// compared (`distinct`), they are far more than the moves that are left, and often a throw of dice comes before them: so
// a few random games are played as well.
#include "lang/game/crowded.h"

#include "lang/vm/walk.h"

enum { POSITIONS = 200, PLIES = 50 };

int crowded_go_on(const program *p, void *state, tsr_move *list, tsr_rng *g) {
    if (walk_at_roll(p, state)) {
        walk_roll(p, state, walk_draw(p, state, g));
    } else {
        const int n = walk_moves(p, state, list, p->size.max_moves);
        if (n <= 0) {
            return 0;
        }
        walk_play(p, state, list[tsr_rng_below(g, (uint32_t)n)]);
    }
    return !((const ir_head *)state)->over;
}

static int is_in_some_game(const program *p, void *state) {
    tsr_move list[TSR_MAX_MOVES];
    tsr_rng g;
    tsr_rng_init(&g, 1);
    for (int done = 0; done < POSITIONS; done++) {
        walk_start(p, state);
        for (int i = 0; i < PLIES && crowded_go_on(p, state, list, &g); i++) {
            done++;
            if (walk_overflows(p, state)) {
                return 1;
            }
        }
    }
    return 0;
}

int crowded(const program *p, void *state) {
    walk_start(p, state);
    return walk_overflows(p, state) || (p->distinct && is_in_some_game(p, state));
}
