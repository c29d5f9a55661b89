// SPDX-License-Identifier: MIT
//
// bot: an agent of this program plays on a server somewhere else. It takes what is kept for its
// account, answers whatever it is asked, and comes back after every loss of the network: all
// it needs to know is on the server.
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include <tessera/host.h>

#include "cli/table.h"
#include "server/remote.h"

struct values {
    cli_list plugin;
    const char *server, *token;
    int64_t move_ms, most, quiet;
    int once;
};

static const cli_option options[] = {
    CLI_ROW_TEXT("server", "URL", "the server: https://games.example", struct values, server),
    CLI_ROW_TEXT("token", "WORD", "the account's token (default: from TESSERA_TOKEN)",
                 struct values, token),
    CLI_ROW_INT("move-time", "MS", "longest time for a move", struct values, move_ms, 1, 600000,
                5000),
    CLI_ROW_INT("moves", "N", "exit after this many moves; 0 = never", struct values, most, 0,
                1000000000, 0),
    CLI_ROW_FLAG("once", "exit when there is nothing to do", struct values, once),
    CLI_ROW_LIST("plugin", "FILE.so", "load games and agents from a shared object (repeatable)",
                 struct values, plugin),
};

typedef struct player {
    const struct values *values;
    const tsr_registry *registry;
    const tsr_agent_type *type;
    const char *spec;
    remote *remote;
    tsr_rules *rules; // of the match before: often the next one's, too
    char rules_of[400];
    int64_t moves;
} player;

static volatile sig_atomic_t stopping;

static void stop(int number) {
    (void)number;
    stopping = 1;
}

static const char *text_in(const json_t *j, const char *name) {
    const char *text = json_string_value(json_object_get(j, name));
    return text ? text : "";
}

static uint64_t now_us(void *self) {
    (void)self;
    return tsr_now_us();
}

static int is_stopped(void *self) {
    (void)self;
    return stopping;
}

// --- One question ------------------------------------------------------------

// The match's own deck or the like, if it has one; borrowed until the server is asked again.
static tsr_err fetch_file(player *p, const json_t *q, tsr_setup *setup, tsr_error *err) {
    const char *path = text_in(q, "file");
    json_t *unused = NULL;
    int status = 0;
    if (!*path) {
        return TSR_OK;
    }
    tsr_err e = remote_ask(p->remote, path, NULL, &status, &unused, err);
    json_decref(unused);
    if (!e && status != 200) {
        e = tsr_fail(err, TSR_ERR_IO, "its file is not available: the server answers %d", status);
    }
    if (!e) {
        setup->data = remote_text(p->remote, &setup->data_size);
    }
    return e;
}

// Opens the rules the question names, if they are not open already.
static tsr_err open_rules(player *p, const json_t *q, tsr_error *err) {
    const char *key;
    json_t *value;
    tsr_setup setup;
    char *options_text = json_dumps(json_object_get(q, "options"), JSON_COMPACT | JSON_SORT_KEYS);
    char of[sizeof p->rules_of];
    const char *game = text_in(q, "game");
    int players = (int)json_integer_value(json_object_get(q, "players"));
    (void)snprintf(of, sizeof of, "%.40s/%d/%.60s/%.270s", game, players, text_in(q, "file"),
                   options_text ? options_text : "");
    free(options_text);
    if (p->rules && strcmp(of, p->rules_of) == 0) {
        return TSR_OK;
    }
    tsr_rules_close(p->rules);
    p->rules = NULL;
    const tsr_game *g = tsr_registry_game(p->registry, game, err);
    if (!g) {
        return TSR_ERR_UNKNOWN;
    }
    tsr_setup_init(&setup, g);
    tsr_err e = tsr_setup_players(&setup, players, err);
    json_object_foreach(json_object_get(q, "options"), key, value) {
        e = e ? e : tsr_setup_option(&setup, key, json_string_value(value), err);
    }
    e = e ? e : fetch_file(p, q, &setup, err);
    e = e ? e : tsr_rules_open(&setup, NULL, &p->rules, err);
    memcpy(p->rules_of, of, sizeof of);
    return e;
}

static tsr_err think(player *p, const json_t *q, const void *view, int seat, tsr_move *out,
                     tsr_error *err) {
    const tsr_agent_host host = {.now_us = now_us, .stopped = is_stopped};
    const json_t *left = json_object_get(q, "ms");
    int64_t ms =
        json_is_integer(left) ? (int64_t)json_integer_value(left) / 20 + 1 : p->values->move_ms;
    const tsr_query query = {.view = view,
                             .who = seat,
                             .seed = strtoull(text_in(q, "seed"), NULL, 10),
                             .time_ms =
                                 (uint32_t)(ms < p->values->move_ms ? ms : p->values->move_ms),
                             .host = &host};
    tsr_agent *agent = NULL;
    tsr_err e = tsr_agent_open(p->type, p->spec, p->rules, NULL, &agent, err);
    if (e) {
        return e;
    }
    if (agent->type->start) {
        agent->type->start(agent, seat);
    }
    e = agent->type->choose(agent, &query, out, err);
    tsr_agent_close(agent);
    return e;
}

// The text of the agent's move into `out`.
static tsr_err choose(player *p, const json_t *q, int seat, char *out, size_t cap, tsr_error *err) {
    tsr_move move;
    tsr_err e = open_rules(p, q, err);
    if (e) {
        return e;
    }
    void *view = malloc(p->rules->state_size);
    if (!view) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    e = tsr_position_read(p->rules, text_in(q, "position"), view, err);
    e = e ? e : think(p, q, view, seat, &move, err);
    if (!e) {
        tsr_move_text(p->rules, view, seat, move, out, cap);
    }
    free(view);
    return e;
}

