// SPDX-License-Identifier: MIT
//
// Ways through the automaton: what to do at each kind of node, in every mode.
#include "lang/plan/ways_build.h"

static uint32_t need(way_builder *b, way_mode mode, int node) {
    return way_need(b, WAYS_NODE, mode, node);
}

static void put_tail(way_builder *b, way_mode mode, int node) {
    way_put(b, WAY_TAIL, need(b, mode, node), 0);
}

static void put_answer(way_builder *b, int answer) {
    way_put(b, WAY_RET, (uint32_t)answer, 0);
}

// Where a function may be left alone, somebody else tries another way; so it undoes what it did.
static way_mode among_others(way_mode mode) {
    return mode == WAYS_GO_ON ? WAYS_FOLLOW : mode;
}

// --- Ends ------------------------------------------------------------------------------------

static void write_end(way_builder *b, way_mode mode, int node) {
    const int kind = b->p->node[node].kind;
    if (mode != WAYS_SETTLE) {
        way_put_end(b, mode, node);
    } else if (kind == N_ROLL) {
        way_put(b, WAY_WAIT, (uint32_t)node, 0);
    } else {
        way_put(b, WAY_FINISH, 0, 0);
    }
    way_put(b, WAY_LEAVE, 0, 0);
}

// --- Effects and conditions --------------------------------------------------------------------

// Effects on a copy, and what follows from them. Where they are for good only if it leads somewhere
// the copy is kept then.
static void write_do(way_builder *b, way_mode mode, const ir_node *n) {
    way_place over = {0}, join = {0}, back = {0};
    const int always = mode == WAYS_NTH ? way_always_from(b->p, ir_index(b->p, n)) : 0;
    const int forks = mode != WAYS_GO_ON && mode != WAYS_PART && !always;
    if (always) { // it is one of these, or it is not here
        way_put(b, WAY_SKIP, (uint32_t)always, 0);
    }
    if (mode == WAYS_STOP && !n->within && way_asks_nothing(b->p, n->next)) {
        put_tail(b, mode, n->next);
        return;
    }
    if (mode == WAYS_SETTLE) {
        way_jump(b, WAY_RUN, n->code, 0, &over);
        put_tail(b, mode, n->next);
        way_here(b, &over);
        way_put(b, WAY_FINISH, 0, 0);
        put_answer(b, 0);
        return;
    }
    if (forks) {
        way_put(b, WAY_FORK, 0, 0);
    }
    way_jump(b, WAY_RUN, n->code, 0, &over);
    way_put_rest(b, way_looks(mode) ? mode : mode == WAYS_FOLLOW ? WAYS_GO_ON : mode, n->next);
    way_jump(b, WAY_JMP, 0, 0, &join);
    way_here(b, &over);
    way_put_end(b, mode, 0);
    way_here(b, &join);
    if (forks && !way_looks(mode)) {
        way_jump(b, WAY_JNO, 0, 0, &back);
        way_put(b, WAY_KEEP, 0, 0);
        put_answer(b, 1);
        way_here(b, &back);
    }
    if (forks) {
        way_put(b, WAY_BACK, 0, 0);
    }
    way_put(b, WAY_LEAVE, 0, 0);
}

static void write_test(way_builder *b, way_mode mode, int node) {
    const ir_node *n = &b->p->node[node];
    way_place no = {0};
    if (mode == WAYS_SETTLE) { // it was looked at before
        put_tail(b, mode, n->next);
        return;
    }
    way_jump(b, WAY_ASK, n->code, 0, &no);
    put_tail(b, mode, n->next);
    way_here(b, &no);
    if (mode == WAYS_EXPLAIN) {
        way_put(b, WAY_WHYTEST, 0, (uint32_t)node);
    }
    put_answer(b, 0);
}

static void write_when(way_builder *b, way_mode mode, const ir_node *n) {
    way_place no = {0};
    way_jump(b, WAY_ASK, n->code, 0, &no);
    put_tail(b, mode, n->next);
    way_here(b, &no);
    put_tail(b, mode, n->alt);
}

// --- Alternatives --------------------------------------------------------------------------------

// Ways are looked for that have the length that is needed.
static int heeds_length(way_mode mode) {
    return mode == WAYS_LIST || mode == WAYS_EXISTS || mode == WAYS_FIRST || mode == WAYS_ONLY ||
           mode == WAYS_CHOOSES || mode == WAYS_FIND || mode == WAYS_NTH || mode == WAYS_EXPLAIN;
}

// What comes second, where the first has led nowhere.
static void put_second(way_builder *b, way_mode mode, const ir_node *n) {
    way_place reaches = {0};
    const int asks = heeds_length(mode) && way_may_be_short(b->p, n);
    if (asks) {
        way_put_reach(b, n, 1, &reaches);
    }
    put_tail(b, mode, n->alt);
    if (asks) {
        way_here(b, &reaches);
        put_answer(b, 0);
    }
}

