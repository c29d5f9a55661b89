// SPDX-License-Identifier: MIT
//
// A position in the middle of a turn remembers cells: those that were chosen, and `here`. Whoever does not look into a
// hidden place sees that something was chosen there, not what (game/half_turn.h). But once the chosen thing has left its
// cell and another has come there that he knows, he would see that it was this cell. So such a cell is forgotten where
// the turn may stop; what reads it later is an error.
//
// Found by following the program, with places instead of cells: hidden areas, each player's for itself. For every cell
// that is remembered it is kept where it may lie, from which of these places things may have left since, and whether
// others may have come there after that. All of it errs on the side of what may be.
#include "lang/lower/game_stages.h"

#include <string.h>

enum { MOST_KEPT = IR_MAX_NAMED + 2, MOST_CODE = 512 };

enum { PASSED = 1, STOPS };

#define EVERYWHERE (~(uint64_t)0)

typedef struct trace {      // of one register, in places as bits
    uint64_t may;           // where its cell may lie
    uint64_t left, retaken; // ... and something may have left; come after that
} trace;

typedef struct walk {
    lower *l;
    const program *p;
    uint16_t reg[MOST_KEPT]; // what is remembered
    int count;
    trace (*at)[MOST_KEPT]; // before each node
    uint32_t *live;         // by node, a bit a register: what is read from there on
    uint8_t *stops;         // by node: whether the turn may stop there
    trace now[MOST_KEPT];
    uint64_t set[IR_MAX_SETS]; // of each register of the code that is followed
    uint64_t offered, answer;  // what that code has offered; the set it has answered
    uint32_t until;            // instructions before this one may be jumped over
    int loops;                 // and any may be done again
} walk;

// --- Places -----------------------------------------------------------------------------------------

static uint64_t place_at(const program *p, int cell) {
    int first;
    const ir_area *a = ir_area_at(p, cell, &first);
    const int whose = a ? (first - a->first) / a->size : 0;
    return a && a->hidden ? (uint64_t)1 << ((a - p->area) * IR_MAX_PLAYERS + whose) : 0;
}

static uint64_t places_of(const program *p, int konst) {
    const uint64_t *cells = p->consts + (size_t)konst * (size_t)p->b.words;
    uint64_t places = 0;
    for (int c = 0; c < p->b.cells; c++) {
        places |= board_has(cells, c) ? place_at(p, c) : 0;
    }
    return places;
}

// Where one comes to along a direction, or any of several: to areas only in games that have no board beside them.
static uint64_t places_along(const program *p, int shift) {
    uint64_t places = 0;
    for (int c = 0; c < p->b.cells; c++) {
        const int to = p->b.shift[shift].to[c];
        places |= to == BOARD_NONE ? 0 : place_at(p, to);
    }
    return places;
}

static uint64_t places_along_any(const program *p, int dirs) {
    const dirset *d = &p->b.set[dirs];
    uint64_t places = 0;
    for (int i = 0; i < d->count; i++) {
        places |= places_along(p, d->shift[i]);
    }
    return places;
}

// Where the cells may lie that an instruction leaves in its first operand.
static uint64_t places_left(const walk *w, const insn *x) {
    const uint64_t *set = w->set;
    switch ((opcode)x->op) {
    case OP_ZERO: return 0;
    case OP_KSET: return places_of(w->p, x->b);
    case OP_MOV:
    case OP_FIRST:
    case OP_EACH:
    case OP_ANDN:
    case OP_ANDNK: return set[x->b];
    case OP_AND: return set[x->b] & set[x->c];
    case OP_ANDK: return set[x->b] & places_of(w->p, x->c);
    case OP_KANDN: return places_of(w->p, x->b);
    case OP_OR: return set[x->b] | set[x->c];
    case OP_SLOT: return place_at(w->p, x->d);
    case OP_SHIFT: return x->c == w->l->next_copy ? set[x->b] : places_along(w->p, x->c);
    case OP_NEAR:
    case OP_NEARB:
    case OP_RAY:
    case OP_SIGHT:
    case OP_SLIDE:
    case OP_FARTHEST:
    case OP_VAULT: return places_along_any(w->p, x->c);
    default: return EVERYWHERE;
    }
}

