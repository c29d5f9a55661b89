// SPDX-License-Identifier: MIT
//
// Words of sets that matter, on boards of many words: a deck of cards has cells in one word of eight, and so has
// whatever is common to it and to anything else. Of the sets of a block it is found which words may have cells, going
// forward, and which of them somebody reads, going back. Only these are printed.
#include "lang/cgen/cgen_insn.h"
#include "lang/ir/expand.h"

#include <stdlib.h>
#include <string.h>

static uint32_t all_words(const cgen *g) {
    return (1u << g->p->b.words) - 1;
}

// --- Words that may have cells -------------------------------------------------------------------------

static uint32_t words_of_const(const cgen *g, int k) {
    const int words = g->p->b.words;
    uint32_t some = 0;
    for (int i = 0; i < words; i++) {
        some |= (uint32_t)(g->p->consts[k * words + i] != 0) << i;
    }
    return some;
}

static uint32_t words_of_cells(int first, int count) {
    uint32_t some = 0;
    for (int c = first; c < first + count; c++) {
        some |= 1u << (c >> 6);
    }
    return some;
}

uint32_t cgen_words_in(const cgen *g, int reg) {
    const program *p = g->p;
    if (reg >= p->at.set_count) {
        return g->span_temp[reg - p->at.set_count] & all_words(g);
    }
    return reg < p->at.state_sets || !g->span_may ? all_words(g)
                                                  : g->span_may[reg - p->at.state_sets];
}

// Of what an instruction makes of the sets it reads.
static uint32_t words_made(const cgen *g, const insn *x) {
    const program *p = g->p;
    switch ((opcode)x->op) {
    case OP_MOV:
    case OP_FIRST:
    case OP_ANDN:
    case OP_ANDNK:
    case OP_EACH: return cgen_words_in(g, x->b);
    case OP_ZERO: return 0;
    case OP_KSET:
    case OP_KANDN: return words_of_const(g, x->b);
    case OP_AND: return cgen_words_in(g, x->b) & cgen_words_in(g, x->c);
    case OP_OR: return cgen_words_in(g, x->b) | cgen_words_in(g, x->c);
    case OP_ANDK: return cgen_words_in(g, x->b) & words_of_const(g, x->c);
    case OP_SLOT: return words_of_cells(x->d, p->slot_at[(x->e >> 1) * (p->types + 1) + p->types]);
    default: return all_words(g);
    }
}

// --- Through a block -------------------------------------------------------------------------------------

typedef struct flow {
    block *b;
    int regs; // scratch registers, those of a state are read by others
    int changed;
} flow;

static uint32_t *row_of(const flow *f, uint32_t *table, int i) {
    return table + (size_t)i * (size_t)f->regs;
}

static const insn *insn_at(const flow *f, int i) {
    return &f->b->g->p->code[f->b->at[i]];
}

static int scratch(const flow *f, int reg) {
    const int r = reg - f->b->g->p->at.state_sets;
    return r < f->regs ? r : -1;
}

