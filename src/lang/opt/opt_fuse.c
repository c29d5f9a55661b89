// SPDX-License-Identifier: MIT
//
// Fusing: groups of instructions that often stand together become one. Each rule looks
// at an instruction and at what made its operands, which nobody else may read.
#include "lang/opt/opt.h"

#include <string.h>

// The instruction that made `reg` for reader `at` alone, with operands that are still the
// same there; -1 = none.
static int maker(region *g, uint16_t reg, opcode op, int at) {
    region_reg *r = region_set(g, reg);
    if (!r || r->shared || r->uses != 1 || r->def < 0 || g->x[r->def].op != op ||
        !region_dominates(g, r->def, at) || g->epoch[r->def] != g->epoch[at]) {
        return -1;
    }
    const char *format = ir_op_format[op];
    for (int k = 1; format[k]; k++) {
        region_reg *from = format[k] == 'S' ? region_set(g, *insn_operand(&g->x[r->def], k)) : NULL;
        if (from && (from->shared || from->def < 0)) {
            return -1;
        }
    }
    return r->def;
}

static insn make(opcode op, int a, int b, int c, int d, int e) {
    insn x = {(uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)c, (uint16_t)d, (uint16_t)e};
    return x;
}

// NOT of OR.
static int fuse_nor(region *g, int at, uint8_t *keep) {
    int or = maker(g, g->x[at].b, OP_OR, at);
    if (or < 0) {
        return 0;
    }
    g->x[at] = make(OP_NOR, g->x[at].a, g->x[or].b, g->x[or].c, 0, 0);
    keep[or] = 0;
    return 1;
}

// A look one way from a cell of a loop, which opt_values made a shift of: as the looks beside it, so that the loop can
// take whole sets.
static int fuse_one_way(region *g, int at, uint16_t look, uint16_t who, uint8_t *keep) {
    const int back = maker(g, look, OP_BACK, at);
    const region_reg *cell = back < 0 ? NULL : region_set(g, g->x[back].b);
    board *b = &g->p->b;
    if (!cell || cell->def < 0 || g->x[cell->def].op != OP_EACH ||
        b->set_count == BOARD_MAX_DIRSETS) {
        return 0;
    }
    const uint16_t dirs = board_dirset(b, &g->x[back].c, 1);
    if (!b->lattice) {
        board_need_near(b, dirs);
    }
    g->x[at] = make(OP_JNEARB, g->x[back].b, dirs, who, g->x[at].c, 0);
    keep[back] = 0;
    return 1;
}

// A look that is only compared with a set.
static int fuse_look(region *g, int at, uint8_t *keep) {
    insn x = g->x[at];
    for (int swap = 0; swap < 2; swap++) {
        uint16_t look = swap ? x.b : x.a, who = swap ? x.a : x.b;
        int sight = maker(g, look, OP_SIGHT, at), near = maker(g, look, OP_NEARB, at);
        if (sight >= 0) {
            const insn *s = &g->x[sight];
            g->x[at] = make(OP_JSIGHT, s->b, s->c, s->d, who, x.c);
            board_need_reach(&g->p->b, s->c);
            keep[sight] = 0;
            return 1;
        }
        if (near >= 0) {
            g->x[at] = make(OP_JNEARB, g->x[near].b, g->x[near].c, who, x.c, 0);
            keep[near] = 0;
            return 1;
        }
        if (fuse_one_way(g, at, look, who, keep)) {
            return 1;
        }
    }
    return 0;
}

static int fuse_shift(region *g, int at, uint8_t *keep) {
    insn x = g->x[at];
    for (int swap = 0; swap < 2; swap++) {
        int shift = maker(g, swap ? x.c : x.b, OP_SHIFT, at);
        if (shift >= 0) {
            const insn *s = &g->x[shift];
            g->x[at] = make(OP_SHIFTAND, x.a, s->b, s->c, swap ? x.b : x.c, 0);
            keep[shift] = 0;
            return 1;
        }
    }
    return 0;
}

