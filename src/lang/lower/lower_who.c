// SPDX-License-Identifier: MIT
//
// What other players do, or each in turn: the same steps, read with that player as `me`. Code is written for one player,
// so where it is only known in play who that is, there is code for everyone.
#include <string.h>

#include "lang/lower/lower_expr.h"

// --- Who -----------------------------------------------------------------------------------------

static int is_called(const ast *who, const char *word) {
    return strcmp(who->name, word) == 0;
}

int lower_is_who(lower *l, const ast *who, int player) {
    if (*who->name >= 'A' && *who->name <= 'Z') {
        const int p = lower_find_player(l, who->name);
        if (p < 0 && player == 0) {
            ast word = *who;
            word.kind = A_TITLE;
            lower_unknown_word(l, &word, "player");
        }
        return p == player;
    }
    return is_called(who, "all")      ? 1
           : is_called(who, "me")     ? player == l->me
           : is_called(who, "next")   ? player == lower_next_player(l)
           : is_called(who, "enemy")  ? player != l->me
           : is_called(who, "others") ? player != l->me
                                      : 0;
}

// --- Steps of others ------------------------------------------------------------------------------

static int refuse_choice(lower *l, const ast *r) {
    if (!lower_has_choice(l, r->b)) {
        return 0;
    }
    diag *d = diag_add(l->diags, DIAG_SYNTAX, r->at, "only whose turn it is can choose");
    diag_help(d,
              "say what happens to the others without a choice, or whose turn comes:   next is …");
    return 1;
}

// Of another player's vars nothing is known but their range.
static int lower_as(lower *l, int player, const ast *body, rule_context ctx, int next) {
    ir_range saved[MAX_VARS];
    const int me = l->me;
    memcpy(saved, l->var_now, sizeof saved);
    for (int i = 0; i < l->g->var_count; i++) {
        l->var_now[i] = l->p->var_range[i];
    }
    l->me = player;
    const int node = lower_rule(l, body, ctx, next);
    l->me = me;
    memcpy(l->var_now, saved, sizeof saved);
    return node;
}

// let owner of x: for each player who may be it
static int lower_as_owner(lower *l, const ast *r, rule_context ctx, int next) {
    int node = next;
    for (int p = l->p->players - 1; p >= 0; p--) {
        const int body = lower_as(l, p, r->b, ctx, next),
                  asks = lower_new_node(l, N_WHEN, body, node);
        label no = {0};
        l->here = ctx.bound == HERE_OPEN ? NO_REG : l->p->at.here;
        const uint32_t code = lower_begin_code(l);
        const int cells = lower_set(l, r->a->a, "an owner has what lies on a cell");
        lower_emit_jump(l, OP_JAPART, cells, l->p->at.own + p, &no);
        lower_end_code(l, 1);
        lower_emit_label(l, &no);
        lower_end_code(l, 0);
        l->p->node[asks].code = code;
        node = asks;
    }
    return node;
}

int lower_let(lower *l, const ast *r, rule_context ctx, int next) {
    if (refuse_choice(l, r)) {
        return next;
    }
    if (r->a->a) {
        return lower_as_owner(l, r, ctx, next);
    }
    for (int p = l->p->players - 1; p >= 0; p--) {
        if (lower_is_who(l, r->a, p)) {
            next = lower_as(l, p, r->b, ctx, next);
        }
    }
    return next;
}

int lower_each_player(lower *l, const ast *r, rule_context ctx, int next) {
    if (refuse_choice(l, r)) {
        return next;
    }
    for (int p = l->p->players - 1; p >= 0; p--) {
        next = lower_as(l, p, r->b, ctx, next);
    }
    return next;
}

// --- Whose turn comes -----------------------------------------------------------------------------

void lower_next_is(lower *l, const ast *r) {
    if (r->a->a) {
        const int cells = lower_set(l, r->a->a, "an owner has what lies on a cell");
        for (int p = 0; p < l->p->players; p++) {
            label no = {0};
            lower_emit_jump(l, OP_JAPART, cells, l->p->at.own + p, &no);
            lower_emit(l, OP_NEXTIS, p, 0, 0, 0, 0);
            lower_emit_label(l, &no);
        }
        return;
    }
    int who = -1, count = 0;
    for (int p = 0; p < l->p->players; p++) {
        if (lower_is_who(l, r->a, p)) {
            who = p;
            count++;
        }
    }
    if (count == 1) {
        lower_emit(l, OP_NEXTIS, who, 0, 0, 0, 0);
    } else if (!l->diags->errors) {
        diag_add(l->diags, DIAG_ON_WHOM, r->a->at, "the next turn is one player's");
    }
}
