// SPDX-License-Identifier: MIT
// The table of the language's words; see words.h.
#include "lsp/words.h"

#include <string.h>

static const word_row rows[] = {
#define WORD(word, kind, meaning) {#word, WORD_##kind, meaning},
#include "lsp/words.def"
#undef WORD
};

int words_count(void) {
    return (int)(sizeof rows / sizeof *rows);
}

const word_row *words_at(int i) {
    return &rows[i];
}

const word_row *words_find(const char *word) {
    for (int i = 0; i < words_count(); i++) {
        if (strcmp(rows[i].word, word) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}
