// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_WAYS_H
#define TSR_LANG_WAYS_H

// Ways through the automaton, as functions: what walking it means, written once.
//
// A turn is a path through the nodes of a program. There are several reasons to walk there: to list
// the moves, to find out whether there is one, to play a given one. Each is a *mode*, and for each
// mode and node there is a function of a few instructions (ways.def) that says what to do at that
// node and which functions go on. Whoever runs or prints them knows instructions, not modes:
//
//     plan/ways_node.c    nodes, in every mode         plan/ways_choice.c   those that are choices
//     plan/ways_joined.c  turns as sets, of joined code
//     plan/ways_guard.c   tests asked once for all turns
//     plan/ways_draw.c    random turns         plan/ways_several.c  how many ways a turn can go on
//     plan/ways_load.c    how many, where things are carried off a pile
//     plan/ways_firsts.c  random choices       plan/ways_longest.c, ways_mark.c  how long a turn can be
//     plan/ways_play.c    moves that tell all by themselves
//     plan/ways_count.c   positions counted        plan/ways_wait.c     where a turn waits, and for whom
//     plan/ways_open.c    which functions there are    plan/ways_facts.c    what is known of the automaton
//     plan/ways_end.c     where paths end              plan/ways_write.c    instructions and places
//     vm/ways.c           runs them                    cgen/cgen_ways.c     prints them
//
// A function works on a state, knows the way that led to it, and answers 1 (stop: found, or no
// more room) or 0. Those that only look leave the state as it is; others change it, but only if they answer 1
// (way_shape). Jumps lead forward.
//
//     list_7:   OFFERS code 40, try_list_7     # a jump, offered as sets of cells
//               RET 0
//     try_list_7:  CHOSE 3; FORK; APPLY code 52, over; CALL list_9; JMP join
//         over:    EMIT
//         join:    BACK; LEAVE

#include "base/arena.h"
#include "lang/ir/ir.h"

typedef enum way_mode {
    WAYS_LIST,    // every path is a move
    WAYS_FIRST,   // one choice a move: every first choice that leads somewhere
    WAYS_EXISTS,  // is there a path?
    WAYS_ONLY,    // is there one that begins with a choice that reads `last`?
    WAYS_CHOOSES, // is there one with a choice?
    WAYS_MEASURE, // how long the paths to the mark are
    WAYS_FIND,    // make the path that a hashed move stands for
    WAYS_FOLLOW,  // make the path of a given, legal move
    WAYS_GO_ON,   // the same, where whoever called undoes it if it fails
    WAYS_STOP,    // one choice a move: may the turn end here?
    WAYS_DONE,    // ... end it here
    WAYS_SETTLE,  // ... do what needs no answer, then wait or end the turn
    WAYS_EXPLAIN, // follow a move that may not be legal, and say why it is not
    WAYS_GUARD,   // what a test says about all turns of a position
    WAYS_DRAW,    // make a random turn
    WAYS_PLY,     // ... and end it, however it is found
    WAYS_PLAY,    // make the turn that a move tells by its bits, and end it
    WAYS_NODES,   // make every turn, end it, and count the positions that follow
    WAYS_ROLLED, // chance has filled the number it was waited for: go on, wait again or end the turn
    WAYS_NTH,    // make one of the paths, by its number
    WAYS_PART, // the same where the number says which at every parting; whoever called undoes it if it fails
    WAYS_MOST, // how long the paths to the mark could be, if all that is asked of the board were so
    WAYS_MODES
} way_mode;

typedef enum way_kind {
    WAYS_NODE,  // at a node
    WAYS_TRY,   // with one of its choices: two arguments more, the cells it goes from and to
    WAYS_START, // where a turn begins or goes on
    WAYS_SETS,  // with one of the sets that joined code offers
    WAYS_TURN,  // with one turn of it: the cells, and which piece it becomes
    WAYS_KINDS
} way_kind;

