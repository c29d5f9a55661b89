// SPDX-License-Identifier: MIT
//
// uci: a chess engine that speaks UCI, as a player of chess and of games like it:
// those whose position text is a FEN and whose moves are written e2e4.
//
//     uci:stockfish,elo=1500
//     uci:fairy-stockfish,variant=xiangqi,time=200ms
//
// Each question is a whole position, so the engine needs to remember nothing. What it
// may do wrong is told apart as for exec (docs/protocol.md).

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/agent.h>
#include <tessera/host.h>
#include <tessera/rules.h>
#include <tessera/text.h>

#include "host/child.h"

enum { COMMAND, TIME, NODES, DEPTH, ELO, VARIANT, START, GRACE, OPTION_COUNT };
enum { TEXT = 4096, SLICE_US = 10000, QUIT_US = 200000 };

typedef struct uci {
    int dead;
    int has_elo, has_variant; // the engine says it can
    long elo_min, elo_max;
    child child;
} uci;

static double option(const tsr_agent *a, int i) {
    return a->value[i].number;
}

static void TSR_PRINTF(2, 3) say(uci *u, const char *format, ...) {
    char line[TEXT];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < sizeof line) {
        child_say(&u->child, line, (size_t)n);
    }
}

// --- Failing -----------------------------------------------------------------

static tsr_err fail_end(uci *u, child_got got, const char *what, tsr_error *err) {
    char how[60] = "";
    if (got == CHILD_NOTHING) {
        return tsr_fail(err, TSR_ERR_LIMIT, "hang: the engine gave no %s in time", what);
    }
    if (got == CHILD_ENDED) {
        child_how_ended(&u->child, how, sizeof how);
    }
    child_close(&u->child, 0);
    u->dead = 1;
    return got == CHILD_ENDED ? tsr_fail(err, TSR_ERR_AGENT, "crash: the engine %s", how)
                              : tsr_fail(err, TSR_ERR_LIMIT, "flood: the engine wrote too much");
}

// --- Starting ----------------------------------------------------------------

// What the engine offers: "option name UCI_Elo type spin ...".
static void note_option(uci *u, const char *line, const char *variant) {
    char wanted[64];
    if (strncmp(line, "option name UCI_Elo ", 20) == 0) {
        const char *min = strstr(line, " min "), *max = strstr(line, " max ");
        u->has_elo = 1;
        u->elo_min = min ? strtol(min + 5, NULL, 10) : 0;
        u->elo_max = max ? strtol(max + 5, NULL, 10) : LONG_MAX;
    }
    snprintf(wanted, sizeof wanted, " var %s", variant);
    const char *at =
        strncmp(line, "option name UCI_Variant ", 24) == 0 ? strstr(line, wanted) : NULL;
    if (at && (at[strlen(wanted)] == ' ' || at[strlen(wanted)] == '\0')) {
        u->has_variant = 1;
    }
}

static tsr_err wait_for(tsr_agent *a, const char *word, uint64_t deadline, tsr_error *err) {
    uci *u = a->self;
    char *line;
    for (;;) {
        child_got got = child_line(&u->child, deadline, &line);
        if (got != CHILD_LINE) {
            return fail_end(u, got, word, err);
        }
        if (strcmp(line, word) == 0) {
            return TSR_OK;
        }
        note_option(u, line, a->value[VARIANT].text);
    }
}

// An engine that lacks what was asked for would silently play something else.
static tsr_err set_options(tsr_agent *a, tsr_error *err) {
    uci *u = a->self;
    const char *variant = a->value[VARIANT].text;
    if (option(a, ELO) > 0 && !u->has_elo) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "the engine has no option UCI_Elo to limit it by");
    }
    if (option(a, ELO) > 0 &&
        (option(a, ELO) < (double)u->elo_min || option(a, ELO) > (double)u->elo_max)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "the engine can be limited to ratings from %ld to %ld, not %.0f",
                        u->elo_min, u->elo_max, option(a, ELO));
    }
    if (variant[0] && !u->has_variant) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "the engine does not play %.40s", variant);
    }
    if (option(a, ELO) > 0) {
        say(u, "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value %.0f\n",
            option(a, ELO));
    }
    if (variant[0]) {
        say(u, "setoption name UCI_Variant value %s\n", variant);
    }
    return TSR_OK;
}

