// SPDX-License-Identifier: MIT
//
// What every game needs is there, and names of the author's own are free.
#include "lang/lower/game_stages.h"

#include <string.h>

#include "lang/lower/boardless.h"

void lower_need_parts(const game_ast *g, diag_list *diags) {
    diag *d;
    if (g->player_count == 0) {
        d = diag_add(diags, DIAG_MISSING, g->title_at, "this game has no players");
        diag_help(d, "for example:   players White, Black");
    }
    boardless_check(g, diags);
    if (g->phase_count == 0) {
        d = diag_add(diags, DIAG_MISSING, g->title_at, "this game has no turn");
        diag_help(d, "for example:   turn: move");
    }
    for (int i = 0; i < g->phase_count; i++) {
        if (!g->phases[i].turn) {
            d = diag_add(diags, DIAG_MISSING, g->phases[i].at, "this phase has no turn");
            diag_help(d, "for example:   turn: move");
        }
    }
    if (g->piece_count == 0 && g->token_count == 0 &&
        (g->board.kind != TOPO_NONE || g->area_count)) {
        d = diag_add(diags, DIAG_MISSING, g->title_at, "this game has no pieces");
        diag_help(d, "for example:   piece Stone");
    }
}

// A name of the author's own must not be a word of the language.
void lower_check_no_word(lower *l, const char *name, span at) {
    static const char *const words[] = {
        "my",        "mine",      "enemy",    "neutral",    "empty",    "pieces",   "board",
        "here",      "it",        "last",     "count",      "toward",   "line",     "ray",
        "flood",     "rank",      "row",      "column",     "each",     "repeated", "can",
        "supposing", "was",       "top",      "bottom",     "left",     "right",    "corners",
        "edge",      "dark",      "light",    "turns",      "attacked", "safe",     "unmoved",
        "between",   "any",       "diagonal", "orthogonal", "forward",  "backward", "sideways",
        "leftward",  "rightward", "nothing",  "stuck",      "this"};
    int taken = board_dir_find(l->b, name) >= 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        taken |= strcmp(words[i], name) == 0;
    }
    if (taken) {
        diag *d = diag_add(l->diags, DIAG_SHADOW, at, "`%s` is a word of the language", name);
        diag_help(d, "give it a name of your own, such as `my_%s`", name);
    }
}

// ... nor a cell.
static void check_free(lower *l, const char *name, span at) {
    if (board_cell(l->b, name) >= 0) {
        diag_add(l->diags, DIAG_SHADOW, at, "`%s` is a cell of this board", name);
    } else {
        lower_check_no_word(l, name, at);
    }
}

// What tells kinds apart has names of its own.
static void check_attrs(lower *l) {
    const game_ast *g = l->g;
    for (int i = 0; i < g->attr_count; i++) {
        const decl_attr *d = &g->attrs[i];
        check_free(l, d->name, d->at);
        for (int k = 0; k < d->count && d->value[k]; k++) {
            check_free(l, d->value[k], d->at);
        }
    }
}

void lower_check_names(lower *l) {
    const game_ast *g = l->g;
    for (int i = 0; i < g->has_count; i++) {
        if (lower_find_player(l, g->has[i].player) < 0) {
            ast word = {.kind = A_TITLE, .at = g->has[i].at, .name = g->has[i].player};
            lower_unknown_word(l, &word, "player");
        }
    }
    for (int i = 0; i < g->hand_count; i++) {
        if (lower_find_type(l, g->hands[i].type) < 0) {
            ast word = {.kind = A_TITLE, .at = g->hands[i].at, .name = g->hands[i].type};
            lower_unknown_word(l, &word, "piece");
        }
    }
    for (int i = 0; i < g->def_count; i++) {
        check_free(l, g->defs[i].name, g->defs[i].at);
    }
    for (int i = 0; i < g->var_count; i++) {
        check_free(l, g->vars[i].name, g->vars[i].at);
    }
    for (int i = 0; i < g->option_count; i++) {
        check_free(l, g->options[i].name, g->options[i].at);
    }
    for (int i = 0; i < g->token_count; i++) {
        check_free(l, g->tokens[i], g->tokens_at[i]);
    }
    check_attrs(l);
    for (int i = 0; i < g->area_count; i++) { // those of one cell are called like it
        lower_check_no_word(l, g->areas[i].name, g->areas[i].at);
    }
    for (int i = 0; i < g->piece_count; i++) {
        const char *name = g->pieces[i].family ? g->pieces[i].family : g->pieces[i].name;
        if (lower_find_player(l, name) >= 0) {
            diag_add(l->diags, DIAG_TWICE, g->pieces[i].at, "`%s` is a player and a piece", name);
        }
    }
}
