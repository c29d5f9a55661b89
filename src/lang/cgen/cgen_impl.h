// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CGEN_IMPL_H
#define TSR_LANG_CGEN_IMPL_H

// What the files of the C generator share.
//
// The file is put together from sections, so that anything may be asked for at any
// time: asking for a table or a function prints it once, into its own section, and the
// sections are joined at the end in an order that C accepts.

#include "lang/cgen/cgen.h"
#include "lang/ir/expand.h"
#include "lang/ir/pass.h"
#include "lang/plan/ways.h"

// What becomes of a block of code.
typedef enum cgen_form {
    FORM_RUN,    // int run_N(st *s): the answer
    FORM_LOOSE,  // int loose_N(const st *s): no if something lies along the lines it looks
    FORM_SEEN,   // set seen_N(const st *s): the cells from where the looks of a test find something
    FORM_TEST,   // int test_N(const st *s): the same, always inlined
    FORM_ENDING, // int ending_N(st *s): the same, where s->now is the key of the position
    FORM_END,    // int end_N(st *s, int lazy, int plied): the end of a turn; 2 = and of the game
    FORM_JUDGE,  // int judge_N(st *s): a rare part of that
    FORM_APPLY,  // int apply_N(st *s, set from, set to)
    FORM_TURN,   // int turn_N(st *s, set from, set to, int sub): joined code of a whole turn; in
                 // large games make_N is the same, called
    FORM_HEAD, // int head_N(st *s, set from, set to, int sub): the same up to `cut`; 0 = no such turn
    FORM_CELLS, // set cells_N(st *s): the set answered
    FORM_SCORE, // int32_t score_N(const st *s): the number left in the first scratch register
    FORM_DEALT, // int32_t dealt_N(const st *s, tsr_rng *g): the kind of a card drawn where they are counted
    FORM_COUNT_
} cgen_form;

// Who takes offers: prints what an EMIT means.
typedef struct cgen_offer {
    int node;          // the choice that is offered
    int form;          // offer_form
    int shift;         // CLASS: how it came there
    const char *cells; // an expression for the targets; "" if there are none
    const char *from;  // ORIGIN: an expression for the cell it starts from
    int in_loop;       // the instruction may run more than once
} cgen_offer;

typedef struct cgen_taker cgen_taker;
struct block; // cgen_block.h
struct cgen_taker {
    void (*take)(cgen_taker *t, const cgen_offer *o);
    // If not NULL: what has been offered since it was last called is all there is; the text leaves.
    void (*close)(cgen_taker *t);
    // If not NULL: takes a loop over pieces that begins at place i of a block as a whole; so many instructions, 0 = not so.
    int (*loop)(cgen_taker *t, struct block *b, int i);
    struct cgen *g;
    int node;      // whose code it is, if it is not joined
    way_mode mode; // what is done with the offers of a turn; WAYS_MODES = something else
    int count;     // of offers taken so far
    int guard;     // the test that has been asked what it reads, or 0
    int flight;    // it can be asked where the piece it looks from may go
    int given;     // the code is about a choice whose cells are known: `from` and `to`
};

enum { CGEN_MAX_CODE = IR_MAX_CODE, CGEN_MAX_LINE = 64, CGEN_MAX_NODES = IR_MAX_NODES };

typedef enum cgen_has_way {
    WAY_UNKNOWN,
    WAY_NOTED, // named, but not declared
    WAY_ASKED, // declared
    WAY_PRINTED
} cgen_has_way;

enum { CGEN_PRINTED = 1, CGEN_COPIED }; // cgen.has_code