static tsr_err greet(tsr_agent *a, tsr_error *err) {
    uci *u = a->self;
    uint64_t deadline = tsr_now_us() + (uint64_t)option(a, START) * 1000;
    say(u, "uci\n");
    tsr_err e = wait_for(a, "uciok", deadline, err);
    if (!e) {
        e = set_options(a, err);
    }
    if (!e) {
        say(u, "isready\n");
        e = wait_for(a, "readyok", deadline, err);
    }
    return e;
}

static tsr_err launch(tsr_agent *a, tsr_error *err) {
    uci *u = a->self;
    tsr_err e = child_open(&u->child, a->value[COMMAND].text, 0, err);
    if (!e) {
        e = greet(a, err);
    }
    if (e) {
        child_close(&u->child, 0);
    }
    u->dead = e != TSR_OK;
    return e;
}

// A FEN has rows with strokes between them and says whose move it is.
static int has_fen(const tsr_rules *r, void *scratch) {
    char text[TEXT];
    tsr_init(r, scratch);
    int n = tsr_position_text(r, scratch, text, sizeof text);
    return n > 0 && n < TEXT && strchr(text, '/') && strstr(text, " w ");
}

static tsr_err open_uci(tsr_agent *a, tsr_error *err) {
    uint64_t scratch[TSR_MAX_STATE / 8];
    if (!a->value[COMMAND].text[0]) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "uci needs an engine, for example uci:stockfish");
    }
    if (!has_fen(a->rules, scratch)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "uci plays chess and games like it, not %s",
                        a->rules->g.name);
    }
    uci *u = tsr_mem_resize(a->alloc, NULL, 0, sizeof *u);
    if (!u) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to run an engine");
    }
    u->has_elo = u->has_variant = u->dead = 0;
    child_init(&u->child);
    a->self = u;
    tsr_err e = launch(a, err);
    if (e) {
        tsr_mem_free(a->alloc, u, sizeof *u);
    }
    return e;
}

static void close_uci(tsr_agent *a) {
    uci *u = a->self;
    say(u, "quit\n");
    child_close(&u->child, QUIT_US);
    tsr_mem_free(a->alloc, u, sizeof *u);
}

static void start_uci(tsr_agent *a, int who) {
    uci *u = a->self;
    (void)who;
    if (u->dead) {
        (void)launch(a, NULL); // if that fails, the next question says so
    } else {
        say(u, "ucinewgame\n");
    }
}

// --- Asking ------------------------------------------------------------------

static void ask(tsr_agent *a, const tsr_query *q, uint32_t ms) {
    uci *u = a->self;
    char fen[TEXT];
    uint64_t nodes = q->nodes ? q->nodes : (uint64_t)option(a, NODES);
    tsr_position_text(a->rules, q->view, fen, sizeof fen);
    say(u, "position fen %s\n", fen);
    if (option(a, DEPTH) > 0) {
        say(u, "go depth %.0f\n", option(a, DEPTH));
    } else if (nodes) {
        say(u, "go nodes %llu\n", (unsigned long long)nodes);
    } else {
        say(u, "go movetime %u\n", ms);
    }
}

// "info depth 12 score cp 31 nodes 4711 ...": the words people want to see.
static void pass_info(const tsr_agent *a, const tsr_query *q, const char *line) {
    tsr_agent_info info = {0};
    const char *at;
    long long number = 0;
    if (!q->host->info || !(at = strstr(line, " score ")) || a->rules->players != 2) {
        return;
    }
    double win = 0.5;
    if (sscanf(at, " score cp %lld", &number) == 1) {
        win = 1 / (1 + pow(10, -(double)number / 400));
    } else if (sscanf(at, " score mate %lld", &number) == 1) {
        win = number > 0;
    }
    info.win[q->who] = (float)win;
    info.win[1 - q->who] = (float)(1 - win);
    if ((at = strstr(line, " depth ")) && sscanf(at, " depth %lld", &number) == 1) {
        info.depth = (uint32_t)number;
    }
    if ((at = strstr(line, " nodes ")) && sscanf(at, " nodes %lld", &number) == 1) {
        info.nodes = (uint64_t)number;
    }
    q->host->info(q->host->self, &info);
}

