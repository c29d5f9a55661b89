// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_KINDS_H
#define TSR_LANG_KINDS_H

// Pieces of several kinds, and the attributes that tell them apart.

#include "lang/front/parse.h"

// After `of`: makes all kinds of `d`, the last piece there is if it is new, and answers how many; they get what the
// first one can do when that has been read.
int kinds_declare(parser *p, decl_piece *d, int is_new);
void kinds_share(decl_piece *d, int count);
void kinds_choose(game_ast *g,
                  const int32_t *values); // the options are known: which kinds there are

int kinds_is_family(const game_ast *g, const char *name);
void kinds_refuse_family(parser *p, const char *name, const token *at); // where one kind is meant

// `Stone`, `my Stone` (owner 0), `enemy Stone` (1): all its kinds, or NULL where it is no family.
ast *kinds_of_family(parser *p, const token *at, const char *name, int owner);
ast *kinds_word(parser *p); // number 3, number of x, highest number in x, hearts; or NULL
int kinds_member(parser *p, ast *member); // x.number; 0 = it asks for something else
ast *kinds_put_every(parser *p, const char *name, const token *from, ast *where);

#endif
