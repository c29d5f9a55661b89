// SPDX-License-Identifier: MIT
//
// Ways as C: the instruction that draws a random turn of two choices (plan/ways_draw.c).
#include <stdio.h>

#include "lang/cgen/cgen_ways.h"

enum { MAX_SECOND = 24 };

typedef struct pairs {
    cgen_taker base;               // first
    int node[IR_MAX_NODES], count; // the choices that come first
    uint32_t bound;                // of second ones
} pairs;

static void take_first_note(cgen_taker *t, const cgen_offer *o) {
    pairs *q = (pairs *)(void *)t;
    int known = 0;
    for (int i = 0; i < q->count; i++) {
        known |= q->node[i] == o->node;
    }
    if (!known) {
        q->node[q->count++] = o->node;
    }
}

static void find_firsts(cgen *g, pairs *q, uint32_t code) {
    buffer scratch, *was = g->out;
    buffer_init(&scratch, NULL);
    g->out = &scratch;
    q->base = (cgen_taker){.take = take_first_note, .g = g};
    cgen_offers(g, code, &q->base);
    g->out = was;
    buffer_deinit(&scratch);
}

// An instruction of a function of the plan.
static const way_insn *insn_of(cgen *g, way_kind kind, int node, way_op op) {
    const int fn = way_of(g->p, kind, WAYS_DRAW, node);
    const way_insn *x = &g->p->ways->x[g->p->ways->fn[fn < 0 ? 0 : fn].first];
    while (x->op != op && !way_leaves(x)) {
        x++;
    }
    g->failed |= fn < 0 || x->op != op;
    return x;
}

static void take_second(cgen_taker *t, const cgen_offer *o) {
    cgen_put(t->g, "    out = %s;\n", o->cells);
}

// The second choice is a ray from where the first went, and nothing else: then what lies along
// its lines is a bound that is quickly counted.
static int is_ray(const cgen *g, uint32_t code) {
    const insn *x[MAX_SECOND];
    int count = ir_block(g->p, code, x, MAX_SECOND), ray = -1, ok = count <= MAX_SECOND;
    for (int i = 0; ok && i < count; i++) {
        int op = x[i]->op;
        if (op == OP_RAY) {
            ok = ray < 0 && x[i]->b == g->p->at.here;
            ray = x[i]->a;
        } else if (op == OP_EMIT) {
            ok = x[i]->a == ray;
        } else {
            ok = op == OP_RET || (ir_op_class[op] == CLASS_CELLWISE && ray < 0);
        }
    }
    return ok && ray >= 0;
}

// seconds_N: what may follow first choice N, once it is made; and bound_N: how many at most.
static void put_seconds(cgen *g, int node) {
    cgen_taker t = {.take = take_second, .g = g};
    const uint32_t code = insn_of(g, WAYS_TRY, node, WAY_LOTS)->a;
    buffer *was = g->out;
    g->out = &g->code;
    cgen_put(g, "\nRT set seconds_%d(const st *s) {\n    set out = NO_CELLS;\n", node);
    cgen_offers(g, code, &t);
    cgen_put(g, "    return out;\n}\n\nRT uint32_t bound_%d(const st *s) {\n    (void)s;\n", node);
    if (is_ray(g, code)) {
        cgen_put(g, "    set out = NO_CELLS;\n");
        g->loosely = 1;
        cgen_offers(g, code, &t);
        g->loosely = 0;
        cgen_put(g, "    return (uint32_t)set_count(out);\n}\n");
    } else {
        cgen_put(g, "    return UINT32_MAX;\n}\n");
    }
    g->out = was;
}

static void take_first(cgen_taker *t, const cgen_offer *o) {
    cgen_put_plain_lot(t->g, o, o->node);
}

// With lot l and cell z known: makes the first choice in `t`, and leaves the second ones in x.
// Rejecting, one that cannot reach number `second` is given up before they are found.
static void put_first(cgen *g, const pairs *q, const char *indent, int rejects) {
    cgen_put(g, "%sconst int a = l->from + z * l->step;\n%s(void)a;\n%sswitch (l->node) {\n",
             indent, indent, indent);
    for (int i = 0; i < q->count; i++) {
        const ir_node *n = &g->p->node[q->node[i]];
        cgen_put(g, "%scase %d:\n%s    (void)%s;\n", indent, q->node[i], indent,
                 cgen_apply(g, n, "&t", "a", "z").t);
        if (rejects) {
            cgen_put(g, "%s    if (second >= bound_%d(&t)) {\n%s        continue;\n%s    }\n",
                     indent, q->node[i], indent, indent);
        }
        cgen_put(g, "%s    x = seconds_%d(&t);\n%s    break;\n", indent, q->node[i], indent);
    }
    cgen_put(g, "%sdefault: break;\n%s}\n", indent, indent);
}

