// SPDX-License-Identifier: MIT
//
// Warnings about what is allowed and surely not meant.
#include "lang/lower/game_stages.h"

#include <string.h>

static int same_words(const ast *a, const ast *b) {
    char x[300], y[300];
    size_t n = ast_line(a, x, sizeof x), m = ast_line(b, y, sizeof y);
    return n == m && n + 1 < sizeof x && memcmp(x, y, n) == 0;
}

// An ending that is tested after another with the same condition.
void lower_warn_never(lower *l) {
    const game_ast *g = l->g;
    for (int i = 0; i < g->ending_count; i++) {
        for (int k = i - 1; k >= 0 && g->endings[i].cond && g->endings[k].cond; k--) {
            const decl_ending *e = &g->endings[i], *before = &g->endings[k];
            int same_player = e->player && before->player ? strcmp(e->player, before->player) == 0
                                                          : e->player == before->player;
            if (same_player && same_words(e->cond, before->cond)) {
                diag *d = diag_add(l->diags, DIAG_NEVER, e->at, "this ending can never happen");
                diag_note(d, "the game is over before it is asked");
                diag_also(d, before->at, "the same condition");
                break;
            }
        }
    }
}

// `lose` is about one player, and with three there are two left.
void lower_warn_one_of_many(lower *l) {
    for (int i = 0; l->p->players > 2 && i < l->g->ending_count; i++) {
        const decl_ending *e = &l->g->endings[i];
        if (e->cond && e->what == OUT_LOSE) {
            diag *d = diag_add(l->diags, DIAG_ONE_OF_MANY, e->at,
                               "with more than two players, `lose` ends the game for all");
            diag_note(d, "the others share the win");
            char cond[120];
            ast_line(e->cond, cond, sizeof cond);
            diag_help(d, "to let the others go on:   out when %s", cond);
        }
    }
}

void lower_warn_unused(lower *l) {
    for (int i = 0; i < l->g->def_count; i++) {
        const decl_def *d = &l->g->defs[i];
        if (!d->used && !l->g->parent) {
            diag_add(l->diags, DIAG_UNUSED, d->at, "nobody uses `%s`", d->name);
        }
    }
}
