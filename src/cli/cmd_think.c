// SPDX-License-Identifier: MIT
//
// `tessera think`: an agent looks at one position and says what it finds, while it looks.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

#include "arena/seats.h"
#include "cli/json.h"
#include "cli/show.h"
#include "cli/table.h"
#include "term/tty.h"

struct values {
    cli_game_values game;
    cli_list after;
    const char *agent;
    int64_t seed;
    int json;
};

static const cli_option options[] = {
    CLI_ROW_TEXT("agent", "SPEC", "the agent (alphabeta:time=5s); see docs/agents.md",
                 struct values, agent),
    CLI_ROW_LIST("after", "MOVE", "play this move first (repeatable, in order)", struct values,
                 after),
    CLI_ROW_INT("seed", "N", "seed of the agent and of draws before its turn", struct values, seed,
                0, INT64_MAX, 1),
    CLI_ROW_FLAG("json", "one JSON object per line", struct values, json),
    CLI_GAME_OPTIONS(struct values, game),
};

typedef struct thinker {
    const tsr_rules *r;
    const void *view; // of the player on turn
    void *next;       // for walking along a line
    int who;
    int json;
    int said;
} thinker;

// --- What it says ------------------------------------------------------------

// The expected moves as text, as far as they are legal for somebody who sees the view.
static void line_text(const thinker *t, const tsr_agent_info *info, char *buf, size_t cap) {
    size_t used = 0;
    buf[0] = '\0';
    memcpy(t->next, t->view, t->r->state_size);
    for (int i = 0; i < info->line_count; i++) {
        char move[TSR_MOVE_TEXT_MAX];
        int who = tsr_mover(tsr_turn(t->r, t->next));
        if (who < 0 || tsr_why_not(t->r, t->next, who, info->line[i], NULL)) {
            return;
        }
        tsr_move_text(t->r, t->next, who, info->line[i], move, sizeof move);
        int n = snprintf(buf + used, cap - used, "%s%s", used ? " " : "", move);
        if (n < 0 || (size_t)n >= cap - used) {
            buf[used] = '\0';
            return;
        }
        used += (size_t)n;
        if (t->r->g.flags & TSR_HAS_HIDDEN) {
            return; // what follows depends on what the others hold
        }
        tsr_play(t->r, t->next, who, info->line[i]);
    }
}

static void say_json(const thinker *t, const tsr_agent_info *info, const char *line) {
    json j;
    json_begin(&j, "info");
    json_int(&j, "depth", info->depth);
    json_int(&j, "nodes", (int64_t)info->nodes);
    json_int(&j, "time_ms", info->time_ms);
    json_open_array(&j, "win");
    for (int i = 0; i < t->r->players; i++) {
        json_decimal(&j, NULL, (double)info->win[i], 4);
    }
    json_close(&j, ']');
    json_text(&j, "line", line);
    if (info->note) {
        json_text(&j, "note", info->note);
    }
    json_end(&j, stdout);
    (void)fflush(stdout);
}

static void on_info(void *self, const tsr_agent_info *info) {
    thinker *t = self;
    char line[1000], name[80];
    line_text(t, info, line, sizeof line);
    if (t->json) {
        say_json(t, info, line);
        return;
    }
    cli_player_name(t->r, NULL, t->who, name, sizeof name);
    int wide = (int)strlen(name) > 7 ? (int)strlen(name) : 7; // "100.0 %"
    if (!t->said++) {
        printf("depth       nodes      time  %*s  line\n", wide, name);
    }
    printf("%5u  %10" PRIu64 "  %7.2fs  %*.1f %%  %s%s%s\n", info->depth, info->nodes,
           info->time_ms / 1000.0, wide - 2, 100.0 * (double)info->win[t->who], line,
           info->note ? "  " : "", info->note ? info->note : "");
    (void)fflush(stdout);
}

// --- Running -----------------------------------------------------------------

static uint64_t now_us(void *self) {
    (void)self;
    return tsr_now_us();
}

static int is_stopped(void *self) {
    (void)self;
    return term_interrupts() > 0 || term_terminated() != 0;
}

