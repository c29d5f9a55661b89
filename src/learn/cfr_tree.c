// SPDX-License-Identifier: MIT
// Laying out the tree of a game, level by level, with the information sets of both players.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "learn/cfr_impl.h"
#include <tessera/rng.h>

// A level in the making: the states of its nodes, and what each player has seen on the way.
typedef struct front {
    unsigned char *state;
    uint64_t (*key)[2];
    uint32_t count, cap;
} front;

typedef struct builder {
    cfr *c;
    const cfr_limits *limits;
    cfr_payoff payoff;
    front now, next;
    tsr_move *moves;
    uint32_t *weights;
    unsigned char *view;
    uint64_t used;        // bytes, about
    int uneven, all_even; // ends whose scores do not cancel; no end has a score
    double *win;          // by node: the other payoff, until it is known which counts
} builder;

static tsr_err no_memory(tsr_error *err) {
    return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the tree of the game");
}

// --- Growing ---------------------------------------------------------------------------------

static int grow(void **at, uint32_t *cap, uint32_t want, size_t size) {
    if (want <= *cap) {
        return 1;
    }
    uint32_t n = *cap ? *cap : 256;
    while (n < want) {
        n = n > UINT32_MAX / 2 ? want : n * 2;
    }
    void *fresh = realloc(*at, (size_t)n * size);
    if (!fresh) {
        return 0;
    }
    *at = fresh;
    *cap = n;
    return 1;
}

static int grow_front(builder *b, front *f, uint32_t want) {
    uint32_t cap = f->cap;
    size_t size = b->c->rules->state_size;
    if (!grow((void **)&f->state, &cap, want, size)) {
        return 0;
    }
    if (cap != f->cap) {
        b->used += (uint64_t)(cap - f->cap) * (size + sizeof *f->key);
        void *fresh = realloc(f->key, cap * sizeof *f->key);
        if (!fresh) {
            return 0;
        }
        f->key = fresh;
        f->cap = cap;
    }
    return 1;
}

static int grow_nodes(builder *b, uint32_t want) {
    cfr *c = b->c;
    uint32_t before = c->node_cap, win = c->node_cap;
    int ok = grow((void **)&c->node, &c->node_cap, want, sizeof *c->node) &&
             grow((void **)&b->win, &win, want, sizeof *b->win);
    b->used += (uint64_t)(c->node_cap - before) * (sizeof *c->node + 4 * sizeof(double));
    return ok;
}

static tsr_err too_large(const builder *b, tsr_error *err) {
    return tsr_fail(err, TSR_ERR_LIMIT,
                    "the tree of %s is too large: %" PRIu32 " nodes were met in %" PRIu32
                    " levels, the last of %" PRIu32 "; the limit is %" PRIu64 " nodes and %" PRIu64
                    " MB",
                    b->c->rules->g.name, b->c->nodes, b->c->levels, b->now.count, b->limits->nodes,
                    b->limits->memory >> 20);
}

// --- Information sets --------------------------------------------------------------------------

static int rehash(cfr *c) {
    uint32_t n = c->slots ? c->slots * 2 : 1024;
    uint32_t *fresh = calloc(n, sizeof *fresh);
    if (!fresh) {
        return 0;
    }
    for (uint32_t i = 0; i < c->sets; i++) {
        uint32_t at = (uint32_t)c->set[i].key & (n - 1);
        while (fresh[at]) {
            at = (at + 1) & (n - 1);
        }
        fresh[at] = i + 1;
    }
    free(c->slot);
    c->slot = fresh;
    c->slots = n;
    return 1;
}

static uint32_t *find_slot(const cfr *c, uint64_t key) {
    uint32_t at = (uint32_t)key & (c->slots - 1);
    while (c->slot[at] && c->set[c->slot[at] - 1].key != key) {
        at = (at + 1) & (c->slots - 1);
    }
    return &c->slot[at];
}

static int add_set(cfr *c, uint64_t key, int who, const void *view, const tsr_move *moves,
                   int count) {
    uint32_t views = c->set_cap, numbers = c->number_cap;
    if (!grow((void **)&c->set, &c->set_cap, c->sets + 1, sizeof *c->set) ||
        !grow((void **)&c->view, &views, c->sets + 1, c->rules->state_size) ||
        !grow((void **)&c->move, &numbers, c->numbers + (uint32_t)count, sizeof *c->move)) {
        return 0;
    }
    c->number_cap = numbers;
    memcpy(c->view + (size_t)c->sets * c->rules->state_size, view, c->rules->state_size);
    memcpy(c->move + c->numbers, moves, (size_t)count * sizeof *moves);
    c->set[c->sets++] =
        (cfr_room){.key = key, .who = (uint8_t)who, .moves = (uint32_t)count, .first = c->numbers};
    c->numbers += (uint32_t)count;
    return 1;
}

