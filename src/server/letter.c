// SPDX-License-Identifier: MIT
// Letters as bytes: a head of fixed size, then texts, each with its NUL.
#include "server/letter.h"

#include <stdlib.h>
#include <string.h>

typedef struct head {
    uint32_t word, from;
    int32_t value;
    uint32_t text[LETTER_TEXTS]; // sizes without the NUL
    uint64_t line, count, number, user, ip;
} head;

void letter_text(letter *l, int i, const char *text, size_t size) {
    l->text[i] = text;
    l->size[i] = size;
}

char *letter_pack(const letter *l, size_t *size) {
    head h = {.word = (uint32_t)l->word,
              .from = (uint32_t)l->from,
              .value = l->value,
              .line = l->line,
              .count = l->count,
              .number = l->number,
              .user = l->user,
              .ip = l->ip};
    size_t all = sizeof h;
    for (int i = 0; i < LETTER_TEXTS; i++) {
        h.text[i] = (uint32_t)l->size[i];
        all += l->size[i] + 1;
    }
    char *data = all <= LETTER_MAX ? malloc(all) : NULL;
    if (!data) {
        return NULL;
    }
    char *at = data + sizeof h;
    memcpy(data, &h, sizeof h);
    for (int i = 0; i < LETTER_TEXTS; i++) {
        if (l->size[i]) {
            memcpy(at, l->text[i], l->size[i]);
        }
        at += l->size[i];
        *at++ = '\0';
    }
    *size = all;
    return data;
}

int letter_read(const char *data, size_t size, letter *out) {
    head h;
    if (size < sizeof h || size > LETTER_MAX) {
        return 0;
    }
    memcpy(&h, data, sizeof h);
    *out = (letter){.word = (letter_word)h.word,
                    .from = (int)h.from,
                    .value = h.value,
                    .line = h.line,
                    .count = h.count,
                    .number = h.number,
                    .user = h.user,
                    .ip = h.ip};
    const char *at = data + sizeof h, *end = data + size;
    for (int i = 0; i < LETTER_TEXTS; i++) {
        if ((size_t)(end - at) <= h.text[i] || at[h.text[i]] != '\0') {
            return 0;
        }
        letter_text(out, i, at, h.text[i]);
        at += h.text[i] + 1;
    }
    return at == end && h.word >= LETTER_BEAT && h.word <= LETTER_WAKE;
}
