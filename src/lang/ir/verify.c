// SPDX-License-Identifier: MIT
//
// The verifier: what every program must be before anybody runs or prints it.
#include <stdio.h>
#include <string.h>

#include "lang/ir/ir.h"

static int operand_is_good(const program *p, char kind, uint16_t v) {
    switch (kind) {
    case 'D':
    case 'S':
    case 'B': return v < p->at.set_count;
    case 'E':
    case 'I': return v < p->at.num_count;
    case 'K': return v < p->const_count;
    case 'h': return v < p->b.shift_count;
    case 'd': return v < p->b.set_count;
    case 'j': return v < p->code_count;
    case 'p': return v < p->players || (v == IR_NEUTRAL && p->at.neutral != BOARD_NONE);
    case 'y': return v < p->types;
    case 't': return v < p->tokens;
    case 'v': return v < p->vars;
    case 'N': return v < p->node_count;
    case 'c': return v < p->code_count;
    default: return 1;
    }
}

static int axes_are_there(const board *b) {
    for (int i = 0; i < b->axis_count; i++) {
        if (!b->axis_back[i]) {
            return 0;
        }
    }
    return 1;
}

static int rays_are_there(const program *p, const insn *x) {
    const dirset *d = &p->b.set[insn_value(x, insn_find(x, 'd'))];
    for (int i = 0; i < d->count; i++) {
        if (!p->b.shift[d->shift[i]].ray) {
            return 0;
        }
    }
    return 1;
}

static int slot_is_good(const program *p, const insn *x) {
    const int area = x->e >> 1;
    return area < p->areas && p->area[area].sorted && x->d >= p->area[area].first &&
           x->d + p->area[area].size <= p->b.cells;
}

// Tables and registers that an instruction cannot do without.
static int needs_are_met(const program *p, const insn *x) {
    switch ((op_need)ir_op_need[x->op]) {
    case NEED_RAYS:
    case NEED_LOOK: return rays_are_there(p, x);
    case NEED_AXES: return axes_are_there(&p->b);
    case NEED_LINKS: return p->b.linked != NULL;
    case NEED_LATER: return p->at.later != BOARD_NONE;
    case NEED_CLOSED: return p->at.closed != BOARD_NONE;
    case NEED_HANDS: return p->at.hands != BOARD_NONE;
    case NEED_PILES: return p->pile.at != NULL;
    case NEED_TYPES: return p->at.type != BOARD_NONE;
    case NEED_SLOTS: return p->slot_at != NULL && slot_is_good(p, x);
    case NEED_NOTHING:
    case NEED_ROWS:
    case NEED_TOWARD:
    case NEED_LINES: break;
    }
    return 1;
}

// What is offered must be a choice; some plain numbers must make sense.
static int is_sensible(const program *p, const insn *x) {
    int n = insn_node(x);
    if (n >= 0) {
        uint16_t node = insn_value(x, n);
        return node == 0 || p->node[node].kind == N_CHOICE;
    }
    return x->op == OP_EVENT     ? x->c <= 1
           : x->op == OP_OUTCOME ? x->a >= IR_WIN && x->a <= IR_FINISH && x->b < p->players
           : x->op == OP_PHASE   ? x->a < p->phases
           : x->op == OP_MOVER   ? x->a < p->players
           : x->op == OP_ONTURN  ? x->a < p->players
           : x->op == OP_PUSHKEY ? p->past.ring_cap > 0
                                 : 1;
}

// Where instruction `i` jumps to; a place behind it if it does not jump.
static uint32_t target_of(const program *p, uint32_t i) {
    int j = insn_jump(&p->code[i]);
    return j < 0 ? i + 1 : insn_value(&p->code[i], j);
}

// Instructions that can be reached, and between which places they lie.
typedef struct reached {
    uint8_t is_in[IR_MAX_CODE];
    uint32_t first, end;
} reached;

static void reach_on(const program *p, uint32_t at, reached *r) {
    for (; at < p->code_count && !r->is_in[at]; at++) {
        r->is_in[at] = 1;
        r->first = at < r->first ? at : r->first;
        r->end = at + 1 > r->end ? at + 1 : r->end;
        if (insn_jump(&p->code[at]) >= 0) {
            reach_on(p, target_of(p, at), r);
        }
        if (op_never_falls_through(p->code[at].op)) {
            return;
        }
    }
}

static void reach(const program *p, uint32_t at, reached *r) {
    memset(r->is_in, 0, p->code_count);
    r->first = p->code_count;
    r->end = 0;
    reach_on(p, at, r);
}

int ir_block(const program *p, uint32_t at, const insn **out, int cap) {
    reached r;
    int count = 0;
    reach(p, at, &r);
    for (uint32_t i = r.first; i < r.end; i++) {
        if (r.is_in[i] && count++ < cap) {
            out[count - 1] = &p->code[i];
        }
    }
    return count;
}

static int check_insn(const program *p, uint32_t at, char *buf, size_t cap) {
    const insn *x = &p->code[at];
    if (x->op >= OP_COUNT_) {
        (void)snprintf(buf, cap, "instruction %u: there is no opcode %u", at, x->op);
        return 0;
    }
    const char *format = ir_op_format[x->op];
    for (int i = 0; format[i]; i++) {
        if (!operand_is_good(p, format[i], insn_value(x, i))) {
            (void)snprintf(buf, cap, "instruction %u, %s: operand %d is out of range", at,
                           ir_op_name[x->op], i + 1);
            return 0;
        }
    }
    if (!needs_are_met(p, x) || !is_sensible(p, x)) {
        (void)snprintf(buf, cap, "instruction %u, %s: its tables are missing", at,
                       ir_op_name[x->op]);
        return 0;
    }
    return 1;
}