// The set of this decision, new if need be.
static tsr_err join_set(builder *b, uint64_t key, int who, int count, int32_t *out,
                        tsr_error *err) {
    cfr *c = b->c;
    key = tsr_mix(key ^ (uint64_t)(who + 1)) | 1;
    if (c->sets * 2 >= c->slots && !rehash(c)) {
        return no_memory(err);
    }
    uint32_t *slot = find_slot(c, key);
    if (*slot) {
        const cfr_room *set = &c->set[*slot - 1];
        *out = (int32_t)*slot - 1;
        if (set->moves != (uint32_t)count ||
            memcmp(c->move + set->first, b->moves, (size_t)count * sizeof *b->moves) != 0) {
            return tsr_fail(
                err, TSR_ERR_GAME,
                "%s: player %d cannot tell two positions apart in which the moves differ",
                c->rules->g.name, who + 1);
        }
        return TSR_OK;
    }
    if (!add_set(c, key, who, b->view, b->moves, count)) {
        return no_memory(err);
    }
    b->used += c->rules->state_size + (uint64_t)count * 48 + sizeof(cfr_room);
    *slot = c->sets;
    *out = (int32_t)c->sets - 1;
    return TSR_OK;
}

// --- Nodes ---------------------------------------------------------------------------------------

static void end_node(builder *b, uint32_t index, const void *state) {
    tsr_result result[TSR_MAX_PLAYERS];
    cfr_node *n = &b->c->node[index];
    b->c->rules->g.result(b->c->rules, state, result);
    n->set = CFR_END;
    n->payoff = result[0].score;
    b->win[index] = (result[0].rank < result[1].rank) - (result[0].rank > result[1].rank);
    b->uneven |= (int64_t)result[0].score + result[1].score != 0;
    b->all_even &= result[0].score == 0;
}

// What both see of a move, and of what came of it.
static void look(const builder *b, const void *before, const void *after, int who, tsr_move m,
                 const uint64_t *was, uint64_t *key) {
    const tsr_rules *r = b->c->rules;
    for (int p = 0; p < 2; p++) {
        uint64_t seen = who == p ? m : r->g.seen(r, before, who, m, p);
        r->g.view(r, after, p, b->view);
        key[p] = tsr_hash_bytes(b->view, r->state_size,
                                tsr_mix(was[p] ^ tsr_mix(seen + ((uint64_t)who << 56))));
    }
}

static tsr_err add_children(builder *b, uint32_t parent, uint32_t place, int who, int count,
                            tsr_error *err) {
    cfr *c = b->c;
    size_t size = c->rules->state_size;
    double whole = 0;
    uint32_t first = c->nodes, front_first = b->next.count;
    if ((uint64_t)first + (uint64_t)count > b->limits->nodes || b->used > b->limits->memory) {
        return too_large(b, err);
    }
    if (!grow_nodes(b, first + (uint32_t)count) ||
        !grow_front(b, &b->next, front_first + (uint32_t)count)) {
        return no_memory(err);
    }
    for (int i = 0; i < count && who == TSR_CHANCE; i++) {
        whole += b->weights[i];
    }
    const unsigned char *state = b->now.state + place * size;
    c->node[parent].child = first;
    c->node[parent].count = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        unsigned char *to = b->next.state + (size_t)(front_first + (uint32_t)i) * size;
        double chance = who == TSR_CHANCE ? b->weights[i] / whole : 1;
        memcpy(to, state, size);
        tsr_play(c->rules, to, who, b->moves[i]);
        look(b, state, to, who, b->moves[i], b->now.key[place],
             b->next.key[front_first + (uint32_t)i]);
        c->node[first + (uint32_t)i] = (cfr_node){
            .parent = parent, .move = (uint32_t)i, .chance = c->node[parent].chance * chance};
    }
    c->nodes += (uint32_t)count;
    b->next.count += (uint32_t)count;
    return TSR_OK;
}

static tsr_err follow(builder *b, uint32_t index, uint32_t place, tsr_error *err) {
    cfr *c = b->c;
    const tsr_rules *r = c->rules;
    const void *state = b->now.state + (size_t)place * r->state_size;
    int who = tsr_mover(tsr_turn(r, state));
    if (who < 0) {
        end_node(b, index, state);
        return TSR_OK;
    }
    int count = who == TSR_CHANCE ? r->g.chance(r, state, b->moves, b->weights)
                                  : tsr_moves(r, state, who, b->moves);
    tsr_err e = TSR_OK;
    if (who == TSR_CHANCE) {
        c->node[index].set = CFR_DRAW;
    } else {
        r->g.view(r, state, who, b->view);
        e = join_set(b, b->now.key[place][who], who, count, &c->node[index].set, err);
    }
    return e ? e : add_children(b, index, place, who, count, err);
}

