// SPDX-License-Identifier: MIT
//
// uci: Tessera as an engine for any chess program (the Universal Chess Interface), for
// chess and games like it: whose position text is a FEN and whose moves are
// written e2e4.
//
// One thread: while the agent thinks, the stop flag looks whether a line has come.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

#include "cli/table.h"
#include "cli/uci_engine.h"

struct values {
    cli_game_values game;
    const char *agent;
};

static const cli_option options[] = {
    CLI_ROW_TEXT("agent", "SPEC", "the agent (default alphabeta)", struct values, agent),
    CLI_GAME_OPTIONS(struct values, game),
};

// --- Commands ----------------------------------------------------------------

// Plays the moves behind "moves"; 0 at one that is not legal.
static int play_moves(uci_engine *e, char *moves) {
    for (char *word = moves ? strtok(moves, " ") : NULL; word; word = strtok(NULL, " ")) {
        tsr_move m;
        int who = tsr_mover(tsr_turn(e->r, e->state));
        if (who < 0 || tsr_move_read(e->r, e->state, who, word, &m, NULL) ||
            tsr_play_checked(e->r, e->state, who, m, NULL)) {
            uci_say("info string %s is not a legal move here", word);
            return 0;
        }
    }
    return 1;
}

// A position that cannot be read leaves none: a move of another one would be worse than no answer.
static void set_position(uci_engine *e, char *words) {
    char *moves = strstr(words, " moves");
    tsr_error err;
    if (moves) {
        *moves = '\0';
        moves += 6;
    }
    size_t n = strlen(words);
    while (n > 0 && words[n - 1] == ' ') {
        words[--n] = '\0';
    }
    e->bad_position = 1;
    if (strncmp(words, "fen ", 4) == 0) {
        if (tsr_position_read(e->r, words + 4, e->state, &err)) {
            uci_say("info string %s", err.message);
            return;
        }
    } else if (strcmp(words, "startpos") == 0) {
        tsr_init(e->r, e->state);
    } else {
        uci_say("info string 'position' wants startpos or fen, not '%.60s'", words);
        return;
    }
    e->bad_position = !play_moves(e, moves);
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

// The legal moves that "searchmoves" names, or all; how many. What is no move ends the list.
static int wanted_moves(const uci_engine *e, const char *words, int who, tsr_move *out) {
    const char *at = strstr(words, " searchmoves ");
    int n = 0;
    char word[TSR_MOVE_TEXT_MAX];
    if (!at) {
        return tsr_moves(e->r, e->state, who, out);
    }
    for (at += strlen(" searchmoves "); n < TSR_MAX_MOVES; n++) {
        at += strspn(at, " ");
        size_t size = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)size, at);
        if (!size || tsr_move_read(e->r, e->state, who, word, &out[n], NULL) ||
            tsr_why_not(e->r, e->state, who, out[n], NULL)) {
            break;
        }
        at += size;
    }
    return n;
}

static void say_move(const uci_engine *e, int who, tsr_move m) {
    char text[TSR_MOVE_TEXT_MAX];
    tsr_move_text(e->r, e->state, who, m, text, sizeof text);
    uci_say("bestmove %s", text);
}

// Thinks as `words` want it; 0 = there is no answer.
static int think(uci_engine *e, const char *words, int who, tsr_move *out) {
    tsr_move moves[TSR_MAX_MOVES];
    uint32_t time_ms = time_for_move(words, who);
    uint64_t nodes = (uint64_t)word_value(words, "nodes", INT64_MAX, 0);
    int chosen = strstr(words, " searchmoves ") != NULL;
    int n = wanted_moves(e, words, who, moves);
    e->depth = word_value(words, "depth", INT32_MAX, 0);
    e->deep_enough = 0;
    if (!time_ms && !nodes && (strstr(words, "infinite") || e->depth)) {
        time_ms = 24 * 3600 * 1000u; // until "stop", or until there is no more to find
    }
    if (n == 0) {
        uci_say("info string searchmoves names no legal move");
        return 0;
    }
    if (chosen || e->lines > 1) {
        *out = uci_search_moves(e, moves, n, nodes, time_ms);
        return 1;
    }
    return uci_ask(e, e->state, nodes, time_ms, out);
}

static void go(uci_engine *e, const char *words) {
    int who = e->bad_position ? -1 : tsr_mover(tsr_turn(e->r, e->state));
    tsr_move m = TSR_NO_MOVE;
    if (e->bad_position) {
        uci_say("info string there is no position to think about");
    }
    int answered = who >= 0 && think(e, words, who, &m);
    // "go infinite" must not be answered before "stop", however early it is solved.
    while (who >= 0 && strstr(words, "infinite") && !uci_is_told_to_stop(e) && !e->ended) {
        uci_read(e, 100);
    }
    if (answered) {
        say_move(e, who, m);
    } else {
        uci_say("bestmove 0000");
    }
}

// 0 = quit.
static int obey(uci_engine *e, char *line) {
    if (strcmp(line, "uci") == 0) {
        uci_say("id name Tessera %s (%s)", TSR_VERSION, e->agent->type->name);
        uci_say("id author the Tessera authors");
        uci_say_options(e);
        uci_say("uciok");
    } else if (strcmp(line, "isready") == 0) {
        uci_say("readyok");
    } else if (strcmp(line, "ucinewgame") == 0) {
        if (e->agent->type->start) {
            e->agent->type->start(e->agent, 0);
        }
    } else if (strncmp(line, "setoption ", 10) == 0) {
        uci_set_option(e, line + 10);
    } else if (strncmp(line, "position ", 9) == 0) {
        set_position(e, line + 9);
    } else if (strcmp(line, "go") == 0 || strncmp(line, "go ", 3) == 0) {
        go(e, line + 2);
    }
    return strcmp(line, "quit") != 0; // other words are skipped, as the protocol says
}

static void serve(uci_engine *e) {
    static char line[UCI_INPUT];
    for (;;) {
        while (uci_take_line(e, line)) {
            if (!obey(e, line)) {
                return;
            }
        }
        if (e->ended) {
            return;
        }
        uci_read(e, -1);
    }
}

static cli_exit run_on(const cli_table *t, const struct values *v) {
    uci_engine *e = tsr_mem_new(NULL, sizeof *e);
    tsr_error err = {0};
    cli_exit code = CLI_OK;
    if (!e) {
        cli_complain("out of memory");
        return CLI_FILE;
    }
    e->r = t->rules;
    e->registry = t->registry;
    e->spec = v->agent ? v->agent : "alphabeta";
    e->lines = 1;
    e->state = tsr_mem_new(NULL, t->rules->state_size);
    e->next = tsr_mem_new(NULL, t->rules->state_size);
    tsr_err failed = e->state && e->next ? uci_open_agent(e, &err)
                                         : tsr_fail(&err, TSR_ERR_MEMORY, "out of memory");
    if (failed) {
        cli_complain("%s", err.message);
        code = cli_exit_of_agent(failed);
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
    .about = "Run as a UCI engine, for chess programs.",
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
