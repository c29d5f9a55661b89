// SPDX-License-Identifier: MIT
//
// The program as a whole: verifying, hashing, printing it, and the questions about nodes and code that
// several storeys ask.
#include "lang/ir/ir.h"

#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>
#include <tessera/text.h>

// --- What follows from the graph ------------------------------------------------------

static int has_alt(int kind) {
    return kind == N_OR || kind == N_ELSE || kind == N_WHEN;
}

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
            if (has_alt(n->kind)) {
                f |= p->fact.path[n->alt].first;
            }
        }
        changed |= f != ir_path(p, n)->first;
        p->fact.path[ir_index(p, n)].first = f;
    }
    return changed;
}

static int spread_empty(program *p) {
    int changed = 0;
    for (int i = p->node_count - 1; i >= 0; i--) {
        ir_node *n = &p->node[i];
        uint8_t e = n->kind == N_END;
        if (n->kind != N_END && n->kind != N_DEAD && n->kind != N_ROLL && n->kind != N_CHOICE) {
            e = p->fact.path[n->next].empty || (has_alt(n->kind) && p->fact.path[n->alt].empty);
        }
        changed |= e != ir_path(p, n)->empty;
        p->fact.path[ir_index(p, n)].empty = e;
    }
    return changed;
}

static int tail_of(const program *p, int at, int depth) {
    const ir_node *n = &p->node[at];
    if (depth > 64) {
        return TAIL_CHOICE;
    }
    switch ((node_kind)n->kind) {
    case N_END:
    case N_ROLL: return TAIL_PLAIN;
    case N_DEAD: return TAIL_TEST;
    case N_DO: return tail_of(p, n->next, depth + 1);
    case N_TEST: {
        int t = tail_of(p, n->next, depth + 1);
        return t > TAIL_TEST ? t : TAIL_TEST;
    }
    case N_WHEN: {
        int x = tail_of(p, n->next, depth + 1), y = tail_of(p, n->alt, depth + 1);
        return x > y ? x : y;
    }
    case N_OR:
    case N_ELSE:
    case N_FOR:
    case N_LONGEST:
    case N_MARK:
    case N_CHOICE: return TAIL_CHOICE;
    }
    return TAIL_CHOICE;
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
static void weigh(program *p, ir_node *n) {
    const ir_node *when = &p->node[n->next];
    if (ir_path(p, n)->tail <= TAIL_TEST) {
        p->fact.weight[ir_index(p, n)].weight = 1;
    } else if (!p->split && when->kind == N_WHEN && when->zone &&
               p->choice[n->choice].kind == CH_MOTION && tail_of(p, when->alt, 0) <= TAIL_TEST) {
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
    for (int ph = 0; ph < p->g->phase_count; ph++) {
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
    for (int ph = 0; ph < p->g->phase_count; ph++) {
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
    while (spread_first(p) | spread_empty(p)) {
    }
    for (int i = 0; i < p->node_count; i++) {
        p->fact.path[i].trust = 0;
        p->fact.path[i].tail = p->node[i].kind == N_CHOICE ? (uint8_t)tail_of(p, p->node[i].next, 0)
                                                           : (uint8_t)TAIL_CHOICE;
    }
    for (int i = 0; i < p->node_count; i++) {
        if (p->node[i].kind == N_CHOICE) {
            weigh(p, &p->node[i]);
        }
    }
    for (int ph = 0; ph < p->g->phase_count; ph++) {
        for (int me = 0; me < p->players; me++) {
            mark_trusted(p, p->phase[ph].start[me], 0);
        }
    }
}

// --- Verifier -------------------------------------------------------------------------

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
    case 't': return v < p->g->token_count;
    case 'v': return v < p->g->var_count;
    case 'N': return v < p->node_count;
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
           : x->op == OP_OUTCOME ? x->a >= OUT_WIN && x->a <= OUT_FINISH && x->b < p->players
                                 : 1;
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

// Where instruction `i` jumps to; a place behind it if it does not jump.
static uint32_t target_of(const program *p, uint32_t i) {
    int j = insn_jump(&p->code[i]);
    return j < 0 ? i + 1 : insn_value(&p->code[i], j);
}

static void reach(const program *p, uint32_t at, uint8_t *is_in) {
    for (; at < p->code_count && !is_in[at]; at++) {
        is_in[at] = 1;
        if (insn_jump(&p->code[at]) >= 0) {
            reach(p, target_of(p, at), is_in);
        }
        if (op_never_falls_through(p->code[at].op)) {
            return;
        }
    }
}

int ir_block(const program *p, uint32_t at, const insn **out, int cap) {
    uint8_t is_in[IR_MAX_CODE] = {0};
    int count = 0;
    reach(p, at, is_in);
    for (uint32_t i = 0; i < p->code_count; i++) {
        if (is_in[i] && count++ < cap) {
            out[count - 1] = &p->code[i];
        }
    }
    return count;
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

static int check_node(const program *p, int i, char *buf, size_t cap) {
    const ir_node *n = &p->node[i];
    int uses_reg = n->kind == N_FOR;
    if (n->kind > N_ROLL || n->next >= p->node_count || n->alt >= p->node_count ||
        (n->kind != N_ROLL && (n->code >= p->code_count || n->apply >= p->code_count)) ||
        n->reach >= p->code_count || ir_turn(p, n)->turn >= p->code_count ||
        ir_turn(p, n)->ply >= p->code_count || ir_turn(p, n)->hop >= p->code_count ||
        ir_turn(p, n)->last_hop >= p->code_count || ir_test(p, n)->reads >= p->code_count ||
        ir_test(p, n)->shield_cells >= p->code_count || ir_test(p, n)->only_test >= p->node_count ||
        ir_test(p, n)->moves_looker >= p->node_count ||
        (ir_turn(p, n)->bind != BOARD_NONE && ir_turn(p, n)->bind >= p->at.state_sets) ||
        n->explain + n->explains > p->words.explain_count ||
        (uses_reg && n->reg >= p->at.state_sets) ||
        (n->kind == N_ROLL && n->reg >= p->at.state_nums) ||
        (n->kind == N_CHOICE && (n->choice < 1 || n->choice > p->choice_count))) {
        (void)snprintf(buf, cap, "node %d is not sound", i);
        return 0;
    }
    return 1;
}

int ir_verify(const program *p, char *buf, size_t cap) {
    if (p->code_count == 0 || !op_never_falls_through(p->code[p->code_count - 1].op)) {
        (void)snprintf(buf, cap, "the code does not end");
        return 1;
    }
    for (uint32_t i = 0; i < p->code_count; i++) {
        if (!check_insn(p, i, buf, cap)) {
            return 1;
        }
    }
    for (int i = 0; i < p->node_count; i++) {
        if (!check_node(p, i, buf, cap)) {
            return 1;
        }
    }
    for (int ph = 0; ph < p->g->phase_count; ph++) {
        for (int me = 0; me < p->players; me++) {
            if (p->phase[ph].offers[me] >= p->code_count) {
                (void)snprintf(buf, cap, "phase %d is not sound", ph);
                return 1;
            }
        }
    }
    return !loops_end(p, buf, cap);
}

// --- Identity --------------------------------------------------------------------------

static uint64_t hash_number(uint64_t h, int64_t v) {
    return tsr_mix(h ^ (uint64_t)v);
}

static uint64_t hash_node(uint64_t h, const program *p, const ir_node *n) {
    const fact_path *path = ir_path(p, n);
    const fact_turn *turn = ir_turn(p, n);
    const fact_test *test = ir_test(p, n);
    const fact_weight *weight = ir_weight(p, n);
    const int64_t parts[] = {n->kind,
                             n->within,
                             path->tail,
                             path->trust,
                             path->empty,
                             weight->weight,
                             n->next,
                             n->alt,
                             n->choice,
                             n->reg,
                             n->zone ? n->zone : weight->zone,
                             n->code,
                             n->apply,
                             turn->turn,
                             turn->ply,
                             turn->bind,
                             turn->leads_on,
                             test->reads,
                             test->looks_from,
                             test->only_test,
                             weight->pair,
                             test->shield_cells,
                             test->shield_owner,
                             test->moves_looker};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        h = hash_number(h, parts[i]);
    }
    return h;
}

static uint64_t hash_board(uint64_t h, const board *b) {
    h = hash_number(h, b->cells);
    h = tsr_hash_bytes(b->all, (size_t)b->words * sizeof *b->all, h);
    for (int i = 0; i < b->shift_count; i++) {
        h = hash_number(h, b->shift[i].uniform + 2 * (b->shift[i].ray != NULL));
        h = tsr_hash_bytes(b->shift[i].to, (size_t)b->cells * sizeof *b->shift[i].to, h);
    }
    for (int i = 0; i < b->set_count; i++) {
        h = tsr_hash_bytes(b->set[i].shift, (size_t)b->set[i].count * sizeof *b->set[i].shift, h);
    }
    return tsr_hash_bytes(b->axis, (size_t)b->axis_count * sizeof *b->axis, h);
}

// Roots of code and of nodes, limits, ranges: all that is neither code nor graph.
static uint64_t hash_roots(uint64_t h, const program *p) {
    for (int i = 0; i < p->players; i++) {
        h = hash_number(h, p->root[i].endings);
        h = hash_number(h, p->root[i].whole);
        h = hash_number(h, p->root[i].later);
        h = hash_number(h, p->root[i].stuck);
        h = hash_number(h, p->root[i].score);
    }
    for (int ph = 0; ph < p->g->phase_count; ph++) {
        for (int me = 0; me < p->players; me++) {
            h = hash_number(h, p->phase[ph].start[me]);
            h = hash_number(h, p->phase[ph].offers[me]);
            for (int i = 0; i < p->phase[ph].next_count; i++) {
                h = hash_number(h, p->phase[ph].next_code[me][i]);
                h = hash_number(h, p->phase[ph].next_phase[i]);
            }
        }
    }
    for (int i = 0; i < p->past.quiet_count; i++) {
        h = hash_number(h, p->past.quiet[i].events);
        h = hash_number(h, p->past.quiet[i].labels);
        h = hash_number(h, p->past.quiet[i].limit);
    }
    for (int i = 0; i < p->g->var_count; i++) {
        h = hash_number(h, p->var_range[i].min);
        h = hash_number(h, p->var_range[i].max);
    }
    const int64_t parts[] = {p->has_stuck,
                             p->has_score,
                             p->players,
                             p->types,
                             p->past.asked_labels,
                             p->past.keep_last,
                             p->split,
                             p->past.uses_ring,
                             p->past.ring_cap,
                             p->past.latch_pair[0],
                             p->past.latch_pair[1],
                             p->size.cell_bits,
                             p->size.choice_bits,
                             p->size.max_moves,
                             p->size.state_size,
                             p->fact.one_way,
                             p->limit,
                             p->fact.overlaps,
                             (int64_t)p->past.last_choices};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        h = hash_number(h, parts[i]);
    }
    return h;
}

uint64_t ir_hash(const program *p) {
    uint64_t h = hash_number(LANG_NATIVE_ABI, p->code_count);
    h = tsr_hash_bytes(p->code, p->code_count * sizeof *p->code, h);
    for (int i = 0; i < p->node_count; i++) {
        h = hash_node(h, p, &p->node[i]);
    }
    for (int i = 1; i <= p->choice_count; i++) {
        h = hash_number(h, p->choice[i].kind | p->choice[i].type << 8 | p->choice[i].label << 16);
    }
    h = tsr_hash_bytes(p->consts, (size_t)(p->const_count * p->b.words) * sizeof *p->consts, h);
    h = tsr_hash_bytes(&p->at, sizeof p->at, h);
    h = hash_number(h, p->passes_off);
    return hash_roots(hash_board(h, &p->b), p);
}

// --- Disassembler ------------------------------------------------------------------------

static void put_set_register(tsr_out *o, const program *p, int r) {
    const ir_layout *at = &p->at;
    if (r >= at->own && r < at->own + p->players) {
        tsr_put(o, p->g->players[r - at->own].name);
    } else if (at->type != BOARD_NONE && r >= at->type && r < at->type + p->types) {
        tsr_put(o, p->g->pieces[r - at->type].name);
    } else {
        const struct {
            uint16_t reg;
            const char *name;
        } names[] = {{at->neutral, "neutral"}, {at->closed, "closed"},
                     {at->latch, "unmoved"},   {at->last_from, "last.from"},
                     {at->last_to, "last.to"}, {at->last_over, "last.over"},
                     {at->here, "here"},       {at->it, "it"},
                     {at->later, "later"},     {at->from, "from"},
                     {at->to, "to"},           {at->next_from, "next.from"},
                     {at->next_to, "next.to"}, {at->next_over, "next.over"}};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            if (names[i].reg == r && r != BOARD_NONE) {
                tsr_put(o, names[i].name);
                return;
            }
        }
        tsr_putf(o, "s%d", r);
    }
}

static void put_const(tsr_out *o, const program *p, int k) {
    int n = 0;
    tsr_put_char(o, '{');
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(p->consts + (size_t)k * (size_t)p->b.words, c) && n++ < 4) {
            tsr_putf(o, n > 1 ? " %s" : "%s", p->b.name[c] ? p->b.name[c] : "?");
        }
    }
    tsr_put(o, n > 4 ? " ...}" : "}");
}

