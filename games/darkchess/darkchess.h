// SPDX-License-Identifier: MIT
#ifndef GAMES_DARKCHESS_H
#define GAMES_DARKCHESS_H

// Dark chess: what its files share. Squares are counted from a1 to h8 along the rows. A man is 1 to 6 for White and
// 7 to 12 for Black; 0 is an empty square and DARK_FOG one that the viewer does not see.

#include <assert.h>

#include <tessera/game.h>

enum { DARK_SQUARES = 64, DARK_NOWHERE = 64, DARK_SEATS = 2 };
enum { DARK_NONE, DARK_PAWN, DARK_KNIGHT, DARK_BISHOP, DARK_ROOK, DARK_QUEEN, DARK_KING };
enum { DARK_KINDS = DARK_KING, DARK_FOG = 2 * DARK_KINDS + 1 };
enum { DARK_SHORT = 1, DARK_LONG = 2, DARK_UNKNOWN = 4 }; // rights to castle
enum { DARK_PLAYING, DARK_WHITE_WON, DARK_BLACK_WON, DARK_DRAWN };
enum { DARK_QUIET = 100, DARK_MEN = 16, DARK_PAWNS = 8 };
// Each capture but the king's begins the count of quiet turns anew.
enum { DARK_MOST_MOVES = 320, DARK_MOST_PLIES = (2 * DARK_MEN - 1) * DARK_QUIET };
enum { DARK_MOVE = 1, DARK_GLIMPSE }; // kinds of moves: one in full, and what is seen of one
// Bits of a glimpse: how many squares changed, these with what stands there, the kind that was lost, and where, from 1.
enum {
    DARK_COUNT_AT = 8,
    DARK_CHANGES_AT = 12,
    DARK_CHANGE_BITS = 10,
    DARK_LOSS_AT = 52,
    DARK_PLACE_AT = 55
};

// Numbers of moves: from and to, and what a pawn becomes as a second one.
enum { DARK_BECOMES = DARK_SQUARES * DARK_SQUARES, DARK_ACTIONS = DARK_BECOMES + DARK_KINDS + 1 };

typedef struct dark {
    uint8_t board[DARK_SQUARES];
    uint8_t player;             // who moves
    uint8_t over;               // DARK_PLAYING ...
    uint8_t rights[DARK_SEATS]; // DARK_SHORT | DARK_LONG, or DARK_UNKNOWN
    uint8_t passed; // by a pawn that went two squares, if a pawn can take it there; 0 = none
    uint8_t quiet;  // turns without a capture
    uint16_t turns;
    uint8_t lost[DARK_SEATS][DARK_KINDS]; // men that were taken, by kind from the pawn on
    uint8_t pad[4];
} dark;
static_assert(sizeof(dark) == 88, "no hidden padding");

enum { DARK_TO_MOVE = 1, BAD_MEN, BAD_PAWNS, BAD_RIGHTS, BAD_PASSED, BAD_TURN, BAD_END };

static inline int dark_is_man(int man) {
    return man >= 1 && man <= 2 * DARK_KINDS;
}
static inline int dark_owner(int man) {
    return man > DARK_KINDS;
}
static inline int dark_kind(int man) {
    return dark_is_man(man) ? (man - 1) % DARK_KINDS + 1 : DARK_NONE;
}
static inline uint8_t dark_man(int who, int kind) {
    return (uint8_t)(who * DARK_KINDS + kind);
}
static inline int dark_row(int square) {
    return square / 8;
}
// The row of a player's own that is the n-th from home, from 0.
static inline int dark_rank(int who, int n) {
    return who ? 7 - n : n;
}

// Moves and sight.
uint64_t dark_sight(const dark *s, int who); // the squares that a player sees, as bits
int dark_moves(const dark *s, int who, tsr_move *out);
int dark_has_move(const dark *s, int who);
void dark_play(dark *s, tsr_move m);
int dark_victim(const dark *s, tsr_move m); // the square of the man that is taken, or DARK_NOWHERE
int dark_passer(const dark *s);             // the square of the pawn that passed

// Fog.
void dark_view(const tsr_rules *r, const void *p, int viewer, void *out);
void dark_guess(const tsr_rules *r, const void *p, int viewer, tsr_rng *g, void *out);
tsr_move dark_seen(const tsr_rules *r, const void *p, int who, tsr_move m, int viewer);

// Slots of the table.
int dark_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf, size_t cap);
int dark_action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out);
int dark_action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap);
int dark_text(const tsr_rules *r, const void *p, char *buf, size_t cap);
tsr_err dark_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err);
int dark_check(const tsr_rules *r, const void *p, tsr_line *out);
void dark_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out);
int dark_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out);

#endif