static tsr_err read_move(tsr_agent *a, const tsr_query *q, const char *line, tsr_move *out,
                         tsr_error *err) {
    char word[32] = "";
    tsr_in in = tsr_in_from(line);
    tsr_move move;
    if (!tsr_take_word(&in, word, sizeof word) ||
        tsr_move_read(a->rules, q->view, q->who, word, &move, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "malformed: this is not a move: %.40s", word);
    }
    *out = move;
    return TSR_OK;
}

static tsr_err hear(tsr_agent *a, const tsr_query *q, uint32_t ms, tsr_move *out, tsr_error *err) {
    uci *u = a->self;
    uint64_t deadline = tsr_now_us() + (uint64_t)ms * 1000;
    int told = 0;
    for (;;) {
        char *line;
        uint64_t now = tsr_now_us();
        int stop = q->host->stopped && q->host->stopped(q->host->self);
        if (!told && (stop || now >= deadline)) {
            say(u, "stop\n");
            told = 1;
            deadline = now + (uint64_t)option(a, GRACE) * 1000;
        } else if (told && now >= deadline) {
            u->dead = 1; // an answer that came later would be taken for the next one
            child_close(&u->child, 0);
            return tsr_fail(err, TSR_ERR_LIMIT, "hang: the engine did not stop");
        }
        uint64_t until = now + SLICE_US < deadline ? now + SLICE_US : deadline;
        child_got got = child_line(&u->child, until, &line);
        if (got == CHILD_LINE && strncmp(line, "bestmove ", 9) == 0) {
            return read_move(a, q, line + 9, out, err);
        }
        if (got == CHILD_LINE) {
            pass_info(a, q, line);
        } else if (got != CHILD_NOTHING) {
            return fail_end(u, got, "answer", err);
        }
    }
}

static tsr_err choose_uci(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    uci *u = a->self;
    uint32_t own = (uint32_t)option(a, TIME);
    uint32_t ms = q->time_ms && q->time_ms < own ? q->time_ms : own;
    if (u->dead) {
        return tsr_fail(err, TSR_ERR_AGENT, "crash: the engine failed earlier in this match");
    }
    child_new_turn(&u->child);
    ask(a, q, ms);
    // Engines think a little longer than they are told; a question's own time is the
    // referee's to watch.
    return hear(a, q, q->time_ms ? q->time_ms : ms + 1000, out, err);
}

static const tsr_agent_option options[OPTION_COUNT] = {
    [COMMAND] = {"cmd", "the engine's command line", TSR_VALUE_TEXT, 0, 0, 0, 0},
    [TIME] = {"time", "time for a move", TSR_VALUE_TIME, 0, 1000, 1, 1e9},
    [NODES] = {"nodes", "positions per move; 0 = limited by time", TSR_VALUE_INT, 0, 0, 0, 1e15},
    [DEPTH] = {"depth", "depth in plies; 0 = limited by time", TSR_VALUE_INT, 0, 0, 0, 200},
    [ELO] = {"elo", "limit its strength to this rating; 0 = no limit", TSR_VALUE_INT, 0, 0, 0,
             4000},
    [VARIANT] = {"variant", "the engine's name for the game, if not chess", TSR_VALUE_TEXT, 0, 0, 0,
                 0},
    [START] = {"start", "time to start", TSR_VALUE_TIME, 0, 10000, 1, 1e9},
    [GRACE] = {"grace", "time to answer after stop", TSR_VALUE_TIME, 0, 500, 0, 1e6},
};

extern const tsr_agent_type tsr_agent_uci;

const tsr_agent_type tsr_agent_uci = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "uci",
    .about = "a chess engine: uci:stockfish",
    .option_count = OPTION_COUNT,
    .options = options,
    .open = open_uci,
    .close = close_uci,
    .start = start_uci,
    .choose = choose_uci,
};
