// SPDX-License-Identifier: MIT
//
// `notation fen san`: whether a game has what the notations speak of that its author names. They are declared, never
// guessed; a game that inherits one without the rules behind it does without.
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

// Cells as moves write them: a letter and a digit.
static int has_short_names(const board *b) {
    enum { LETTERS = 26, DIGITS = 9 };
    return b->kind == BOARD_GRID && b->max_y < DIGITS && b->max_x < LETTERS;
}

static const char *missing_for_points(const lower *l) {
    int ways = l->p->b.kind == BOARD_TRACK;
    for (int i = 0; i < l->p->players; i++) {
        ways = ways && lower_race_way(l, i);
    }
    return ways ? NULL
                : "a track with an end for everybody: players White facing next, Black facing prev";
}

static int places_letter(const lower *l, char letter) {
    for (int t = 0; t < l->p->types; t++) {
        if (l->p->words.letter[t] == letter) {
            return 1;
        }
    }
    return 0;
}

static const char *missing_for_ptn(const lower *l) {
    return !has_short_names(&l->p->b) || !l->p->pile.at
               ? "a grid with piles, of at most nine rows: board grid 5x5 piles"
           : !places_letter(l, 'F') ? "a flat stone, a piece that is written F"
                                    : NULL;
}

static const char *missing_for_san(const lower *l) {
    return has_short_names(&l->p->b) ? NULL : "a grid of at most nine rows";
}

// What a piece is when it is taken: itself, or what it was promoted from.
static int plain_type(const lower *l, int type) {
    const ast *r = l->g->pieces[type].taken;
    const int becomes =
        r && r->kind == R_BECOMES && r->flag ? lower_find_type(l, r->list->name) : -1;
    return becomes < 0 ? type : becomes;
}

static const char *missing_for(const lower *l, int kind) {
    switch ((notation_kind)kind) {
    case NOTATION_FEN: return missing_for_fen(l->p);
    case NOTATION_SFEN: return missing_for_sfen(l->p);
    case NOTATION_POINTS: return missing_for_points(l);
    case NOTATION_PTN: return missing_for_ptn(l);
    case NOTATION_SAN: return missing_for_san(l);
    case NOTATION_COORDINATES:
    case NOTATION_KINDS: break;
    }
    return NULL;
}

static void say_missing(lower *l, const decl_notation *d, const char *missing) {
    static const char *const name[] = {"coordinates", "fen", "sfen", "points", "ptn", "san"};
    diag *m = diag_add(l->diags, DIAG_MISSING, d->at,
                       "this game lacks something that `notation %s` needs", name[d->kind]);
    diag_note(m, "there must be %s", missing);
    diag_help(m, d->kind == NOTATION_FEN || d->kind == NOTATION_SFEN
                     ? "leave the word out: then positions are written plainly"
                     : "leave the word out: then moves are written as cells");
}

static void use_notation(lower *l, int kind) {
    ir_words *w = &l->p->words;
    w->fen |= kind == NOTATION_FEN;
    w->sfen |= kind == NOTATION_SFEN;
    w->reads |= (uint8_t)(1u << kind);
    w->reads |= kind == NOTATION_FEN ? 1u << NOTATION_SAN : 0;
    for (int i = 0; kind == NOTATION_POINTS && i < l->p->players; i++) {
        w->way[i] = (int8_t)lower_race_way(l, i);
    }
    for (int t = 0; kind == NOTATION_SFEN && t < l->p->types; t++) {
        w->plain[t] = (uint8_t)plain_type(l, t);
    }
}

// Positions have one way to be written.
static int is_second_of_positions(lower *l, const decl_notation *d) {
    const int other = d->kind == NOTATION_FEN    ? l->p->words.sfen
                      : d->kind == NOTATION_SFEN ? l->p->words.fen
                                                 : 0;
    if (other) {
        diag *m = diag_add(l->diags, DIAG_TWICE, d->at, "positions are written in one way");
        diag_note(m, "`fen` and `sfen` both say how");
    }
    return other;
}

void lower_notation(lower *l) {
    const game_ast *g = l->g;
    for (int i = 0; i < g->notation_count; i++) {
        const decl_notation *d = &g->notation[i];
        const char *missing = missing_for(l, d->kind);
        if (missing && d->at.file == 0) {
            say_missing(l, d, missing);
        } else if (!missing && !is_second_of_positions(l, d)) {
            use_notation(l, d->kind);
            l->p->words.writes = (uint8_t)(i ? l->p->words.writes : d->kind);
        }
    }
}
