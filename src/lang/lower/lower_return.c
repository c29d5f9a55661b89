// SPDX-License-Identifier: MIT
//
// Whether pieces can come back to where they were, so that earlier positions return and a game may go on for ever.
#include "lang/lower/game_stages.h"

#include <string.h>

#include <tessera/text.h>

typedef struct ends_search {
    int bounded, moves;
    const ast *first;
} ends_search;

static int look_for_end(const ast *n, void *with) {
    ends_search *s = with;
    s->bounded |= n->kind == A_REPEATED || n->kind == A_QUIET || n->kind == A_NEW_POS;
    return 1;
}

static int look_for_way_back(const ast *n, void *with) {
    ends_search *s = with;
    static const char *const one_way[] = {"forward", "backward", "north", "south", "east", "west"};
    if (n->kind != R_MOTION) {
        return 1;
    }
    int forward = 0;
    const ast *d = n->a;
    while (d && d->kind == A_ADD) {
        d = d->a;
    }
    for (size_t i = 0; d && d->kind == A_WORD && i < sizeof one_way / sizeof *one_way; i++) {
        forward |= strcmp(d->name, one_way[i]) == 0;
    }
    int hop = n->num >= MOTION_HOP && n->c;
    int capture_only = n->b && n->b->kind == A_WORD && strcmp(n->b->name, "enemy") == 0;
    if (!forward && !hop && !capture_only) {
        s->moves = 1;
        s->first = s->first ? s->first : n;
    }
    return 1;
}

// On a board that wraps forward leads round; and what others become, or who changes sides, may come
// from anywhere.
uint32_t lower_one_way_types(const program *p, const ir_growth *grows) {
    const game_ast *g = p->g;
    const int wraps = p->b.wrap_x || p->b.wrap_y;
    uint32_t bits = 0;
    for (int i = 0; i < g->piece_count && !wraps && !grows->changes_sides; i++) {
        ends_search one = {0, 0, NULL};
        scan_tree(g->pieces[i].abilities, look_for_way_back, &one);
        if (!one.moves && g->pieces[i].abilities && !grows->type[i]) {
            bits |= event_of_type(i);
        }
    }
    return bits;
}

void lower_warn_endless(lower *l) {
    ends_search s = {0, 0, NULL};
    const game_ast *g = l->g;
    const ast *turn = g->phases[0].turn;
    const char *who[MAX_PIECES];
    int n = 0;
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].cond, look_for_end, &s);
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, look_for_end, &s);
    }
    if (s.bounded || g->limit) {
        return;
    }
    int adds = 0; // something fills the board: the game ends by itself
    for (int i = 0; i < g->piece_count; i++) {
        ends_search one = {0, 0, NULL};
        scan_tree(g->pieces[i].abilities, look_for_way_back, &one);
        if (one.moves) {
            who[n++] = g->pieces[i].name;
        }
        adds |= g->pieces[i].neutral && !g->pieces[i].abilities;
    }
    if (n == 0 || adds) {
        return;
    }
    char names[DIAG_TEXT];
    tsr_out o = tsr_out_to(names, sizeof names - 64);
    for (int i = 0; i < n; i++) { // "A, B and C"
        tsr_putf(&o, i == 0 ? "%s" : i == n - 1 ? " and %s" : ", %s", who[i]);
    }
    (void)tsr_out_end(&o);
    span at = turn->at;
    if (turn->kind == R_SEQ && turn->list) {
        at = turn->list->at;
    }
    diag *d = diag_add(l->diags, DIAG_ENDLESS_GAME, at, "this game may go on for ever");
    diag_note(d, "%s can %sstep back to where %s came from", names, n > 1 ? "all " : "",
              n > 1 ? "they" : "it");
    diag_help(d, "most such games add:   draw when repeated 3");
}
