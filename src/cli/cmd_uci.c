// SPDX-License-Identifier: MIT
//
// uci: Tessera as an engine for any chess program (the Universal Chess Interface), for
// chess and games like it: whose position text is a FEN and whose moves are
// written e2e4.
//
// One thread: while the agent thinks, the stop flag looks whether a line has come.
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tessera/host.h>

#include "arena/seats.h"
#include "cli/table.h"

struct values {
    cli_game_values game;
    const char *agent;
};

static const cli_option options[] = {
    CLI_ROW_TEXT("agent", "SPEC", "who thinks; alphabeta unless given", struct values, agent),
    CLI_GAME_OPTIONS(struct values, game),
};

enum { INPUT = 1 << 18 };

typedef struct engine {
    const tsr_rules *r;
    tsr_agent *agent;
    void *state, *next;
    char input[INPUT]; // lines from outside, `size` bytes so far
    size_t size;
    int ended;       // the end of the input
    int64_t depth;   // "go depth", 0 = as deep as can be
    int deep_enough; // and it has been reached
} engine;

static void TSR_PRINTF(1, 2) say(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    fflush(stdout);
}

// --- Input -------------------------------------------------------------------

// Reads what there is, waiting `ms` at most (-1 = for ever).
static void read_input(engine *e, int ms) {
    struct pollfd fd = {0, POLLIN, 0};
    if (e->ended || e->size >= INPUT - 1 || poll(&fd, 1, ms) <= 0) {
        e->ended |= e->size >= INPUT - 1; // a line without end
        return;
    }
    ssize_t n = read(0, e->input + e->size, INPUT - 1 - e->size);
    if (n > 0) {
        e->size += (size_t)n;
    } else if (n == 0 || errno != EINTR) {
        e->ended = 1;
    }
}

// Takes the next whole line into `line`; 0 = there is none.
static int take_line(engine *e, char *line) {
    char *end = memchr(e->input, '\n', e->size);
    if (!end) {
        return 0;
    }
    size_t n = (size_t)(end - e->input);
    memcpy(line, e->input, n);
    line[n > 0 && line[n - 1] == '\r' ? n - 1 : n] = '\0';
    e->size -= n + 1;
    memmove(e->input, end + 1, e->size);
    return 1;
}

static int is_word(const char *line, size_t n, const char *word) {
    n -= n > 0 && line[n - 1] == '\r';
    return n == strlen(word) && memcmp(line, word, n) == 0;
}

// Is there a line waiting that ends the thinking? It stays for the main loop; "isready" alone is
// answered on the spot, as the protocol wants. What comes after another "go" is not meant for this one.
static int is_told_to_stop(engine *e) {
    size_t at = 0;
    for (char *end; (end = memchr(e->input + at, '\n', e->size - at));) {
        const char *line = e->input + at;
        size_t n = (size_t)(end - line), rest = e->size - at - n - 1;
        if (is_word(line, n, "stop") || is_word(line, n, "quit")) {
            return 1;
        }
        if (is_word(line, n, "go") || (n > 3 && memcmp(line, "go ", 3) == 0)) {
            return 0;
        }
        if (is_word(line, n, "isready")) {
            memmove(e->input + at, end + 1, rest);
            e->size = at + rest;
            say("readyok");
        } else {
            at += n + 1;
        }
    }
    return 0;
}

static int is_stopped(void *self) {
    engine *e = self;
    read_input(e, 0);
    return is_told_to_stop(e) || e->ended || e->deep_enough;
}

// --- Output ------------------------------------------------------------------

static uint64_t now_us(void *self) {
    (void)self;
    return tsr_now_us();
}

// The expected result as hundredths of a pawn, the way engines say it.
static int centipawns(double win) {
    win = fmin(fmax(win, 0.001), 0.999);
    return (int)lround(400 * log10(win / (1 - win)));
}

