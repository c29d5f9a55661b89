// SPDX-License-Identifier: MIT
// Batches of changes on their way to the disk.
#include "server/store_batch.h"

#include <stdlib.h>
#include <string.h>

store_subject store_subject_of(store_kind kind) {
    static const store_subject of[] = {
        [STORE_MATCH] = ABOUT_MATCH, [STORE_LINES] = ABOUT_MATCH,
        [STORE_CHAT] = ABOUT_MATCH,  [STORE_RATED] = ABOUT_MATCH,
        [STORE_SEAT] = ABOUT_MATCH,  [STORE_EVENT] = ABOUT_EVENT,
        [STORE_ENTRY] = ABOUT_EVENT, [STORE_GAME] = ABOUT_EVENT,
        [STORE_TEAM] = ABOUT_TEAM,   [STORE_TEAM_GONE] = ABOUT_TEAM,
        [STORE_MEMBER] = ABOUT_TEAM, [STORE_FILE] = ABOUT_MATCH, // the last kind; 0 is ABOUT_USER
    };
    return of[kind];
}

store_batch *store_batch_new(void) {
    return calloc(1, sizeof(store_batch));
}

void store_batch_free(store_batch *b) {
    if (!b) {
        return;
    }
    for (int i = 0; i < b->count; i++) {
        free(b->ops[i].text);
        free(b->ops[i].more);
    }
    free(b->ops);
    free(b->why);
    free(b);
}

void store_batch_free_all(store_batch *first) {
    while (first) {
        store_batch *b = first;
        first = b->next;
        store_batch_free(b);
    }
}

// A copy of `text`; NULL for NULL, and with *failed set for lack of memory.
static char *copy(const char *text, int *failed) {
    size_t size = text ? strlen(text) + 1 : 0;
    char *p = text ? malloc(size) : NULL;
    if (p) {
        memcpy(p, text, size);
    }
    *failed |= text && !p;
    return p;
}

store_op *store_batch_add(store_batch *b, store_kind kind, uint64_t a, const char *text,
                          const char *more) {
    static _Thread_local store_op nowhere; // written, never read
    if (!b) {
        return &nowhere;
    }
    if (b->count == b->cap) {
        int cap = b->cap ? b->cap * 2 : 2;
        store_op *ops = realloc(b->ops, (size_t)cap * sizeof *ops);
        if (!ops) {
            b->failed = 1;
            return &nowhere;
        }
        b->ops = ops;
        b->cap = cap;
    }
    store_op *op = &b->ops[b->count++];
    *op = (store_op){.kind = kind, .a = a};
    op->text = copy(text, &b->failed);
    op->more = copy(more, &b->failed);
    return op;
}

int store_batch_is_of_one_sort(const store_batch *b) {
    int same = 0;
    for (int i = 0; i < b->count; i++) {
        same += store_is_directory(b->ops[i].kind) == store_is_directory(b->ops[0].kind);
    }
    return same == b->count;
}
