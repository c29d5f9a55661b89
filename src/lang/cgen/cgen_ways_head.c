// SPDX-License-Identifier: MIT
//
// Ways as C: heads of functions, what they are given, and calls of them.
#include "lang/cgen/cgen_ways.h"

// The code of some choices writes the state it looks at: they get one of their own.
int cgen_needs_own_state(const cgen *g, const way_fn *fn) {
    const way_insn *x = &g->p->ways->x[fn->first];
    for (int i = 0; i < fn->count; i++) {
        const int offers = x[i].op == WAY_ANY || x[i].op == WAY_ALL || x[i].op == WAY_OFFERS ||
                           x[i].op == WAY_JOINED;
        if (offers && cgen_writes_state(g, x[i].a)) {
            return 1;
        }
    }
    return 0;
}

// Draws of small games, and those from a few sets, melt into the loop that plays them.
static int melts_draw(cgen *g, const way_fn *fn) {
    const way_insn *x = &g->p->ways->x[fn->first];
    return x->op == WAY_DRAW && !x->c &&
           (!cgen_is_large(g) || (!g->lanes && cgen_draws_local(g, x->a)));
}

int cgen_keeps_way(const cgen *g, const way_fn *fn) {
    return fn->mode == WAYS_PART ||
           (fn->kind == WAYS_TURN && fn->mode == WAYS_DRAW && plan_is_load(g->p, fn->node));
}

int cgen_copies_once(const cgen *g) {
    return g->p->ways->load.cell >= 0 && !g->p->split && !g->lanes;
}

void cgen_put_head(cgen *g, buffer *to, const way_fn *fn, const char *end) {
    const char *s = cgen_needs_own_state(g, fn) ? "in" : "s";
    const int is_turn = fn->kind == WAYS_TURN; // it melts into whoever calls it
    const char *cells = is_turn                ? ", int a, int z, int sub, int safe, int with"
                        : fn->kind == WAYS_TRY ? ", int a, int z"
                                               : "";
    const int melts = is_turn || (fn->shape == SHAPE_DRAW && melts_draw(g, fn));
    const int counts = fn->shape == SHAPE_COUNT;
    buffer_addf(to, "%s %s %s(", melts ? "RT" : "FN", counts && !is_turn ? "uint64_t" : "int",
                cgen_way_name(fn).t);
    if (fn->kind == WAYS_START && fn->shape <= SHAPE_FIND) { // nothing is chosen yet
        buffer_addf(to, "%sst *%s, walk *w)%s", fn->shape == SHAPE_LOOK ? "const " : "", s, end);
        return;
    }
    switch ((way_shape)fn->shape) {
    case SHAPE_LOOK: buffer_addf(to, "const st *%s, walk *w, way v%s)%s", s, cells, end); break;
    case SHAPE_FIND:
        buffer_addf(to, "st *%s, walk *w%s%s)%s", s, cgen_keeps_way(g, fn) ? "" : ", way v", cells,
                    end);
        break;
    case SHAPE_FOLLOW: buffer_addf(to, "st *s, trail *t)%s", end); break;
    case SHAPE_SETTLE: buffer_addf(to, "st *s, int lazy)%s", end); break;
    case SHAPE_GUARD:
        buffer_addf(to, "const st *s, guard *q%s)%s", fn->kind == WAYS_TRY ? ", set men" : "", end);
        break;
    case SHAPE_DRAW:
        buffer_addf(
            to,
            is_turn && cgen_copies_once(g)
                ? "st *s, uint64_t *move, int a, int z, int sub, int with, st *was, int *kept)%s"
            : is_turn               ? "st *s, uint64_t *move, int a, int z, int sub, int with)%s"
            : fn->kind == WAYS_NODE ? "st *s, tsr_rng *g, uint64_t *move, walk *w, way v)%s"
            : g->lanes              ? "st *s, tsr_rng *g, uint64_t *move, pool *empty, draft *d)%s"
                                    : "st *s, tsr_rng *g, uint64_t *move, pool *empty)%s",
            end);
        break;
    case SHAPE_PLAY: break; // printed in a switch of its own
    case SHAPE_COUNT:
        buffer_addf(to, "const st *%s, int depth, int made%s%s)%s", s,
                    is_turn ? ", uint64_t *sum" : "", cells, end);
        break;
    }
}

void cgen_need_way(cgen *g, uint32_t fn) {
    if (g->has_way[fn] < WAY_ASKED) {
        g->has_way[fn] = WAY_ASKED;
        cgen_put_head(g, &g->protos, &g->p->ways->fn[fn], ";\n");
    }
}

