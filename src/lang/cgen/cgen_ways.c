// SPDX-License-Identifier: MIT
//
// Ways through the automaton as C: the functions of plan/ways.h, a statement or two for each instruction.
//
// States are passed as pointers to const and copied where a choice is tried, so there is nothing to
// undo; functions that change the state keep a copy and write it back. The way so far is a value.
#include <stdio.h>
#include <string.h>

#include "lang/cgen/cgen_ways.h"

// --- Instructions --------------------------------------------------------------------------------

// Where a jump goes: to a label, or away at once.
static void put_jump_if(const printed *q, const way_insn *x, const char *test) {
    cgen_put(q->g, "    if (%s) {\n        ", test);
    cgen_way_jump(q, x);
    cgen_put(q->g, "\n    }\n");
}

static void put_reach(const printed *q, const way_insn *x) {
    cgen_need_way(q->g, x->a);
    cgen_put(q->g,
             "    %s{\n    walk q = {.longest = -1, .fuel = w->fuel};\n    way u = v;\n"
             "    u.base = u.steps;\n    (void)%s(%s, &q, u);\n",
             x->c ? "if (v.need >= 0) " : "", cgen_way_name(&q->g->p->ways->fn[x->a]).t, q->s);
    put_jump_if(q, x, "q.longest >= 0");
    cgen_put(q->g, "    }\n");
}

static void put_code(const printed *q, const way_insn *x) {
    cgen *g = q->g;
    char test[1300];
    if (x->op == WAY_APPLY) {
        cgen_set(test, sizeof test, "%s == %d", cgen_apply(g, &g->p->node[x->c], q->s, "a", "z").t,
                 VM_OVER);
    } else {
        cgen_need_code(g, FORM_RUN, x->a);
        const int asks = x->op == WAY_ASK;
        cgen_set(test, sizeof test, "%s_%u(%s) %s %d",
                 asks && cgen_writes_state(g, x->a) ? "ask" : "run", x->a, q->s,
                 asks ? "!=" : "==", asks ? VM_YES : VM_OVER);
    }
    put_jump_if(q, x, test);
}

static void put_legal(cgen *g, int node) {
    cgen_need_legal(g, node);
    cgen_put(g, "    r = legal_%d(s, a, z, sub, with);\n", node);
}

static void put_more(const printed *q, const way_insn *x) {
    char test[80];
    cgen_need_goes_on(q->g, x->c);
    cgen_set(test, sizeof test, "goes_on_%u(s, a, z)", x->c);
    put_jump_if(q, x, test);
}

static void put_fork(printed *q) {
    if (q->fn->shape == SHAPE_DRAW) {
        cgen_put(q->g, cgen_copies_once(q->g) ? "    if (!*kept) {\n        copy(was, s);\n"
                                                "        *kept = 1;\n    }\n"
                                              : "    st was;\n    copy(&was, s);\n");
        return;
    }
    if (q->fn->shape == SHAPE_LOOK || q->fn->shape == SHAPE_GUARD || q->fn->shape == SHAPE_COUNT) {
        const int piles = q->g->p->pile.at != NULL, whole = !piles && !q->g->lanes;
        cgen_put(q->g, q->fn->shape == SHAPE_LOOK && whole ? "    st t = *s;\n"
                       : q->fn->mode == WAYS_MOST && piles ? "    st t;\n    copy_front(&t, s);\n"
                                                           : "    st t;\n    copy(&t, s);\n");
        cgen_put(q->g, q->fn->shape == SHAPE_COUNT ? "    clear_turn(&t); // as it is\n" : "");
        q->s = "&t";
        return;
    }
    cgen_put(q->g, q->g->lanes ? "    st was;\n    copy(&was, s);\n" : "    const st was = *s;\n");
    if (q->fn->shape == SHAPE_FOLLOW) {
        cgen_put(q->g, "    const int taken = t->at;\n");
    }
}

