// SPDX-License-Identifier: MIT
// Opened rules by what opened them, counted by who holds them.
#include "server/rules_cache.h"

#include <stdlib.h>
#include <string.h>

void rules_cache_init(rules_cache *c) {
    *c = (rules_cache){0};
    pthread_mutex_init(&c->lock, NULL);
}

static void free_entry(rules_entry *e) {
    tsr_rules_close(e->rules);
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

static int is_same(const tsr_setup *a, const tsr_setup *b) {
    return a->game == b->game && a->players == b->players &&
           memcmp(a->opt, b->opt, sizeof a->opt) == 0;
}

// Finds and holds; the lock is held.
static rules_entry *find(rules_cache *c, const tsr_setup *setup) {
    for (rules_entry *e = c->first; e; e = e->next) {
        if (is_same(&e->setup, setup)) {
            c->idle -= e->holders == 0;
            e->holders++;
            e->used = ++c->takes;
            return e;
        }
    }
    return NULL;
}

static rules_entry *open_entry(const tsr_setup *setup, tsr_error *err) {
    rules_entry *e = calloc(1, sizeof *e);
    if (!e) {
        (void)tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
        return NULL;
    }
    if (tsr_rules_open(setup, NULL, &e->rules, err) != TSR_OK) {
        free(e);
        return NULL;
    }
    e->setup = *setup;
    e->holders = 1;
    return e;
}

rules_entry *rules_cache_take(rules_cache *c, const tsr_setup *setup, tsr_error *err) {
    pthread_mutex_lock(&c->lock);
    rules_entry *e = find(c, setup);
    pthread_mutex_unlock(&c->lock);
    rules_entry *fresh = e ? NULL : open_entry(setup, err);
    if (e || !fresh) {
        return e;
    }
    pthread_mutex_lock(&c->lock);
    e = find(c, setup); // another thread may have been quicker
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
