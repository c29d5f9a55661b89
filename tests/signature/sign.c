// SPDX-License-Identifier: MIT
#include "signature/sign.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/perft.h>
#include <tessera/rules.h>

// Under an emulator all of it takes a minute or two for all games.
enum { GAMES = 20, PLIES = 300, LEAVES = 2000, NODES = 400, DEPTHS = 6 };

typedef struct signer {
    const tsr_rules *r;
    const char *name;
    buffer *out;
    void *state, *view;
} signer;

static void sign_perft(const signer *g) {
    tsr_perft sum = {.nodes = 0};
    tsr_init(g->r, g->state);
    buffer_addf(g->out, "%s perft", g->name);
    for (int depth = 1; depth <= DEPTHS && sum.nodes <= LEAVES; depth++) {
        if (tsr_perft_run(g->r, g->state, depth, TSR_PERFT_GAMES, NULL, &sum)) {
            break;
        }
        buffer_addf(g->out, " %llu", (unsigned long long)sum.nodes);
    }
    buffer_add_text(g->out, "\n");
}

// The first who is asked, or -1.
static int next_to_move(const tsr_rules *r, const void *s) {
    uint32_t turn = tsr_turn(r, s);
    for (int who = 0; who <= TSR_CHANCE; who++) {
        if (turn >> who & 1u) {
            return who;
        }
    }
    return -1;
}

// Plays on at random, up to `plies`; the hash takes in every move and every state.
static uint64_t play_on(const signer *g, tsr_rng *rng, int plies, uint64_t hash, int *played) {
    for (int i = 0; i < plies; i++) {
        int who = next_to_move(g->r, g->state);
        if (who < 0) {
            break;
        }
        tsr_move m = tsr_sample(g->r, g->state, who, rng);
        hash = tsr_hash_bytes(&m, sizeof m, hash);
        tsr_play(g->r, g->state, who, m);
        hash = tsr_hash_bytes(g->state, g->r->state_size, hash);
        ++*played;
    }
    return hash;
}

static void sign_games(const signer *g) {
    uint64_t hash = 0;
    int plies = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        tsr_rng rng;
        tsr_rng_init(&rng, seed);
        tsr_init(g->r, g->state);
        hash = play_on(g, &rng, PLIES, hash, &plies);
    }
    buffer_addf(g->out, "%s games %016llx, %d plies\n", g->name, (unsigned long long)hash, plies);
}

static void keep_info(void *self, const tsr_agent_info *info) {
    *(tsr_agent_info *)self = *info;
}

// What an agent answers after so many random plies.
static void sign_answer(const signer *g, tsr_agent *a, int plies) {
    tsr_agent_info info = {.nodes = 0};
    tsr_agent_host host = {.self = &info, .info = keep_info};
    tsr_rng rng;
    tsr_move m = TSR_NO_MOVE;
    int ignored = 0;
    tsr_rng_init(&rng, 5);
    tsr_init(g->r, g->state);
    (void)play_on(g, &rng, plies, 0, &ignored);
    while (next_to_move(g->r, g->state) == TSR_CHANCE) {
        (void)play_on(g, &rng, 1, 0, &ignored);
    }
    int who = next_to_move(g->r, g->state);
    if (who < 0) {
        return;
    }
    g->r->g.view(g->r, g->state, who, g->view);
    tsr_query q = {.view = g->view, .who = who, .seed = 9, .nodes = NODES, .host = &host};
    tsr_err e = a->type->choose(a, &q, &m, NULL);
    buffer_addf(g->out, "%s %s after %d: %llx, value %.17g, %llu nodes%s\n", g->name, a->type->name,
                plies, (unsigned long long)m, (double)info.win[0], (unsigned long long)info.nodes,
                e ? ", failed" : "");
}

// Agents that ask another program, or choose among agents, have nothing of their own to sign; and one lays out
// the tree of a whole game.
static int is_signed(const tsr_rules *r, const tsr_agent_type *type) {
    static const char *const others[] = {"exec", "uci", "level", "cfr"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(type->name, others[i]) == 0) {
            return 0;
        }
    }
    return !type->game || strcmp(type->game, r->g.name) == 0;
}

static void sign_agents(const signer *g, const tsr_registry *reg) {
    for (int i = 0; i < tsr_registry_agent_count(reg); i++) {
        const tsr_agent_type *type = tsr_registry_agent_at(reg, i);
        tsr_agent *a = NULL;
        if (!is_signed(g->r, type) || tsr_agent_open(type, type->name, g->r, NULL, &a, NULL)) {
            continue;
        }
        sign_answer(g, a, 0);
        sign_answer(g, a, 7);
        tsr_agent_close(a);
    }
}

int sign_game(const tsr_rules *r, const char *name, const tsr_registry *reg, buffer *out) {
    signer g = {.r = r, .name = name, .out = out};
    g.state = calloc(1, r->state_size);
    g.view = calloc(1, r->state_size);
    int ok = g.state && g.view;
    if (ok) {
        sign_perft(&g);
        sign_games(&g);
        sign_agents(&g, reg);
    }
    free(g.state);
    free(g.view);
    return ok && !out->failed;
}