static void put_back(printed *q) {
    if (q->fn->shape == SHAPE_GUARD || q->fn->shape == SHAPE_COUNT) {
        return;
    }
    if (q->fn->shape == SHAPE_DRAW || (q->g->lanes && q->fn->shape != SHAPE_LOOK)) {
        cgen_put(q->g, q->fn->shape == SHAPE_DRAW && cgen_copies_once(q->g)
                           ? "    copy(s, was);\n"
                           : "    copy(s, &was);\n");
    } else if (q->fn->shape != SHAPE_LOOK) {
        cgen_put(q->g, "    *s = was;\n");
    }
    if (q->fn->shape == SHAPE_FOLLOW) {
        cgen_put(q->g, "    t->at = taken;\n");
    }
}

static void put_chose(const printed *q, int choice) {
    const int keeps = cgen_keeps_way(q->g, q->fn);
    const char *v = keeps ? "w->way" : "v";
    if (q->g->p->ways->cyclic && q->fn->shape <= SHAPE_FIND) {
        cgen_put(q->g,
                 "    if (%s.steps >= MAX_STEPS || --w->fuel < 0) {\n        return 0;\n    }\n",
                 v);
    }
    const cgen_word with = cgen_way_with(q->g, choice, v, "a", "z");
    cgen_put(q->g,
             keeps ? "    if (w->tells) {\n        %s = %s;\n    } else {\n"
                     "        w->way.steps++;\n    }\n"
                   : "    %s = %s;\n",
             v, with.t);
}

static void put_step(const printed *q, const way_insn *x) {
    char test[80];
    cgen_set(test, sizeof test, "t->at >= t->count || t->step[t->at].choice != %u", x->a);
    put_jump_if(q, x, test);
    cgen_put(q->g, "    const int a = t->step[t->at].from, z = t->step[t->at].to;\n"
                   "    (void)a, (void)z;\n");
}

static void put_offered(const printed *q, const way_insn *x) {
    char test[80];
    cgen_need_offered(q->g, x->c, x->a);
    cgen_set(test, sizeof test, "!offered_%u(s, a, z)", x->c);
    put_jump_if(q, x, test);
}

static void put_few(const printed *q, const way_insn *x) {
    char test[40];
    cgen_set(test, sizeof test, "w->nth >= %u", x->a);
    put_jump_if(q, x, test);
}

static void put_finish(const printed *q) {
    cgen_put(q->g, "    finish(s, s->h.me, %s);\n", q->fn->shape == SHAPE_DRAW ? "1" : "lazy");
}

