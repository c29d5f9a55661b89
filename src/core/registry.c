// SPDX-License-Identifier: MIT
#include <tessera/registry.h>

#include <string.h>

#include <tessera/rules.h>

#include "base/near.h"

enum { MOST_EXTRAS = 16 };

// A game with what plugins have added to it: a table of its own.
typedef struct extended {
    tsr_game game;
    tsr_game_more more;
    const tsr_extra *extra[MOST_EXTRAS + 1]; // NULL-ended
    int count;
    struct extended *next;
} extended;

struct tsr_registry {
    const tsr_alloc *alloc;
    const tsr_game **games;
    const tsr_agent_type **agents;
    int game_count, game_cap;
    int agent_count, agent_cap;
    extended *extended;
};

tsr_registry *tsr_registry_new(const tsr_alloc *alloc) {
    tsr_registry *reg = tsr_mem_new(alloc, sizeof *reg);
    if (reg) {
        reg->alloc = alloc;
    }
    return reg;
}

void tsr_registry_free(tsr_registry *reg) {
    if (reg) {
        for (extended *x = reg->extended, *next; x; x = next) {
            next = x->next;
            tsr_mem_free(reg->alloc, x, sizeof *x);
        }
        tsr_mem_free(reg->alloc, reg->games, (size_t)reg->game_cap * sizeof *reg->games);
        tsr_mem_free(reg->alloc, reg->agents, (size_t)reg->agent_cap * sizeof *reg->agents);
        tsr_mem_free(reg->alloc, reg, sizeof *reg);
    }
}

// Makes room for one more pointer in a list of `count`; the new list or NULL.
static void *grow(const tsr_alloc *alloc, void *list, int count, int *cap) {
    if (count < *cap) {
        return list;
    }
    size_t old_size = (size_t)*cap * sizeof(void *);
    int new_cap = *cap ? *cap * 2 : 32;
    void *p = tsr_mem_resize(alloc, list, old_size, (size_t)new_cap * sizeof(void *));
    if (p) {
        *cap = new_cap;
    }
    return p;
}

static const tsr_game *find_game(const tsr_registry *reg, const char *name) {
    for (int i = 0; i < reg->game_count; i++) {
        if (strcmp(reg->games[i]->name, name) == 0) {
            return reg->games[i];
        }
    }
    return NULL;
}

static const tsr_agent_type *find_agent(const tsr_registry *reg, const char *name) {
    for (int i = 0; i < reg->agent_count; i++) {
        if (strcmp(reg->agents[i]->name, name) == 0) {
            return reg->agents[i];
        }
    }
    return NULL;
}

static tsr_err check_agent(const tsr_agent_type *type, tsr_error *err) {
    if (!type || type->abi >> 16 != TSR_ABI_MAJOR) {
        return tsr_fail(err, TSR_ERR_ABI, "the agent was built for another version of Tessera");
    }
    if (type->size < offsetof(tsr_agent_type, end) || !type->name || !*type->name || !type->about ||
        !type->choose || type->option_count > TSR_AGENT_OPTIONS ||
        (type->option_count && !type->options)) {
        return tsr_fail(err, TSR_ERR_AGENT, "the agent's table is incomplete");
    }
    if (strpbrk(type->name, ":=, \t\n")) {
        return tsr_fail(err, TSR_ERR_AGENT, "an agent's name is one word, not '%.40s'", type->name);
    }
    for (uint32_t i = 0; i < type->option_count; i++) {
        const tsr_agent_option *o = &type->options[i];
        if (!o->name || !o->help || o->kind < TSR_VALUE_INT || o->kind > TSR_VALUE_TEXT) {
            return tsr_fail(err, TSR_ERR_AGENT, "%s: an option has no name, help or kind",
                            type->name);
        }
    }
    return TSR_OK;
}

tsr_err tsr_registry_add_agent(tsr_registry *reg, const tsr_agent_type *type, tsr_error *err) {
    tsr_err e = check_agent(type, err);
    if (e) {
        return e;
    }
    if (find_agent(reg, type->name) || strcmp(type->name, "human") == 0) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "there is already an agent called '%s'", type->name);
    }
    void *list = grow(reg->alloc, reg->agents, reg->agent_count, &reg->agent_cap);
    if (!list) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    reg->agents = list;
    reg->agents[reg->agent_count++] = type;
    return TSR_OK;
}

// The players a game brings along; all of them or none.
static tsr_err add_agents_of(tsr_registry *reg, const tsr_game *game, tsr_error *err) {
    int before = reg->agent_count;
    tsr_err e = TSR_OK;
    const tsr_agent_type *const *type = game->more ? game->more->agents : NULL;
    for (; !e && type && *type; type++) {
        e = tsr_registry_add_agent(reg, *type, err);
    }
    if (e) {
        reg->agent_count = before;
    }
    return e;
}

