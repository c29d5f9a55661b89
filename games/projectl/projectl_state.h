// SPDX-License-Identifier: MIT
#ifndef PROJECTL_STATE_H
#define PROJECTL_STATE_H

// The inside of Project L: what opened rules hold and what a state is made of.
//
// The main idea: nothing is shuffled. A deck is a pool of puzzles nobody has seen
// and, below it, a queue of recycled ones in the order players chose. A puzzle is
// drawn from the pool by a chance move at the moment it is turned over, so nothing
// is hidden and every position can be copied, saved and searched.
//
// A state is a fixed part (projectl_state) and a tail whose size follows the set
// of puzzles: the pools as bits, the queues, and one byte per puzzle that says
// where it is. The byte array is the truth; the pool bits repeat it for speed.
//
//     projectl_state | pool W | pool B | queue W | queue B | where[puzzles] | pad
//
// Stored numbers of puzzles are 1 + index, so that 0 is "none" and an empty place
// is zero bytes.

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include <tessera/agent.h>

#include "projectl/projectl_public.h"
#include <tessera/rules.h>

// --- Bits ---------------------------------------------------------------------

static inline int projectl_bits(uint64_t x) {
    return __builtin_popcountll(x);
}

static inline int projectl_lowest(uint64_t x) { // x is not 0
    return __builtin_ctzll(x);
}

// The position of bit number `n` (from 0) of those set in `x`.
static inline int projectl_nth_bit(uint64_t x, int n) {
    while (n-- > 0) {
        x &= x - 1;
    }
    return projectl_lowest(x);
}

// --- Options, in the order of the game's table ----------------------------------

enum {
    PROJECTL_OPT_ENGINE,
    PROJECTL_OPT_PUZZLES,
    PROJECTL_OPT_WHITE,
    PROJECTL_OPT_BLACK,
    PROJECTL_OPT_RESERVE,
    PROJECTL_OPT_ILLEGAL,
    PROJECTL_OPT_FIRST,
    PROJECTL_OPT_SOLO,
    PROJECTL_OPT_ROUNDS,
    PROJECTL_OPTIONS
};

// --- What opened rules hold -------------------------------------------------------

// Placements, and the table that finds those which fit. The 25 cells are cut into
// four chunks of 7, 6, 6 and 6; `inside[chunk][cells]` is the set of placements
// whose part in the chunk lies within `cells`. The placements inside a mask are
// the intersection of four such sets: 28 loads instead of 387 tests.
enum { PROJECTL_CHUNKS = 4, PROJECTL_INSIDE = 128 + 64 + 64 + 64 };

typedef struct projectl_tables {
    tsr_pl_placement placement[TSR_PL_PLACEMENTS];
    uint16_t first[TSR_PL_SHAPES + 1];     // placements of shape s: first[s] .. first[s + 1]
    uint16_t anchored[TSR_PL_CELLS + 1];   // by_anchor: those with anchor c
    uint16_t by_anchor[TSR_PL_PLACEMENTS]; // placement numbers, large pieces first
    uint16_t pad;
    tsr_pl_set inside[PROJECTL_INSIDE];
    tsr_pl_set low_shapes[32];  // placements of any of the shapes 0 to 4
    tsr_pl_set high_shapes[16]; // shapes 5 to 8
} projectl_tables;

typedef struct projectl_data {
    projectl_tables t;
    size_t size;          // of this block
    uint32_t count[2];    // puzzles of each colour in the set
    uint32_t total;       // all puzzles
    uint16_t deck[2];     // how many of each colour are in the game
    uint16_t rounds;      // the longest a game can last
    uint8_t original;     // engine=original
    uint8_t solo;         // one player against the automatic opponent
    uint8_t skip;         // skip may always be played
    uint8_t random_first; // the first player is drawn
    uint8_t reserve;      // pieces of each shape at the start
    uint8_t pad;
    // Where the parts of a state's tail begin, in bytes.
    uint32_t pool_at[2], queue_at[2], where_at;
    uint32_t pool_words[2];
    tsr_pl_puzzle *puzzle; // total of them; inside this block
    const char **names;    // for r->names; inside this block
} projectl_data;