static void put_insn(printed *q, const way_insn *x) {
    cgen *g = q->g;
    if (q->fn->shape == SHAPE_GUARD && cgen_guard_insn(q, x)) {
        return;
    }
    switch ((way_op)x->op) {
    case WAY_RUN:
    case WAY_ASK:
    case WAY_APPLY: put_code(q, x); break;
    case WAY_LEGAL: put_legal(g, x->c); break;
    case WAY_FORK: put_fork(q); break;
    case WAY_BACK: put_back(q); break;
    case WAY_KEEP: break;
    case WAY_ANY:
    case WAY_ALL:
    case WAY_OFFERS: cgen_way_offers(q, x); break;
    case WAY_EACH: cgen_way_each(q, x); break;
    case WAY_GUARD: cgen_way_guard(q, x); break;
    case WAY_JOINED: cgen_way_joined(q, x); break;
    case WAY_TURNS: cgen_way_turns(q, x); break;
    case WAY_JSAFE: put_jump_if(q, x, "safe"); break;
    case WAY_JMORE: put_more(q, x); break;
    case WAY_BECOMES: cgen_way_becomes(g, x->c); break;
    case WAY_CHOSE: put_chose(q, (int)x->a); break;
    case WAY_EMIT: cgen_put(g, "    r = walk_emit(w, v);\n"); break;
    case WAY_SEEN: put_jump_if(q, x, "walk_has(w, v)"); break;
    case WAY_FOUND:
        cgen_put(g, "    r = walk_found(w, v);\n");
        if (cgen_has_chance(g)) {
            cgen_put(g, "    w->ended = %u;\n", x->a);
        }
        break;
    case WAY_LONGEST:
    case WAY_RESUME: cgen_way_measure(q, x); break;
    case WAY_NOTE:
    case WAY_NEED:
        if (x->a) {
            cgen_way_worth(q, x);
            break;
        }
        if (x->op == WAY_NOTE) {
            cgen_put(g, "    r = walk_note(w, v.steps - v.base);\n");
            break;
        }
        cgen_put(g, "    if (v.need >= 0 && v.steps != v.need) {\n        return 0;\n    }\n");
        break;
    case WAY_FREELY: cgen_put(g, "    v.need = -1;\n"); break;
    case WAY_JREACH: put_reach(q, x); break;
    case WAY_MORE:
        put_jump_if(q, x, "v.steps >= MAX_STEPS || --w->fuel < 0");
        cgen_put(g, "    v.steps++;\n");
        break;
    case WAY_STEP: put_step(q, x); break;
    case WAY_OFFERED: put_offered(q, x); break;
    case WAY_TAKE: cgen_put(g, "    t->at++;\n"); break;
    case WAY_DONE: cgen_put(g, "    r = trail_done(t, %u);\n", x->a); break;
    case WAY_PAUSE: cgen_put(g, "    t->stop = %u;\n", x->a); break;
    case WAY_WAIT:
        cgen_put(g, "    s->h.pc = %u;\n", x->a);
        cgen_put(g, !x->a && cgen_begins_after_setup(g) ? "    begin_first(s, lazy);\n" : "");
        break;
    case WAY_FINISH: put_finish(q); break;
    case WAY_DRAW:
    case WAY_PAIRS: cgen_way_draw(q, x); break;
    case WAY_LOTS: cgen_way_lots(q, x); break;
    case WAY_AMONG: cgen_way_among(q, x); break;
    case WAY_DRAWN:
        cgen_put(g, "    r = %s;\n", cgen_way_call(q, x->a).t);
        put_jump_if(q, x, "r >= DRAW_MADE");
        break;
    case WAY_MAKE: cgen_way_make(q, x); break;
    case WAY_ACTS: cgen_put(g, "    %sh.passes = 0;\n", q->s[0] == '&' ? "t." : "s->"); break;
    case WAY_JBECOMES: cgen_way_becomes_jump(q, x); break;
    case WAY_AFTER: cgen_way_after(q, x); break;
    case WAY_DREW:
        cgen_put(g, cgen_is_numbered(g, q->fn->node) ? "    *move = w->hash;\n"
                                                     : "    *move = way_move(v);\n");
        break;
    case WAY_SKIP:
        cgen_put(g, "    if (w->nth >= %u) {\n        w->nth -= %u;\n        return 0;\n    }\n",
                 x->a, x->a);
        break;
    case WAY_JFEW: put_few(q, x); break;
    case WAY_LADEN: cgen_way_laden(q, x); break;
    case WAY_PART: cgen_way_part(q, x); break;
    case WAY_LOST: cgen_put(g, "    w->nth = -1;\n"); break;
    case WAY_NTH:
        cgen_put(g, cgen_keeps_way(g, q->fn) ? "    r = walk_part(w);\n"
                                             : "    r = walk_nth(w, v);\n");
        break;
    case WAY_CALL: cgen_put(g, "    r = %s;\n", cgen_way_call(q, x->a).t); break;
    case WAY_TAIL: cgen_put(g, "    return %s;\n", cgen_way_call(q, x->a).t); break;
    case WAY_SET: cgen_put(g, "    r = %u;\n", x->a); break;
    case WAY_JNO: put_jump_if(q, x, "!r"); break;
    case WAY_JMP:
        cgen_put(g, "    ");
        cgen_way_jump(q, x);
        cgen_put(g, "\n");
        break;
    case WAY_COUNT: cgen_put(g, "    const int before = w->count;\n"); break;
    case WAY_JGREW: put_jump_if(q, x, "w->count != before"); break;
    case WAY_RET: cgen_way_return(q, x); break;
    case WAY_LEAVE: cgen_put(g, "    return r;\n"); break;
    case WAY_PICK: // playing is printed as a switch of its own
    case WAY_TOLD:
    case WAY_LEADS: // reasons are the machine's
    case WAY_WHYNOT:
    case WAY_WHYTEST:
    case WAY_WHYFIRST:
    case WAY_WHYSHORT:
    case WAY_SOME: // sets are printed where they are offered
    case WAY_LISTS:
    case WAY_KNOWN:
    case WAY_TALLY:
    case WAY_CELLS:
    case WAY_LOT:
    case WAY_HOPS:
    case WAY_LISTED: // plies are printed in the loop that plays them
    case WAY_NEXT:
    case WAY_READS: // of guards
    case WAY_FREE:
    case WAY_MEND:
    case WAY_LOOSE:
    case WAY_MEN:
    case WAY_LIFT:
    case WAY_EACHMAN:
    case WAY_STAY:
    case WAY_COUNT_: g->failed = 1; break;
    }
}

