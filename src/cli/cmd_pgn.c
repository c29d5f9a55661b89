// SPDX-License-Identifier: MIT
//
// pgn: games of chess to and from the notation of other programs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/lang.h>
#include <tessera/match.h>

#include "cli/loaded.h"

enum { PGN_LIMIT = 16 << 20, MOVES_MAX = 20000, TAG_MAX = 80 };

struct values {
    const char *game, *record;
    cli_list plugin;
};

static const cli_option options[] = {
    CLI_ROW_TEXT("game", "GAME", "what the PGN file is a game of (chess unless given)",
                 struct values, game),
    CLI_ROW_TEXT("record", "FILE", "write the game of a PGN file as a record", struct values,
                 record),
    CLI_ROW_LIST("plugin", "FILE.so", "load games and agents from a shared object (repeatable)",
                 struct values, plugin),
};

static int is_chess(const tsr_rules *r) {
    for (int i = 0; i < r->name_count; i++) {
        if (strcmp(r->names[i], "King") == 0) {
            return r->players == 2 && tsr_lang_disasm(r, NULL, 0) >= 0;
        }
    }
    return 0;
}

static cli_exit refuse_game(const tsr_rules *r) {
    cli_complain("%s has no PGN: it is for chess and games that inherit from it", r->g.name);
    return CLI_USAGE;
}

// --- From a record ---------------------------------------------------------------------

static const char *result_text(tsr_match *m) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    if (tsr_match_end(m) == TSR_END_NONE) {
        return "*";
    }
    tsr_match_result(m, result);
    return result[0].rank == result[1].rank ? "1/2-1/2" : result[0].rank == 1 ? "1-0" : "0-1";
}

static cli_exit print_pgn(const cli_loaded *l, const tsr_rules *r, tsr_match *m) {
    int count = tsr_match_ply_count(m);
    tsr_move *moves = calloc((size_t)count + 1, sizeof *moves);
    tsr_pgn head = {.white = l->record.seat[0].name,
                    .black = l->record.seat[1].name,
                    .fen = l->record.start,
                    .result = result_text(m)};
    for (int i = 0; moves && i < count; i++) {
        moves[i] = tsr_match_ply(m, i).move;
    }
    int size = moves ? tsr_lang_pgn(r, &head, moves, count, NULL, 0) : -1;
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text) {
        (void)tsr_lang_pgn(r, &head, moves, count, text, (size_t)size + 1);
        (void)fputs(text, stdout);
    } else {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
    }
    free(moves);
    cli_exit code = text ? CLI_OK : CLI_FILE;
    free(text);
    return code;
}

static cli_exit write_pgn(cli_table *t, const char *path) {
    cli_loaded l = {0};
    tsr_match *m = NULL;
    cli_exit code = cli_loaded_open(&l, t, path, NULL);
    if (code == CLI_OK && !is_chess(t->rules)) {
        code = refuse_game(t->rules);
    }
    if (code == CLI_OK) {
        code = cli_loaded_match(&l, t, (tsr_sink){0}, &m);
    }
    if (code == CLI_OK) {
        code = print_pgn(&l, t->rules, m);
    }
    tsr_match_close(m);
    cli_loaded_close(&l);
    return code;
}

// --- To a record -----------------------------------------------------------------------

// The text of a tag pair: [White "Ann"].
static void read_tag(const char *text, const char *tag, char out[TAG_MAX]) {
    char open[24];
    snprintf(open, sizeof open, "[%s \"", tag);
    const char *at = strstr(text, open);
    size_t n = 0;
    for (at = at ? at + strlen(open) : ""; *at && *at != '"' && *at != '\n'; at++) {
        at += *at == '\\' && at[1];
        if (n + 1 < TAG_MAX && (unsigned char)*at >= ' ') {
            out[n++] = *at;
        }
    }
    out[n] = '\0';
}

