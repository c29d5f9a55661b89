// SPDX-License-Identifier: MIT
// A network as a player with a name; see taught.h.
#include "agents/taught.h"

#include <stdio.h>
#include <string.h>

#include "agents/level.h"
#include "learn/tnet.h"

enum { LEVEL = 7, NAME = 30, PATH = 4000 };

struct taught {
    tsr_agent_type type; // first: an agent finds the rest by its type
    char name[NAME + 8], game[64], about[160], path[PATH];
};

static tsr_err open_taught(tsr_agent *a, tsr_error *err) {
    const taught *t = (const taught *)(const void *)a->type;
    tsr_err e = level_open(a, LEVEL, t->path, err);
    return e == TSR_ERR_MISMATCH ? level_open(a, LEVEL, "", err) : e;
}

static void fill(taught *t, const tnet *net, const char *name) {
    snprintf(t->game, sizeof t->game, "%s", net->see->game);
    snprintf(t->name, sizeof t->name, "%.30s%s", name[0] ? name : t->game, name[0] ? "" : "-net");
    snprintf(t->about, sizeof t->about, "a network that has learned %s, played by %.20s", t->game,
             net->player);
    t->type = tsr_agent_level;
    t->type.name = t->name;
    t->type.game = t->game;
    t->type.about = t->about;
    t->type.option_count = 0;
    t->type.options = NULL;
    t->type.open = open_taught;
}

tsr_err taught_new(const char *name, const char *path, taught **out, tsr_error *err) {
    tnet *net = NULL;
    taught *t = NULL;
    tsr_err e = tnet_read(path, NULL, &net, err);
    if (!e && (strlen(name) > NAME || strlen(path) >= PATH)) {
        e = tsr_fail(err, TSR_ERR_ARGUMENT, "a player's name has at most %d letters", NAME);
    }
    if (!e && !level_takes(net->player)) {
        e = tsr_fail(err, TSR_ERR_ARGUMENT, "%.100s does not say who plays with it", path);
    }
    if (!e) {
        t = tsr_mem_new(NULL, sizeof *t);
        e = t ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "no memory for a player");
    }
    if (!e) {
        snprintf(t->path, sizeof t->path, "%s", path);
        fill(t, net, name);
        *out = t;
    }
    tnet_free(net);
    return e;
}

void taught_free(taught *t) {
    tsr_mem_free(NULL, t, sizeof *t);
}

const tsr_agent_type *taught_type(const taught *t) {
    return &t->type;
}