// --- Functions -----------------------------------------------------------------------------------

static int uses_answer(const printed *q) {
    for (int i = 0; i < q->fn->count; i++) {
        const int op = q->x[i].op;
        if (op == WAY_LEAVE || op == WAY_JNO) {
            return 1;
        }
    }
    return 0;
}

static void put_unused(const printed *q) {
    switch ((way_shape)q->fn->shape) {
    case SHAPE_LOOK:
    case SHAPE_FIND:
        cgen_put(q->g, cgen_keeps_way(q->g, q->fn) ? "    (void)s, (void)w;\n"
                                                   : "    (void)s, (void)w, (void)v;\n");
        break;
    case SHAPE_FOLLOW: cgen_put(q->g, "    (void)s, (void)t;\n"); break;
    case SHAPE_SETTLE: cgen_put(q->g, "    (void)s, (void)lazy;\n"); break;
    case SHAPE_GUARD: return;
    case SHAPE_DRAW:
        cgen_put(q->g, q->fn->kind == WAYS_NODE ? "    (void)g, (void)move, (void)w, (void)v;\n"
                       : q->fn->kind == WAYS_TURN
                           ? "    (void)move, (void)a, (void)z, (void)sub, (void)with, (void)v;\n"
                       : q->g->lanes ? "    (void)move, (void)empty, (void)d;\n"
                                     : "    (void)move, (void)empty;\n");
        if (q->fn->kind == WAYS_TURN && cgen_copies_once(q->g)) {
            cgen_put(q->g, "    (void)was, (void)kept;\n");
        }
        return;
    case SHAPE_PLAY: return;
    case SHAPE_COUNT: cgen_put(q->g, "    (void)s, (void)depth, (void)made;\n"); break;
    }
    if (q->fn->kind == WAYS_TURN) {
        cgen_put(q->g, "    (void)a, (void)z, (void)sub, (void)safe, (void)with;\n");
    }
    if (q->fn->kind == WAYS_TRY) {
        cgen_put(q->g, "    (void)a, (void)z;\n");
    }
}

// Every instruction that can be reached; those that leave are printed where they are jumped to.
static void put_body(printed *q) {
    uint8_t is_target[WAYS_MOST_INSNS] = {0};
    int reached = 1;
    for (int i = 0; i < q->fn->count; i++) {
        const way_insn *x = &q->x[i];
        if (is_target[i]) {
            cgen_put(q->g, "W%d:;\n", i);
            reached = 1;
        }
        if (!reached) {
            continue;
        }
        if (way_is_jump(x) && q->x[x->b].op != WAY_RET) {
            is_target[x->b] = 1;
        }
        put_insn(q, x);
        reached = !way_leaves(x);
    }
}

static int lists_flat(const cgen *g, const way_fn *fn) {
    return fn->kind == WAYS_START && fn->mode == WAYS_LIST && plan_is_flat(g->p, fn->node);
}

