// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_SCHEMA_H
#define TSR_LEARN_SCHEMA_H

// What a network sees of a game, and how it names moves: derived from any rules.
//
// An *input* is a yes or no, so that the first layer of a network only adds up the rows of what
// holds. Inputs come in named ranges:
//
//     plane    a plane of the game's observation (tsr_game_learn): one input a cell, "my disc"; a
//              plane that counts has one for each step, "at least 1", "at least 2"
//     scalar   a single number ("passes / 8"), as steps
//     lines    every straight line of a few cells: one input for each content, the empty one
//              excepted. A network that sees only cells learns slowly what a row of three is worth.
//
// Which steps there are is learned from random games, once, when a network is made; its file keeps
// them. Everything is as the viewer sees it: me first, the board turned round for whoever looks from
// the other side.
//
// A move is the list of its fixed numbers (`action`), turned round in the same way; then, where the
// game has them, of its pieces (`move_pieces`). Each of these has a row in the network, and a move is
// the sum of its rows. A game without numbers has its moves spread over SCHEMA_SPREAD rows by their codes.
//
// Does not change once made: threads share it.

#include <tessera/rules.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "learn/picks.h"

enum {
    SCHEMA_STEPS = 8,
    SCHEMA_RANGES = 4096,
    SCHEMA_INPUTS = 1 << 20,
    SCHEMA_NAME = 48,
    SCHEMA_SPREAD = 4096,
    SCHEMA_LINE = 5,            // cells of a line, at most
    SCHEMA_LINE_ROWS = 1 << 16, // of lines, unless they are asked for
    SCHEMA_MOVE_ROWS = TSR_MAX_ACTIONS + 8
};

typedef struct schema_range {
    uint8_t scalar; // 0 = a plane
    uint8_t steps;
    uint16_t digit; // of a plane, in the content of lines; 0 = it takes no part
    uint32_t source;
    uint32_t first;           // input
    float step[SCHEMA_STEPS]; // an input holds from this number on
    char name[SCHEMA_NAME];
} schema_range;

typedef struct schema {
    char game[64];
    tsr_sight sight;
    uint32_t cells;  // of a plane
    uint32_t inputs; // in all
    uint32_t most;   // that can hold at once, and some room behind them
    uint32_t moves;  // rows of moves
    uint32_t actions, pieces;
    uint64_t action_hash; // of what the numbers mean
    uint32_t line;        // cells of a line; 0 = there are none
    uint32_t lines, digits, contents;
    uint32_t first_line; // input
    uint16_t *line_cell; // [lines][line]
    uint32_t room;       // cells, rounded up to what is looked at together
    uint32_t *cell;      // [room] 0, 1, 2 ...
    // Lines by the axis along which they go and the cell where they begin. NULL = a byte cannot hold contents.
    uint32_t *line_from; // [4][room] their first inputs, from first_line on
    uint8_t *line_fits;  // [4][room] 255 where there is one, else 0
    schema_range *range;
    uint32_t ranges;
    uint32_t
        values; // numbers a network says about a position: 1 where two share a win, else a seat
    arena memory;
} schema;

// How the rules are seen. `line` < 0: lines of four where they are few enough. *out is new:
// schema_free.
TSR_NODISCARD tsr_err schema_make(const tsr_rules *r, int line, const tsr_alloc *alloc,
                                  schema **out, tsr_error *err);
void schema_free(schema *s); // NULL is fine

// As lines of text, and back; `err` tells the line. *out is new: schema_free.
void schema_write(const schema *s, buffer *out);
TSR_NODISCARD tsr_err schema_read(const char *text, const tsr_alloc *alloc, schema **out,
                                  tsr_error *err);

// Whether the rules are what the schema was made of; if not, says which range differs.
TSR_NODISCARD tsr_err schema_fits(const schema *s, const tsr_rules *r, tsr_error *err);

// --- Looking --------------------------------------------------------------------------

// Room for one who looks.
typedef struct schema_eye {
    uint8_t *planes;
    float *scalars;
    uint8_t *plane;   // [room] one of the planes
    uint8_t *digit;   // [room], and zeros as far as a line can reach beyond the board
    uint8_t *content; // [room]
    const picks *by;  // how this machine finds what holds
} schema_eye;

TSR_NODISCARD tsr_err schema_eye_open(schema_eye *e, const schema *s, arena *a, tsr_error *err);

// The inputs that hold in `view`, which is the viewer's, in ascending order, into `out` (room for
// s->most); returns how many.
uint32_t schema_look(const schema *s, const tsr_rules *r, schema_eye *e, const void *view,
                     int viewer, uint32_t *out);

// Whether `who` sees the board turned round, and his moves with it.
int schema_turns(const schema *s, const tsr_rules *r, const void *view, int who);

// The rows of a legal move, into `out` (SCHEMA_MOVE_ROWS); returns how many, at least 1.
int schema_move(const schema *s, const tsr_rules *r, const void *view, int who, tsr_move m,
                uint32_t *out);

// The same of one who knows whether they are `turned`.
int schema_move_rows(const schema *s, const tsr_rules *r, const void *view, int who, tsr_move m,
                     int turned, uint32_t *out);

// What an input or a row of moves is called, the same on boards of other sizes; snprintf's rule.
int schema_input_name(const schema *s, uint32_t input, char *buf, size_t cap);
int schema_move_name(const schema *s, const tsr_rules *r, uint32_t row, char *buf, size_t cap);

// --- For those who make one -----------------------------------------------------------

// The axes of lines, as steps in x and y.
extern const int schema_axis[4][2];

// Lays out ranges and lines whose sources and steps are set. 0 for lack of memory or room.
int schema_lay_out(schema *s);

// A schema with room for the ranges of this sight, each with its source; NULL for lack of memory.
schema *schema_new(const tsr_sight *sight, const tsr_alloc *alloc);

#endif