tsr_err tsr_registry_add_game(tsr_registry *reg, const tsr_game *game, tsr_error *err) {
    tsr_err e = tsr_game_check(game, err);
    if (e) {
        return e;
    }
    if (find_game(reg, game->name)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "there is already a game called '%s'", game->name);
    }
    void *list = grow(reg->alloc, reg->games, reg->game_count, &reg->game_cap);
    if (!list) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    reg->games = list;
    e = add_agents_of(reg, game, err);
    if (!e) {
        reg->games[reg->game_count++] = game;
    }
    return e;
}

static void copy_table(void *to, const void *from, size_t size, size_t most) {
    memset(to, 0, most);
    memcpy(to, from, size < most ? size : most);
}

// The game's own table to add to, made at the first time.
static extended *extend(tsr_registry *reg, int i) {
    for (extended *x = reg->extended; x; x = x->next) {
        if (&x->game == reg->games[i]) {
            return x;
        }
    }
    const tsr_game *game = reg->games[i];
    extended *x = tsr_mem_new(reg->alloc, sizeof *x);
    if (!x) {
        return NULL;
    }
    copy_table(&x->game, game, game->size, sizeof x->game);
    x->game.size = (uint32_t)sizeof x->game;
    if (game->more) {
        copy_table(&x->more, game->more, game->more->size, sizeof x->more);
    }
    x->more.size = (uint32_t)sizeof x->more;
    x->more.extras = x->extra;
    x->game.more = &x->more;
    x->next = reg->extended;
    reg->extended = x;
    reg->games[i] = &x->game;
    return x;
}

tsr_err tsr_registry_add_extra(tsr_registry *reg, const tsr_extra *extra, tsr_error *err) {
    int i = 0;
    if (!extra || extra->size < sizeof *extra || !extra->game || !extra->kind || !extra->thing) {
        return tsr_fail(err, TSR_ERR_GAME, "an extra's table is incomplete");
    }
    while (i < reg->game_count && strcmp(reg->games[i]->name, extra->game) != 0) {
        i++;
    }
    if (i == reg->game_count) {
        return tsr_fail(err, TSR_ERR_UNKNOWN, "there is no game '%.40s' to add something to",
                        extra->game);
    }
    extended *x = extend(reg, i);
    if (!x) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    if (x->count == MOST_EXTRAS) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "%s has %d extras already", extra->game,
                        MOST_EXTRAS);
    }
    x->extra[x->count++] = extra;
    return TSR_OK;
}

int tsr_registry_game_count(const tsr_registry *reg) {
    return reg->game_count;
}

const tsr_game *tsr_registry_game_at(const tsr_registry *reg, int i) {
    return reg->games[i];
}

int tsr_registry_agent_count(const tsr_registry *reg) {
    return reg->agent_count;
}

const tsr_agent_type *tsr_registry_agent_at(const tsr_registry *reg, int i) {
    return reg->agents[i];
}

static void consider(const char *typed, const char *name, const char **best, int *distance) {
    int d = near_distance(typed, name);
    if (d < *distance) {
        *distance = d;
        *best = name;
    }
}

static void say_unknown(const char *what, const char *name, const char *best, tsr_error *err) {
    if (best) {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN, "no %s is called '%.40s'; did you mean '%s'?", what,
                       name, best);
    } else {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN, "no %s is called '%.40s'", what, name);
    }
}

const tsr_game *tsr_registry_game(const tsr_registry *reg, const char *name, tsr_error *err) {
    const tsr_game *game = find_game(reg, name);
    if (!game && err) {
        const char *best = NULL;
        int distance = near_limit(name) + 1;
        for (int i = 0; i < reg->game_count; i++) {
            consider(name, reg->games[i]->name, &best, &distance);
        }
        say_unknown("game", name, best, err);
    }
    return game;
}

const tsr_agent_type *tsr_registry_agent(const tsr_registry *reg, const char *name,
                                         tsr_error *err) {
    const tsr_agent_type *type = find_agent(reg, name);
    if (!type && strcmp(name, "human") == 0) {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN, "'human' is a person, but an agent is needed here");
    } else if (!type) {
        const char *best = NULL;
        int distance = near_limit(name) + 1;
        for (int i = 0; i < reg->agent_count; i++) {
            consider(name, reg->agents[i]->name, &best, &distance);
        }
        consider(name, "human", &best, &distance);
        say_unknown("player", name, best, err);
    }
    return type;
}