// Turns are listed into a copy of the walk: what does not escape stays in registers. Where some are
// walked it would escape, and the copy cost more than it saves.
static void put_listing(cgen *g, const way_fn *fn) {
    const char *s = cgen_needs_own_state(g, fn) ? "in" : "s";
    const cgen_word name = cgen_way_name(fn);
    cgen_put(g, "\n");
    cgen_put_head(g, g->out, fn, " {\n");
    cgen_put(
        g,
        "    walk own = *w;\n    const int r = all_of_%s(%s, &own);\n    w->count = own.count;\n"
        "    w->fuel = own.fuel;\n    return r;\n}\n",
        name.t, s);
}

static void put_fn(cgen *g, uint32_t i) {
    const way_fn *fn = &g->p->ways->fn[i];
    const ir_node *n = &g->p->node[fn->node];
    const int own = cgen_needs_own_state(g, fn);
    printed q = {g, fn, &g->p->ways->x[fn->first], "s", own && fn->shape != SHAPE_LOOK ? "in" : "s",
                 0};
    cgen_put(g, "\n");
    if (n->kind == N_CHOICE &&
        (fn->kind == WAYS_NODE || (fn->kind == WAYS_TURN && fn->shape == SHAPE_DRAW))) {
        cgen_rule_comment(g, n->choice);
    }
    if (lists_flat(g, fn)) {
        cgen_put(g, "RT int all_of_%s(const st *%s, walk *w) {\n", cgen_way_name(fn).t,
                 own ? "in" : "s");
    } else {
        cgen_put_head(g, g->out, fn, " {\n");
    }
    if (own) {
        cgen_put(g, g->lanes ? "    st own, *const s = &own;\n    copy(s, in);\n"
                             : "    st own = *in, *s = &own;\n");
    }
    if (fn->kind == WAYS_START && fn->shape <= SHAPE_FIND) {
        cgen_put(g, "    way v = way_begins(w);\n");
    }
    if (fn->kind == WAYS_TURN && fn->shape == SHAPE_DRAW) {
        cgen_put(g, "    way v = NO_WAY;\n");
        if (cgen_keeps_way(g, fn)) {
            cgen_put(g,
                     "    walk drawn = {.fuel = FUEL, .nth = sub, .way = v, .tells = *move != 0};\n"
                     "    walk *const w = &drawn;\n");
        } else if (cgen_is_numbered(g, fn->node)) {
            cgen_put(g, "    walk drawn = {.fuel = FUEL, .nth = sub}, *const w = &drawn;\n");
        }
        if (cgen_has_walk(&q)) { // `sub` is the length that it needs
            cgen_put(g, "    walk drawn = {.fuel = FUEL}, *const w = &drawn;\n    v.need = sub;\n");
        }
    }
    if (fn->kind == WAYS_NODE && fn->shape == SHAPE_DRAW && n->kind != N_DO) {
        cgen_put(g, "    uint32_t total = 0;\n    lot lots[MAX_LOTS];\n    int n = 0;\n"
                    "    (void)total, (void)lots, (void)n;\n");
    }
    if (fn->kind == WAYS_START && fn->shape == SHAPE_DRAW && cgen_has_walk(&q)) {
        cgen_put(g, "    walk drawn = {.fuel = FUEL}, *const w = &drawn;\n    way v = NO_WAY;\n"
                    "    (void)g, (void)w, (void)v;\n");
    }
    if (fn->kind == WAYS_START && fn->shape == SHAPE_COUNT) {
        cgen_put(g, "    uint64_t sum = 0;\n");
    }
    put_unused(&q);
    if (uses_answer(&q)) {
        cgen_put(g, "    int r = 0;\n");
    }
    put_body(&q);
    cgen_put(g, "}\n");
    if (lists_flat(g, fn)) {
        put_listing(g, fn);
    }
}

// Prints every function asked for, and those that they ask for.
void cgen_print_ways(cgen *g) {
    g->out = &g->nodes;
    for (int more = 1; more;) {
        more = 0;
        for (uint32_t i = 0; i < g->p->ways->fn_count; i++) {
            if (g->has_way[i] == WAY_NOTED) {
                cgen_need_way(g, i);
            }
            if (g->has_way[i] == WAY_ASKED) {
                g->has_way[i] = WAY_PRINTED;
                more = 1;
                put_fn(g, i);
            }
        }
    }
}
