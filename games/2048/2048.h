// SPDX-License-Identifier: MIT
#ifndef GAMES_2048_H
#define GAMES_2048_H

// 2048: what its files share. A tile is stored as its exponent: 1 is a 2, 11 is a 2048. A slide has the
// code 1 to 4 (up, right, down, left), a new tile the kind TILES_COMES with exponent and cell.

#include <assert.h>

#include <tessera/game.h>

enum { TILES_SMALLEST = 3, TILES_USUAL = 4, TILES_LARGEST = 5 };
enum { TILES_CELLS = TILES_LARGEST * TILES_LARGEST, TILES_WAYS = 4, TILES_COMES = 5 };
enum { TILES_FIRST = 2 }; // tiles at the start

typedef struct tiles {
    uint32_t score;
    uint8_t coming; // tiles that chance puts before the next slide
    uint8_t over;   // no slide is left
    uint8_t cell[TILES_CELLS];
    uint8_t pad;
} tiles;
static_assert(sizeof(tiles) == 32, "no hidden padding");

enum { ASK = 1, SLID, CAME, NOTHING_MOVES, BAD_TILE, BAD_COUNT, BAD_SCORE, BAD_FILL };

extern const char *const tiles_ways[TILES_WAYS]; // the words of slides

// Of the board: cells along a side, cells, the highest exponent there can be.
int tiles_size_of(const tsr_rules *r);
int tiles_cells_of(const tsr_rules *r);
int tiles_most(const tsr_rules *r);

// The cell at `i` of line `line`, counted from the side that tiles slide to.
int tiles_cell_at(int size, int to, int line, int i);
// Slides everything and adds what merges to `points`. Returns whether anything moved.
int tiles_slide(const tsr_rules *r, uint8_t *cell, int to, uint32_t *points);
int tiles_can_slide(const tsr_rules *r, const tiles *s, int to);
int tiles_is_stuck(const tsr_rules *r, const tiles *s);
int tiles_highest(const tiles *s);
int tiles_count(const tiles *s);

// Slots of the table.
int tiles_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf, size_t cap);
tsr_err tiles_move_parse(const tsr_rules *r, const void *p, int who, const char *text,
                         tsr_move *out);
int tiles_text(const tsr_rules *r, const void *p, char *buf, size_t cap);
tsr_err tiles_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err);
int tiles_check(const tsr_rules *r, const void *p, tsr_line *out);
void tiles_info(const tsr_rules *r, const void *p, tsr_info *out);
void tiles_say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out);
void tiles_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out);
int tiles_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out);
void tiles_heuristic(const tsr_rules *r, const void *p, float *out);

#endif
