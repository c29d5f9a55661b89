// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LOWER_EXPR_H
#define TSR_LANG_LOWER_EXPR_H

// What the files that lower expressions share: lower_expr.c (what each kind of them means), lower_names.c,
// lower_board.c, lower_dirs.c, lower_ops.c, lower_word.c. Others use lower.h.

#include <string.h>

#include "lang/lower/lower.h"

static inline value none_value(void) {
    value v;
    memset(&v, 0, sizeof v);
    return v;
}

// x & kinds, x - kinds, where x lies in sorted areas; 0 = it is nothing like that (lower_kinds.c).
int lower_slots_of_kinds(lower *l, const ast *e); // the cells these have in sorted areas, or NO_REG
int lower_sorted_kinds(lower *l, const ast *e, value *out);
value lower_for_player(lower *l, const ast *e); // lower_other.c: mine for next player

// Those who may be meant by a word for another player: code for each, of which the first who is not out does its.
typedef struct readers {
    int count, seat[MAX_PLAYERS];
    int at, me, shared;
    label done, away;
} readers;

void lower_readers(lower *l, const ast *who, readers *r);
int lower_next_reader(lower *l, readers *r); // `me` is the next one; 0 = that was the last

static inline int is_set(const value *v) {
    return v->type == V_SET;
}

// --- lower_names.c ---------------------------------------------------------------

const char *lower_type_phrase(value_type t);                          // "a set of cells"
void lower_quote_text(lower *l, const ast *e, char *buf, size_t cap); // as the author wrote it
void lower_say_unknown(lower *l, const ast *e, const char *what, const char *name);

int lower_lacks(lower *l,
                const ast *e); // lower_lacks.c: nothing there has the attribute, which is said
uint64_t *lower_fresh_set(lower *l); // lower_stand.c: for a constant; never NULL

// --- lower_board.c ---------------------------------------------------------------

value lower_border_const(lower *l, int which);    // top, bottom, left, right
value lower_edge_const(lower *l, int corners);    // all of the edge, or its corners
value lower_colour_const(lower *l, int light);    // squares of one colour
value lower_line_const(lower *l, int row, int n); // row or column n
value lower_span(lower *l, const ast *e);         // a1..c3
value lower_rank(lower *l, const ast *e);         // rank 2, row of here
value lower_point(lower *l, const ast *e);        // point 1, of a star

// --- lower_dirs.c ----------------------------------------------------------------

value lower_value_of_dirs(const uint16_t *shifts, int count); // emit.c
int lower_relative_turn(const char *name);                    // of `forward` and the like, or -1
value lower_relative_dirs(lower *l, const ast *e, int turn);
int lower_add_shift(lower *l, const ast *e, value *v, uint16_t s);
value lower_vector_dirs(lower *l, const ast *e);
value lower_add_dirs(lower *l, const ast *e, const value *x, const value *y);
value lower_negate_dirs(lower *l, const ast *e, const value *x);
value lower_multiply_dirs(lower *l, const ast *e, int n, const value *x);

// --- lower_facing.c, lower_race.c -------------------------------------------------

int lower_facing_of(lower *l, int player); // index into north south east west, or -1
int lower_is_race(const lower *l);
value lower_race_ranks(lower *l, const ast *e); // rank 2 there
value lower_race_dirs(lower *l, const ast *e, int turn);
value lower_rank_at(lower *l, const ast *e); // rank at here, a number

// --- lower_kinds.c ---------------------------------------------------------------

value lower_kinds(lower *l, const ast *e); // A_KINDS
void lower_jump_without(lower *l, const ast *e,
                        label *to); // a piece that it asks about is not there

// --- lower_rays.c ----------------------------------------------------------------

void lower_need_all_rays(lower *l);
value lower_ray(lower *l, const ast *e);
value lower_toward(lower *l, const ast *e);

// --- lower_combine.c, lower_ops.c ------------------------------------------------

value lower_combine_sets(lower *l, ast_kind op, const value *x, const value *y);
value lower_combine_ints(lower *l, ast_kind op, const value *x, const value *y);
value lower_binary(lower *l, const ast *e);
value lower_meet(lower *l, const ast *e);

value lower_shift_set(lower *l, const value *x, const value *dirs, int back);
// lower_times.c: the cells of register `from` moved along `dirs` n times, for `x + n*dirs` at e, or back.
int lower_shift_times(lower *l, const ast *e, int from, const value *n, const value *dirs,
                      int back);
value lower_shift_set_by_number(lower *l, const value *x, const value *dir, int back);

// --- lower_turn.c ----------------------------------------------------------------

value lower_around(lower *l, const ast *e); // left around b2
value lower_turn_set(lower *l, const ast *e, const value *x, const value *turn, int back);

// --- lower_word.c ----------------------------------------------------------------

value lower_no_here(lower *l, const ast *e);  // says that nothing is moving
void lower_no_facing(lower *l, const ast *e); // says that nobody looks anywhere
int lower_find_tokens(const lower *l, const char *name);
value lower_expand_def(lower *l, const ast *e, const decl_def *d);
value lower_word(lower *l, const ast *e);
value lower_title(lower *l, const ast *e);
value lower_owned(lower *l, const ast *e);

int lower_line_length(lower *l, const ast *e); // of `line n of …`; what is no length is said

#endif
