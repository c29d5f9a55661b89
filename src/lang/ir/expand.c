// SPDX-License-Identifier: MIT
//
// Instructions about pieces as sets that are cut and joined. A set to work on is copied first: it may be one
// of the registers that change.
#include "lang/ir/expand.h"

typedef struct expansion {
    const program *p;
    insn *out;
    int count;
} expansion;

static int add(expansion *e, opcode op, int a, int b, int c) {
    e->out[e->count] = (insn){(uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)c, 0, 0};
    return e->count++;
}

static void join(expansion *e, int reg, int cells) {
    (void)add(e, OP_OR, reg, reg, cells);
}

static void cut(expansion *e, int reg, int cells) {
    if (reg != BOARD_NONE) {
        (void)add(e, OP_ANDN, reg, reg, cells);
    }
}

// A jump whose target is not known yet, and the place where it leads.
static int jump(expansion *e, opcode op, int a, int b) {
    return add(e, op, a, b, 0);
}

static void land(expansion *e, int at) {
    insn *x = &e->out[at];
    *insn_operand(x, insn_jump(x)) = (uint16_t)e->count;
}

static int copy(expansion *e, int k, int set) {
    const int temp = expand_temp(e->p, k);
    (void)add(e, OP_MOV, temp, set, 0);
    return temp;
}

static int owner_reg(const program *p, int player) {
    return player == IR_NEUTRAL ? p->at.neutral : p->at.own + player;
}

// The register of a type, BOARD_NONE where pieces have none.
static int type_reg(const program *p, int type) {
    return p->at.type == BOARD_NONE ? BOARD_NONE : p->at.type + type;
}

static void join_type(expansion *e, int type, int cells) {
    if (e->p->at.type != BOARD_NONE) {
        join(e, type_reg(e->p, type), cells);
    }
}

static void cut_owners(expansion *e, int cells) {
    for (int i = 0; i < e->p->players; i++) {
        cut(e, e->p->at.own + i, cells);
    }
    cut(e, e->p->at.neutral, cells);
}

static void cut_types(expansion *e, int cells) {
    for (int i = 0; i < e->p->types; i++) {
        cut(e, type_reg(e->p, i), cells);
    }
}

static void note(expansion *e, uint32_t events) {
    if (e->p->fact.heeds_events) {
        (void)add(e, OP_EVENT, (int)(events & 0xffff), (int)(events >> 16), 0);
    }
}

// Temporary 0: the cells of a set on which something stands.
static int occupied(expansion *e, int cells) {
    const int found = copy(e, 0, e->p->at.own);
    for (int i = 1; i < e->p->players; i++) {
        join(e, found, e->p->at.own + i);
    }
    if (e->p->at.neutral != BOARD_NONE) {
        join(e, found, e->p->at.neutral);
    }
    (void)add(e, OP_AND, found, found, cells);
    return found;
}

static void clear(expansion *e, const insn *x) {
    const int cells = copy(e, 0, x->a);
    cut_owners(e, cells);
    cut_types(e, cells);
    cut(e, e->p->at.latch, cells);
}

static void put(expansion *e, const insn *x, int is_free) {
    const int cells = copy(e, 0, x->a);
    if (!is_free) {
        (void)add(e, OP_CLEAR, cells, 0, 0);
    }
    join(e, owner_reg(e->p, x->b), cells);
    join_type(e, x->c, cells);
    if (is_free) {
        cut(e, e->p->at.latch, cells);
    }
}

// Where nobody asks what happened it is no more than that: what is taken off an empty cell is nothing.
static void capture(expansion *e, const insn *x) {
    if (!e->p->fact.heeds_events) {
        clear(e, x);
        return;
    }
    const int cells = occupied(e, x->a), none = jump(e, OP_JNONE, cells, 0);
    (void)add(e, OP_CLEAR, cells, 0, 0);
    note(e, EVENT_CAPTURE);
    land(e, none);
}