// What a function is given beside the state, and what it may do to it.
typedef enum way_shape {
    SHAPE_LOOK,   // the way so far; it leaves the state alone
    SHAPE_FIND,   // the way so far; if it answers 1 the state is what the way made of it
    SHAPE_FOLLOW, // a move; likewise
    SHAPE_SETTLE, // how the turn is to be ended; the state is changed, and its answer means nothing
    SHAPE_GUARD, // the guard that is asked; it leaves the state alone, and its answer means nothing
    SHAPE_DRAW,  // a generator; the state is changed if it answers DRAWN_MADE
    SHAPE_PLAY,  // a move, as bits; the state is changed if it answers PLAYED_IT
    SHAPE_COUNT // how deep to go, and a sum; it leaves the state alone, and its answer means nothing
} way_shape;

// What came of a draw.
typedef enum way_drawn {
    DRAWN_NONE,   // there is no turn
    DRAWN_MADE,   // one was made
    DRAWN_LISTED, // a move was drawn that is not made yet
    DRAWN_NOT     // it cannot be said without a list of all moves
} way_drawn;

// What came of a move: it is not legal, it was played, or its bits must be taken apart first.
typedef enum way_played { PLAYED_NOT, PLAYED_IT, PLAYED_APART } way_played;

// A draw is tried so often, from as many moves that must be listed; of pairs so often, where there are more
// first choices than these, and else from a count of what follows each, if they are no more than that.
enum {
    DRAW_MOST_TRIES = 40,
    DRAW_MOST_LISTED = 256,
    DRAW_PAIRS_TRIES = 400,
    DRAW_PAIRS_FEW = 16,
    DRAW_PAIRS_MOST = 512
};

typedef enum way_op {
#define WAY(name, format, meaning) WAY_##name,
#include "lang/plan/ways.def"
#undef WAY
    WAY_COUNT_
} way_op;

typedef struct way_insn {
    uint16_t op, c;
    uint32_t a, b; // a jump: from the first instruction of the function
} way_insn;

enum {
    WAYS_MOST_INSNS = 1 << 10, // of a function
    WAYS_MOST_PLIES = 60       // positions are counted no deeper without lists
};

typedef struct way_fn {
    uint8_t mode, kind; // what it is for: for its name
    uint8_t shape;      // way_shape
    uint8_t pad;
    uint16_t node, count;
    uint32_t first;
} way_fn;

// Random play of games that only fill cells draws from a list of cells that is kept from ply to ply: all in
// their order when it is made; the last takes the place of one that is filled (fill_pool.c).
typedef struct plan_pool {
    uint8_t keeps;  // turns are drawn from a list of the empty cells
    uint8_t fills;  // after `after` turns two draws are made of one number, till the game is over
    uint8_t listed; // ... from a list that is kept without a look at what is offered
    uint8_t wide;   // ... and made anew then
    int16_t
        opens; // ... where what a shift leads to takes the place of a cell that is filled, -1 = none
    uint16_t node[2]; // ... the choice of each player
    int after;
} plan_pool;

// Turns that carry things off a pile (ways_load.c): how many ways there are at most, by height, of the pile or of what
// is carried, and cell: LOAD_ROWS rows of all cells. Higher ones are as many as the last.
enum { LOAD_ROWS = 12 };
typedef struct plan_load {
    uint16_t *
        *most; // by node, NULL = none: from a first choice; from the first alternative of a parting
    uint8_t *apart; // by node: ... of which only one is ever offered
    uint8_t *laden; // by node: ... behind where things are taken up
    int cell;       // where what is carried lies; -1 = there are no such turns
} plan_load;

typedef struct plan_ways {
    way_insn *x;
    way_fn *fn;
    uint32_t count, fn_count;
    uint32_t *of;    // function + 1 by kind, mode and node
    uint32_t **pick; // rows by choice: function + 1
    uint32_t **told; // ... for moves that are one choice
    int picks, tolds;
    uint8_t *
        several; // by node: turns that a cell of this choice stands for at most, where they are drawn by number
    plan_load load;
    plan_pool pool;
    int guarded; // somewhere a guard is asked while a turn is drawn (plan_draw_guard)
    int counts;  // positions can be counted by WAYS_NODES
    int cyclic;  // a path may have any number of choices
    int is_long; // a path may not fit a move
} plan_ways;

