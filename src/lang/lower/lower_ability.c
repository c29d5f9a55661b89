// SPDX-License-Identifier: MIT
//
// What pieces can do: each of their abilities lowered for the pieces that have it.
#include <string.h>

#include "lang/ir/pass.h"
#include "lang/lower/lower.h"

// Whether the first motion of an ability can pick its own piece, without `here`
// being known before.
static int picks_its_piece(lower *l, const ast *r) {
    switch ((ast_kind)r->kind) {
    case R_MOTION: return 1;
    case R_LABEL:
    case R_REPEAT:
    case R_LONGEST:
    case R_DISTINCT:
    case R_IF:
    case R_WHERE: return picks_its_piece(l, r->a);
    case R_SEQ: return picks_its_piece(l, r->list);
    case R_UNION:
        for (const ast *x = r->list; x; x = x->next) {
            if (!picks_its_piece(l, x)) {
                return 0;
            }
        }
        return 1;
    case R_ELSE: return picks_its_piece(l, r->a) && picks_its_piece(l, r->b);
    default: return 0;
    }
}

// Whether a condition cannot hold unless `name` (NULL: here) is unmoved.
static int asks_unmoved(const ast *cond, const char *name) {
    if (cond->kind == A_AND) {
        return asks_unmoved(cond->a, name) || asks_unmoved(cond->b, name);
    }
    if (!name) {
        return cond->kind == A_WORD && strcmp(cond->name, "unmoved") == 0;
    }
    return cond->kind == A_MEMBER && strcmp(cond->name, "unmoved") == 0 &&
           cond->a->kind == A_WORD && strcmp(cond->a->name, name) == 0;
}

// Whether a rule begins with a choice that needs it to be: `castle: leap … if unmoved`.
static int needs_unmoved(const ast *r, const char *name) {
    switch ((ast_kind)r->kind) {
    case R_FOR: return (!name || strcmp(r->name, name) != 0) && needs_unmoved(r->b, name);
    case R_LABEL: return needs_unmoved(r->a, name);
    case R_WHERE:
        for (const ast *let = r->list; let; let = let->next) {
            if (strcmp(let->name, name ? name : "unmoved") == 0) {
                return 0;
            }
        }
        return needs_unmoved(r->a, name);
    case R_SEQ: return r->list && needs_unmoved(r->list, name);
    case R_IF: return asks_unmoved(r->b, name) || needs_unmoved(r->a, name);
    default: return 0;
    }
}

// Ends the code of a `for` with its cells: only what has not moved, where nothing else will do.
// Returns 1 if that leaves cells out, which reasons still want to see.
int lower_ret_unmoved(lower *l, const ast *r, const char *name, int cells) {
    if (!pass_on(l->p, PASS_latch) || l->p->at.latch == BOARD_NONE || !needs_unmoved(r, name)) {
        lower_emit(l, OP_RETS, cells, 0, 0, 0, 0);
        return 0;
    }
    int out = lower_new_set(l);
    lower_emit(l, OP_AND, out, cells, l->p->at.latch, 0, 0);
    lower_emit(l, OP_RETS, out, 0, 0, 0, 0);
    return 1;
}

int lower_any_has_label(lower *l, const char *name) {
    for (int i = 0; i < l->g->piece_count; i++) {
        if (lower_has_label(l->g->pieces[i].abilities, name)) {
            return 1;
        }
    }
    return 0;
}

int lower_origin(lower *l, const rule_context *ctx) {
    const binding *saved = l->env;
    l->env = ctx->origin_env;
    const int cells = lower_set(l, ctx->origin, "`move` takes pieces");
    l->env = saved;
    return cells;
}

// The pieces that have an ability.
static int ability_cells(lower *l, const rule_context *ctx) {
    int cells = lower_new_set(l);
    int men = ctx->any_owner ? lower_origin(l, ctx) : l->p->at.own + l->me;
    lower_emit(l, OP_AND, cells, men, lower_type_set(l, ctx->type), 0, 0);
    return lower_on_board(l, cells);
}

// One ability: on its own if its first motion picks the piece, else for each piece.
int lower_ability(lower *l, const ast *r, rule_context ctx, int next) {
    if (picks_its_piece(l, r)) {
        return lower_rule(l, r, ctx, next);
    }
    int node = lower_new_node(l, N_FOR, 0, 0);
    l->here = NO_REG;
    uint32_t code = lower_begin_code(l);
    if (lower_ret_unmoved(l, r, NULL, ability_cells(l, &ctx))) {
        l->p->node[node].reach = lower_begin_code(l);
        lower_emit(l, OP_RETS, ability_cells(l, &ctx), 0, 0, 0, 0);
    }
    ctx.bound = HERE_GIVEN;
    int body = lower_rule(l, r, ctx, next);
    l->p->node[node].code = code;
    l->p->node[node].reg = l->p->at.here;
    l->p->node[node].next = (uint16_t)body;
    return body == NODE_DEAD ? NODE_DEAD : node;
}

static int is_busy(const lower *l, const ast *ability) {
    for (const busy_ability *b = l->busy; b; b = b->up) {
        if (b->rule == ability) {
            return 1;
        }
    }
    return 0;
}

// Lowers `r`, an ability or what comes after all of a piece's abilities, unless we are
// inside it already.
static int lower_once(lower *l, const ast *at, const ast *r, rule_context ctx, int next,
                      int is_after) {
    const binding *saved = l->env;
    busy_ability self = {r, l->busy};
    if (l->broken) {
        return NODE_DEAD;
    }
    if (is_busy(l, r)) {
        diag *d = diag_add(l->diags, DIAG_DEF_LOOP, at->at, "this ability is part of itself");
        diag_note(d, "it stands for everything a piece can do, this too");
        diag_help(d, "name the motions instead:   step any, slide orthogonal, leap (1,2)");
        return NODE_DEAD;
    }
    l->env = NULL;
    l->busy = &self;
    int node = is_after ? lower_rule(l, r, ctx, next) : lower_ability(l, r, ctx, next);
    l->busy = self.up;
    l->env = saved;
    return node;
}

int lower_abilities(lower *l, const ast *at, const ast *origin, const char *only, rule_context ctx,
                    int next) {
    int all = -1;
    for (int t = 0; t < l->g->piece_count; t++) {
        const decl_piece *d = &l->g->pieces[t];
        rule_context c = {.bound = HERE_OPEN,
                          .type = t,
                          .any_owner = origin != NULL,
                          .origin = origin,
                          .origin_env = l->env,
                          .only = only,
                          .guards = ctx.guards};
        int after = -1;
        if ((d->neutral && !origin) || (only && !lower_has_label(d->abilities, only))) {
            continue;
        }
        for (const ast *r = d->abilities; r; r = r->next) {
            if (only && !(r->kind == R_UNION) &&
                !lower_has_label(
                    &(ast){.kind = r->kind, .name = r->name, .a = r->a, .b = r->b, .list = r->list},
                    only)) {
                continue;
            }
            if (after < 0) {
                rule_context then = {.bound = HERE_MOVED, .type = t};
                after = d->after ? lower_once(l, at, d->after, then, next, 1) : next;
            }
            int node = lower_once(l, at, r, c, after, 0);
            if (node != NODE_DEAD) {
                all = all < 0 ? node : lower_new_node(l, N_OR, all, node);
            }
        }
    }
    return all < 0 ? NODE_DEAD : all;
}
