// SPDX-License-Identifier: MIT
//
// A step for whoever learns, as C: play a move, and which fixed numbers may begin the next.
//
// Where a turn begins with joined code (plan/ways_joined.c), what is on offer is known as sets
// of cells, so the mask of numbers is made from the sets: no move is listed. A choice whose turn must be
// tested, or walked, is tested cell by cell, as a list would. Which number a choice on a cell has is not
// known here: the caller brings the table (lang_ids).
//
// A mask without a number says that the player on turn cannot move. So a step ends the turn lazily,
// without asking for that, and only where the game may be over is it played once more, in full.
#include "lang/cgen/cgen_impl.h"

enum { MOST_BLOCK = 512 }; // instructions of one code that are looked at

static int is_motion(const cgen *g, const cgen_offer *o) {
    return g->p->choice[g->p->node[o->node].choice].kind == CH_MOTION;
}

// Notes the number of the choice on cell `z` (and `a`, for motions).
static void put_number(cgen *g, const cgen_offer *o) {
    int choice = g->p->node[o->node].choice;
    cgen_put(g, "        any = 1;\n");
    if (g->p->choice[choice].kind == CH_DONE) {
        cgen_put(g, "        mask_add(bits, 0);\n");
    } else if (is_motion(g, o)) {
        cgen_put(g, "        mask_add(bits, ids->pair[ids->layer[%d] + a * CELLS + z]);\n", choice);
    } else if (o->form == OFFER_ONE) {
        cgen_put(g, "        mask_add(bits, ids->base[%d]);\n", choice);
    } else {
        cgen_put(g, "        mask_add(bits, ids->base[%d] + ids->rank[z]);\n", choice);
    }
}

// Every cell on offer may be chosen.
static void put_free(cgen *g, const cgen_offer *o) {
    if (o->form == OFFER_ONE) {
        put_number(g, o);
    } else if (is_motion(g, o)) {
        cgen_put(g, "    set x = %s;\n", o->cells);
        cgen_begin_cells(g, o);
        put_number(g, o);
        cgen_put(g, "    }\n");
    } else {
        cgen_put(g, "    any |= mask_cells(bits, ids, %u, %s);\n", g->p->node[o->node].choice,
                 o->cells);
    }
}

// A choice with joined code for its turn: one legal way to go on is enough.
static void put_tested(cgen *g, const cgen_offer *o, int guarded) {
    const ir_node *n = &g->p->node[o->node];
    int ways =
        ir_weight(g->p, n)->zone && ir_weight(g->p, n)->weight > 1 ? ir_weight(g->p, n)->weight : 1;
    cgen_need_legal(g, o->node);
    if (ways > 1) {
        cgen_put(g, "        const int ways = set_has(%s, z) ? %d : 1;\n",
                 cgen_const(g, ir_weight(g->p, n)->zone - 1).t, ways);
        cgen_put(g, "        for (int sub = 0; sub < ways; sub++) {\n");
    } else {
        cgen_put(g, "        for (int sub = 0; sub < 1; sub++) {\n");
    }
    cgen_put(g, "        if (%slegal_%d(s, a, %s, sub, %s)) {\n",
             guarded ? "set_has(safe, z) || " : "", o->node, o->form == OFFER_ONE ? "-1" : "z",
             ir_turn(g->p, n)->bind == BOARD_NONE ? "0" : "with");
    put_number(g, o);
    cgen_put(g, "        break;\n        }\n        }\n");
}

