// SPDX-License-Identifier: MIT
#ifndef GAMES_TWIXT_H
#define GAMES_TWIXT_H

// TwixT: what its files share. A cell is a byte: who has a peg there (0 nobody, 1 red, 2 black), and a bit
// for each link that leads from it down the board. So a link is stored at its upper end.

#include <assert.h>

#include <tessera/game.h>

enum { TWIXT_SIZE, TWIXT_LINKS, TWIXT_SWAP, TWIXT_OPTIONS };
enum { TWIXT_REMOVED, TWIXT_CROSSING }; // values of TWIXT_LINKS
enum { TWIXT_LARGEST = 24, TWIXT_CELLS = TWIXT_LARGEST * TWIXT_LARGEST };
enum { TWIXT_PUT = 1, TWIXT_JOIN, TWIXT_DONE, TWIXT_TURN_ROUND }; // kinds of moves
enum { TWIXT_EXCHANGES = 8 };                                     // links that a peg may have
enum { TWIXT_PEG = 3, TWIXT_LINK = 4, TWIXT_STEPS = 4 };
enum { TWIXT_REF_CELL = 1, TWIXT_REF_DONE = 2000, TWIXT_REF_SWAP };

typedef struct twixt {
    uint16_t pegs;   // put so far
    uint16_t last;   // where the last peg was put
    uint8_t player;  // to move; after the end: who moved last
    uint8_t joining; // 1: the last peg is put, and its player may exchange links
    uint8_t over;
    uint8_t winner;  // a player, or TSR_NOBODY
    uint8_t swapped; // 1 if black took over the first peg
    uint8_t pad[7];
    uint8_t cell[TWIXT_CELLS];
} twixt;
static_assert(sizeof(twixt) == 16 + TWIXT_CELLS, "no hidden padding");

// A link by its upper end and its step from there.
typedef struct twixt_link {
    int row, col, step;
} twixt_link;

typedef struct twixt_way {
    int8_t row, col;
} twixt_way;
extern const twixt_way
    twixt_ways[TWIXT_STEPS]; // down the board; the other four are their opposites

enum {
    ASK_PEG = 1,
    ASK_SWAP,
    ASK_LINK,
    PUTS,
    JOINS,
    LEAVES,
    SWAPS,
    TAKEN,
    NOT_THERE,
    OFF_BOARD,
    NO_LINK,
    NO_SWAP,
    BAD_PEG,
    BAD_LINK,
    BAD_TURN,
    BAD_FILL
};

static inline int twixt_size(const tsr_rules *r) {
    return r->opt[TWIXT_SIZE];
}

static inline int twixt_at(int row, int col) {
    return row * TWIXT_LARGEST + col;
}

// Whether the player may put a peg there if it is free: not beyond the other's border.
int twixt_is_open(const tsr_rules *r, int who, int row, int col);
// Who has a peg there: 0 nobody or outside, 1, 2.
int twixt_peg(const tsr_rules *r, const twixt *s, int row, int col);

// Links. `twixt_between` gives the link between two cells a knight's move apart; 0 if they are not.
int twixt_between(int row, int col, int row2, int col2, twixt_link *out);
int twixt_has_link(const twixt *s, twixt_link k);
// Whether links of player `who` (0, 1) cross the link.
int twixt_is_crossed(const tsr_rules *r, const twixt *s, twixt_link k, int who);
// Whether the link could be made by who has pegs at both ends, at the cost of own links at most.
int twixt_may_join(const tsr_rules *r, const twixt *s, twixt_link k);
// Makes a link and removes those of its owner that it crosses.
void twixt_exchange(const tsr_rules *r, twixt *s, twixt_link k);
// Makes all links of the player that cross none, those of the last peg first.
void twixt_join_all(const tsr_rules *r, twixt *s, int who);
// The links of the last peg that would remove others; returns how many.
int twixt_exchanges(const tsr_rules *r, const twixt *s, twixt_link *out);
int twixt_is_connected(const tsr_rules *r, const twixt *s, int who);

// Slots of the table.
int twixt_moves(const tsr_rules *r, const void *p, int who, tsr_move *out);
int twixt_why_not(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out);
int twixt_action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out);
int twixt_action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap);
int twixt_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf, size_t cap);
tsr_err twixt_move_parse(const tsr_rules *r, const void *p, int who, const char *text,
                         tsr_move *out);
int twixt_text(const tsr_rules *r, const void *p, char *buf, size_t cap);
tsr_err twixt_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err);
int twixt_check(const tsr_rules *r, const void *p, tsr_line *out);
void twixt_info(const tsr_rules *r, const void *p, tsr_info *out);
void twixt_say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out);
void twixt_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out);
int twixt_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out);
void twixt_heuristic(const tsr_rules *r, const void *p, float *out);

// Where the next player has a place for a peg, for `over`.
int twixt_has_place(const tsr_rules *r, const twixt *s, int who);

#endif