static void on_info(void *self, const tsr_agent_info *info) {
    engine *e = self;
    int who = tsr_mover(tsr_turn(e->r, e->state));
    uint64_t nps = info->time_ms ? info->nodes * 1000 / info->time_ms : 0;
    printf("info depth %u score cp %d nodes %" PRIu64 " nps %" PRIu64 " time %u", info->depth,
           centipawns((double)info->win[who]), info->nodes, nps, info->time_ms);
    memcpy(e->next, e->state, e->r->state_size);
    for (int i = 0; i < info->line_count; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        int p = tsr_mover(tsr_turn(e->r, e->next));
        if (p < 0 || tsr_why_not(e->r, e->next, p, info->line[i], NULL)) {
            break;
        }
        tsr_move_text(e->r, e->next, p, info->line[i], text, sizeof text);
        printf("%s %s", i ? "" : " pv", text);
        tsr_play(e->r, e->next, p, info->line[i]);
    }
    say("%s", "");
    e->deep_enough |= e->depth && info->depth >= e->depth;
}

// --- Commands ----------------------------------------------------------------

static void set_position(engine *e, char *words) {
    char *moves = strstr(words, "moves");
    tsr_error err;
    if (moves) {
        *moves = '\0';
        moves += 5;
    }
    if (strncmp(words, "fen ", 4) == 0) {
        size_t n = strlen(words);
        while (n > 4 && words[n - 1] == ' ') {
            words[--n] = '\0';
        }
        if (tsr_position_read(e->r, words + 4, e->state, &err)) {
            say("info string %s", err.message);
            return;
        }
    } else {
        tsr_init(e->r, e->state);
    }
    for (char *word = moves ? strtok(moves, " ") : NULL; word; word = strtok(NULL, " ")) {
        tsr_move m;
        int who = tsr_mover(tsr_turn(e->r, e->state));
        if (who < 0 || tsr_move_read(e->r, e->state, who, word, &m, NULL) ||
            tsr_play_checked(e->r, e->state, who, m, NULL)) {
            say("info string %s is no legal move here", word);
            return;
        }
    }
}

// The number after a word, between 0 and `most`; `absent` if the word is not there.
static int64_t word_value(const char *words, const char *name, int64_t most, int64_t absent) {
    char pattern[24];
    snprintf(pattern, sizeof pattern, " %s ", name);
    const char *at = strstr(words, pattern);
    int64_t value = at ? strtoll(at + strlen(pattern), NULL, 10) : absent;
    return !at ? absent : value < 0 ? 0 : value > most ? most : value;
}

// A share of the clock: as if thirty moves were left, and most of the increment. 0 = nothing is said.
static uint32_t time_for_move(const char *words, int who) {
    enum { LONGEST = 1000000000 };
    int64_t fixed = word_value(words, "movetime", LONGEST, 0);
    int64_t left = word_value(words, who == 0 ? "wtime" : "btime", LONGEST, -1);
    int64_t more = word_value(words, who == 0 ? "winc" : "binc", LONGEST, 0);
    int64_t moves = word_value(words, "movestogo", LONGEST, 0);
    if (fixed > 0 || left < 0) {
        return (uint32_t)fixed;
    }
    int64_t share = left / (moves > 0 ? moves + 1 : 30) + more * 3 / 4;
    int64_t most = left / 2 > 10 ? left / 2 : 10;
    return (uint32_t)(share > most ? most : share < 1 ? 1 : share);
}

