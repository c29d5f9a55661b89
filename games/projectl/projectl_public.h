// SPDX-License-Identifier: MIT
#ifndef PROJECTL_PROJECTL_H
#define PROJECTL_PROJECTL_H

// Project L for bot writers: everything a program needs to think about a game of
// Project L without knowing how its state is stored. `tsr_pl_` is short for it.
//
// Puzzles and pieces are sets of cells on a 5 x 5 grid, 25 bits of a uint32_t. Bit
// 5 * row + col is a cell, row 0 on top:
//
//          a  b  c  d  e
//      5   0  1  2  3  4
//      4   5  6  7  8  9
//      3  10 11 12 13 14         people say c3 for bit 12
//      2  15 16 17 18 19
//      1  20 21 22 23 24
//
// A piece is one of nine shapes; its level is its number of cells. A *placement*
// is a shape turned, flipped and laid somewhere: there are 387, numbered from 0,
// shape by shape. A puzzle's recess is a mask; what is still free of it is too; a
// placement fits if its mask lies inside the free one.
//
// The usual way to write a bot:
//
//     tsr_pl_table t;
//     tsr_pl_look(rules, query->view, &t);           // the whole table, as data
//     const tsr_pl_puzzle *p = tsr_pl_puzzle_at(rules, t.row[TSR_PL_WHITE][0]);
//     tsr_pl_plan plan;
//     tsr_pl_solve(rules, p->mask, me->pieces, t.reserve, 0, &plan);
//     ... plan.actions, plan.step[0] ...
//     *out = tsr_pl_take(TSR_PL_WHITE, 0);           // the answer
//
// Project L has no hidden information: cards are drawn when they are seen, so the
// view is the position and may be copied and played on with the slots of game.h.
//
// All functions are pure and thread-safe. `r` must be rules of the game
// "projectl" (tsr_pl_is_rules tells). docs/projectl.md is the guide.

#include <stddef.h>
#include <stdint.h>

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- Shapes and placements ---------------------------------------------------

typedef enum tsr_pl_shape {
    TSR_PL_O1, // one cell
    TSR_PL_O2, // two by two
    TSR_PL_I2, // two in a line
    TSR_PL_I3,
    TSR_PL_I4,
    TSR_PL_L2, // a corner of three
    TSR_PL_L3, // three in a line and one beside the end
    TSR_PL_Z,
    TSR_PL_T,
    TSR_PL_SHAPES // how many there are
} tsr_pl_shape;

enum {
    TSR_PL_SIDE = 5,         // a puzzle is 5 x 5
    TSR_PL_CELLS = 25,       // of its grid
    TSR_PL_LEVELS = 4,       // levels 1 to 4
    TSR_PL_PLACEMENTS = 387, // on an empty grid, all shapes together
    TSR_PL_SET_WORDS = 7,    // 64-bit words of a set of placements
    TSR_PL_PLAYERS = 4,      // at most
    TSR_PL_SLOTS = 4,        // unfinished puzzles in front of a player
    TSR_PL_ROW = 4,          // open puzzles of one colour
    TSR_PL_GRID = 9,         // open puzzles of the solo game, 3 x 3
    TSR_PL_ACTIONS = 3,      // actions of a turn
    TSR_PL_NONE = 0xffff     // no puzzle
};

#define TSR_PL_FULL ((uint32_t)0x1ffffff) // all 25 cells

// A shape as it lies: its cells, and how it got there. The turns are named as
// people type them: 0 to 3 are quarter turns clockwise (r90, r180, r270), 4 to 7
// the same after a flip left to right (f, r90f, r180f, r270f). Of turns that look alike
// the smallest is used.
typedef struct tsr_pl_placement {
    uint32_t mask;
    uint8_t shape;  // tsr_pl_shape
    uint8_t turn;   // 0 to 7
    uint8_t anchor; // first cell in reading order: the lowest bit of the mask
    uint8_t pad;
} tsr_pl_placement;

// A set of placements: bit i of word i / 64 stands for placement i.
typedef struct tsr_pl_set {
    uint64_t w[TSR_PL_SET_WORDS];
} tsr_pl_set;

// "L3"; a static string. "?" if there is no such shape.
const char *tsr_pl_shape_name(int shape);

// The colour of the piece: a tsr_colour (scene.h), as near to the printed one as there is.
int tsr_pl_shape_colour(int shape);

// Cells of the shape, 1 to 4; 0 if there is no such shape.
int tsr_pl_level(int shape);

// The shapes of a level as a bit mask (bit = shape), 0 outside 1 .. 4.
uint32_t tsr_pl_level_shapes(int level);