extern const char *const way_op_name[WAY_COUNT_], *const way_op_format[WAY_COUNT_];
extern const char *const way_mode_name[WAYS_MODES], *const way_kind_prefix[WAYS_KINDS];

// The operand that is the jump target is always b.
int way_is_jump(const way_insn *x);
// What comes behind it is reached by a jump, or not at all.
int way_leaves(const way_insn *x);

// Makes the functions that can be asked for. 0 = there is no room.
int plan_ways_of(program *p, arena *a);

// The function for a node, -1 = none: nobody asks for it.
static inline int way_of(const program *p, way_kind kind, way_mode mode, int node) {
    const size_t row = (size_t)kind * WAYS_MODES + (size_t)mode;
    return (int)p->ways->of[row * (size_t)p->node_count + (size_t)node] - 1;
}

// The smallest part of a turn in which a choice may come first: the others need not be looked at to
// play a legal move. `found` counts the places where it is offered there; 0 = nowhere.
int plan_lead(const program *p, int at, int choice, int *found);

// Whether a turn may be over from here with nothing chosen: at its end, at a roll, or because an effect
// in front of every choice ends the game (`move Neutron else lose`). Then a move may be "done"; where it
// is the only one nobody is asked.
int plan_may_say_done(const program *p, int node);

// For whom a position may wait at a node, in the middle of a turn: where one choice is a move for the
// next one, where the rules roll for chance, and after a roll for whoever is on turn.
typedef enum way_wait { WAIT_NOBODY, WAIT_PLAYER, WAIT_CHANCE } way_wait;
way_wait plan_waits(const program *p, int node);
static inline int plan_is_chance(const program *p, int node) {
    return p->node[node].kind == N_ROLL;
}
int plan_has_chance(const program *p); // at some node
// Where the code that weighs the outcomes of chance is straight, ends by counting things of the type that the outcome
// names, and looks at the outcome nowhere else: the register of the cells they are counted in; else -1.
int plan_counted_in(const program *p, int node);
int plan_draws_card(const program *p, int node); // ... and all that lies there is an outcome

int plan_is_first(const program *p, int node); // where a turn begins
// Where a turn may begin, or go on after it has waited.
int plan_is_start(const program *p, int node);

// The joined code that offers all that may begin a turn there (opt_join.c), 0 = none; and the test that
// most of those turns must pass, if it can say what it reads, else 0.
uint32_t plan_joined(const program *p, int start);
int plan_guard(const program *p, int start);
// The same where turns are drawn and many of them put pieces on cells: if one that is drawn is not legal, hardly any may
// be (a king in check, and a hand full of pieces). So the guard is asked where none is (fact_test.must_pass), else 0.
int plan_draw_guard(const program *p, int start);

// Whether turns begin there with joined code that says all about them: nothing is walked.
int plan_is_flat(const program *p, int start);

// A choice that may be repeated, and is the whole turn (fact_turn.last_hop) if it is not.
int plan_is_hop(const program *p, int node);

// Whether what a node offers may become one of several pieces.
static inline int plan_promotes(const program *p, int node) {
    return p->fact.weight[node].zone && p->fact.weight[node].weight > 1;
}

// How many turns a cell of the choice stands for at most, where they are drawn by number: 0 = they are not.
static inline int plan_several(const program *p, int node) {
    return p->ways->several[node];
}

// Whether turns of a first choice are drawn by number where how many depends on the height of a pile.
static inline int plan_is_load(const program *p, int node) {
    return p->node[node].kind == N_CHOICE && p->ways->load.most[node];
}

// A choice whose moves no other lists.
int plan_is_unique(const program *p, int node);

// fill_pool.c
void plan_pool_of(const program *p, plan_pool *pool);

// Checks operands, jumps and copies. 0 = sound, else `buf` says what is wrong.
int plan_ways_verify(const program *p, char *buf, size_t cap);

#endif