cgen_word cgen_start(cgen *g, way_mode mode, int node, const char *walk) {
    const int fn = way_of(g->p, WAYS_START, mode, node);
    cgen_word w;
    cgen_set(w.t, sizeof w.t,
             fn >= 0 && g->p->ways->fn[fn].kind == WAYS_START ? "%s(s, %s)"
                                                              : "%s(s, %s, way_begins(%s))",
             cgen_way(g, WAYS_START, mode, node).t, walk, walk);
    return w;
}

cgen_word cgen_way(cgen *g, way_kind kind, way_mode mode, int node) {
    const int fn = way_of(g->p, kind, mode, node);
    cgen_word none = {""};
    if (fn < 0) {
        g->failed = 1;
        return none;
    }
    cgen_need_way(g, (uint32_t)fn);
    return cgen_way_name(&g->p->ways->fn[fn]);
}

// What a function that looks is given beside the state: by one that looks, too, and by one that does not.
#define NEW_WALK "&(walk){.fuel = FUEL}"
static const char *const given[WAYS_KINDS][2] = {
    [WAYS_NODE] = {"w, v", NEW_WALK ", NO_WAY"},
    [WAYS_TRY] = {"w, v, a, z", NEW_WALK ", NO_WAY, a, z"},
    [WAYS_START] = {"w", NEW_WALK},
};

// Whether a function that draws has a walk of its own: its choices must have a length, or it lays out lots.
int cgen_has_walk(const printed *q) {
    const program *p = q->g->p;
    return q->fn->shape == SHAPE_DRAW &&
           (q->fn->kind == WAYS_TURN ? p->split && p->node[q->fn->node].within
                                     : p->split && q->x[0].op != WAY_DRAW);
}

cgen_word cgen_way_call(const printed *q, uint32_t to) {
    cgen_word w = {""};
    const way_fn *fn = &q->g->p->ways->fn[to];
    const char *name = cgen_way_name(fn).t;
    cgen_need_way(q->g, to);
    switch ((way_shape)fn->shape) {
    case SHAPE_LOOK:
    case SHAPE_FIND:
        if (cgen_keeps_way(q->g, q->fn)) {
            cgen_set(w.t, sizeof w.t, "%s(%s, w%s%s)", name, q->s,
                     cgen_keeps_way(q->g, fn) ? "" : ", w->way",
                     fn->kind == WAYS_TRY ? ", a, z" : "");
            break;
        }
        cgen_set(w.t, sizeof w.t, "%s(%s, %s)", name, q->s,
                 given[fn->kind][q->fn->shape > SHAPE_FIND && fn->mode != WAYS_NTH &&
                                 fn->mode != WAYS_PART && !cgen_has_walk(q)]);
        break;
    case SHAPE_FOLLOW: cgen_set(w.t, sizeof w.t, "%s(%s, t)", name, q->s); break;
    case SHAPE_SETTLE:
        cgen_set(w.t, sizeof w.t, "%s(%s, %s)", name, q->s,
                 q->fn->shape == SHAPE_DRAW ? "1" : "lazy");
        break;
    case SHAPE_GUARD: cgen_set(w.t, sizeof w.t, "%s(%s, q)", name, q->s); break;
    case SHAPE_DRAW: // others are called where plies are printed
        cgen_set(w.t, sizeof w.t, "%s(%s, g, move, w, v)", name, q->s);
        q->g->failed |= fn->kind != WAYS_NODE;
        break;
    case SHAPE_COUNT:
    case SHAPE_PLAY: q->g->failed = 1; break;
    }
    return w;
}

// What a draw answers has a name (cgen_rt.inc).
cgen_word cgen_answer(const printed *q, uint32_t answer) {
    static const char *const drawn[] = {"DRAW_NONE", "DRAW_MADE", "DRAW_LISTED", "DRAW_LIST"};
    cgen_word w;
    if (q->fn->shape == SHAPE_DRAW) {
        cgen_set(w.t, sizeof w.t, "%s", drawn[answer]);
    } else {
        cgen_set(w.t, sizeof w.t, "%u", answer);
    }
    return w;
}

void cgen_way_jump(const printed *q, const way_insn *x) {
    const way_insn *to = &q->x[x->b];
    if (to->op == WAY_RET) {
        cgen_put(q->g, "return %s;", cgen_answer(q, to->a).t);
    } else {
        cgen_put(q->g, "goto W%u;", x->b);
    }
}

const way_fn *cgen_draw_of(cgen *g, int start) {
    const plan_ways *w = g->p->ways;
    const int ply = way_of(g->p, WAYS_START, WAYS_PLY, start);
    const way_insn *x = ply < 0 ? NULL : &w->x[w->fn[ply].first];
    if (!x || x->op != WAY_DRAWN) {
        return NULL;
    }
    cgen_need_way(g, x->a);
    return &w->fn[x->a];
}
