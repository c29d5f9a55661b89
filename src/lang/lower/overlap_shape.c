// SPDX-License-Identifier: MIT
//
// Which cells and motions cannot be the same, whatever stands on the board.
#include "lang/lower/overlap.h"

#include <string.h>

// What a set of cells can be standing on.
static int target_class(const ast *to) {
    switch ((ast_kind)to->kind) {
    case A_WORD:
        if (strcmp(to->name, "empty") == 0) return ON_EMPTY;
        if (strcmp(to->name, "enemy") == 0) return ON_ENEMY;
        if (strcmp(to->name, "mine") == 0) return ON_OWN;
        return ON_EMPTY | ON_ENEMY | ON_OWN;
    case A_TITLE: return ON_ENEMY | ON_OWN; // a type, a player: something stands there
    case A_OWNED: return to->flag ? ON_ENEMY : ON_EMPTY | ON_ENEMY | ON_OWN;
    case A_MEMBER: // last.over: cells just passed over are free
        return strcmp(to->name, "over") == 0 ? ON_EMPTY : ON_EMPTY | ON_ENEMY | ON_OWN;
    case A_UNION: return target_class(to->a) | target_class(to->b);
    case A_MEET: return target_class(to->a) & target_class(to->b);
    case A_SUB: return target_class(to->a);
    default: return ON_EMPTY | ON_ENEMY | ON_OWN;
    }
}

// The cells that a word is about: those of an area, or of the board; NULL = that is not known.
static const uint64_t *place_of(lower *l, const ast *e) {
    static const char *const words[] = {"empty", "pieces", "mine", "enemy", "neutral"};
    int player, area = lower_area_of(l, e, &player);
    if (area >= 0) {
        return l->area[area][player];
    }
    for (size_t i = 0; e->kind == A_WORD && i < sizeof words / sizeof *words; i++) {
        if (strcmp(e->name, words[i]) == 0 && !lower_find_binding(l, e->name)) {
            return l->b->on;
        }
    }
    return NULL;
}

// Cells that a set may have at most.
static void upper_bound(lower *l, const ast *e, uint64_t *out) {
    uint64_t other[BOARD_MAX_WORDS];
    const int words = l->b->words;
    if (e->kind == A_MEET || e->kind == A_UNION) {
        upper_bound(l, e->a, out);
        upper_bound(l, e->b, other);
        for (int i = 0; i < words; i++) {
            out[i] = e->kind == A_MEET ? out[i] & other[i] : out[i] | other[i];
        }
        return;
    }
    if (e->kind == A_SUB && lower_peek(l, e->b).type == V_SET) {
        upper_bound(l, e->a, out);
        return;
    }
    value v = lower_peek(l, e);
    const uint64_t *place = place_of(l, e), *known = v.type == V_SET ? v.k : NULL;
    memcpy(out, known ? known : place ? place : l->b->all, (size_t)words * sizeof *out);
}

// `Man` and `King`: no piece is of two types.
static int types_differ(lower *l, const ast *a, const ast *b) {
    return a->kind == A_TITLE && b->kind == A_TITLE && lower_find_type(l, a->name) >= 0 &&
           lower_find_type(l, b->name) >= 0 && strcmp(a->name, b->name) != 0;
}

int overlap_sets_meet(lower *l, const ast *a, const ast *b) {
    uint64_t x[BOARD_MAX_WORDS], y[BOARD_MAX_WORDS], both = 0;
    if (!(target_class(a) & target_class(b)) || types_differ(l, a, b)) {
        return 0;
    }
    upper_bound(l, a, x);
    upper_bound(l, b, y);
    for (int i = 0; i < l->b->words; i++) {
        both |= x[i] & y[i];
    }
    return both != 0;
}

int overlap_landing(const ast *m) {
    return m->b ? target_class(m->b) : m->num >= MOTION_HOP ? ON_EMPTY : ON_EMPTY | ON_ENEMY;
}

int overlap_landings_meet(lower *l, const ast *a, const ast *b) {
    return (overlap_landing(a) & overlap_landing(b)) &&
           (!a->b || !b->b || overlap_sets_meet(l, a->b, b->b));
}

static int reach_of(const ast *m) {
    if (m->num == MOTION_SLIDE) {
        return m->flag & MOTION_REACH ? motion_reach_min(m) << 8 | motion_reach_max(m)
                                      : 1 << 8 | 99;
    }
    return 1 << 8 | 1;
}

static int is_flat(const board *b) {
    return b->lattice && !b->wrap_x && !b->wrap_y;
}

// Whether all directions lead to neighbours, so that a reach is a distance.
static int has_single_steps(const lower *l, const value *dirs) {
    int single = dirs->type == V_DIR && is_flat(l->b);
    for (int i = 0; single && i < dirs->count; i++) {
        const board_shift *s = &l->b->shift[dirs->shift[i]];
        single = s->dx >= -1 && s->dx <= 1 && s->dy >= -1 && s->dy <= 1;
    }
    return single;
}