// All configurations of a shape: `*count` placements in a row. They live as long
// as the rules. tsr_pl_placements(r, 0, &n)[i] is placement number i, up to 386.
const tsr_pl_placement *tsr_pl_placements(const tsr_rules *r, int shape, int *count);

// The placement that covers exactly `mask`, -1 if no piece has that form. (Two
// shapes never cover the same cells.)
int tsr_pl_placement_of(const tsr_rules *r, uint32_t mask);

// Whether `mask` is the shape, in any turn and place: compares a shape with a mask.
int tsr_pl_is_shape(const tsr_rules *r, int shape, uint32_t mask);

// The placements that lie inside `free`, of any shape. A few nanoseconds.
void tsr_pl_fits(const tsr_rules *r, uint32_t free, tsr_pl_set *out);

// --- Puzzles -----------------------------------------------------------------

typedef enum tsr_pl_colour {
    TSR_PL_WHITE,
    TSR_PL_BLACK,
    TSR_PL_BOTH // the one deck and the grid of the solo game
} tsr_pl_colour;

typedef struct tsr_pl_puzzle {
    uint32_t mask;   // the recess: cells to fill
    uint16_t number; // as printed; colour and number name a puzzle: W17
    uint8_t colour;  // tsr_pl_colour
    uint8_t cells;
    uint8_t points;
    uint8_t reward; // tsr_pl_shape
    uint8_t pad[2];
} tsr_pl_puzzle;

// All puzzles these rules were opened with, white ones first. Not all of them
// need be in the game: see tsr_pl_deck.
int tsr_pl_puzzle_count(const tsr_rules *r);
const tsr_pl_puzzle *tsr_pl_puzzle_at(const tsr_rules *r, int i); // NULL outside

// --- The table ---------------------------------------------------------------

typedef enum tsr_pl_phase {
    TSR_PL_PHASE_FIRST,   // chance: who starts
    TSR_PL_PHASE_DRAW,    // chance: a puzzle is revealed
    TSR_PL_PHASE_TURN,    // an action
    TSR_PL_PHASE_RECYCLE, // which puzzle goes under the deck next
    TSR_PL_PHASE_MASTER,  // one more piece, or done
    TSR_PL_PHASE_REWARD,  // which piece instead of the one that is out
    TSR_PL_PHASE_TOUCH,   // finishing touches
    TSR_PL_PHASE_OVER
} tsr_pl_phase;

// An unfinished puzzle in front of a player.
typedef struct tsr_pl_slot {
    uint16_t puzzle;             // its index, TSR_PL_NONE = nothing here
    uint16_t pieces;             // how many pieces lie in it
    uint32_t free;               // cells still to fill
    uint8_t laid[TSR_PL_SHAPES]; // the pieces in it, by shape
    uint8_t pad[3];
    // The pieces in it: of two neighbouring cells the left (upper) one is marked in
    // `right` (`down`) if one piece covers both.
    uint32_t right, down;
} tsr_pl_slot;

typedef struct tsr_pl_player {
    tsr_pl_slot slot[TSR_PL_SLOTS];
    uint8_t pieces[TSR_PL_SHAPES]; // in the supply, not those in puzzles
    uint8_t touches;               // finishing touches so far, 1 point each
    uint16_t completed;            // puzzles
    int32_t points;                // of completed puzzles
    int32_t score;                 // as it counts now: see tsr_result
} tsr_pl_player;

// Everything that lies on the table.
typedef struct tsr_pl_table {
    uint8_t phase;               // tsr_pl_phase
    uint8_t players;             // at the table
    uint8_t player;              // whose turn it is
    uint8_t first;               // who began the game
    uint8_t actions;             // left in this turn, the present one included
    uint8_t master_used;         // in this turn
    uint8_t black_left;          // black puzzles that may still be taken in this turn
    uint8_t solo;                // the solo game: grid, locks and enemy count, rows do not
    uint8_t original;            // engine=original
    uint8_t master_slots;        // MASTER: slots that have got their piece, as bits
    uint8_t recycling;           // RECYCLE: the colour
    uint8_t wanted;              // REWARD: the shape that is out
    uint16_t round;              // from 1
    uint16_t last_round;         // 0 = the end has not been triggered
    uint16_t row[2][TSR_PL_ROW]; // open puzzles, TSR_PL_NONE = a gap
    uint16_t deck[2];            // puzzles in each deck
    uint16_t cards[2];           // puzzles of each colour in the game, wherever they are
    uint16_t grid[TSR_PL_GRID];  // solo: open puzzles
    uint8_t locks[3];            // solo: pieces above each column
    uint8_t enemy_supply;        // solo: the opponent's pieces
    uint16_t enemy_completed;    // solo
    int32_t enemy_points;        // solo
    uint8_t reserve[TSR_PL_SHAPES];
    uint8_t pad[3];
    tsr_pl_player seat[TSR_PL_PLAYERS];
} tsr_pl_table;

