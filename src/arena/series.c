// SPDX-License-Identifier: MIT
//
// Hands groups of games to a crew, gathers what they report, and stops when told.
#include "arena/series.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tessera/host.h>
#include <tessera/lang.h>

#include "arena/brief.h"
#include "arena/crew.h"
#include "arena/series_brief.h"

enum { NAME = 80, PATH = 4096 };

typedef struct series {
    const series_config *config;
    uint64_t size; // of a group
    buffer brief;  // if they are played elsewhere
    // Whoever plays: the agents of the present lineup.
    runner *runner;
    runner_config rc;
    char name[TSR_MAX_PLAYERS][NAME];
    int lineup; // whose agents they are, or -1
    // The present game, for the hooks below.
    series_game game;
    buffer pgn;
    tsr_record_file *record;
    char path[PATH];
    int write_error; // errno of a line that could not be written
} series;

int series_group_size(const tsr_rules *r, runner_seating seating) {
    return (int)runner_rounds(seating, r->players);
}

const series_game *series_find(const series_game *games, size_t count, int size, uint64_t group) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (games[middle].group < group) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low + (size_t)size <= count && games[low].group == group ? &games[low] : NULL;
}

// --- Records ------------------------------------------------------------------------------

// Passes lines on to the file, and remembers why it would not take one.
static tsr_err write_lines(void *self, const char *bytes, size_t size) {
    series *s = self;
    tsr_sink sink = tsr_record_sink(s->record);
    errno = 0;
    tsr_err e = sink.write(sink.self, bytes, size);
    if (e != TSR_OK) {
        s->write_error = errno ? errno : EIO;
    }
    return e;
}

