// SPDX-License-Identifier: MIT
//
// Numbers that leave their range. What is known of vars (ranges.h) often proves that an assignment keeps it; what can
// never keep it is refused. About the rest only play can tell: a program made to be tried (trial.h) notes in
// ir_layout.why where a number first left its range, and what it would have been:
//
//     place of the assignment, 0 = it has not happened | number
//
// Every program keeps what it stores within the range, so a number that strays harms nobody but its author.
#include "lang/lower/lower_stray.h"

#include <string.h>

static const decl_number *var_of(const game_ast *g, const ast *assignment) {
    for (int i = 0; i < g->var_count; i++) {
        if (strcmp(g->vars[i].name, assignment->name) == 0) {
            return &g->vars[i];
        }
    }
    return NULL;
}

static void say_condition(diag *g, const ast *r, const decl_number *d) {
    const int n = r->a->kind == A_NUM ? r->a->num : 0;
    if (n && strcmp(r->name2, "+=") == 0) {
        diag_help(g, "widen the range, or add a condition:   %s += %d when %s <= %d", d->name, n,
                  d->name, d->max - n);
    } else if (n && strcmp(r->name2, "-=") == 0) {
        diag_help(g, "widen the range, or add a condition:   %s -= %d when %s >= %d", d->name, n,
                  d->name, d->min + n);
    } else {
        diag_help(g, "widen the range, or add a condition");
    }
}

void lower_say_strays(diag_list *diags, const game_ast *g, const ast *r, ir_range made) {
    const decl_number *d = var_of(g, r);
    const int high = made.max > d->max;
    diag *m = diag_add(diags, DIAG_OUT_OF_RANGE, r->at, "`%s` can %s its limit of %d", d->name,
                       high ? "rise above" : "fall below", high ? d->max : d->min);
    const int step = r->a->kind == A_NUM && strcmp(r->name2, "=") != 0 ? r->a->num : 0;
    if (step > 0) { // the first value that is too much
        diag_note(m, "from %d this makes %d", high ? d->max - step + 1 : d->min + step - 1,
                  high ? d->max + 1 : d->min - 1);
    } else {
        diag_note(m, "this can make %d", high ? made.max : made.min);
    }
    diag_also(m, d->at, "it goes from %d to %d", d->min, d->max);
    say_condition(m, r, d);
}

void lower_say_may_stray(diag_list *diags, const game_ast *g, const ast *r) {
    const decl_number *d = var_of(g, r);
    diag *m = diag_add(diags, DIAG_MAY_STRAY, r->at,
                       "it cannot be proved that `%s` stays in its range", d->name);
    diag_note(m, "in random play it does");
    diag_also(m, d->at, "it would be kept between %d and %d", d->min, d->max);
}

int lower_stray_numbers(const game_ast *g) {
    return g->to_try ? 2 : 0;
}

// Code that notes, once, that the number in `from` is outside the range.
static void note_stray(lower *l, const ast *r, const decl_number *d, int from) {
    const int at = l->p->at.why;
    const uint32_t place = lower_place_of(r);
    value least = lower_value_of_int(d->min), most = lower_value_of_int(d->max),
          none = lower_value_of_int(0);
    label stays = {0}, strays = {0};
    lower_emit_jump(l, OP_JNE, at, lower_num_reg(l, &none), &stays);
    lower_emit_jump(l, OP_JLT, from, lower_num_reg(l, &least), &strays);
    lower_emit_jump(l, OP_JLE, from, lower_num_reg(l, &most), &stays);
    lower_emit_label(l, &strays);
    lower_emit(l, OP_KINT, at, (int)(place & 0xffff), (int)(place >> 16), 0, 0);
    lower_emit(l, OP_IMOV, at + 1, from, 0, 0, 0);
    lower_emit_label(l, &stays);
}

void lower_keep_range(lower *l, const ast *r, const value *v, int from) {
    decl_number *d = &l->g->vars[var_of(l->g, r) - l->g->vars];
    if (v->lo >= d->min && v->hi <= d->max) {
        return;
    }
    const int counts = r->a->kind == A_NUM && strcmp(r->name2, "=") != 0;
    const int ends_loop = l->in_repeat && counts; // endless.c relies on it
    if (ends_loop || v->lo > d->max || v->hi < d->min) {
        lower_say_strays(l->diags, l->g, r, (ir_range){v->lo, v->hi});
        return;
    }
    if (l->g->to_try) {
        d->unproved = d->unproved ? d->unproved : r;
        note_stray(l, r, d, from);
    }
}