// Whether `r` was opened for this game.
int tsr_pl_is_rules(const tsr_rules *r);

// Reads a view (or a state).
void tsr_pl_look(const tsr_rules *r, const void *view, tsr_pl_table *out);

// What can still be in a deck, given everything seen so far. `count` cards are
// there. The lowest `known` ones were recycled: their order is known to everyone
// and `id[0 .. known)` lists them, the next to come first. The others, which come
// before them, are among the `unseen` puzzles nobody has seen yet, each equally
// likely: `id[known .. known + unseen)`. (If more are unseen than drawn, the rest
// is out of the game.) `id` has room for `cap`; counts are right in any case.
typedef struct tsr_pl_deck_view {
    uint16_t count, known, unseen, pad;
} tsr_pl_deck_view;

tsr_pl_deck_view tsr_pl_deck(const tsr_rules *r, const void *view, int colour, uint16_t *id,
                             int cap);

// The puzzles in a player's victory pile (solo: player 1 is the opponent). Returns how many there
// are; writes at most `cap`.
int tsr_pl_completed(const tsr_rules *r, const void *view, int player, uint16_t *id, int cap);

// --- The rules as questions ----------------------------------------------------

// The shapes a player may take who is due a `wanted` piece, as a bit mask: that
// shape, or what stands in for it when it is out.
uint32_t tsr_pl_reward_options(const tsr_rules *r, const uint8_t *reserve, int wanted);

// The shapes a piece may be changed into.
uint32_t tsr_pl_upgrade_options(const tsr_rules *r, const uint8_t *reserve, int from);

// The shapes that "take a level-1 piece" may bring.
uint32_t tsr_pl_basic_options(const tsr_rules *r, const uint8_t *reserve);

// --- Planning ------------------------------------------------------------------

// The fewest pieces that fill `mask` exactly, whatever they are; 0 for an empty mask.
int tsr_pl_fewest_pieces(const tsr_rules *r, uint32_t mask);

enum { TSR_PL_STEPS = 25 };

// How to fill a mask.
typedef struct tsr_pl_plan {
    uint8_t actions; // in all: pieces to place and pieces to get
    uint8_t pieces;  // to place
    uint8_t owned;   // of these, in the supply now; they come first in `step`
    uint8_t pad;
    uint16_t step[TSR_PL_STEPS]; // placement numbers
    uint8_t need[TSR_PL_SHAPES]; // pieces by shape
    // Pieces of the supply that are given back for the missing ones.
    uint8_t given[TSR_PL_SHAPES];
} tsr_pl_plan;

// The fewest actions that fill `mask` from a supply: one for each piece placed,
// and for each piece the supply lacks the upgrades that lead to it, from a piece
// not needed here or from a new level-1 piece. Exact: searches all ways to fill
// the mask. `limit` 1 .. 255 cuts off plans that need more actions, 0 = 255. Returns 1 with
// `*out` filled, or 0 if there is no such plan. Among equally short plans it prefers
// one that gives away little.
int tsr_pl_solve(const tsr_rules *r, uint32_t mask, const uint8_t *supply, const uint8_t *reserve,
                 int limit, tsr_pl_plan *out);

// The fewest actions that bring one piece of `shape`, starting from a supply: 0
// if there is one. `*move` (may be NULL) is the first of them. -1 = impossible.
int tsr_pl_get(const tsr_rules *r, const uint8_t *supply, const uint8_t *reserve, int shape,
               tsr_move *move);

// --- Moves ---------------------------------------------------------------------

typedef enum tsr_pl_kind {
    TSR_PL_TAKE = 1, // a = colour, b = place: from a row (solo: TSR_PL_BOTH, 0 to 8)
    TSR_PL_TOP,      // a = colour: the top of a deck, unseen
    TSR_PL_RECYCLE,  // a = colour: begins to recycle a row
    TSR_PL_PUT,      // a = place: this puzzle goes under the deck next
    TSR_PL_BASIC,    // a = shape: a level-1 piece, or what stands in for it
    TSR_PL_UPGRADE,  // a = from, b = to
    TSR_PL_PLACE,    // a = shape, b = slot, mask: also in a master action and at the end
    TSR_PL_MASTER,   // begins a master action
    TSR_PL_DONE,     // ends it
    TSR_PL_REWARD,   // a = shape
    TSR_PL_SKIP,     // gives an action away
    TSR_PL_END,      // ends the finishing touches
    TSR_PL_REVEAL,   // chance: a puzzle, by index
    TSR_PL_FIRST     // chance: a = player
} tsr_pl_kind;

