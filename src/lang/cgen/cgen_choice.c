// SPDX-License-Identifier: MIT
//
// Choices as C: what one does to a state, what it adds to a move, where it came from.
#include <stdio.h>

#include "lang/cgen/cgen_impl.h"

// What the author wrote, on one line.
void cgen_rule_comment(cgen *g, int choice) {
    const ir_words *w = &g->p->words;
    const int type = g->p->choice[choice].type, has_type = type < g->p->types;
    char text[160] = "";
    if (!w->choice[choice]) {
        return;
    }
    cgen_set(text, sizeof text, "%s", w->choice[choice]);
    for (char *c = text; *c; c++) {
        *c = *c == '\\' ? '/' : *c; // a comment must not go on in the next line
    }
    cgen_put(g, "// %s%s%s\n", has_type ? w->type[type] : "", has_type ? ": " : "", text);
}

static int has_from(const cgen *g, int choice) {
    return g->p->choice[choice].kind == CH_MOTION;
}

static int has_to(const cgen *g, int choice) {
    return g->p->choice[choice].kind <= CH_TAKE;
}

// The arguments of an apply function, given cells as ints.
cgen_word cgen_apply(cgen *g, const ir_node *n, const char *s, const char *from, const char *to) {
    cgen_word w;
    char a[120], z[120];
    int kind = g->p->choice[n->choice].kind;
    cgen_need_code(g, FORM_APPLY, n->apply);
    if (kind == CH_CONTINUE) {
        cgen_set(a, sizeof a, "(%s)->here", s);
    } else {
        cgen_set(a, sizeof a, has_from(g, n->choice) ? "set_one(%s)" : "NO_CELLS", from);
    }
    cgen_set(z, sizeof z, has_to(g, n->choice) ? "set_one(%s)" : "NO_CELLS", to);
    cgen_set(w.t, sizeof w.t, "apply_%u(%s, %s, %s)", n->apply, s, a, z);
    return w;
}

// A choice with its cells added to a way.
cgen_word cgen_way_with(cgen *g, int choice, const char *way, const char *from, const char *to) {
    cgen_word w;
    char code[300];
    int at = g->p->size.choice_bits;
    int n = snprintf(code, sizeof code, "%d", choice);
    if (has_from(g, choice)) {
        n += snprintf(code + n, sizeof code - (size_t)n, " | (uint64_t)%s << %d", from, at);
        at += g->p->size.cell_bits;
    }
    if (has_to(g, choice)) {
        cgen_set(code + n, sizeof code - (size_t)n, " | (uint64_t)%s << %d", to, at);
        at += g->p->size.cell_bits;
    }
    cgen_set(w.t, sizeof w.t, "way_add(%s, %s, %d, %d, %s, %s)", way, code, at, choice,
             has_from(g, choice) ? from : "-1", has_to(g, choice) ? to : "-1");
    return w;
}

void cgen_origin(cgen *g, const cgen_offer *o, char *buf, size_t cap) {
    const board_shift *s = &g->p->b.shift[o->shift];
    if (o->form != OFFER_CLASS) {
        cgen_set(buf, cap, "%s", o->from);
    } else if (s->uniform) {
        cgen_set(buf, cap, "z - %d", s->amount);
    } else {
        cgen_need_origin(g, o->shift);
        cgen_set(buf, cap, "origin_%d[z]", o->shift);
    }
}

void cgen_begin_cells(cgen *g, const cgen_offer *o) {
    char origin[200];
    cgen_origin(g, o, origin, sizeof origin);
    cgen_put(g,
             "    while (set_any(x)) {\n        const int z = set_pop(&x);\n"
             "        const int a = %s;\n        (void)a;\n",
             origin);
}
