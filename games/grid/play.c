// SPDX-License-Identifier: MIT
// A move and what follows from it: the turn passes on, or the game ends.
#include "grid/kit.h"

// --- The end -----------------------------------------------------------------

static int highest_score(const tsr_rules *r, const tsr_grid *b) {
    const grid_kit *k = kit_of(r);
    int best = 0, ties = 0;
    int high = k->def.score(r, b, 0);
    for (int p = 1; p < r->players; p++) {
        int score = k->def.score(r, b, p);
        if (score > high) {
            high = score;
            best = p;
            ties = 0;
        } else {
            ties += score == high;
        }
    }
    return ties ? TSR_NOBODY : best;
}

// The game has ended by its own rules.
static void end_decided(const tsr_rules *r, tsr_grid *b) {
    const grid_kit *k = kit_of(r);
    int winner = k->def.winner  ? k->def.winner(r, b)
                 : k->def.score ? highest_score(r, b)
                                : b->player;
    tsr_grid_end(b, winner);
}

// The game has ended without a decision. Where points alone decide, they do.
static void end_drawn(const tsr_rules *r, tsr_grid *b) {
    const grid_kit *k = kit_of(r);
    tsr_grid_end(b, k->def.score && !k->def.winner ? highest_score(r, b) : TSR_NOBODY);
}

// --- The turn passes on ------------------------------------------------------

static int limit_reached(const grid_kit *k, const tsr_grid *b) {
    return b->ply >= k->def.ply_limit || (k->def.quiet_limit && b->quiet >= k->def.quiet_limit);
}

// Looks for somebody who can move, from the next seat on.
static int pass_over(const tsr_rules *r, tsr_grid *b, int mover) {
    int stuck = b->player;
    for (int i = 1; i < r->players; i++) {
        b->player = (uint8_t)((stuck + i) % r->players);
        if (tsr_grid_can_move(r, b)) {
            return 1;
        }
    }
    b->player = (uint8_t)mover;
    return 0;
}

// The one who cannot move has lost: the other one has won; of several, whoever
// moved last.
static int winner_over(const tsr_rules *r, int stuck, int mover) {
    if (r->players == 1) {
        return TSR_NOBODY;
    }
    return mover != stuck ? mover : (stuck + 1) % r->players;
}

// What happens when the player on turn has no move.
static void be_stuck(const tsr_rules *r, tsr_grid *b, int mover) {
    const grid_kit *k = kit_of(r);
    int player = b->player;
    if (k->def.stuck == TSR_GRID_STUCK_PASSES && pass_over(r, b, mover)) {
        return;
    }
    b->player = (uint8_t)mover;
    switch ((tsr_grid_stuck)k->def.stuck) {
    case TSR_GRID_STUCK_LOSES: tsr_grid_end(b, winner_over(r, player, mover)); break;
    case TSR_GRID_STUCK_PASSES:
    case TSR_GRID_STUCK_ENDS: end_decided(r, b); break;
    case TSR_GRID_STUCK_DRAWS: end_drawn(r, b); break;
    }
}

static inline void pass_turn(const tsr_rules *r, tsr_grid *b, int mover, int player) {
    const grid_kit *k = kit_of(r);
    b->player = (uint8_t)player;
    int can_move =
        player == TSR_CHANCE || (k->simple ? kit_can_place(k, b) : tsr_grid_can_move(r, b));
    if (!can_move) {
        be_stuck(r, b, mover);
    }
}

void play_begin(const tsr_rules *r, tsr_grid *b) {
    pass_turn(r, b, (b->player + r->players - 1) % r->players, b->player);
}

static inline void pass_on(const tsr_rules *r, tsr_grid *b) {
    const grid_kit *k = kit_of(r);
    int mover = b->player;
    int next = k->def.next_player       ? k->def.next_player(r, b)
               : mover + 1 < r->players ? mover + 1
                                        : 0;
    pass_turn(r, b, mover, next);
    if (b->over) {
        return;
    }
    b->stamp = (uint16_t)(b->stamp + (b->player != mover));
    b->round = (uint16_t)(k->def.next_round ? k->def.next_round(r, b) : b->round + 1);
}

// --- Moves -------------------------------------------------------------------

