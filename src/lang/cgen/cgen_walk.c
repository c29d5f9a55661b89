// SPDX-License-Identifier: MIT
//
// The automaton as C: a function for each node, in each mode that somebody asks for.
//
// They are walk.c with its node known: what is tested there at run time is decided here,
// so `walk_from` becomes a call. States are passed as pointers to const and copied
// where a choice is tried, so there is nothing to undo.
#include <stdio.h>
#include <string.h>

#include "lang/cgen/cgen_impl.h"

const char *cgen_mode_name(cgen_mode mode) {
    static const char *const names[] = {"list", "first",  "exists", "only",   "measure",
                                        "find", "follow", "stop",   "settle", "draw"};
    return names[mode];
}

// The code of some choices writes the state it looks at: they get one of their own.
static int needs_own_state(const cgen *g, cgen_mode mode, int node) {
    const ir_node *n = &g->p->node[node];
    return n->kind == N_CHOICE && mode <= MODE_FIND && cgen_writes_state(g, n->code);
}

static void put_head(cgen *g, buffer *to, cgen_mode mode, int node, const char *end) {
    const char *s = needs_own_state(g, mode, node) ? "in" : "s";
    const char *name = cgen_mode_name(mode);
    switch (mode) {
    case MODE_FOLLOW: buffer_addf(to, "FN int %s_%d(st *s, trail *t)%s", name, node, end); break;
    case MODE_STOP: buffer_addf(to, "FN int %s_%d(const st *s)%s", name, node, end); break;
    case MODE_SETTLE: buffer_addf(to, "FN void %s_%d(st *s, int lazy)%s", name, node, end); break;
    case MODE_DRAW:
        buffer_addf(to, "%s int %s_%d(st *s, int sub, way *v)%s", cgen_is_large(g) ? "FN" : "RT",
                    name, node, end);
        break;
    case MODE_FIND:
        buffer_addf(to, "FN int %s_%d(const st *%s, walk *w, way v, st *found)%s", name, node, s,
                    end);
        break;
    case MODE_LIST:
    case MODE_FIRST:
    case MODE_EXISTS:
    case MODE_ONLY:
    case MODE_MEASURE:
    case MODE_COUNT_:
        buffer_addf(to, "FN int %s_%d(const st *%s, walk *w, way v)%s", name, node, s, end);
        break;
    }
}

void cgen_need_node(cgen *g, cgen_mode mode, int node) {
    if (!g->has_node[mode][node]) {
        g->has_node[mode][node] = 1;
        put_head(g, &g->protos, mode, node, ";\n");
    }
}

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

// A call of the function of `node`, and the note that it is needed.
static cgen_word call(cgen *g, cgen_mode mode, int node, const char *s) {
    cgen_word w;
    cgen_need_node(g, mode, node);
    const char *name = cgen_mode_name(mode);
    switch (mode) {
    case MODE_FOLLOW: cgen_set(w.t, sizeof w.t, "%s_%d(%s, t)", name, node, s); break;
    case MODE_STOP: cgen_set(w.t, sizeof w.t, "%s_%d(%s)", name, node, s); break;
    case MODE_SETTLE: cgen_set(w.t, sizeof w.t, "%s_%d(%s, lazy)", name, node, s); break;
    case MODE_DRAW: cgen_set(w.t, sizeof w.t, "%s_%d(%s, sub, v)", name, node, s); break;
    case MODE_FIND: cgen_set(w.t, sizeof w.t, "%s_%d(%s, w, v, found)", name, node, s); break;
    case MODE_LIST:
    case MODE_FIRST:
    case MODE_EXISTS:
    case MODE_ONLY:
    case MODE_MEASURE:
    case MODE_COUNT_: cgen_set(w.t, sizeof w.t, "%s_%d(%s, w, v)", name, node, s); break;
    }
    return w;
}

static cgen_word exists_call(cgen *g, int node, const char *s) {
    cgen_word w;
    cgen_need_node(g, MODE_EXISTS, node);
    cgen_set(w.t, sizeof w.t, "exists_%d(%s, &(walk){.fuel = FUEL}, NO_WAY)", node, s);
    return w;
}

// --- Ends -----------------------------------------------------------------------------------