// Which instruction of the block it is, -1 = it is outside.
static int place_of(const block *b, int at) {
    int low = 0, high = b->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (b->at[middle] < at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < b->count && b->at[low] == at ? low : -1;
}

// What may come next; returns how many.
static int followers(const flow *f, int i, int out[2]) {
    const insn *x = insn_at(f, i);
    const int to = cgen_jump_of(x), place = to < 0 ? -1 : place_of(f->b, to);
    int n = 0;
    if (place >= 0) {
        out[n++] = place;
    }
    if (!op_never_falls_through(x->op) && i + 1 < f->b->count) {
        out[n++] = i + 1;
    }
    return n;
}

static void merge(flow *f, uint32_t *into, const uint32_t *from) {
    for (int r = 0; r < f->regs; r++) {
        f->changed |= (from[r] & ~into[r]) != 0;
        into[r] |= from[r];
    }
}

static void step_forward(flow *f, int i, uint32_t *now) {
    block *b = f->b;
    const insn *x = insn_at(f, i);
    const char *format = ir_op_format[x->op];
    int next[2];
    memcpy(now, row_of(f, b->may, i), (size_t)f->regs * sizeof *now);
    b->g->span_may = row_of(f, b->may, i);
    for (int k = 0; !b->is_dead[b->at[i]] && format[k]; k++) {
        const int r = scratch(f, insn_value(x, k));
        if (format[k] == 'D' && r >= 0) {
            now[r] = words_made(b->g, x);
        } else if (format[k] == 'B' && r >= 0 && x->op != OP_EACH) {
            now[r] = all_words(b->g);
        }
    }
    for (int n = followers(f, i, next); n > 0; n--) {
        merge(f, row_of(f, b->may, next[n - 1]), now);
    }
}

// Whoever takes a set as a whole gets no more of it than may have cells; whoever changes it must have all of it.
static void step_back(flow *f, int i, uint32_t *now) {
    block *b = f->b;
    const insn *x = insn_at(f, i);
    const char *format = b->is_dead[b->at[i]] ? "" : ir_op_format[x->op];
    const int result = scratch(f, x->a);
    uint32_t *behind = row_of(f, b->need, i), wanted = all_words(b->g);
    int next[2];
    b->g->span_may = row_of(f, b->may, i);
    for (int n = followers(f, i, next); n > 0; n--) {
        merge(f, behind, row_of(f, b->first, next[n - 1]));
    }
    memcpy(now, behind, (size_t)f->regs * sizeof *now);
    if (ir_op_class[x->op] == CLASS_CELLWISE) {
        wanted = words_made(b->g, x) & (result >= 0 ? behind[result] : wanted);
    }
    for (int k = 0; format[k]; k++) {
        if (format[k] == 'D' && scratch(f, insn_value(x, k)) >= 0) {
            now[scratch(f, insn_value(x, k))] = 0;
        }
    }
    for (int k = 0; format[k]; k++) {
        const int reg = insn_value(x, k), r = scratch(f, reg);
        if (format[k] == 'S' && r >= 0) {
            now[r] |= wanted & cgen_words_in(b->g, reg);
        } else if (format[k] == 'B' && r >= 0) {
            now[r] = all_words(b->g);
        }
    }
    merge(f, row_of(f, b->first, i), now);
}

// Locals begin empty; the cells of a choice are given.
static void begin(const flow *f) {
    const ir_layout *at = &f->b->g->p->at;
    const int given[] = {scratch(f, at->from), scratch(f, at->to)};
    for (int i = 0; i < 2; i++) {
        if (given[i] >= 0) {
            f->b->may[given[i]] = all_words(f->b->g);
        }
    }
}

// Where code is printed as it stands: a choice between two values is one of whole sets, and looks from the other side
// leave its jumps out.
static int is_plain(const block *b) {
    return b->form != FORM_END && b->form != FORM_SEEN && b->form != FORM_LOOSE;
}

void cgen_spans_find(block *b) {
    const program *p = b->g->p;
    flow f = {.b = b, .regs = p->at.set_count - p->at.state_sets};
    const size_t size = (size_t)b->count * (size_t)f.regs;
    uint32_t now[IR_MAX_SETS + 1];
    if (!cgen_has_spans(b->g) || !is_plain(b) || !size || b->at[0] != b->start) {
        return;
    }
    b->may = calloc(3 * size, sizeof *b->may);
    b->g->failed |= !b->may;
    if (!b->may) {
        return;
    }
    b->need = b->may + size;
    b->first = b->need + size;
    begin(&f);
    do {
        f.changed = 0;
        for (int i = 0; i < b->count; i++) {
            step_forward(&f, i, now);
        }
    } while (f.changed);
    do {
        f.changed = 0;
        for (int i = b->count - 1; i >= 0; i--) {
            step_back(&f, i, now);
        }
    } while (f.changed);
    b->g->span_may = NULL;
}

void cgen_spans_free(block *b) {
    free(b->may);
    b->may = b->need = b->first = NULL;
}

void cgen_spans_at(const block *b, int i) {
    const size_t regs = (size_t)(b->g->p->at.set_count - b->g->p->at.state_sets);
    b->g->span_may = b->may ? b->may + (size_t)i * regs : NULL;
    b->g->span_need = b->may ? b->need + (size_t)i * regs : NULL;
}

// --- What is printed ---------------------------------------------------------------------------------------

// Words of a register that an instruction changes, but leaves as they are.
static uint32_t words_kept(const cgen *g, const insn *x) {
    switch ((opcode)x->op) {
    case OP_OR:
        return (x->a == x->b ? ~cgen_words_in(g, x->c) : 0) |
               (x->a == x->c ? ~cgen_words_in(g, x->b) : 0);
    case OP_ANDN: return x->a == x->b ? ~cgen_words_in(g, x->c) : 0;
    case OP_ANDNK: return x->a == x->b ? ~words_of_const(g, x->c) : 0;
    default: return 0;
    }
}

cgen_span cgen_span_of(const cgen *g, const insn *x) {
    const program *p = g->p;
    const int temp = x->a - p->at.set_count;
    const uint32_t all = all_words(g);
    cgen_span s = {all, 0, all};
    if (!cgen_has_spans(g)) {
        return s;
    }
    const uint32_t made = words_made(g, x), kept = words_kept(g, x) & made;
    uint32_t need = all;
    if (temp >= 0) { // an expansion may leave parts of itself out: what was there stays possible
        need = made | g->span_temp[temp];
    } else if (x->a >= p->at.state_sets && g->span_need) {
        need = g->span_need[x->a - p->at.state_sets];
    }
    s.made = need & made & ~kept;
    s.none = need & ~made;
    for (int k = 1; ir_op_format[x->op][k]; k++) {
        s.whole &= ir_op_format[x->op][k] == 'S' ? cgen_words_in(g, insn_value(x, k)) : all;
    }
    return s;
}

void cgen_spans_note(cgen *g, const insn *x) {
    const int temp = x->a - g->p->at.set_count;
    if (ir_op_format[x->op][0] == 'D' && temp >= 0) {
        g->span_temp[temp] |= words_made(g, x);
    }
}

cgen_word cgen_operand(cgen *g, const insn *x, int k) {
    const int reg = insn_value(x, k);
    cgen_word w = cgen_reg(g, reg);
    if (ir_op_format[x->op][k] != 'S' || !cgen_has_spans(g)) {
        return w;
    }
    const uint32_t some = cgen_words_in(g, reg);
    if (some != all_words(g)) {
        const cgen_word name = w;
        cgen_need_only(g);
        cgen_set(w.t, sizeof w.t, "only(%s, 0x%x)", name.t, some);
    }
    return w;
}
