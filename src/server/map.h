// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_MAP_H
#define TSR_SERVER_MAP_H

// A hash table from 64-bit numbers (never 0) to pointers. Open addressing; shrinks
// never, which is fine for tables whose peak comes back every day. Not thread-safe.

#include <stddef.h>
#include <stdint.h>

typedef struct map_slot {
    uint64_t key; // 0 = empty
    void *value;
} map_slot;

typedef struct map {
    map_slot *slots;
    size_t count, cap; // cap is 0 or a power of two
} map;

void map_deinit(map *m); // a zeroed one is a valid, empty map
void map_free(map *m);   // with its values, each a block of its own
void *map_get(const map *m, uint64_t key);
int map_put(map *m, uint64_t key, void *value); // 0 for lack of memory
void *map_remove(map *m, uint64_t key);         // what was there, or NULL

// The next entry from slot *at on, or NULL; start with *at = 0. Entries may be
// removed only through their own key, after which the walk must start again.
const map_slot *map_next(const map *m, size_t *at);

#endif
