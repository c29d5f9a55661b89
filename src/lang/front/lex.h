// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LEX_H
#define TSR_LANG_LEX_H

// The lexer: text to tokens, all at once, into one array.
//
// Layout is settled here, so the parser never looks at blanks: the end of a
// statement is T_NEWLINE, a deeper block is wrapped in T_INDENT and T_DEDENT, and
// a deeper line that starts with a connective (`then`, `or`, `and` ...) simply goes
// on with the line above. A picture (the lines below a bare `setup`, `board drawn`
// or `board shape`) is one token that spans its lines; the parser reads it raw.

#include "base/arena.h"
#include "lang/front/diag.h"

typedef enum token_kind {
    T_END = 0,
    T_NEWLINE,
    T_INDENT,
    T_DEDENT,
    T_WORD, // lower case, or of a script without capital letters: rank, e4, seeds
    T_NAME, // capitalised: White, Rook; or in quotes, where a script has no capital letters: "歩"
    T_INT,  // value
    T_HALF, // 7.5; value is in halves
    T_STRING,  // text without its quotes
    T_MARK,    // punctuation; text is one or two characters
    T_PICTURE, // whole lines
    T_BAD
} token_kind;

typedef struct token {
    uint8_t kind;
    uint8_t glued;  // no blank before it
    uint8_t quoted; // between quotes, which the text is without
    uint8_t pad;
    int32_t value;
    span at;
    const char *text; // NUL-ended; a picture: into the source, `size` bytes
    uint32_t size;
    uint32_t pos; // byte offset in the source
} token;

typedef struct token_list {
    token *item;
    int count;
} token_list;

enum {
    LEX_MAX_SOURCE = 1 << 18,
    LEX_MAX_INT = 1000000,
    LEX_MAX_LETTERS =
        40 // bytes of a word with letters beyond ASCII: messages must not cut one in two
};

// Reads `source` (NUL-ended); `file` is what its spans say. The list ends with T_END; it
// lives in `a`. Returns 0 for lack of memory; what is wrong with the text is in `diags`.
int lex_all(const char *source, int file, arena *a, diag_list *diags, token_list *out);

#endif