// --- Code -------------------------------------------------------------------------------------------

static int kept(const walk *w, int reg) {
    int k = w->count;
    while (k-- > 0 && w->reg[k] != reg) {
    }
    return k;
}

static void write_set(walk *w, uint32_t at, int reg, uint64_t places) {
    const int k = kept(w, reg), may_not_be = w->loops || at < w->until;
    w->set[reg] = may_not_be ? w->set[reg] | places : places;
    if (k >= 0) {
        trace *t = &w->now[k];
        *t = may_not_be ? (trace){t->may | places, t->left, t->retaken} : (trace){.may = places};
    }
}

static void bring(walk *w, uint64_t from, uint64_t to) {
    for (int k = 0; k < w->count; k++) {
        trace *t = &w->now[k];
        t->left |= t->may & from;
        t->retaken |= t->left & to;
    }
}

static void follow_effect(walk *w, const insn *x) {
    const uint64_t *set = w->set;
    switch ((opcode)x->op) {
    case OP_MOVE:
    case OP_GO:
    case OP_CARRY:
    case OP_STACK: bring(w, set[x->a], set[x->b]); break;
    case OP_ADD: bring(w, 0, set[x->a]); break;
    case OP_CLEAR:
    case OP_CAPTURE: bring(w, set[x->a], 0); break;
    case OP_OWN: // what lies there stays
    case OP_TYPE:
    case OP_LATER: // goes when the turn ends
    case OP_CLOSE:
    case OP_TOKADD:
    case OP_TOKBRING:
    case OP_BURY:
    case OP_RAZE: break;
    default: bring(w, EVERYWHERE, EVERYWHERE);
    }
}

// Where the cells may lie that an instruction offers.
static uint64_t places_offered(const walk *w, const insn *x) {
    switch ((opcode)x->op) {
    case OP_EMIT: return w->set[x->a];
    case OP_EMITO: return w->set[x->a] | w->set[x->b];
    case OP_EMITC: return w->set[x->a] | places_along(w->p, x->b);
    case OP_STEP: return w->set[x->a] | places_along(w->p, x->c);
    case OP_GLIDE:
    case OP_LEAPS: return w->set[x->a] | places_along_any(w->p, x->b);
    default: return EVERYWHERE;
    }
}

static void follow_insn(walk *w, uint32_t at) {
    const insn *x = &w->p->code[at];
    const char first = ir_op_format[x->op][0];
    const int j = insn_jump(x);
    if (ir_op_class[x->op] == CLASS_BOARD) {
        follow_effect(w, x);
    } else if (op_is_offer(x->op) && x->op != OP_EMIT1 && x->op != OP_WITH) {
        w->offered |= places_offered(w, x);
    } else if (x->op == OP_RETS) {
        w->answer |= w->set[x->a];
    }
    if (first == 'D') {
        write_set(w, at, x->a, places_left(w, x));
    }
    if (j >= 0 && insn_value(x, j) > w->until) {
        w->until = insn_value(x, j);
    }
}

static int goes_back(const program *p, const insn *x) {
    const int j = insn_jump(x);
    return j >= 0 && p->code + insn_value(x, j) <= x;
}