// A device or a pipe is written to, never taken away.
static int is_file(const char *path) {
    struct stat st;
    return lstat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static tsr_err open_record(void *self, uint64_t number, tsr_sink *sink, tsr_error *err) {
    series *s = self;
    (void)number;
    s->config->record_path(s->config->self, &s->game, s->path, sizeof s->path);
    if (s->config->replace_records && is_file(s->path)) {
        (void)unlink(s->path);
    }
    *sink = (tsr_sink){s, write_lines};
    return tsr_record_create(s->path, 0, &s->record, err);
}

static void close_record(void *self) {
    series *s = self;
    tsr_record_close(s->record);
    s->record = NULL;
}

// --- PGN ----------------------------------------------------------------------------------

static const char *result_word(const runner_game *g) {
    return g->result[0].rank == g->result[1].rank ? "1/2-1/2"
           : g->result[0].rank == 1               ? "1-0"
                                                  : "0-1";
}

static const char *termination_word(const runner_game *g) {
    return g->adjudicated              ? "adjudication"
           : g->end == TSR_END_FORFEIT ? "rules infraction"
                                       : "normal";
}

static char *start_text(const series *s, const tsr_match *m) {
    const tsr_rules *r = s->config->rules;
    unsigned char *state = tsr_mem_new(NULL, r->state_size);
    char *text = NULL;
    if (state) {
        tsr_match_state_at(m, 0, state);
        int n = tsr_position_text(r, state, NULL, 0);
        text = n >= 0 ? malloc((size_t)n + 1) : NULL;
        if (text) {
            tsr_position_text(r, state, text, (size_t)n + 1);
        }
    }
    tsr_mem_free(NULL, state, r->state_size);
    return text;
}

static void add_pgn(series *s, const tsr_pgn *head, const tsr_match *m) {
    const tsr_rules *r = s->config->rules;
    int count = tsr_match_ply_count(m);
    tsr_move *moves = calloc((size_t)count + 1, sizeof *moves);
    for (int i = 0; moves && i < count; i++) {
        moves[i] = tsr_match_ply(m, i).move;
    }
    int n = moves ? tsr_lang_pgn(r, head, moves, count, NULL, 0) : -1;
    if (n >= 0 && buffer_reserve(&s->pgn, (size_t)n + 1)) {
        tsr_lang_pgn(r, head, moves, count, s->pgn.bytes + s->pgn.size, (size_t)n + 1);
        s->pgn.size += (size_t)n;
    } else {
        s->pgn.failed = 1;
    }
    free(moves);
}

static void on_played(void *self, const runner_game *g, const tsr_match *m) {
    series *s = self;
    char round[48];
    if (s->config->note) {
        s->config->note(s->config->self, g, m, &s->pgn);
    }
    if (!s->config->pgn) {
        return;
    }
    int own_start = s->config->openings || s->config->start;
    char *fen = own_start ? start_text(s, m) : NULL;
    snprintf(round, sizeof round, "%llu.%u", (unsigned long long)s->game.group + 1,
             s->game.seating + 1);
    const tsr_pgn_tag tag = {"Termination", termination_word(g)};
    add_pgn(s,
            &(tsr_pgn){.white = tsr_match_seat(m, 0)->name,
                       .black = tsr_match_seat(m, 1)->name,
                       .event = s->config->rules->g.title,
                       .fen = fen,
                       .result = result_word(g),
                       .round = round,
                       .tags = &tag,
                       .tag_count = 1},
            m);
    free(fen);
}

// --- Playing a group ------------------------------------------------------------------------

static const schedule_lineup *lineup_of(const series *s, uint64_t group, int *index) {
    *index = (int)((group - s->config->first) % (uint64_t)s->config->lineups);
    return &s->config->lineup[*index];
}

static void on_thought(void *self, const tsr_match *m, const tsr_agent_info *info) {
    const series_config *c = ((series *)self)->config;
    c->thought(c->self, m, info);
}

static runner_config runner_config_of(series *s) {
    const series_config *c = s->config;
    return (runner_config){.rules = c->rules,
                           .registry = c->registry,
                           .seed = c->seed,
                           .seating = c->seating,
                           .policy = c->policy,
                           .tries = c->tries,
                           .start = c->start,
                           .openings = c->openings,
                           .adjudicate = c->adjudicate,
                           .data_name = c->data_name,
                           .clock = c->clock,
                           .cpu_clock = c->cpu_clock,
                           .self = s,
                           .open_record = c->record_path ? open_record : NULL,
                           .close_record = c->record_path ? close_record : NULL,
                           .played = on_played,
                           .thought = c->thought ? on_thought : NULL};
}

static int is_stopped(void *self) {
    const series_config *c = ((series *)self)->config;
    return c->stopped && c->stopped(c->self);
}

// Seats the lineup's agents, unless they are the ones sitting there.
static tsr_err seat_lineup(series *s, const schedule_lineup *l, int index, tsr_error *err) {
    const series_config *c = s->config;
    if (s->runner && s->lineup == index) {
        return TSR_OK;
    }
    runner_close(s->runner);
    s->runner = NULL;
    s->lineup = index;
    s->rc = runner_config_of(s);
    s->rc.stopped = c->jobs ? NULL : is_stopped; // a worker is killed instead
    for (int i = 0; i < c->rules->players; i++) {
        int e = l->entrant[i];
        // An agent's luck hangs on its name: the same one on every seat.
        snprintf(s->name[i], NAME, c->numbered ? "%.60s %d" : "%.60s", c->name[e], i + 1);
        s->rc.spec[i] = c->spec[e];
        s->rc.name[i] = s->name[i];
    }
    return runner_open(&s->rc, &s->runner, NULL, err);
}

static int is_wanted(const series *s, uint64_t number) {
    return !s->config->most || number < s->config->most;
}

static tsr_err play_one(series *s, const schedule_lineup *l, uint64_t opening, buffer *out,
                        tsr_error *err) {
    uint64_t number = s->game.group * s->size + s->game.seating;
    runner_game game;
    buffer_clear(&s->pgn);
    tsr_err e = runner_play(s->runner, number, opening, &game, err);
    if (e && s->write_error) {
        return tsr_fail(err, e, "%s: %s", s->path, strerror(s->write_error));
    }
    if (e || game.end == TSR_END_NONE) {
        return e;
    }
    s->game.game = game;
    for (int seat = 0; seat < s->config->rules->players; seat++) {
        s->game.entrant[seat] = l->entrant[game.player_on[seat]];
    }
    uint32_t size = (uint32_t)s->pgn.size;
    buffer_add(out, &s->game, sizeof s->game);
    buffer_add(out, &size, sizeof size);
    buffer_add(out, buffer_text(&s->pgn), size);
    out->failed |= s->pgn.failed;
    return TSR_OK;
}

static tsr_err play_group(void *self, uint64_t group, buffer *out, tsr_error *err) {
    series *s = self;
    const series_config *c = s->config;
    int index;
    const schedule_lineup *l = lineup_of(s, group, &index);
    uint64_t opening = c->first_opening + (group - c->first) / (uint64_t)c->lineups;
    if (c->was_done && c->was_done(c->self, group)) {
        return TSR_OK;
    }
    tsr_err e = seat_lineup(s, l, index, err);
    for (uint64_t i = 0; !e && i < s->size && is_wanted(s, group * s->size + i); i++) {
        memset(&s->game, 0, sizeof s->game);
        s->game.group = group;
        s->game.seating = (uint32_t)i;
        if (!c->jobs && is_stopped(s)) {
            break;
        }
        e = play_one(s, l, opening, out, err);
    }
    return e;
}

static void leave(void *self) {
    series *s = self;
    runner_close(s->runner);
    buffer_deinit(&s->pgn);
    s->runner = NULL;
}

// --- What comes back --------------------------------------------------------------------------

// Takes the games of a group out of their bytes. PGN texts stay in `bytes`, which get an end
// each; the last byte of the buffer is one.
static int unpack(const char *bytes, size_t size, series_game *games, char **pgn, int most) {
    int n = 0;
    size_t at = 0;
    uint32_t text;
    while (n < most && size - at >= sizeof *games + sizeof text) {
        memcpy(&games[n], bytes + at, sizeof *games);
        at += sizeof *games;
        memcpy(&text, bytes + at, sizeof text);
        at += sizeof text;
        if (size - at < text) {
            break;
        }
        pgn[n] = text ? strndup(bytes + at, text) : NULL;
        at += text;
        n++;
    }
    return n;
}

// Bytes that were elsewhere may be anything.
static int are_games_of(const series *s, uint64_t group, const series_game *games, int count) {
    const series_config *c = s->config;
    const schedule_lineup *l = &c->lineup[(group - c->first) % (uint64_t)c->lineups];
    for (int i = 0; i < count; i++) {
        const series_game *g = &games[i];
        if (g->group != group || g->seating != (uint32_t)i || g->game.end <= TSR_END_NONE ||
            g->game.end > TSR_END_AGREED) {
            return 0;
        }
        for (int seat = 0; seat < c->rules->players; seat++) {
            int player = g->game.player_on[seat];
            if (player >= c->rules->players || g->entrant[seat] != l->entrant[player]) {
                return 0;
            }
        }
    }
    return 1;
}

static tsr_err take_group(void *self, uint64_t group, const char *bytes, size_t size,
                          tsr_error *err) {
    series *s = self;
    const series_config *c = s->config;
    series_game *games = calloc(s->size, sizeof *games);
    char **pgn = calloc(s->size, sizeof *pgn);
    tsr_err e = TSR_OK;
    if (!games || !pgn) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "no memory for a group of games");
    } else {
        int n = bytes ? unpack(bytes, size, games, pgn, (int)s->size) : 0;
        e = !c->away || are_games_of(s, group, games, n)
                ? c->played(c->self, group, games, (const char *const *)pgn, n, err)
                : tsr_fail(err, TSR_ERR_MISMATCH, "what came back are no games of group %llu",
                           (unsigned long long)group + 1);
        for (int i = 0; i < n; i++) {
            free(pgn[i]);
        }
    }
    free(games);
    free(pgn);
    return e;
}

