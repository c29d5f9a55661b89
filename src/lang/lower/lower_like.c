// SPDX-License-Identifier: MIT
//
// `put like cup on cup`: for everything in a set, one more thing of its kind in an area, as far as there is room.
// What lies in the set when the step begins is what counts.
#include "lang/lower/lower_like.h"

enum { MOST_LIKE = 256 }; // steps of code; each is a thing that may have to be put down

static int is_filled_alike(const lower *l, int type) {
    return !l->g->pieces[type].absent && type != l->p->unknown;
}

// One more of a type, for each of the cells in `some`, which is used up.
static void put_each(lower *l, int some, int area, int player, int type, int room) {
    const int is_own = l->g->areas[area].each, sorted = l->g->areas[area].sorted;
    const int owner = l->g->pieces[type].neutral || !is_own ? IR_NEUTRAL : player;
    label done = {0};
    for (int i = 0; i < room; i++) {
        const int saved = l->set_top;
        lower_emit_jump(l, OP_JNONE, some, 0, &done);
        const int first = lower_new_set(l);
        lower_emit(l, OP_FIRST, first, some, 0, 0, 0);
        lower_emit(l, OP_ANDN, some, some, first, 0, 0);
        const int cell =
            sorted ? lower_free_slot(l, area, player, type) : lower_free_cell(l, area, player);
        lower_bury(l, cell);
        lower_emit(l, OP_PUT, cell, owner, type, 0, 0);
        lower_know_put(l, cell, area, player);
        lower_free_sets(l, saved);
    }
    lower_emit_label(l, &done);
}

static void refuse(lower *l, const ast *r) {
    diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, r->at, "things like others are put in an area");
    diag_help(d, "for example:   area cup 4   put like cup on cup");
}

void lower_put_like(lower *l, const ast *r) {
    int player;
    const int area = lower_area_of(l, r->a, &player);
    if (area < 0) {
        refuse(l, r);
        return;
    }
    const int room = l->g->areas[area].piles ? 1 : lower_count_cells(l, l->area[area][player]);
    const int model = lower_set(l, r->b, "`put like` needs cells"), all = lower_new_set(l),
              some = lower_new_set(l);
    if (room * l->p->types > MOST_LIKE) {
        lower_too_big(l, r->at, "things to put down at once");
        return;
    }
    lower_emit(l, OP_MOV, all, model, 0, 0, 0);
    for (int t = 0; t < l->p->types; t++) {
        if (is_filled_alike(l, t)) {
            lower_emit(l, OP_AND, some, all, lower_type_set(l, t), 0, 0);
            put_each(l, some, area, player, t, room);
        }
    }
}