// Words for sentences: indices into r->names.
enum {
    PROJECTL_NAME_SHAPE = 0, // 9 shapes
    PROJECTL_NAME_WHITE = 9,
    PROJECTL_NAME_BLACK,
    PROJECTL_NAME_TURN,                             // "", "r90", ..., 8 turns
    PROJECTL_NAME_CELL = PROJECTL_NAME_TURN + 8,    // "a5" .. "e1", by bit
    PROJECTL_NAME_FIELD = PROJECTL_NAME_CELL + 25,  // parts of a position
    PROJECTL_NAME_PLACE = PROJECTL_NAME_FIELD + 18, // "W1" .. "B4": places of the rows
    PROJECTL_NAME_GRID = PROJECTL_NAME_PLACE + 8,   // "place 1" ..: of the solo game
    PROJECTL_NAME_PUZZLE = PROJECTL_NAME_GRID + 9,  // "W#1" .. by index: the cards
    PROJECTL_NAME_LETTERS = 8                       // room for a puzzle's name
};

// --- The state ----------------------------------------------------------------------

typedef struct projectl_slot {
    uint32_t free;        // cells still to fill
    uint32_t right, down; // cells joined to their neighbour by a piece (see tsr_pl_slot)
    uint16_t puzzle;      // 1 + index, 0 = nothing here
    uint16_t pad;
} projectl_slot;

typedef struct projectl_player {
    projectl_slot slot[TSR_PL_SLOTS];
    int32_t points;     // of completed puzzles
    uint16_t completed; // puzzles
    uint8_t touches;    // pieces placed as finishing touches
    uint8_t pieces[TSR_PL_SHAPES];
} projectl_player;

typedef struct projectl_state {
    uint32_t stamp;      // take-back: grows at every draw and change of player
    uint16_t round;      // from 1
    uint16_t last_round; // 0 = the end has not been triggered
    uint8_t phase;       // tsr_pl_phase
    uint8_t player;      // whose turn
    uint8_t first;       // who began
    uint8_t actions;     // left in this turn, the present one included
    uint8_t master_used;
    uint8_t black_taken;  // in this turn, as far as it counts for the limit
    uint8_t master_slots; // MASTER: bits of slots that have got a piece
    uint8_t wanted;       // REWARD: 1 + shape that is out
    uint8_t after;        // what goes on when `fill` is empty: projectl_after
    uint8_t recycling;    // RECYCLE: 1 + colour
    uint16_t fill;        // places that wait for a draw, as bits (PROJECTL_FILL_*)
    uint16_t row[10];     // open puzzles: white 0-3, black 4-7; solo 0-8. 1 + index
    uint16_t unseen[2];   // cards of each deck that come from the pool
    uint16_t queued[2];   // recycled cards under them
    uint8_t reserve[TSR_PL_SHAPES];
    uint8_t locks[3];     // solo: pieces above each column
    uint8_t enemy_supply; // solo: the opponent's pieces; its points are in seat[1]
    uint8_t pad[3];
    projectl_player seat[TSR_PL_PLAYERS];
} projectl_state;

static_assert(sizeof(projectl_slot) == 16, "no hidden padding in a slot");
static_assert(sizeof(projectl_player) == 80, "no hidden padding in a player");
static_assert(sizeof(projectl_state) == 384, "no hidden padding in a state");
static_assert(sizeof(projectl_state) % 8 == 0, "the tail begins aligned");

enum {                             // bits of `fill`: places 0 to 8 of `row`, and:
    PROJECTL_FILL_WHITE = 1u << 9, // the top white puzzle goes to the player
    PROJECTL_FILL_BLACK = 1u << 10,
    PROJECTL_FILL_ROWS = 0xff,
    PROJECTL_FILL_GRID = 0x1ff
};

typedef enum projectl_after {
    PROJECTL_AFTER_NOTHING = 0,
    PROJECTL_AFTER_SETUP,
    PROJECTL_AFTER_ACTION,
    PROJECTL_AFTER_ENEMY
} projectl_after;

// where[puzzle]: exactly one place for each.
enum {
    PROJECTL_IN_POOL = 0, // not seen yet: in a deck or out of the game
    PROJECTL_IN_ROW,
    PROJECTL_IN_QUEUE,
    PROJECTL_HELD,                                  // + player: unfinished
    PROJECTL_DONE = PROJECTL_HELD + TSR_PL_PLAYERS, // + player: completed (solo: 1 = opponent)
    PROJECTL_PLACES = PROJECTL_DONE + TSR_PL_PLAYERS
};

// --- Reaching into rules and states -------------------------------------------------

static inline const projectl_data *projectl_of(const tsr_rules *r) {
    return (const projectl_data *)r->data;
}

static inline const tsr_pl_puzzle *projectl_puzzle(const projectl_data *d, int stored) {
    return &d->puzzle[stored - 1];
}

static inline int projectl_is_white(const projectl_data *d, int stored) {
    return (uint32_t)stored <= d->count[TSR_PL_WHITE];
}

