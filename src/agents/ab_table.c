// SPDX-License-Identifier: MIT
// The table of positions met before: buckets of four entries, one cache line.
#include <assert.h>
#include <string.h>

#include "agents/alphabeta.h"

enum { BUCKET = 4, WIPE_AT_ONCE = 1 << 20 };

static_assert(sizeof(ab_entry) == 16, "four entries are a cache line");

void ab_table_layout(ab_table *t, block *b, size_t memory) {
    size_t buckets = 1, most = memory / (BUCKET * sizeof(ab_entry));
    while (buckets <= most / 2) {
        buckets *= 2;
    }
    t->mask = buckets - 1;
    t->entries = block_take(b, buckets * BUCKET, sizeof(ab_entry));
}

static size_t size_of(const ab_table *t) {
    return (size_t)(t->mask + 1) * BUCKET * sizeof(ab_entry);
}

void ab_table_clear(ab_table *t) {
    t->wiped = size_of(t);
    memset(t->entries, 0, t->wiped);
    t->age = 1;
}

void ab_table_begin(ab_table *t, budget *b) {
    if (t->age == 63) { // ages would begin to repeat
        t->wiped = 0;
        t->age = 0;
    }
    t->age++;
    t->fresh = b->exact;
    t->wiped = ab_wipe(b, t->entries, t->wiped, size_of(t));
}

size_t ab_wipe(budget *b, void *table, size_t from, size_t size) {
    while (from < size && !budget_late(b)) {
        size_t n = size - from < WIPE_AT_ONCE ? size - from : WIPE_AT_ONCE;
        memset((unsigned char *)table + from, 0, n);
        from += n;
    }
    return from;
}

static int is_there(const ab_table *t, const ab_entry *e) {
    return (e->mark & 3) != AB_NONE && (!t->fresh || e->mark >> 2 == t->age);
}

const ab_entry *ab_table_find(const ab_table *t, uint64_t key) {
    const ab_entry *e = &t->entries[(key & t->mask) * BUCKET];
    for (int i = 0; i < BUCKET; i++) {
        if (e[i].key == key && is_there(t, &e[i])) {
            return &e[i];
        }
    }
    return NULL;
}

// How much an entry is missed: deep ones more, those of older searches less.
static int worth(const ab_table *t, const ab_entry *e) {
    if (!is_there(t, e)) {
        return -1000;
    }
    return e->depth - 8 * ((t->age - (e->mark >> 2)) & 63);
}

void ab_table_store(ab_table *t, uint64_t key, tsr_move best, int value, int depth, ab_bound bound,
                    int ply) {
    ab_entry *bucket = &t->entries[(key & t->mask) * BUCKET], *e = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == key && is_there(t, &bucket[i])) {
            e = &bucket[i];
            break;
        }
        if (worth(t, &bucket[i]) < worth(t, e)) {
            e = &bucket[i];
        }
    }
    uint32_t tag = best ? ab_tag(best) : e->key == key && is_there(t, e) ? e->tag : 0;
    value += value > AB_SURE ? ply : value < -AB_SURE ? -ply : 0;
    *e = (ab_entry){.key = key,
                    .tag = tag,
                    .value = (int16_t)value,
                    .depth = (uint8_t)depth,
                    .mark = (uint8_t)((unsigned)bound | (unsigned)t->age << 2)};
}

int ab_table_value(const ab_entry *e, int ply) {
    return e->value > AB_SURE ? e->value - ply : e->value < -AB_SURE ? e->value + ply : e->value;
}