static int fuse_step(region *g, int at, uint8_t *keep) {
    int moved = maker(g, g->x[at].a, OP_SHIFTAND, at);
    if (moved < 0 || g->x[moved].c != g->x[at].b) {
        return 0;
    }
    const insn *m = &g->x[moved];
    g->x[at] = make(OP_STEP, m->b, m->d, m->c, g->x[at].c, 0);
    keep[moved] = 0;
    return 1;
}

// Whether nothing reads or writes `reg` after `at`, whose loop is in no other loop.
static int is_last_mention(region *g, uint16_t reg, int at) {
    for (int i = at + 1; i < g->count; i++) {
        const char *format = ir_op_format[g->x[i].op];
        if (g->x[i].op == OP_JMP && g->x[i].a < at) {
            return 0;
        }
        for (int k = 0; format[k]; k++) {
            if ((format[k] == 'S' || format[k] == 'B' || format[k] == 'D') &&
                *insn_operand(&g->x[i], k) == reg) {
                return 0;
            }
        }
    }
    return 1;
}

// EACH piece: SIGHT or NEAR, AND target, EMITO, back: one instruction for all pieces.
static int fuse_pieces(region *g, int at, uint8_t *keep) {
    if (at + 4 >= g->count) {
        return 0;
    }
    const insn *each = &g->x[at], *look = each + 1, *and = each + 2, *emit = each + 3,
               *back = each + 4;
    int glide = look->op == OP_SIGHT;
    region_reg *pieces = region_set(g, each->b), *seen = region_set(g, look->a),
               *cell = region_set(g, each->a), *target = region_set(g, and->a);
    if ((!glide && look->op != OP_NEAR) || and->op != OP_AND || emit->op != OP_EMITO ||
        back->op != OP_JMP || back->a != at || each->c != at + 5 || look->b != each->a ||
        emit->a != each->a || emit->b != and->a || !pieces || !is_last_mention(g, each->b, at) ||
        !cell || cell->uses != 2 || !seen || seen->uses != 1 || !target || target->uses != 1 ||
        (and->b != look->a && and->c != look->a)) {
        return 0;
    }
    uint16_t goal = and->b == look->a ? and->c : and->b;
    g->x[at] = glide ? make(OP_GLIDE, each->b, look->c, look->d, goal, emit->c)
                     : make(OP_LEAPS, each->b, look->c, goal, emit->c, 0);
    memset(keep + at + 1, 0, 4);
    return 1;
}

// EACH cell: looks from it that all lead to one place, back: the looks take whole sets.
static int fuse_looks(region *g, int at, uint8_t *keep) {
    const insn *each = &g->x[at];
    int end = at + 1;
    region_reg *cells = region_set(g, each->b);
    while (end < g->count && (g->x[end].op == OP_JSIGHT || g->x[end].op == OP_JNEARB) &&
           g->x[end].a == each->a) {
        const insn *look = &g->x[end];
        uint16_t who = look->op == OP_JSIGHT ? look->d : look->c;
        uint16_t to = look->op == OP_JSIGHT ? look->e : look->d;
        if (who == each->a || to <= at || (look->op == OP_JSIGHT && look->c == each->a)) {
            return 0;
        }
        end++;
    }
    if (end == at + 1 || end >= g->count || g->x[end].op != OP_JMP || g->x[end].a != at ||
        each->c != end + 1 || !cells || !is_last_mention(g, each->b, at)) {
        return 0;
    }
    region_reg *cell = region_set(g, each->a);
    if (!cell || cell->uses != end - at - 1) {
        return 0;
    }
    for (int i = at + 1; i < end; i++) {
        g->x[i].a = each->b;
    }
    keep[at] = keep[end] = 0;
    return 1;
}

// A copy of something that nobody changes.
static int fuse_copy(region *g, int at, uint8_t *keep) {
    region_reg *to = region_set(g, g->x[at].a), *from = region_set(g, g->x[at].b);
    if (!to || to->shared || !from || from->shared || from->uses != 1 || from->def < 0 ||
        !region_dominates(g, from->def, at) || !op_is_pure(g->x[from->def].op) || to->def != at) {
        return 0;
    }
    g->x[from->def].a = g->x[at].a;
    keep[at] = 0;
    return 1;
}

