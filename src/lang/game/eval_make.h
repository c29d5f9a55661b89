// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_EVAL_MAKE_H
#define TSR_LANG_EVAL_MAKE_H

// Reading an evaluation from the rules, once, when they are opened.
//
// What pieces can do is not guessed from their words but tried: their motions are run on boards filled at random
// (always the same ones), a single piece is moved over an empty board to see where it becomes another, and is put on
// every cell in turn to see where that wins. Each file below finds one kind of thing that a position may be worth;
// eval_make.c puts them together.

#include "lang/game/eval.h"
#include "lang/game/state.h"
#include "lang/lower/lower.h"
#include "lang/vm/walk.h"

typedef struct eval_maker {
    const program *p;
    lang_eval *e;
    arena *a;    // gone when all is read
    arena *keep; // the program's
    frame f;
    int32_t *reach;  // [players][types][cells]: cells reached, in hundredths
    uint16_t *way;   // [cells]: steps to the nearest goal
    uint64_t *state; // a position to play with
} eval_maker;

// --- eval_words.c: what the author's words tell ---------------------------------------------

typedef struct eval_words {
    int takes, quiet; // something may be captured; something else may be done
    int flips, fills; // pieces change owner; cells are blocked for ever
    int royal;
    const decl_piece *piece; // asked: is it royal?
    int line, line_lost;
    int won_line, lost_line; // `win when line 4 of mine` in a turn
    const ast *links[4];
    int link_count;
} eval_words;

int eval_is_word(const ast *n, const char *word);
void eval_look_at_game(const game_ast *g, eval_words *w);
int eval_look_at_rule(const ast *n, void *words);    // for scan_tree
int eval_look_for_outcome(const ast *n, void *bits); // ... 1 << OUT_WIN and so on
int eval_is_royal(const game_ast *g, const decl_piece *piece);

// --- eval_reach.c: where pieces get to, and what they are worth for that ----------------------------

int eval_find_motions(eval_maker *m); // 0 = no memory
// The cells that a motion of node `at` reaches from `cell`, on the board in the frame.
void eval_run_motion(eval_maker *m, int at, int cell, uint64_t *out);
int eval_moves_type(const ir_choice *c, int type);
void eval_add_place(eval_maker *m, int me, int type, int cell, int more);
void eval_judge_reach(eval_maker *m); // values of types and of places

// --- eval_goals.c: places to go to ---------------------------------------------------------------------

enum { EVAL_FAR = 99 }; // eval_maker.way: it cannot get there

// Steps to the nearest cell of `goal` for a piece alone on the board, in m->way.
void eval_measure_ways(eval_maker *m, int me, int type, const uint64_t *goal);
void eval_take_away(eval_maker *m, int cell); // whoever stands there, in the frame
int eval_find_rises(eval_maker *m);           // where a piece becomes a better one; 0 = no memory
int eval_find_goals(eval_maker *m);           // where one wins; whether there are such places

// --- eval_races.c: all have to go somewhere, or to be taken ----------------------------------------------

int eval_find_races(eval_maker *m); // whether it is one
int eval_fewest_win(eval_maker *m); // a side is better off without one of its men

// --- eval_lines.c: what endings are about -------------------------------------------------------------------

uint16_t eval_cell_before(const board *b, const board_shift *s,
                          int cell);                           // the one that `s` moves to `cell`
int eval_read_endings(eval_maker *m, const eval_words *rules); // 0 = no memory

// --- eval_places.c: games in which nothing moves -----------------------------------------------------------

void eval_set_safe_places(eval_maker *m);
void eval_prefer_middle(eval_maker *m);

// --- eval_men.c: men that are moved by other words than motions ---------------------------------------------

void eval_count_men(eval_maker *m);

#endif