static void put_operand(tsr_out *o, const program *p, char kind, uint16_t v) {
    switch (kind) {
    case 'D':
    case 'S':
    case 'B': put_set_register(o, p, v); break;
    case 'E':
    case 'I': tsr_putf(o, "i%u", v); break;
    case 'K': put_const(o, p, v); break;
    case 'h': tsr_putf(o, "(%d,%d)", p->b.shift[v].dx, p->b.shift[v].dy); break;
    case 'd': tsr_putf(o, "dirs%u", v); break;
    case 'j': tsr_putf(o, "->%u", v); break;
    case 'p': tsr_put(o, v == IR_NEUTRAL ? "neutral" : p->g->players[v].name); break;
    case 'y': tsr_put(o, p->g->pieces[v].name); break;
    case 't': tsr_put(o, p->g->tokens[v]); break;
    case 'v': tsr_put(o, p->g->vars[v].name); break;
    case 'N': tsr_putf(o, "node%u", v); break;
    default: tsr_putf(o, "%d", (int16_t)v); break;
    }
}

static void put_insn(tsr_out *o, const program *p, uint32_t at) {
    const insn *x = &p->code[at];
    const char *format = ir_op_format[x->op];
    tsr_putf(o, "%5u  %-9s", at, ir_op_name[x->op]);
    for (int i = 0; format[i]; i++) {
        tsr_put(o, i ? ", " : " ");
        put_operand(o, p, format[i], insn_value(x, i));
    }
    tsr_put_char(o, '\n');
}