// What the players agreed on, where the rules had not ended the game yet.
static tsr_err end_as(tsr_match *m, const char *result) {
    if (tsr_match_end(m) != TSR_END_NONE || strcmp(result, "*") == 0 || !*result) {
        return TSR_OK;
    }
    if (strcmp(result, "1/2-1/2") == 0) {
        return tsr_match_agree_draw(m, tsr_now_ms());
    }
    return tsr_match_resign(m, strcmp(result, "1-0") == 0, tsr_now_ms());
}

static cli_exit play_moves(const cli_table *t, const char *text, const void *start,
                           const tsr_move *moves, int count, const char *path) {
    char name[2][TAG_MAX], result[TAG_MAX];
    tsr_error err = {0};
    tsr_record_file *file = NULL;
    tsr_match *m = NULL;
    tsr_match_config config;
    read_tag(text, "White", name[0]);
    read_tag(text, "Black", name[1]);
    read_tag(text, "Result", result);
    tsr_match_config_init(&config, t->rules);
    config.start = start;
    config.data_name = t->setup.data_name;
    for (int i = 0; i < 2; i++) {
        config.seat[i].name = name[i][0] ? name[i] : t->rules->seats[i];
        config.seat[i].kind = "human";
    }
    tsr_err e = tsr_record_create(path, 0, &file, &err);
    if (!e) {
        config.sink = tsr_record_sink(file);
        e = tsr_match_open(&config, &m, &err);
    }
    for (int i = 0; !e && i < count; i++) {
        tsr_answer answer;
        int who = tsr_mover(tsr_match_waiting(m));
        e = tsr_match_submit(m, who, moves[i], tsr_now_ms(), &answer, NULL);
    }
    e = e ? e : end_as(m, result);
    if (e) {
        cli_complain("%s: %s", path, err.message[0] ? err.message : tsr_err_text(e));
    }
    tsr_match_close(m);
    tsr_record_close(file);
    return e ? CLI_FILE : CLI_OK;
}

static cli_exit read_pgn(cli_table *t, const struct values *v, const char *path) {
    static const cli_list none;
    char *text = NULL;
    size_t size = 0;
    int count = 0;
    tsr_error err = {0};
    cli_exit code = cli_table_open(t, v->game ? v->game : "chess", 0, &none);
    if (code == CLI_OK && !is_chess(t->rules)) {
        code = refuse_game(t->rules);
    }
    if (code != CLI_OK) {
        return code;
    }
    void *start = tsr_mem_new(NULL, t->rules->state_size);
    tsr_move *moves = calloc(MOVES_MAX, sizeof *moves);
    tsr_err e = start && moves ? tsr_file_read(path, PGN_LIMIT, &text, &size, &err)
                               : tsr_fail(&err, TSR_ERR_MEMORY, "out of memory");
    e = e ? e : tsr_lang_pgn_read(t->rules, text, start, moves, MOVES_MAX, &count, &err);
    if (e) {
        cli_complain_about(path, &err);
        code = CLI_FILE;
    } else {
        code = play_moves(t, text, start, moves, count, v->record);
    }
    tsr_mem_free(NULL, text, size + 1);
    tsr_mem_free(NULL, start, t->rules->state_size);
    free(moves);
    return code;
}

static int is_pgn(const char *path) {
    size_t n = strlen(path);
    return n > 4 && strcmp(path + n - 4, ".pgn") == 0;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    const char *path = call->argv[0];
    cli_table table = {0};
    if (is_pgn(path) != (v->record != NULL)) {
        cli_complain("%s", v->record ? "--record is for a PGN file, such as game.pgn"
                                     : "where shall the record be written? --record game.tsr");
        return CLI_USAGE;
    }
    cli_exit code = cli_table_init(&table, &v->plugin);
    if (code == CLI_OK) {
        code = v->record ? read_pgn(&table, v, path) : write_pgn(&table, path);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_pgn = {
    .name = "pgn",
    .usage = "FILE",
    .about = "Games of chess to and from the notation of other programs.",
    .details =
        "A record is printed as PGN. A file that ends in .pgn is read, every move is checked,\n"
        "and its first game is written as a record, which can be replayed and resumed.\n",
    .examples = "  tessera pgn game.tsr > game.pgn\n"
                "  tessera pgn game.pgn --record game.tsr\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
