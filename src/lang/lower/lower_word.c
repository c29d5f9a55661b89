// SPDX-License-Identifier: MIT
//
// Words and titles: what `empty`, `Rook`, `my store` and the names of an author mean.
#include "lang/lower/lower_expr.h"

#include <string.h>

// --- Words -----------------------------------------------------------------------------

static value here_value(lower *l, const ast *e) {
    return l->here == NO_REG ? lower_no_here(l, e) : lower_value_of_set(l->here, 0);
}

static value var_value(lower *l, int var, int player) {
    const decl_number *d = &l->g->vars[var];
    int reg = l->p->var_at[var] + (d->each ? player : 0);
    ir_range range = d->each && player != l->me ? l->p->var_range[var] : l->var_now[var];
    return lower_value_of_reg(l, reg, range.min, range.max);
}

static value token_cells(lower *l, int kind) {
    int r = lower_new_set(l);
    lower_emit(l, OP_TOKENS, r, kind, 0, 0, 0);
    return lower_value_of_set(r, 1);
}

static int find_number(const decl_number *list, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int lower_find_tokens(const lower *l, const char *name) {
    for (int i = 0; i < l->g->token_count; i++) {
        if (strcmp(l->g->tokens[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static value dir_word(lower *l, const ast *e, int *found) {
    const board *b = l->b;
    *found = 1;
    int turn = lower_relative_turn(e->name);
    if (turn >= 0) return lower_relative_dirs(l, e, turn);
    if (strcmp(e->name, "any") == 0) return lower_value_of_dirs(b->any, b->any_count);
    if (strcmp(e->name, "orthogonal") == 0)
        return lower_value_of_dirs(b->orthogonal, b->orthogonal_count);
    if (strcmp(e->name, "diagonal") == 0)
        return lower_value_of_dirs(b->diagonal, b->diagonal_count);
    int d = board_dir_find(b, e->name);
    if (d >= 0) return lower_value_of_dirs(&b->dir[d].shift, 1);
    *found = 0;
    return none_value();
}

static value enemy_value(lower *l) {
    const int cells = lower_enemies(l);
    return lower_value_of_set(cells, l->p->players > 2 && cells > l->p->at.to);
}

static value set_word(lower *l, const ast *e, int *found) {
    static const char *const words[] = {"empty",   "pieces", "mine", "enemy",  "neutral",  "board",
                                        "here",    "it",     "top",  "bottom", "left",     "right",
                                        "corners", "edge",   "dark", "light",  "attacked", "safe"};
    int i = 0;
    for (; i < 18 && strcmp(words[i], e->name) != 0; i++) {
    }
    *found = i < 18;
    switch (i) {
    case 0: return lower_value_of_set(lower_empty(l), 1);
    case 1: return lower_value_of_set(lower_on_board(l, lower_pieces(l)), l->p->players > 1);
    case 2: return lower_value_of_set(lower_on_board(l, l->p->at.own + l->me), 0);
    case 3: return enemy_value(l);
    case 4: return lower_value_of_set(lower_on_board(l, lower_owner_set(l, IR_NEUTRAL)), 0);
    case 5: return lower_value_of_const(l->b->on);
    case 6: return here_value(l, e);
    case 7: return l->here == NO_REG ? lower_no_here(l, e) : lower_value_of_set(l->p->at.it, 0);
    case 8:
    case 9:
    case 10:
    case 11: return lower_border_const(l, i - 8);
    case 12: return lower_edge_const(l, 1);
    case 13: return lower_edge_const(l, 0);
    case 14: return lower_colour_const(l, 0);
    case 15: return lower_colour_const(l, 1);
    case 16:
    case 17: {
        value all = lower_value_of_const(l->b->on);
        int x = lower_set_reg(l, &all), hit = lower_attacked(l, x, NULL);
        if (i == 17) {
            lower_emit(l, OP_ANDN, hit, x, hit, 0, 0);
        }
        return lower_value_of_set(hit, 1);
    }
    default: return none_value();
    }
}

// What `what` was worth earlier in this expression, or NULL.
static const value *find_shared(const lower *l, const void *what) {
    for (int i = 0; i < l->shared_count; i++) {
        const shared_value *s = &l->shared[i];
        if (s->what == what && s->here == l->here && s->me == l->me) {
            return &s->v;
        }
    }
    return NULL;
}

static value share(lower *l, const void *what, value v) {
    v.owned = 0;                        // it will be read again
    if (l->shared_count < MAX_SHARED) { // also what is wrong: it is looked at and said once
        l->shared[l->shared_count++] = (shared_value){what, l->here, l->me, v};
    }
    return v;
}

static value expand_let(lower *l, const binding *b) {
    const value *known = find_shared(l, b);
    if (known) {
        return *known;
    }
    const binding *saved = l->env;
    l->env = b->env;
    value v = lower_expr(l, b->let);
    l->env = saved;
    return share(l, b, v);
}

value lower_expand_def(lower *l, const ast *e, const decl_def *d) {
    binding args[4];
    const value *known = find_shared(l, d); // with parameters: only that something in it is wrong
    if (known) {
        return *known;
    }
    if (d->is_rule) {
        diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "`%s` is a rule, not cells or a number",
                 e->name);
        return none_value();
    }
    if (!lower_bind_arguments(l, d, e, args)) {
        return none_value();
    }
    if (!lower_enter_def(l, e, d)) {
        return none_value();
    }
    const binding *saved = l->env;
    l->env = d->param_count ? &args[d->param_count - 1] : NULL;
    value v = lower_expr(l, d->body);
    l->env = saved;
    lower_leave_def(l, d);
    return d->param_count && v.type ? v : share(l, d, v);
}

value lower_word(lower *l, const ast *e) {
    int found;
    const binding *b = lower_find_binding(l, e->name);
    if (b) {
        return b->kind == BIND_VALUE ? b->v : expand_let(l, b);
    }
    value v = set_word(l, e, &found);
    if (found) return v;
    v = dir_word(l, e, &found);
    if (found) return v;
    int i = find_number(l->g->vars, l->g->var_count, e->name);
    if (i >= 0) return var_value(l, i, l->me);
    i = find_number(l->g->options, l->g->option_count, e->name);
    if (i >= 0) return lower_value_of_int(l->p->option_value[i]);
    i = lower_find_tokens(l, e->name);
    if (i >= 0) return token_cells(l, i);
    i = lower_find_area(l, e->name);
    if (i >= 0 && !l->g->areas[i].each) return lower_area_value(l, i, l->me);
    const decl_def *d = lower_find_def(l, e->name);
    if (d) return lower_expand_def(l, e, d);
    i = board_cell(l->b, e->name);
    if (i >= 0) {
        uint64_t *k = lower_fresh_set(l);
        board_put(k, i);
        return lower_value_of_const(k);
    }
    if (strcmp(e->name, "turns") == 0) {
        int r = lower_new_num(l);
        lower_emit(l, OP_TURNS, r, 0, 0, 0, 0);
        return lower_value_of_reg(l, r, 0, 1000000);
    }
    lower_unknown_word(l, e, l->wanted ? l->wanted : "word");
    return none_value();
}

value lower_title(lower *l, const ast *e) {
    int t = lower_find_type(l, e->name), p = lower_find_player(l, e->name);
    if (t >= 0) return lower_value_of_set(lower_type_set(l, t), 0);
    if (p >= 0) return lower_value_of_set(l->p->at.own + p, 0);
    lower_unknown_word(l, e, "piece or player");
    return none_value();
}

// --- my store, enemy Rook, my hand ---------------------------------------------------------

static value hand_value(lower *l, int player) {
    int r = lower_new_num(l);
    int first = l->p->at.hands + player * l->p->types;
    if (l->p->at.hands == BOARD_NONE) {
        return lower_value_of_int(0);
    }
    lower_emit(l, OP_IMOV, r, first, 0, 0, 0);
    for (int i = 1; i < l->p->types; i++) {
        lower_emit(l, OP_IADD, r, r, first + i, 0, 0);
    }
    return lower_value_of_reg(l, r, 0, 100000);
}

static value has_value(lower *l, const ast *e, int player) {
    if (l->g->board.each && strcmp(l->g->board.each, e->name) == 0) {
        uint64_t *cells = lower_fresh_set(l);
        board_cells_of(l->b, player, cells);
        return lower_value_of_const(cells);
    }
    for (int i = 0; i < l->g->has_count; i++) {
        const decl_has *h = &l->g->has[i];
        if (strcmp(h->name, e->name) == 0 && lower_find_player(l, h->player) == player) {
            const binding *saved = l->env;
            l->env = NULL;
            value v = lower_expr(l, h->value);
            l->env = saved;
            return v;
        }
    }
    return none_value();
}

static value owned_by(lower *l, const ast *e, int player) {
    int t = lower_find_type(l, e->name);
    int var = find_number(l->g->vars, l->g->var_count, e->name);
    if (t >= 0) {
        int out = lower_new_set(l), type = lower_type_set(l, t);
        lower_emit(l, OP_AND, out, l->p->at.own + player, type, 0, 0);
        return lower_value_of_set(out, 1);
    }
    int area = lower_find_area(l, e->name);
    if (strcmp(e->name, "hand") == 0 && area < 0) return hand_value(l, player);
    if (var >= 0 && l->g->vars[var].each) return var_value(l, var, player);
    if (area >= 0 && l->g->areas[area].each) return lower_area_value(l, area, player);
    return has_value(l, e, player);
}

value lower_owned(lower *l, const ast *e) {
    value sum = none_value();
    int any = 0;
    for (int i = 0; i < l->p->players; i++) {
        if (e->flag == 1 ? !lower_is_enemy(l, i) : i != l->me) {
            continue;
        }
        value v = owned_by(l, e, i);
        if (!v.type) {
            lower_say_unknown(l, e, "thing of a player", e->name);
            return v;
        }
        if (e->flag == 1 && is_set(&v) && l->has_out) {
            v = lower_value_of_set(lower_unless_out(l, i, lower_set_reg(l, &v)), 1);
        }
        sum = !any              ? v
              : is_set(&v)      ? lower_combine_sets(l, A_UNION, &sum, &v)
              : v.type == V_INT ? lower_combine_ints(l, A_ADD, &sum, &v)
                                : v;
        any = 1;
    }
    return any ? sum : lower_value_of_set(lower_enemies(l), 0);
}
