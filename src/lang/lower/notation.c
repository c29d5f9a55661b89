// SPDX-License-Identifier: MIT
//
// `notation fen`, `notation sfen`: whether a game has what Forsyth-Edwards notation, or that of shogi, speaks of. It is
// declared, never guessed; a game that inherits the line without the rules behind it is written plainly.
#include "lang/lower/lower.h"

#include <string.h>

// The first thing that FEN has a field for and the game has not, or NULL.
static const char *missing_for_fen(const program *p) {
    int one_label = p->past.asked_labels && !(p->past.asked_labels & (p->past.asked_labels - 1));
    return p->b.kind != BOARD_GRID || p->players != 2 ? "a grid and two players"
           : p->past.latch_pair[0] < 0                ? "castling: two kinds of `unmoved` pieces"
           : !one_label               ? "en passant: one label that `last is` asks for"
           : p->past.quiet_count != 1 ? "one ending that counts turns without something"
                                      : NULL;
}

static const char *missing_for_sfen(const program *p) {
    return p->b.kind != BOARD_GRID || p->players != 2 ? "a grid and two players"
           : p->at.hands == BOARD_NONE                ? "hands: area hand each 38"
                                                      : NULL;
}

// What a piece is when it is taken: itself, or what it was promoted from.
static int plain_type(const lower *l, int type) {
    const ast *r = l->g->pieces[type].taken;
    const int becomes =
        r && r->kind == R_BECOMES && r->flag ? lower_find_type(l, r->list->name) : -1;
    return becomes < 0 ? type : becomes;
}

void lower_notation(lower *l) {
    static const char *const name[] = {"plain", "fen", "sfen"};
    const game_ast *g = l->g;
    program *p = l->p;
    const char *missing = g->notation == NOTATION_FEN    ? missing_for_fen(p)
                          : g->notation == NOTATION_SFEN ? missing_for_sfen(p)
                                                         : NULL;
    p->words.fen = g->notation == NOTATION_FEN && !missing;
    p->words.sfen = g->notation == NOTATION_SFEN && !missing;
    for (int t = 0; p->words.sfen && t < p->types; t++) {
        p->words.plain[t] = (uint8_t)plain_type(l, t);
    }
    if (missing && g->notation_at.file == 0) {
        diag *d = diag_add(l->diags, DIAG_MISSING, g->notation_at,
                           "this game lacks something that `notation %s` needs", name[g->notation]);
        diag_note(d, "there must be %s", missing);
        diag_help(d, "leave the line out: then positions are written plainly");
    }
}
