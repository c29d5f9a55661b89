// SPDX-License-Identifier: MIT
//
// Areas in which nothing lies once play has begun: a deck that the setup deals out holds no secrets any more. Nothing
// is left there after the setup, and no step of a turn brings anything there.
#include "lang/game/joint_state.h"
#include "lang/game/knows.h"
#include "lang/game/things.h"
#include "lang/lower/lower.h"
#include "lang/vm/walk.h"

#include <string.h>

enum { MOST_DEALS = 1024 };

typedef struct fill_search {
    const char *area;
    int is_filled;
} fill_search;

static int names_area(const ast *n, void *with) {
    fill_search *s = with;
    s->is_filled |= n->name && strcmp(n->name, s->area) == 0;
    return 1;
}

// Where a step puts things, whatever it names on the way there.
static int look_for_filling(const ast *n, void *with) {
    const ast *to = n->kind == R_BRING                                                ? n->b
                    : n->kind == R_DEAL                                               ? n->c
                    : n->kind == R_PUT || n->kind == R_PUT_LIKE || n->kind == R_THROW ? n->a
                                                                                      : NULL;
    if (to) {
        ast only = *to;
        only.next = NULL;
        scan_tree(&only, names_area, with);
    }
    return 1;
}

// Definitions are read wherever they are used, in the setup too.
static int is_ever_filled(const game_ast *g, int area) {
    fill_search s = {.area = g->areas[area].name};
    scan_tree(g->taken, look_for_filling, &s);
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, look_for_filling, &s);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, look_for_filling, &s);
    }
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].abilities, look_for_filling, &s);
        scan_tree(g->pieces[i].after, look_for_filling, &s);
        scan_tree(g->pieces[i].taken, look_for_filling, &s);
    }
    return s.is_filled;
}

static int is_empty(const program *p, const void *state, const ir_area *a) {
    int count = 0;
    for (int c = a->first; c < a->first + a->size * (a->each ? p->players : 1); c++) {
        count += !thing_is_none(p, state, c);
    }
    return !count;
}

uint32_t knows_empty(const lang_unit *u, void *state, tsr_rng *g) {
    const program *p = &u->p;
    uint32_t empty = 0;
    walk_start(p, state);
    joint_settle(p, state);
    for (int i = 0; i < MOST_DEALS && walk_at_roll(p, state); i++) {
        if (!walk_outcomes(p, state, NULL, NULL, NULL)) {
            return 0;
        }
        walk_roll(p, state, walk_draw(p, state, g));
    }
    for (int i = 0; i < p->areas; i++) {
        if (is_empty(p, state, &p->area[i]) && !is_ever_filled(&u->g, i)) {
            empty |= (uint32_t)1 << i;
        }
    }
    return empty;
}
