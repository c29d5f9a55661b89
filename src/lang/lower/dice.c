// SPDX-License-Identifier: MIT
//
// Dice of a game: which piece is rolled, and room for all its faces.
#include "lang/lower/dice.h"

#include <string.h>

// --- Which piece is a die --------------------------------------------------------------------------

static int look_for_dice(const ast *n, void *with) {
    dice_search *s = with;
    if (n->kind == R_THROW && n->name) {
        s->first = s->first ? s->first : n;
        s->other = strcmp(s->first->name, n->name) != 0 ? n : s->other;
    }
    return 1;
}

dice_search dice_find(const game_ast *g) {
    dice_search s = {0};
    scan_tree(g->setup.steps, look_for_dice, &s);
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, look_for_dice, &s);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, look_for_dice, &s);
    }
    return s;
}

int dice_are_thrown(const game_ast *g, const ast *steps) {
    dice_search s = {0};
    scan_named(g, steps, look_for_dice, &s);
    return s.first != NULL;
}

int dice_is_face(const decl_piece *d, const char *die) {
    return d->family && !d->absent && strcmp(d->family, die) == 0;
}

void lower_plan_dice(lower *l) {
    const dice_search s = dice_find(l->g);
    for (int t = 0; s.first && t < l->g->piece_count; t++) {
        if (dice_is_face(&l->g->pieces[t], s.first->name)) {
            l->g->pieces[t].copies = MOST_DICE;
        }
    }
}