static inline void apply(const grid_kit *k, tsr_grid *b, tsr_grid_move m) {
    char *cells = (char *)(b + 1);
    char *to = cells + m.row * b->width + m.col;
    if (m.kind == TSR_GRID_PLACEMENT) {
        *to = m.piece;
        b->quiet = 0;
        if (k->def.flags & TSR_GRID_RESERVES) {
            int at = k->extras + k->index_of[(unsigned char)m.piece] - 1;
            tsr_grid_set_extra(b, at, tsr_grid_get_extra(b, at) - 1);
        }
        return;
    }
    char *from = cells + m.from_row * b->width + m.from_col;
    b->quiet = *to == TSR_GRID_FREE ? b->quiet : 0;
    *to = *from;
    *from = TSR_GRID_FREE;
}

void tsr_grid_apply(const tsr_rules *r, tsr_grid *b, tsr_grid_move m) {
    apply(kit_of(r), b, m);
}

static inline void advance(const tsr_rules *r, tsr_grid *b, tsr_grid_move m) {
    const grid_kit *k = kit_of(r);
    b->ply++;
    if (k->def.quiet_limit) {
        b->quiet++;
    }
    if (k->def.perform) {
        k->def.perform(r, b, m);
    } else {
        apply(k, b, m);
    }
    if (b->over) {
        return; // `perform` has said so
    }
    if (k->def.finished && k->def.finished(r, b, m)) {
        end_decided(r, b);
    } else if (limit_reached(k, b)) {
        end_drawn(r, b);
    } else {
        pass_on(r, b);
    }
}

void tsr_grid_play(const tsr_rules *r, void *s, int who, tsr_move m) {
    (void)who;
    advance(r, s, tsr_grid_decode(m));
}

uint32_t tsr_grid_playout(const tsr_rules *r, void *s, tsr_rng *g, uint32_t max_plies) {
    tsr_grid *b = s;
    uint32_t plies = 0;
    for (; plies < max_plies && !b->over; plies++) {
        advance(r, b, tsr_grid_decode(tsr_grid_sample(r, b, b->player, g)));
    }
    return plies;
}

// --- Answers -----------------------------------------------------------------

uint32_t tsr_grid_turn(const tsr_rules *r, const void *s) {
    const tsr_grid *b = s;
    (void)r;
    return b->over ? 0 : 1u << b->player;
}

// Where points decide, a player's rank is one more than the number of better ones.
static void rank_by_score(const tsr_rules *r, tsr_result *out) {
    for (int p = 0; p < r->players; p++) {
        out[p].rank = 1;
        for (int q = 0; q < r->players; q++) {
            out[p].rank = (uint8_t)(out[p].rank + (out[q].score > out[p].score));
        }
    }
}

void tsr_grid_result(const tsr_rules *r, const void *s, tsr_result *out) {
    const grid_kit *k = kit_of(r);
    const tsr_grid *b = s;
    for (int p = 0; p < r->players; p++) {
        int won = b->over && b->winner == p;
        int all_lost = r->players == 1 && !won;
        int shared = b->winner == TSR_NOBODY && !all_lost;
        out[p] = (tsr_result){.score = k->def.score ? k->def.score(r, b, p) : won};
        if (b->over) {
            out[p].rank = won || shared ? 1 : 2;
        }
    }
    if (b->over && k->def.score && !k->def.winner) {
        rank_by_score(r, out);
    }
}

// Counters that only grow stay out, so that the same position on two ways is one
// position; near a limit they decide the future and are in.
uint64_t tsr_grid_hash(const tsr_rules *r, const void *s) {
    enum { NEAR = 32 };
    const grid_kit *k = kit_of(r);
    const tsr_grid *b = s;
    uint64_t seed = (uint64_t)b->player | (uint64_t)b->over << 8 | (uint64_t)b->winner << 16;
    if (k->def.flags & (TSR_GRID_MOVES | TSR_GRID_COVERS) && b->ply + NEAR > k->def.ply_limit) {
        seed |= (uint64_t)b->ply << 24;
    }
    if (k->def.quiet_limit && b->quiet + NEAR > k->def.quiet_limit) {
        seed |= (uint64_t)b->quiet << 40;
    }
    if (k->def.flags & TSR_GRID_ROUND_COUNTS) {
        seed ^= tsr_mix(b->round);
    }
    return tsr_hash_bytes(b + 1, r->state_size - sizeof *b, tsr_mix(seed));
}
