// SPDX-License-Identifier: MIT
//
// What other players do, or each in turn: the same steps, read with that player as `me`. Code is written for one player,
// so where it is only known in play who that is, there is code for everyone.
#include <string.h>

#include "lang/lower/lower_expr.h"

// --- Who -----------------------------------------------------------------------------------------

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

// --- Who is asked ------------------------------------------------------------------------------------

typedef struct ask_search {
    lower *l;
    int found;
} ask_search;

static int look_for_ask(const ast *n, void *with) {
    ask_search *s = with;
    s->found |= n->kind == R_ASK && lower_has_choice(s->l, n->b);
    return !s->found;
}

int lower_asks(lower *l) {
    ask_search s = {.l = l};
    for (int i = 0; i < l->g->phase_count; i++) {
        scan_tree(l->g->phases[i].turn, look_for_ask, &s);
    }
    for (int i = 0; i < l->g->def_count; i++) {
        if (l->g->defs[i].is_rule) {
            scan_tree(l->g->defs[i].body, look_for_ask, &s);
        }
    }
    return s.found;
}

// --- Choices of others -----------------------------------------------------------------------------

// From here on `player` is asked; `group` says with whom at once (program.joint), 0 = alone.
static int let_node(lower *l, int player, int group, int next) {
    const int effect = lower_new_node(l, N_DO, next, 0),
              node = lower_new_node(l, N_ROLL, effect, 0);
    const uint32_t code = lower_begin_code(l);
    lower_emit(l, OP_ONTURN, player, 0, 0, 0, 0);
    lower_emit(l, OP_KINT, l->p->at.joint, group, 0, 0, 0);
    lower_end_code(l, 1);
    l->p->node[effect].code = code;
    l->p->node[node].reg = l->p->at.joint;
    l->p->node[node].zone = CHANCE_LET;
    if (!l->p->size.max_chance) {
        l->p->size.max_chance = 1;
    }
    return node;
}

static int new_group(lower *l, const ast *r) {
    if (l->p->joints == IR_MAX_JOINTS) {
        lower_too_big(l, r->at, "choices that are made at once");
        return 0;
    }
    return ++l->p->joints;
}

// Those of `who`, as bits, choose: by seat, and if they are several at once. Then the mover goes on.
static int lower_asked(lower *l, const ast *r, uint32_t who, rule_context ctx, int next) {
    const int group = who & (who - 1) ? new_group(l, r) : 0;
    int node = let_node(l, l->me, 0, next);
    for (int p = l->p->players - 1; p >= 0; p--) {
        if (who >> p & 1) {
            const int body = lower_as(l, p, r->b, ctx, node);
            if (group) {
                l->p->joint[group - 1].start[p] = (uint16_t)body;
            }
            node = lower_node_unless_out(l, p, let_node(l, p, group, body), node);
        }
    }
    return node;
}

static uint32_t all_who(lower *l, const ast *who) {
    uint32_t bits = 0;
    for (int p = 0; p < l->p->players; p++) {
        bits |= lower_is_who(l, who, p) ? 1u << p : 0;
    }
    return bits;
}

// --- Steps of others ------------------------------------------------------------------------------

static int refuse_choice(lower *l, const ast *r) {
    if (!lower_has_choice(l, r->b)) {
        return 0;
    }
    diag *d = diag_add(l->diags, DIAG_SYNTAX, r->at, "only the player whose turn it is can choose");
    diag_help(d,
              "say what happens to the others without a choice, or whose turn comes:   next is …");
    return 1;
}

// let owner of x: for each player who may be it
static int lower_as_owner(lower *l, const ast *r, rule_context ctx, int next) {
    int node = next;
    lower_need_one(l, r->a->a);
    for (int p = l->p->players - 1; p >= 0; p--) {
        const int body = lower_has_choice(l, r->b) ? lower_asked(l, r, 1u << p, ctx, next)
                                                   : lower_as(l, p, r->b, ctx, next),
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

// let next player: the first behind the mover who is not out
static int lower_as_next(lower *l, const ast *r, rule_context ctx, int next) {
    int seat[MAX_PLAYERS], node = next;
    for (int i = lower_one_of(l, r->a, seat) - 1; i >= 0; i--) {
        const int body = lower_has_choice(l, r->b) ? lower_asked(l, r, 1u << seat[i], ctx, next)
                                                   : lower_as(l, seat[i], r->b, ctx, next);
        node = lower_node_unless_out(l, seat[i], body, node);
    }
    return node;
}

int lower_let(lower *l, const ast *r, rule_context ctx, int next) {
    if (l->setup == SETUP_AGAIN || (l->setup && refuse_choice(l, r))) {
        return next; // done once, even where all players do the rest
    }
    if (r->a->a) {
        return lower_as_owner(l, r, ctx, next);
    }
    if (strcmp(r->a->name, "next") == 0 && l->has_out) {
        return lower_as_next(l, r, ctx, next);
    }
    if (lower_has_choice(l, r->b)) {
        const uint32_t who = all_who(l, r->a);
        return who ? lower_asked(l, r, who, ctx, next) : next;
    }
    for (int p = l->p->players - 1; p >= 0; p--) {
        if (lower_is_who(l, r->a, p)) {
            next = lower_node_unless_out(l, p, lower_as(l, p, r->b, ctx, next), next);
        }
    }
    return next;
}

int lower_each_player(lower *l, const ast *r, rule_context ctx, int next) {
    if (refuse_choice(l, r)) {
        return next;
    }
    for (int p = l->p->players - 1; p >= 0; p--) {
        next = lower_node_unless_out(l, p, lower_as(l, p, r->b, ctx, next), next);
    }
    return next;
}

// --- Whose turn comes -----------------------------------------------------------------------------

// During the setup nobody's turn ends: it is that player's.
static void emit_next(lower *l, int player) {
    lower_emit(l, l->setup ? OP_ONTURN : OP_NEXTIS, player, 0, 0, 0, 0);
}

void lower_next_is(lower *l, const ast *r) {
    if (r->a->a) {
        const int cells = lower_set(l, r->a->a, "an owner has what lies on a cell");
        lower_need_one(l, r->a->a);
        for (int p = 0; p < l->p->players; p++) {
            label no = {0};
            lower_emit_jump(l, OP_JAPART, cells, l->p->at.own + p, &no);
            emit_next(l, p);
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
    if (count == 1) { // who is out is passed over: plan/finish.c
        emit_next(l, who);
    } else if (!l->diags->errors) {
        diag_add(l->diags, DIAG_ON_WHOM, r->a->at, "`next is` takes one player");
    }
}
