// SPDX-License-Identifier: MIT
//
// Two rules, one move. Motions of the same piece with the same label may offer the
// same step. If they do the same, it is one move, and the second offer is dropped when
// moves are listed. If they capture differently, players could not say which they mean:
// error 14.
#include "lang/lower/lower.h"

#include <stdio.h>
#include <string.h>

enum { ON_EMPTY = 1, ON_ENEMY = 2, ON_OWN = 4 };

// What a `to` can be standing on.
static int target_class(const ast *to, int motion) {
    if (!to) {
        return motion >= MOTION_HOP ? ON_EMPTY : ON_EMPTY | ON_ENEMY;
    }
    switch ((ast_kind)to->kind) {
    case A_WORD:
        if (strcmp(to->name, "empty") == 0) return ON_EMPTY;
        if (strcmp(to->name, "enemy") == 0) return ON_ENEMY;
        if (strcmp(to->name, "mine") == 0) return ON_OWN;
        return ON_EMPTY | ON_ENEMY | ON_OWN;
    case A_MEMBER: // last.over: cells just passed over are free
        return strcmp(to->name, "over") == 0 ? ON_EMPTY : ON_EMPTY | ON_ENEMY | ON_OWN;
    case A_UNION: return target_class(to->a, motion) | target_class(to->b, motion);
    case A_MEET: return target_class(to->a, motion) & target_class(to->b, motion);
    case A_SUB: return target_class(to->a, motion);
    default: return ON_EMPTY | ON_ENEMY | ON_OWN;
    }
}

static int reach_of(const ast *m) {
    if (m->num == MOTION_SLIDE) {
        return m->flag & MOTION_REACH ? motion_reach_min(m) << 8 | motion_reach_max(m)
                                      : 1 << 8 | 99;
    }
    return 1 << 8 | 1;
}

// Whether both can cover the same distance in the same direction. *shift is set to a
// direction they share, where that is known.
static int shapes_meet(lower *l, const ast *a, const ast *b, int *shift) {
    int hop_a = a->num >= MOTION_HOP, hop_b = b->num >= MOTION_HOP;
    if (!a->a || !b->a || lower_mentions_here(l, a->a) || lower_mentions_here(l, b->a)) {
        return 1;
    }
    if (hop_a != hop_b && (a->num == MOTION_HOP || b->num == MOTION_HOP)) {
        return a->num == MOTION_SLIDE || b->num == MOTION_SLIDE || a->num == MOTION_LEAP ||
               b->num == MOTION_LEAP;
    }
    int ra = reach_of(a), rb = reach_of(b);
    if (!hop_a && !hop_b && ((ra >> 8) > (rb & 255) || (rb >> 8) > (ra & 255))) {
        return 0;
    }
    value x = lower_dirs(l, a->a, ""), y = lower_dirs(l, b->a, "");
    for (int i = 0; x.type == V_DIR && y.type == V_DIR && i < x.count; i++) {
        for (int k = 0; k < y.count; k++) {
            if (x.shift[i] == y.shift[k]) {
                *shift = x.shift[i];
                return 1;
            }
        }
    }
    return x.type != V_DIR || y.type != V_DIR;
}

static int same_text(const ast *a, const ast *b) {
    size_t n = a->end - a->pos;
    return n == b->end - b->pos && memcmp(a->src + a->pos, b->src + b->pos, n) == 0;
}

static int captures_differ(const ast *a, const ast *b) {
    return (a->c != NULL) != (b->c != NULL) || (a->c && !same_text(a->c, b->c));
}

// "e4 to e5", in the middle of the board; "the move" if no such step is known.
static void example(const lower *l, int shift, char *buf, size_t cap) {
    const board *b = l->b;
    (void)snprintf(buf, cap, "the move");
    for (int i = 0; shift >= 0 && i < b->cells; i++) {
        int from = (i + b->cells * 4 / 9) % b->cells;
        int to = board_has(b->all, from) ? b->shift[shift].to[from] : -1;
        if (to >= 0 && to != BOARD_NONE && b->name[from] && b->name[to]) {
            (void)snprintf(buf, cap, "%s to %s", b->name[from], b->name[to]);
            return;
        }
    }
}

static void what_it_takes(const ast *m, const char *move, char *buf, size_t cap) {
    if (m->c) {
        (void)snprintf(buf, cap, "%s captures `%.*s`", move, (int)(m->c->end - m->c->pos),
                       m->c->src + m->c->pos);
    } else {
        (void)snprintf(buf, cap, "%s captures nothing%s", move,
                       target_class(m->b, m->num) & (ON_ENEMY | ON_OWN) ? " else" : "");
    }
}

static void refuse(lower *l, const ast *a, const ast *b, int shift) {
    char move[60], takes[160];
    const ast *special = b->c ? b : a;
    example(l, shift, move, sizeof move);
    diag *d = diag_add(l->diags, DIAG_SAME_MOVE, b->at,
                       "two rules make the same move but do different things");
    what_it_takes(b, move, takes, sizeof takes);
    diag_note(d, "%s", takes);
    what_it_takes(a, move, takes, sizeof takes);
    diag_also(d, a->at, "%s", takes);
    diag_help(d, "label one, so players can say which they mean:   charge: %.*s",
              (int)(special->end - special->pos), special->src + special->pos);
}

static void compare(lower *l, int i, int k) {
    const ir_choice *a = &l->p->choice[i], *b = &l->p->choice[k];
    if (a->kind != CH_MOTION || b->kind != CH_MOTION || a->type != b->type ||
        a->label != b->label || a->rule == b->rule || a->rule->kind != R_MOTION ||
        b->rule->kind != R_MOTION) {
        return;
    }
    int meet = target_class(a->rule->b, a->rule->num) & target_class(b->rule->b, b->rule->num);
    int shift = -1;
    if (!meet || !shapes_meet(l, a->rule, b->rule, &shift)) {
        return;
    }
    l->p->fact.overlaps = 1;
    if (captures_differ(a->rule, b->rule) && !a->guard && !b->guard) {
        refuse(l, a->rule, b->rule, shift);
    }
}

void lower_find_overlaps(lower *l) {
    l->env = NULL;
    l->here = NO_REG;
    for (int i = 2; i <= l->p->choice_count && !l->diags->errors; i++) {
        for (int k = i + 1; k <= l->p->choice_count; k++) {
            uint32_t before = lower_emit_here(l);
            compare(l, i, k);
            l->p->code_count = before;
        }
    }
}
