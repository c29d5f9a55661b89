// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_WALK_IMPL_H
#define TSR_LANG_WALK_IMPL_H

// What those share who walk (ways.c, why.c), list (moves.c, joined.c), play (turn.c) and draw (draw.c).

#include "lang/ir/rt/sets.h"
#include "lang/plan/ways.h"
#include "lang/vm/walk.h"

typedef struct path {
    walk_step step[WALK_MAX_CHOICES];
    int count;
} path;

// What a test says about the turns of a position (plan/ways_guard.c).
typedef struct walk_guard {
    uint64_t stay[BOARD_MAX_WORDS], shut[BOARD_MAX_WORDS], mend[BOARD_MAX_WORDS];
    uint64_t men[BOARD_MAX_WORDS]; // who might shield
} walk_guard;

// One walk through the ways of a program (plan/ways.h).
typedef struct walker {
    frame *f;
    const program *p;
    tsr_move *out;
    walk_paths *paths; // of moves in `out` that are hashed, or NULL
    int cap, count;
    const path *goal; // the move that is followed
    int goal_at;
    const walk_watch *watch; // who sees how far it has come, or NULL
    tsr_move hash;           // the move that is looked for
    int longest;             // measuring: the most choices to the mark
    int most;                // ... that is enough
    int base, need;          // choices before it; choices that are needed, -1 = any number
    int depth;
    int lazy;         // how a turn ends that is settled
    int stop_node;    // one choice a move: where the next is asked, -1 = nowhere
    int ended;        // the node where it arrived: END or ROLL
    walk_reason *why; // noted when a step fails, or NULL
    int in_joined;    // the cells at hand are of offer number `offer` of the frame
    int offer, saved; // saved: there is a copy for all turns that are tested
    int nth;          // drawing by number: how many ways are passed by
    int sub, is_safe; // of the turn at hand: which piece it becomes; it needs no test
    int plies, made;  // counting: how deep to go; whether the last ply is made
    uint64_t sum;     // ... the positions
    tsr_rng *g;       // drawing: a generator
    tsr_move move;    // ... the move that was drawn; or the one that is played
    int drawn, to;    // ... way_drawn: what came of it; the cell that was drawn, -1 = none
    int offered;      // ... what joined code offers is on offer already
    path now;         // choices so far
    uint64_t cells[BOARD_MAX_WORDS], safe[BOARD_MAX_WORDS]; // at hand; those that need no test
    walk_guard guard;
} walker;

enum { WALK_MAX_DEPTH = 400 };

// ways.c: a state into a frame that walks can use: vm_load, and what runs functions.
void walk_open(frame *f, const program *p, const void *state);

// Runs a function, with cells at hand (-1 = none). 1 = it stopped there.
static inline int walk_try(walker *w, uint32_t fn, int from, int to) {
    return w->f->run(w, fn, from, to);
}

// walker.c: walks in some mode from where a turn begins or goes on; by a function. 1 = it stopped there.
void walk_begin(walker *w, frame *f);
int walk_from(walker *w, way_mode mode, int node);
int walk_run(walker *w, uint32_t fn);
int walk_start_node(const frame *f);
int walk_find_hashed(frame *f, tsr_move m, path *out); // 0 = there is no such move
int walk_worth(walker *w, uint32_t code);              // how long a way is by a number

// told.c: the function + 1 of `row` that plays the move from its bits, and its cells; 0 = it must be taken apart.
uint32_t walk_told(walker *w, const uint32_t *row, int *from, int *to);

// ways_offers.c: by a function that tries the choices of offer `i` of the frame; whether code offers a
// choice (from -1: wherever) or anything; instructions ALL, OFFERS and EACH.
int walk_offer(walker *w, uint32_t fn, int i);
int walk_is_offered(frame *f, uint32_t code, int from, int to);
int walk_offers_any(frame *f, uint32_t code);
int walk_list_offers(walker *w, const way_insn *x);
int walk_call_with_offers(walker *w, const way_insn *x);
int walk_call_with_cells(walker *w, const way_insn *x, int looks);

// joined.c: instructions about sets that joined code offers, and about turns of it.
int walk_joined(walker *w, uint32_t code, way_mode mode);
int walk_list_set(walker *w, int node);
void walk_tally(walker *w, int node);
int walk_call_with_set(walker *w, const way_insn *x);
int walk_call_with_turns(walker *w, const way_insn *x, way_kind kind, int from, int to);
int walk_is_legal(walker *w, int node, int from, int to);
int walk_goes_on(walker *w, const way_insn *x, int from, int to);
int walk_becomes(walker *w, int node, int to);         // 0 = the way is too long
int walk_turns_at(const program *p, int node, int to); // how many turns a cell stands for

void walk_forget_saved(walker *w); // the copy for all turns that are tested

// draw.c: instructions about random turns. DRAW, AMONG and PAIRS answer a way_drawn. And one random ply of the
// game (offered: joined code has run), and one that is drawn from a list of all; 0 = there is no move.
int draw_turn(walker *w, const way_insn *x);
int draw_pair(walker *w, const way_insn *x);
int draw_among(walker *w);
void draw_lot(walker *w, int node);
int draw_hops(walker *w, const way_insn *x);
void draw_lots(walker *w, const way_insn *x);

