// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CGEN_BOARD_H
#define TSR_LANG_CGEN_BOARD_H

// What the files that print boards (sets, tables, sights, growth, lines) share.

#include "lang/cgen/cgen_impl.h"

// cgen_sets.c: a constant set, as it stands in a table; in place, of one or two words; a set moved by so
// many bits, up or down.
void cgen_put_literal(buffer *out, const uint64_t *x, int words);
cgen_word cgen_literal(const uint64_t *x, int words);
cgen_word cgen_slide(const cgen *g, const char *x, int amount);

// cgen_tables.c: tables NAME_NUMBER of sets and of cells, by cell.
void cgen_put_rows(cgen *g, const char *name, int number, const uint64_t *rows, int count);
void cgen_put_cells(cgen *g, const char *name, int number, const uint16_t *to);
// The cells from which `times` steps of a shift exist; whether a run of `n` fits the board anywhere.
void cgen_find_room(const board *b, int shift, int times, uint64_t *room);
int cgen_fits_line(const board *b, int shift, int n);

// cgen_lines_abreast.c: begins has_line_N, for processors with vectors, and leaves `#else`; 0 = not on this board.
int cgen_has_line_abreast(cgen *g, int n);

// cgen_sights.c: what is seen from cell `c` along one shift, as an expression; shift i of a set of
// directions, or -1 behind the last.
cgen_word cgen_sight_from(cgen *g, int shift, const char *c, const char *open);
int cgen_each_shift(const cgen *g, int dirs, int i);

#endif
