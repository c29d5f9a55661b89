// SPDX-License-Identifier: MIT
//
// Games without a board: they are said with numbers, words and areas. A file that lacks the line by mistake speaks of
// cells, directions or motions somewhere; that place is shown.
#include "lang/lower/boardless.h"

#include <string.h>

#include "lang/lower/lower.h"

static int is_board_word(const char *name) {
    static const char *const words[] = {
        "empty",    "pieces",     "mine",     "enemy",    "neutral",  "board",   "top",
        "bottom",   "left",       "right",    "corners",  "edge",     "dark",    "light",
        "attacked", "safe",       "any",      "next",     "prev",     "forward", "backward",
        "diagonal", "orthogonal", "sideways", "leftward", "rightward"};
    int found = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        found |= strcmp(words[i], name) == 0;
    }
    return found;
}

static int speaks_of_board(const ast *n) {
    switch ((ast_kind)n->kind) {
    case A_WORD: return is_board_word(n->name);
    case A_SPAN:
    case A_VEC:
    case A_TOWARD:
    case A_AROUND:
    case A_LINE:
    case A_RAY:
    case A_FLOOD:
    case A_RANK:
    case A_ROW:
    case A_COLUMN:
    case A_POINT:
    case A_CONNECTS:
    case R_MOVE:
    case R_MOTION:
    case R_PLACE:
    case R_SOW: return 1;
    default: return 0;
    }
}

static int note_first(const ast *n, void *with) {
    const ast **found = with;
    *found = !*found && speaks_of_board(n) ? n : *found;
    return !*found;
}

static void look_through_turns(const game_ast *g, const ast **found) {
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, note_first, found);
        for (int k = 0; k < g->phases[i].next_count; k++) {
            scan_tree(g->phases[i].next[k].cond, note_first, found);
        }
    }
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].cond, note_first, found);
        scan_tree(g->endings[i].stuck, note_first, found);
    }
}

// What speaks of a board first, or NULL.
static const ast *find_board_word(const game_ast *g) {
    const ast *found = NULL;
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].abilities, note_first, &found);
        scan_tree(g->pieces[i].after, note_first, &found);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, note_first, &found);
    }
    for (int i = 0; i < g->has_count; i++) {
        scan_tree(g->has[i].value, note_first, &found);
    }
    scan_tree(g->setup.steps, note_first, &found);
    look_through_turns(g, &found);
    scan_tree(g->score, note_first, &found);
    return found;
}

void boardless_check(const game_ast *g, diag_list *diags) {
    const ast *speaks = find_board_word(g);
    const int has_things = g->piece_count || g->token_count || g->hand_count;
    if (g->board.kind != TOPO_NONE || !(speaks || g->setup.picture || g->link_count ||
                                        g->token_count || (has_things && !g->area_count))) {
        return;
    }
    diag *d = diag_add(diags, DIAG_MISSING, g->title_at, "this game has no board");
    if (speaks) {
        diag_also(d, speaks->at, "this is about one");
    }
    diag_help(d, "for example:   board grid 8x8");
}
