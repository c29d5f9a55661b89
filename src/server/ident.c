// SPDX-License-Identifier: MIT
// Numbers as words of ten letters, and back.
#include "server/ident.h"

#include <string.h>
#include <time.h>

static const char alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";

void ident_text(uint64_t id, char out[IDENT_BYTES]) {
    int letters = id >> IDENT_BITS ? IDENT_LONG : IDENT_LETTERS;
    for (int i = 0; i < letters; i++) {
        out[i] = alphabet[id >> (5 * (letters - 1 - i)) & 31];
    }
    out[letters] = '\0';
}

uint64_t ident_read(const char *text) {
    uint64_t id = 0;
    size_t letters = strlen(text);
    if (letters != IDENT_LETTERS && letters != IDENT_LONG) {
        return 0;
    }
    for (size_t i = 0; i < letters; i++) {
        const char *at = strchr(alphabet, text[i]);
        if (!at) {
            return 0;
        }
        id = id << 5 | (uint64_t)(at - alphabet);
    }
    return letters == IDENT_LETTERS || id >> IDENT_BITS ? id : 0; // each number has one word
}

uint32_t ident_month(int64_t wall_s) {
    enum { YEAR = 2026, MONTHS = 12, MOST = 1023 };
    time_t at = (time_t)wall_s;
    struct tm t;
    if (!gmtime_r(&at, &t)) {
        return 0;
    }
    int month = (t.tm_year + 1900 - YEAR) * MONTHS + t.tm_mon;
    return month < 0 ? 0 : month > MOST ? MOST : (uint32_t)month;
}

uint64_t ident_of_month(uint64_t id, uint32_t month) {
    return (uint64_t)month << IDENT_BITS | id;
}

void ident_letters(const unsigned char *random, int letters, char *out) {
    for (int i = 0; i < letters; i++) {
        out[i] = alphabet[random[i] & 31];
    }
    out[letters] = '\0';
}
