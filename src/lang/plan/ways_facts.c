// SPDX-License-Identifier: MIT
//
// What whoever writes ways wants to know of the automaton: where turns begin, which choices may come first there,
// and what is known of these.
#include "lang/plan/ways_build.h"

enum { MOST_HOP = 256, MOST_CODE = 512 }; // instructions of a jump, of a choice

uint32_t plan_joined(const program *p, int start) {
    for (int ph = 0; ph < p->phases && !p->split; ph++) {
        for (int me = 0; me < p->players; me++) {
            if (p->phase[ph].start[me] == start && p->phase[ph].offers[me]) {
                return p->phase[ph].offers[me];
            }
        }
    }
    return 0;
}

// --- Choices that may come first -----------------------------------------------------------------

void way_find_firsts(const program *p, int at, way_firsts *f) {
    const ir_node *n = &p->node[at];
    if (f->seen[at] || n->kind == N_END || n->kind == N_DEAD || n->kind == N_ROLL) {
        return;
    }
    f->seen[at] = 1;
    if (n->kind == N_CHOICE) {
        f->node[f->count++] = (uint16_t)at;
        return;
    }
    way_find_firsts(p, n->next, f);
    if (ir_has_alt(n->kind)) {
        way_find_firsts(p, n->alt, f);
    }
}

int plan_guard(const program *p, int start) {
    way_firsts f = {.count = 0};
    way_find_firsts(p, start, &f);
    for (int i = 0; i < f.count; i++) {
        if (p->fact.test[f.node[i]].only_test) {
            return p->fact.test[f.node[i]].only_test;
        }
    }
    return 0;
}

int plan_draw_guard(const program *p, int start) {
    const int guard = plan_guard(p, start);
    way_firsts f = {.count = 0};
    int puts = 0;
    way_find_firsts(p, start, &f);
    for (int i = 0; i < f.count; i++) {
        puts |= p->choice[p->node[f.node[i]].choice].kind == CH_PLACE &&
                p->fact.test[f.node[i]].must_pass == guard;
    }
    return puts && p->fact.test[guard].shield_cells ? guard : 0;
}

int plan_is_hop(const program *p, int node) {
    const ir_node *n = &p->node[node];
    const fact_turn *t = ir_turn(p, n);
    const insn *code[MOST_HOP];
    if (t->turn || !t->hop || !t->last_hop || t->bind != BOARD_NONE || n->within) {
        return 0;
    }
    int count = ir_block(p, t->hop, code, MOST_HOP);
    for (int i = 0; i < count && count <= MOST_HOP; i++) {
        if (code[i]->op == OP_OUTCOME) { // the game may be over before it can go on
            return 0;
        }
    }
    return count <= MOST_HOP;
}

int plan_is_flat(const program *p, int start) {
    way_firsts f = {.count = 0};
    int flat = plan_joined(p, start) != 0;
    way_find_firsts(p, start, &f);
    for (int i = 0; i < f.count; i++) {
        flat &= p->fact.path[f.node[i]].tail == TAIL_PLAIN || p->fact.turn[f.node[i]].turn;
    }
    return flat;
}

// Whether the guard of whoever begins with this choice is of this test.
static int has_guard(const program *p, int node, int test) {
    for (int ph = 0; ph < p->phases && test; ph++) {
        for (int me = 0; me < p->players; me++) {
            way_firsts f = {.count = 0};
            way_find_firsts(p, p->phase[ph].start[me], &f);
            if (f.seen[node] && plan_guard(p, p->phase[ph].start[me]) != test) {
                return 0;
            }
        }
    }
    return test != 0;
}

int way_is_guarded(const program *p, int node) {
    const fact_test *t = &p->fact.test[node];
    return has_guard(p, node, t->only_test ? t->only_test : t->moves_looker);
}

int way_is_mended(const program *p, int node) {
    return has_guard(p, node, p->fact.test[node].must_pass);
}

// --- Where a choice is found -----------------------------------------------------------------------

static int lead(const program *p, int at, int choice, int *found, int depth) {
    const ir_node *n = &p->node[at];
    const uint64_t bit = (uint64_t)1 << (choice & 63);
    if (n->kind == N_CHOICE) {
        *found += n->choice == choice;
        return n->choice == choice ? at : 0;
    }
    if ((n->kind != N_OR && n->kind != N_ELSE) || depth > 200) {
        int here = n->kind > N_DEAD && (ir_path(p, n)->first & bit) != 0;
        *found += here ? 100 : 0; // somewhere down there
        return here ? at : 0;
    }
    int x = lead(p, n->next, choice, found, depth + 1);
    int y = lead(p, n->alt, choice, found, depth + 1);
    return x && y ? at : x ? x : y;
}

int plan_lead(const program *p, int at, int choice, int *found) {
    *found = 0;
    return lead(p, at, choice, found, 0);
}

int plan_may_say_done(const program *p, int node) {
    return p->fact.path[node].empty;
}

static int count_choice(const program *p, int at, int choice, uint8_t *seen) {
    const ir_node *n = &p->node[at];
    if (seen[at] || n->kind == N_END || n->kind == N_DEAD) {
        return 0;
    }
    seen[at] = 1;
    int found = (n->kind == N_CHOICE && n->choice == choice) + 2 * (n->kind == N_FOR);
    found += count_choice(p, n->next, choice, seen);
    return ir_has_alt(n->kind) ? found + count_choice(p, n->alt, choice, seen) : found;
}

int plan_is_unique(const program *p, int node) {
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            uint8_t seen[IR_MAX_NODES] = {0};
            if (count_choice(p, p->phase[ph].start[me], p->node[node].choice, seen) > 1) {
                return 0;
            }
        }
    }
    return 1;
}

int plan_is_first(const program *p, int node) {
    int found = 0;
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            found |= p->phase[ph].start[me] == node;
        }
    }
    return found;
}

// --- Offers ----------------------------------------------------------------------------------------

static int names_state(const program *p, const insn *x) {
    const char *format = ir_op_format[x->op];
    int found = 0;
    for (int i = 0; format[i]; i++) {
        const int v = insn_value(x, i);
        found |= ((format[i] == 'B' || format[i] == 'D') && v < p->at.state_sets) ||
                 (format[i] == 'E' && v < p->at.state_nums);
    }
    return found;
}

int way_count_offers(const program *p, uint32_t at) {
    const insn *x[MOST_CODE];
    const int count = ir_block(p, at, x, MOST_CODE);
    int offers = 0;
    if (count > MOST_CODE) {
        return -1;
    }
    for (int i = 0; i < count; i++) {
        if (op_is_effect(x[i]->op) || names_state(p, x[i])) {
            return -1;
        }
        offers += op_is_offer(x[i]->op);
        offers += x[i]->op == OP_EACH; // each of its offers may be many
    }
    return offers;
}
