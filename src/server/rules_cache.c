// SPDX-License-Identifier: MIT
#include "server/rules_cache.h"

#include <stdlib.h>
#include <string.h>

static int is_same(const tsr_setup *a, const tsr_setup *b) {
    return a->game == b->game && a->players == b->players &&
           memcmp(a->opt, b->opt, sizeof a->opt) == 0;
}

rules_entry *rules_cache_take(rules_cache *c, const tsr_setup *setup, tsr_error *err) {
    for (rules_entry *e = c->first; e; e = e->next) {
        if (is_same(&e->setup, setup)) {
            return rules_cache_hold(e);
        }
    }
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
    e->next = c->first;
    c->first = e;
    return e;
}

rules_entry *rules_cache_hold(rules_entry *e) {
    e->holders++;
    return e;
}

void rules_cache_drop(rules_cache *c, rules_entry *e) {
    if (!e || --e->holders > 0) {
        return;
    }
    rules_entry **at = &c->first;
    while (*at != e) {
        at = &(*at)->next;
    }
    *at = e->next;
    tsr_rules_close(e->rules);
    free(e);
}