// What a complete path means, as an expression.
static cgen_word at_end(cgen_mode mode, int node, const char *s) {
    cgen_word w;
    switch (mode) {
    case MODE_LIST: cgen_set(w.t, sizeof w.t, "walk_emit(w, v)"); break;
    case MODE_FOLLOW: cgen_set(w.t, sizeof w.t, "trail_done(t, %d)", node); break;
    case MODE_FIND:
        cgen_set(w.t, sizeof w.t, "way_move(v) == w->hash ? (*found = *(%s), w->ended = %d, 1) : 0",
                 s, node);
        break;
    case MODE_MEASURE: cgen_set(w.t, sizeof w.t, "0"); break;
    case MODE_FIRST:
    case MODE_EXISTS:
    case MODE_ONLY:
    case MODE_STOP:
    case MODE_SETTLE:
    case MODE_DRAW:
    case MODE_COUNT_: cgen_set(w.t, sizeof w.t, "1"); break;
    }
    return w;
}

// --- Choices ----------------------------------------------------------------------------------

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

static int count_choice(const cgen *g, int at, int choice, uint8_t *seen) {
    const ir_node *n = &g->p->node[at];
    if (seen[at] || n->kind == N_END || n->kind == N_DEAD) {
        return 0;
    }
    seen[at] = 1;
    int found = (n->kind == N_CHOICE && n->choice == choice) + 2 * (n->kind == N_FOR);
    found += count_choice(g, n->next, choice, seen);
    int two = n->kind == N_OR || n->kind == N_ELSE || n->kind == N_WHEN;
    return two ? found + count_choice(g, n->alt, choice, seen) : found;
}

// A choice whose moves nobody else lists: no need to look for the same one again.
int cgen_is_unique(const cgen *g, int node) {
    const program *p = g->p;
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            uint8_t seen[CGEN_MAX_NODES] = {0};
            if (count_choice(g, p->phase[ph].start[me], p->node[node].choice, seen) > 1) {
                return 0;
            }
        }
    }
    return 1;
}

// Whether a joined turn that begins so is legal, in any of its promotions.
static void put_try_joined(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    cgen_need_legal(g, node);
    cgen_put(g, "    (void)v;\n");
    if (ir_weight(g->p, n)->zone && ir_weight(g->p, n)->weight > 1) {
        cgen_put(g,
                 "    for (int sub = 0; sub < (set_has(%s, z) ? %d : 1); sub++) {\n"
                 "        if (legal_%d(s, a, z, sub, 0)) {\n            return 1;\n        }\n"
                 "    }\n    return 0;\n}\n",
                 cgen_const(g, ir_weight(g->p, n)->zone - 1).t, ir_weight(g->p, n)->weight, node);
    } else {
        cgen_put(g, "    return legal_%d(s, a, z, 0, 0);\n}\n", node);
    }
}