static void move(expansion *e, const insn *x, int is_free) {
    const program *p = e->p;
    const int from = copy(e, 0, x->a), to = copy(e, 1, x->b), own = owner_reg(p, x->c);
    cut(e, own, from); // first, so that a round trip does not capture itself
    cut(e, type_reg(p, x->d), from);
    cut(e, p->at.latch, from);
    if (!is_free) {
        (void)add(e, OP_CAPTURE, to, 0, 0);
    }
    join(e, own, to);
    join_type(e, x->d, to);
    cut(e, p->at.latch, to);
    note(e, event_of_type(x->d));
}

// If a register has cell `from`, it has cell `to` instead.
static void carry_in(expansion *e, int reg, int from, int to) {
    const int apart = jump(e, OP_JAPART, reg, from);
    cut(e, reg, from);
    join(e, reg, to);
    land(e, apart);
}

// Whatever stands on one cell; without a capture event, `bring` is no attack.
static void carry(expansion *e, const insn *x) {
    const program *p = e->p;
    const int from = expand_temp(p, 1), to = expand_temp(p, 2);
    (void)add(e, OP_FIRST, from, x->a, 0);
    (void)add(e, OP_FIRST, to, x->b, 0);
    const int nowhere = jump(e, OP_JNONE, to, 0), stays = jump(e, OP_JSAME, from, to);
    const int nothing = jump(e, OP_JNONE, occupied(e, from), 0);
    (void)add(e, OP_CLEAR, to, 0, 0);
    for (int i = 0; i < p->players; i++) {
        carry_in(e, p->at.own + i, from, to);
    }
    if (p->at.neutral != BOARD_NONE) {
        carry_in(e, p->at.neutral, from, to);
    }
    for (int i = 0; p->at.type != BOARD_NONE && i < p->types; i++) {
        carry_in(e, p->at.type + i, from, to);
    }
    cut(e, p->at.latch, from);
    land(e, nowhere);
    land(e, stays);
    land(e, nothing);
}

static void change_owner(expansion *e, const insn *x) {
    const int cells = occupied(e, x->a);
    cut_owners(e, cells);
    join(e, owner_reg(e->p, x->b), cells);
}

static void change_type(expansion *e, const insn *x) {
    if (e->p->at.type != BOARD_NONE) {
        const int cells = occupied(e, x->a);
        cut_types(e, cells);
        join_type(e, x->b, cells);
        cut(e, e->p->at.latch, cells);
    }
}

static void close_cells(expansion *e, const insn *x) {
    const int cells = copy(e, 0, x->a);
    (void)add(e, OP_CLEAR, cells, 0, 0);
    join(e, e->p->at.closed, cells);
}

static void note_motion(expansion *e, const insn *x) {
    const ir_layout *at = &e->p->at;
    if (at->next_to == BOARD_NONE) {
        return;
    }
    const int from = copy(e, 0, x->a), to = copy(e, 1, x->b);
    const int later = jump(e, OP_JANY, at->next_from, 0);
    (void)add(e, OP_MOV, at->next_from, from, 0);
    land(e, later);
    (void)add(e, OP_BETWEEN, at->next_over, from, to);
    (void)add(e, OP_MOV, at->next_to, to, 0);
}

int ir_expand(const program *p, const insn *x, insn *out) {
    expansion e = {.p = p, .out = out};
    switch ((opcode)x->op) {
    case OP_PUT: put(&e, x, 0); break;
    case OP_ADD: put(&e, x, 1); break;
    case OP_CLEAR: clear(&e, x); break;
    case OP_CAPTURE: capture(&e, x); break;
    case OP_LATER: join(&e, p->at.later, x->a); break;
    case OP_MOVE: move(&e, x, 0); break;
    case OP_GO: move(&e, x, 1); break;
    case OP_CARRY: carry(&e, x); break;
    case OP_OWN: change_owner(&e, x); break;
    case OP_TYPE: change_type(&e, x); break;
    case OP_CLOSE: close_cells(&e, x); break;
    case OP_NOTE: note_motion(&e, x); break;
    default: return -1;
    }
    return e.count;
}
