// SPDX-License-Identifier: MIT
//
// Writes a line for every game, reads them back, and counts what is already played.
#include "cli/series_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tessera/host.h>
#include <tessera/lang.h>

#include "arena/pgn_games.h"
#include "cli/command.h"

enum { LINE = 16384, PGN_LIMIT = 1 << 30 };

const char *series_end_word(const runner_game *g) {
    static const char *const words[] = {"none", "rules", "forfeit", "resigned", "agreed"};
    return g->adjudicated ? "adjudicated" : words[g->end];
}

// --- Writing -----------------------------------------------------------------

static void add_int(json *j, int64_t value) {
    json_int(j, NULL, value);
}

void series_file_fields(const series_file *f, json *j, const series_game *g) {
    int n = f->rules->players;
    json_seed(j, "seed", g->game.seed);
    json_hex(j, "moves_hash", g->game.hash);
    json_int(j, "plies", g->game.plies);
    json_text(j, "end", series_end_word(&g->game));
    json_open_array(j, "seats");
    for (int i = 0; i < n; i++) {
        json_text(j, NULL, f->name[g->entrant[i]]);
    }
    json_close(j, ']');
    json_open_array(j, "ranks");
    for (int i = 0; i < n; i++) {
        add_int(j, g->game.result[i].rank);
    }
    json_close(j, ']');
    json_open_array(j, "scores");
    for (int i = 0; i < n; i++) {
        add_int(j, g->game.result[i].score);
    }
    json_close(j, ']');
}

static void write_costs(json *j, const runner_game *g, int seats) {
    json_open_array(j, "answers");
    for (int i = 0; i < seats; i++) {
        add_int(j, g->answers[i]);
    }
    json_close(j, ']');
    json_open_array(j, "cpu_us");
    for (int i = 0; i < seats; i++) {
        add_int(j, (int64_t)g->cpu_us[i]);
    }
    json_close(j, ']');
}

static void write_game(const series_file *f, const series_game *g) {
    int n = f->rules->players;
    json j;
    json_begin(&j, "game");
    json_uint(&j, "group", g->group);
    json_uint(&j, "seating", g->seating);
    series_file_fields(f, &j, g);
    json_open_array(&j, "players");
    for (int i = 0; i < n; i++) {
        add_int(&j, g->entrant[i]);
    }
    json_close(&j, ']');
    json_open_array(&j, "places");
    for (int i = 0; i < n; i++) {
        add_int(&j, g->game.player_on[i]);
    }
    json_close(&j, ']');
    json_open_array(&j, "faults"); // illegal, late, failed of each seat
    for (int i = 0; i < n; i++) {
        add_int(&j, g->game.fault[i].illegal);
        add_int(&j, g->game.fault[i].late);
        add_int(&j, g->game.fault[i].failed);
    }
    json_close(&j, ']');
    if (f->costs) {
        write_costs(&j, &g->game, n);
    }
    json_end(&j, f->out);
}

void series_file_clock(json *j, const tsr_clock *clock) {
    json_open_array(j, "time");
    add_int(j, clock->base_ms);
    add_int(j, clock->increment_ms);
    add_int(j, clock->move_ms);
    json_close(j, ']');
}

// A field of the table, quoted if it needs to be.
static void csv_text(FILE *out, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    }
    fputc('"', out);
}

static void csv_head(const series_file *f) {
    fputs("group,seating,seed,moves_hash,plies,end", f->csv);
    for (int i = 1; i <= f->rules->players; i++) {
        fprintf(f->csv, ",player%d,rank%d,score%d", i, i, i);
    }
    fputs("\n", f->csv);
}

static void csv_game(const series_file *f, const series_game *g) {
    fprintf(f->csv, "%" PRIu64 ",%u,%" PRIu64 ",%016" PRIx64 ",%d,%s", g->group + 1, g->seating + 1,
            g->game.seed, g->game.hash, g->game.plies, series_end_word(&g->game));
    for (int i = 0; i < f->rules->players; i++) {
        fputc(',', f->csv);
        csv_text(f->csv, f->name[g->entrant[i]]);
        fprintf(f->csv, ",%d,%d", g->game.result[i].rank, g->game.result[i].score);
    }
    fputs("\n", f->csv);
}