int overlap_ways_meet(const board *b, int x, int y, int most) {
    const board_shift *one = &b->shift[x], *other = &b->shift[y];
    if (is_flat(b)) {
        return one->dx * other->dy == one->dy * other->dx &&
               one->dx * other->dx + one->dy * other->dy > 0;
    }
    for (int from = 0; from < b->cells; from++) {
        uint64_t passed[BOARD_MAX_WORDS] = {0};
        int at = one->to[from];
        for (int i = 0; i < most && at != BOARD_NONE; i++) {
            board_put(passed, at);
            at = one->to[at];
        }
        at = other->to[from];
        for (int i = 0; i < most && at != BOARD_NONE; i++) {
            if (board_has(passed, at)) {
                return 1;
            }
            at = other->to[at];
        }
    }
    return 0;
}

int overlap_reach(const lower *l, const ast *a, const ast *b) {
    return a->num != b->num        ? l->b->cells
           : a->num == MOTION_STEP ? 1
           : a->num == MOTION_HOP  ? 2
                                   : l->b->cells;
}

// Whether directions of a plane are known and each has an odd part, as those to neighbours have.
static int are_odd(lower *l, const ast *dirs) {
    if (!dirs || lower_mentions_here(l, dirs) || !is_flat(l->b)) {
        return 0;
    }
    value v = lower_peek(l, dirs);
    int odd = v.type == V_DIR;
    for (int i = 0; odd && i < v.count; i++) {
        const board_shift *s = &l->b->shift[v.shift[i]];
        odd = (s->dx & 1) || (s->dy & 1);
    }
    return odd;
}

// A step and any number of hops from the same cell: hops lead on by twice a direction each, so by even numbers only.
static int step_and_hops_differ(lower *l, const ast *a, const ast *b) {
    const ast *step = a->num == MOTION_STEP ? a : b, *hops = step == a ? b : a;
    if (step->num != MOTION_STEP || hops->num != MOTION_HOP || step->flag & MOTION_MANY ||
        !hops->a || lower_mentions_here(l, hops->a)) {
        return 0;
    }
    return lower_peek(l, hops->a).type == V_DIR && are_odd(l, step->a);
}

// Where a board closes in itself, as a ring of three cells does, the cell behind the next one is a neighbour.
static int step_meets_hop(lower *l, const ast *step, const ast *hop) {
    const board *b = l->b;
    const value x = lower_peek(l, step->a), y = lower_peek(l, hop->a);
    if (x.type != V_DIR || y.type != V_DIR) {
        return !is_flat(b);
    }
    for (int i = 0; i < x.count * y.count; i++) {
        const uint16_t *one = b->shift[x.shift[i / y.count]].to,
                       *two = b->shift[y.shift[i % y.count]].to;
        for (int from = 0; from < b->cells; from++) {
            const uint16_t over = two[from];
            if (over != BOARD_NONE && two[over] != BOARD_NONE && two[over] == one[from]) {
                return 1;
            }
        }
    }
    return 0;
}

int overlap_shapes_meet(lower *l, const ast *a, const ast *b, int *shift) {
    int hop_a = a->num >= MOTION_HOP, hop_b = b->num >= MOTION_HOP;
    if (step_and_hops_differ(l, a, b)) {
        return 0;
    }
    if (!a->a || !b->a || (a->flag | b->flag) & MOTION_MANY || lower_mentions_here(l, a->a) ||
        lower_mentions_here(l, b->a)) {
        return 1;
    }
    if (a->num == MOTION_STEP && b->num == MOTION_HOP) {
        return step_meets_hop(l, a, b);
    }
    if (a->num == MOTION_HOP && b->num == MOTION_STEP) {
        return step_meets_hop(l, b, a);
    }
    if (hop_a != hop_b) {
        return a->num == MOTION_SLIDE || b->num == MOTION_SLIDE || a->num == MOTION_LEAP ||
               b->num == MOTION_LEAP || a->num == MOTION_VAULT || b->num == MOTION_VAULT;
    }
    value x = lower_peek(l, a->a), y = lower_peek(l, b->a);
    int ra = reach_of(a), rb = reach_of(b);
    if (!hop_a && has_single_steps(l, &x) && has_single_steps(l, &y) &&
        ((ra >> 8) > (rb & 255) || (rb >> 8) > (ra & 255))) {
        return 0;
    }
    // Other words may lead to the same cell: a slide of two and a leap of two. Not so steps and slides from
    // neighbour to neighbour, each on its own line.
    int meet =
        x.type != V_DIR || y.type != V_DIR ||
        (a->num != b->num && (hop_a || !has_single_steps(l, &x) || !has_single_steps(l, &y)));
    for (int i = 0; x.type == V_DIR && y.type == V_DIR && i < x.count; i++) {
        for (int k = 0; k < y.count; k++) {
            if (x.shift[i] == y.shift[k]) {
                *shift = x.shift[i];
                return 1;
            }
            meet =
                meet || ((!is_flat(l->b) || a->num != b->num) &&
                         overlap_ways_meet(l->b, x.shift[i], y.shift[k], overlap_reach(l, a, b)));
        }
    }
    return meet;
}
