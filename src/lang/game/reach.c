// SPDX-License-Identifier: MIT
// Pairs of cells from the code that offers a motion; see reach.h.
//
// Most instructions that offer motions say themselves which cells they connect. OP_EMITO offers motions
// from a cell to a set: where the set was made just before, by looking from that cell, it is known as
// well. Else every direction that the code names counts.
#include "lang/game/reach.h"

#include <stdlib.h>
#include <string.h>

#include "lang/front/ast.h"

enum { MOST_BLOCK = 4096 }; // instructions of one node that are looked at

static void add_pair(reach *x, int from, int to) {
    size_t at = (size_t)from * (size_t)x->cells + (size_t)to;
    x->bit[at / 64] |= (uint64_t)1 << (at % 64);
}

static size_t words_of(int cells) {
    return ((size_t)cells * (size_t)cells + 63) / 64;
}

int reach_meets(const reach *x, const reach *y) {
    for (size_t i = 0; i < words_of(x->cells); i++) {
        if (x->bit[i] & y->bit[i]) {
            return 1;
        }
    }
    return 0;
}

// --- Directions ------------------------------------------------------------------------------

// How far a motion goes along a direction.
typedef struct stretch {
    int near, far;
} stretch;

static stretch stretch_of(const program *p, const ast *rule) {
    switch ((ast_motion)rule->num) {
    case MOTION_HOP: return (stretch){2, 2};
    case MOTION_STEP:
    case MOTION_LEAP: return (stretch){1, 1};
    case MOTION_SLIDE:
        if (rule->flag & MOTION_REACH) {
            return (stretch){motion_reach_min(rule), motion_reach_max(rule)};
        }
        break;
    case MOTION_VAULT: break;
    }
    return (stretch){1, p->b.cells};
}

// Every cell with those so far away along a shift; `back`: against it.
static void add_line(const board *b, int shift, stretch x, int back, reach *out) {
    for (int c = 0; c < b->cells; c++) {
        int at = c;
        for (int k = 1; k <= x.far; k++) {
            at = b->shift[shift].to[at];
            if (at == BOARD_NONE) {
                break; // off the board
            }
            if (k >= x.near) {
                add_pair(out, back ? at : c, back ? c : at);
            }
            if (at == c) {
                break; // once round; or there and back, along two lines of a graph
            }
        }
    }
}

static void add_set(const board *b, const dirset *set, stretch x, reach *out) {
    for (int n = 0; n < set->count; n++) {
        add_line(b, set->shift[n], x, 0, out);
    }
}

// Any direction that the board knows, so many times; below 0: back.
static void add_any(const board *b, int times, reach *out) {
    const uint16_t *list[] = {b->any, b->orthogonal, b->diagonal};
    const int count[] = {b->any_count, b->orthogonal_count, b->diagonal_count};
    stretch x = {abs(times), abs(times)};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < count[i]; k++) {
            add_line(b, list[i][k], x, times < 0, out);
        }
    }
}

// --- Sets made by looking from a cell ----------------------------------------------------------

typedef struct block {
    const program *p;
    const insn *list[MOST_BLOCK];
    int count;
} block;

static int writes(const insn *x, int set) {
    const char *format = ir_op_format[x->op];
    for (int k = 0; format[k]; k++) {
        if ((format[k] == 'D' || format[k] == 'B') && insn_value(x, k) == set) {
            return 1;
        }
    }
    return 0;
}

static int jumps_to(const insn *x, uint32_t at) {
    const char *format = ir_op_format[x->op];
    for (int k = 0; format[k]; k++) {
        if (format[k] == 'j' && (uint32_t)insn_value(x, k) == at) {
            return 1;
        }
    }
    return 0;
}

static int is_landing(const block *k, int at) {
    for (int i = 0; i < k->count; i++) {
        if (jumps_to(k->list[i], (uint32_t)(k->list[at] - k->p->code))) {
            return 1;
        }
    }
    return 0;
}

// Which instruction made `set` as instruction `at` reads it, while `origin` stayed the same; -1 = that
// cannot be told, for code may come from elsewhere in between.
static int maker_of(const block *k, int at, int set, int origin) {
    for (int i = at; i > 0 && !is_landing(k, i); i--) {
        if (writes(k->list[i - 1], set)) {
            return i - 1;
        }
        if (writes(k->list[i - 1], origin)) {
            break;
        }
    }
    return -1;
}

// What one look from `origin` finds. 0 = the instruction is no such look.
static int add_look(const block *k, const insn *x, int origin, reach *out) {
    const board *b = &k->p->b;
    if (x->b != origin) {
        return 0;
    }
    switch (x->op) {
    case OP_SHIFT: add_line(b, x->c, (stretch){1, 1}, 0, out); return 1;
    case OP_SHIFTI: add_any(b, (int16_t)x->d, out); return 1;
    case OP_NEAR: add_set(b, &b->set[x->c], (stretch){1, 1}, out); return 1;
    case OP_SLIDE: add_set(b, &b->set[x->c], (stretch){x->e & 255, x->e >> 8}, out); return 1;
    case OP_RAY:
    case OP_SIGHT:
    case OP_FARTHEST:
    case OP_VAULT: add_set(b, &b->set[x->c], (stretch){1, b->cells}, out); return 1;
    default: return 0;
    }
}

