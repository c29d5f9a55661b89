// SPDX-License-Identifier: MIT
//
// Code run on what is known of a turn that carries things (load.h). What is not known is left open, so that what may be
// offered is never less than what is; effects that cannot be followed are given up on.
#include <string.h>

#include "lang/plan/load_known.h"

enum { MOST_STEPS = 64, MOST_FORKS = 6 };

// --- Numbers ---------------------------------------------------------------------------------------

static const known_number *number_of(const reader *r, int reg) {
    for (int i = r->nums - 1; i >= 0; i--) {
        if (r->num[i].reg == reg) {
            return r->num[i].open >= 0 ? &r->num[i] : NULL;
        }
    }
    return NULL;
}

// open -1 = it is not known.
static void keep_number(reader *r, int reg, int32_t value, int open) {
    if (reg < r->p->at.state_nums) {
        r->end.failed |= !r->does || open != 0;
        r->c.number = reg;
        r->c.value = value;
    } else if (r->nums >= MOST_KNOWN) {
        r->end.failed = 1;
    } else {
        r->num[r->nums++] = (known_number){reg, open, value};
    }
}

static void read_height(reader *r, const insn *x) {
    const known_set s = load_set_of(r, x->b);
    const int load = r->c.laden && (s.cell == CELL_NONE || (s.sure && s.cell == r->c.cell));
    const int pile = !r->c.laden && s.sure && s.cell == r->c.here;
    const int height = s.cell == CELL_NONE ? 0 : r->c.height;
    keep_number(r, x->a, height, load || pile ? height == LOAD_ROWS - 1 : -1);
}

// 1 = it is so, 0 = it is not, -1 = that is not known.
static int compares(const reader *r, const insn *x) {
    const known_number *a = number_of(r, x->a), *b = number_of(r, x->b);
    if (!a || !b || (a->open && b->open)) {
        return -1;
    }
    const int less = a->value<b->value, more = a->value> b->value;
    if ((a->open && !more) || (b->open && !less)) {
        return -1;
    }
    return x->op == OP_JLT   ? less
           : x->op == OP_JLE ? !more
           : x->op == OP_JEQ ? !less && !more
                             : less || more;
}

// --- Effects ---------------------------------------------------------------------------------------

// The choice at hand becomes where the turn stands.
static void stand(reader *r, int reg) {
    if (r->c.here != r->to) {
        memset(r->c.at_here, 0, sizeof r->c.at_here);
    }
    r->c.here = r->to;
    r->c.at_here[reg / 64] |= (uint64_t)1 << (reg % 64);
}

static void bring(reader *r, const insn *x) {
    const known_set from = load_set_of(r, x->a), to = load_set_of(r, x->b);
    const int n = r->c.value, known = r->c.number == x->c && n >= 0 && n < LOAD_ROWS - 1;
    cargo *c = &r->c;
    r->end.failed |= !known || (x->d & ~(unsigned)PILE_BOTTOM) || !from.sure || !to.sure;
    if (r->end.failed) {
        return;
    }
    if (!c->laden && from.cell == c->here && to.cell != c->here) {
        c->laden = 1;
        c->cell = to.cell;
        c->height = n < c->height ? n : c->height;
    } else if (c->laden && from.cell == c->cell && to.cell == c->here) {
        c->height -= n < c->height ? n : c->height;
    } else {
        r->end.failed = 1;
    }
}

// --- Code ------------------------------------------------------------------------------------------

static void offer(reader *r, known_set s) {
    if (s.cell == CELL_NONE && s.reg >= 0) {
        return;
    }
    r->end.failed |= r->offered++ > 0;
    r->end.failed |= r->end.offers && (r->end.cell != s.cell || r->end.within != s.within);
    r->end.offers = 1;
    r->end.cell = s.cell;
    r->end.within = s.within;
    r->end.kinds |= s.kinds;
}

static int is_any(const reader *r, int reg) {
    const known_set s = load_set_of(r, reg);
    return s.cell == CELL_NONE ? 0 : s.sure ? 1 : -1;
}

// Whether a jump is taken, -1 = nobody knows.
static int is_taken(const reader *r, const insn *x) {
    int any;
    switch ((opcode)x->op) {
    case OP_JMP: return 1;
    case OP_JLT:
    case OP_JLE:
    case OP_JEQ:
    case OP_JNE: return compares(r, x);
    case OP_JANY: return is_any(r, x->a);
    case OP_JNONE: any = is_any(r, x->a); return any < 0 ? any : !any;
    default: return -1;
    }
}

static void step(reader *r, const insn *x) {
    switch ((opcode)x->op) {
    case OP_MOV:
        if (r->does && x->b == r->p->at.to && r->to >= 0) {
            stand(r, x->a);
        } else {
            load_keep_set(r, x->a, load_set_of(r, x->b));
        }
        return;
    case OP_KINT: keep_number(r, x->a, (int32_t)((uint32_t)x->b | (uint32_t)x->c << 16), 0); return;
    case OP_IMOV: {
        const known_number *n = number_of(r, x->b);
        keep_number(r, x->a, n ? n->value : 0, n ? n->open : -1);
        return;
    }
    case OP_HEIGHT: read_height(r, x); return;
    case OP_EMIT: offer(r, load_set_of(r, x->a)); return;
    case OP_EMIT1: offer(r, (known_set){.reg = -1, .cell = CELL_NONE}); return;
    case OP_STACK: bring(r, x); return;
    case OP_EVENT:
    case OP_TYPE: return; // neither how high anything is nor where it lies
    default: break;
    }
    if (ir_op_class[x->op] <= CLASS_SET) {
        load_write_set(r, x);
    } else if (ir_op_class[x->op] == CLASS_NUMBER) {
        keep_number(r, x->a, 0, -1);
    } else {
        r->end.failed = 1;
    }
}

static void read_on(reader *r, uint32_t at);

// Both ways; only where nothing is done.
static void read_both(reader *r, uint32_t at, uint32_t target) {
    reader other = *r;
    if (r->does || r->forks++ >= MOST_FORKS) {
        r->end.failed = 1;
        return;
    }
    other.forks = r->forks;
    read_on(&other, target);
    r->end = other.end;
    r->forks = other.forks;
    if (!r->end.failed) {
        read_on(r, at + 1);
    }
}

static void read_on(reader *r, uint32_t at) {
    for (; !r->end.failed; at++) {
        const insn *x = &r->p->code[at];
        const int is_jump = ir_op_class[x->op] == CLASS_JUMP;
        r->end.failed |= r->steps++ > MOST_STEPS;
        if (x->op == OP_RET) {
            r->end.says_yes |= x->a == VM_YES;
            r->end.says_no |= x->a == VM_NO;
            return;
        }
        if (!is_jump) {
            step(r, x);
            continue;
        }
        const uint32_t target = insn_value(x, insn_jump(x));
        const int taken = is_taken(r, x);
        if (taken < 0) {
            read_both(r, at, target);
            return;
        }
        at = taken ? target - 1 : at;
    }
}

code_end load_ask(const program *p, uint32_t code, const cargo *c) {
    reader r = {.p = p, .c = *c, .to = -1};
    read_on(&r, code);
    return r.end;
}

code_end load_do(const program *p, uint32_t code, cargo *c, int to) {
    reader r = {.p = p, .c = *c, .does = 1, .to = to};
    if (code) {
        read_on(&r, code);
    }
    r.end.failed |= !load_is_at_here(&r.c, p->at.here);
    *c = r.c;
    return r.end;
}