// --- All of it --------------------------------------------------------------------------------

tsr_err series_open(const series_config *config, series **out, tsr_error *err) {
    series *s = tsr_mem_new(NULL, sizeof *s);
    if (!s) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for games");
    }
    s->config = config;
    s->size = runner_rounds(config->seating, config->rules->players);
    s->lineup = -1;
    buffer_init(&s->pgn, NULL);
    buffer_init(&s->brief, NULL);
    *out = s;
    return TSR_OK;
}

tsr_err series_play(series *s, uint64_t group, buffer *out, tsr_error *err) {
    const series_config *c = s->config;
    if (group < c->first || group - c->first >= c->groups) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "there is no group %llu",
                        (unsigned long long)group + 1);
    }
    return play_group(s, group, out, err);
}

void series_close(series *s) {
    if (s) {
        leave(s);
        buffer_deinit(&s->brief);
        tsr_mem_free(NULL, s, sizeof *s);
    }
}

static int was_done(void *self, uint64_t group) {
    const series_config *c = ((series *)self)->config;
    return c->was_done && c->was_done(c->self, group);
}

static tsr_err run_away(series *s, crew_config *crew, tsr_error *err) {
    const series_config *c = s->config;
    brief_put(&s->brief, "kind", "series");
    buffer_add_text(&s->brief, c->about);
    series_put_brief(c, &s->brief);
    crew->away = c->away;
    crew->brief = buffer_text(&s->brief);
    crew->is_known = was_done;
    return s->brief.failed ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for a brief")
                           : crew_run(crew, err);
}

tsr_err series_run(const series_config *config, tsr_error *err) {
    series *s = NULL;
    tsr_err e = series_open(config, &s, err);
    if (e) {
        return e;
    }
    crew_config crew = {.jobs = config->jobs,
                        .first = config->first,
                        .end = config->first + config->groups,
                        .self = s,
                        .work = play_group,
                        .leave = leave,
                        .done = take_group,
                        .stopped = config->stopped ? is_stopped : NULL};
    e = config->away ? run_away(s, &crew, err) : crew_run(&crew, err);
    series_close(s);
    return e;
}
