// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_CHOICE_H
#define TSR_LANG_CHOICE_H

// What the parts of lower_choice.c share: a choice is a node with code that offers it and code that makes it.

#include "lang/lower/lower.h"

// --- choice_new.c ---------------------------------------------------------------------------------

int choice_add(lower *l, choice_kind kind, const ast *r, const rule_context *ctx, int type);
int choice_node(lower *l, int id, int next);

// The register of `here` before the choice is made, NO_REG where it picks the piece itself.
int choice_here(lower *l, const rule_context *ctx);

// Parts of the code that makes it: cells in register `cell` are `here` from now on; its label; what `this`
// stands for (crosses: 1 = the motion crossed `it`, 0 = it did not, -1 = nothing moved).
void choice_set_here(lower *l, int cell);
void choice_note_label(lower *l, const rule_context *ctx);
void choice_note_this(lower *l, int crosses);

// The end of a choice: what it leaves behind, and the node that finds its motions by `code` and makes them
// by `apply`, which ends here.
int choice_end(lower *l, const rule_context *ctx, int node, uint32_t code, uint32_t apply);

// --- choice_guard.c -------------------------------------------------------------------------------

void guards_all(lower *l, const guard *g, label *out); // all are asked, and any may jump out

// In parts: conditions that do not ask about `here`, without which nothing is offered; those that leave of
// `cells` where they hold; and the others, for the cell that `l->here` holds.
void guards_free(lower *l, const guard *g, label *out);
void guards_lifted(lower *l, const guard *g, int cells);
void guards_of_cell(lower *l, const guard *g, label *no);
int guards_all_lift(lower *l, const guard *g); // there are no others

int guards_mention(lower *l, const guard *g, const char *word);
void guards_explain(lower *l, const guard *g, int node); // code for reasons

// --- kinds of choices: a node ---------------------------------------------------------------------

int choice_place(lower *l, const ast *r, const rule_context *ctx, int next);
int choice_pick(lower *l, const ast *r, const rule_context *ctx, int next);
int choice_bare(lower *l, const ast *r, const rule_context *ctx, choice_kind kind, int next);
int choice_number(lower *l, const ast *r, const rule_context *ctx, int next);
int choice_say(lower *l, const ast *r, const rule_context *ctx, int next);
int choice_promotion(lower *l, const ast *r, const rule_context *ctx, int next);
int choice_motion(lower *l, const ast *r, const rule_context *ctx, int next);

// --- motion_offer.c, motion_make.c ----------------------------------------------------------------

void motion_offers(lower *l, const ast *r, const rule_context *ctx);
void motion_make(lower *l, const ast *r, const rule_context *ctx);
void motion_reaches(lower *l, const ast *r); // all cells that `here` could go to, for reasons

#endif