static inline uint64_t *projectl_pool(const projectl_data *d, projectl_state *s, int colour) {
    return (uint64_t *)(void *)((char *)s + d->pool_at[colour]);
}

static inline const uint64_t *projectl_pool_of(const projectl_data *d, const projectl_state *s,
                                               int colour) {
    return (const uint64_t *)(const void *)((const char *)s + d->pool_at[colour]);
}

static inline uint16_t *projectl_queue(const projectl_data *d, projectl_state *s, int colour) {
    return (uint16_t *)(void *)((char *)s + d->queue_at[colour]);
}

static inline const uint16_t *projectl_queue_of(const projectl_data *d, const projectl_state *s,
                                                int colour) {
    return (const uint16_t *)(const void *)((const char *)s + d->queue_at[colour]);
}

// Indexed by puzzle, from 0.
static inline uint8_t *projectl_where(const projectl_data *d, projectl_state *s) {
    return (uint8_t *)s + d->where_at;
}

static inline const uint8_t *projectl_where_of(const projectl_data *d, const projectl_state *s) {
    return (const uint8_t *)s + d->where_at;
}

static inline int projectl_deck(const projectl_state *s, int colour) {
    return s->unseen[colour] + s->queued[colour];
}

// Open puzzles of one colour begin here in `row`.
static inline int projectl_row_at(int colour) {
    return colour * TSR_PL_ROW;
}

// The name of a place of `row`, as an index into r->names.
static inline int projectl_place_name(const projectl_data *d, int place) {
    return (d->solo ? PROJECTL_NAME_GRID : PROJECTL_NAME_PLACE) + place;
}

// The puzzle that `fill` wants next: its bit number, and the colour it comes from.
static inline int projectl_target(const projectl_state *s) {
    return projectl_lowest(s->fill);
}

// --- projectl_phase.c -------------------------------------------------------------

int projectl_target_colour(const projectl_data *d, const projectl_state *s);
uint32_t projectl_turn(const tsr_rules *r, const void *s);

// --- projectl_shapes.c ------------------------------------------------------------

extern const uint8_t projectl_levels[TSR_PL_SHAPES];
extern const uint16_t projectl_level_masks[TSR_PL_LEVELS + 2]; // by level; 0 and 5 are empty
extern const char *const projectl_turn_names[8];

void projectl_tables_make(projectl_tables *t);

// Of the turns in which `shape` looks as it does in `turn`, the smallest.
int projectl_plain_turn(int shape, int turn);

void projectl_fits(const projectl_tables *t, uint32_t free, tsr_pl_set *out);

// The placements of the shapes in `shapes` (bit = shape).
static inline void projectl_only_shapes(const projectl_tables *t, uint32_t shapes,
                                        tsr_pl_set *set) {
    const tsr_pl_set *low = &t->low_shapes[shapes & 31], *high = &t->high_shapes[shapes >> 5 & 15];
    for (int i = 0; i < TSR_PL_SET_WORDS; i++) {
        set->w[i] &= low->w[i] | high->w[i];
    }
}

static inline int projectl_set_count(const tsr_pl_set *set) {
    int n = 0;
    for (int i = 0; i < TSR_PL_SET_WORDS; i++) {
        n += projectl_bits(set->w[i]);
    }
    return n;
}

// Turns a mask into the shape it has, -1 if it is no piece.
int projectl_shape_of(const projectl_tables *t, uint32_t mask);

// The cells of the piece that covers `cell`, by the joins of a slot.
uint32_t projectl_piece_at(const projectl_slot *slot, int cell);

// Counts the pieces in a slot by shape; -1 if what lies there are no pieces.
int projectl_slot_pieces(const projectl_data *d, const projectl_slot *slot,
                         uint8_t count[TSR_PL_SHAPES]);

void projectl_slot_lay(projectl_slot *slot, uint32_t mask);

// Shapes of which `count` is above zero, as bits.
static inline uint32_t projectl_owned(const uint8_t *count) {
    uint32_t shapes = 0;
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        shapes |= (uint32_t)(count[i] != 0) << i;
    }
    return shapes;
}

// --- projectl_puzzles.c -----------------------------------------------------------

// Reads a puzzle file into `out` (white first), which has room for `cap`; the
// counts are those of the whole file. Errors carry the line.
tsr_err projectl_puzzles_read(const char *text, size_t size, tsr_pl_puzzle *out, uint32_t cap,
                              uint32_t count[2], tsr_error *err);