// Runs over a code; where it loops until nothing more comes of it. `from` and `to` of a choice begin as `chosen`.
static void follow_code(walk *w, uint32_t code, uint64_t chosen) {
    const program *p = w->p;
    const insn *x[MOST_CODE];
    const int count = code ? ir_block(p, code, x, MOST_CODE) : 0;
    uint64_t before[IR_MAX_SETS];
    trace was[MOST_KEPT];
    w->until = 0;
    w->loops = count > MOST_CODE;
    w->offered = w->answer = 0;
    for (int i = 0; i < IR_MAX_SETS; i++) {
        w->set[i] = i >= p->at.to + 1 ? 0 : i == p->at.from || i == p->at.to ? chosen : EVERYWHERE;
    }
    for (int k = 0; k < w->count; k++) {
        w->set[w->reg[k]] = w->now[k].may;
    }
    for (int i = 0; i < count && i < MOST_CODE; i++) {
        w->loops |= goes_back(p, x[i]);
    }
    do {
        memcpy(before, w->set, sizeof before);
        memcpy(was, w->now, sizeof was);
        for (int i = 0; i < count && i < MOST_CODE; i++) {
            follow_insn(w, (uint32_t)(x[i] - p->code));
        }
    } while (w->loops &&
             (memcmp(before, w->set, sizeof before) != 0 || memcmp(was, w->now, sizeof was) != 0));
    if (count > MOST_CODE) { // who knows
        w->offered = w->answer = EVERYWHERE;
        bring(w, EVERYWHERE, EVERYWHERE);
    }
}

// --- What is read -----------------------------------------------------------------------------------

// Adds what a code certainly writes to *written; answers what it may read before.
static uint32_t reads_of(const walk *w, uint32_t code, uint32_t *written) {
    const insn *x[MOST_CODE];
    const int count = code ? ir_block(w->p, code, x, MOST_CODE) : 0;
    uint32_t reads = count > MOST_CODE ? ~0u & ~*written : 0, jumps = 0;
    for (int i = 0; i < count && i < MOST_CODE; i++) {
        const char *format = ir_op_format[x[i]->op];
        reads |= x[i]->op == OP_JCAN ? w->live[x[i]->a] & ~*written : 0;
        for (int k = 0; format[k]; k++) {
            const int reg =
                format[k] == 'S' || format[k] == 'B' ? kept(w, insn_value(x[i], k)) : -1;
            reads |= reg >= 0 ? 1u << reg & ~*written : 0;
        }
        jumps |= insn_jump(x[i]) >= 0;
        const int to = format[0] == 'D' && !jumps ? kept(w, x[i]->a) : -1;
        *written |= to >= 0 ? 1u << to : 0;
    }
    return reads;
}

static uint32_t reads_alone(const walk *w, uint32_t code) {
    uint32_t none = 0;
    return reads_of(w, code, &none);
}

static uint32_t reads_reasons(const walk *w, const ir_node *n) {
    uint32_t reads = reads_alone(w, n->reach);
    for (int i = 0; n->kind == N_CHOICE && i < n->explains; i++) {
        const ir_explain *e = &w->p->words.explain[n->explain + i];
        reads |= reads_alone(w, e->code) | reads_alone(w, e->cells);
    }
    return reads;
}

static uint32_t live_at(const walk *w, const ir_node *n) {
    const int is_choice = n->kind == N_CHOICE, here = kept(w, w->p->at.here),
              bound = n->kind == N_FOR ? kept(w, n->reg) : -1;
    const int is_here = (n->kind == N_WHEN && n->zone) ||
                        (is_choice && w->p->choice[n->choice].kind == CH_CONTINUE);
    const uint32_t code = n->kind == N_ROLL ? 0 : n->code; // there it is a number
    uint32_t written = bound >= 0 ? 1u << bound : 0, before = 0;
    uint32_t reads = is_choice ? reads_of(w, n->apply, &written) : 0;
    reads |= (w->live[n->next] | (ir_has_alt(n->kind) ? w->live[n->alt] : 0)) & ~written;
    reads |= reads_reasons(w, n) | (is_here && here >= 0 ? 1u << here : 0);
    const uint32_t first = reads_of(w, code, &before);
    return first | (reads & ~before);
}

static void find_live(walk *w) {
    for (int more = 1; more;) {
        more = 0;
        for (int i = 2; i < w->p->node_count; i++) {
            const uint32_t live = live_at(w, &w->p->node[i]) | w->live[i];
            more |= live != w->live[i];
            w->live[i] = live;
        }
    }
}

// --- Where turns stop ---------------------------------------------------------------------------------

