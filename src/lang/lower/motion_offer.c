// SPDX-License-Identifier: MIT
//
// Where a motion may go: the code that offers it.
//
// A motion of many pieces in few directions is offered as classes (all targets of one shift together),
// otherwise piece by piece.
#include "lang/ir/pass.h"
#include "lang/lower/choice.h"

enum { CLASS_LIMIT = 4 };

typedef struct motion {
    const ast *m;
    value dirs;
    int from;   // register: the pieces that may move
    int target; // register
    int empty;
    int over; // register, hop and vault
} motion;

// What may be landed on when nothing is said: empty or enemy; a hop needs room.
int lower_default_target(lower *l, const ast *m) {
    int empty = lower_empty(l);
    if (m->num >= MOTION_HOP) {
        return empty;
    }
    int r = lower_new_set(l);
    lower_emit(l, OP_OR, r, empty, lower_enemies(l), 0, 0);
    return r;
}

static void find_sets(lower *l, motion *m) {
    m->empty = lower_empty(l);
    m->target =
        m->m->b ? lower_set(l, m->m->b, "a motion ends on cells") : lower_default_target(l, m->m);
    if (m->m->num >= MOTION_HOP) {
        m->over = lower_set(l, m->m->list, "a hop crosses cells");
        if (l->p->at.later != BOARD_NONE) { // nothing is crossed twice
            int r = lower_new_set(l);
            lower_emit(l, OP_ANDN, r, m->over, l->p->at.later, 0, 0);
            m->over = r;
        }
    }
}

static uint16_t dirs_with_rays(lower *l, const value *dirs) {
    for (int i = 0; i < dirs->count; i++) {
        board_need_ray(l->b, dirs->shift[i]);
    }
    return board_dirset(l->b, dirs->shift, dirs->count);
}

// --- All pieces at once ---------------------------------------------------------------------------

// The whole way of a motion that is offered as a class, as one shift.
static uint16_t whole_shift(lower *l, const motion *m, uint16_t s) {
    int steps = m->m->num == MOTION_HOP                                  ? 2
                : m->m->num == MOTION_SLIDE && m->m->flag & MOTION_REACH ? motion_reach_max(m->m)
                                                                         : 1;
    uint16_t whole = s;
    for (int k = 1; k < steps; k++) {
        whole = board_shift_join(l->b, whole, s);
    }
    return whole;
}

