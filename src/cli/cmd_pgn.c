// SPDX-License-Identifier: MIT
//
// pgn: games of chess to and from the notation of other programs.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <tessera/host.h>
#include <tessera/lang.h>
#include <tessera/match.h>

#include "arena/pgn_games.h"
#include "base/buffer.h"
#include "cli/loaded.h"

enum { PGN_LIMIT = 64 << 20, MOVES_MAX = 20000, PATH = 4096 };

struct values {
    const char *game, *record, *records;
    int64_t number;
    cli_list plugin;
};

static const cli_option options[] = {
    CLI_ROW_TEXT("game", "GAME", "the game in the PGN file (default chess)", struct values, game),
    CLI_ROW_TEXT("record", "FILE", "write the game of a PGN file as a record", struct values,
                 record),
    CLI_ROW_TEXT("records", "DIR", "write every game of a PGN file as a record", struct values,
                 records),
    CLI_ROW_INT("number", "N", "the number of the game for --record", struct values, number, 0,
                1000000000, 0),
    CLI_ROW_LIST("plugin", "FILE.so", "load games and agents from a shared object (repeatable)",
                 struct values, plugin),
};

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

// The tags of a record: the roster's own places, and the rest behind them.
static void take_tags(const tsr_record *rec, tsr_pgn *head, tsr_pgn_tag *more) {
    head->tags = more;
    for (int i = 0; i < rec->tag_count; i++) {
        const char *name = rec->tag_name[i], *value = rec->tag_value[i];
        const char **own = strcmp(name, "Event") == 0   ? &head->event
                           : strcmp(name, "Site") == 0  ? &head->site
                           : strcmp(name, "Date") == 0  ? &head->date
                           : strcmp(name, "Round") == 0 ? &head->round
                                                        : NULL;
        if (own) {
            *own = value;
        } else {
            more[head->tag_count++] = (tsr_pgn_tag){name, value};
        }
    }
}