// --- Levels --------------------------------------------------------------------------------------

static tsr_err add_level(builder *b, tsr_error *err) {
    cfr *c = b->c;
    uint32_t first = c->nodes - b->now.count;
    if (!grow((void **)&c->level, &c->level_cap, c->levels + 2, sizeof *c->level)) {
        return no_memory(err);
    }
    c->level[c->levels++] = first;
    c->level[c->levels] = c->nodes;
    tsr_err e = TSR_OK;
    b->next.count = 0;
    for (uint32_t i = 0, end = b->now.count; !e && i < end; i++) {
        e = follow(b, first + i, i, err);
    }
    front swap = b->now;
    b->now = b->next;
    b->next = swap;
    return e;
}

static tsr_err begin(builder *b, const void *state, tsr_error *err) {
    const tsr_rules *r = b->c->rules;
    size_t room = r->max_moves > r->max_chance ? r->max_moves : r->max_chance;
    b->moves = calloc(room + 1, sizeof *b->moves);
    b->weights = calloc(room + 1, sizeof *b->weights);
    b->view = calloc(1, r->state_size);
    if (!b->moves || !b->weights || !b->view || !grow_nodes(b, 1) || !grow_front(b, &b->now, 1)) {
        return no_memory(err);
    }
    memcpy(b->now.state, state, r->state_size);
    b->now.count = b->c->nodes = 1;
    b->c->node[0] = (cfr_node){.chance = 1};
    for (int p = 0; p < 2; p++) {
        r->g.view(r, state, p, b->view);
        b->now.key[0][p] = tsr_hash_bytes(b->view, r->state_size, 0);
    }
    return TSR_OK;
}

static tsr_err choose_payoff(builder *b, tsr_error *err) {
    cfr *c = b->c;
    c->score = b->payoff == CFR_SCORE || (b->payoff == CFR_EITHER && !b->uneven && !b->all_even);
    if (c->score && b->uneven) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "in %s the scores do not cancel out: what one wins the other does not lose",
                        c->rules->g.name);
    }
    for (uint32_t i = 0; !c->score && i < c->nodes; i++) {
        c->node[i].payoff = c->node[i].set == CFR_END ? b->win[i] : 0;
    }
    return TSR_OK;
}

static tsr_err make_numbers(cfr *c, tsr_error *err) {
    size_t n = c->numbers + 1u;
    c->regret = calloc(n, sizeof *c->regret);
    c->sum = calloc(n, sizeof *c->sum);
    c->now = calloc(n, sizeof *c->now);
    c->best = calloc(n, sizeof *c->best);
    c->reach[0] = calloc(c->nodes, sizeof(double));
    c->reach[1] = calloc(c->nodes, sizeof(double));
    c->value = calloc(c->nodes, sizeof(double));
    return c->regret && c->sum && c->now && c->best && c->reach[0] && c->reach[1] && c->value
               ? TSR_OK
               : no_memory(err);
}

static void end(builder *b) {
    free(b->now.state);
    free(b->now.key);
    free(b->next.state);
    free(b->next.key);
    free(b->moves);
    free(b->weights);
    free(b->view);
    free(b->win);
    free(b->c->slot);
    b->c->slot = NULL;
}

tsr_err cfr_new(const tsr_rules *r, const void *state, cfr_payoff payoff, const cfr_limits *limits,
                cfr **out, tsr_error *err) {
    builder b = {.limits = limits, .payoff = payoff, .all_even = 1};
    if (r->players != 2) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "%s is for %d here; games of two can be solved",
                        r->g.name, r->players);
    }
    b.c = calloc(1, sizeof *b.c);
    if (!b.c) {
        return no_memory(err);
    }
    b.c->rules = r;
    tsr_err e = begin(&b, state, err);
    while (!e && b.now.count) {
        e = add_level(&b, err);
    }
    e = e ? e : choose_payoff(&b, err);
    e = e ? e : make_numbers(b.c, err);
    end(&b);
    if (e) {
        cfr_free(b.c);
        return e;
    }
    *out = b.c;
    return TSR_OK;
}

void cfr_free(cfr *c) {
    if (!c) {
        return;
    }
    void *const all[] = {c->node, c->level, c->set,  c->view,     c->move,     c->regret,
                         c->sum,  c->now,   c->best, c->reach[0], c->reach[1], c->value};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        free(all[i]);
    }
    free(c);
}