// What `set` can hold at instruction `at`. 0 = it was not made by a look from `origin`.
static int add_made(const block *k, int at, int set, int origin, reach *out) {
    int i = maker_of(k, at, set, origin);
    if (i < 0) {
        return 0;
    }
    const insn *x = k->list[i];
    switch (x->op) {
    case OP_AND: return add_made(k, i, x->b, origin, out) || add_made(k, i, x->c, origin, out);
    case OP_ANDN:
    case OP_ANDK:
    case OP_ANDNK: return add_made(k, i, x->b, origin, out);
    default: return add_look(k, x, origin, out);
    }
}

// --- Motions -----------------------------------------------------------------------------------

// An instruction that offers motions and says itself which cells it connects.
static int add_offer(const block *k, int at, reach *out) {
    const board *b = &k->p->b;
    const insn *x = k->list[at];
    switch (x->op) {
    case OP_EMITC: add_line(b, x->b, (stretch){1, 1}, 0, out); return 1;
    case OP_STEP: add_line(b, x->c, (stretch){1, 1}, 0, out); return 1;
    case OP_LEAPS: add_set(b, &b->set[x->b], (stretch){1, 1}, out); return 1;
    case OP_GLIDE: add_set(b, &b->set[x->b], (stretch){1, b->cells}, out); return 1;
    case OP_EMITO: return add_made(k, at, x->b, x->a, out);
    default: return 0;
    }
}

// All directions that an instruction names, which may be more than the motion's own. 0 = they are
// found in play and may be any.
static int add_named(const board *b, const insn *x, stretch far, reach *out) {
    const char *format = ir_op_format[x->op];
    if (x->op == OP_RAYI) {
        return 0;
    }
    if (x->op == OP_SHIFTI) {
        add_any(b, (int16_t)x->d, out);
        return 1;
    }
    for (int k = 0; format[k]; k++) {
        if (format[k] == 'd') {
            add_set(b, &b->set[insn_value(x, k)], far, out);
        } else if (format[k] == 'h') {
            add_line(b, insn_value(x, k), far, 0, out);
        }
    }
    return 1;
}

static int add_node(const program *p, const ir_node *n, const ast *rule, reach *out) {
    block k = {.p = p};
    int all = ir_block(p, n->code, k.list, MOST_BLOCK), known = 1, open = 0;
    k.count = all < MOST_BLOCK ? all : MOST_BLOCK;
    for (int i = 0; i < k.count; i++) {
        open |= !add_offer(&k, i, out) && k.list[i]->op == OP_EMITO;
    }
    for (int i = 0; open && i < k.count; i++) {
        known &= add_named(&p->b, k.list[i], stretch_of(p, rule), out);
    }
    return known && all <= MOST_BLOCK;
}

// Where nothing is known, every two cells.
static void add_all(reach *out) {
    for (int from = 0; from < out->cells; from++) {
        for (int to = 0; to < out->cells; to++) {
            add_pair(out, from, to);
        }
    }
}

// Pairs of one node that offers motions.
static void add_known(const program *p, int node, reach *out) {
    const ast *rule = p->choice[p->node[node].choice].rule;
    int known = rule && rule->kind == R_MOTION && rule->a && !(rule->flag & MOTION_MANY);
    if (!known || !add_node(p, &p->node[node], rule, out)) {
        add_all(out);
    }
}

static void add_motion(const program *p, int choice, reach *out) {
    int any = 0;
    for (int n = 0; n < p->node_count; n++) {
        if (p->node[n].kind == N_CHOICE && p->node[n].choice == choice) {
            add_known(p, n, out);
            any = 1;
        }
    }
    if (!any) {
        add_all(out);
    }
}

static int make_room(const program *p, reach *out, arena *a) {
    out->cells = p->b.cells;
    out->bit = arena_new(a, words_of(p->b.cells) * sizeof *out->bit);
    return out->bit != NULL;
}

int reach_find(const program *p, reach *out, arena *a) {
    for (int i = 1; i <= p->choice_count; i++) {
        if (p->choice[i].kind == CH_MOTION) {
            if (!make_room(p, &out[i], a)) {
                return 0;
            }
            add_motion(p, i, &out[i]);
        }
    }
    return 1;
}

int reach_of_node(const program *p, int node, reach *out, arena *a) {
    if (!out->bit && !make_room(p, out, a)) {
        return 0;
    }
    memset(out->bit, 0, words_of(p->b.cells) * sizeof *out->bit);
    add_known(p, node, out);
    return 1;
}

size_t reach_next(const reach *x, size_t at) {
    const size_t words = words_of(x->cells);
    size_t w = at / 64;
    uint64_t left = w < words ? x->bit[w] & ~(uint64_t)0 << (at % 64) : 0;
    while (!left && ++w < words) {
        left = x->bit[w];
    }
    return left ? w * 64 + (size_t)__builtin_ctzll(left) : REACH_END;
}
