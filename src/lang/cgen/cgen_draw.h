// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CGEN_DRAW_H
#define TSR_LANG_CGEN_DRAW_H

// What the files share that print how a random turn is drawn.

#include "lang/cgen/cgen_ways.h"

enum { CGEN_MAX_LOCAL = 12 };

typedef struct drawing {
    cgen *g;
    int node[IR_MAX_NODES], nodes; // choices drawn from
    int offers;                    // sets in all
    int loops;                     // some are written in loops
    int lists;                     // some moves are listed
    int listing;                   // some of those drawn from next are
    int begin, end;                // the sets drawn from next
    int waits;                     // one try a round: see cgen_rounds.c
    int guard;                     // the test whose guard is asked if one is not legal, or 0
    uint32_t rest;                 // what turns of several choices end with, or 0: cgen_rest.c
    uint8_t shares[IR_MAX_NODES];  // which of `node` do
    // while printing
    int offer_node[CGEN_MAX_LOCAL];
    char origin[CGEN_MAX_LOCAL][80];
    int form[CGEN_MAX_LOCAL];
    int step[CGEN_MAX_LOCAL]; // of motions by a step of fixed length, else 0
    int next_offer;
    uint8_t counted[IR_MAX_NODES]; // by node, as printed so far: counted_form
    uint16_t counted_dirs[IR_MAX_NODES];
} drawing;

// What lots of a node are: sets, or counts of cells a step away, or of those hops lead to.
typedef enum counted_form { COUNTED_NOT, COUNTED_STEPS, COUNTED_HOPS } counted_form;

typedef struct draw_taker {
    cgen_taker base; // first
    drawing *d;
} draw_taker;

// cgen_draw_facts.c: what the plan does with the sets of a node (LOT, HOPS or CELLS comes first); whether a turn of it,
// once drawn, is always legal; whether each of its cells is one turn.
const way_insn *cgen_draw_insn(const cgen *g, int node);
int cgen_never_fails(cgen *g, int node);
int cgen_is_one_turn(const cgen *g, int node);

// cgen_draw_plan.c: notes what `code` offers; then whether its sets are local variables.
void cgen_look_ahead(drawing *d, uint32_t code);
int cgen_is_local(const drawing *d);

// cgen_draw_parts.c: whether a turn of a node may become one of several pieces.
int cgen_promotes(const cgen *g, const ir_node *n);
// How many turns a set of `total` cells stands for, as an expression.
void cgen_put_weight(cgen *g, const ir_node *n, const char *cells, const char *total, char *buf,
                     size_t cap);
// Turns that are no sets are listed one by one; of jumps those that go on, `left` is the rest.
void cgen_take_listed(cgen *g, const cgen_offer *o, const char *left);
// The cell drawn, and which of its turns, from number `r` of an offer; then, with all of it known, makes the
// turn.
void cgen_put_cell(drawing *d, int at, const char *cells, const char *total, const char *nth);
void cgen_put_act(drawing *d, int at, const char *drop);

// cgen_draw_local.c: sets that are local variables. One on offer; draws from them, which are `last` if nothing
// is listed.
void cgen_take_local(cgen_taker *t, const cgen_offer *o);
void cgen_put_local_draws(drawing *d);
// How many turns set number i, of this node, stands for, as an expression.
void cgen_put_local_weight(cgen *g, int node, int i, char *buf, size_t cap);

// cgen_draw_lots.c: sets in an array.
void cgen_take_lot(cgen_taker *t, const cgen_offer *o);
void cgen_put_lot_draws(drawing *d);

// cgen_draw_guard.c: in the second try, leaves out what the guard knows of.
void cgen_put_draw_guard(drawing *d);

// cgen_draw_counted.c: takes a loop that offers where pieces can step or hop, if that need only be counted; the sets that
// are kept for it; the cell that was drawn, number `r` of a lot of node `at`.
int cgen_take_counted(cgen_taker *t, struct block *b, int i);
void cgen_put_counted_sets(const drawing *d);
void cgen_put_counted_cell(const drawing *d, int at);

// cgen_rest.c: for lanes, what turns end with alike; and the turn at `at` up to there, with all of it known.
void cgen_find_rest(drawing *d);
void cgen_put_turn_head(drawing *d, int at);

#endif
