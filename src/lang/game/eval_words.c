// SPDX-License-Identifier: MIT
//
// What the words of an author tell about the worth of things: who is royal, what is taken, which lines and links end the game.
#include "lang/game/eval_make.h"

#include <string.h>

int eval_is_word(const ast *n, const char *word) {
    return n && n->kind == A_WORD && strcmp(n->name, word) == 0;
}

int eval_look_for_outcome(const ast *n, void *with) {
    if (n->kind == R_OUTCOME && !n->name) {
        *(int *)with |= 1 << n->num;
    }
    return 1;
}

static int look_for_line(const ast *n, void *with) {
    if (n->kind == A_LINE && n->a && n->a->kind == A_NUM) {
        *(int *)with = n->a->num;
    }
    return 1;
}

// A line that ends the game, told in a turn instead of an ending.
static void look_at_when(const ast *n, eval_words *w) {
    int line = 0, outcome = 0;
    scan_tree(n->a, look_for_line, &line);
    scan_tree(n->b, eval_look_for_outcome, &outcome);
    if (line && outcome & 1 << OUT_WIN) {
        w->won_line = line;
    } else if (line && outcome & 1 << OUT_LOSE) {
        w->lost_line = line;
    }
}

int eval_look_at_rule(const ast *n, void *with) {
    eval_words *w = with;
    switch ((ast_kind)n->kind) {
    case R_MOTION:
        w->takes |= n->c != NULL ||
                    (n->num < MOTION_HOP && !n->b && !(n->flag & MOTION_FURTHEST)) ||
                    eval_is_word(n->b, "enemy");
        w->quiet |= !eval_is_word(n->b, "enemy");
        break;
    case R_TAKE:
    case R_REMOVE: w->takes = 1; break;
    case R_BECOMES: w->flips |= n->flag == 0; break;
    case R_CLOSE: w->fills = 1; break;
    case R_WHEN: look_at_when(n, w); break;
    case A_LINE: w->line = n->a && n->a->kind == A_NUM ? n->a->num : w->line; break;
    case A_CONNECTS:
        if (w->link_count < 4) {
            w->links[w->link_count++] = n;
        }
        break;
    default: break;
    }
    return 1;
}

void eval_look_at_game(const game_ast *g, eval_words *w) {
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].abilities, eval_look_at_rule, w);
        scan_tree(g->pieces[i].after, eval_look_at_rule, w);
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, eval_look_at_rule, w);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, eval_look_at_rule, w);
    }
}

// `my King on attacked`, `my King is safe`.
static int look_for_royal(const ast *n, void *with) {
    eval_words *w = with;
    const ast *a = n->a;
    if ((n->kind == A_MEET || n->kind == A_IN || n->kind == A_IS) && a && a->kind == A_OWNED &&
        !a->flag && strcmp(a->name, w->piece->name) == 0) {
        w->royal |= eval_is_word(n->b, "attacked") || eval_is_word(n->b, "safe");
    }
    return 1;
}

int eval_is_royal(const game_ast *g, const decl_piece *piece) {
    eval_words w = {.piece = piece};
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, look_for_royal, &w);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, look_for_royal, &w);
    }
    return w.royal;
}