static int asks(const ir_node *n) {
    switch ((node_kind)n->kind) {
    case N_OR:
    case N_ELSE:
    case N_FOR:
    case N_LONGEST:
    case N_CHOICE: return 1;
    default: return 0;
    }
}

// Behind chance, what needs no choice is done before the turn stops again.
static void stop_behind(walk *w, int node) {
    const ir_node *n = &w->p->node[node];
    if (node > 1 && !w->stops[node]) {
        w->stops[node] = asks(n) ? STOPS : PASSED;
        if (!asks(n) && n->kind != N_ROLL) {
            stop_behind(w, n->next);
            stop_behind(w, n->kind == N_WHEN ? n->alt : 0);
        }
    }
}

// Where a turn may stop, wherever the plan has it wait for a player (plan/ways_wait.c) among them: for chance and behind it, and, if not in this program then in one that asks choice by choice,
// wherever something is chosen.
static void find_stops(walk *w) {
    const program *p = w->p;
    const int divides = !p->joints && !p->distinct && !p->undivided;
    for (int i = 2; i < p->node_count; i++) {
        if (p->node[i].kind == N_ROLL) {
            stop_behind(w, ir_behind_chance(p, i));
        }
    }
    for (int i = 2; i < p->node_count; i++) {
        if (p->node[i].kind == N_ROLL || (divides && asks(&p->node[i]))) {
            w->stops[i] = STOPS;
        }
    }
}

// What is forgotten before a node, as bits of registers.
static uint32_t forgotten(const walk *w, int node) {
    uint32_t bits = 0;
    for (int k = 0; w->stops[node] == STOPS && k < w->count; k++) {
        bits |= w->at[node][k].retaken ? 1u << k & ~w->live[node] : 0;
    }
    return bits;
}

static int add_trace(trace *to, const trace *t) {
    const trace was = *to;
    *to = (trace){to->may | t->may, to->left | t->left, to->retaken | t->retaken};
    return memcmp(&was, to, sizeof was) != 0;
}

static int pass_on_to(walk *w, int node) {
    int more = 0;
    for (int k = 0; k < w->count; k++) {
        more |= add_trace(&w->at[node][k], &w->now[k]);
    }
    return more;
}

// What follows from the traces before a node for those behind it. Returns whether that is more than was known.
static int follow_node(walk *w, int node) {
    const ir_node *n = &w->p->node[node];
    const uint32_t gone = forgotten(w, node);
    for (int k = 0; k < w->count; k++) {
        w->now[k] = gone >> k & 1 ? (trace){0} : w->at[node][k];
    }
    const int bound = n->kind == N_FOR ? kept(w, n->reg) : -1;
    follow_code(w, n->kind == N_ROLL ? 0 : n->code, EVERYWHERE); // there it is a number
    if (n->kind == N_CHOICE) {
        follow_code(w, n->apply, w->offered);
    } else if (bound >= 0) {
        w->now[bound] = (trace){.may = w->answer};
    }
    const int more = pass_on_to(w, n->next);
    return (ir_has_alt(n->kind) && pass_on_to(w, n->alt)) || more;
}

static void find_traces(walk *w) {
    for (int more = 1; more;) {
        more = 0;
        for (int i = w->p->node_count - 1; i > 1; i--) {
            more |= follow_node(w, i);
        }
    }
}

// --- What is done about it ----------------------------------------------------------------------------

// The rule that chooses the cell of a register, or where turns begin if none is found.
static span chosen_at(const walk *w, int reg) {
    const insn *x[MOST_CODE];
    for (int i = 2; i < w->p->node_count; i++) {
        const ir_node *n = &w->p->node[i];
        const uint32_t code = n->kind == N_CHOICE ? n->apply : 0;
        const int count = code ? ir_block(w->p, code, x, MOST_CODE) : 0;
        for (int k = 0; k < count && k < MOST_CODE; k++) {
            if (ir_op_format[x[k]->op][0] == 'D' && x[k]->a == reg &&
                w->p->choice[n->choice].rule) {
                return w->p->choice[n->choice].rule->at;
            }
        }
    }
    return lower_first_of(w->l->g->phases[0].turn);
}

