// SPDX-License-Identifier: MIT
//
// Sets while code is read (load_known.h): what follows from two of them for a third. Never less than what may be so.
#include "lang/plan/load_known.h"

int load_is_at_here(const cargo *c, int reg) {
    return (int)(c->at_here[reg / 64] >> (reg % 64) & 1);
}

static uint32_t all_owners(const program *p) {
    const uint32_t players = (1u << p->players) - 1;
    return p->at.neutral != BOARD_NONE ? players | 1u << IR_NEUTRAL : players;
}

known_set load_set_of(const reader *r, int reg) {
    const ir_layout *at = &r->p->at;
    known_set s = {.reg = reg, .cell = CELL_ANY, .kinds = ALL_KINDS};
    for (int i = r->sets - 1; i >= 0; i--) {
        if (r->set[i].reg == reg) {
            return r->set[i];
        }
    }
    if (reg == at->to && r->does && r->to >= 0) {
        s.cell = r->to;
        s.sure = 1;
    } else if (load_is_at_here(&r->c, reg)) {
        s.cell = r->c.here;
        s.sure = 1;
    } else if (reg >= at->own && reg < at->own + r->p->players) {
        s.owners = 1u << (reg - at->own);
        s.kinds = ALL_KINDS & ~NOTHING;
    } else if (at->neutral != BOARD_NONE && reg == at->neutral) {
        s.owners = 1u << IR_NEUTRAL;
        s.kinds = ALL_KINDS & ~NOTHING;
    } else if (at->type != BOARD_NONE && reg >= at->type && reg < at->type + r->p->types) {
        s.kinds = r->p->types < 63 ? NOTHING << (1 + (reg - at->type)) : ALL_KINDS;
    }
    return s;
}

// Nothing but scratch is written by what only asks.
void load_keep_set(reader *r, int reg, known_set s) {
    s.reg = reg;
    if (reg < r->p->at.state_sets || r->sets >= MOST_KNOWN) {
        r->end.failed = 1;
    } else {
        r->set[r->sets++] = s;
    }
}

// Cells that are in both, at most.
static known_set both(known_set a, known_set b) {
    known_set s = {.cell = a.cell == CELL_ANY ? b.cell : a.cell,
                   .within = a.within ? a.within : b.within,
                   .kinds = a.kinds & b.kinds};
    if (a.cell >= 0 && b.cell >= 0 && a.cell != b.cell) {
        s.cell = CELL_NONE;
    }
    s.cell = a.cell == CELL_NONE || b.cell == CELL_NONE ? CELL_NONE : s.cell;
    return s;
}

static known_set either(known_set a, known_set b) {
    known_set s = {.cell = CELL_ANY, .kinds = a.kinds | b.kinds};
    s.owners = a.owners && b.owners ? a.owners | b.owners : 0;
    if (a.cell == b.cell || b.cell == CELL_NONE) {
        s.cell = a.cell;
        s.sure = a.sure;
    } else if (a.cell == CELL_NONE) {
        s.cell = b.cell;
        s.sure = b.sure;
    }
    return s;
}

// The board without what these own: all of it, or nobody knows what.
static known_set without(const reader *r, uint32_t owners) {
    known_set s = {.cell = CELL_ANY, .kinds = ALL_KINDS};
    s.kinds = owners == all_owners(r->p) ? NOTHING : ALL_KINDS;
    return s;
}

static known_set constant(const reader *r, int k) {
    const int words = r->p->b.words;
    const uint64_t *w = r->p->consts + k * words;
    known_set s = {.cell = CELL_ANY, .within = k + 1, .kinds = ALL_KINDS};
    int count = 0, first = CELL_NONE;
    for (int i = words - 1; i >= 0; i--) {
        count += __builtin_popcountll(w[i]);
        first = w[i] ? 64 * i + __builtin_ctzll(w[i]) : first;
    }
    if (count <= 1) {
        s.cell = first;
        s.sure = count;
    }
    return s;
}

// What lies in a constant: of what is carried it is known.
static known_set lying_in(const reader *r, known_set s, int k) {
    const known_set in = constant(r, k);
    known_set out = both(s, in);
    if (s.owners == all_owners(r->p) && r->c.laden && in.cell == r->c.cell) {
        out.cell = r->c.height ? in.cell : CELL_NONE;
        out.sure = r->c.height > 0;
    }
    return out;
}

static known_set shifted(const reader *r, const insn *x) {
    const known_set s = load_set_of(r, x->b), mask = load_set_of(r, x->d);
    known_set t = {.cell = s.cell, .kinds = mask.kinds};
    if (s.cell >= 0) {
        const int to = r->p->b.shift[x->c].to[s.cell];
        t.cell = to == BOARD_NONE ? CELL_NONE : to;
    }
    return both(t, (known_set){.cell = mask.cell, .kinds = ALL_KINDS});
}

void load_write_set(reader *r, const insn *x) {
    switch ((opcode)x->op) {
    case OP_KSET: load_keep_set(r, x->a, constant(r, x->b)); break;
    case OP_AND: load_keep_set(r, x->a, both(load_set_of(r, x->b), load_set_of(r, x->c))); break;
    case OP_OR: load_keep_set(r, x->a, either(load_set_of(r, x->b), load_set_of(r, x->c))); break;
    case OP_NOT: load_keep_set(r, x->a, without(r, load_set_of(r, x->b).owners)); break;
    case OP_NOR:
        load_keep_set(r, x->a,
                      without(r, load_set_of(r, x->b).owners | load_set_of(r, x->c).owners));
        break;
    case OP_ANDK: load_keep_set(r, x->a, lying_in(r, load_set_of(r, x->b), x->c)); break;
    case OP_SHIFTAND: load_keep_set(r, x->a, shifted(r, x)); break;
    default: load_keep_set(r, x->a, (known_set){.cell = CELL_ANY, .kinds = ALL_KINDS}); break;
    }
}
