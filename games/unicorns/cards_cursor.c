// SPDX-License-Identifier: MIT
// Reading a card file word by word: the next token, complaints about it, numbers and texts.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "unicorns/cards_draft.h"

void uni_next(uni_parser *p) {
    p->tok = uni_lex_next(&p->lex);
}

bool uni_at_word(const uni_parser *p, const char *word) {
    return uni_token_is(&p->tok, word);
}

bool uni_accept(uni_parser *p, const char *word) {
    if (!uni_at_word(p, word)) {
        return false;
    }
    uni_next(p);
    return true;
}

bool uni_accept_words(uni_parser *p, const char *words) {
    uni_lexer lex = p->lex;
    uni_token tok = p->tok;
    while (*words) {
        char word[24];
        size_t n = strcspn(words, " ");
        if (n >= sizeof word) {
            return false;
        }
        memcpy(word, words, n);
        word[n] = '\0';
        if (!uni_token_is(&tok, word)) {
            return false;
        }
        tok = uni_lex_next(&lex);
        words += n + (words[n] == ' ');
    }
    p->lex = lex;
    p->tok = tok;
    return true;
}

bool uni_line_ends(const uni_parser *p) {
    return p->tok.kind == UNI_TOK_NEWLINE || p->tok.kind == UNI_TOK_END;
}

static void TSR_PRINTF(5, 0) complain(uni_parser *p, uni_place place, int number, const char *hint,
                                      const char *format, va_list args) {
    char text[200];
    if (p->broken) {
        return;
    }
    p->broken = true;
    vsnprintf(text, sizeof text, format, args);
    uni_complain(p->draft->report, number, place, hint, "%s", text);
}

void uni_wrong(uni_parser *p, int number, const char *hint, const char *format, ...) {
    va_list args;
    va_start(args, format);
    complain(p, p->tok.place, number, hint, format, args);
    va_end(args);
}

void uni_wrong_at(uni_parser *p, uni_place place, int number, const char *hint, const char *format,
                  ...) {
    va_list args;
    va_start(args, format);
    complain(p, place, number, hint, format, args);
    va_end(args);
}

bool uni_expect(uni_parser *p, const char *word) {
    if (uni_accept(p, word)) {
        return true;
    }
    if (uni_line_ends(p)) {
        uni_wrong(p, 21, NULL, "`%s` is missing at the end of the line", word);
    } else {
        uni_wrong(p, 21, NULL, "`%s` was expected before `%.*s`", word, (int)p->tok.length,
                  p->tok.start);
    }
    return false;
}

bool uni_same_text(const uni_token *a, const uni_token *b) {
    return a->length == b->length && (a->length == 0 || memcmp(a->start, b->start, a->length) == 0);
}

const char *uni_nearest(const uni_token *t, const char *const *words, int count) {
    char typed[48];
    const char *best = NULL;
    size_t n = t->length < sizeof typed - 1 ? t->length : sizeof typed - 1;
    memcpy(typed, t->start, n);
    typed[n] = '\0';
    int least = near_limit(typed) + 1;
    for (int i = 0; i < count; i++) {
        int distance = near_distance(typed, words[i]);
        if (distance < least) {
            least = distance;
            best = words[i];
        }
    }
    return best;
}

void uni_suggest(char *buf, size_t cap, const uni_token *t, const char *const *words, int count) {
    const char *best = uni_nearest(t, words, count);
    if (best) {
        snprintf(buf, cap, "did you mean `%s`?", best);
    } else {
        snprintf(buf, cap, "%s", "");
    }
}

uint16_t uni_keep_text(uni_draft *draft, const char *start, size_t length) {
    uni_deck *d = draft->d;
    if (d->text_size + length + 1 > UNI_TEXT) {
        uni_complain(draft->report, 15, (uni_place){0}, NULL,
                     "the names and sentences of this deck take more than %d letters", UNI_TEXT);
        return 0;
    }
    uint16_t at = d->text_size;
    memcpy(d->text + at, start, length);
    d->text[at + length] = '\0';
    d->text_size = (uint16_t)(at + length + 1);
    return at;
}

bool uni_parse_number(uni_parser *p, int low, int high, int *out) {
    if (p->tok.kind != UNI_TOK_NUMBER || p->tok.number < low || p->tok.number > high) {
        uni_wrong(p, 21, NULL, "a number from %d to %d was expected", low, high);
        return false;
    }
    *out = p->tok.number;
    uni_next(p);
    return true;
}

bool uni_parse_string(uni_parser *p, const char *what, uni_token *out) {
    if (p->tok.kind != UNI_TOK_STRING) {
        uni_wrong(p, 21, NULL, "%s was expected, in quotes", what);
        return false;
    }
    *out = p->tok;
    uni_next(p);
    return true;
}