// With the first choice made in `t`: makes the second, cell number r of x.
static void put_second(cgen *g, const pairs *q, const char *indent) {
    const program *p = g->p;
    cgen_put(g, "%sconst int y = set_nth(x, r);\n%st.h.passes = 0;\n%sswitch (l->node) {\n", indent,
             indent, indent);
    for (int i = 0; i < q->count; i++) {
        const ir_node *n = &p->node[q->node[i]], *second = &p->node[n->next];
        const uint32_t turn = insn_of(g, WAYS_TURN, n->next, WAY_MAKE)->a;
        cgen_need_code(g, FORM_TURN, turn);
        cgen_put(g, "%scase %d: {\n%s    way v = %s;\n", indent, q->node[i], indent,
                 cgen_way_with(g, n->choice, "NO_WAY", "a", "z").t);
        cgen_put(g, "%s    v = %s;\n", indent, cgen_way_with(g, second->choice, "v", "-1", "y").t);
        cgen_put(g,
                 "%s    (void)make_%u(&t, NO_CELLS, set_one(y), 0);\n"
                 "%s    *move = way_move(v);\n%s    break;\n%s}\n",
                 indent, turn, indent, indent, indent);
    }
    cgen_put(g, "%sdefault: break;\n%s}\n%scopy(s, &t);\n%sreturn DRAW_MADE;\n", indent, indent,
             indent, indent);
}

static void put_reject(cgen *g, const pairs *q) {
    cgen_put(g,
             "    for (int tries = 0; total > %d && tries < %d; tries++) {\n"
             "        uint32_t r = tsr_rng_below(g, total);\n        int i = 0;\n"
             "        while (i + 1 < n && r >= lots[i].weight) {\n"
             "            r -= lots[i++].weight;\n        }\n"
             "        const lot *const l = &lots[i];\n"
             "        const int z = tally_nth(l->cells, tally_of(l->cells), r);\n"
             "        const uint32_t second = tsr_rng_below(g, %uu);\n"
             "        set x = NO_CELLS;\n        st t;\n        copy(&t, s);\n",
             DRAW_PAIRS_FEW, DRAW_PAIRS_TRIES, q->bound);
    put_first(g, q, "        ", 1);
    cgen_put(g,
             "        if (second >= (uint32_t)set_count(x)) {\n            continue;\n        }\n"
             "        r = second;\n");
    put_second(g, q, "        ");
    cgen_put(g, "    }\n");
}

static void put_count(cgen *g, const pairs *q) {
    cgen_put(g,
             "    if (total > %d) {\n        return DRAW_LIST;\n    }\n"
             "    uint16_t cell[%d];\n    uint16_t of[%d];\n    uint32_t left[%d], sum = 0;\n"
             "    int count = 0;\n    for (int i = 0; i < n; i++) {\n"
             "        const lot *const l = &lots[i];\n"
             "        for (set cells = l->cells; set_any(cells);) {\n"
             "            const int z = set_pop(&cells);\n            set x = NO_CELLS;\n"
             "            st t;\n            copy(&t, s);\n",
             DRAW_PAIRS_MOST, DRAW_PAIRS_MOST, DRAW_PAIRS_MOST, DRAW_PAIRS_MOST);
    put_first(g, q, "            ", 0);
    cgen_put(g, "            left[count] = (uint32_t)set_count(x);\n"
                "            sum += left[count];\n            of[count] = (uint16_t)i;\n"
                "            cell[count++] = (uint16_t)z;\n        }\n    }\n"
                "    if (!sum) {\n        return DRAW_NONE;\n    }\n"
                "    uint32_t r = tsr_rng_below(g, sum);\n    int i = 0;\n"
                "    while (r >= left[i]) {\n        r -= left[i++];\n    }\n"
                "    const lot *const l = &lots[of[i]];\n    const int z = cell[i];\n"
                "    set x = NO_CELLS;\n    st t;\n    copy(&t, s);\n");
    put_first(g, q, "    ", 0);
    put_second(g, q, "    ");
}

void cgen_pairs(cgen *g, const way_insn *x) {
    pairs q = {.bound = x->b};
    find_firsts(g, &q, x->a);
    for (int i = 0; i < q.count; i++) {
        put_seconds(g, q.node[i]);
    }
    cgen_put(g, "    uint32_t total = 0;\n    lot lots[MAX_LOTS];\n    int n = 0;\n    {\n");
    q.base = (cgen_taker){.take = take_first, .g = g};
    cgen_offers(g, x->a, &q.base);
    cgen_put(g, "    }\n");
    put_reject(g, &q);
    put_count(g, &q);
}
