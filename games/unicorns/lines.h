// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_LINES_H
#define TSR_UNICORNS_LINES_H

// Codes of the game's sentences (lines.def), and the table of names they use.

#include "unicorns/verb.h"

typedef enum uni_line {
    UNI_LINE_NONE,
#define LINE(name, text) UNI_LINE_##name,
#include "unicorns/lines.def"
#undef LINE
#define X(name, text) UNI_LINE_NEWS_##name,
    UNI_NEWS_KINDS(X)
#undef X
        UNI_LINE_COUNT
} uni_line;

extern const char *const uni_lines[UNI_LINE_COUNT];

// The names of a game: kinds first, then these.
enum {
    UNI_WORD_CLASSES = UNI_CLASSES + 2, // the classes, "a unicorn", "a card"
    UNI_WORD_UNICORN = UNI_CLASSES,
    UNI_WORD_CARD = UNI_CLASSES + 1
};

static inline tsr_arg uni_arg_kind(int kind) {
    return TSR_NAME(kind);
}

// A class (or UNI_WORD_UNICORN, UNI_WORD_CARD) with its article: "a basic unicorn".
static inline tsr_arg uni_arg_class(const uni_deck *d, int class_word) {
    return TSR_NAME(d->kind_count + class_word);
}

static inline tsr_arg uni_arg_verb(const uni_deck *d, int verb) {
    return TSR_NAME(d->kind_count + UNI_WORD_CLASSES + verb);
}

// A verb as a node has it: a plugin's stand behind the others.
static inline tsr_arg uni_arg_verb_of(const uni_deck *d, const uni_node *n) {
    return uni_arg_verb(d, n->verb == UNI_VERB_OF_added ? UNI_VERB_OF_COUNT + n->added : n->verb);
}

// The prompt, the event sentence and the news as lines (say.c).
void uni_prompt(const uni_deck *d, const uni_state *s, tsr_line *out);
void uni_say_move(const uni_deck *d, const uni_state *s, int who, tsr_move m, tsr_line *out);
void uni_news_line(const uni_deck *d, const uni_news *news, tsr_line *out);

#endif