static cli_exit choose(thinker *t, tsr_agent *agent, uint64_t seed) {
    tsr_agent_host host = {.self = t, .now_us = now_us, .stopped = is_stopped, .info = on_info};
    tsr_query q = {.view = t->view, .who = t->who, .seed = seed, .host = &host};
    char text[TSR_MOVE_TEXT_MAX];
    tsr_error err = {0};
    tsr_move move;
    term_signals_init(); // an interrupt means: tell what you have
    if (agent->type->start) {
        agent->type->start(agent, t->who);
    }
    if (agent->type->choose(agent, &q, &move, &err)) {
        cli_complain("%s", err.message);
        return CLI_AGENT;
    }
    tsr_move_text(t->r, t->view, t->who, move, text, sizeof text);
    if (t->json) {
        json j;
        json_begin(&j, "best");
        json_text(&j, "move", text);
        json_end(&j, stdout);
    } else {
        printf("best: %s\n", text);
    }
    return CLI_OK;
}

// What chance has to do before anybody can move: deals, dice.
static void draw(const tsr_rules *r, void *state, tsr_rng *g) {
    while (tsr_mover(tsr_turn(r, state)) == TSR_CHANCE) {
        tsr_play(r, state, TSR_CHANCE, tsr_sample(r, state, TSR_CHANCE, g));
    }
}

// Plays the moves that come first. A move of chance may be among them, or chance draws.
static cli_exit play_first(const tsr_rules *r, void *state, const struct values *v) {
    cli_exit code = CLI_OK;
    tsr_rng g;
    tsr_rng_init(&g, (uint64_t)v->seed);
    for (int i = 0; code == CLI_OK && i < v->after.count; i++) {
        tsr_move move;
        int drawn = tsr_mover(tsr_turn(r, state)) == TSR_CHANCE;
        if (drawn && tsr_move_read(r, state, TSR_CHANCE, v->after.item[i], &move, NULL)) {
            draw(r, state, &g);
        }
        code = cli_play_text(r, state, v->after.item[i], NULL);
    }
    draw(r, state, &g);
    return code;
}

static cli_exit think(const cli_table *table, void *state, const struct values *v) {
    const tsr_rules *r = table->rules;
    thinker t = {.r = r, .json = v->json, .who = tsr_mover(tsr_turn(r, state))};
    tsr_agent *agent = NULL;
    tsr_error err = {0};
    cli_exit code = CLI_OK;
    if (t.who < 0) {
        cli_complain("the game is over: there is no move to choose");
        return CLI_USAGE;
    }
    void *view = malloc(r->state_size);
    t.next = malloc(r->state_size);
    t.view = view;
    if (!view || !t.next) {
        cli_complain("no memory");
        code = CLI_FILE;
    } else if (seats_open_agent(table->registry, v->agent ? v->agent : "alphabeta:time=5s", r,
                                &agent, &err)) {
        cli_complain("%s", err.message);
        code = cli_exit_of_agent(err.code);
    } else {
        r->g.view(r, state, t.who, view); // nobody sees more than they would at the table
        code = choose(&t, agent, (uint64_t)v->seed);
    }
    tsr_agent_close(agent);
    free(view);
    free(t.next);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    void *state = NULL;
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = cli_table_open(&table, call->argv[0], (int)v->game.players, &v->game.option);
    }
    if (code == CLI_OK) {
        code = cli_table_position(&table, call->argc > 1 ? call->argv[1] : NULL, &state);
    }
    if (code == CLI_OK &&
        (v->after.count || tsr_mover(tsr_turn(table.rules, state)) == TSR_CHANCE)) {
        code = cli_table_need_whole(&table, state);
    }
    if (code == CLI_OK) {
        code = play_first(table.rules, state, v);
    }
    if (code == CLI_OK) {
        code = think(&table, state, v);
    }
    if (state) {
        tsr_mem_free(NULL, state, table.rules->state_size);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_think = {
    .name = "think",
    .usage = "GAME [TEXT]",
    .about = "Analyse a position with an agent; without TEXT, the start position.",
    .examples = "  tessera think connect4 --agent alphabeta:time=60s\n"
                "  tessera think chess --after e2e4 --after c7c5\n"
                "  tessera think azul --agent ismcts:time=2s --json\n",
    .min_args = 1,
    .max_args = 2,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
