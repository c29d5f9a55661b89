// SPDX-License-Identifier: MIT
// Opened rules by what opened them, counted by who holds them.
#include "server/rules_cache.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rules_cache_init(rules_cache *c) {
    *c = (rules_cache){0};
    pthread_mutex_init(&c->lock, NULL);
}

static void free_entry(rules_entry *e) {
    tsr_rules_close(e->rules);
    free(e->file);
    free(e);
}

void rules_cache_deinit(rules_cache *c) {
    while (c->first) {
        rules_entry *e = c->first;
        c->first = e->next;
        free_entry(e);
    }
    pthread_mutex_destroy(&c->lock);
}

// What rules are looked up by.
typedef struct rules_key {
    const tsr_setup *setup;
    unsigned char hash[32];
} rules_key;

static rules_key key_of(const tsr_setup *setup) {
    rules_key key = {.setup = setup};
    if (setup->data) {
        crypto_hash_sha256(key.hash, (const unsigned char *)setup->data, setup->data_size);
    }
    return key;
}

static int is_same(const rules_entry *e, const rules_key *key) {
    const tsr_setup *a = &e->setup, *b = key->setup;
    return a->game == b->game && a->players == b->players &&
           memcmp(a->opt, b->opt, sizeof a->opt) == 0 && !a->data == !b->data &&
           memcmp(e->hash, key->hash, sizeof e->hash) == 0;
}

// Finds and holds; the lock is held.
static rules_entry *find(rules_cache *c, const rules_key *key) {
    for (rules_entry *e = c->first; e; e = e->next) {
        if (is_same(e, key)) {
            c->idle -= e->holders == 0;
            e->holders++;
            e->used = ++c->takes;
            return e;
        }
    }
    return NULL;
}

const char *rules_file_option(const tsr_game *g) {
    for (int i = 0; i < g->option_count; i++) {
        if (g->options[i].kind == TSR_OPTION_FILE) {
            return g->options[i].name;
        }
    }
    return NULL;
}

// It says which one it is, and nothing that anybody could have chosen.
void rules_file_name(const tsr_game *g, const unsigned char hash[32], char out[RULES_FILE_NAME]) {
    char digits[17];
    const char *option = rules_file_option(g);
    sodium_bin2hex(digits, sizeof digits, hash, 8);
    (void)snprintf(out, RULES_FILE_NAME, "%.20s-%s.txt", option ? option : "file", digits);
}

static int keep_file(rules_entry *e, const rules_key *key) {
    const tsr_setup *setup = key->setup;
    if (!setup->data) {
        return 1;
    }
    e->file = malloc(setup->data_size + 1);
    if (!e->file) {
        return 0;
    }
    memcpy(e->file, setup->data, setup->data_size);
    e->file[setup->data_size] = '\0';
    memcpy(e->hash, key->hash, sizeof e->hash);
    rules_file_name(setup->game, e->hash, e->file_name);
    e->setup.data = e->file;
    return 1;
}

static rules_entry *open_entry(const rules_key *key, tsr_error *err) {
    rules_entry *e = calloc(1, sizeof *e);
    if (e) {
        e->setup = *key->setup;
        e->holders = 1;
    }
    if (!e || !keep_file(e, key)) {
        free(e);
        (void)tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
        return NULL;
    }
    if (tsr_rules_open(&e->setup, NULL, &e->rules, err) != TSR_OK) {
        free(e->file);
        free(e);
        return NULL;
    }
    return e;
}

rules_entry *rules_cache_find(rules_cache *c, const tsr_setup *setup) {
    rules_key key = key_of(setup);
    pthread_mutex_lock(&c->lock);
    rules_entry *e = find(c, &key);
    pthread_mutex_unlock(&c->lock);
    return e;
}

rules_entry *rules_cache_take(rules_cache *c, const tsr_setup *setup, tsr_error *err) {
    rules_key key = key_of(setup);
    pthread_mutex_lock(&c->lock);
    rules_entry *e = find(c, &key);
    pthread_mutex_unlock(&c->lock);
    rules_entry *fresh = e ? NULL : open_entry(&key, err);
    if (e || !fresh) {
        return e;
    }
    pthread_mutex_lock(&c->lock);
    e = find(c, &key); // another thread may have been quicker
    if (!e) {
        fresh->used = ++c->takes;
        fresh->next = c->first;
        c->first = e = fresh;
        fresh = NULL;
    }
    pthread_mutex_unlock(&c->lock);
    if (fresh) {
        free_entry(fresh);
    }
    return e;
}

rules_entry *rules_cache_hold(rules_cache *c, rules_entry *e) {
    pthread_mutex_lock(&c->lock);
    e->holders++;
    pthread_mutex_unlock(&c->lock);
    return e;
}

// Takes the entry out that nobody has wanted for the longest time.
static rules_entry *take_stalest(rules_cache *c) {
    rules_entry **stalest = NULL;
    for (rules_entry **at = &c->first; *at; at = &(*at)->next) {
        if ((*at)->holders == 0 && (!stalest || (*at)->used < (*stalest)->used)) {
            stalest = at;
        }
    }
    rules_entry *e = stalest ? *stalest : NULL;
    if (e) {
        *stalest = e->next;
        c->idle--;
    }
    return e;
}

void rules_cache_drop(rules_cache *c, rules_entry *e) {
    rules_entry *gone = NULL;
    if (!e) {
        return;
    }
    pthread_mutex_lock(&c->lock);
    if (--e->holders == 0 && ++c->idle > RULES_KEPT) {
        gone = take_stalest(c);
    }
    pthread_mutex_unlock(&c->lock);
    if (gone) {
        free_entry(gone);
    }
}
