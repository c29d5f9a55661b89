// SPDX-License-Identifier: MIT
//
// What follows from the automaton alone: where paths lead, what they weigh, and the duties at the end
// of a turn.
#include <string.h>

#include "lang/ir/ir.h"

// One pass of a fixed point over `first`; answers whether anything changed.
static int spread_first(program *p) {
    int changed = 0;
    for (int i = p->node_count - 1; i >= 0; i--) {
        ir_node *n = &p->node[i];
        uint64_t f = 0;
        if (n->kind == N_CHOICE) {
            f = (uint64_t)1 << (n->choice & 63);
        } else if (n->kind != N_END && n->kind != N_DEAD && n->kind != N_ROLL) {
            f = p->fact.path[n->next].first;
            if (ir_has_alt(n->kind)) {
                f |= p->fact.path[n->alt].first;
            }
        }
        changed |= f != ir_path(p, n)->first;
        p->fact.path[ir_index(p, n)].first = f;
    }
    return changed;
}

enum { MOST_CODE = 512 }; // instructions that are looked at

int ir_may_end_game(const program *p, uint32_t code) {
    const insn *x[MOST_CODE];
    const int count = code ? ir_block(p, code, x, MOST_CODE) : 0;
    int ends = count > MOST_CODE;
    for (int i = 0; i < count && !ends; i++) {
        ends = ir_op_class[x[i]->op] == CLASS_OVER;
    }
    return ends;
}

// Where a path is at its end, whatever follows.
static void mark_empty(program *p) {
    for (int i = 0; i < p->node_count; i++) {
        const ir_node *n = &p->node[i];
        p->fact.path[i].empty = n->kind == N_END || n->kind == N_ROLL ||
                                (n->kind == N_DO && ir_may_end_game(p, n->code));
    }
}

static int spread_empty(program *p) {
    int changed = 0;
    for (int i = p->node_count - 1; i >= 0; i--) {
        const ir_node *n = &p->node[i];
        fact_path *path = &p->fact.path[i];
        if (path->empty || n->kind == N_DEAD || n->kind == N_CHOICE) {
            continue;
        }
        path->empty =
            p->fact.path[n->next].empty || (ir_has_alt(n->kind) && p->fact.path[n->alt].empty);
        changed |= path->empty;
    }
    return changed;
}

enum { TAIL_UNKNOWN = 255 };

// What follows from a node on. `known` has been found out for nodes before: where many `when`
// follow each other there are more ways than anybody could go.
static int tail_of(const program *p, int at, uint8_t *known) {
    const ir_node *n = &p->node[at];
    int tail = TAIL_CHOICE;
    if (known[at] != TAIL_UNKNOWN) {
        return known[at];
    }
    switch ((node_kind)n->kind) {
    case N_END:
    case N_ROLL: tail = TAIL_PLAIN; break;
    case N_DEAD: tail = TAIL_TEST; break;
    case N_DO: tail = tail_of(p, n->next, known); break;
    case N_TEST:
        tail = tail_of(p, n->next, known);
        tail = tail > TAIL_TEST ? tail : TAIL_TEST;
        break;
    case N_WHEN: {
        int x = tail_of(p, n->next, known), y = tail_of(p, n->alt, known);
        tail = x > y ? x : y;
        break;
    }
    case N_OR:
    case N_ELSE:
    case N_FOR:
    case N_LONGEST:
    case N_MARK:
    case N_CHOICE: break;
    }
    known[at] = (uint8_t)tail;
    return tail;
}

// The promotions below an OR: how many, 0 if there is anything else.
static int count_promotions(const program *p, int at, int depth) {
    const ir_node *n = &p->node[at];
    if (depth > 30) {
        return 0;
    }
    if (n->kind == N_CHOICE) {
        const ir_choice *c = &p->choice[n->choice];
        return c->kind == CH_BECOME && !c->guard && ir_path(p, n)->tail <= TAIL_TEST;
    }
    if (n->kind != N_OR) {
        return 0;
    }
    int x = count_promotions(p, n->next, depth + 1), y = count_promotions(p, n->alt, depth + 1);
    return x && y ? x + y : 0;
}

// Choices whose number of turns is known from the cell alone can be drawn without
// listing: 1, or `weight` on the cells of a promotion zone. (With one choice a move, a promotion is
// a move of its own.)
static void weigh(program *p, ir_node *n, uint8_t *tails) {
    const ir_node *when = &p->node[n->next];
    if (ir_path(p, n)->tail <= TAIL_TEST) {
        p->fact.weight[ir_index(p, n)].weight = 1;
    } else if (!p->split && when->kind == N_WHEN && when->zone &&
               p->choice[n->choice].kind == CH_MOTION &&
               tail_of(p, when->alt, tails) <= TAIL_TEST) {
        p->fact.weight[ir_index(p, n)].weight = (uint8_t)count_promotions(p, when->next, 0);
        p->fact.weight[ir_index(p, n)].zone = when->zone;
    }
}

