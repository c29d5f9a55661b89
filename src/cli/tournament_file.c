// SPDX-License-Identifier: MIT
#include "cli/tournament_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "cli/command.h"
#include "cli/json.h"

enum { LINE = 16384 };

// --- Writing -----------------------------------------------------------------

static void write_head(const tournament_config *c, uint64_t seed, FILE *out) {
    static const char *const kinds[] = {"round-robin", "gauntlet", "swiss"};
    json j;
    json_begin(&j, "tournament");
    json_text(&j, "game", c->rules->g.name);
    json_hex(&j, "rules_hash", c->rules->hash);
    json_text(&j, "kind", kinds[c->kind]);
    json_int(&j, "rounds", c->kind == SCHEDULE_SWISS ? c->rounds : 1);
    json_array(&j, "agents");
    for (int i = 0; i < c->entrants; i++) {
        json_text(&j, NULL, c->spec[i]);
    }
    json_close(&j, ']');
    json_uint(&j, "seed", seed);
    json_end(&j, out);
}

static void add_bytes(json *j, const char *key, const uint8_t *v, int n) {
    json_array(j, key);
    for (int i = 0; i < n; i++) {
        json_int(j, NULL, v[i]);
    }
    json_close(j, ']');
}

static void write_game(const tournament_file *f, const tournament_game *g) {
    json j;
    json_begin(&j, "game");
    json_uint(&j, "group", g->group);
    json_uint(&j, "seating", g->seating);
    json_uint(&j, "seed", g->seed);
    json_uint(&j, "plies", g->plies);
    add_bytes(&j, "players", g->entrant, f->players);
    add_bytes(&j, "ranks", g->rank, f->players);
    json_array(&j, "scores");
    for (int i = 0; i < f->players; i++) {
        json_int(&j, NULL, g->score[i]);
    }
    json_close(&j, ']');
    json_array(&j, "faults");
    for (int i = 0; i < f->players; i++) {
        json_int(&j, NULL, g->faults[i]);
    }
    json_close(&j, ']');
    json_end(&j, f->out);
}

static int was_read(const tournament_file *f, const tournament_game *g) {
    for (size_t i = 0; i < f->count; i++) {
        if (f->games[i].group == g->group && f->games[i].seating == g->seating) {
            return 1;
        }
    }
    return 0;
}

void tournament_file_add(tournament_file *f, const tournament_game *g) {
    if (f->out && !was_read(f, g)) {
        write_game(f, g);
        f->failed |= fflush(f->out) != 0;
    }
}

// --- Reading -----------------------------------------------------------------

// The number after "key": in a line that we have written ourselves.
static int number_of(const char *line, const char *key, uint64_t *out) {
    char pattern[40];
    snprintf(pattern, sizeof pattern, "\"%s\":", key);
    const char *at = strstr(line, pattern);
    char *end = NULL;
    if (!at) {
        return 0;
    }
    at += strlen(pattern);
    errno = 0;
    *out = strtoull(at, &end, 10);
    return end != at && errno == 0;
}

// The numbers of an array of exactly `n`.
static int numbers_of(const char *line, const char *key, int n, long *out) {
    char pattern[40];
    snprintf(pattern, sizeof pattern, "\"%s\":[", key);
    const char *at = strstr(line, pattern);
    if (!at) {
        return 0;
    }
    at += strlen(pattern);
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

static int read_game(const char *line, int players, int entrants, tournament_game *g) {
    uint64_t seating, plies;
    long who[TSR_MAX_PLAYERS], rank[TSR_MAX_PLAYERS], score[TSR_MAX_PLAYERS],
        faults[TSR_MAX_PLAYERS];
    memset(g, 0, sizeof *g);
    if (!number_of(line, "group", &g->group) || !number_of(line, "seating", &seating) ||
        !number_of(line, "seed", &g->seed) || !number_of(line, "plies", &plies) ||
        !numbers_of(line, "players", players, who) || !numbers_of(line, "ranks", players, rank) ||
        !numbers_of(line, "scores", players, score) ||
        !numbers_of(line, "faults", players, faults)) {
        return 0;
    }
    g->seating = (uint32_t)seating;
    g->plies = (uint32_t)plies;
    for (int i = 0; i < players; i++) {
        if (who[i] < 0 || who[i] >= entrants || rank[i] < 1 || rank[i] > players) {
            return 0;
        }
        g->entrant[i] = (uint8_t)who[i];
        g->rank[i] = (uint8_t)rank[i];
        g->score[i] = (int32_t)score[i];
        g->faults[i] = (uint16_t)faults[i];
    }
    return 1;
}

static int keep_game(tournament_file *f, const tournament_game *g) {
    if (f->count == f->cap) {
        size_t cap = f->cap ? 2 * f->cap : 256;
        tournament_game *more = realloc(f->games, cap * sizeof *more);
        if (!more) {
            return 0;
        }
        f->games = more;
        f->cap = cap;
    }
    f->games[f->count++] = *g;
    return 1;
}

// Reads the first line of `in` and compares it with ours, whose seed may be the file's.
static int same_head(FILE *in, tournament_config *config, int seed_given) {
    char line[LINE], ours[LINE] = "";
    uint64_t seed = config->seed;
    if (!fgets(line, sizeof line, in) || !number_of(line, "seed", &seed)) {
        return 0;
    }
    FILE *memory = fmemopen(ours, sizeof ours, "w");
    if (!memory) {
        return 0;
    }
    write_head(config, seed_given ? config->seed : seed, memory);
    fclose(memory);
    if (strcmp(line, ours) != 0) {
        return 0;
    }
    config->seed = seed;
    return 1;
}

// Reads all games; *whole is where the last whole line ends.
static cli_exit read_games(tournament_file *f, FILE *in, const char *path,
                           const tournament_config *c, long *whole) {
    char line[LINE];
    *whole = ftell(in);
    for (int n = 2; fgets(line, sizeof line, in) && strchr(line, '\n'); n++) {
        tournament_game g;
        if (!read_game(line, f->players, c->entrants, &g)) {
            cli_complain("%s:%d: this is no game of the tournament", path, n);
            return CLI_FILE;
        }
        if (!keep_game(f, &g)) {
            cli_complain("out of memory");
            return CLI_FILE;
        }
        *whole = ftell(in);
    }
    return CLI_OK;
}

static cli_exit go_on(tournament_file *f, FILE *in, const char *path, tournament_config *config,
                      int seed_given) {
    long whole = 0;
    if (!same_head(in, config, seed_given)) {
        cli_complain("%s: holds another tournament; take another name", path);
        return CLI_FILE;
    }
    cli_exit code = read_games(f, in, path, config, &whole);
    if (code == CLI_OK && truncate(path, whole) != 0) {
        cli_complain("%s: %s", path, strerror(errno));
        code = CLI_FILE;
    }
    return code;
}

cli_exit tournament_file_open(tournament_file *f, const char *path, tournament_config *config,
                              int seed_given) {
    FILE *in = fopen(path, "r");
    cli_exit code = CLI_OK;
    f->players = config->rules->players;
    if (in) {
        code = go_on(f, in, path, config, seed_given);
        fclose(in);
    }
    if (code == CLI_OK) {
        f->out = fopen(path, "a");
        if (!f->out) {
            cli_complain("%s: %s", path, strerror(errno));
            code = CLI_FILE;
        } else if (!in) {
            write_head(config, config->seed, f->out);
            f->failed = fflush(f->out) != 0;
        }
    }
    return code;
}

void tournament_file_close(tournament_file *f) {
    if (f->out) {
        fclose(f->out);
    }
    free(f->games);
    *f = (tournament_file){0};
}
