// SPDX-License-Identifier: MIT
// The checker: each promise is looked up in what is stored.
#include "server/history.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_ask.h"
#include "server/room.h"

typedef struct progress {
    int highest, own[TSR_MAX_PLAYERS], over;
} progress;

static progress *progress_of(history *h, uint64_t match) {
    progress *p = map_get(&h->matches, match);
    if (!p) {
        p = calloc(1, sizeof *p);
        int kept = p && map_put(&h->matches, match, p);
        assert(kept);
        (void)kept;
    }
    return p;
}

int history_send(history *h, uint64_t match, int seat, int ply, const char *move) {
    const progress *p = progress_of(h, match);
    if (h->count == h->cap) {
        h->cap = h->cap ? 2 * h->cap : 1024;
        h->attempts = realloc(h->attempts, (size_t)h->cap * sizeof *h->attempts);
        assert(h->attempts);
    }
    attempt *a = &h->attempts[h->count];
    *a = (attempt){
        .match = match, .ply = ply, .seat = seat, .floor = p->highest, .own_floor = p->own[seat]};
    (void)snprintf(a->move, sizeof a->move, "%s", move);
    return h->count++;
}

void history_told(history *h, int i, told what) {
    attempt *a = &h->attempts[i];
    progress *p = progress_of(h, a->match);
    a->told = what;
    if (what == TOLD_YES) {
        p->highest = a->ply > p->highest ? a->ply : p->highest;
        p->own[a->seat] = a->ply > p->own[a->seat] ? a->ply : p->own[a->seat];
    }
}

void history_over(history *h, uint64_t match) {
    progress_of(h, match)->over = 1;
}

// --- Looking it up -----------------------------------------------------------

// How often the record has this move of this seat at this ply.
static int times_there(const char *record, const attempt *a) {
    char who[24], needle[TSR_MOVE_TEXT_MAX + 64];
    int found = 0;
    (void)snprintf(who, sizeof who, "\tp%d\t", a->seat + 1);
    (void)snprintf(needle, sizeof needle, "\tok\t%s\t", a->move);
    for (const char *line = record, *end; *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        const char *by = strstr(line, who), *what = strstr(line, needle);
        found += atoi(line) == a->ply && by && by < end && what && what < end;
        if (!*end) {
            break;
        }
    }
    return found;
}

// A move that was tried again with another answer may well be there.
static int tried_again(const history *h, const attempt *a) {
    for (int i = 0; i < h->count; i++) {
        const attempt *b = &h->attempts[i];
        if (b->match == a->match && b->ply == a->ply && b->seat == a->seat && b->told != TOLD_NO &&
            strcmp(b->move, a->move) == 0) {
            return 1;
        }
    }
    return 0;
}

static void check_attempt(const history *h, const attempt *a, const char *record, verdict *v) {
    int times = a->told == TOLD_NOTHING ? 0 : times_there(record, a);
    if (a->told == TOLD_YES) {
        v->acknowledged++;
        v->lost += times != 1;
        v->disordered += a->ply < a->floor || a->ply <= a->own_floor;
    } else if (a->told == TOLD_NO) {
        v->refused_but_there += times && !tried_again(h, a);
    }
}

// Whether the record can be played through, by the way the server reads it itself.
static int can_be_read(uint64_t match, store_reader *from, const tsr_registry *registry,
                       rules_cache *cache) {
    hub_ask *a = hub_ask_new(ASK_ROOM);
    assert(a);
    a->match = match;
    a->registry = registry;
    a->cache = cache;
    hub_ask_answer(a, from);
    int fine = a->found == ASK_THERE;
    hub_ask_free(a);
    return fine;
}

static int by_match(const void *a, const void *b) {
    const attempt *const *x = a, *const *y = b;
    return ((*x)->match > (*y)->match) - ((*x)->match < (*y)->match);
}

static void check_match(const history *h, uint64_t match, store_reader *from, verdict *v,
                        buffer *record) {
    const progress *p = map_get(&h->matches, match);
    store_match stored = {0};
    buffer meta;
    buffer_init(&meta, NULL);
    buffer_clear(record);
    int found = store_read_match(from, match, &stored, &meta, record);
    v->revived += p->over && (!found || stored.state != ROOM_OVER);
    buffer_deinit(&meta);
}

verdict history_check(const history *h, store_reader *from, const tsr_registry *registry) {
    verdict v = {0};
    buffer record;
    rules_cache cache;
    const attempt **sorted = malloc((size_t)(h->count + 1) * sizeof *sorted);
    assert(sorted);
    for (int i = 0; i < h->count; i++) {
        sorted[i] = &h->attempts[i];
    }
    qsort(sorted, (size_t)h->count, sizeof *sorted, by_match);
    buffer_init(&record, NULL);
    rules_cache_init(&cache);
    for (int i = 0; i < h->count; i++) {
        if (!i || sorted[i]->match != sorted[i - 1]->match) {
            check_match(h, sorted[i]->match, from, &v, &record);
            v.unreadable += !can_be_read(sorted[i]->match, from, registry, &cache);
        }
        check_attempt(h, sorted[i], record.size ? buffer_text(&record) : "", &v);
    }
    rules_cache_deinit(&cache);
    buffer_deinit(&record);
    free(sorted);
    return v;
}

int verdict_faults(const verdict *v) {
    return v->lost + v->disordered + v->refused_but_there + v->unreadable + v->revived;
}

void history_deinit(history *h) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->matches, &at)) != NULL) {
        free(s->value);
    }
    map_deinit(&h->matches);
    free(h->attempts);
}