static void mark_trusted(program *p, int at, int depth) {
    ir_node *n = &p->node[at];
    if (depth > 200) {
        return;
    }
    if (n->kind == N_CHOICE) {
        p->fact.path[ir_index(p, n)].trust = 1;
    } else if (n->kind == N_OR || n->kind == N_ELSE) {
        mark_trusted(p, n->next, depth + 1);
        mark_trusted(p, n->alt, depth + 1);
    }
}

static int starts_oddly(const program *p) {
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            const ir_node *n = &p->node[p->phase[ph].start[me]];
            if (n->kind == N_ROLL || ir_path(p, n)->empty) {
                return 1;
            }
        }
    }
    return 0;
}

static int has_endings_below_stuck(const program *p) {
    for (int me = 0; me < p->players; me++) {
        if (p->root[me].later && p->code[p->root[me].later].op != OP_RET) {
            return 1;
        }
    }
    return 0;
}

// Whether an instruction writes what is only used inside a turn.
static int leaves_traces(const program *p, const insn *x) {
    const char *format = ir_op_format[x->op];
    switch ((opcode)x->op) {
    case OP_CAPTURE:
    case OP_MOVE:
    case OP_GO:
    case OP_EVENT: return p->fact.heeds_events;
    case OP_LATER:
    case OP_NOTE: return 1;
    default: break;
    }
    return (format[0] == 'D' && x->a >= p->at.here && x->a < p->at.state_sets) ||
           (format[0] == 'E' && x->a >= p->at.events && x->a < p->at.state_nums);
}

static int piece_leaves_traces(const program *p, uint32_t first, uint32_t end) {
    for (uint32_t at = first; at && at < end; at++) {
        if (leaves_traces(p, &p->code[at])) {
            return 1;
        }
    }
    return 0;
}

static int turns_leave_traces(const program *p) {
    for (int i = 2; i < p->node_count; i++) {
        const ir_node *n = &p->node[i];
        if (n->kind == N_CHOICE && ir_turn(p, n)->bind != BOARD_NONE &&
            (ir_turn(p, n)->turn || ir_turn(p, n)->last_hop)) {
            return 1;
        }
        if (piece_leaves_traces(p, ir_turn(p, n)->turn, ir_turn(p, n)->turn_end) ||
            piece_leaves_traces(p, ir_turn(p, n)->last_hop, ir_turn(p, n)->last_hop_end)) {
            return 1;
        }
    }
    return 0;
}

// Events of a turn are forgotten when it ends. In between, a split turn shows them.
static int heeds_events(const program *p) {
    return p->past.quiet_count || p->at.last_to != BOARD_NONE || p->past.ring_cap || p->split;
}

void ir_find_duties(program *p) {
    int phases = 0;
    p->fact.heeds_events = heeds_events(p);
    for (int ph = 0; ph < p->phases; ph++) {
        phases |= p->phase[ph].next_count > 0;
    }
    p->fact.duties = (p->at.later != BOARD_NONE ? DUTY_LATER : 0u) |
                     (p->at.last_to != BOARD_NONE ? DUTY_LAST : 0u) |
                     (p->at.latch != BOARD_NONE ? DUTY_LATCH : 0u) |
                     (p->past.quiet_count ? DUTY_QUIET : 0u) | (phases ? DUTY_PHASE : 0u) |
                     (p->past.ring_cap ? DUTY_RING : 0u) | (starts_oddly(p) ? DUTY_START : 0u) |
                     (has_endings_below_stuck(p) ? DUTY_LATER_ENDINGS : 0u) |
                     (turns_leave_traces(p) ? DUTY_TRACES : 0u);
}

void ir_analyse(program *p) {
    uint8_t tails[IR_MAX_NODES];
    memset(tails, TAIL_UNKNOWN, sizeof tails);
    mark_empty(p);
    while (spread_first(p) | spread_empty(p)) {
    }
    for (int i = 0; i < p->node_count; i++) {
        p->fact.path[i].trust = 0;
        p->fact.path[i].tail = p->node[i].kind == N_CHOICE
                                   ? (uint8_t)tail_of(p, p->node[i].next, tails)
                                   : (uint8_t)TAIL_CHOICE;
    }
    for (int i = 0; i < p->node_count; i++) {
        if (p->node[i].kind == N_CHOICE) {
            weigh(p, &p->node[i], tails);
        }
    }
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            mark_trusted(p, p->phase[ph].start[me], 0);
        }
    }
}

int ir_promotion_count(const program *p, int at) {
    const ir_node *n = &p->node[at];
    return n->kind == N_CHOICE ? 1 : ir_promotion_count(p, n->next) + ir_promotion_count(p, n->alt);
}

const ir_node *ir_promotion(const program *p, int at, int *r) {
    const ir_node *n = &p->node[at];
    if (n->kind == N_CHOICE) {
        return (*r)-- == 0 ? n : NULL;
    }
    const ir_node *found = ir_promotion(p, n->next, r);
    return found ? found : ir_promotion(p, n->alt, r);
}
