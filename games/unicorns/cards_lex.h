// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_CARDS_LEX_H
#define TSR_UNICORNS_CARDS_LEX_H

// Tokens of a card file. The lexer is a small value: copy it to look ahead.

#include "unicorns/cards.h"

typedef enum uni_token_kind {
    UNI_TOK_END,     // of the file
    UNI_TOK_NEWLINE, // of a line that had tokens
    UNI_TOK_WORD,
    UNI_TOK_NUMBER,
    UNI_TOK_TIMES,  // x3
    UNI_TOK_STRING, // start and length are what stands between the quotes
    UNI_TOK_RANGE,  // ..
    UNI_TOK_SIGN    // one of : ( ) | ,
} uni_token_kind;

typedef struct uni_token {
    uint8_t kind;    // uni_token_kind
    uint8_t margin;  // begins a line at its very left
    uint16_t number; // NUMBER, TIMES
    uni_place place;
    const char *start;
    size_t length;
} uni_token;

typedef struct uni_lexer {
    const char *at, *end;
    const char *line_start;
    uni_report *report;
    uint16_t line;
    uint8_t file;
    uint8_t busy; // something stood on this line
} uni_lexer;

void uni_lex_init(uni_lexer *lex, uni_report *report, int file);
uni_token uni_lex_next(uni_lexer *lex);

bool uni_token_is(const uni_token *t, const char *word);

// Goes to the first character of the next line that begins at the margin and is
// neither empty nor a comment.
void uni_lex_skip_block(uni_lexer *lex);

#endif