// Whether no two directions lead from one cell to the same one, as they may on a small board that
// wraps: that would be one move, offered twice.
static int classes_differ(lower *l, const motion *m) {
    for (int i = 0; i < m->dirs.count; i++) {
        for (int k = 0; k < i; k++) {
            const uint16_t *x = l->b->shift[whole_shift(l, m, m->dirs.shift[i])].to;
            const uint16_t *y = l->b->shift[whole_shift(l, m, m->dirs.shift[k])].to;
            for (int c = 0; c < l->b->cells; c++) {
                if (x[c] != BOARD_NONE && x[c] == y[c]) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

// All pieces at once, one class for each direction.
static void offer_classes(lower *l, const motion *m) {
    int reach = m->m->flag & MOTION_REACH ? motion_reach_max(m->m) : 1;
    for (int i = 0; i < m->dirs.count; i++) {
        uint16_t s = m->dirs.shift[i], whole = s;
        int x = lower_new_set(l);
        lower_emit(l, OP_SHIFT, x, m->from, s, 0, 0);
        if (m->m->num == MOTION_HOP) {
            lower_emit(l, OP_AND, x, x, m->over, 0, 0);
            lower_emit(l, OP_SHIFT, x, x, s, 0, 0);
            whole = board_shift_join(l->b, s, s);
        }
        for (int k = 1; m->m->num == MOTION_SLIDE && k < reach; k++) {
            lower_emit(l, OP_AND, x, x, m->empty, 0, 0);
            lower_emit(l, OP_SHIFT, x, x, s, 0, 0);
            whole = board_shift_join(l->b, whole, s);
        }
        lower_emit(l, OP_AND, x, x, m->target, 0, 0);
        lower_emit(l, OP_EMITC, x, whole, 0, 0, 0);
    }
}

// A class says where pieces arrive; whence they came must follow from that.
static int tells_origin(const board *b, const value *dirs) {
    for (int i = 0; i < dirs->count; i++) {
        if (!board_shift_is_one_to_one(b, dirs->shift[i])) {
            return 0;
        }
    }
    return 1;
}

// Whether the whole motion can be said without naming one piece.
static int fits_classes(lower *l, const motion *m) {
    const ast *a = m->m;
    int exact = !(a->flag & (MOTION_FURTHEST | MOTION_REACH)) ||
                (a->flag & MOTION_REACH && motion_reach_min(a) == motion_reach_max(a));
    int shape = a->num == MOTION_STEP || a->num == MOTION_LEAP || a->num == MOTION_HOP ||
                (a->num == MOTION_SLIDE && a->flag & MOTION_REACH && motion_reach_max(a) <= 4);
    return pass_on(l->p, PASS_classes) && a->a && !(a->flag & MOTION_MANY) &&
           m->dirs.type == V_DIR && shape && exact && m->dirs.count <= CLASS_LIMIT &&
           tells_origin(l->b, &m->dirs) && classes_differ(l, m);
}

// --- One piece ------------------------------------------------------------------------------------

// All that one piece on register `from` can reach by going on: a fill, for nothing else changes on the
// way. It cannot cross the cell that it has left.
static int reach_by_going_on(lower *l, const motion *m, int from) {
    int x = lower_new_set(l);
    uint16_t d = board_dirset(l->b, m->dirs.shift, m->dirs.count);
    if (m->m->num == MOTION_HOP) {
        lower_emit(l, OP_ANDN, x, m->over, from, 0, 0);
        lower_emit(l, OP_CHAIN, x, from, x, m->target, d);
        return x;
    }
    if (!l->b->lattice) {
        board_need_near(l->b, d);
    }
    lower_emit(l, OP_NEAR, x, from, d, 0, 0);
    lower_emit(l, OP_FLOOD, x, x, m->target, d, 0);
    lower_emit(l, OP_ANDN, x, x, from, 0, 0);
    return x;
}

// The targets of the one piece on register `from`.
static void offer_origin(lower *l, const motion *m, int from) {
    int x = lower_new_set(l);
    const value *dirs = &m->dirs;
    if (!m->m->a) { // leap anywhere
        lower_emit(l, OP_ANDN, x, m->target, from, 0, 0);
        lower_emit(l, OP_EMITO, from, x, 0, 0, 0);
        return;
    }
    if (m->m->flag & MOTION_MANY) {
        lower_emit(l, OP_EMITO, from, reach_by_going_on(l, m, from), 0, 0, 0);
        return;
    }
    if (dirs->type == V_DIRI) {
        lower_emit(l, OP_SHIFTI, x, from, dirs->reg, (uint16_t)(int16_t)dirs->num, 0);
    } else if (m->m->num == MOTION_SLIDE) {
        uint16_t d = dirs_with_rays(l, dirs);
        if (m->m->flag & MOTION_FURTHEST) {
            lower_emit(l, OP_FARTHEST, x, from, d, m->empty, 0);
        } else if (m->m->flag & MOTION_REACH) {
            lower_emit(l, OP_SLIDE, x, from, d, m->empty, m->m->num2);
        } else {
            lower_emit(l, OP_SIGHT, x, from, d, m->empty, 0);
        }
    } else if (m->m->num == MOTION_VAULT) {
        lower_emit(l, OP_VAULT, x, from, dirs_with_rays(l, dirs), m->empty, m->over);
    } else if (m->m->num == MOTION_HOP) {
        int sum = lower_new_set(l);
        lower_emit(l, OP_ZERO, sum, 0, 0, 0, 0);
        for (int i = 0; i < dirs->count; i++) {
            lower_emit(l, OP_SHIFT, x, from, dirs->shift[i], 0, 0);
            lower_emit(l, OP_AND, x, x, m->over, 0, 0);
            lower_emit(l, OP_SHIFT, x, x, dirs->shift[i], 0, 0);
            lower_emit(l, OP_OR, sum, sum, x, 0, 0);
        }
        x = sum;
    } else {
        uint16_t d = board_dirset(l->b, dirs->shift, dirs->count);
        if (dirs->count > 2 || !l->b->lattice) {
            board_need_near(l->b, d);
        }
        lower_emit(l, OP_NEAR, x, from, d, 0, 0);
    }
    lower_emit(l, OP_AND, x, x, m->target, 0, 0);
    lower_emit(l, OP_EMITO, from, x, 0, 0, 0);
}

static int needs_piece(lower *l, const ast *m, const guard *guards) {
    return !guards_all_lift(l, guards) || (m->a && lower_mentions_here(l, m->a)) ||
           (m->b && lower_mentions_here(l, m->b)) || (m->list && lower_mentions_here(l, m->list));
}

static void offer_each_piece(lower *l, motion *m, const guard *guards, int ask) {
    int piece = lower_new_set(l), here = l->here;
    label next = {0}, done = {0};
    if (!ask) {
        find_sets(l, m);
    }
    uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, piece, m->from, &done);
    l->here = piece;
    if (ask) {
        guards_of_cell(l, guards, &next);
        m->dirs = m->m->a ? lower_dirs(l, m->m->a, "a motion has directions") : m->dirs;
        find_sets(l, m);
    }
    offer_origin(l, m, piece);
    lower_emit_label(l, &next);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &done);
    l->here = here;
}

// --- A motion -------------------------------------------------------------------------------------

// The pieces that this motion may move, as a register that may be changed.
static int origin_set(lower *l, const rule_context *ctx) {
    int r = lower_new_set(l);
    if (ctx->bound != HERE_OPEN) {
        lower_emit(l, OP_MOV, r, l->p->at.here, 0, 0, 0);
        return r;
    }
    int type = ctx->type;
    if (ctx->any_owner) {
        int s = lower_origin(l, ctx);
        lower_emit(l, OP_AND, r, s, type < 0 ? lower_pieces(l) : lower_type_set(l, type), 0, 0);
    } else if (type < 0 || l->p->at.type == BOARD_NONE) {
        lower_emit(l, OP_MOV, r, l->p->at.own + l->me, 0, 0, 0);
    } else {
        lower_emit(l, OP_AND, r, l->p->at.own + l->me, l->p->at.type + type, 0, 0);
    }
    return lower_on_board(l, r);
}

void motion_offers(lower *l, const ast *r, const rule_context *ctx) {
    motion m = {.m = r};
    label out = {0};
    guards_free(l, ctx->guards, &out);
    m.from = origin_set(l, ctx);
    if (ctx->bound != HERE_OPEN) {
        l->here = l->p->at.here;
    }
    guards_lifted(l, ctx->guards, m.from);
    lower_emit_jump(l, OP_JNONE, m.from, 0, &out);
    int ask = needs_piece(l, r, ctx->guards);
    if (!ask) {
        m.dirs = r->a ? lower_dirs(l, r->a, "a motion has directions") : lower_value_of_int(0);
    }
    if (!ask && fits_classes(l, &m)) {
        find_sets(l, &m);
        offer_classes(l, &m);
    } else {
        offer_each_piece(l, &m, ctx->guards, ask);
    }
    lower_emit_label(l, &out);
}

void motion_reaches(lower *l, const ast *r) {
    motion m = {.m = r, .from = l->p->at.here};
    value all = lower_value_of_const(l->b->all);
    m.dirs = r->a ? lower_dirs(l, r->a, "a motion has directions") : lower_value_of_int(0);
    find_sets(l, &m);
    m.target = lower_set_reg(l, &all);
    offer_origin(l, &m, l->p->at.here);
}
