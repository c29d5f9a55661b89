// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_GAME_STAGES_H
#define TSR_LANG_GAME_STAGES_H

// The stages of lower_game, in the order in which it calls them. Each is a file; what they share is the program that
// grows and the messages that they leave.

#include "lang/lower/lower.h"

// --- lower_check.c: what every game needs, and names that are free -----------------------------

void lower_need_parts(const game_ast *g, diag_list *diags);
// one_name.c: of whatever is declared, and of what rules name; 0 = one is two.
int lower_check_one_name(lower *l);
void lower_check_no_word(lower *l, const char *name, span at); // of the language
void lower_check_names(lower *l); // once the board is built: cells have names, too

// --- lower_layout.c: where everything stands in a state --------------------------------------------

void lower_find_latches(program *p, const features *f);
void lower_lay_out_sets(program *p, const features *f);
void lower_lay_out_nums(program *p, const features *f);

// --- lower_player.c: turns and endings, read by one player --------------------------------------------

void lower_find_labels(
    lower *l); // of abilities, and words that are said: so that `last is` knows them
void lower_player(lower *l, int me);

// --- lower_score.c: what is about the position, not about anybody's turn ---------------------------------

void lower_scores(lower *l);
void lower_always(lower *l);

// --- lower_return.c: whether earlier positions can return -------------------------------------------------

// Types that can never come back to where they were, as events: once one of them has moved, no earlier position can
// return.
uint32_t lower_one_way_types(const program *p, const ir_growth *grows);
void lower_warn_endless(lower *l);

// --- lower_warn.c: what is allowed and surely not meant --------------------------------------------------

void lower_warn_never(lower *l);       // an ending after another with the same condition
void lower_warn_one_of_many(lower *l); // `lose` among three
void lower_warn_unused(lower *l);      // definitions

// --- lower_retaken.c: what a turn that stops in the middle must not remember ------------------------------

void lower_forget_retaken(lower *l); // when it is known whether one choice is a move

// --- lower_sizes.c: bytes of a state, bits of a move, the longest game --------------------------------------

int lower_wants_split(const program *p);
void lower_set_sizes(program *p, const features *f);

#endif
