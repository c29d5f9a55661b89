// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_RULES_CACHE_H
#define TSR_SERVER_RULES_CACHE_H

// Opened rules, shared by all matches with the same game, players, options and file (a deck of
// somebody's own): a thousand matches of chess have one set of tables. Opening them takes
// milliseconds, so those that nobody holds any more are kept for the next one, up to RULES_KEPT.
//
// Files are told apart by their hash, so that what is stored under it cannot be another one's.
//
// Thread-safe: the hub and whoever reads matches from the disk share one cache. Nothing is
// opened while the lock is held. The rules themselves may be read by any thread as long as
// somebody holds them.

#include <pthread.h>

#include <tessera/rules.h>

enum { RULES_KEPT = 64, RULES_FILE_NAME = 48 };

typedef struct rules_entry {
    tsr_rules *rules;
    tsr_setup setup;                 // its data is `file`
    char *file;                      // the text of the game's FILE option, NULL = none; owned
    unsigned char hash[32];          // SHA-256 of it, zeros for none
    char file_name[RULES_FILE_NAME]; // for records; "" = there is no file
    uint32_t holders;
    uint64_t used; // when it was last taken, counted in takes
    struct rules_entry *next;
} rules_entry;

typedef struct rules_cache {
    pthread_mutex_t lock;
    rules_entry *first;
    uint64_t takes;
    int idle; // entries that nobody holds
} rules_cache;

void rules_cache_init(rules_cache *c);
void rules_cache_deinit(rules_cache *c); // when nobody holds anything

// The rules for `setup`, opened now or before; NULL with `err` filled. Drop it after use.
rules_entry *rules_cache_take(rules_cache *c, const tsr_setup *setup, tsr_error *err);

// The same if they are open already, else NULL.
rules_entry *rules_cache_find(rules_cache *c, const tsr_setup *setup);

rules_entry *rules_cache_hold(rules_cache *c, rules_entry *e);

// Gives up one hold.
void rules_cache_drop(rules_cache *c, rules_entry *e); // NULL is fine

// The name of a game's FILE option ("deck"), NULL = it has none.
const char *rules_file_option(const tsr_game *g);

// What a file of the game is called in records: deck-0123456789abcdef.txt, by its hash.
void rules_file_name(const tsr_game *g, const unsigned char hash[32], char out[RULES_FILE_NAME]);

#endif
