// SPDX-License-Identifier: MIT
//
// Definitions: going into one and out of it, and what its parameters stand for there.
#include <string.h>

#include "lang/lower/lower_expr.h"

int lower_enter_def(lower *l, const ast *e, const decl_def *d) {
    if (d->busy) {
        diag_add(l->diags, DIAG_DEF_LOOP, e->at, "`%s` is defined by itself", e->name);
        return 0;
    }
    l->g->defs[d - l->g->defs].busy = 1;
    return 1;
}

void lower_leave_def(lower *l, const decl_def *d) {
    l->g->defs[d - l->g->defs].busy = 0;
}

static int has_all_arguments(lower *l, const decl_def *d, const ast *call) {
    int n = 0;
    for (const ast *a = call->list; a; a = a->next) {
        n++;
    }
    if (n == d->param_count) {
        return 1;
    }
    const int written = d->param_count - d->borrowed;
    diag *g = diag_add(l->diags, DIAG_ARGUMENTS, call->at, "`%s` takes %d argument%s, not %d",
                       d->name, written, written == 1 ? "" : "s", n - d->borrowed);
    diag_also(g, d->at, "defined here");
    return 0;
}

// Rules run later than they are read, so their arguments stand for their text.
int lower_bind_argument_texts(lower *l, const decl_def *d, const ast *call, binding *out) {
    if (!has_all_arguments(l, d, call)) {
        return 0;
    }
    const ast *a = call->list;
    for (int i = 0; i < d->param_count; i++, a = a->next) {
        out[i] = (binding){.name = d->param[i],
                           .kind = BIND_LET,
                           .let = a,
                           .env = l->env,
                           .up = i ? &out[i - 1] : NULL};
    }
    return 1;
}

int lower_bind_arguments(lower *l, const decl_def *d, const ast *call, binding *out) {
    if (!has_all_arguments(l, d, call)) {
        return 0;
    }
    const ast *a = call->list;
    for (int i = 0; i < d->param_count; i++, a = a->next) {
        memset(&out[i], 0, sizeof out[i]);
        out[i].name = d->param[i];
        out[i].kind = BIND_VALUE;
        out[i].v = lower_expr(l, a);
        out[i].v.owned = 0; // it may be read again
        out[i].up = i ? &out[i - 1] : NULL;
        if (out[i].v.type == V_NONE) {
            return 0;
        }
    }
    return 1;
}
