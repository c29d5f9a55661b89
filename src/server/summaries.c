// SPDX-License-Identifier: MIT
// Kept summaries: a table in which each match has one place, and the last to come has it.
#include "server/summaries.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/rng.h>

enum { PLACES = 2048, LARGEST = 4096 }; // bytes of a summary and its source

typedef struct kept {
    uint64_t match; // 0 = nothing
    int64_t updated;
    int shown;
    size_t meta_size, text_size; // both in `bytes`, one after the other
    char *bytes;
} kept;

struct summaries {
    pthread_mutex_t lock;
    kept places[PLACES];
};

summaries *summaries_new(void) {
    summaries *s = calloc(1, sizeof *s);
    if (s) {
        (void)pthread_mutex_init(&s->lock, NULL);
    }
    return s;
}

void summaries_free(summaries *s) {
    if (s) {
        for (int i = 0; i < PLACES; i++) {
            free(s->places[i].bytes);
        }
        (void)pthread_mutex_destroy(&s->lock);
        free(s);
    }
}

static kept *place_of(summaries *s, const summary_source *of) {
    return &s->places[tsr_mix(of->match) % PLACES];
}

int summaries_find(summaries *s, const summary_source *of, buffer *out, int *shown) {
    size_t size = strlen(of->meta);
    pthread_mutex_lock(&s->lock);
    const kept *k = place_of(s, of);
    int found = k->match == of->match && k->updated == of->updated && k->meta_size == size &&
                memcmp(k->bytes, of->meta, size) == 0;
    if (found) {
        buffer_add(out, k->bytes + size, k->text_size);
        *shown = k->shown;
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

void summaries_keep(summaries *s, const summary_source *of, const char *text, size_t size,
                    int shown) {
    size_t meta_size = strlen(of->meta);
    char *bytes = of->match && meta_size + size <= LARGEST ? malloc(meta_size + size + 1) : NULL;
    if (!bytes) {
        return;
    }
    memcpy(bytes, of->meta, meta_size);
    memcpy(bytes + meta_size, text, size);
    pthread_mutex_lock(&s->lock);
    kept *k = place_of(s, of);
    free(k->bytes);
    *k = (kept){of->match, of->updated, shown, meta_size, size, bytes};
    pthread_mutex_unlock(&s->lock);
}
