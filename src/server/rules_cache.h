// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_RULES_CACHE_H
#define TSR_SERVER_RULES_CACHE_H

// Opened rules, shared by all matches with the same game, players and options: a
// thousand matches of chess have one set of tables. Not thread-safe; the rules
// themselves may be read by any thread as long as somebody holds them.

#include <tessera/rules.h>

typedef struct rules_entry {
    tsr_rules *rules;
    tsr_setup setup;
    uint32_t holders;
    struct rules_entry *next;
} rules_entry;

typedef struct rules_cache {
    rules_entry *first;
} rules_cache;

// The rules for `setup`, opened now or before; NULL with `err` filled. Drop it after use.
rules_entry *rules_cache_take(rules_cache *c, const tsr_setup *setup, tsr_error *err);
rules_entry *rules_cache_hold(rules_entry *e);

// Gives up one hold; the last one closes the rules.
void rules_cache_drop(rules_cache *c, rules_entry *e); // NULL is fine

#endif
