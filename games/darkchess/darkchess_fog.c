// SPDX-License-Identifier: MIT
//
// Dark chess: what a player sees of the board and of the other's moves, and what may be in the fog.
//
// A glimpse of a move is what the new view shows of it, no more: of the squares it changed those that are seen
// afterwards, with what stands there, and what was taken. Up to four squares change (castling), ten bits each.

#include "darkchess/darkchess.h"

enum { MOST_CHANGED = 4 };

void dark_view(const tsr_rules *r, const void *p, int viewer, void *out) {
    dark s = *(const dark *)p;
    int plays = viewer == 0 || viewer == 1;
    uint64_t seen = plays ? dark_sight(&s, viewer) : 0;
    if (s.over) {
        *(dark *)out = s;
        return;
    }
    for (int i = 0; i < DARK_SQUARES; i++) {
        if (!(seen >> i & 1)) {
            s.board[i] = DARK_FOG;
        }
    }
    for (int who = 0; who < DARK_SEATS; who++) {
        s.rights[who] = who == viewer ? s.rights[who] : DARK_UNKNOWN;
    }
    s.passed = viewer == s.player ? s.passed : 0;
    *(dark *)out = s;
}

// --- Glimpses ----------------------------------------------------------------

// The squares that a move changed, in order, each once.
static int changed(const dark *before, const dark *after, int *out) {
    int n = 0;
    for (int i = 0; i < DARK_SQUARES; i++) {
        if (before->board[i] != after->board[i] && n < MOST_CHANGED) {
            out[n++] = i;
        }
    }
    return n;
}

tsr_move dark_seen(const tsr_rules *r, const void *p, int who, tsr_move m, int viewer) {
    const dark *s = p;
    dark after = *s;
    int square[MOST_CHANGED], victim = dark_victim(s, m), n = 0;
    dark_play(&after, m);
    if (viewer == who || after.over) {
        return m;
    }
    uint64_t sight = viewer == TSR_WATCHER ? 0 : dark_sight(&after, viewer);
    tsr_move code = TSR_HIDDEN | DARK_GLIMPSE;
    for (int i = 0, all = changed(s, &after, square); i < all; i++) {
        if (sight >> square[i] & 1) {
            uint64_t change = (uint64_t)square[i] << 4 | after.board[square[i]];
            code |= change << (DARK_CHANGES_AT + DARK_CHANGE_BITS * n++);
        }
    }
    code |= (tsr_move)n << DARK_COUNT_AT;
    if (victim != DARK_NOWHERE) {
        code |= (tsr_move)dark_kind(s->board[victim]) << DARK_LOSS_AT;
        code |= viewer == TSR_WATCHER ? 0 : (tsr_move)(victim + 1) << DARK_PLACE_AT;
    }
    return code;
}

// --- Guesses -----------------------------------------------------------------

// How many men of each kind of `who` are in the fog. Men beyond those of the start were pawns.
static void missing_men(const dark *s, int who, int *out) {
    static const int8_t start[DARK_KINDS + 1] = {0, 8, 2, 2, 2, 1, 1};
    for (int kind = DARK_PAWN; kind <= DARK_KING; kind++) {
        out[kind] = start[kind] - s->lost[who][kind - 1];
    }
    for (int i = 0; i < DARK_SQUARES; i++) {
        int man = s->board[i];
        out[dark_kind(man)] -= dark_is_man(man) && dark_owner(man) == who;
    }
    for (int kind = DARK_KNIGHT; kind <= DARK_KING; kind++) {
        out[DARK_PAWN] += out[kind] < 0 ? out[kind] : 0;
        out[kind] = out[kind] < 0 ? 0 : out[kind];
    }
}

// A square in the fog, drawn at random; for a pawn none of the last rows. DARK_NOWHERE: there is none.
static int draw_square(const dark *s, int pawn, tsr_rng *g) {
    int found = DARK_NOWHERE;
    uint32_t n = 0;
    for (int i = 0; i < DARK_SQUARES; i++) {
        int fits = s->board[i] == DARK_FOG && !(pawn && (dark_row(i) == 0 || dark_row(i) == 7));
        if (fits && tsr_rng_below(g, ++n) == 0) {
            found = i;
        }
    }
    return found;
}

// Rooks and king that stand at home may not have moved.
static int guess_rights(const dark *s, int who, tsr_rng *g) {
    int home = 8 * dark_rank(who, 0), rights = 0;
    if (s->board[home + 4] != dark_man(who, DARK_KING)) {
        return 0;
    }
    rights |= s->board[home + 7] == dark_man(who, DARK_ROOK) ? DARK_SHORT : 0;
    rights |= s->board[home] == dark_man(who, DARK_ROOK) ? DARK_LONG : 0;
    return rights & (int)tsr_rng_below(g, 4);
}

// Pawns come first, while there are squares for them; those without one have become queens.
static void place_missing(dark *s, int who, tsr_rng *g) {
    int missing[DARK_KINDS + 1] = {0};
    missing_men(s, who, missing);
    for (int kind = DARK_PAWN; kind <= DARK_KING; kind++) {
        for (; missing[kind] > 0; missing[kind]--) {
            int at = draw_square(s, kind == DARK_PAWN, g);
            if (at != DARK_NOWHERE) {
                s->board[at] = dark_man(who, kind);
            } else if (kind == DARK_PAWN) {
                missing[DARK_QUEEN]++;
            }
        }
    }
}

void dark_guess(const tsr_rules *r, const void *p, int viewer, tsr_rng *g, void *out) {
    dark s = *(const dark *)p;
    for (int who = 0; who < DARK_SEATS; who++) {
        if (s.rights[who] == DARK_UNKNOWN) {
            place_missing(&s, who, g);
            s.rights[who] = (uint8_t)guess_rights(&s, who, g);
        }
    }
    for (int i = 0; i < DARK_SQUARES; i++) {
        s.board[i] = s.board[i] == DARK_FOG ? DARK_NONE : s.board[i];
    }
    *(dark *)out = s;
}
