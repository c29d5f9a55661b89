// SPDX-License-Identifier: MIT
// Letters of all alphabets; see letter.h.
#include "lang/front/letter.h"

#include <stdint.h>

#include "lang/front/visible.h"

enum {
    SMALL = LETTER_SMALL,
    CAPITAL,
    PLAIN,
    MARK,
    EVEN,
    ODD
}; // of these two kinds, which ones are capital letters

typedef struct letter_run {
    uint16_t first, last;
    uint8_t kind;
} letter_run;

static const letter_run runs[] = {
#include "lang/front/letter_table.inc"
};

// Beyond the table only the further Chinese characters count.
enum { HAN_FIRST = 0x20000, HAN_LAST = 0x323af };

static letter_kind kind_of(uint32_t c) {
    size_t low = 0, high = sizeof runs / sizeof runs[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (runs[middle].last < c) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == sizeof runs / sizeof runs[0] || c < runs[low].first) {
        return c >= HAN_FIRST && c <= HAN_LAST ? LETTER_PLAIN : LETTER_NONE;
    }
    const int kind = runs[low].kind;
    return kind < EVEN                        ? (letter_kind)kind
           : ((c % 2 == 0) == (kind == EVEN)) ? LETTER_CAPITAL
                                              : LETTER_SMALL;
}

static letter_kind kind_of_ascii(char c) {
    return (c >= 'a' && c <= 'z') || c == '_' ? LETTER_SMALL
           : c >= 'A' && c <= 'Z'             ? LETTER_CAPITAL
                                              : LETTER_NONE;
}

letter_kind letter_at(const char *s, size_t *size) {
    uint32_t c = 0;
    if ((unsigned char)*s < 0x80) {
        *size = 1;
        return kind_of_ascii(*s);
    }
    *size = visible_code(s, &c);
    if (!*size) {
        *size = 1;
        return LETTER_NONE;
    }
    return kind_of(c);
}

size_t letter_word(const char *s) {
    size_t n = 0, size;
    while (letter_at(s + n, &size) != LETTER_NONE || (s[n] >= '0' && s[n] <= '9')) {
        n += size;
    }
    return n;
}

int letter_goes_on(char c) {
    return kind_of_ascii(c) != LETTER_NONE || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

int letter_all_ascii(const char *s) {
    while (*s && (unsigned char)*s < 0x80) {
        s++;
    }
    return !*s;
}
