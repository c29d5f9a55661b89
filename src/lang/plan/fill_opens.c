// SPDX-License-Identifier: MIT
//
// What filling a cell opens, found before play.
//
// In some games that only fill cells, not every empty cell may be filled: a disc must lie on
// something. If it can be shown that a cell is on offer when it is empty and the one cell
// behind it, if there is one, is not, then whoever draws from a list of the cells on offer
// need not look at sets at all: the cell drawn is replaced by the one before it. As no cell is
// before itself, all empty cells are on offer in the end.
//
// It is shown cell by cell. What is on offer is made of the cells that are occupied by moving
// and joining sets, so whether cell x is among them depends on few cells: on which, and how,
// is worked out as a truth table.
#include "lang/plan/fill.h"

enum { MAX_CODE = 64, MAX_ASKED = 3 };

// A question about whether some cells are occupied: bit i of `yes` is its answer where those
// cells are whose bits are set in i.
typedef struct truth {
    uint16_t cell[MAX_ASKED];
    uint8_t cells; // MAX_ASKED + 1: of too many, or of something else
    uint8_t yes;
} truth;

typedef struct offered {
    const program *p;
    const insn *code[MAX_CODE];
    int count;
} offered;

static const truth unknown = {.cells = MAX_ASKED + 1};

static truth always(int yes) {
    return (truth){.yes = yes ? 0xff : 0};
}

static truth is_occupied(int cell) {
    return (truth){.cell = {(uint16_t)cell}, .cells = 1, .yes = 2};
}

static int place_of(truth *t, uint16_t cell) {
    for (int i = 0; i < t->cells; i++) {
        if (t->cell[i] == cell) {
            return i;
        }
    }
    if (t->cells < MAX_ASKED) {
        t->cell[t->cells] = cell;
    }
    return t->cells++;
}

// The answer where the cells of `all` are as the bits of `where` say.
static int answer(const truth *t, truth *all, int where) {
    int i = 0;
    for (int k = 0; k < t->cells; k++) {
        i |= (where >> place_of(all, t->cell[k]) & 1) << k;
    }
    return t->yes >> i & 1;
}

// Bit 2 x + y of `table` is the answer where `a` is x and `b` is y.
static truth combine(truth a, truth b, int table) {
    if (a.cells > MAX_ASKED || b.cells > MAX_ASKED) {
        return unknown;
    }
    truth sum = {.cells = 0};
    for (int i = 0; i < a.cells; i++) {
        (void)place_of(&sum, a.cell[i]);
    }
    for (int i = 0; i < b.cells; i++) {
        (void)place_of(&sum, b.cell[i]);
    }
    if (sum.cells > MAX_ASKED) {
        return unknown;
    }
    for (int i = 0; i < 1 << sum.cells; i++) {
        int both = 2 * answer(&a, &sum, i);
        both += answer(&b, &sum, i);
        sum.yes = (uint8_t)(sum.yes | (table >> both & 1) << i);
    }
    return sum;
}

enum { BOTH = 8, EITHER = 14, NEITHER = 1, FIRST_ONLY = 4, UNLIKE = 6 }; // tables

static truth in_set(const offered *o, int before, int reg, int x);

static truth in_moved(const offered *o, int before, int reg, int shift, int x, int backwards) {
    const board *b = &o->p->b;
    const uint16_t *to = b->shift[shift].to;
    if (backwards) {
        return to[x] == BOARD_NONE ? always(0) : in_set(o, before, reg, to[x]);
    }
    truth sum = always(0);
    for (int c = 0; c < b->cells; c++) {
        sum = to[c] == x ? combine(sum, in_set(o, before, reg, c), EITHER) : sum;
    }
    return sum;
}

static truth in_near(const offered *o, int before, const insn *i, int x) {
    const dirset *d = &o->p->b.set[i->c];
    truth sum = always(0);
    for (int k = 0; k < d->count; k++) {
        sum = combine(sum, in_moved(o, before, i->b, d->shift[k], x, i->op == OP_NEARB), EITHER);
    }
    return sum;
}

static int are_all_pieces(const program *p, int a, int b) {
    return a != b && a < p->players && b < p->players;
}