static void put_node(tsr_out *o, const program *p, int i) {
    static const char *const kinds[] = {"END",  "DEAD", "DO",      "TEST", "WHEN",   "OR",
                                        "ELSE", "FOR",  "LONGEST", "MARK", "CHOICE", "ROLL"};
    const ir_node *n = &p->node[i];
    tsr_putf(o, "node %d  %s", i, kinds[n->kind]);
    if (n->kind == N_CHOICE) {
        tsr_putf(o, " %u code %u apply %u", n->choice, n->code, n->apply);
    } else if (n->code) {
        tsr_putf(o, " code %u", n->code);
    }
    if (ir_turn(p, n)->turn) {
        tsr_putf(o, " turn %u", ir_turn(p, n)->turn);
    }
    if (ir_test(p, n)->reads) {
        tsr_putf(o, " reads %u", ir_test(p, n)->reads);
    }
    if (ir_test(p, n)->shield_cells) {
        tsr_putf(o, " shields %u", ir_test(p, n)->shield_cells);
    }
    if (ir_test(p, n)->only_test) {
        tsr_putf(o, " test %u", ir_test(p, n)->only_test);
    }
    if (n->kind > N_DEAD) {
        tsr_putf(o, " next %u", n->next);
    }
    if (has_alt(n->kind)) {
        tsr_putf(o, " alt %u", n->alt);
    }
    tsr_put_char(o, '\n');
}

int ir_disasm(const program *p, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_putf(&o, "%s: %d cells in %d words, %u bytes a position, %d nodes, %u instructions\n",
             p->g->title, p->b.cells, p->b.words, p->size.state_size, p->node_count, p->code_count);
    for (int i = 0; i < p->node_count; i++) {
        put_node(&o, p, i);
    }
    for (uint32_t i = 0; i < p->code_count; i++) {
        put_insn(&o, p, i);
    }
    return tsr_out_end(&o);
}