// The PGN is written first: after a kill it may have games more than the lines, never fewer.
void series_file_add(series_file *f, const series_game *games, const char *const *pgn, int count,
                     int again) {
    for (int i = 0; f->pgn && !again && i < count; i++) {
        fprintf(f->pgn, "%s\n", pgn[i] ? pgn[i] : "");
    }
    f->failed |= f->pgn && !again && fflush(f->pgn) != 0;
    for (int i = 0; i < count; i++) {
        if (f->out && !again) {
            write_game(f, &games[i]);
        }
        if (f->csv) {
            csv_game(f, &games[i]);
        }
    }
    f->failed |= f->out && !again && fflush(f->out) != 0;
    f->failed |= f->csv && fflush(f->csv) != 0;
}

// --- Reading -----------------------------------------------------------------

// What stands after "key": in a line that we have written ourselves.
static const char *value_of(const char *line, const char *key) {
    char pattern[40];
    snprintf(pattern, sizeof pattern, "\"%s\":", key);
    const char *at = strstr(line, pattern);
    return at ? at + strlen(pattern) : NULL;
}

// A number, which may stand in quotes.
static int number_of(const char *line, const char *key, int base, uint64_t *out) {
    const char *at = value_of(line, key);
    char *end = NULL;
    if (!at) {
        return 0;
    }
    at += *at == '"';
    errno = 0;
    *out = strtoull(at, &end, base);
    return end != at && errno == 0;
}

// The numbers of an array of exactly `n`.
static int numbers_of(const char *line, const char *key, int n, long *out) {
    const char *at = value_of(line, key);
    if (!at || *at++ != '[') {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        char *end = NULL;
        out[i] = strtol(at, &end, 10);
        if (end == at || *end != (i + 1 < n ? ',' : ']')) {
            return 0;
        }
        at = end + 1;
    }
    return 1;
}

static int read_end(const char *line, runner_game *g) {
    static const char *const words[] = {"rules", "forfeit", "resigned", "agreed", "adjudicated"};
    const char *at = value_of(line, "end");
    for (int i = 0; at && i < 5; i++) {
        if (strncmp(at + 1, words[i], strlen(words[i])) == 0) {
            g->adjudicated = i == 4;
            g->end = i == 4 ? TSR_END_AGREED : i + 1;
            return 1;
        }
    }
    return 0;
}

static int read_seats(const series_file *f, const char *line, series_game *g) {
    int n = f->rules->players;
    long who[TSR_MAX_PLAYERS], place[TSR_MAX_PLAYERS], rank[TSR_MAX_PLAYERS],
        score[TSR_MAX_PLAYERS], faults[3 * TSR_MAX_PLAYERS];
    if (!numbers_of(line, "players", n, who) || !numbers_of(line, "places", n, place) ||
        !numbers_of(line, "ranks", n, rank) || !numbers_of(line, "scores", n, score) ||
        !numbers_of(line, "faults", 3 * n, faults)) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        if (who[i] < 0 || who[i] >= f->entrants || place[i] < 0 || place[i] >= n || rank[i] < 1 ||
            rank[i] > n) {
            return 0;
        }
        g->entrant[i] = (uint8_t)who[i];
        g->game.player_on[i] = (uint8_t)place[i];
        g->game.result[i].rank = (uint8_t)rank[i];
        g->game.result[i].score = (int32_t)score[i];
        g->game.fault[i] = (tsr_faults){(uint32_t)faults[3 * i], (uint32_t)faults[3 * i + 1],
                                        (uint32_t)faults[3 * i + 2]};
    }
    return 1;
}

static int read_costs(const char *line, runner_game *g, int seats) {
    long answers[TSR_MAX_PLAYERS], took[TSR_MAX_PLAYERS];
    if (!numbers_of(line, "answers", seats, answers) || !numbers_of(line, "cpu_us", seats, took)) {
        return 0;
    }
    for (int i = 0; i < seats; i++) {
        g->answers[i] = (uint32_t)answers[i];
        g->cpu_us[i] = (uint64_t)took[i];
    }
    return 1;
}

static int read_game(const series_file *f, const char *line, series_game *g) {
    uint64_t seating, plies;
    memset(g, 0, sizeof *g);
    if (!number_of(line, "group", 10, &g->group) || !number_of(line, "seating", 10, &seating) ||
        !number_of(line, "seed", 10, &g->game.seed) ||
        !number_of(line, "moves_hash", 16, &g->game.hash) ||
        !number_of(line, "plies", 10, &plies) || !read_end(line, &g->game)) {
        return 0;
    }
    g->seating = (uint32_t)seating;
    g->game.plies = (int32_t)plies;
    g->game.number = g->group * (uint64_t)f->group_size + seating;
    return seating < (uint64_t)f->group_size && read_seats(f, line, g) &&
           (!f->costs || read_costs(line, &g->game, f->rules->players));
}