// Whether cell x is in what instruction `at` makes.
static truth in_result(const offered *o, int at, int x) {
    const program *p = o->p;
    const insn *i = o->code[at];
    const int w = p->b.words;
    switch ((opcode)i->op) {
    case OP_ZERO: return always(0);
    case OP_MOV: return in_set(o, at, i->b, x);
    case OP_KSET: return always(board_has(p->consts + i->b * w, x));
    case OP_NOT: return combine(always(1), in_set(o, at, i->b, x), FIRST_ONLY);
    case OP_AND: return combine(in_set(o, at, i->b, x), in_set(o, at, i->c, x), BOTH);
    case OP_ANDN: return combine(in_set(o, at, i->b, x), in_set(o, at, i->c, x), FIRST_ONLY);
    case OP_OR:
        return are_all_pieces(p, i->b, i->c)
                   ? is_occupied(x)
                   : combine(in_set(o, at, i->b, x), in_set(o, at, i->c, x), EITHER);
    case OP_NOR:
        return are_all_pieces(p, i->b, i->c)
                   ? combine(is_occupied(x), always(0), NEITHER)
                   : combine(in_set(o, at, i->b, x), in_set(o, at, i->c, x), NEITHER);
    case OP_ANDK:
        return combine(in_set(o, at, i->b, x), always(board_has(p->consts + i->c * w, x)), BOTH);
    case OP_ANDNK:
        return combine(in_set(o, at, i->b, x), always(board_has(p->consts + i->c * w, x)),
                       FIRST_ONLY);
    case OP_KANDN:
        return combine(always(board_has(p->consts + i->b * w, x)), in_set(o, at, i->c, x),
                       FIRST_ONLY);
    case OP_SHIFT: return in_moved(o, at, i->b, i->c, x, 0);
    case OP_BACK: return in_moved(o, at, i->b, i->c, x, 1);
    case OP_SHIFTAND:
        return combine(in_moved(o, at, i->b, i->c, x, 0), in_set(o, at, i->d, x), BOTH);
    case OP_NEAR:
    case OP_NEARB: return in_near(o, at, i, x);
    default: return unknown;
    }
}

// Whether cell x is in a register, as it is before instruction number `before`.
static truth in_set(const offered *o, int before, int reg, int x) {
    for (int at = before - 1; at >= 0; at--) {
        const char *format = ir_op_format[o->code[at]->op];
        if ((format[0] == 'D' || format[0] == 'B') && o->code[at]->a == reg) {
            return in_result(o, at, x);
        }
    }
    return unknown;
}

// Code that runs straight through and offers one set: answers where, or -1.
static int find_emit(offered *o, const program *p, uint32_t code) {
    int emit = -1;
    o->p = p;
    o->count = ir_block(p, code, o->code, MAX_CODE);
    for (int i = 0; i < o->count && o->count <= MAX_CODE; i++) {
        const insn *x = o->code[i];
        if (x->op == OP_EMIT && emit < 0) {
            emit = i;
        } else if (x->op != OP_RET && ir_op_format[x->op][0] != 'D') {
            return -1;
        }
    }
    return o->count <= MAX_CODE ? emit : -1;
}

// Whether going on in this direction never leads back.
static int has_ends(const board *b, int shift) {
    for (int c = 0; c < b->cells; c++) {
        int at = c;
        for (int i = 0; i < b->cells && at != BOARD_NONE; i++) {
            at = b->shift[shift].to[at];
        }
        if (at != BOARD_NONE) {
            return 0;
        }
    }
    return 1;
}

// Whether a cell is on offer when it is empty and what `shift` moves to it is not; -1 = whenever
// it is empty.
static int is_opened_by(const offered *o, int emit, int shift) {
    const board *b = &o->p->b;
    for (int x = 0; x < b->cells; x++) {
        truth expected = combine(is_occupied(x), always(0), NEITHER);
        for (int c = 0; shift >= 0 && c < b->cells; c++) {
            if (b->shift[shift].to[c] == x) {
                expected = combine(expected, is_occupied(c), BOTH);
            }
        }
        truth off = combine(expected, in_set(o, emit, o->code[emit]->a, x), UNLIKE);
        if (off.cells > MAX_ASKED || off.yes & ((1 << (1 << off.cells)) - 1)) {
            return 0;
        }
    }
    return 1;
}

// The codes of what is on offer to both players; 0 = they are not straight code over pieces.
static int read_offers(const program *p, offered o[2], int emit[2]) {
    for (int me = 0; me < 2; me++) {
        emit[me] = find_emit(&o[me], p, p->phase[0].offers[me]);
    }
    return p->players == 2 && p->at.own == 0 && p->at.neutral == BOARD_NONE &&
           p->at.closed == BOARD_NONE && emit[0] >= 0 && emit[1] >= 0;
}

int fill_opening_shift(const program *p) {
    offered o[2];
    int emit[2];
    int count = read_offers(p, o, emit) ? p->b.shift_count : 0;
    for (int s = 0; s < count; s++) {
        if (has_ends(&p->b, s) && is_opened_by(&o[0], emit[0], s) &&
            is_opened_by(&o[1], emit[1], s)) {
            return s;
        }
    }
    return -1;
}

int fill_offers_empties(const program *p) {
    offered o[2];
    int emit[2];
    return read_offers(p, o, emit) && is_opened_by(&o[0], emit[0], -1) &&
           is_opened_by(&o[1], emit[1], -1);
}