// Tries one offered cell: a function of its own, as a choice may offer in many places.
static void put_try(cgen *g, cgen_mode mode, int node) {
    const ir_node *n = &g->p->node[node];
    const char *extra = mode == MODE_FIND ? ", st *found" : "";
    cgen_mode then = mode == MODE_FIRST || mode == MODE_ONLY ? MODE_EXISTS : mode;
    cgen_put(g, "\nFN int try_%s_%d(const st *s, walk *w, way v, int a, int z%s) {\n",
             cgen_mode_name(mode), node, extra);
    cgen_put(g, "    (void)s, (void)w, (void)a, (void)z;\n");
    if (g->cyclic) {
        cgen_put(g, "    if (v.steps >= MAX_STEPS || --w->fuel < 0) {\n        return 0;\n    }\n");
    }
    if ((mode == MODE_EXISTS || mode == MODE_ONLY) && ir_turn(g->p, n)->turn &&
        ir_turn(g->p, n)->bind == BOARD_NONE && ir_path(g->p, n)->tail != TAIL_PLAIN &&
        !g->p->split && !g->cyclic) {
        put_try_joined(g, node);
        return;
    }
    cgen_put(g, "    v = %s;\n", cgen_way_with(g, n->choice, "v", "a", "z").t);
    if (ir_path(g->p, n)->tail != TAIL_PLAIN || mode == MODE_FIND) {
        cgen_put(g, "    st t = *s;\n    int stop = %s == %d ? ",
                 cgen_apply(g, n, "&t", "a", "z").t, VM_OVER);
        cgen_put(g, "(%s) : ", at_end(then, 0, "&t").t);
        cgen_put(g, "%s;\n", call(g, then, n->next, "&t").t);
    }
    if (mode == MODE_FIRST) {
        if (ir_path(g->p, n)->tail != TAIL_PLAIN) {
            cgen_put(g, "    if (!stop) {\n        return 0;\n    }\n");
        }
        if (!cgen_is_unique(g, node)) {
            cgen_put(g, "    for (int i = 0; w->out && i < w->count; i++) {\n"
                        "        if (w->out[i] == way_move(v)) {\n            return 0;\n"
                        "        }\n    }\n");
        }
        cgen_put(g, "    return walk_emit(w, v);\n}\n");
    } else if (ir_path(g->p, n)->tail == TAIL_PLAIN && mode == MODE_LIST) {
        cgen_put(g, "    return walk_emit(w, v);\n}\n");
    } else {
        cgen_put(g, "    return stop;\n}\n");
    }
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

// LIST, FIRST, EXISTS, ONLY, MEASURE, FIND: all offered cells, one after the other.
static void take_walk(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    const ir_node *n = &g->p->node[t->node];
    char origin[80];
    int plain = ir_path(g->p, n)->tail == TAIL_PLAIN;
    const char *extra = t->mode == MODE_FIND ? ", found" : "";
    if (plain && (t->mode == MODE_EXISTS || t->mode == MODE_ONLY)) {
        cgen_put(g,
                 o->form == OFFER_ONE ? "    return 1;\n"
                                      : "    if (set_any(%s)) {\n        return 1;\n    }\n",
                 o->cells);
        return;
    }
    if (o->form == OFFER_ONE) {
        cgen_put(g, "    if (try_%s_%d(s, w, v, -1, -1%s)) {\n        return 1;\n    }\n",
                 cgen_mode_name(t->mode), t->node, extra);
        return;
    }
    cgen_put(g, "    {\n    set x = %s;\n", o->cells);
    if (plain && (t->mode == MODE_LIST || (t->mode == MODE_FIRST && cgen_is_unique(g, t->node)))) {
        cgen_put(g, "    if (!w->out) {\n        w->count += set_count(x);\n"
                    "        x = NO_CELLS;\n    }\n");
    }
    cgen_origin(g, o, origin, sizeof origin);
    cgen_put(g, "    while (set_any(x)) {\n        int z = set_pop(&x);\n");
    cgen_put(g,
             "        if (try_%s_%d(s, w, v, %s, z%s)) {\n            return 1;\n        }\n    }\n"
             "    }\n",
             cgen_mode_name(t->mode), t->node, origin, extra);
}

static void put_walk_choice(cgen *g, cgen_mode mode, int node) {
    const ir_node *n = &g->p->node[node];
    cgen_taker taker = {.take = take_walk, .g = g, .node = node, .mode = mode};
    if (mode == MODE_ONLY && !(g->p->past.last_choices >> (n->choice & 63) & 1)) {
        cgen_put(g, "    return 0;\n}\n");
        return;
    }
    if (mode == MODE_MEASURE && ir_path(g->p, n)->tail == TAIL_PLAIN) { // no mark behind it
        cgen_put(g, "    return 0;\n}\n");
        return;
    }
    cgen_offers(g, n->code, &taker);
    cgen_put(g, "    return 0;\n}\n");
}

// FOLLOW: is the next step among what is offered?
static void take_follow(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    char origin[80];
    if (o->form == OFFER_ONE) {
        cgen_put(g, "    offered = 1;\n");
        return;
    }
    cgen_origin(g, o, origin, sizeof origin);
    cgen_put(g, "    if (set_has(%s, z)", o->cells);
    if (o->form != OFFER_CELLS) {
        cgen_put(g, " && (a < 0 || a == %s)", origin);
    }
    cgen_put(g, ") {\n        offered = 1;\n    }\n");
}

static void put_offered(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    cgen_taker taker = {.take = take_follow, .g = g, .node = node, .mode = MODE_FOLLOW};
    int writes = cgen_writes_state(g, n->code);
    cgen_put(g, "\nFN int offered_%d(const st *%s, int a, int z) {\n    (void)a, (void)z;\n", node,
             writes ? "in" : "s");
    if (writes) {
        cgen_put(g, "    st own = *in, *s = &own;\n");
    }
    cgen_put(g, "    (void)s;\n");
    cgen_put(g, "    int offered = 0;\n");
    cgen_offers(g, n->code, &taker);
    cgen_put(g, "    return offered;\n}\n");
}

static void put_follow_choice(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    const program *p = g->p;
    int certain = ir_path(p, n)->trust && (ir_path(p, n)->tail != TAIL_CHOICE || p->split);
    cgen_put(g,
             "    if (t->at >= t->count || t->step[t->at].choice != %d) {\n        return 0;\n"
             "    }\n    const int a = t->step[t->at].from, z = t->step[t->at].to;\n"
             "    (void)a, (void)z;\n",
             n->choice);
    if (!ir_path(p, n)->trust) {
        cgen_put(g, "    if (!offered_%d(s, a, z)) {\n        return 0;\n    }\n", node);
    }
    if (!certain) {
        cgen_put(g, "    const st was = *s;\n");
    }
    cgen_put(g, "    t->at++;\n");
    cgen_word apply = cgen_apply(g, n, "s", "a", "z");
    if (p->split && (!ir_path(p, n)->trust || ir_path(p, n)->tail == TAIL_CHOICE)) {
        cgen_put(g,
                 "    if (%s == %d) {\n        t->ended = 0;\n    } else {\n"
                 "        t->stop = %d;\n    }\n%s    return 1;\n}\n",
                 apply.t, VM_OVER, n->next, certain ? "" : "    (void)was;\n");
        return;
    }
    cgen_put(g, "    int stop = %s == %d ? trail_done(t, 0) : ", apply.t, VM_OVER);
    cgen_put(g, "%s;\n", call(g, MODE_FOLLOW, n->next, "s").t);
    if (!certain) {
        cgen_put(g, "    if (!stop) {\n        *s = was;\n        t->at--;\n    }\n");
    }
    cgen_put(g, "    return stop;\n}\n");
}

// The promotions below a node, in the order in which they are drawn.
static int promotions(const cgen *g, int at, int *out, int n) {
    const ir_node *node = &g->p->node[at];
    if (node->kind == N_CHOICE) {
        if (n < 16) {
            out[n] = at;
        }
        return n + 1;
    }
    if (node->kind != N_OR) {
        return 100;
    }
    n = promotions(g, node->next, out, n);
    return promotions(g, node->alt, out, n);
}

static void put_draw_promotion(cgen *g, int at) {
    int list[16], n = promotions(g, at, list, 0);
    if (n > 16) {
        cgen_put(g, "    return -1;\n}\n");
        return;
    }
    cgen_put(g, "    switch (sub) {\n");
    for (int i = 0; i < n; i++) {
        const ir_node *c = &g->p->node[list[i]];
        if (g->p->choice[c->choice].kind != CH_BECOME) {
            continue;
        }
        cgen_word next = call(g, MODE_DRAW, c->next, "s");
        cgen_put(g, "    case %d:\n        *v = %s;\n", i,
                 cgen_way_with(g, c->choice, "*v", "-1", "-1").t);
        cgen_put(g, "        return %s == %d ? 1 : %s;\n", cgen_apply(g, c, "s", "-1", "-1").t,
                 VM_OVER, next.t);
    }
    cgen_put(g, "    default: return -1;\n    }\n}\n");
}

// --- Nodes --------------------------------------------------------------------------------------

static void put_do(cgen *g, cgen_mode mode, const ir_node *n) {
    cgen_need_code(g, FORM_RUN, n->code);
    switch (mode) {
    case MODE_STOP: cgen_put(g, "    return %s;\n}\n", call(g, mode, n->next, "s").t); return;
    case MODE_DRAW: {
        cgen_word next = call(g, mode, n->next, "s");
        cgen_put(g, "    return %s_%u(s) == %d ? 1 : %s;\n}\n", "run", n->code, VM_OVER, next.t);
        return;
    }
    case MODE_SETTLE: {
        cgen_word next = call(g, mode, n->next, "s");
        cgen_put(g,
                 "    if (run_%u(s) == %d) {\n        finish(s, s->h.me, lazy);\n    } else {\n"
                 "        %s;\n    }\n}\n",
                 n->code, VM_OVER, next.t);
        return;
    }
    case MODE_FOLLOW: {
        cgen_word next = call(g, mode, n->next, "s");
        cgen_put(g,
                 "    const st was = *s;\n    const int first = t->at == 0;\n"
                 "    int stop = run_%u(s) == %d ? trail_done(t, 0) : %s;\n"
                 "    if (!stop && first) {\n        *s = was;\n    }\n    return stop;\n}\n",
                 n->code, VM_OVER, next.t);
        return;
    }
    case MODE_LIST:
    case MODE_FIRST:
    case MODE_EXISTS:
    case MODE_ONLY:
    case MODE_MEASURE:
    case MODE_FIND:
    case MODE_COUNT_: break;
    }
    cgen_word next = call(g, mode, n->next, "&t");
    cgen_put(g, "    st t = *s;\n    if (run_%u(&t) == %d) {\n        return %s;\n    }\n", n->code,
             VM_OVER, at_end(mode, 0, "&t").t);
    cgen_put(g, "    return %s;\n}\n", next.t);
}

static void put_two_ways(cgen *g, cgen_mode mode, const ir_node *n, const char *test) {
    cgen_word next = call(g, mode, n->next, "s"), alt = call(g, mode, n->alt, "s");
    if (mode == MODE_SETTLE) {
        cgen_put(g, "    if (%s) {\n        %s;\n    } else {\n        %s;\n    }\n}\n", test,
                 next.t, alt.t);
    } else {
        cgen_put(g, "    return %s ? %s : %s;\n}\n", test, next.t, alt.t);
    }
}

static void put_test(cgen *g, cgen_mode mode, const ir_node *n) {
    cgen_word next = call(g, mode, n->next, "s");
    if (mode == MODE_SETTLE) { // it was looked at before
        cgen_put(g, "    %s;\n}\n", next.t);
        return;
    }
    cgen_word ask = cgen_ask(g, n->code);
    cgen_put(g, "    return %s == %d ? %s : 0;\n}\n", ask.t, VM_YES, next.t);
}

static void put_when(cgen *g, cgen_mode mode, const ir_node *n) {
    char test[200];
    cgen_set(test, sizeof test, "%s == %d", cgen_ask(g, n->code).t, VM_YES);
    put_two_ways(g, mode, n, test);
}

static void put_pause(cgen *g, int node) {
    cgen_put(g, "    (void)lazy;\n    s->h.pc = %d;\n}\n", node);
}

static void put_or(cgen *g, cgen_mode mode, int node) {
    const ir_node *n = &g->p->node[node];
    if (mode == MODE_SETTLE) {
        put_pause(g, node);
    } else if (mode == MODE_DRAW) {
        put_draw_promotion(g, node);
    } else {
        cgen_word next = call(g, mode, n->next, "s"), alt = call(g, mode, n->alt, "s");
        cgen_put(g, "    return %s || %s;\n}\n", next.t, alt.t);
    }
}

static void put_settle_else(cgen *g, int node) {
    const ir_node *n = &g->p->node[node];
    int kind = g->p->node[n->next].kind;
    cgen_word exists = exists_call(g, n->next, "s"), alt = call(g, MODE_SETTLE, n->alt, "s");
    cgen_put(g, "    if (!%s) {\n        %s;\n        return;\n    }\n", exists.t, alt.t);
    if (kind == N_DO || kind == N_WHEN) {
        cgen_put(g, "    %s;\n}\n", call(g, MODE_SETTLE, n->next, "s").t);
    } else {
        put_pause(g, node);
    }
}

static void put_else(cgen *g, cgen_mode mode, int node) {
    const ir_node *n = &g->p->node[node];
    if (mode == MODE_SETTLE) {
        put_settle_else(g, node);
        return;
    }
    if (mode == MODE_DRAW) {
        cgen_put(g, "    return -1;\n}\n");
        return;
    }
    cgen_word next = call(g, mode, n->next, "s"), alt = call(g, mode, n->alt, "s");
    switch (mode) {
    case MODE_LIST:
    case MODE_MEASURE:
        cgen_put(g,
                 "    const int before = w->count;\n    if (%s) {\n        return 1;\n    }\n"
                 "    return w->count == before ? %s : 0;\n}\n",
                 next.t, alt.t);
        break;
    case MODE_FIRST:
    case MODE_ONLY: // what is not looked for comes first all the same
    case MODE_STOP:
        cgen_put(g, "    return %s ? %s : %s;\n}\n", exists_call(g, n->next, "s").t, next.t, alt.t);
        break;
    case MODE_FIND: {
        cgen_word exists = exists_call(g, n->next, "s");
        cgen_put(g, "    return %s || (!%s && %s);\n}\n", next.t, exists.t, alt.t);
        break;
    }
    case MODE_EXISTS:
    case MODE_FOLLOW:
    case MODE_SETTLE:
    case MODE_DRAW:
    case MODE_COUNT_: cgen_put(g, "    return %s || %s;\n}\n", next.t, alt.t); break;
    }
}

static void put_for(cgen *g, cgen_mode mode, int node) {
    const ir_node *n = &g->p->node[node];
    if (mode == MODE_SETTLE) {
        put_pause(g, node);
        return;
    }
    if (mode == MODE_STOP || mode == MODE_DRAW) {
        cgen_put(g, "    return %d;\n}\n", mode == MODE_DRAW ? -1 : 0);
        return;
    }
    cgen_need_code(g, FORM_CELLS, n->code);
    cgen_word reg = cgen_reg(g, n->reg);
    int writes = cgen_writes_state(g, n->code);
    cgen_put(g,
             writes ? "    st q = *s;\n    set x = cells_%u(&q);\n" : "    set x = cells_%u(s);\n",
             n->code);
    if (mode == MODE_FOLLOW) {
        cgen_put(g,
                 "    const set was = %s;\n    while (set_any(x)) {\n        %s = "
                 "set_one(set_pop(&x));\n",
                 reg.t, reg.t);
        cgen_put(g, "        if (%s) {\n            return 1;\n        }\n",
                 call(g, mode, n->next, "s").t);
        cgen_put(g, "        %s = was;\n    }\n    return 0;\n}\n", reg.t);
        return;
    }
    cgen_put(g,
             "    while (set_any(x)) {\n        st t = *s;\n        t.%s = "
             "set_one(set_pop(&x));\n        if (%s) {\n            return 1;\n        }\n"
             "    }\n    return 0;\n}\n",
             reg.t + 3, call(g, mode, n->next, "&t").t);
}

static void put_longest(cgen *g, cgen_mode mode, int node) {
    const ir_node *n = &g->p->node[node];
    switch (mode) {
    case MODE_SETTLE: put_pause(g, node); return;
    case MODE_STOP: cgen_put(g, "    return 0;\n}\n"); return;
    case MODE_DRAW: cgen_put(g, "    return -1;\n}\n"); return;
    case MODE_MEASURE:
    case MODE_FOLLOW: cgen_put(g, "    return %s;\n}\n", call(g, mode, n->next, "s").t); return;
    case MODE_LIST:
    case MODE_FIRST:
    case MODE_EXISTS:
    case MODE_ONLY:
    case MODE_FIND:
    case MODE_COUNT_: break;
    }
    cgen_need_node(g, MODE_MEASURE, n->next);
    cgen_put(g,
             "    walk q = {.longest = -1, .fuel = w->fuel};\n    v.base = v.steps;\n"
             "    (void)measure_%d(s, &q, v);\n    if (q.longest < 0) {\n        return 0;\n    }\n"
             "    v.need = v.steps + q.longest;\n    return %s;\n}\n",
             n->next, call(g, mode, n->next, "s").t);
}

static void put_mark(cgen *g, cgen_mode mode, const ir_node *n) {
    if (mode == MODE_DRAW) {
        cgen_put(g, "    return -1;\n}\n");
        return;
    }
    if (mode == MODE_MEASURE) {
        cgen_put(g, "    const int n = v.steps - v.base;\n"
                    "    w->longest = n > w->longest ? n : w->longest;\n    w->count++;\n"
                    "    return 0;\n}\n");
        return;
    }
    if (mode == MODE_SETTLE) {
        cgen_put(g, "    %s;\n}\n", call(g, mode, n->next, "s").t);
        return;
    }
    if (mode != MODE_FOLLOW && mode != MODE_STOP) {
        cgen_put(g, "    if (v.need >= 0 && v.steps != v.need) {\n        return 0;\n    }\n");
    }
    cgen_put(g, "    return %s;\n}\n", call(g, mode, n->next, "s").t);
}

static void put_end(cgen *g, cgen_mode mode, int node) {
    if (mode == MODE_SETTLE) {
        cgen_put(g, "    finish(s, s->h.me, lazy);\n}\n");
    } else {
        cgen_put(g, "    return %s;\n}\n", at_end(mode, node, "s").t);
    }
}

static void put_choice(cgen *g, cgen_mode mode, int node) {
    switch (mode) {
    case MODE_FOLLOW: put_follow_choice(g, node); break;
    case MODE_STOP: cgen_put(g, "    return 0;\n}\n"); break;
    case MODE_SETTLE: put_pause(g, node); break;
    case MODE_DRAW: put_draw_promotion(g, node); break;
    case MODE_LIST:
    case MODE_FIRST:
    case MODE_EXISTS:
    case MODE_ONLY:
    case MODE_MEASURE:
    case MODE_FIND:
    case MODE_COUNT_: put_walk_choice(g, mode, node); break;
    }
}

static int needs_try(const cgen *g, cgen_mode mode, int node) {
    const ir_node *n = &g->p->node[node];
    return n->kind == N_CHOICE && mode <= MODE_FIND &&
           !(ir_path(g->p, n)->tail == TAIL_PLAIN &&
             (mode == MODE_EXISTS || mode == MODE_ONLY || mode == MODE_MEASURE)) &&
           !(mode == MODE_ONLY && !(g->p->past.last_choices >> (n->choice & 63) & 1));
}

static void put_unused(cgen *g, cgen_mode mode) {
    switch (mode) {
    case MODE_FOLLOW: cgen_put(g, "    (void)s, (void)t;\n"); break;
    case MODE_STOP: cgen_put(g, "    (void)s;\n"); break;
    case MODE_SETTLE: cgen_put(g, "    (void)s, (void)lazy;\n"); break;
    case MODE_DRAW: cgen_put(g, "    (void)s, (void)sub, (void)v;\n"); break;
    case MODE_FIND: cgen_put(g, "    (void)s, (void)w, (void)v, (void)found;\n"); break;
    case MODE_LIST:
    case MODE_FIRST:
    case MODE_EXISTS:
    case MODE_ONLY:
    case MODE_MEASURE:
    case MODE_COUNT_: cgen_put(g, "    (void)s, (void)w, (void)v;\n"); break;
    }
}

static void put_node(cgen *g, cgen_mode mode, int node) {
    const ir_node *n = &g->p->node[node];
    if (needs_try(g, mode, node)) {
        put_try(g, mode, node);
    }
    if (n->kind == N_CHOICE && mode == MODE_FOLLOW && !ir_path(g->p, n)->trust) {
        put_offered(g, node);
    }
    cgen_put(g, "\n");
    if (n->kind == N_CHOICE) {
        cgen_rule_comment(g, n->choice);
    }
    put_head(g, g->out, mode, node, " {\n");
    if (needs_own_state(g, mode, node)) {
        cgen_put(g, "    st own = *in, *s = &own;\n");
    }
    put_unused(g, mode);
    switch ((node_kind)n->kind) {
    case N_ROLL:
    case N_END: put_end(g, mode, node); break;
    case N_DEAD:
        if (mode == MODE_SETTLE) {
            cgen_put(g, "    finish(s, s->h.me, lazy);\n}\n");
        } else {
            cgen_put(g, "    return 0;\n}\n");
        }
        break;
    case N_DO: put_do(g, mode, n); break;
    case N_TEST: put_test(g, mode, n); break;
    case N_WHEN: put_when(g, mode, n); break;
    case N_OR: put_or(g, mode, node); break;
    case N_ELSE: put_else(g, mode, node); break;
    case N_FOR: put_for(g, mode, node); break;
    case N_LONGEST: put_longest(g, mode, node); break;
    case N_MARK: put_mark(g, mode, n); break;
    case N_CHOICE: put_choice(g, mode, node); break;
    }
}

// Prints every function asked for, and those that they ask for.
void cgen_print_nodes(cgen *g) {
    uint8_t done[MODE_COUNT_][CGEN_MAX_NODES] = {{0}};
    g->out = &g->nodes;
    for (int more = 1; more;) {
        more = 0;
        for (int mode = 0; mode < MODE_COUNT_; mode++) {
            for (int i = 0; i < g->p->node_count; i++) {
                if (g->has_node[mode][i] && !done[mode][i]) {
                    done[mode][i] = 1;
                    more = 1;
                    put_node(g, (cgen_mode)mode, i);
                }
            }
        }
    }
}