static void go(engine *e, const char *words) {
    tsr_agent_host host = {.self = e, .now_us = now_us, .stopped = is_stopped, .info = on_info};
    int who = tsr_mover(tsr_turn(e->r, e->state));
    char text[TSR_MOVE_TEXT_MAX] = "0000";
    tsr_error err;
    tsr_move m;
    if (who < 0) {
        say("bestmove 0000");
        return;
    }
    tsr_query q = {.view = e->state, .who = who, .seed = 1, .host = &host};
    q.time_ms = time_for_move(words, who);
    q.nodes = (uint64_t)word_value(words, "nodes", INT64_MAX, 0);
    e->depth = word_value(words, "depth", INT32_MAX, 0);
    e->deep_enough = 0;
    if (!q.time_ms && !q.nodes && (strstr(words, "infinite") || e->depth)) {
        q.time_ms = 24 * 3600 * 1000u; // until "stop", or until there is no more to find
    }
    if (e->agent->type->choose(e->agent, &q, &m, &err)) {
        say("info string %s", err.message);
    } else {
        tsr_move_text(e->r, e->state, who, m, text, sizeof text);
    }
    // "go infinite" must not be answered before "stop", however early it is solved.
    while (strstr(words, "infinite") && !is_told_to_stop(e) && !e->ended) {
        read_input(e, 100);
    }
    say("bestmove %s", text);
}

// 0 = quit.
static int obey(engine *e, char *line) {
    if (strcmp(line, "uci") == 0) {
        say("id name Tessera %s (%s)", TSR_VERSION, e->agent->type->name);
        say("id author the Tessera authors");
        say("uciok");
    } else if (strcmp(line, "isready") == 0) {
        say("readyok");
    } else if (strcmp(line, "ucinewgame") == 0) {
        if (e->agent->type->start) {
            e->agent->type->start(e->agent, 0);
        }
    } else if (strncmp(line, "position ", 9) == 0) {
        set_position(e, line + 9);
    } else if (strcmp(line, "go") == 0 || strncmp(line, "go ", 3) == 0) {
        go(e, line + 2);
    }
    return strcmp(line, "quit") != 0; // other words are skipped, as the protocol says
}

static void serve(engine *e) {
    static char line[INPUT];
    for (;;) {
        while (take_line(e, line)) {
            if (!obey(e, line)) {
                return;
            }
        }
        if (e->ended) {
            return;
        }
        read_input(e, -1);
    }
}

static cli_exit run_on(const cli_table *t, const struct values *v) {
    engine *e = tsr_mem_new(NULL, sizeof *e);
    tsr_error err = {0};
    cli_exit code = CLI_OK;
    if (!e) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    e->r = t->rules;
    e->state = tsr_mem_new(NULL, t->rules->state_size);
    e->next = tsr_mem_new(NULL, t->rules->state_size);
    tsr_err failed = e->state && e->next
                         ? seats_open_agent(t->registry, v->agent ? v->agent : "alphabeta",
                                            t->rules, &e->agent, &err)
                         : tsr_fail(&err, TSR_ERR_MEMORY, "out of memory");
    if (failed) {
        cli_complain("%s", err.message);
        code = cli_exit_of(failed);
    } else {
        tsr_init(e->r, e->state);
        serve(e);
    }
    tsr_agent_close(e->agent);
    tsr_mem_free(NULL, e->state, t->rules->state_size);
    tsr_mem_free(NULL, e->next, t->rules->state_size);
    tsr_mem_free(NULL, e, sizeof *e);
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table;
    cli_exit code = cli_table_begin(&table, &v->game);
    if (code == CLI_OK) {
        code = cli_table_open(&table, call->argc ? call->argv[0] : "chess", 0, &v->game.option);
    }
    const uint32_t unlike = TSR_HAS_HIDDEN | TSR_HAS_CHANCE | TSR_HAS_SIMULTANEOUS;
    if (code == CLI_OK && (table.rules->g.flags & unlike || table.rules->players != 2)) {
        cli_complain("uci is for chess and games like it, not %s", table.game->name);
        code = CLI_USAGE;
    }
    if (code == CLI_OK) {
        code = run_on(&table, v);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_uci = {
    .name = "uci",
    .usage = "[GAME]",
    .about = "Be a chess engine for any program that speaks UCI.",
    .details = "Enter this command as an engine in a chess program. Without GAME it plays chess.\n",
    .examples = "  tessera uci\n"
                "  tessera uci chess --agent mcts:memory=256M\n",
    .min_args = 0,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