static void refuse(walk *w, int k) {
    const int named = w->reg[k] - w->p->at.named;
    const ast *r = named >= 0 && named < w->l->named ? w->l->named_rule[named] : NULL;
    const int is_told = r && r->name;
    const char *word = is_told ? r->name : w->reg[k] == w->p->at.it ? "it" : "here";
    diag *d = diag_add(w->l->diags, DIAG_CANNOT_KNOW, is_told ? r->at : chosen_at(w, w->reg[k]),
                       "others could see what was chosen");
    diag_note(d, "the turn may stop, something else may lie there by then, and `%s` is read later",
              word);
    diag_help(d, "do all that needs `%s` before anything else is brought to where it lay", word);
}

// Before a node: these registers hold nothing.
static int forget_node(walk *w, uint32_t bits, int next) {
    const int node = lower_new_node(w->l, N_DO, next, 0);
    const uint32_t code = lower_begin_code(w->l);
    for (int k = 0; k < w->count; k++) {
        if (bits >> k & 1) {
            lower_emit(w->l, OP_ZERO, w->reg[k], 0, 0, 0, 0);
        }
    }
    lower_end_code(w->l, 1);
    w->l->p->node[node].code = code;
    return node;
}

// Behind a roll, or where somebody else is asked, nothing is done before the turn stops: it was done before.
static int is_let(const program *p, int node) {
    int found = 0;
    for (int i = 2; i < p->node_count; i++) {
        found |= ir_is_let(&p->node[i]) && p->node[i].next == node;
    }
    return found;
}

static void forget_behind(walk *w, int node) {
    ir_node *n = &w->l->p->node[node];
    uint16_t *const next[] = {&n->next, &n->alt};
    const int edges = n->kind == N_ROLL || is_let(w->p, node) ? 0 : 1 + ir_has_alt(n->kind);
    for (int i = 0; i < edges; i++) {
        const uint32_t bits = forgotten(w, *next[i]);
        *next[i] = bits ? (uint16_t)forget_node(w, bits, *next[i]) : *next[i];
    }
}

static void settle(walk *w) {
    const int count = w->p->node_count, stops = w->p->split || w->p->size.max_chance > 0;
    for (int i = 2; i < count; i++) {
        for (int k = 0; k < w->count && w->stops[i] == STOPS; k++) {
            if (w->at[i][k].retaken && w->live[i] >> k & 1 && !w->l->diags->errors) {
                refuse(w, k);
            }
        }
    }
    for (int i = 2; i < count && stops && !w->l->diags->errors; i++) {
        forget_behind(w, i);
    }
}

void lower_forget_retaken(lower *l) {
    program *p = l->p;
    const size_t nodes = (size_t)p->node_count;
    walk *w = p->unknown < 0 ? NULL : arena_new(l->a, sizeof *w);
    int hidden = 0;
    for (int i = 0; i < p->areas; i++) {
        hidden |= p->area[i].hidden;
    }
    if (!w || !hidden) {
        return;
    }
    memset(w, 0, sizeof *w);
    w->l = l;
    w->p = p;
    for (int i = 0; i < p->named_count; i++) {
        w->reg[w->count++] = (uint16_t)(p->at.named + i);
    }
    w->reg[w->count++] = p->at.here;
    if (p->at.it != BOARD_NONE) {
        w->reg[w->count++] = p->at.it;
    }
    w->at = arena_new(l->a, nodes * sizeof *w->at);
    w->live = arena_new(l->a, nodes * sizeof *w->live);
    w->stops = arena_new(l->a, nodes);
    if (w->at && w->live && w->stops) {
        memset(w->stops, 0, nodes);
        memset(w->at, 0, nodes * sizeof *w->at);
        memset(w->live, 0, nodes * sizeof *w->live);
        find_stops(w);
        find_live(w);
        find_traces(w);
        settle(w);
    }
}
