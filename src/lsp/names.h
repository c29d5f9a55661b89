// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_NAMES_H
#define TSR_LSP_NAMES_H

// The names that a rules file declares, found in its tokens alone: a file in an editor is wrong most
// of the time, and a name must be found all the same.

#include "lang/front/lex.h"

typedef enum name_kind {
    NAME_GAME,
    NAME_PLAYER,
    NAME_PIECE,
    NAME_PHASE,
    NAME_OPTION,
    NAME_VAR,
    NAME_TOKENS,
    NAME_LINK,
    NAME_DEF,
    NAME_HAS,
    NAME_LABEL,
    NAME_LOCAL, // a parameter, or what choose, roll, for, each and where name
    NAME_TEST
} name_kind;

typedef struct name {
    name_kind kind;
    const token *at;
    int statement; // number of the statement that declares it
} name;

typedef struct name_list {
    token_list tokens;
    name *item;
    int count;
    const token *parent; // the title behind `from`, or NULL
} name_list;

// Reads `text`; everything lives in `a`. An unreadable file has no names.
void names_read(const char *text, arena *a, name_list *out);

// What a kind is called: "piece".
const char *names_kind_text(name_kind kind);

// The token that covers byte `offset`, or ends there; -1 if there is none.
int names_token_at(const name_list *list, size_t offset);

// The number of the statement that token `i` belongs to.
int names_statement_of(const name_list *list, int i);

// The number of the statement of each token, in `a`; NULL without memory.
const int *names_statements(const name_list *list, arena *a);

// Where `text` is declared as token `i` sees it: in its own statement first. NULL if nowhere.
// `i` -1: from outside, so no names of a statement's own.
const name *names_find(const name_list *list, const char *text, int i);

// The bytes of statement number `statement`, from its first word to the end of its last.
void names_statement_bytes(const name_list *list, int statement, size_t *from, size_t *to);

#endif
