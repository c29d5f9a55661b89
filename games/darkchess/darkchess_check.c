// SPDX-License-Identifier: MIT
//
// Dark chess: which positions and views are sound. No man disappears but by being taken, so both sides have sixteen
// with those that are lost; of a side in the fog some are not seen.

#include "darkchess/darkchess.h"

static const uint8_t start[DARK_KINDS + 1] = {0, 8, 2, 2, 2, 1, 1};

typedef struct census {
    int men[DARK_KINDS + 1]; // of each kind, seen or lost
    int all;
    int raised; // pawns, and men beyond those of the start, who were pawns
} census;

static census count_men(const dark *s, int who) {
    census c = {0};
    for (int i = 0; i < DARK_SQUARES; i++) {
        int man = s->board[i];
        c.men[dark_kind(man)] += dark_is_man(man) && dark_owner(man) == who;
    }
    for (int kind = DARK_PAWN; kind <= DARK_KING; kind++) {
        c.men[kind] += s->lost[who][kind - 1];
        c.all += c.men[kind];
        int more = kind == DARK_PAWN ? c.men[kind] : c.men[kind] - start[kind];
        c.raised += more > 0 ? more : 0;
    }
    return c;
}

static int count_fog(const dark *s) {
    int n = 0;
    for (int i = 0; i < DARK_SQUARES; i++) {
        n += s->board[i] == DARK_FOG;
    }
    return n;
}

static int are_good_men(const dark *s) {
    int fog = count_fog(s);
    for (int who = 0; who < DARK_SEATS; who++) {
        int known = s->rights[who] != DARK_UNKNOWN;
        census c = count_men(s, who);
        if (c.men[DARK_KING] > 1 || c.raised > DARK_PAWNS || c.all > DARK_MEN ||
            (known && (c.all != DARK_MEN || !c.men[DARK_KING]))) {
            return 0;
        }
        fog -= DARK_MEN - c.all;
    }
    return fog >= 0;
}

static int are_good_pawns(const dark *s) {
    for (int i = 0; i < DARK_SQUARES; i++) {
        if (s->board[i] > DARK_FOG ||
            (dark_kind(s->board[i]) == DARK_PAWN && (dark_row(i) == 0 || dark_row(i) == 7))) {
            return 0;
        }
    }
    return 1;
}

static int are_good_rights(const dark *s) {
    for (int who = 0; who < DARK_SEATS; who++) {
        int home = 8 * dark_rank(who, 0), rights = s->rights[who];
        int rook = dark_man(who, DARK_ROOK), king = dark_man(who, DARK_KING);
        if (rights == DARK_UNKNOWN) {
            continue;
        }
        if (rights > (DARK_SHORT | DARK_LONG) || (rights && s->board[home + 4] != king) ||
            (rights & DARK_SHORT && s->board[home + 7] != rook) ||
            (rights & DARK_LONG && s->board[home] != rook)) {
            return 0;
        }
    }
    return 1;
}

static int is_free_or_fog(const dark *s, int square) {
    return !s->board[square] || s->board[square] == DARK_FOG;
}

// The mover has a pawn beside the one that passed.
static int is_good_passed(const dark *s) {
    int pawn = dark_man(s->player, DARK_PAWN), at = dark_passer(s);
    if (!s->passed) {
        return 1;
    }
    if (s->over || s->passed >= DARK_SQUARES || dark_row(s->passed) != dark_rank(!s->player, 2)) {
        return 0;
    }
    int left = at % 8 > 0 && s->board[at - 1] == pawn,
        right = at % 8 < 7 && s->board[at + 1] == pawn;
    return !s->board[s->passed] && is_free_or_fog(s, 2 * s->passed - at) && (left || right) &&
           s->board[at] == dark_man(!s->player, DARK_PAWN);
}

static int lost_king(const dark *s, int who) {
    return s->lost[who][DARK_KING - 1];
}

static int is_good_end(const dark *s) {
    int white = lost_king(s, 0), black = lost_king(s, 1);
    int open = s->rights[0] != DARK_UNKNOWN && s->rights[1] != DARK_UNKNOWN && !count_fog(s);
    int known = s->rights[s->player] != DARK_UNKNOWN;
    switch (s->over) {
    case DARK_PLAYING:
        return !white && !black && s->quiet < DARK_QUIET && (!known || dark_has_move(s, s->player));
    case DARK_WHITE_WON: return open && !white && black == 1 && s->player == 0;
    case DARK_BLACK_WON: return open && white == 1 && !black && s->player == 1;
    default:
        return open && !white && !black && (s->quiet == DARK_QUIET || !dark_has_move(s, s->player));
    }
}

static int is_good_turn(const dark *s) {
    int pad = s->pad[0] | s->pad[1] | s->pad[2] | s->pad[3];
    return s->player < DARK_SEATS && s->over <= DARK_DRAWN && s->quiet <= DARK_QUIET &&
           s->quiet <= s->turns && s->turns <= DARK_MOST_PLIES && !pad;
}

int dark_check(const tsr_rules *r, const void *p, tsr_line *out) {
    const dark *s = p;
    return tsr_say(out, !is_good_turn(s)      ? BAD_TURN
                        : !are_good_pawns(s)  ? BAD_PAWNS
                        : !are_good_men(s)    ? BAD_MEN
                        : !are_good_rights(s) ? BAD_RIGHTS
                        : !is_good_passed(s)  ? BAD_PASSED
                        : !is_good_end(s)     ? BAD_END
                                              : 0);
}
