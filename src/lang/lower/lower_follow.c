// SPDX-License-Identifier: MIT
//
// What everybody can tell of a hand by the card that is played: of `choose card in my hand & suit of trick.1 else choose
// card in my hand`, whoever comes to the second has none of the suit. A set (ir_layout.could_not_have) keeps the cells that
// kinds would have in a sorted hidden area and certainly have not; guesses heed it. Whatever comes to the area unseen
// ends that.
//
// A turn says so if it begins with such choices and asks nothing after them, so that the first of them is impossible only
// where there is no such card, and if the card is then brought to where all see it, so that all see which of them it was.
#include "lang/lower/lower_follow.h"

#include <string.h>

enum { MOST_DEEP = 8 };

// --- Which turns say something ------------------------------------------------------------------------------

static int area_called(const game_ast *g, const ast *e) {
    for (int i = 0; (e->kind == A_OWNED || e->kind == A_WORD) && i < g->area_count; i++) {
        if (strcmp(g->areas[i].name, e->name) == 0) {
            return i;
        }
    }
    return -1;
}

// The hidden area of the player from which a choice takes something, or -1.
static int hand_of(const game_ast *g, const ast *e, int depth) {
    if (e->kind == A_MEET && depth < MOST_DEEP) {
        const int a = hand_of(g, e->a, depth + 1);
        return a >= 0 ? a : hand_of(g, e->b, depth + 1);
    }
    const int area = e->kind == A_OWNED && !e->flag ? area_called(g, e) : -1;
    return area >= 0 && g->areas[area].hidden && g->areas[area].each ? area : -1;
}

static int asks_again(const ast *n, void *with) {
    (void)with;
    switch ((ast_kind)n->kind) {
    case R_MOTION:
    case R_PLACE:
    case R_CHOOSE:
    case R_TAKE:
    case R_PASS:
    case R_SWAP:
    case R_SAY:
    case R_MOVE:
    case R_REQUIRE:
    case R_ROLL:
    case R_THROW:
    case R_REPEAT: return 0;
    default: return 1;
    }
}

static int is_shown(const game_ast *g, const ast *step, const char *name) {
    const int area =
        step->kind == R_BRING && !step->flag && !step->name ? area_called(g, step->b) : -1;
    return area >= 0 && !g->areas[area].hidden && step->a->kind == A_WORD &&
           strcmp(step->a->name, name) == 0;
}

// The choice that names the card in one of several, under a condition or not; NULL if there is none.
static const ast *choice_of(const ast *r) {
    while (r->kind == R_IF) {
        r = r->a;
    }
    return r->kind == R_CHOOSE && !r->flag ? r : NULL;
}

// Whether all alternatives choose a card of this name.
static int all_choose(const ast *r, const char *name) {
    if (r->kind == R_ELSE) {
        return all_choose(r->a, name) && all_choose(r->b, name);
    }
    const ast *c = choice_of(r);
    return c && strcmp(c->name, name) == 0;
}

// The alternatives with which a turn begins, if it says what the failing of the first ones means; else NULL.
static const ast *telling(const game_ast *g, const ast *turn) {
    const ast *first = turn && turn->kind == R_SEQ ? turn->list : NULL;
    const ast *c = first && first->kind == R_ELSE ? choice_of(first->b) : NULL;
    int shown = 0;
    if (!c || !all_choose(first, c->name)) {
        return NULL;
    }
    for (const ast *x = first->next; x; x = x->next) {
        shown |= is_shown(g, x, c->name);
        ast only = *x;
        only.next = NULL;
        if (!scan_named(g, &only, asks_again, NULL)) {
            return NULL;
        }
    }
    return shown ? first : NULL;
}

int lower_any_follows(const lower *l) {
    int found = 0;
    for (int i = 0;
         l->p->unknown >= 0 && !l->p->hides_pieces && !l->g->unseen && i < l->g->phase_count; i++) {
        found |= telling(l->g, l->g->phases[i].turn) != NULL;
    }
    return found;
}

// --- Code ---------------------------------------------------------------------------------------------------

static int is_told(const lower *l) {
    return l->p->at.could_not_have != BOARD_NONE;
}

// Whether what an attribute is compared with lies where all see it.
static int is_open(const game_ast *g, const ast *e) {
    for (int i = 0; (e->kind == A_NTH || e->kind == A_WORD) && i < g->area_count; i++) {
        if (strcmp(g->areas[i].name, e->name) == 0) {
            return !g->areas[i].hidden;
        }
    }
    return 0;
}

// The cells that the kinds a choice asks for have in sorted areas; NO_REG = it asks for something else.
static int slots_asked(lower *l, const ast *e, int area, int depth) {
    if (area_called(l->g, e) == area && e->kind == A_OWNED) {
        const value all = lower_value_of_const(l->area[area][l->me]);
        return lower_set_reg(l, &all);
    }
    if (e->kind == A_KINDS && e->flag == KINDS_SAME && !is_open(l->g, e->a)) {
        return NO_REG;
    }
    if (e->kind != A_MEET || depth > MOST_DEEP) {
        return lower_slots_of_kinds(l, e);
    }
    const int a = slots_asked(l, e->a, area, depth + 1),
              b = a == NO_REG ? NO_REG : slots_asked(l, e->b, area, depth + 1);
    if (b == NO_REG) {
        return NO_REG;
    }
    const int both = lower_new_set(l);
    lower_emit(l, OP_AND, both, a, b, 0, 0);
    return both;
}

static void has_none(lower *l, const ast *c) {
    const int area = hand_of(l->g, c->a, 0), saved = l->set_top;
    const int sorted = area >= 0 && l->g->areas[area].sorted;
    const int slots = sorted ? slots_asked(l, c->a, area, 0) : NO_REG;
    if (slots != NO_REG) {
        const int reg = l->p->at.could_not_have;
        const value all = lower_value_of_const(l->area[area][l->me]);
        const int none = lower_new_set(l);
        lower_emit(l, OP_AND, none, slots, lower_set_reg(l, &all), 0, 0);
        lower_emit(l, OP_OR, reg, reg, none, 0, 0);
    }
    lower_free_sets(l, saved);
}

// All of a chain of alternatives have failed; of those under a condition that says nothing.
static void have_none(lower *l, const ast *r) {
    if (r->kind == R_ELSE) {
        have_none(l, r->a);
        have_none(l, r->b);
    } else if (r->kind == R_CHOOSE) {
        has_none(l, r);
    }
}

// Whether `r` is, or begins, what a turn begins with.
static int is_part_of(const ast *all, const ast *r) {
    while (all && all != r) {
        all = all->kind == R_ELSE ? all->a : NULL;
    }
    return all != NULL;
}

const ast *lower_follow_failed(const lower *l, const ast *r) {
    for (int i = 0; is_told(l) && !l->in_attack && i < l->g->phase_count; i++) {
        if (is_part_of(telling(l->g, l->g->phases[i].turn), r)) {
            return r->a;
        }
    }
    return NULL;
}

void lower_follow_chosen(lower *l) {
    if (l->failed) {
        have_none(l, l->failed);
    }
}

void lower_follow_arrived(lower *l, int area, int player) {
    const decl_area *d = area < 0 ? NULL : &l->g->areas[area];
    if (is_told(l) && d && d->hidden && d->each && d->sorted) {
        const value all = lower_value_of_const(l->area[area][player]);
        const int reg = l->p->at.could_not_have;
        lower_emit(l, OP_ANDN, reg, reg, lower_set_reg(l, &all), 0, 0);
    }
}