// Instructions that offer nothing for no pieces need not be jumped over.
static int fuse_guard(region *g, int at, uint8_t *keep) {
    int to = g->x[at].b;
    if (to <= at + 1 || to > at + 4) {
        return 0;
    }
    for (int i = at + 1; i < to; i++) {
        uint16_t op = g->x[i].op;
        if ((op != OP_STEP && op != OP_GLIDE && op != OP_LEAPS) || g->x[i].a != g->x[at].a) {
            return 0;
        }
    }
    keep[at] = 0;
    return 1;
}

// NOT without something.
static int fuse_without(region *g, int at, uint8_t *keep) {
    int not = maker(g, g->x[at].b, OP_NOT, at);
    if (not < 0) {
        return 0;
    }
    g->x[at] = make(OP_NOR, g->x[at].a, g->x[not ].b, g->x[at].c, 0, 0);
    keep[not ] = 0;
    return 1;
}

static int is_whole_board(const program *p, int constant) {
    const int w = p->b.words;
    return memcmp(p->consts + constant * w, p->b.all, (size_t)w * sizeof *p->consts) == 0;
}

// RAYHIT of all cells without some of them: of the others. They are found where the
// constant of all cells stood.
static int fuse_hits(region *g, int at, uint8_t *keep) {
    int hits = maker(g, g->x[at].b, OP_RAYHIT, at);
    int all = hits < 0 ? -1 : maker(g, g->x[hits].b, OP_KSET, hits);
    region_reg *some = region_set(g, g->x[at].c), *to = region_set(g, g->x[at].a);
    if (all < 0 || !to || to->shared || !is_whole_board(g->p, g->x[all].b) ||
        g->epoch[all] != g->epoch[at] ||
        (some && (some->shared || some->def < 0 || !region_dominates(g, some->def, all)))) {
        return 0;
    }
    g->x[all] = make(OP_NOT, g->x[all].a, g->x[at].c, 0, 0, 0);
    g->x[hits].a = g->x[at].a;
    keep[at] = 0;
    return 1;
}

// A constant without something.
static int fuse_const(region *g, int at, uint8_t *keep) {
    int k = maker(g, g->x[at].b, OP_KSET, at);
    if (k < 0) {
        return 0;
    }
    g->x[at] = make(OP_KANDN, g->x[at].a, g->x[k].b, g->x[at].c, 0, 0);
    keep[k] = 0;
    return 1;
}

static int fuse_at(region *g, int at, uint8_t *keep) {
    switch ((opcode)g->x[at].op) {
    case OP_NOT: return fuse_nor(g, at, keep);
    case OP_JMEET: return fuse_look(g, at, keep);
    case OP_ANDN:
        return fuse_const(g, at, keep) || fuse_without(g, at, keep) || fuse_hits(g, at, keep);
    case OP_AND: return fuse_shift(g, at, keep);
    case OP_EMITC: return fuse_step(g, at, keep);
    case OP_EACH: return fuse_pieces(g, at, keep) || fuse_looks(g, at, keep);
    case OP_MOV: return fuse_copy(g, at, keep);
    case OP_JNONE: return fuse_guard(g, at, keep);
    default: return 0;
    }
}

void opt_fuse(region *g) {
    uint8_t keep[REGION_MAX];
    if (!pass_on(g->p, PASS_fuse)) {
        return;
    }
    for (int at = 0; at < g->count; at++) {
        const int is_loop = g->x[at].op == OP_EACH;
        memset(keep, 1, sizeof keep);
        if (fuse_at(g, at, keep)) {
            region_keep(g, keep);
            region_count(g);
            // What was fused may be part of another group; what a loop went through was copied far in front of it.
            at = at > 24 && !is_loop ? at - 24 : -1;
        }
    }
}