// Any other choice: whether some way leads on from it. A jump that leads no further is a turn.
static void put_walked(cgen *g, const cgen_offer *o) {
    const ir_node *n = &g->p->node[o->node];
    int binds = ir_turn(g->p, n)->bind != BOARD_NONE;
    int hop = o->form != OFFER_ONE && plan_is_hop(g->p, o->node);
    if (hop) {
        cgen_need_goes_on(g, o->node);
    }
    cgen_put(g, "        walk v = {.fuel = FUEL};\n");
    if (binds) {
        cgen_put(g, "%s", cgen_own(g, "bound", "s").t);
        cgen_bind(g, o->node, "&bound");
    }
    cgen_put(g, "        if (%s", hop ? "" : "1) {\n");
    if (hop) {
        cgen_put(g, "goes_on_%d(s, a, z)) {\n", o->node);
    }
    cgen_put(g, "        (void)%s(%s, &v, NO_WAY, a, %s);\n",
             cgen_way(g, WAYS_TRY, WAYS_LIST, o->node).t, binds ? "&bound" : "s",
             o->form == OFFER_ONE ? "-1" : "z");
    cgen_put(g, "        } else {\n        v.count = 1;\n        }\n        if (v.count) {\n");
    put_number(g, o);
    cgen_put(g, "        }\n");
}

static void take_mask(cgen_taker *t, const cgen_offer *o) {
    cgen *g = t->g;
    const ir_node *n = &g->p->node[o->node];
    cgen_put(g, "    {\n");
    if (ir_path(g->p, n)->tail == TAIL_PLAIN || ir_turn(g->p, n)->leads_on) {
        put_free(g, o);
        cgen_put(g, "    }\n");
        return;
    }
    int guarded = cgen_is_guarded(t, o);
    g->tests_masks = 1;
    if (o->form == OFFER_ONE) {
        cgen_put(g, "    const int a = -1;\n    (void)a;\n");
    } else {
        cgen_put(g, "    set x = %s;\n", o->cells);
        if (guarded) {
            cgen_put_safe(g, t, o);
        }
        if (guarded && !is_motion(g, o)) {
            cgen_put(g, "    any |= mask_cells(bits, ids, %u, safe);\n    x = %s;\n", n->choice,
                     cgen_minus(g, "x", "safe").t);
        }
        cgen_begin_cells(g, o);
    }
    if (ir_turn(g->p, n)->turn) {
        put_tested(g, o, guarded);
    } else {
        put_walked(g, o);
    }
    cgen_put(g, o->form == OFFER_ONE ? "    }\n" : "    }\n    }\n");
}

static int all_are_quick(const cgen *g) {
    for (int ph = 0; ph < g->p->phases; ph++) {
        for (int me = 0; me < g->p->players; me++) {
            if (!cgen_joined(g, ph, me)) {
                return 0;
            }
        }
    }
    return 1;
}

static void put_masks(cgen *g, int phase, int player) {
    uint32_t code = g->p->phase[phase].offers[player];
    cgen_taker taker = {.take = take_mask, .g = g, .mode = WAYS_MODES};
    cgen_put(g,
             "\n%s int mask_quick_%d(const st *s, const lang_ids *ids, uint64_t *bits) {\n"
             "    int any = 0;\n    (void)s;\n",
             cgen_melted(g), phase * g->p->players + player);
    cgen_ask_guard(g, cgen_start_of(g, phase, player), &taker);
    cgen_offers(g, code, &taker);
    cgen_put(g, "    return any;\n}\n");
}

void cgen_step(cgen *g) {
    g->out = &g->turns;
    // Of two choices that are one move, a list keeps the first; sets of cells know nothing of each other.
    g->has_step = (uint8_t)(all_are_quick(g) && !cgen_has_chance(g) && !g->p->fact.overlaps);
    if (!g->has_step) {
        return;
    }
    cgen_put(g, "\n// ---- A step for learners: which numbers may begin a move ----\n");
    for (int ph = 0; ph < g->p->phases; ph++) {
        for (int me = 0; me < g->p->players; me++) {
            put_masks(g, ph, me);
        }
    }
    cgen_put(g,
             "\n// 0 = there is none.\n"
             "%s int mask_of(const st *s, const lang_ids *ids, uint64_t *bits) {\n"
             "    switch (s->h.phase * PLAYERS + s->h.me) {\n",
             cgen_melted(g));
    for (int i = 0; i < g->p->phases * g->p->players; i++) {
        cgen_put(g, "    case %d: return mask_quick_%d(s, ids, bits);\n", i, i);
    }
    cgen_put(g, "    default: return 0;\n    }\n}\n");
    if (g->asked) {
        cgen_asked(g);
    }
}