static int keep_game(series_file *f, const series_game *g) {
    if (f->count == f->cap) {
        size_t cap = f->cap ? 2 * f->cap : 256;
        series_game *more = realloc(f->games, cap * sizeof *more);
        if (!more) {
            return 0;
        }
        f->games = more;
        f->cap = cap;
    }
    f->games[f->count++] = *g;
    return 1;
}

// What json_end would print, into `room`.
static void head_line(series_file_head *head, void *self, uint64_t seed, char *room) {
    FILE *memory = fmemopen(room, LINE, "w");
    json j;
    head(self, seed, &j);
    room[0] = '\0';
    if (memory) {
        json_end(&j, memory);
        fclose(memory);
    } else {
        buffer_deinit(&j.text);
    }
}

typedef enum head_kind { HEAD_MISSING, HEAD_OURS, HEAD_OTHER } head_kind;

// Whether `line`, which has no end, is the beginning of our head with some seed: then the run was
// killed before its first game.
static int is_torn_head(const char *line, const char *ours) {
    const char *seed = strstr(ours, "\"seed\":");
    size_t n = strlen(line), same = seed ? (size_t)(seed - ours) : 0;
    size_t sure = n < same ? n : same;
    return memcmp(line, ours, sure) == 0 && strspn(line + sure, "\"seed:0123456789}") == n - sure;
}

// Reads the first line and compares it with ours, whose seed may be the file's.
static head_kind read_head(FILE *in, series_file_head *head, void *self, uint64_t *seed,
                           int seed_given) {
    char line[LINE], ours[LINE] = "";
    uint64_t theirs = *seed;
    if (!fgets(line, sizeof line, in)) {
        return HEAD_MISSING;
    }
    head_line(head, self, *seed, ours);
    if (!strchr(line, '\n') && strlen(line) + 1 < sizeof line) {
        return is_torn_head(line, ours) ? HEAD_MISSING : HEAD_OTHER;
    }
    if (!number_of(line, "seed", 10, &theirs)) {
        return HEAD_OTHER;
    }
    head_line(head, self, seed_given ? *seed : theirs, ours);
    if (strcmp(line, ours) != 0) {
        return HEAD_OTHER;
    }
    *seed = theirs;
    return HEAD_OURS;
}

// Groups come in their order, and the games of one by their seating.
static int comes_next(const series_file *f, const series_game *g) {
    const series_game *last = f->count ? &f->games[f->count - 1] : NULL;
    if (g->seating == 0) {
        return !last || (g->group > last->group && (int)last->seating + 1 == f->group_size);
    }
    return last && g->group == last->group && g->seating == last->seating + 1;
}

// Reads all games; *whole is where the last whole group ends.
static cli_exit read_games(series_file *f, FILE *in, long *whole) {
    char line[LINE];
    size_t kept = 0;
    *whole = ftell(in);
    for (int n = 2; fgets(line, sizeof line, in) && strchr(line, '\n'); n++) {
        series_game g;
        if (!read_game(f, line, &g) || !comes_next(f, &g)) {
            cli_complain("%s:%d: this is not the next game", f->out_path, n);
            return CLI_FILE;
        }
        if (!keep_game(f, &g)) {
            cli_complain("out of memory");
            return CLI_FILE;
        }
        if ((int)g.seating + 1 == f->group_size) {
            *whole = ftell(in);
            kept = f->count;
        }
    }
    f->count = kept;
    return CLI_OK;
}

static cli_exit refuse(const char *path) {
    cli_complain("%s: %s", path, strerror(errno));
    return CLI_FILE;
}

// Two runs would tear each other's lines. Where locks are not to be had there is none.
static int is_taken(FILE *file) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fileno(file), F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN);
}

// Reads what an earlier run has written, and cuts off what it could not finish. *fresh: nothing.
static cli_exit go_on(series_file *f, series_file_head *head, void *self, uint64_t *seed,
                      int seed_given, int *fresh) {
    long whole = 0;
    cli_exit code = CLI_OK;
    rewind(f->out);
    head_kind kind = read_head(f->out, head, self, seed, seed_given);
    if (kind == HEAD_OTHER) {
        cli_complain("%s: contains another tournament or match; use another name", f->out_path);
        return CLI_FILE;
    }
    if (kind == HEAD_OURS) {
        code = read_games(f, f->out, &whole);
    }
    *fresh = kind == HEAD_MISSING;
    if (code == CLI_OK &&
        (ftruncate(fileno(f->out), whole) != 0 || fseek(f->out, 0, SEEK_END) != 0)) {
        code = refuse(f->out_path);
    }
    return code;
}