static void write_or(way_builder *b, way_mode mode, const ir_node *n) {
    way_place no = {0};
    way_put(b, WAY_CALL, need(b, among_others(mode), n->next), 0);
    way_jump(b, WAY_JNO, 0, 0, &no);
    put_answer(b, 1);
    way_here(b, &no);
    put_second(b, mode, n);
}

// One of both, by whether the first leads anywhere: `exists` answers that.
static void write_either(way_builder *b, way_mode mode, const ir_node *n, uint32_t exists) {
    way_place no = {0};
    way_put(b, WAY_CALL, exists, 0);
    way_jump(b, WAY_JNO, 0, 0, &no);
    put_tail(b, mode, n->next);
    way_here(b, &no);
    put_second(b, mode, n);
}

// The second if the first has added nothing to what is counted.
static void write_counted(way_builder *b, way_mode mode, const ir_node *n) {
    way_place no = {0}, grew = {0};
    way_put(b, WAY_COUNT, 0, 0);
    way_put(b, WAY_CALL, need(b, mode, n->next), 0);
    way_jump(b, WAY_JNO, 0, 0, &no);
    put_answer(b, 1);
    way_here(b, &no);
    way_jump(b, WAY_JGREW, 0, 0, &grew);
    put_second(b, mode, n);
    way_here(b, &grew);
    put_answer(b, 0);
}

// Something in particular is looked for: in the second only if the first leads nowhere at all.
static void write_guarded(way_builder *b, way_mode mode, int node) {
    const ir_node *n = &b->p->node[node];
    way_place no = {0}, none = {0};
    way_put(b, WAY_CALL, need(b, mode, n->next), 0);
    way_jump(b, WAY_JNO, 0, 0, &no);
    put_answer(b, 1);
    way_here(b, &no);
    way_put(b, WAY_CALL, need(b, WAYS_EXISTS, n->next), 0);
    way_jump(b, WAY_JNO, 0, 0, &none);
    if (mode == WAYS_EXPLAIN) {
        way_put(b, WAY_WHYFIRST, need(b, mode, n->alt), (uint32_t)node);
    }
    put_answer(b, 0);
    way_here(b, &none);
    put_second(b, mode, n);
}

// Whether the turn goes on in one of the ways now. Where one choice is a move it does if nothing is to be chosen in front;
// a whole turn does only if no choice can come first: what is done before a choice belongs to that choice.
static void put_settled(way_builder *b, int node, int way) {
    const program *p = b->p;
    const int kind = p->node[way].kind;
    const int goes_on = p->split ? kind == N_DO || kind == N_WHEN || way == p->node[node].alt
                                 : !p->fact.path[way].first;
    if (goes_on) {
        put_tail(b, WAYS_SETTLE, way);
    } else {
        way_put(b, WAY_WAIT, way_waits_at(p, node), 0);
        put_answer(b, 0);
    }
}

// Down to where somebody has to choose.
static void write_settle_else(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    way_place no = {0};
    way_put(b, WAY_CALL, way_need(b, WAYS_START, WAYS_EXISTS, n->next), 0);
    way_jump(b, WAY_JNO, 0, 0, &no);
    put_settled(b, node, n->next);
    way_here(b, &no);
    put_settled(b, node, n->alt);
}

static void write_else(way_builder *b, way_mode mode, int node) {
    const ir_node *n = &b->p->node[node];
    switch (mode) {
    case WAYS_LIST:
    case WAYS_MEASURE: write_counted(b, mode, n); break;
    case WAYS_FIRST:
    case WAYS_ONLY: // what is not looked for comes first all the same
        write_either(b, mode, n, need(b, WAYS_EXISTS, n->next));
        break;
    case WAYS_STOP: write_either(b, mode, n, way_need(b, WAYS_START, WAYS_EXISTS, n->next)); break;
    case WAYS_CHOOSES:
    case WAYS_FIND:
    case WAYS_NTH:
    case WAYS_EXPLAIN: write_guarded(b, mode, node); break;
    case WAYS_SETTLE: write_settle_else(b, node); break;
    case WAYS_EXISTS:
    case WAYS_FOLLOW:
    case WAYS_GO_ON:
    case WAYS_DONE:
    case WAYS_GUARD:
    case WAYS_DRAW:
    case WAYS_PLY:
    case WAYS_PLAY:
    case WAYS_NODES:
    case WAYS_ROLLED:
    case WAYS_PART: // it was written before
    case WAYS_MOST:
    case WAYS_MODES: write_or(b, mode, n); break;
    }
}

// --- Cells and lengths ---------------------------------------------------------------------------

static void write_for(way_builder *b, way_mode mode, const ir_node *n) {
    if (mode != WAYS_STOP) {
        const uint32_t cells = mode == WAYS_EXPLAIN && n->reach ? n->reach : n->code;
        way_put(b, WAY_EACH, cells, n->reg);
        b->ways->x[b->ways->count - 1].b = need(b, among_others(mode), n->next);
    }
    put_answer(b, 0);
}

