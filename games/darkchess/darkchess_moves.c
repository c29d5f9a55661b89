// SPDX-License-Identifier: MIT
//
// Dark chess: where men go and what they see on the way. Both are the same walk: a man sees the squares it can reach,
// a pawn the square ahead and both where it takes.

#include "darkchess/darkchess.h"

typedef struct way {
    int8_t up, right;
} way;

static const way ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1},  {1, -1},  {-1, 1}, {-1, -1},
                           {2, 1}, {2, -1}, {1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {-2, 1}, {-2, -1}};

// Which of the ways a kind of man goes, and how far.
static const struct {
    uint8_t first, end, far;
} gait[DARK_KINDS + 1] = {[DARK_KNIGHT] = {8, 16, 1},
                          [DARK_BISHOP] = {4, 8, 7},
                          [DARK_ROOK] = {0, 4, 7},
                          [DARK_QUEEN] = {0, 8, 7},
                          [DARK_KING] = {0, 8, 1}};

// The square `n` steps off, or DARK_NOWHERE.
static int stepped(int from, way w, int n) {
    int row = dark_row(from) + w.up * n, col = from % 8 + w.right * n;
    return row >= 0 && row < 8 && col >= 0 && col < 8 ? 8 * row + col : DARK_NOWHERE;
}

static uint64_t bit(int square) {
    return square == DARK_NOWHERE ? 0 : (uint64_t)1 << square;
}

// All squares up to the first man each way.
static uint64_t reached(const dark *s, int from, int kind) {
    uint64_t found = 0;
    for (int i = gait[kind].first; i < gait[kind].end; i++) {
        for (int n = 1; n <= gait[kind].far; n++) {
            int to = stepped(from, ways[i], n);
            found |= bit(to);
            if (to == DARK_NOWHERE || s->board[to]) {
                break;
            }
        }
    }
    return found;
}

// --- Pawns -------------------------------------------------------------------

static int ahead(int from, int who, int right, int n) {
    return stepped(from, (way){(int8_t)(who ? -1 : 1), (int8_t)right}, n);
}

static uint64_t struck_by_pawn(int from, int who) {
    return bit(ahead(from, who, -1, 1)) | bit(ahead(from, who, 1, 1));
}

// One square, or two from home; `free` leaves out what is not empty.
static uint64_t pawn_ahead(const dark *s, int from, int who, int free) {
    int one = ahead(from, who, 0, 1), two = ahead(from, who, 0, 2);
    if (one == DARK_NOWHERE || s->board[one]) {
        return free ? 0 : bit(one);
    }
    int may = dark_row(from) == dark_rank(who, 1) && !(free && s->board[two]);
    return bit(one) | (may ? bit(two) : 0);
}

int dark_passer(const dark *s) {
    return s->passed ? ahead(s->passed, !s->player, 0, 1) : DARK_NOWHERE;
}

// A pawn that may be taken in passing is seen, and that it has left its home.
static uint64_t seen_by_pawn(const dark *s, int from, int who) {
    uint64_t strikes = struck_by_pawn(from, who), passer = 0;
    if (who == s->player && s->passed && strikes >> s->passed & 1) {
        int at = dark_passer(s);
        passer = bit(at) | bit(2 * s->passed - at);
    }
    return pawn_ahead(s, from, who, 0) | strikes | passer;
}

// --- Sight -------------------------------------------------------------------

static int is_own(const dark *s, int square, int who) {
    return dark_is_man(s->board[square]) && dark_owner(s->board[square]) == who;
}

static int is_enemy(const dark *s, int square, int who) {
    return dark_is_man(s->board[square]) && dark_owner(s->board[square]) != who;
}

uint64_t dark_sight(const dark *s, int who) {
    uint64_t seen = 0;
    for (int from = 0; from < DARK_SQUARES; from++) {
        if (is_own(s, from, who)) {
            int kind = dark_kind(s->board[from]);
            seen |= bit(from);
            seen |= kind == DARK_PAWN ? seen_by_pawn(s, from, who) : reached(s, from, kind);
        }
    }
    return seen;
}

// --- Moves -------------------------------------------------------------------

static uint64_t pawn_goals(const dark *s, int from, int who) {
    uint64_t goals = pawn_ahead(s, from, who, 1), strikes = struck_by_pawn(from, who);
    for (int to = 0; to < DARK_SQUARES; to++) {
        if (strikes >> to & 1 && (is_enemy(s, to, who) || (s->passed && to == s->passed))) {
            goals |= bit(to);
        }
    }
    return goals;
}

// Castling asks only for free squares: nobody knows what is attacked.
static uint64_t castlings(const dark *s, int from, int who) {
    int rights = s->rights[who] == DARK_UNKNOWN ? 0 : s->rights[who];
    const uint8_t *b = s->board + from;
    uint64_t goals = 0;
    if (rights & DARK_SHORT && !b[1] && !b[2]) {
        goals |= bit(from + 2);
    }
    if (rights & DARK_LONG && !b[-1] && !b[-2] && !b[-3]) {
        goals |= bit(from - 2);
    }
    return goals;
}

static uint64_t goals_of(const dark *s, int from, int who) {
    int kind = dark_kind(s->board[from]);
    if (kind == DARK_PAWN) {
        return pawn_goals(s, from, who);
    }
    uint64_t goals = reached(s, from, kind);
    for (int to = 0; to < DARK_SQUARES; to++) {
        goals &= ~(is_own(s, to, who) ? bit(to) : 0);
    }
    return kind == DARK_KING ? goals | castlings(s, from, who) : goals;
}

static int list_to(const dark *s, int from, int to, int who, tsr_move *out) {
    int last = dark_kind(s->board[from]) == DARK_PAWN && dark_row(to) == dark_rank(who, 7), n = 0;
    for (int kind = last ? DARK_QUEEN : DARK_NONE; kind != DARK_PAWN && kind >= 0; kind--) {
        out[n++] = tsr_move_of(DARK_MOVE, from, to, kind, 0);
    }
    return n;
}

int dark_moves(const dark *s, int who, tsr_move *out) {
    int n = 0;
    for (int from = 0; from < DARK_SQUARES && !s->over; from++) {
        uint64_t goals = is_own(s, from, who) ? goals_of(s, from, who) : 0;
        for (int to = 0; to < DARK_SQUARES && goals >> to; to++) {
            n += goals >> to & 1 ? list_to(s, from, to, who, out + n) : 0;
        }
    }
    return n;
}

int dark_has_move(const dark *s, int who) {
    for (int from = 0; from < DARK_SQUARES; from++) {
        if (is_own(s, from, who) && goals_of(s, from, who)) {
            return 1;
        }
    }
    return 0;
}
