// SPDX-License-Identifier: MIT
// Numbers as words of ten letters, and back.
#include "server/ident.h"

#include <string.h>

static const char alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";

void ident_text(uint64_t id, char out[IDENT_BYTES]) {
    for (int i = 0; i < IDENT_LETTERS; i++) {
        out[i] = alphabet[id >> (5 * (IDENT_LETTERS - 1 - i)) & 31];
    }
    out[IDENT_LETTERS] = '\0';
}

uint64_t ident_read(const char *text) {
    uint64_t id = 0;
    for (int i = 0; i < IDENT_LETTERS; i++) {
        const char *at = text[i] ? strchr(alphabet, text[i]) : NULL;
        if (!at) {
            return 0;
        }
        id = id << 5 | (uint64_t)(at - alphabet);
    }
    return text[IDENT_LETTERS] ? 0 : id;
}

void ident_letters(const unsigned char *random, int letters, char *out) {
    for (int i = 0; i < letters; i++) {
        out[i] = alphabet[random[i] & 31];
    }
    out[letters] = '\0';
}