// Whether code asks which positions there were.
static int asks_past(const cgen *g, uint32_t code) {
    const insn *x[MOST_BLOCK];
    int count = code ? ir_block(g->p, code, x, MOST_BLOCK) : 0, asks = count > MOST_BLOCK;
    for (int i = 0; i < count && i < MOST_BLOCK; i++) {
        asks |= x[i]->op == OP_JREPEAT || x[i]->op == OP_JNEW;
    }
    return asks;
}

// Whether which moves there are depends on them: then the mask must wait for the key of the last.
static int moves_ask_past(const cgen *g) {
    for (int i = 0; i < g->p->node_count; i++) {
        const ir_node *n = &g->p->node[i];
        if (asks_past(g, n->code) || asks_past(g, n->apply) ||
            asks_past(g, ir_turn(g->p, n)->turn)) {
            return 1;
        }
    }
    return 0;
}

// In small games with a history, `finish` knows two ways to end a turn only.
static int can_be_lazy(const cgen *g) {
    return g->tests_masks && !cgen_any_empty(g) &&
           (!g->p->past.ring_cap || (cgen_is_large(g) && !moves_ask_past(g)));
}

static void put_lazy_step(const cgen *g, buffer *out) {
    buffer_addf(out,
                "    if (!play_move(&s, move, IN_STEP)) {\n        return 0;\n    }\n"
                "    if (!s.h.over && mask_of(&s, ids, bits)) {\n%s"
                "        store(&s, state);\n        return 1;\n    }\n"
                "    load(&s, state); // it may be over: then how must be known\n",
                g->p->past.ring_cap ? "        push_key(&s, s.one_way, 0);\n" : "");
}

void cgen_step_exports(const cgen *g, const char *entrance, buffer *out) {
    if (!g->has_step) {
        return;
    }
    buffer_addf(out,
                "%s int learn_mask(const void *state, const lang_ids *ids, uint64_t *bits) {\n"
                "    st s;\n    load(&s, state);\n    (void)mask_of(&s, ids, bits);\n"
                "    return 1;\n}\n\n"
                "%s int learn_step(void *state, uint64_t move, const lang_ids *ids, "
                "uint64_t *bits) {\n    st s;\n    load(&s, state);\n",
                entrance, entrance);
    if (can_be_lazy(g)) {
        put_lazy_step(g, out);
    }
    buffer_add_text(out, "    if (!play_move(&s, move, 0)) {\n        return 0;\n    }\n"
                         "    store(&s, state);\n    if (!s.h.over) {\n"
                         "        (void)mask_of(&s, ids, bits);\n    }\n    return 1;\n}\n\n");
}

// The history stays where it is while a state is loaded again.
void cgen_step_of(const cgen *g, buffer *out) {
    if (!g->has_step) {
        return;
    }
    buffer_add_text(
        out, "\n// Plays a legal move on what was loaded from `state`; and the numbers that may "
             "come next.\n"
             "RT int step_of(st *s, const void *state, uint64_t move, const lang_ids *ids,\n"
             "               uint64_t *bits) {\n    (void)state;\n");
    if (can_be_lazy(g)) {
        buffer_addf(out,
                    "    uint64_t *const ring = s->ring;\n"
                    "    if (!play_move(s, move, IN_STEP)) {\n        return 0;\n    }\n"
                    "    if (!s->h.over && mask_of(s, ids, bits)) {\n%s        return 1;\n    }\n"
                    "    load(s, state); // it may be over: then how must be known\n"
                    "    s->ring = ring;\n",
                    g->p->past.ring_cap ? "        push_key(s, s->one_way, 0);\n" : "");
    }
    buffer_add_text(out, "    if (!play_move(s, move, 0)) {\n        return 0;\n    }\n"
                         "    if (!s->h.over) {\n        (void)mask_of(s, ids, bits);\n    }\n"
                         "    return 1;\n}\n");
}