static void write_longest(way_builder *b, way_mode mode, const ir_node *n) {
    if (mode == WAYS_STOP) {
        put_answer(b, 0);
        return;
    }
    if (mode == WAYS_EXISTS && !n->within && way_any_shows(b->p, n->next, n->alt)) {
        way_put(b, WAY_FREELY, 0, 0);
    } else if (mode != WAYS_MEASURE && mode != WAYS_FOLLOW && mode != WAYS_GO_ON) {
        way_put_longest(b, WAY_LONGEST, n->next, b->p->node[n->alt].code != 0);
    }
    put_tail(b, mode, n->next);
}

static void write_mark(way_builder *b, way_mode mode, const ir_node *n) {
    way_place shorter = {0};
    if (mode == WAYS_MEASURE) {
        way_put(b, WAY_NOTE, n->code, 0);
        way_put(b, WAY_LEAVE, 0, 0);
        return;
    }
    if (mode == WAYS_EXPLAIN) {
        way_jump(b, WAY_WHYSHORT, n->code, 0, &shorter);
    } else if (mode <= WAYS_FIND || mode == WAYS_STOP) {
        way_put(b, WAY_NEED, n->code, 0);
    }
    put_tail(b, mode, n->next);
    if (mode == WAYS_EXPLAIN) {
        way_here(b, &shorter);
        put_answer(b, 0);
    }
}

// --- Nodes ---------------------------------------------------------------------------------------

// What needs no choice, on the way that "done" goes.
static void write_done_do(way_builder *b, const ir_node *n) {
    way_place over = {0};
    way_jump(b, WAY_RUN, n->code, 0, &over);
    put_tail(b, WAYS_DONE, n->next);
    way_here(b, &over);
    way_put(b, WAY_FINISH, 0, 0);
    put_answer(b, 0);
}

// "Done": to where the turn may end with nothing more chosen, past whatever else could be chosen on the way.
static void write_done(way_builder *b, int node) {
    const ir_node *n = &b->p->node[node];
    switch ((node_kind)n->kind) {
    case N_DO: write_done_do(b, n); break;
    case N_MARK:
    case N_TEST: put_tail(b, WAYS_DONE, n->next); break; // it holds, or "done" would not be offered
    case N_WHEN: write_when(b, WAYS_DONE, n); break;
    case N_OR: write_either(b, WAYS_DONE, n, way_need(b, WAYS_START, WAYS_STOP, n->next)); break;
    case N_ELSE:
        write_either(b, WAYS_DONE, n, way_need(b, WAYS_START, WAYS_EXISTS, n->next));
        break;
    case N_END:
    case N_DEAD:
    case N_FOR:
    case N_LONGEST:
    case N_CHOICE:
    case N_ROLL: put_tail(b, WAYS_SETTLE, node); break;
    }
}

// Where one choice is a move and somebody has to make one.
static int has_to_wait(way_mode mode, int kind) {
    return mode == WAYS_SETTLE &&
           (kind == N_OR || kind == N_FOR || kind == N_LONGEST || kind == N_CHOICE);
}

void way_write_node(way_builder *b, way_mode mode, int node) {
    const ir_node *n = &b->p->node[node];
    way_place elsewhere = {0};
    if (mode == WAYS_DONE) {
        write_done(b, node);
        return;
    }
    if (mode == WAYS_GUARD) {
        way_write_guard(b, node);
        return;
    }
    if (mode == WAYS_MOST) {
        way_write_most(b, node);
        return;
    }
    if (mode == WAYS_DRAW) {
        way_write_draw_node(b, node);
        return;
    }
    if (mode == WAYS_PART && (n->kind == N_OR || n->kind == N_ELSE)) {
        way_write_parted(b, node);
        return;
    }
    if (has_to_wait(mode, n->kind) || (mode == WAYS_SETTLE && node && !way_waits_at(b->p, node))) {
        way_put(b, WAY_WAIT, way_waits_at(b->p, node), 0);
        put_answer(b, 0);
        return;
    }
    if (mode == WAYS_EXPLAIN && n->kind > N_TEST && n->kind != N_ROLL) {
        way_jump(b, WAY_LEADS, 0, (uint32_t)node, &elsewhere);
    }
    switch ((node_kind)n->kind) {
    case N_END:
    case N_ROLL: write_end(b, mode, node); break;
    case N_DEAD:
        if (mode == WAYS_SETTLE) {
            way_put(b, WAY_FINISH, 0, 0);
        }
        put_answer(b, 0);
        break;
    case N_DO: write_do(b, mode, n); break;
    case N_TEST: write_test(b, mode, node); break;
    case N_WHEN: write_when(b, mode, n); break;
    case N_OR: write_or(b, mode, n); break;
    case N_ELSE: write_else(b, mode, node); break;
    case N_FOR: write_for(b, mode, n); break;
    case N_LONGEST: write_longest(b, mode, n); break;
    case N_MARK: write_mark(b, mode, n); break;
    case N_CHOICE: way_write_choice(b, mode, node); break;
    }
    if (elsewhere.last) {
        way_here(b, &elsewhere);
        put_answer(b, 0);
    }
}