typedef struct cgen {
    const program *p;
    buffer tables, protos, code, nodes, turns; // sections
    buffer *out;                               // the one being written
    uint8_t has_code[FORM_COUNT_][CGEN_MAX_CODE];
    uint16_t cut[CGEN_MAX_CODE]; // FORM_HEAD: where the code that begins here ends (cgen_rest.c)
    uint8_t *has_way;            // by function of ways: cgen_has_way
    uint8_t has_offered[CGEN_MAX_NODES];
    uint8_t has_ray[BOARD_MAX_SHIFTS], has_to[BOARD_MAX_SHIFTS], has_mask[BOARD_MAX_SHIFTS];
    uint8_t has_sight[BOARD_MAX_SHIFTS], has_origin[BOARD_MAX_SHIFTS];
    uint8_t has_moved[BOARD_MAX_SHIFTS];
    uint8_t has_near[2][BOARD_MAX_DIRSETS], has_sights[BOARD_MAX_DIRSETS];
    uint8_t has_star[BOARD_MAX_DIRSETS], has_nth[2][BOARD_MAX_DIRSETS];
    uint8_t has_counts[2][BOARD_MAX_DIRSETS], has_wide, has_leaves;
    uint8_t has_flood[BOARD_MAX_DIRSETS], has_flank[BOARD_MAX_DIRSETS], has_hops[BOARD_MAX_DIRSETS];
    uint8_t has_rayhit[BOARD_MAX_DIRSETS], has_slide[BOARD_MAX_DIRSETS];
    uint8_t has_farthest[BOARD_MAX_DIRSETS], has_vault[BOARD_MAX_DIRSETS];
    uint8_t has_const[IR_MAX_CONSTS];
    uint8_t has_line[2][CGEN_MAX_LINE + 1], has_line_to[CGEN_MAX_LINE + 1],
        has_promotions[CGEN_MAX_NODES];
    uint8_t has_all, has_toward, has_shift_by, has_ray_by, has_rows, has_columns, has_carry;
    uint8_t has_linked, has_legal[CGEN_MAX_NODES], has_flight[CGEN_MAX_NODES],
        has_goes_on[CGEN_MAX_NODES], has_breath[CGEN_MAX_NODES];
    uint8_t has_groups[BOARD_MAX_DIRSETS];
    uint8_t has_load[CGEN_MAX_NODES], has_loads;
    uint8_t lanes;  // kernels follow: see cgen_source
    uint8_t rounds; // they play random games in rounds, of which a draw may take several:
    uint8_t draft_lots, draft_gone; // what it keeps, see cgen_put_draft
    // cgen_spans.c: words of scratch registers that may have cells, and that are read behind the instruction that is
    // printed; NULL = all. And of the registers of an expansion.
    const uint32_t *span_may, *span_need;
    uint32_t span_temp[EXPAND_TEMPS + EXPAND_ARGS];
    uint8_t has_only;
    uint8_t loosely;     // while printing: what is seen along a line may be all that lies on it
    uint8_t has_step;    // 1 = it makes masks of numbers
    uint64_t asked;      // as in cgen_source
    uint8_t tests_masks; // 1 = some numbers are tested: whether one can move is dear to know
    int failed;
} cgen;

typedef struct cgen_word { // a short piece of C
    char t[1200];
} cgen_word;

void cgen_put(cgen *g, const char *format, ...) TSR_PRINTF(2, 3);
// snprintf for pieces of C that fit: names and expressions are bounded.
void cgen_set(char *to, size_t cap, const char *format, ...) TSR_PRINTF(3, 4);

// cgen_sets.c: sets as expressions. Constants come with their tables.
cgen_word cgen_const(cgen *g, int k); // constant number k of the program
cgen_word cgen_all(cgen *g);          // the board
cgen_word cgen_and(cgen *g, const char *x, const char *y);
cgen_word cgen_or(cgen *g, const char *x, const char *y);
cgen_word cgen_minus(cgen *g, const char *x, const char *y);
cgen_word cgen_shift(cgen *g, const char *x, int shift);
cgen_word cgen_back(cgen *g, const char *x, int shift);

// Whether sets have so many words that they are printed as loops, and only the words that matter (cgen_spans.c).
static inline int cgen_has_spans(const cgen *g) {
    enum { FEW_WORDS = 6 };
    return g->p->b.words > FEW_WORDS;
}

