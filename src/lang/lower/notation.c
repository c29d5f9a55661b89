// SPDX-License-Identifier: MIT
//
// `notation fen`: whether a game has what Forsyth-Edwards notation speaks of. It is declared, never
// guessed; a game that inherits the line without the rules behind it is written plainly.
#include "lang/lower/lower.h"

// The first thing that FEN has a field for and the game has not, or NULL.
static const char *missing_for_fen(const program *p) {
    int one_label = p->past.asked_labels && !(p->past.asked_labels & (p->past.asked_labels - 1));
    return p->b.kind != BOARD_GRID || p->players != 2 ? "a grid and two players"
           : p->past.latch_pair[0] < 0                ? "castling: two kinds of `unmoved` pieces"
           : !one_label               ? "en passant: one label that `last is` asks for"
           : p->past.quiet_count != 1 ? "one ending that counts turns without something"
                                      : NULL;
}

void lower_notation(lower *l) {
    const game_ast *g = l->g;
    const char *missing = g->notation == NOTATION_FEN ? missing_for_fen(l->p) : NULL;
    l->p->words.fen = g->notation == NOTATION_FEN && !missing;
    if (missing && g->notation_at.file == 0) {
        diag *d = diag_add(l->diags, DIAG_MISSING, g->notation_at,
                           "this game lacks something that `notation fen` needs");
        diag_note(d, "there must be %s", missing);
        diag_help(d, "leave the line out: then positions are written plainly");
    }
}