// Answers one question; what the agent cannot answer is given up, so that nobody waits for it.
static tsr_err answer(player *p, const json_t *q, tsr_error *err) {
    char text[TSR_MOVE_TEXT_MAX], path[80];
    tsr_error why;
    int seat = (int)json_integer_value(json_object_get(q, "seat")), status = 0;
    json_t *said = NULL;
    (void)snprintf(path, sizeof path, "/api/matches/%.20s/turn", text_in(q, "match"));
    tsr_err e = choose(p, q, seat, text, sizeof text, &why);
    json_t *body = e ? json_pack("{s:i,s:b}", "seat", seat, "resign", 1)
                     : json_pack("{s:i,s:O,s:s}", "seat", seat, "ply", json_object_get(q, "ply"),
                                 "text", text);
    if (e) {
        cli_complain("%s in match %s: %s; it is given up", text_in(q, "game"), text_in(q, "match"),
                     why.message);
    }
    e = remote_ask(p->remote, path, body, &status, &said, err);
    if (!e && status == 200) {
        p->moves++;
    } else if (!e && status != 409) { // 409: the game has moved on meanwhile
        cli_complain("match %s: %s", text_in(q, "match"), text_in(said, "error"));
    }
    json_decref(body);
    json_decref(said);
    return e;
}

static tsr_err accept(player *p, const json_t *invitation, tsr_error *err) {
    char path[80];
    int status = 0;
    json_t *said = NULL, *nothing = json_pack("{}"); // json_object is another one in this program
    tsr_err e = TSR_OK;
    if (tsr_registry_game(p->registry, text_in(invitation, "game"), NULL)) {
        (void)snprintf(path, sizeof path, "/api/matches/%.20s/join", text_in(invitation, "match"));
        e = remote_ask(p->remote, path, nothing, &status, &said, err);
    }
    json_decref(nothing);
    json_decref(said);
    return e;
}

// --- The loop ----------------------------------------------------------------

// One round; *done = how much there was to do. TSR_ERR_UNKNOWN: the server refuses this token.
static tsr_err play_round(player *p, int *done, tsr_error *err) {
    const char *path = p->values->once ? "/api/turns" : "/api/turns?wait=25";
    json_t *all = NULL, *one;
    size_t i;
    int status = 0;
    tsr_err e = remote_ask(p->remote, path, NULL, &status, &all, err);
    if (!e && (status == 401 || status == 403)) {
        e = tsr_fail(err, TSR_ERR_UNKNOWN, "the server does not take this token: %s",
                     text_in(all, "error"));
    } else if (!e && status != 200) {
        e = tsr_fail(err, TSR_ERR_IO, "the server says %d: %s", status, text_in(all, "error"));
    }
    *done = 0;
    json_array_foreach(json_object_get(all, "invitations"), i, one) {
        e = e ? e : accept(p, one, err);
        (*done)++;
    }
    json_array_foreach(json_object_get(all, "turns"), i, one) {
        e = e || stopping ? e : answer(p, one, err);
        (*done)++;
    }
    json_decref(all);
    return e;
}

static cli_exit play_on(player *p) {
    unsigned pause = 1;
    while (!stopping && (!p->values->most || p->moves < p->values->most)) {
        tsr_error err;
        int done = 0;
        tsr_err e = play_round(p, &done, &err);
        if (e == TSR_ERR_UNKNOWN) {
            cli_complain("%s", err.message);
            return cli_exit_of(e);
        }
        if (e) { // the network, or the server restarts: later it will be there again
            cli_complain("%s; trying again in %u s", err.message, pause);
            sleep(pause);
            pause = pause < 30 ? pause * 2 : 30;
        } else {
            pause = 1;
            if (!done && p->values->once) {
                break;
            }
        }
    }
    printf("%" PRId64 " moves played.\n", p->moves);
    return CLI_OK;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    const char *token = v->token ? v->token : getenv("TESSERA_TOKEN");
    char name[64] = "";
    tsr_error err;
    cli_table table;
    player p = {.values = v, .spec = call->argv[0]};
    if (!v->server || !token) {
        cli_complain("--server URL and --token WORD are required");
        return CLI_USAGE;
    }
    cli_exit code = cli_table_init(&table, &v->plugin);
    p.registry = table.registry;
    size_t size = tsr_agent_spec_name(p.spec);
    memcpy(name, p.spec, size < sizeof name ? size : sizeof name - 1);
    p.type = code == CLI_OK ? tsr_registry_agent(table.registry, name, &err) : NULL;
    tsr_err e = p.type ? remote_open(v->server, token, &p.remote, &err) : TSR_ERR_UNKNOWN;
    if (code == CLI_OK && e) {
        cli_complain("%s", err.message);
        code = cli_exit_of(e);
    }
    if (code == CLI_OK) {
        const struct sigaction quiet = {.sa_handler = stop};
        (void)sigaction(SIGINT, &quiet, NULL);
        (void)sigaction(SIGTERM, &quiet, NULL);
        code = play_on(&p);
    }
    remote_close(p.remote);
    tsr_rules_close(p.rules);
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_bot = {
    .name = "bot",
    .usage = "AGENT",
    .about = "Let an agent play on a server.",
    .examples =
        "  tessera bot --server https://games.example --token WORD level:n=5\n"
        "  TESSERA_TOKEN=WORD tessera bot --server http://localhost:8080 mcts:nodes=2000\n"
        "  tessera bot --server http://localhost:8080 --token WORD \"exec:python3 mybot.py\"\n",
    .details = "The operator gives tokens: tessera admin token NAME. The agent takes every match\n"
               "that is kept for its account and answers until it is stopped; when the server or\n"
               "the network is unavailable, it tries again. It sees only what its seat sees.\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
