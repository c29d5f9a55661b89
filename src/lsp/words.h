// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_WORDS_H
#define TSR_LSP_WORDS_H

// The words of the rules language and what they mean (words.def), for editors.

typedef enum word_kind {
    WORD_DECLARE, // begins a line
    WORD_JOIN,    // ties rules, conditions and sets together
    WORD_ACT,     // is done
    WORD_THING,   // a set, a number, a condition
    WORD_WAY,     // a direction
    WORD_FORM     // a kind of board, layout or verdict
} word_kind;

typedef struct word_row {
    const char *word;
    word_kind kind;
    const char *meaning; // Markdown, one paragraph
} word_row;

int words_count(void);
const word_row *words_at(int i); // 0 <= i < words_count()

// The row of a word, or NULL.
const word_row *words_find(const char *word);

#endif