static int is_regular(FILE *file) {
    struct stat st;
    return fstat(fileno(file), &st) == 0 && S_ISREG(st.st_mode);
}

static cli_exit open_lines(series_file *f, series_file_head *head, void *self, uint64_t *seed,
                           int seed_given) {
    char line[LINE];
    int fresh = 1;
    f->out = fopen(f->out_path, "a+");
    if (!f->out) {
        return refuse(f->out_path);
    }
    if (is_taken(f->out)) {
        cli_complain("%s: another run is writing this file", f->out_path);
        return CLI_FILE;
    }
    // A pipe or a device is written to; there is nothing to go on with.
    cli_exit code = is_regular(f->out) ? go_on(f, head, self, seed, seed_given, &fresh) : CLI_OK;
    if (code == CLI_OK && fresh) {
        head_line(head, self, *seed, line);
        fputs(line, f->out);
        f->failed = fflush(f->out) != 0;
    }
    return code;
}

// Where the first `games` of a PGN file end, or -1 if there are fewer.
static long end_of_games(const char *text, size_t games) {
    pgn_cursor c = pgn_games(text);
    pgn_game g;
    size_t n = 0;
    while (n < games && pgn_next(&c, &g)) {
        n++;
    }
    return n == games ? (long)(c.at - text) : -1;
}

// Cuts the PGN of an earlier run back to the games that are in the lines.
static cli_exit cut_pgn(const series_file *f) {
    char *text = NULL;
    size_t size = 0;
    tsr_error err = {0};
    if (tsr_file_read(f->pgn_path, PGN_LIMIT, &text, &size, &err) != TSR_OK) {
        cli_complain_about(f->pgn_path, &err);
        return CLI_FILE;
    }
    long end = end_of_games(text, f->count);
    tsr_mem_free(NULL, text, size + 1);
    if (end < 0) {
        cli_complain("%s: has fewer games than %s; use another name for both", f->pgn_path,
                     f->out_path);
        return CLI_FILE;
    }
    return truncate(f->pgn_path, end) != 0 ? refuse(f->pgn_path) : CLI_OK;
}

static cli_exit open_pgn(series_file *f) {
    int there = f->count > 0 && access(f->pgn_path, F_OK) == 0;
    if (f->count > 0 && !there) {
        cli_complain("%s: the games in %s were played without it; use another name for both",
                     f->pgn_path, f->out_path);
        return CLI_FILE;
    }
    cli_exit code = there ? cut_pgn(f) : CLI_OK;
    if (code != CLI_OK) {
        return code;
    }
    f->pgn = fopen(f->pgn_path, there ? "a" : "w");
    if (!f->pgn) {
        return refuse(f->pgn_path);
    }
    if (there) {
        fputs("\n\n", f->pgn);
    }
    return CLI_OK;
}

// Whether a path leads to a file that is open already: one would write over the other.
static int is_open(const series_file *f, const char *path) {
    FILE *const files[] = {f->out, f->pgn};
    struct stat theirs, ours;
    int found = 0;
    for (int i = 0; i < 2 && stat(path, &theirs) == 0; i++) {
        found |= files[i] && fstat(fileno(files[i]), &ours) == 0 && S_ISREG(ours.st_mode) &&
                 ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
    }
    if (found) {
        cli_complain("%s: is given for two outputs; each needs its own file", path);
    }
    return found;
}

cli_exit series_file_open(series_file *f, series_file_head *head, void *self, uint64_t *seed,
                          int seed_given) {
    cli_exit code = CLI_OK;
    if (f->pgn_path && !tsr_lang_has_pgn(f->rules)) {
        cli_complain("%s has no PGN; --csv and --records are for every game", f->rules->g.name);
        return CLI_USAGE;
    }
    if (f->out_path) {
        code = open_lines(f, head, self, seed, seed_given);
    }
    if (code == CLI_OK && f->pgn_path) {
        code = is_open(f, f->pgn_path) ? CLI_USAGE : open_pgn(f);
    }
    if (code == CLI_OK && f->csv_path) {
        if (is_open(f, f->csv_path)) {
            return CLI_USAGE;
        }
        f->csv = fopen(f->csv_path, "w");
        if (!f->csv) {
            return refuse(f->csv_path);
        }
        csv_head(f);
    }
    return code;
}

void series_file_close(series_file *f) {
    FILE *files[] = {f->out, f->csv, f->pgn};
    for (int i = 0; i < 3; i++) {
        if (files[i]) {
            fclose(files[i]);
        }
    }
    free(f->games);
    *f = (series_file){0};
}
