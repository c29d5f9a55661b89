// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_RT_HEAD_H
#define TSR_LANG_RT_HEAD_H

// The head of a position: whose turn it is, and how the game ended. One text for the interpreter and for
// printed C.

#include "lang/ir/native.h"
#include "lang/ir/rt/words.h"

RT uint8_t rank_by(int what, int is_player, int players) {
    return (uint8_t)(what == IR_WIN ? 2 - is_player : what == IR_LOSE && is_player ? players : 1);
}

// The game ends so for one player. Rank by rank: with the number of players known, no loop is left.
RT void head_outcome(ir_head *h, int what, int player, const int players) {
    h->over = (uint8_t)what;
#define RANK(i)                                                                                    \
    if (i < players) {                                                                             \
        h->rank[i] = rank_by(what, player == i, players);                                          \
    }
    RANK(0) RANK(1) RANK(2) RANK(3) RANK(4) RANK(5) RANK(6) RANK(7)
#undef RANK
}

// How good the outcome is for a player and all who play with them, the less the better: the best or, where somebody
// loses, the worst of their ranks; behind all others if they are all out, the earlier the last of them left the further.
RT int head_worth(const ir_head *h, const uint8_t *team, const int32_t *out, int player,
                  int players) {
    int rank = h->rank[player], left = 0, plays = 0;
    for (int i = 0; i < players; i++) {
        if (team[i] == team[player]) {
            const int worse = h->rank[i] > rank;
            rank = worse == (h->over == IR_LOSE) ? h->rank[i] : rank;
            plays |= !out[i];
            left = out[i] > left ? out[i] : left;
        }
    }
    return plays ? rank : 2 * players - left;
}

// Ranks at the end of a game with teams, or that players can leave.
RT void head_places(ir_head *h, const uint8_t *team, const int32_t *out, int players) {
    int worth[8];
    for (int i = 0; i < players; i++) {
        worth[i] = head_worth(h, team, out, i, players);
    }
    for (int i = 0; i < players; i++) {
        int rank = 1;
        for (int k = 0; k < players; k++) {
            rank += worth[k] < worth[i];
        }
        h->rank[i] = (uint8_t)rank;
    }
}

RT void head_reopen(ir_head *h, const int players) {
    h->over = 0;
#define RANK(i)                                                                                    \
    if (i < players) {                                                                             \
        h->rank[i] = 0;                                                                            \
    }
    RANK(0) RANK(1) RANK(2) RANK(3) RANK(4) RANK(5) RANK(6) RANK(7)
#undef RANK
}

RT void head_pass(ir_head *h) {
    h->passes = (uint8_t)(h->passes < 199 ? h->passes + 1 : 200);
}

// The turn of player `me` is over: the next one comes, unless they go again or it was said who comes.
RT void head_next(ir_head *h, int me, const int players) {
    const int next = me + 1 < players ? me + 1 : 0;
    h->me = (uint8_t)(!h->again ? next : h->again == 1 ? me : h->again >= 3 ? h->again - 3 : next);
    h->again = 0;
}

#endif
