// SPDX-License-Identifier: MIT
//
// `each x in enemy & here + any: remove x`: the same steps for one cell after the other, or for each direction. Nobody
// chooses among them, so all of it is one code, with a loop in it. The cells are those that there were before the first.
#include <string.h>

#include "lang/lower/lower_expr.h"
#include "lang/lower/ranges.h"

static void emit_step(lower *l, const ast *r);

// What one step has used may be used again; nothing it has computed holds after the next one.
static void emit_steps(lower *l, const ast *r) {
    const int sets = l->set_top, nums = l->num_top;
    l->shared_count = 0;
    emit_step(l, r);
    lower_free_sets(l, sets);
    l->num_top = nums;
}

static void emit_sequence(lower *l, const ast *r) {
    for (const ast *x = r->list; x; x = x->next) {
        emit_steps(l, x);
        ranges_pass(l, x);
    }
}

static void emit_when(lower *l, const ast *r) {
    ir_range saved[MAX_VARS];
    label no = {0}, done = {0};
    memcpy(saved, l->var_now, sizeof saved);
    lower_cond(l, r->a, 0, &no);
    ranges_narrow(l, r->a, 1);
    emit_steps(l, r->b);
    memcpy(l->var_now, saved, sizeof saved);
    if (r->c) {
        lower_emit_jump(l, OP_JMP, 0, 0, &done);
    }
    lower_emit_label(l, &no);
    if (r->c) {
        ranges_narrow(l, r->a, 0);
        emit_steps(l, r->c);
    }
    lower_emit_label(l, &done);
    memcpy(l->var_now, saved, sizeof saved);
}

static void emit_where(lower *l, const ast *r) {
    binding lets[MAX_WHERES];
    const binding *saved = l->env;
    lower_bind_lets(l, r->list, lets);
    emit_steps(l, r->a);
    l->env = saved;
}

static void emit_reference(lower *l, const ast *r) {
    const decl_def *d = lower_find_def(l, r->name);
    binding args[4];
    const binding *saved = l->env;
    if (!d || !d->is_rule) {
        lower_unknown_word(l, r, "rule");
    } else if (lower_bind_argument_texts(l, d, r, args) && lower_enter_def(l, r, d)) {
        l->env = d->param_count ? &args[d->param_count - 1] : NULL;
        emit_steps(l, d->body);
        l->env = saved;
        lower_leave_def(l, d);
    }
}

// --- Steps of others -------------------------------------------------------------------------------

// Of another player's vars nothing is known but their range.
static void emit_as(lower *l, int player, const ast *body, label *out) {
    ir_range saved[MAX_VARS];
    const int me = l->me;
    memcpy(saved, l->var_now, sizeof saved);
    memcpy(l->var_now, l->p->var_range, sizeof l->var_now);
    lower_jump_if_out(l, player, out);
    l->me = player;
    emit_steps(l, body);
    l->me = me;
    memcpy(l->var_now, saved, sizeof saved);
}

static void emit_let_owner(lower *l, const ast *r) {
    const int cells = lower_set(l, r->a->a, "an owner has what lies on a cell"),
              of = lower_new_set(l);
    label done = {0};
    lower_need_one(l, r->a->a);
    lower_emit(l, OP_MOV, of, cells, 0, 0, 0);
    for (int p = 0; p < l->p->players; p++) {
        label no = {0};
        lower_emit_jump(l, OP_JAPART, of, l->p->at.own + p, &no);
        emit_as(l, p, r->b, &done);
        lower_emit_jump(l, OP_JMP, 0, 0, &done);
        lower_emit_label(l, &no);
    }
    lower_emit_label(l, &done);
}

// let next player: the first behind the mover who is not out
static void emit_let_next(lower *l, const ast *r) {
    int seat[MAX_PLAYERS];
    const int count = lower_one_of(l, r->a, seat);
    label done = {0};
    for (int i = 0; i < count; i++) {
        label away = {0};
        emit_as(l, seat[i], r->b, &away);
        lower_emit_jump(l, OP_JMP, 0, 0, &done);
        lower_emit_label(l, &away);
    }
    lower_emit_label(l, &done);
}

