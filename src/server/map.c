// SPDX-License-Identifier: MIT
// Open addressing with a table that grows and shrinks.
#include "server/map.h"

#include <stdlib.h>

#include <tessera/rng.h>

static size_t place_of(const map *m, uint64_t key) {
    return (size_t)tsr_mix(key) & (m->cap - 1);
}

// The slot of `key`, or the empty one where it belongs.
static map_slot *find(const map *m, uint64_t key) {
    size_t i = place_of(m, key);
    while (m->slots[i].key && m->slots[i].key != key) {
        i = (i + 1) & (m->cap - 1);
    }
    return &m->slots[i];
}

static int grow(map *m) {
    map bigger = {.cap = m->cap ? m->cap * 2 : 16};
    bigger.slots = calloc(bigger.cap, sizeof *bigger.slots);
    if (!bigger.slots) {
        return 0;
    }
    for (size_t i = 0; i < m->cap; i++) {
        if (m->slots[i].key) {
            *find(&bigger, m->slots[i].key) = m->slots[i];
        }
    }
    bigger.count = m->count;
    free(m->slots);
    *m = bigger;
    return 1;
}

void map_deinit(map *m) {
    free(m->slots);
    *m = (map){0};
}

void *map_get(const map *m, uint64_t key) {
    return m->cap && key ? find(m, key)->value : NULL;
}

int map_put(map *m, uint64_t key, void *value) {
    if (m->count * 4 >= m->cap * 3 && !grow(m)) {
        return 0;
    }
    map_slot *s = find(m, key);
    m->count += s->key == 0;
    *s = (map_slot){key, value};
    return 1;
}

void *map_remove(map *m, uint64_t key) {
    map_slot *s = m->cap && key ? find(m, key) : NULL;
    if (!s || !s->key) {
        return NULL;
    }
    void *value = s->value;
    *s = (map_slot){0};
    m->count--;
    // Entries behind the gap that could not be found any more move up.
    size_t i = (size_t)(s - m->slots);
    for (i = (i + 1) & (m->cap - 1); m->slots[i].key; i = (i + 1) & (m->cap - 1)) {
        map_slot moved = m->slots[i];
        m->slots[i] = (map_slot){0};
        *find(m, moved.key) = moved;
    }
    return value;
}

const map_slot *map_next(const map *m, size_t *at) {
    while (*at < m->cap) {
        const map_slot *s = &m->slots[(*at)++];
        if (s->key) {
            return s;
        }
    }
    return NULL;
}

void map_free(map *m) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(m, &at)) != NULL) {
        free(s->value);
    }
    map_deinit(m);
}