static int writes_set(const insn *x, uint16_t set) {
    const char *format = ir_op_format[x->op];
    for (int k = 0; format[k]; k++) {
        if ((format[k] == 'D' || format[k] == 'B') && insn_value(x, k) == set) {
            return 1;
        }
    }
    return 0;
}

// A loop, from `first` to the jump back at `last`, takes one cell after another from a
// scratch set that nothing else in it changes, leaves when there are none, and lies wholly
// inside or outside of every other loop. So every loop ends.
static int loop_ends(const program *p, uint32_t first, uint32_t last) {
    const insn *each = &p->code[first];
    if (p->code[last].op != OP_JMP || each->op != OP_EACH || each->b < p->at.state_sets ||
        each->a == each->b || target_of(p, first) <= last) {
        return 0;
    }
    for (uint32_t i = first + 1; i < last; i++) {
        uint32_t to = target_of(p, i);
        if (writes_set(&p->code[i], each->b) || to < first) {
            return 0;
        }
    }
    return 1;
}

static int loops_end(const program *p, char *buf, size_t cap) {
    for (uint32_t i = 0; i < p->code_count; i++) {
        uint32_t to = target_of(p, i);
        if (to <= i && !loop_ends(p, to, i)) {
            (void)snprintf(buf, cap, "instruction %u: a loop that may not end", i);
            return 0;
        }
    }
    return 1;
}

// All that is asked stands before whoever asks, so asking ends.
static int asks_end(const program *p, char *buf, size_t cap) {
    for (uint32_t i = 0; i < p->code_count; i++) {
        const insn *x = &p->code[i];
        const int code = insn_find(x, 'c');
        reached r;
        r.end = 0;
        if (code >= 0) {
            reach(p, insn_value(x, code), &r);
        }
        if (r.end > i) {
            (void)snprintf(buf, cap, "instruction %u, %s: asks what comes later", i,
                           ir_op_name[x->op]);
            return 0;
        }
    }
    return 1;
}

// Only the end of a turn, which is the plan's, asks whether the next player has a move: else whoever looks for one would
// ask for ever. No other code leads there.
static int ends_alone(const program *p, char *buf, size_t cap) {
    for (uint32_t i = 0; i < p->plan_code; i++) {
        const insn *x = &p->code[i];
        const int goes_on = i + 1 == p->plan_code && !op_never_falls_through(x->op);
        if (x->op == OP_JMOVES || x->op == OP_JLAST || goes_on ||
            (insn_jump(x) >= 0 && target_of(p, i) >= p->plan_code)) {
            (void)snprintf(buf, cap, "instruction %u, %s: only the end of a turn may", i,
                           ir_op_name[x->op]);
            return 0;
        }
    }
    return 1;
}

static int check_node(const program *p, int i, char *buf, size_t cap) {
    const ir_node *n = &p->node[i];
    int uses_reg = n->kind == N_FOR;
    if (n->kind > N_ROLL || n->next >= p->node_count || n->alt >= p->node_count ||
        (n->kind != N_ROLL && (n->code >= p->code_count || n->apply >= p->code_count)) ||
        n->reach >= p->code_count || ir_turn(p, n)->turn >= p->code_count ||
        ir_turn(p, n)->ply >= p->code_count || ir_turn(p, n)->hop >= p->code_count ||
        ir_turn(p, n)->last_hop >= p->code_count || ir_test(p, n)->reads >= p->code_count ||
        ir_test(p, n)->shield_cells >= p->code_count || ir_test(p, n)->only_test >= p->node_count ||
        ir_test(p, n)->moves_looker >= p->node_count || ir_test(p, n)->must_pass >= p->node_count ||
        (ir_turn(p, n)->bind != BOARD_NONE && ir_turn(p, n)->bind >= p->at.state_sets) ||
        n->explain + n->explains > p->words.explain_count ||
        (uses_reg && n->reg >= p->at.state_sets) ||
        (n->kind == N_ROLL &&
         (n->reg >= p->at.state_nums || (n->reach && n->apply >= IR_MAX_OUTCOMES))) ||
        (n->kind == N_CHOICE && (n->choice < 1 || n->choice > p->choice_count))) {
        (void)snprintf(buf, cap, "node %d is not sound", i);
        return 0;
    }
    return 1;
}

int ir_verify(const program *p, char *buf, size_t cap) {
    for (uint32_t i = 0; i < p->code_count; i++) {
        if (!check_insn(p, i, buf, cap)) {
            return 1;
        }
    }
    if (p->code_count == 0 || !op_never_falls_through(p->code[p->code_count - 1].op)) {
        (void)snprintf(buf, cap, "the code does not end");
        return 1;
    }
    for (int i = 0; i < p->node_count; i++) {
        if (!check_node(p, i, buf, cap)) {
            return 1;
        }
    }
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            if (p->phase[ph].offers[me] >= p->code_count) {
                (void)snprintf(buf, cap, "phase %d is not sound", ph);
                return 1;
            }
        }
    }
    return !asks_end(p, buf, cap) || !ends_alone(p, buf, cap) || !loops_end(p, buf, cap);
}
