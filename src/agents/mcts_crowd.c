// SPDX-License-Identifier: MIT
//
// Baskets of leaves: filled, sent away, and learned from; see mcts_crowd.h.
#include "agents/mcts_crowd.h"

#include <string.h>

#include "core/crowd.h"

enum {
    MOST = 4096, // leaves of a basket
    LEAST = 128, // while the tree is small
    SHARE = 4,   // later this part of what is known already
    PATHS = MOST * 16 + MCTS_MAX_DEPTH,
    MOST_DEVICES = 16
};

typedef struct basket {
    unsigned char *state; // [MOST]
    uint64_t *seed;       // [MOST]
    uint32_t *end;        // [MOST] where the way to each ends in
    uint32_t *path;       // [PATHS]
    uint32_t count, used; // leaves; nodes of all ways
} basket;

struct mcts_crowd {
    const tsr_alloc *alloc;
    const crowd_type *type;
    crowd *players;
    block memory;
    basket basket[2];
    float *value; // [MOST][players]
};

// --- Opening -------------------------------------------------------------------------------------

static tsr_err device_of(const char *name, int *out, tsr_error *err) {
    const int named = strncmp(name, "gpu", 3) == 0;
    const char *digit = named ? name + 3 : "x";
    int n = 0;
    for (; *digit >= '0' && *digit <= '9' && n < MOST_DEVICES; digit++) {
        n = 10 * n + (*digit - '0');
    }
    *out = strcmp(name, "cpu") == 0 ? CROWD_HERE : n;
    return *out == CROWD_HERE || (!*digit && n < MOST_DEVICES)
               ? TSR_OK
               : tsr_fail(err, TSR_ERR_ARGUMENT,
                          "random games are played by 'gpu', 'gpu1' ... or 'cpu', not '%.40s'",
                          name);
}

static void layout(mcts_crowd *c, const tsr_rules *r) {
    for (int i = 0; i < 2; i++) {
        basket *k = &c->basket[i];
        k->state = block_take(&c->memory, MOST, r->state_size);
        k->seed = block_take(&c->memory, MOST, sizeof *k->seed);
        k->end = block_take(&c->memory, MOST, sizeof *k->end);
        k->path = block_take(&c->memory, PATHS, sizeof *k->path);
    }
    c->value = block_take(&c->memory, (size_t)MOST * r->players, sizeof *c->value);
}

void mcts_crowd_close(mcts_crowd *c) {
    if (c) {
        if (c->players) {
            c->type->close(c->players);
        }
        block_free(&c->memory, c->alloc);
        tsr_mem_free(c->alloc, c, sizeof *c);
    }
}

// A device that this machine lacks is no wrong word in the player's spec.
static tsr_err open_players(mcts_crowd *c, const tsr_rules *r, int device, uint32_t games,
                            tsr_error *err) {
    tsr_error why = {.code = TSR_OK};
    tsr_err e = c->type->open(r, device, (crowd_size){MOST, games}, &c->players, &why);
    return e ? tsr_fail(err, e == TSR_ERR_UNKNOWN ? TSR_ERR_AGENT : e, "%s", why.message) : TSR_OK;
}

static tsr_err open_crowd(mcts_crowd *c, const tsr_rules *r, int device, uint32_t games,
                          tsr_error *err) {
    layout(c, r);
    if (!block_allocate(&c->memory, c->alloc)) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the leaves of a tree");
    }
    layout(c, r);
    return open_players(c, r, device, games, err);
}

tsr_err mcts_crowd_open(const tsr_rules *r, const tsr_alloc *alloc, const char *device,
                        uint32_t games, mcts_crowd **out, tsr_error *err) {
    int number = 0;
    const crowd_type *type = crowd_used();
    *out = NULL;
    tsr_err e = device_of(device, &number, err);
    if (e || !type) {
        return e ? e
                 : tsr_fail(err, TSR_ERR_LIMIT, "this program was built without support for GPUs");
    }
    mcts_crowd *c = tsr_mem_new(alloc, sizeof *c);
    if (!c) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a search");
    }
    *c = (mcts_crowd){.alloc = alloc, .type = type};
    e = open_crowd(c, r, number, games, err);
    if (e) {
        mcts_crowd_close(c);
        return e;
    }
    *out = c;
    return TSR_OK;
}

// --- Searching -----------------------------------------------------------------------------------

static void put_in(basket *k, const mcts_tree *t, tsr_rng *g) {
    const uint32_t nodes = (uint32_t)t->depth + 1;
    memcpy(k->state + (size_t)k->count * t->r->state_size, t->state, t->r->state_size);
    memcpy(k->path + k->used, t->path, nodes * sizeof *k->path);
    k->used += nodes;
    k->seed[k->count] = tsr_rng_next(g);
    k->end[k->count++] = k->used;
}

// Few leaves of a small tree: most of many would be the same.
static uint32_t size_of(const mcts_tree *t) {
    uint64_t share = t->iterations / SHARE;
    return share < LEAST ? LEAST : share < MOST ? (uint32_t)share : MOST;
}

// Ends that are met on the way are learned at once.
static void gather(basket *k, mcts_tree *t, tsr_rng *g, budget *b) {
    const uint32_t size = size_of(t);
    k->count = k->used = 0;
    while (k->count < size && k->used + MCTS_MAX_DEPTH <= PATHS && !t->pool[0].proven &&
           !budget_spend(b)) {
        mcts_node *node = mcts_tree_descend(t, g);
        if (node->who == MCTS_OVER) {
            mcts_tree_end(t, node);
        } else {
            mcts_tree_expect(t);
            put_in(k, t, g);
        }
    }
}

static void learn_all(const mcts_crowd *c, const basket *k, mcts_tree *t) {
    uint32_t from = 0;
    for (uint32_t i = 0; i < k->count; i++) {
        mcts_tree_fulfil(t, k->path + from, (int)(k->end[i] - from) - 1,
                         c->value + (size_t)i * t->r->players);
        from = k->end[i];
    }
}

tsr_err mcts_crowd_search(mcts_crowd *c, mcts_tree *t, tsr_rng *g, budget *b, int say,
                          tsr_error *err) {
    basket *now = &c->basket[0], *next = &c->basket[1];
    tsr_err e = TSR_OK;
    gather(now, t, g, b);
    while (!e && now->count) {
        e = c->type->send(c->players, now->state, now->seed, now->count, err);
        if (!e) {
            gather(next, t, g, b);
            e = c->type->take(c->players, c->value, err);
        }
        if (!e) {
            learn_all(c, now, t);
        }
        basket *played = now;
        now = next;
        next = played;
        if (say && budget_speaks(b)) {
            mcts_tree_say(t, b);
        }
    }
    return e;
}
