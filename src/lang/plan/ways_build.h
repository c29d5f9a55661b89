// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_WAYS_BUILD_H
#define TSR_LANG_WAYS_BUILD_H

// What the files that write the functions of ways share.

#include "lang/plan/ways.h"

typedef struct way_builder {
    program *p;
    plan_ways *ways; // its `x` and `fn` grow
    arena *a;
    uint32_t room, fn_room;
    uint32_t first; // of the function being written
    int failed;
    int looks;       // at nodes that are left (ways_longest.c)
    uint8_t *unsure; // by number: it cannot be followed without the board (ways_longest.c)
} way_builder;

// A place further on; the jumps that wait for it are chained through their targets.
typedef struct way_place {
    uint32_t last; // jump + 1
} way_place;

// ways_write.c.
void way_put(way_builder *b, way_op op, uint32_t a, uint32_t c);
void way_jump(way_builder *b, way_op op, uint32_t a, uint32_t c, way_place *to);
void way_here(way_builder *b, way_place *at); // what comes next is there

// The function for a node, which will be written; others that are the same as it.
uint32_t way_need(way_builder *b, way_kind kind, way_mode mode, int node);
// All that may begin a turn there is offered at once.
int way_begins_joined(const program *p, way_mode mode, int node);

static inline int way_looks(way_mode mode) {
    return mode <= WAYS_MEASURE || mode == WAYS_STOP || mode == WAYS_GUARD || mode == WAYS_MOST;
}

// ways_end.c: the end of a path at `node` (0: the game is over), and what its answer is; the same for all that
// follows, as far as nobody chooses.
void way_put_end(way_builder *b, way_mode mode, int node);
void way_put_rest(way_builder *b, way_mode mode, int node);

// ways_node.c, ways_choice.c: the function of a node; of a choice; with one of its cells.
void way_write_node(way_builder *b, way_mode mode, int node);
void way_write_choice(way_builder *b, way_mode mode, int node);
void way_write_try(way_builder *b, way_mode mode, int node);

// ways_joined.c: a start of joined code; one of its sets; one turn. And the turns of one cell.
void way_write_joined(way_builder *b, way_mode mode, int node);
void way_write_sets(way_builder *b, way_mode mode, int node);
void way_write_turn(way_builder *b, way_mode mode, int node);
void way_put_turns(way_builder *b, way_mode mode, int node);

// ways_facts.c: whether the guard of whoever begins with this choice knows something about it.
int way_is_guarded(const program *p, int node);
int way_is_mended(const program *p, int node); // ... of which cells no turn is legal, if no more
// The choices that may come first from a node.
typedef struct way_firsts {
    uint16_t node[IR_MAX_NODES];
    int count;
    uint8_t seen[IR_MAX_NODES];
} way_firsts;
void way_find_firsts(const program *p, int at, way_firsts *f);
// Code that offers and leaves the state alone: how many offers there are in it. -1 = it does not.
int way_count_offers(const program *p, uint32_t at);

// ways_draw.c: whether random turns can be drawn from where a turn begins or goes on; then functions for
// that, for one of the sets, for one turn, and for the first choice of a pair. And for a whole ply.
int way_draws(const way_builder *b, int node);
void way_write_draw(way_builder *b, int node);
void way_write_draw_sets(way_builder *b, int node);
void way_write_draw_turn(way_builder *b, int node);
void way_write_draw_first(way_builder *b, int node);
void way_write_ply(way_builder *b, int node);

// ways_firsts.c: the same where one choice is a move and several choices may come next.
int way_draws_firsts(const program *p, int node);
void way_write_draw_firsts(way_builder *b, int node);
void way_write_draw_node(way_builder *b, int node);

// ways_longest.c: LONGEST or RESUME, of ways from a node to the mark, and where they are bounded; a node of the walk that
// finds the bound.
void way_put_longest(way_builder *b, way_op op, int node, int is_number);
void way_write_most(way_builder *b, int node);

// Whether a code is about numbers alone that nothing else has a part in, once these are known; 0 = there is no room.
int way_is_number_code(const way_builder *b, uint32_t code);
int way_knows_numbers(way_builder *b);

// ways_unseen.c: where nobody looks at the board on all ways from a node to the mark: the node, or the next one that
// matters. -1 = somebody does.
int way_next_seen(way_builder *b, way_mode mode, int node);

// ways_mark.c: the mark that ends the longest around a node, or 0; whether nothing behind a node looks at what was done
// before it; whether any way to the mark shows that there is a longest one, which can be taken.
int way_mark_behind(const program *p, int node);
int way_asks_nothing(const program *p, int node);
int way_any_shows(const program *p, int node, int mark);
int way_may_be_short(const program *p, const ir_node *n);
void way_put_reach(way_builder *b, const ir_node *n, int if_needed, way_place *reaches);

// ways_several.c: how many turns a cell of a choice stands for at most, where they are drawn by number, else 0; how many
// ways there are from a node, whatever the position, 0 = that depends.
int way_count_several(const program *p, int node);
int way_always_from(const program *p, int node);
// Goes on from a node behind the cell that was drawn with a number below `several`; `no` = there is no such way.
void way_put_several(way_builder *b, int node, int several, way_place *no);

// Goes on at a parting of a turn that carries things off a pile.
void way_write_parted(way_builder *b, int node);

// ways_load.c: finds those turns. 0 = there is no room.
int way_find_loads(const program *p, arena *a, plan_load *load, const uint8_t *several);

// ways_count.c: whether positions can be counted without lists; one turn of that.
int way_counts(const program *p);
void way_write_count_turn(way_builder *b, int node);

// ways_play.c: where a turn begins, by its first choice; a turn whose move tells all.
void way_write_play(way_builder *b, int node);
void way_write_told(way_builder *b, int node);

// ways_wait.c: what follows when chance has filled the number of a node.
void way_write_rolled(way_builder *b, int node);
uint32_t way_waits_at(const program *p, int node);

// ways_guard.c: a test, asked about all turns; with one of the men that may shield.
void way_write_guard(way_builder *b, int node);
void way_write_guard_man(way_builder *b, int node);

#endif