// Everything that is wrong with such a file; the slot of the same name.
int projectl_data_faults(const char *data, size_t size, const char *name, char *buf, size_t cap);

extern const char projectl_builtin[]; // the 52 puzzles of the base game, as a file
extern const size_t projectl_builtin_size;

// --- projectl_supply.c ------------------------------------------------------------

uint32_t projectl_reward_options(const projectl_data *d, const uint8_t *reserve, int wanted);
uint32_t projectl_upgrade_options(const uint8_t *reserve, int from);
uint32_t projectl_basic_options(const projectl_data *d, const uint8_t *reserve);

// --- projectl_turn.c --------------------------------------------------------------

void projectl_init(const tsr_rules *r, void *out);
void projectl_play(const tsr_rules *r, void *s, int who, tsr_move m);
int32_t projectl_score(const projectl_data *d, const projectl_state *s, int player);
void projectl_result(const tsr_rules *r, const void *s, tsr_result *out);

// --- projectl_solo.c --------------------------------------------------------------

void projectl_enemy_turn(const projectl_data *d, projectl_state *s);
void projectl_unlock(projectl_state *s, int place);

// --- projectl_moves.c -------------------------------------------------------------

// The placements that fit a slot, of the pieces in `shapes`.
void projectl_slot_fits(const projectl_data *d, const projectl_slot *slot, uint32_t shapes,
                        tsr_pl_set *out);
int projectl_can_place(const projectl_data *d, const projectl_state *s, int player);
int projectl_can_skip(const projectl_data *d, const projectl_state *s);
int projectl_black_left(const projectl_data *d, const projectl_state *s);

int projectl_moves(const tsr_rules *r, const void *s, int who, tsr_move *out);
int projectl_count(const tsr_rules *r, const void *s, int who);
int projectl_chance(const tsr_rules *r, const void *s, tsr_move *out, uint32_t *weight);
tsr_move projectl_sample(const tsr_rules *r, const void *s, int who, tsr_rng *g);

// --- projectl_why.c ---------------------------------------------------------------

int projectl_why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out);

// --- projectl_notation.c ----------------------------------------------------------

// A PLACE whose piece hangs over the edge of the grid: read from text, never legal.
#define PROJECTL_OVERHANG ((tsr_move)1 << 49)

// The placement of `shape` with this turn and anchor, as a move; a piece that would
// leave the grid becomes a move that says so.
tsr_move projectl_place_at(const projectl_tables *t, int shape, int slot, int cell, int turn);

int projectl_read_shape(const char *word); // in any case of letters; -1 = no shape

int projectl_move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                       size_t cap);
tsr_err projectl_move_parse(const tsr_rules *r, const void *s, int who, const char *text,
                            tsr_move *out);

// --- projectl_position.c, projectl_check.c -----------------------------------------

int projectl_text(const tsr_rules *r, const void *s, char *buf, size_t cap);
tsr_err projectl_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err);
int projectl_check(const tsr_rules *r, const void *s, tsr_line *out);

// --- projectl_lines.c -------------------------------------------------------------

void projectl_info(const tsr_rules *r, const void *s, tsr_info *out);
void projectl_say(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out);

// --- projectl_told.c --------------------------------------------------------------

void projectl_told(const tsr_rules *r, const void *before, int who, tsr_move m, const void *after,
                   int viewer, tsr_story *out);
int projectl_parts(const tsr_rules *r, const void *s, tsr_part *out);
int projectl_words(const tsr_rules *r, const void *s, int viewer, const tsr_item *item, char *buf,
                   size_t cap);

// --- projectl_scene.c -------------------------------------------------------------

void projectl_scene(const tsr_rules *r, const void *s, int viewer, tsr_scene *out);

// --- projectl_joined.c ------------------------------------------------------------

int projectl_turn_parse(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out,
                        tsr_line *why);

// --- projectl_path.c --------------------------------------------------------------

tsr_move projectl_picked(const tsr_rules *r, const void *s, int who, const uint32_t *pick,
                         int picks);
int projectl_path(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out);

// --- projectl_ai.c ----------------------------------------------------------------

extern const tsr_game_ai projectl_ai;
extern const tsr_skin projectl_skin_term;                       // skin_term.c
extern const tsr_agent_type tsr_agent_projectl_expert;          // projectl_expert.c
extern const tsr_agent_type tsr_agent_projectl_random;          // projectl_random.c
int projectl_things(const tsr_rules *r, char *buf, size_t cap); // projectl_things.c
extern const uint32_t projectl_action_count;
int projectl_action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out);
int projectl_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap);

#endif
