// SPDX-License-Identifier: MIT
//
// Cuts the text of a card file into tokens, line by line.
#include "unicorns/cards_lex.h"

#include <string.h>

#include <tessera/json.h>

void uni_lex_init(uni_lexer *lex, uni_report *report, int file) {
    const uni_source *src = &report->source[file];
    *lex = (uni_lexer){0};
    lex->at = lex->line_start = src->text;
    lex->end = src->text + src->size;
    lex->report = report;
    lex->line = 1;
    lex->file = (uint8_t)file;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static uni_place place_of(const uni_lexer *lex, const char *start, size_t length) {
    size_t column = (size_t)(start - lex->line_start) + 1;
    uni_place place = {0};
    place.file = lex->file;
    place.length = (uint8_t)(length < 255 ? length : 255);
    place.line = lex->line;
    place.column = (uint16_t)(column < UINT16_MAX ? column : UINT16_MAX);
    return place;
}

static void next_line(uni_lexer *lex) {
    lex->at++;
    lex->line = (uint16_t)(lex->line + (lex->line < UINT16_MAX));
    lex->line_start = lex->at;
    lex->busy = 0;
}

// Steps over a character that no card file may contain, saying so.
static void refuse(uni_lexer *lex) {
    uni_place place = place_of(lex, lex->at, 1);
    unsigned char c = (unsigned char)*lex->at;
    if (c == '\t') {
        uni_complain(lex->report, 20, place, "use blanks", "there is a tab in this line");
    } else if (c >= 0x80) {
        uni_complain(lex->report, 20, place, "only names may hold such letters, between quotes",
                     "this letter is not part of the card language");
    } else if (c < 0x20) {
        uni_complain(lex->report, 20, place, NULL, "there is a control character in this line");
    } else {
        uni_complain(lex->report, 20, place, NULL, "`%c` is not part of the card language", c);
    }
    lex->at++;
    while (lex->at < lex->end && (unsigned char)*lex->at >= 0x80) {
        lex->at++; // the rest of the same letter
    }
}

static void skip_blanks(uni_lexer *lex) {
    while (lex->at < lex->end) {
        if (*lex->at == '#') {
            while (lex->at < lex->end && *lex->at != '\n') {
                lex->at++;
            }
        } else if (*lex->at == ' ' || *lex->at == '\r') {
            lex->at++;
        } else if (*lex->at == '\n' && !lex->busy) {
            next_line(lex);
        } else if (*lex->at == '\n' || (*lex->at > ' ' && *lex->at != 0x7f)) {
            return;
        } else {
            refuse(lex);
        }
    }
}

static uni_token token_of(const uni_lexer *lex, int kind, const char *start, size_t length) {
    uni_token t = {0};
    t.kind = (uint8_t)kind;
    t.margin = start == lex->line_start;
    t.place = place_of(lex, start, length);
    t.start = start;
    t.length = length;
    return t;
}

static uint16_t number_at(const char **at, const char *end) {
    uint32_t n = 0;
    while (*at < end && is_digit(**at)) {
        n = n < 10000 ? n * 10 + (uint32_t)(**at - '0') : n;
        (*at)++;
    }
    return (uint16_t)(n < UINT16_MAX ? n : UINT16_MAX);
}

static uni_token word_or_times(uni_lexer *lex) {
    const char *start = lex->at;
    if (*start == 'x' && start + 1 < lex->end && is_digit(start[1])) {
        lex->at++;
        uint16_t number = number_at(&lex->at, lex->end);
        uni_token t = token_of(lex, UNI_TOK_TIMES, start, (size_t)(lex->at - start));
        t.number = number;
        return t;
    }
    while (lex->at < lex->end && (is_letter(*lex->at) || *lex->at == '-')) {
        lex->at++;
    }
    return token_of(lex, UNI_TOK_WORD, start, (size_t)(lex->at - start));
}

// Texts go to screens, records and programs: whole letters of UTF-8, and nothing that steers.
static void check_letters(const uni_lexer *lex, const uni_token *t) {
    const char *end = t->start + t->length;
    for (const char *at = t->start; at < end;) {
        unsigned char letter[5] = {0}; // ended, so that nothing behind the text is looked at
        memcpy(letter, at, (size_t)(end - at < 4 ? end - at : 4));
        int size = tsr_utf8_size(letter);
        if (size == 0 || letter[0] < 0x20 || letter[0] == 0x7f) {
            uni_complain(lex->report, 20, place_of(lex, at, 1), NULL,
                         size ? "there is a control character in this text"
                              : "these bytes are no UTF-8");
            return;
        }
        at += size;
    }
}

static uni_token string_token(uni_lexer *lex) {
    const char *start = ++lex->at;
    while (lex->at < lex->end && *lex->at != '"' && *lex->at != '\n') {
        lex->at++;
    }
    uni_token t = token_of(lex, UNI_TOK_STRING, start, (size_t)(lex->at - start));
    if (lex->at < lex->end && *lex->at == '"') {
        lex->at++;
    } else {
        uni_complain(lex->report, 20, t.place, "names and sentences end with \" on the same line",
                     "this text has no end");
    }
    check_letters(lex, &t);
    return t;
}

uni_token uni_lex_next(uni_lexer *lex) {
    for (;;) {
        skip_blanks(lex);
        const char *start = lex->at;
        if (start >= lex->end) {
            int kind = lex->busy ? UNI_TOK_NEWLINE : UNI_TOK_END;
            lex->busy = 0;
            return token_of(lex, kind, start, 0);
        }
        if (*start == '\n') {
            uni_token t = token_of(lex, UNI_TOK_NEWLINE, start, 0);
            next_line(lex);
            return t;
        }
        lex->busy = 1;
        if (is_letter(*start)) {
            return word_or_times(lex);
        }
        if (is_digit(*start)) {
            uint16_t number = number_at(&lex->at, lex->end);
            uni_token t = token_of(lex, UNI_TOK_NUMBER, start, (size_t)(lex->at - start));
            t.number = number;
            return t;
        }
        if (*start == '"') {
            return string_token(lex);
        }
        if (strchr(":()|,", *start)) {
            lex->at++;
            return token_of(lex, UNI_TOK_SIGN, start, 1);
        }
        if (*start == '.' && start + 1 < lex->end && start[1] == '.') {
            lex->at += 2;
            return token_of(lex, UNI_TOK_RANGE, start, 2);
        }
        refuse(lex);
    }
}

bool uni_token_is(const uni_token *t, const char *word) {
    return t->kind != UNI_TOK_STRING && t->kind != UNI_TOK_END && t->kind != UNI_TOK_NEWLINE &&
           strlen(word) == t->length && memcmp(t->start, word, t->length) == 0;
}

void uni_lex_skip_block(uni_lexer *lex) {
    for (;;) {
        while (lex->at < lex->end && *lex->at != '\n') {
            lex->at++;
        }
        if (lex->at >= lex->end) {
            lex->busy = 0;
            return;
        }
        next_line(lex);
        if (lex->at < lex->end && !strchr(" \r\n#\t", *lex->at)) {
            return;
        }
    }
}
