// SPDX-License-Identifier: MIT
// Which changes build on one that was refused: those about the same match, person, event or team.
#include "server/store_refused.h"

#include <stdlib.h>
#include <string.h>

struct store_known {
    int hub; // whose batch it was: only that one builds on it, and only that one hears of it
    store_subject kind;
    uint64_t id;
    uint64_t refusal; // the newest that concerns it
};

typedef struct store_known known;

enum { MOST = 2 };

// What a change is about; how many things that are.
static int subjects_of(int hub, const store_op *op, known out[MOST]) {
    int n = 0;
    if (op->a) {
        out[n++] = (known){.hub = hub, .kind = store_subject_of(op->kind), .id = op->a};
    }
    if (op->kind == STORE_SEAT && op->b) {
        out[n++] = (known){.hub = hub, .kind = ABOUT_USER, .id = op->b};
    }
    return n;
}

void store_refused_clear(store_refused *r) {
    r->count = 0;
}

void store_refused_deinit(store_refused *r) {
    free(r->subjects);
    *r = (store_refused){0};
}

static known *find(const store_refused *r, const known *wanted) {
    for (size_t i = 0; i < r->count; i++) {
        const known *s = &r->subjects[i];
        if (s->hub == wanted->hub && s->kind == wanted->kind && s->id == wanted->id) {
            return &r->subjects[i];
        }
    }
    return NULL;
}

// Whoever has made a batch with `heard` makes no more that builds on what was refused before.
static void forget_heard(store_refused *r, const store_batch *b) {
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (r->subjects[i].hub != b->hub || r->subjects[i].refusal > b->heard) {
            r->subjects[kept++] = r->subjects[i];
        }
    }
    r->count = kept;
}

int store_refused_has(store_refused *r, const store_batch *b) {
    known of[MOST];
    forget_heard(r, b);
    for (int i = 0; r->count && i < b->count; i++) {
        for (int n = subjects_of(b->hub, &b->ops[i], of); n > 0; n--) {
            if (find(r, &of[n - 1])) {
                return 1;
            }
        }
    }
    return 0;
}

static int note(store_refused *r, known s) {
    known *there = find(r, &s);
    if (there) {
        there->refusal = r->number;
        return 1;
    }
    if (r->count == r->room) {
        size_t most = r->room ? 2 * r->room : 16;
        known *more = realloc(r->subjects, most * sizeof *more);
        if (!more) {
            return 0;
        }
        r->subjects = more;
        r->room = most;
    }
    s.refusal = r->number;
    r->subjects[r->count++] = s;
    return 1;
}

int store_refused_add(store_refused *r, store_batch *b, const char *why) {
    known of[MOST];
    size_t size = strlen(why) + 1;
    b->refusal = ++r->number;
    free(b->why);
    b->why = malloc(size);
    int fine = b->why != NULL;
    if (fine) {
        memcpy(b->why, why, size);
    }
    for (int i = 0; i < b->count; i++) {
        for (int n = subjects_of(b->hub, &b->ops[i], of); n > 0; n--) {
            fine = fine && note(r, of[n - 1]);
        }
    }
    return fine;
}
