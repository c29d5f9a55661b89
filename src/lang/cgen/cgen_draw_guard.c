// SPDX-License-Identifier: MIT
//
// Ways as C: a turn was drawn that is not legal, and hardly any may be (plan_draw_guard). So the guard is asked, and
// cells where no turn is legal are drawn no more. Lanes that try once a round do so in the round of the second try.
#include <string.h>

#include "lang/cgen/cgen_draw.h"

// Whether an offer of a node is left out where the guard says so: as the interpreter decides (vm/draw.c).
static int is_mended(const drawing *d, int node) {
    return d->g->p->fact.test[node].must_pass == d->guard &&
           cgen_draw_insn(d->g, node)->op == WAY_LOT;
}

static void put_local(drawing *d) {
    cgen *g = d->g;
    char weight[3000];
    for (int i = d->begin; i < d->end; i++) {
        const int node = d->offer_node[i];
        if (d->form[i] == OFFER_ONE || !is_mended(d, node)) {
            continue;
        }
        cgen_put_local_weight(g, node, i, weight, sizeof weight);
        cgen_put(g,
                 "    e%d = set_and(e%d, guarded.mend);\n    k%d = tally_of(e%d);\n    n%d = %s;\n",
                 i, i, i, i, i, weight);
    }
    cgen_put(g, "    total = %s;\n", d->listing ? "(uint32_t)lister.count" : "0");
    for (int i = d->begin; i < d->end; i++) {
        cgen_put(g, "    total += n%d;\n", i);
    }
}

static void put_weight_of(const drawing *d, int node, char *buf, size_t cap) {
    cgen_put_weight(d->g, &d->g->p->node[node], "x", "(uint32_t)set_count(x)", buf, cap);
}

// All choices whose cells stand for as many turns as those of number `first`, which are marked in `done`.
static void put_alike(drawing *d, int first, uint8_t *done) {
    char weight[3000], other[3000];
    put_weight_of(d, d->node[first], weight, sizeof weight);
    for (int i = first; i < d->nodes; i++) {
        put_weight_of(d, d->node[i], other, sizeof other);
        if (is_mended(d, d->node[i]) && strcmp(weight, other) == 0) {
            done[i] = 1;
            cgen_put(d->g, "        case %d:\n", d->node[i]);
        }
    }
    cgen_put(
        d->g,
        "            lots[k].cells = x;\n            lots[k].weight = %s;\n            break;\n",
        weight);
}

static void put_lots(drawing *d) {
    uint8_t done[IR_MAX_NODES] = {0};
    cgen_put(d->g,
             "    total = %s;\n    for (int k = 0; k < n; k++) {\n"
             "        const set x = set_and(lots[k].cells, guarded.mend);\n"
             "        switch (lots[k].node) {\n",
             d->listing ? "(uint32_t)lister.count" : "0");
    for (int i = 0; i < d->nodes; i++) {
        if (!done[i] && is_mended(d, d->node[i])) {
            put_alike(d, i, done);
        }
    }
    cgen_put(d->g, "        default: break;\n        }\n        total += lots[k].weight;\n    }\n");
}

// When the guard is asked. Lots stay as they are left; local sets are laid out again in every round.
static const char *second_try(const drawing *d) {
    return !d->waits ? "tries == 1" : cgen_is_local(d) ? "d->tries" : "d->tries == 1";
}

void cgen_put_draw_guard(drawing *d) {
    cgen *g = d->g;
    if (!d->guard) {
        return;
    }
    cgen_put(g, "    if (%s) { // hardly any may be legal\n", second_try(d));
    cgen_put_guard(g, d->guard);
    if (cgen_is_local(d)) {
        put_local(d);
    } else {
        put_lots(d);
    }
    cgen_put(g, "    if (!total) {\n        break;\n    }\n    }\n");
}