// load.c: how many things lie on a cell; how many turns cells of a node stand for; the one with number *r, which is then
// the number of the turn; whether the number that is drawn is one of the second alternative's.
int load_height(frame *f, int cell);
uint32_t load_weight(frame *f, int node, const uint64_t *cells);
int load_draw(frame *f, int node, const uint64_t *cells, uint32_t *r);
int load_is_second(walker *w, const way_insn *x);
int draw_listed(walker *w);
int draw_ply(frame *f, tsr_rng *g, int offered);
int draw_listed_ply(frame *f, tsr_rng *g);
tsr_move draw_of_all(frame *f, tsr_rng *g); // one of a list of all; TSR_NO_MOVE = there is none

// chance.c: what chance comes to at a node that waits for it.
int32_t chance_draw(frame *f, int node, tsr_rng *g);

// count.c: how many positions follow after `depth` plies; ends the turn that was made, and counts what follows.
uint64_t count_from(frame *f, int depth, int made);
void count_after(walker *w);

// guards.c: instructions of guards; what they know about the cells at hand.
void guard_ask(walker *w, uint32_t fn);
void guard_reads(walker *w, uint32_t code);
void guard_frees(walker *w, int test);
void guard_mends(walker *w, uint32_t code);
int guard_finds_men(walker *w, uint32_t code, int test);
void guard_lifts_men(walker *w);
void guard_tries_each(walker *w, uint32_t fn);
void guard_keeps_men(walker *w);
void guard_knows(walker *w, int node);

// path.c. A row: moves that go on from a way with one choice more, as bits that they have in common and the
// places of the cells that differ.
typedef struct walk_row {
    tsr_move head;
    int from_at, to_at;
    int has_from, fits; // fits: else the move is a hash
} walk_row;

walk_row walk_row_of(const program *p, const path *w, int choice);
tsr_move walk_pack(const program *p, const path *w);
int walk_unpack(const program *p, tsr_move m, path *w);
walk_step walk_step_of(const program *p, int choice, int from, int to);
int walk_class_origin(const program *p, int shift, int to);
void walk_note_path(walker *w); // of the move that is listed next

// moves.c
int walk_exists(frame *f, int at);
int walk_list(frame *f, int at, tsr_move *out, int cap);
int walk_may_stop(frame *f, int at);

// why.c: reasons. Whether the move's first choice may come from a node; why a choice is not offered,
// what of a test fails, that something comes first, that the move is too short.
int why_leads(const walker *w, int node);
void why_not_offered(walker *w, int node, int from, int to);
void why_test(walker *w, int node);
void why_first(walker *w, uint32_t fn, int node);
int why_short(walker *w, uint32_t code);

// turn.c: the end of a turn, and the beginning of the next as far as it needs no choice. Lazy:
// whether the next player is stuck stays open, random play finds out by itself.
void turn_finish(frame *f, int lazy);

// The same in parts, for playouts, which run the code of the end by themselves: it asks by turn_asks;
// when it says that the game is over turn_over closes it, else turn_begin goes on.
int turn_asks(frame *f, frame_question what);
void turn_over(frame *f);
void turn_begin(frame *f, int lazy);

void turn_follow(frame *f, const path *goal, int lazy);
int turn_play(frame *f, tsr_move m); // 0 = it is not legal
// Goes on without a choice, as the plan has it: up to where somebody is waited for, or the end of the turn.
void turn_settle(frame *f, way_kind kind, way_mode mode, int node, int lazy);
void turn_blocked(frame *f);                       // the player on turn cannot move: what then
void turn_roll(frame *f, int32_t value, int lazy); // chance, which is waited for, came to this

// --- What the runner does for nearly every turn: in place, not called ---------------------------

// The cells of a choice into their registers.
static inline void walk_load_choice(frame *f, const ir_node *n, int from, int to) {
    const program *p = f->p;
    const int words = p->b.words;
    uint64_t *r_from = vm_set(f, p->at.from), *r_to = vm_set(f, p->at.to);
    int kind = p->choice[n->choice].kind;
    if (kind == CH_CONTINUE) {
        set_copy(r_from, vm_set(f, p->at.here), words);
    } else if (from >= 0) {
        set_one(r_from, from, words);
    }
    if (to >= 0) {
        set_one(r_to, to, words);
    }
}

// One choice more to the way; 0 = it is too long.
static inline int walk_add_step(walker *w, int choice, int from, int to) {
    if (w->now.count >= WALK_MAX_CHOICES) {
        w->f->cut = 1;
        return 0;
    }
    w->now.step[w->now.count++] = walk_step_of(w->p, choice, from, to);
    return 1;
}

// The way is a move; 1 = there is no room for it.
static inline int walk_emit(walker *w) {
    if (w->out) {
        if (w->count >= w->cap) {
            return 1;
        }
        w->out[w->count] = walk_pack(w->p, &w->now);
        if (w->paths && w->out[w->count] & WALK_HASHED) {
            walk_note_path(w);
        }
    }
    w->count++;
    return 0;
}

#endif