// What is printed once, when somebody asks for it. cgen_tables.c: tables.
void cgen_need_only(cgen *g); // only(set, bits): some words of a set
void cgen_need_ray(cgen *g, int shift);
void cgen_need_to(cgen *g, int shift);
void cgen_need_origin(cgen *g, int shift);
void cgen_need_near(cgen *g, int dirs, int backwards);
void cgen_need_star(cgen *g, int dirs); // star_N: all that lies along the directions
void cgen_need_rows(cgen *g, int columns);
// cgen_sights.c: functions that look along directions.
int cgen_comes_in_pairs(const board *b, int dirs); // each direction has its opposite among them
void cgen_need_sights(cgen *g, int dirs);
void cgen_need_slide(cgen *g, int dirs);
void cgen_need_farthest(cgen *g, int dirs);
void cgen_need_vault(cgen *g, int dirs);
// cgen_growth.c: sets that grow.
void cgen_need_flood(cgen *g, int dirs);
void cgen_need_hops(cgen *g, int dirs);
// cgen_leaps.c: hops on boards of many words; 0 = it is none.
int cgen_put_leaps(cgen *g, int dirs);
// The same: steps_from_N(c, room), how many cells of `room`, which is wide, lie a step from cell c, and steps_nth_N,
// which; chains_N, what hops over `over` lead to in `room` from any of `men` (chains_begin_N), and chains_from_N,
// chains_nth_N of these for one of them. 0 = not on this board.
int cgen_need_counts(cgen *g, int dirs, int hops);
// cgen_leaves.c: begins chains_N, for processors with long vectors, and leaves `#else`; 0 = not on this board.
int cgen_put_leaves(cgen *g, int dirs);
int cgen_has_leaves(const cgen *g, int dirs);
void cgen_need_flank(cgen *g, int dirs);
void cgen_need_rayhit(cgen *g, int dirs);
// cgen_lines.c: lines, links.
void cgen_need_line(cgen *g, int n, int has);
void cgen_need_line_to(cgen *g, int n);
void cgen_need_linked(cgen *g);
// cgen_toward.c: from cell to cell, and shifts by number.
void cgen_need_toward(cgen *g);
void cgen_need_shift_by(cgen *g);
void cgen_need_ray_by(cgen *g);
void cgen_need_nth(cgen *g, int dirs,
                   int back); // cgen_nth.c: move_nth_N, back_nth_N: by one of these shifts

// cgen_state.c: the state.
cgen_word cgen_reg(const cgen *g, int reg); // a set register as an lvalue
cgen_word cgen_num(const cgen *g, int reg); // a number register
// Declares `name`, a copy of the state that `from` points to.
cgen_word cgen_own(const cgen *g, const char *name, const char *from);
int cgen_sieve_words(const cgen *g); // words of a playout's sieve of keys; 0 = it has none
void cgen_state_struct(cgen *g);
void cgen_keys(cgen *g);
void cgen_effects(cgen *g); // cgen_effect.c: what several instructions do to a state alike

// cgen_code.c: code.
void cgen_need_code(cgen *g, cgen_form form, uint32_t at);
int cgen_writes_state(const cgen *g, uint32_t at);
// Prints the code of a choice into the present function, offers going to `taker`.
void cgen_offers(cgen *g, uint32_t at, cgen_taker *taker);

// cgen_names.c: whether a game is too large to melt everything into one function; how a step of lanes has its
// parts: "RT" = melted in, else "FN".
int cgen_is_large(const cgen *g);
const char *cgen_melted(const cgen *g);

// cgen_choice.c: a choice with its cells (C expressions) added to a way; what it does to state `s`.
cgen_word cgen_way_with(cgen *g, int choice, const char *way, const char *from, const char *to);
cgen_word cgen_apply(cgen *g, const ir_node *n, const char *s, const char *from, const char *to);
// Where what is offered came from, as an expression, given that `z` is where it goes.
void cgen_origin(cgen *g, const cgen_offer *o, char *buf, size_t cap);
// Opens a loop over the cells of `x`, each as `z`, and where it came from as `a`.
void cgen_begin_cells(cgen *g, const cgen_offer *o);
void cgen_rule_comment(cgen *g, int choice);

// cgen_ways.c, cgen_ways_head.c: the automaton. The name of a function, which is then printed.
cgen_word cgen_way(cgen *g, way_kind kind, way_mode mode, int node);
// A call of the one that looks from where a turn begins or goes on.
cgen_word cgen_start(cgen *g, way_mode mode, int node, const char *walk);
void cgen_print_ways(cgen *g); // those asked for so far, and those they ask for

// Whether the turns of a player begin with joined code.
static inline int cgen_joined(const cgen *g, int phase, int player) {
    return plan_joined(g->p, g->p->phase[phase].start[player]) != 0;
}

// cgen_legal.c: turns of joined code. Prints statements that load what choice `node` binds, and calls
// its joined code on `s`.
void cgen_bind(cgen *g, int node, const char *s);
cgen_word cgen_turn_call(cgen *g, int node, uint32_t code, const char *s, const char *sub);
void cgen_need_promotions(cgen *g, int node); // the table promotion_N: choice of each `sub`
// legal_N(s, a, z, sub, with): whether a turn that begins so is legal.
void cgen_need_legal(cgen *g, int node);

