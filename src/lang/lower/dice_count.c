// SPDX-License-Identifier: MIT
//
// How many dice can lie about at once, from the text alone: as many as a turn rolls, if it takes all away in the end.
#include "lang/lower/dice.h"

int lower_is_dice(const lower *l) {
    const dice_search s = dice_find(l->g);
    int others = 0;
    for (int t = 0; s.first && t < l->g->piece_count; t++) {
        others += !dice_is_face(&l->g->pieces[t], s.first->name);
    }
    return s.first && !others;
}

// Whether the set of a `remove` is all areas of the game: which of them it names, as bits.
static uint32_t areas_named(lower *l, const ast *e) {
    int player;
    if (e->kind == A_UNION) {
        const uint32_t some = areas_named(l, e->a), others = areas_named(l, e->b);
        return some | others;
    }
    const int area = lower_area_of(l, e, &player);
    return area >= 0 && !l->g->areas[area].each ? 1u << area : 0;
}

static int look_for_other_steps(const ast *n, void *with) {
    int *others = with;
    const int is_step = n->kind >= R_SEQ;
    *others |= is_step && !lower_is_effect(n) && n->kind != R_SEQ && n->kind != R_WHEN;
    return !*others;
}

// Done whatever has come before it, and without dice.
static int is_only_effects(const ast *r) {
    ast only = *r;
    int others = 0;
    only.next = NULL;
    scan_tree(&only, look_for_other_steps, &others);
    return !others;
}

// New dice of a turn that takes all of them away in the end, whatever is chosen; -1 = they may stay.
static int dice_of_turn(lower *l, const ast *turn) {
    const uint32_t all = (1u << l->g->area_count) - 1;
    int dice = 0;
    for (const ast *x = turn->kind == R_SEQ ? turn->list : NULL; x; x = x->next) {
        dice += x->kind == R_THROW ? x->num : 0;
        if (x->kind == R_REMOVE && !x->flag && areas_named(l, x->a) == all) {
            return dice_are_thrown(l->g, x->next) ? -1 : dice;
        }
        if (x->kind == R_OPTIONAL ? dice_are_thrown(l->g, x->a)
                                  : x->kind != R_THROW && !is_only_effects(x)) {
            return -1;
        }
    }
    return dice_are_thrown(l->g, turn) ? -1 : 0;
}

static int look_for_other_ways(const ast *n, void *with) {
    int *found = with;
    *found |=
        n->kind == R_PLACE || n->kind == R_PUT || n->kind == R_PUT_LIKE || n->kind == R_BECOMES;
    return !*found;
}

int lower_most_dice(lower *l) {
    int put = 0, most = 0;
    for (int i = 0; i < l->g->phase_count && most >= 0; i++) {
        const int dice = dice_of_turn(l, l->g->phases[i].turn);
        scan_named(l->g, l->g->phases[i].turn, look_for_other_ways, &put);
        most = dice < 0 || dice > most ? dice : most;
    }
    return put || l->g->setup.steps ? -1 : most;
}