static inline tsr_move tsr_pl_take(int colour, int place) {
    return tsr_move_of(TSR_PL_TAKE, colour, place, 0, 0);
}

static inline tsr_move tsr_pl_top(int colour) {
    return tsr_move_of(TSR_PL_TOP, colour, 0, 0, 0);
}

static inline tsr_move tsr_pl_recycle(int colour) {
    return tsr_move_of(TSR_PL_RECYCLE, colour, 0, 0, 0);
}

static inline tsr_move tsr_pl_put(int place) {
    return tsr_move_of(TSR_PL_PUT, place, 0, 0, 0);
}

static inline tsr_move tsr_pl_basic(int shape) {
    return tsr_move_of(TSR_PL_BASIC, shape, 0, 0, 0);
}

static inline tsr_move tsr_pl_upgrade(int from, int to) {
    return tsr_move_of(TSR_PL_UPGRADE, from, to, 0, 0);
}

static inline tsr_move tsr_pl_place(int shape, int slot, uint32_t mask) {
    return tsr_move_of(TSR_PL_PLACE, shape, slot, 0, 0) | (tsr_move)mask << 24;
}

static inline tsr_move tsr_pl_reward(int shape) {
    return tsr_move_of(TSR_PL_REWARD, shape, 0, 0, 0);
}

// The moves without arguments: MASTER, DONE, SKIP, END.
static inline tsr_move tsr_pl_plain(int kind) {
    return tsr_move_of(kind, 0, 0, 0, 0);
}

static inline tsr_move tsr_pl_reveal(int puzzle) {
    return tsr_move_of(TSR_PL_REVEAL, puzzle, puzzle >> 8, 0, 0);
}

static inline int tsr_pl_move_kind(tsr_move m) {
    return tsr_move_byte(m, 0);
}

static inline uint32_t tsr_pl_move_mask(tsr_move m) { // PLACE
    return (uint32_t)(m >> 24) & TSR_PL_FULL;
}

static inline int tsr_pl_move_puzzle(tsr_move m) { // REVEAL
    return tsr_move_byte(m, 1) | tsr_move_byte(m, 2) << 8;
}

// --- Joined notation -----------------------------------------------------------

// A whole action in one line: "recycle B 3 1 4 2" for a recycle and its order,
// "master L3 2 b4 r90f, I2 1 a1" for a master action with its pieces and its end;
// every other line is one move as ever. Writes the single moves, all of them legal
// one after the other from `view`; returns how many. -1 if the line cannot be read
// or a move of it is not legal: then `why` (may be NULL) says so. A joined line is complete
// ("recycle B 3 1" with four puzzles in the row is refused) or just the first word.
enum { TSR_PL_JOINED = 8 };
int tsr_pl_read_joined(const tsr_rules *r, const void *view, int who, const char *text,
                       tsr_move *out, tsr_line *why);

// The joined text of the moves one player made from `view` on: as many of the
// `count` moves as belong to one action; `*used` (may be NULL) tells. snprintf's rule.
int tsr_pl_joined_text(const tsr_rules *r, const void *view, int who, const tsr_move *moves,
                       int count, int *used, char *buf, size_t cap);

// --- A picture in text ---------------------------------------------------------

enum {                      // flags of tsr_pl_picture
    TSR_PL_MARKS = 1u << 0, // with marks for styles; letters stay, so nothing hangs on colour
    TSR_PL_ASCII = 1u << 1, // no character beyond ASCII
    TSR_PL_SHORT = 1u << 2, // for four players in 18 lines: the others' puzzles small, side by side
    TSR_PL_MARK = 1         // a mark is this character and one more: '0' plain, '1' bold, '2' dim,
                            // 'a' to 'i' in the colour of shape 0 to 8, 'A' to 'I' on a block of it
};

// The table as `viewer` (a player or TSR_WATCHER) sees it, the viewer's own puzzles
// before the other players, in lines of at most 80 columns, each ended by a line feed;
// snprintf's rule. `names` as for tsr_line_text,
// or NULL.
int tsr_pl_picture(const tsr_rules *r, const void *view, int viewer, uint32_t flags,
                   const char *const *names, char *buf, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