// let others: …, each player: … (`who` is NULL), in the order of seats
static void emit_for_players(lower *l, const ast *who, const ast *body) {
    for (int p = 0; p < l->p->players; p++) {
        label away = {0};
        if (!who || lower_is_who(l, who, p)) {
            emit_as(l, p, body, &away);
        }
        lower_emit_label(l, &away);
    }
}

static void emit_let(lower *l, const ast *r) {
    if (r->a->a) {
        emit_let_owner(l, r);
    } else if (strcmp(r->a->name, "next") == 0) {
        emit_let_next(l, r);
    } else {
        emit_for_players(l, r->a, r->b);
    }
}

// --- Each step ---------------------------------------------------------------------------------------

static void refuse_step(lower *l, const ast *r) {
    diag *d = diag_add(l->diags, DIAG_SYNTAX, r->at, "this cannot be done for each of them");
    diag_note(d, "inside `each` things happen to pieces, tokens and vars, with `when` and `let`");
    diag_help(d, "write it in front of the `each` or behind it");
}

static void emit_step(lower *l, const ast *r) {
    switch ((ast_kind)r->kind) {
    case R_SEQ: emit_sequence(l, r); break;
    case R_WHEN: emit_when(l, r); break;
    case R_WHERE: emit_where(l, r); break;
    case R_REF: emit_reference(l, r); break;
    case R_ASK: emit_let(l, r); break;
    case R_NOTHING: break;
    default:
        if (r->kind == R_EACH && !r->name) {
            emit_for_players(l, NULL, r->b);
        } else if (r->kind == R_EACH) {
            lower_each_step(l, r);
        } else if (lower_is_effect(r)) {
            lower_emit_effect(l, r);
        } else {
            refuse_step(l, r);
        }
    }
}

// --- each x in set -------------------------------------------------------------------------------------

static void emit_named(lower *l, const ast *r, value one) {
    const binding b = {.name = r->name, .kind = BIND_VALUE, .v = one, .up = l->env},
                  *saved = l->env;
    l->env = &b;
    emit_steps(l, r->b);
    l->env = saved;
}

static void steps_each_direction(lower *l, const ast *r, const value *dirs) {
    for (int i = 0; i < dirs->count; i++) {
        emit_named(l, r, lower_value_of_dirs(&dirs->shift[i], 1));
    }
}

// The name has a register of the state, as that of a choice has; nothing of it is left behind.
static void steps_each_cell(lower *l, const ast *r) {
    const int cells = lower_set(l, r->a, "`each` goes through cells or directions"),
              left = lower_new_set(l), one = lower_named(l, r);
    label done = {0};
    value v = lower_value_of_set(one, 0);
    v.within = lower_peek(l, r->a).k;
    lower_emit(l, OP_MOV, left, cells, 0, 0, 0);
    const uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, one, left, &done);
    emit_named(l, r, v);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &done);
    lower_emit(l, OP_ZERO, one, 0, 0, 0, 0);
}

static int refuse_choice_in_each(lower *l, const ast *r) {
    if (!lower_has_choice(l, r->b)) {
        return 0;
    }
    diag *d = diag_add(l->diags, DIAG_SYNTAX, r->at, "nobody can choose inside `each`");
    diag_note(d, "it is done for all of them, one after the other");
    diag_help(d, "for one of them, which the player chooses:   for %s in …: …", r->name);
    return 1;
}

void lower_each_step(lower *l, const ast *r) {
    ir_range saved[MAX_VARS];
    const value through = lower_peek(l, r->a);
    memcpy(saved, l->var_now, sizeof saved);
    ranges_forget(l, r->b); // by those before
    if (board_cell(l->b, r->name) >= 0) {
        diag_add(l->diags, DIAG_SHADOW, r->at, "`%s` is a cell of this board", r->name);
    }
    if (refuse_choice_in_each(l, r)) {
        return;
    }
    if (through.type == V_DIR) {
        steps_each_direction(l, r, &through);
    } else {
        steps_each_cell(l, r);
    }
    memcpy(l->var_now, saved, sizeof saved);
}
