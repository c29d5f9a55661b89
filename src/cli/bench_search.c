// SPDX-License-Identifier: MIT
//
// Searches from the start position again and again, each with its own seed: iterations of
// mcts with one random game each, and positions of alphabeta.
#include "cli/bench_search.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arena/seats.h"
#include "cli/json.h"

enum { ITERATIONS = 2000, POSITIONS = 20000 };

static const char TREE[] = "mcts:rollout=1000000", LOOK[] = "alphabeta";

static double cpu_seconds(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void note_nodes(void *self, const tsr_agent_info *info) {
    *(uint64_t *)self = info->nodes;
}

// Nodes a second of one agent; 0 if it cannot play here.
static double rate_of(const cli_table *t, const char *spec, const void *start, uint64_t nodes,
                      double seconds) {
    tsr_agent *a = NULL;
    tsr_error err;
    uint64_t told = 0, total = 0;
    tsr_agent_host host = {.self = &told, .info = note_nodes};
    tsr_query q = {.view = start, .nodes = nodes, .host = &host};
    q.who = tsr_mover(tsr_turn(t->rules, start));
    if (q.who < 0 || seats_open_agent(t->registry, spec, t->rules, &a, &err)) {
        return 0;
    }
    double begin = cpu_seconds(), now = begin;
    while (now - begin < seconds) {
        tsr_move move;
        told = 0;
        if (a->type->choose(a, &q, &move, &err)) {
            break;
        }
        total += told;
        q.seed++;
        now = cpu_seconds();
    }
    tsr_agent_close(a);
    return now > begin ? (double)total / (now - begin) : 0;
}

// The first position in which somebody decides, as he sees it.
static int first_decision(const tsr_rules *r, void *s) {
    tsr_rng g;
    tsr_rng_init(&g, 1);
    tsr_init(r, s);
    for (uint32_t i = 0; i < r->max_plies && tsr_turn(r, s) == 1u << TSR_CHANCE; i++) {
        tsr_play(r, s, TSR_CHANCE, tsr_sample(r, s, TSR_CHANCE, &g));
    }
    int who = tsr_mover(tsr_turn(r, s));
    if (who >= 0) {
        r->g.view(r, s, who, s);
    }
    return who >= 0;
}

static void print(const char *game, double tree, double look, int as_json) {
    if (as_json) {
        json j;
        json_begin(&j, "search");
        json_text(&j, "game", game);
        json_decimal(&j, "mcts_iterations_per_second", tree, 0);
        json_decimal(&j, "alphabeta_nodes_per_second", look, 0);
        json_end(&j, stdout);
    } else {
        printf("%-16s %16.0f %16.0f\n", game, tree, look);
    }
    fflush(stdout);
}

static cli_exit search_game(cli_table *t, const char *name, const cli_game_values *game,
                            double seconds, int as_json) {
    cli_exit code = cli_table_open(t, name, (int)game->players, &game->option);
    if (code != CLI_OK) {
        return code;
    }
    void *s = tsr_mem_new(NULL, t->rules->state_size);
    if (s && first_decision(t->rules, s)) {
        double tree = rate_of(t, TREE, s, ITERATIONS, seconds / 2);
        print(name, tree, rate_of(t, LOOK, s, POSITIONS, seconds / 2), as_json);
    }
    tsr_mem_free(NULL, s, t->rules->state_size);
    cli_table_forget(t);
    return s ? CLI_OK : CLI_FILE;
}

cli_exit bench_search(cli_table *t, const cli_call *call, const cli_game_values *game,
                      double seconds, int as_json) {
    cli_exit code = CLI_OK;
    int count = call->argc > 0 ? call->argc : tsr_registry_game_count(t->registry);
    for (int i = 0; i < call->argc && code == CLI_OK; i++) {
        code = cli_table_choose(t, call->argv[i]);
        cli_table_forget(t);
    }
    if (code == CLI_OK && !as_json) {
        printf("%-16s %16s %16s\n", "game", "mcts iterations", "alphabeta nodes");
    }
    for (int i = 0; code == CLI_OK && i < count; i++) {
        const char *name =
            call->argc > 0 ? call->argv[i] : tsr_registry_game_at(t->registry, i)->name;
        code = search_game(t, name, game, seconds, as_json);
    }
    return code;
}
