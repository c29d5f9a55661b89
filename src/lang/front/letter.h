// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LETTER_H
#define TSR_LANG_LETTER_H

// Letters of all alphabets, for the names in a rules file. Which ones begin with a capital letter decides what they
// can be; many scripts have no capital letters.

#include <stddef.h>

typedef enum letter_kind {
    LETTER_NONE = 0,
    LETTER_SMALL, // with `_`
    LETTER_CAPITAL,
    LETTER_PLAIN, // of a script without capital letters
    LETTER_MARK   // belongs to the letter before it
} letter_kind;

// What kind of letter begins at `s`, and in how many bytes; for LETTER_NONE that is at least 1. Characters are those
// that Unicode's form NFC keeps as they are: an accent is part of its letter.
letter_kind letter_at(const char *s, size_t *size);

// How many bytes from `s` on are letters, marks and digits.
size_t letter_word(const char *s);

// Whether a word goes on at `c`: all bytes beyond ASCII count, which stand in words, texts and comments only.
int letter_goes_on(char c);

int letter_all_ascii(const char *s);

#endif