// Prints `guarded`, the answer of the guard of a test; of the test that most turns from `start` must pass,
// where it has one; then whether an offer's turns must pass that test; then prints `safe`: the cells of
// `x` that need no test, and leaves out those that cannot be legal.
void cgen_put_guard(cgen *g, int test);
void cgen_ask_guard(cgen *g, int start, cgen_taker *taker);
int cgen_is_guarded(const cgen_taker *t, const cgen_offer *o);
void cgen_put_safe(cgen *g, const cgen_taker *t, const cgen_offer *o);
// flight_N(s, x): the cells of x where the piece that test N looks from would pass it; 0 = such
// a function cannot be printed.
int cgen_need_flight(cgen *g, int node);

// cgen_breath.c: whether a choice puts down stones that need room to breathe; then breath_N(s, x, &safe):
// the cells of x where one may be put.
int cgen_breathes(const cgen *g, int node);
void cgen_need_breath(cgen *g, int node);

// cgen_hops.c: goes_on_N(s, a, z): whether a choice can be repeated, after this one (plan_is_hop).
void cgen_need_goes_on(cgen *g, int node);

// cgen_turn.c: ends of turns. cgen_play.c: moves that are played. cgen_random.c: random play.
void cgen_turns(cgen *g);
void cgen_play(cgen *g);
void cgen_random(cgen *g);
// Where sets to draw from are gathered in `lots`: what is printed before one more is added. With too
// many, all moves are listed.
#define CGEN_ROOM_FOR_LOT "    if (n == MAX_LOTS) {\n        return DRAW_LIST;\n    }\n"
// cgen_fill.c: prints fill_on where the game only fills cells, 0 = it does not; it may be
// called after so many turns. And the lines of `playout` that call it.
int cgen_fill(cgen *g, int *after);
void cgen_put_fill_first(cgen *g);
void cgen_put_fill_end(cgen *g);
void cgen_put_fill(cgen *g, int after);
void cgen_count(cgen *g); // cgen_count.c: counting positions
void cgen_asked(cgen *g); // cgen_asked.c: by which choice, where a number does not tell
// cgen_step.c: masks of numbers for learners, and the functions that are exported for them.
void cgen_step(cgen *g);
void cgen_step_exports(const cgen *g, const char *entrance, buffer *out);
void cgen_put_draft(
    cgen *g); // what a lane keeps of a draw that takes several rounds: cgen_rounds.c
void cgen_step_of(const cgen *g, buffer *out); // the same on a state that is loaded, for lanes

// cgen_chance.c: whether a turn begins with chance. The functions is_chance(node) and
// begins_by_chance(s); rolled(s, value, lazy) and roll(s, g); and the one that is exported.
int cgen_any_chance_start(const cgen *g);
void cgen_chance_starts(cgen *g);
void cgen_chance(cgen *g);
void cgen_chance_export(const cgen *g, buffer *out);

// cgen_starts.c: a switch over phases and players, and over nodes where a turn waits: `put` prints each
// case's statement for the node that the turn goes on from.
void cgen_each_start(cgen *g, void (*put)(cgen *g, int node), const char *otherwise);
// The same of turns that begin, not in their middle.
void cgen_each_first(cgen *g, void (*put)(cgen *g, int node), const char *otherwise);
int cgen_any_empty(const cgen *g);          // a turn may end without a choice
int cgen_begins_after_setup(const cgen *g); // ... and the first may follow what the setup deals
int cgen_start_of(const cgen *g, int phase, int player);
int cgen_has_chance(const cgen *g); // anything is rolled

// The text of the runtime, made by the build from rng.h, native.h, the headers of ir/rt that both back ends
// have, and cgen_rt.inc.
extern const char cgen_text_rng[], cgen_text_native[], cgen_text_words[], cgen_text_tokens[],
    cgen_text_head[], cgen_text_piles[], cgen_text_slots[], cgen_text_rt[];

// cgen_head.c: the lines that copy the head of a state; `stores`: to a state as others see it.
void cgen_copy_head(cgen *g, const char *to, const char *from, int stores);

// cgen_piles.c: the text of piles and the table of where they are, for games that have any; the lines that copy
// them from one array of numbers to another.
void cgen_put_slots(const cgen *g, void (*put_text)(buffer *out, const char *text), buffer *out);
void cgen_put_piles(const cgen *g, void (*put_text)(buffer *out, const char *text), buffer *out);
void cgen_copy_piles(cgen *g, const char *to, const char *from);
int cgen_is_piled(const cgen *g, int num); // number `num` of a state is part of piles

#endif
