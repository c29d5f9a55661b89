// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CGEN_WAYS_H
#define TSR_LANG_CGEN_WAYS_H

// What the files share that print the functions of ways.

#include "lang/cgen/cgen_impl.h"

// A function while it is printed.
typedef struct printed {
    cgen *g;
    const way_fn *fn;
    const way_insn *x; // its instructions
    const char *s;     // the state that it works on
    const char *state; // the state that it was given
    int guard;         // the test whose guard it has asked, or 0
} printed;

// cgen_names.c: the name of a function; of one that code calls, with a note that it is needed.
cgen_word cgen_way_name(const way_fn *fn);
cgen_word cgen_noted_way(cgen *g, way_kind kind, way_mode mode, int node);

// cgen_ways_head.c: declares a function, which is then printed; a call of it, as an expression; its head;
// whether the code of its choices writes the state it looks at, so that it gets one of its own.
void cgen_need_way(cgen *g, uint32_t fn);
cgen_word cgen_way_call(const printed *q, uint32_t to);
// Whether the way so far is kept in the walk, once, and told only to who asks: nothing there is ever gone back.
int cgen_keeps_way(const cgen *g, const way_fn *fn);
// Whether turns that are drawn till one is legal have one copy of the state: what is gone back to is always the same.
int cgen_copies_once(const cgen *g);
void cgen_put_head(cgen *g, buffer *to, const way_fn *fn, const char *end);
int cgen_needs_own_state(const cgen *g, const way_fn *fn);
int cgen_has_walk(const printed *q); // a function that draws
cgen_word cgen_answer(const printed *q, uint32_t answer);
// A jump to where instruction x jumps.
void cgen_way_jump(const printed *q, const way_insn *x);
// The function that draws a turn from `start`; NULL = turns are drawn from lists there.
const way_fn *cgen_draw_of(cgen *g, int start);

// cgen_ways_offers.c: ANY, ALL, OFFERS; EACH; the function offered_N that OFFERED asks.
void cgen_way_offers(const printed *q, const way_insn *x);
void cgen_way_each(const printed *q, const way_insn *x);
void cgen_need_offered(cgen *g, int node, uint32_t code);

// cgen_joined.c: JOINED and what it does with a set, GUARD, TURNS of one cell; safe turns that are only counted.
void cgen_way_joined(printed *q, const way_insn *x);
void cgen_way_guard(printed *q, const way_insn *x);
void cgen_way_turns(const printed *q, const way_insn *x);
void cgen_put_tally(cgen *g, int node);

// cgen_draw_plan.c: whether the sets that `code` offers are local variables where a turn is drawn from them.
int cgen_draws_local(cgen *g, uint32_t code);
// cgen_draw.c, cgen_pairs.c, cgen_draw_lots.c: DRAW; LOTS and AMONG (cgen_draw_firsts.c); PAIRS. And statements that put what is offered among the `lots`.
void cgen_way_draw(const printed *q, const way_insn *x);
void cgen_way_lots(const printed *q, const way_insn *x);
void cgen_way_among(const printed *q, const way_insn *x);
void cgen_pairs(cgen *g, const way_insn *x);
void cgen_put_plain_lot(cgen *g, const cgen_offer *o, int node);

// cgen_ways_turn.c: MAKE, RET, BECOMES, LONGEST and RESUME. Whether MAKE tests the endings after the turn as
// well; a call that makes the turn.
void cgen_way_make(const printed *q, const way_insn *x);
void cgen_way_return(const printed *q, const way_insn *x);
void cgen_way_becomes(cgen *g, int node);
void cgen_way_measure(const printed *q, const way_insn *x);

// cgen_draw_facts.c: whether turns of a first choice are drawn by number.
int cgen_is_numbered(const cgen *g, int node);

// cgen_load.c: turns that carry things off a pile. How many turns these cells stand for; the cell `z` that `r` is drawn
// of, and the number `sub` of its turn.
cgen_word cgen_load_weight(cgen *g, int node, const char *cells);
void cgen_load_draw(cgen *g, int node, const char *cells);
cgen_word cgen_load_lay(cgen *g, int node,
                        int offer); // the same of a local set, kept for `load_pick`
void cgen_way_laden(const printed *q, const way_insn *x);
void cgen_way_part(const printed *q, const way_insn *x);
void cgen_way_worth(const printed *q, const way_insn *x);
int cgen_is_plied(const cgen *g, const way_insn *x);
cgen_word cgen_make(cgen *g, const way_insn *x, const char *s);

// cgen_rounds.c: whether lanes play random games in rounds, and the parts of these, instead of `playout`.
int cgen_goes_in_rounds(cgen *g);
void cgen_rounds(cgen *g);

// cgen_count.c: AFTER and JBECOMES.
void cgen_way_after(const printed *q, const way_insn *x);
void cgen_way_becomes_jump(const printed *q, const way_insn *x);

// cgen_ways_guard.c: instructions of guards. 0 = it is none.
int cgen_guard_insn(const printed *q, const way_insn *x);

#endif
