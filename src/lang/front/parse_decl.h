// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_PARSE_DECL_H
#define TSR_LANG_PARSE_DECL_H

// Declarations, by what they are about: each reader begins behind the word that starts its line. parse_decl.c knows
// which word that is.

#include "lang/front/parse.h"

// --- decl_tools.c ---------------------------------------------------------------------------

// `before` is where the same thing was said already. In another file it is inherited,
// and what is said now replaces it; in this one it is a mistake.
int decl_said_twice(parser *p, span before, span at, const char *what);
int decl_name_twice(parser *p, span before, span at, const char *what, const char *name);
int decl_room(parser *p, int count, int max,
              const char *what); // 0 = a game has no more of them, which is said
void decl_picture(parser *p, const char **text, uint32_t *size, uint32_t *line);
ast *parse_size(parser *p); // 8, size, 2*size+1

// --- decl_board.c, decl_piece.c, decl_area.c: what there is ----------------------------------

void parse_players(parser *p);
void parse_seats(parser *p);
void parse_board(parser *p);
void parse_width_and_height(parser *p, decl_board *b);
void parse_link(parser *p);
void parse_piece(parser *p);
void parse_hand(parser *p);
void parse_area(parser *p);
void parse_taken(parser *p);

// --- decl_turn.c: what happens ------------------------------------------------------------------

void parse_setup(parser *p);
void parse_only_turn(parser *p); // of a game without phases
void parse_phase(parser *p);
int decl_is_ending(const parser *p, int ahead); // the outcome that a line there is about, or 0
void parse_ending(parser *p);
void parse_stuck(parser *p);

// --- decl_test.c -----------------------------------------------------------------------------------

void parse_test(parser *p);

#endif