static cli_exit print_pgn(const cli_loaded *l, const tsr_rules *r, tsr_match *m) {
    int count = tsr_match_ply_count(m);
    tsr_pgn_tag more[TSR_RECORD_TAGS];
    tsr_move *moves = calloc((size_t)count + 1, sizeof *moves);
    tsr_pgn head = {.white = l->record.seat[0].name,
                    .black = l->record.seat[1].name,
                    .fen = l->record.start,
                    .result = result_text(m)};
    take_tags(&l->record, &head, more);
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
    if (code == CLI_OK && !tsr_lang_has_pgn(t->rules)) {
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

static cli_exit write_all(cli_table *t, const cli_call *call) {
    cli_exit code = CLI_OK;
    for (int i = 0; code == CLI_OK && i < call->argc; i++) {
        printf("%s", i ? "\n" : "");
        code = write_pgn(t, call->argv[i]);
        cli_table_forget(t);
    }
    return code;
}

// --- To a record -----------------------------------------------------------------------

// A record's sink that puts the tags of a PGN game into the header: the match writes what it knows,
// and what it does not know goes in before `begin`.
typedef struct tagged {
    tsr_sink file;
    const pgn_game *game;
    int begun;
} tagged;

// What the record says in its own way.
static int is_said(const char *name) {
    static const char *const said[] = {"White", "Black", "Result", "SetUp", "FEN"};
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        if (strcmp(name, said[i]) == 0) {
            return 1;
        }
    }
    return !*name;
}

static void add_tags(const pgn_game *g, buffer *out) {
    pgn_tag tag;
    int kept = 0;
    for (int i = 0; kept < TSR_RECORD_TAGS && pgn_tag_at(g, i, &tag); i++) {
        if (!is_said(tag.name)) {
            buffer_addf(out, "tag\t%s\t%s\n", tag.name, tag.value);
            kept++;
        }
    }
}

// How many bytes of the header stand before its last line, or 0 if that is not among these.
static size_t before_begin(const char *bytes, size_t size) {
    static const char begin[] = "\nbegin\n";
    const size_t n = sizeof begin - 1;
    for (size_t i = 0; i + n <= size; i++) {
        if (memcmp(bytes + i, begin, n) == 0) {
            return i + 1;
        }
    }
    return 0;
}

static tsr_err write_tagged(void *self, const char *bytes, size_t size) {
    tagged *t = self;
    buffer all;
    size_t head = t->begun ? 0 : before_begin(bytes, size);
    if (!head) {
        return t->file.write(t->file.self, bytes, size);
    }
    t->begun = 1;
    buffer_init(&all, NULL);
    buffer_add(&all, bytes, head);
    add_tags(t->game, &all);
    buffer_add(&all, bytes + head, size - head);
    tsr_err e = all.failed ? TSR_ERR_MEMORY : t->file.write(t->file.self, all.bytes, all.size);
    buffer_deinit(&all);
    return e;
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

static cli_exit play_moves(const cli_table *t, const pgn_game *g, const void *start,
                           const tsr_move *moves, int count, const char *path) {
    pgn_tag name[2], result;
    tsr_error err = {0};
    tsr_record_file *file = NULL;
    tsr_match *m = NULL;
    tsr_match_config config;
    pgn_tag_of(g, "White", &name[0]);
    pgn_tag_of(g, "Black", &name[1]);
    pgn_tag_of(g, "Result", &result);
    tsr_match_config_init(&config, t->rules);
    config.start = start;
    config.data_name = t->setup.data_name;
    for (int i = 0; i < 2; i++) {
        config.seat[i].name = name[i].value[0] ? name[i].value : t->rules->seats[i];
        config.seat[i].kind = "human";
    }
    tagged sink = {.game = g};
    tsr_err e = tsr_record_create(path, 0, &file, &err);
    if (!e) {
        sink.file = tsr_record_sink(file);
        config.sink = (tsr_sink){&sink, write_tagged};
        e = tsr_match_open(&config, &m, &err);
    }
    for (int i = 0; !e && i < count; i++) {
        tsr_answer answer;
        int who = tsr_mover(tsr_match_waiting(m));
        e = tsr_match_submit(m, who, moves[i], tsr_now_ms(), &answer, NULL);
    }
    e = e ? e : end_as(m, result.value);
    if (e) {
        cli_complain("%s: %s", path, err.message[0] ? err.message : tsr_err_text(e));
    }
    tsr_match_close(m);
    tsr_record_close(file);
    return e ? CLI_FILE : CLI_OK;
}

// One game of the file `from` becomes the record `to`.
static cli_exit convert(const cli_table *t, const pgn_game *g, const char *from, const char *to) {
    int count = 0;
    tsr_error err = {0};
    cli_exit code = CLI_OK;
    void *start = tsr_mem_new(NULL, t->rules->state_size);
    tsr_move *moves = calloc(MOVES_MAX, sizeof *moves);
    char *text = tsr_mem_new(NULL, g->size + 1);
    tsr_err e = TSR_OK;
    if (start && moves && text) {
        memcpy(text, g->text, g->size);
        e = tsr_lang_pgn_read(t->rules, text, start, moves, MOVES_MAX, &count, &err);
    } else {
        e = tsr_fail(&err, TSR_ERR_MEMORY, "out of memory");
    }
    if (e) {
        err.line += err.line ? g->line - 1 : g->line;
        cli_complain_about(from, &err);
        code = CLI_FILE;
    } else {
        code = play_moves(t, g, start, moves, count, to);
    }
    tsr_mem_free(NULL, text, g->size + 1);
    tsr_mem_free(NULL, start, t->rules->state_size);
    free(moves);
    return code;
}

static int64_t count_games(const char *text) {
    pgn_cursor c = pgn_games(text);
    pgn_game g;
    int64_t n = 0;
    while (pgn_next(&c, &g)) {
        n++;
    }
    return n;
}

static cli_exit convert_all(const cli_table *t, const struct values *v, const char *path,
                            const char *text) {
    pgn_cursor c = pgn_games(text);
    pgn_game g;
    cli_exit code = CLI_OK;
    char to[PATH];
    for (int64_t n = 1; code == CLI_OK && pgn_next(&c, &g); n++) {
        snprintf(to, sizeof to, "%s/%s-%06" PRId64 ".tsr", v->records, t->rules->g.name, n);
        if (v->records) {
            code = convert(t, &g, path, to);
        } else if (n == (v->number ? v->number : 1)) {
            code = convert(t, &g, path, v->record);
        }
    }
    return code;
}

static cli_exit read_text(const cli_table *t, const struct values *v, const char *path,
                          const char *text) {
    int64_t count = count_games(text);
    if (count == 0) {
        cli_complain("%s: there is no game in it", path);
        return CLI_FILE;
    }
    if (v->record && v->number > count) {
        cli_complain("%s: has %" PRId64 " game%s", path, count, count == 1 ? "" : "s");
        return CLI_USAGE;
    }
    if (v->record && !v->number && count > 1) {
        cli_complain("%s: has %" PRId64 " games; --records DIR takes all, --number N one of them",
                     path, count);
        return CLI_USAGE;
    }
    if (v->records && mkdir(v->records, 0777) != 0 && errno != EEXIST) {
        cli_complain("%s: %s", v->records, strerror(errno));
        return CLI_FILE;
    }
    return convert_all(t, v, path, text);
}

static cli_exit read_pgn(cli_table *t, const struct values *v, const char *path) {
    static const cli_list none;
    char *text = NULL;
    size_t size = 0;
    tsr_error err = {0};
    cli_exit code = cli_table_open(t, v->game ? v->game : "chess", 0, &none);
    if (code == CLI_OK && !tsr_lang_has_pgn(t->rules)) {
        code = refuse_game(t->rules);
    }
    if (code != CLI_OK) {
        return code;
    }
    if (tsr_file_read(path, PGN_LIMIT, &text, &size, &err) != TSR_OK) {
        cli_complain_about(path, &err);
        return CLI_FILE;
    }
    code = read_text(t, v, path, text);
    tsr_mem_free(NULL, text, size + 1);
    return code;
}

static int is_pgn(const char *path) {
    size_t n = strlen(path);
    return n > 4 && strcmp(path + n - 4, ".pgn") == 0;
}

static cli_exit check_call(const cli_call *call) {
    const struct values *v = call->values;
    int pgn = is_pgn(call->argv[0]), written = v->record || v->records;
    if (v->record && v->records) {
        cli_complain("give --record FILE or --records DIR, not both");
    } else if (pgn && !written) {
        cli_complain("give --record FILE or --records DIR for the record");
    } else if (!pgn && written) {
        cli_complain("%s is for a PGN file, such as game.pgn",
                     v->record ? "--record" : "--records");
    } else if (pgn && call->argc > 1) {
        cli_complain("one PGN file at a time");
    } else if (v->number && !v->record) {
        cli_complain("--number says which game --record takes");
    } else {
        return CLI_OK;
    }
    return CLI_USAGE;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    cli_table table = {0};
    cli_exit code = check_call(call);
    if (code != CLI_OK) {
        return code;
    }
    code = cli_table_init(&table, &v->plugin);
    if (code == CLI_OK) {
        code = is_pgn(call->argv[0]) ? read_pgn(&table, v, call->argv[0]) : write_all(&table, call);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_pgn = {
    .name = "pgn",
    .usage = "FILE...",
    .about = "Convert chess games between records and PGN.",
    .details =
        "Records are printed as PGN. A file that ends in .pgn is read, every move is checked,\n"
        "and its games are written as records, which can be replayed and resumed. Tags are kept.\n",
    .examples = "  tessera pgn game.tsr > game.pgn\n"
                "  tessera pgn game.pgn --record game.tsr\n"
                "  tessera pgn games.pgn --records DIR\n",
    .min_args = 1,
    .max_args = 10000,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
