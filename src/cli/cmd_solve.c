// SPDX-License-Identifier: MIT
//
// solve: what a small game of two is worth, and how to play it, with an exact proof of how far off that
// may be.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/json.h"
#include "cli/table.h"
#include "learn/cfr_net.h"
#include "term/tty.h"

struct values {
    cli_game_values game;
    int64_t iterations, nodes, memory, payoff;
    double within;
    const char *position, *net;
    int strategy, json;
};

static const char *const payoff_words[] = {"either", "score", "win", NULL};

static const cli_option options[] = {
    CLI_ROW_INT("iterations", "N", "maximum number of iterations", struct values, iterations, 1,
                100000000, 100000),
    CLI_ROW_REAL("within", "X", "stop when the exploitability is below X (default 0.000001)",
                 struct values, within, 0, 1000000, -1),
    CLI_ROW_INT("nodes", "N", "maximum number of tree nodes", struct values, nodes, 1, 1000000000,
                5000000),
    CLI_ROW_INT("memory", "MB", "approximate memory limit", struct values, memory, 1, 1000000,
                2000),
    CLI_ROW_CHOICE("payoff", "WHAT", "what is maximised", struct values, payoff, payoff_words),
    CLI_ROW_TEXT("position", "TEXT", "solve from this position", struct values, position),
    CLI_ROW_TEXT("net", "FILE", "measure the strategy of a network instead of solving",
                 struct values, net),
    CLI_ROW_FLAG("strategy", "print the strategy for every decision", struct values, strategy),
    CLI_ROW_FLAG("json", "one JSON object per line", struct values, json),
    CLI_GAME_OPTIONS(struct values, game),
};

enum { TEXT = 512 };

static void tell(const struct values *v, const cli_table *t, cfr *c, uint64_t made, cfr_bounds b) {
    double value = cfr_value(c);
    if (v->json) {
        json j;
        json_begin(&j, "solved");
        json_text(&j, "game", t->rules->g.name);
        json_uint(&j, "nodes", cfr_nodes(c));
        json_uint(&j, "sets", cfr_sets(c));
        json_text(&j, "payoff", cfr_counts_score(c) ? "score" : "win");
        json_uint(&j, "iterations", made);
        json_decimal(&j, "value", value, 9);
        json_decimal(&j, "low", b.low, 9);
        json_decimal(&j, "high", b.high, 9);
        json_decimal(&j, "exploitability", (b.high - b.low) / 2, 9);
        json_end(&j, stdout);
    } else {
        printf("%8" PRIu64 " iterations: the first player gets %.6f; worth %.6f to %.6f, "
               "exploitability %.2e\n",
               made, value, b.low, b.high, (b.high - b.low) / 2);
    }
    fflush(stdout);
}

static void tell_set(const struct values *v, const tsr_rules *r, const cfr_set *s) {
    char view[TEXT], move[TSR_MOVE_TEXT_MAX];
    json j;
    r->g.text(r, s->view, view, sizeof view);
    json_begin(&j, "decision");
    json_int(&j, "player", s->who + 1);
    json_text(&j, "sees", view);
    json_open_object(&j, "plays");
    if (!v->json) {
        printf("%d  %s ", s->who + 1, view);
    }
    for (int a = 0; a < s->moves; a++) {
        tsr_move_text(r, s->view, s->who, s->move[a], move, sizeof move);
        json_decimal(&j, move, s->share[a], 6);
        if (!v->json) {
            printf("  %s %.4f", move, s->share[a]);
        }
    }
    json_close(&j, '}');
    if (v->json) {
        json_end(&j, stdout);
    } else {
        buffer_deinit(&j.text);
        printf("\n");
    }
}

static void tell_tree(const struct values *v, const cli_table *t, const cfr *c) {
    if (!v->json) {
        printf("%s: %" PRIu64 " nodes, %" PRIu32 " information sets; payoffs are %s\n",
               t->rules->g.name, cfr_nodes(c), cfr_sets(c),
               cfr_counts_score(c) ? "scores" : "1 for a win, -1 for a loss");
    }
}

static void tell_strategy(const struct values *v, const cli_table *t, cfr *c) {
    for (uint32_t i = 0; v->strategy && i < cfr_sets(c); i++) {
        cfr_set set = cfr_set_at(c, i);
        tell_set(v, t->rules, &set);
    }
}

// How much can be won against a network that plays as it was taught.
static cli_exit measure(const struct values *v, const cli_table *t, cfr *c) {
    tnet *net = NULL;
    eyes *look = NULL;
    tsr_error err = {0};
    tsr_err e = eyes_load(v->net, t->rules, NULL, &net, &look, &err);
    e = e ? e : cfr_follow(c, look, &err);
    eyes_close(look);
    tnet_free(net);
    if (e) {
        cli_complain("%s", err.message);
        return cli_exit_of(e);
    }
    tell_tree(v, t, c);
    tell(v, t, c, 0, cfr_measure(c));
    tell_strategy(v, t, c);
    return CLI_OK;
}

static cli_exit learn(const struct values *v, const cli_table *t, cfr *c) {
    double within = v->within >= 0 ? v->within : 1e-6;
    uint64_t made = 0, next = 10;
    cfr_bounds b;
    tell_tree(v, t, c);
    do {
        uint64_t until = next < (uint64_t)v->iterations ? next : (uint64_t)v->iterations;
        for (; made < until && !term_interrupts(); made++) {
            cfr_iterate(c, 1);
        }
        b = cfr_measure(c);
        tell(v, t, c, made, b);
        next = next < 1000 ? next * 10 : next * 2;
    } while (made < (uint64_t)v->iterations && (b.high - b.low) / 2 > within && !term_interrupts());
    tell_strategy(v, t, c);
    return term_interrupts() ? CLI_INTERRUPTED : CLI_OK;
}

static cli_exit run_on(const struct values *v, const cli_table *t) {
    void *state = NULL;
    cfr *c = NULL;
    tsr_error err = {0};
    cfr_limits limits = {(uint64_t)v->nodes, (uint64_t)v->memory << 20};
    cli_exit code = cli_table_start(t, v->position, &state);
    if (code != CLI_OK) {
        return code;
    }
    if (cfr_new(t->rules, state, (cfr_payoff)v->payoff, &limits, &c, &err) != TSR_OK) {
        cli_complain("%s", err.message);
        code = cli_exit_of(err.code);
    }
    tsr_mem_free(NULL, state, t->rules->state_size);
    if (code == CLI_OK) {
        term_signals_init();
        code = v->net ? measure(v, t, c) : learn(v, t, c);
    }
    cfr_free(c);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = cli_table_open(&table, call->argv[0], (int)v->game.players, &v->game.option);
    }
    if (code == CLI_OK) {
        code = run_on(v, &table);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_solve = {
    .name = "solve",
    .usage = "GAME",
    .about = "Solve a small two-player game, also with hidden information, with error bounds.",
    .details = "The whole game tree is built and solved by CFR+. The best response to each average "
               "strategy\n"
               "is then computed exactly, which bounds the value of the game from both sides; half "
               "the gap\n"
               "is the exploitability. A tree that is too large is refused, with the number of\n"
               "nodes so far. With --net nothing is solved: the strategy of a network is measured\n"
               "by the best responses to it.\n",
    .examples = "  tessera solve kuhn --plugin examples/poker/poker.so --strategy\n"
                "  tessera solve tictactoe --within 0.001\n"
                "  tessera solve leduc --plugin examples/poker/poker.so --net run/net.tnet\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
