// SPDX-License-Identifier: MIT
#include "arena/series_brief.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

#include "arena/brief.h"

// --- Writing -----------------------------------------------------------------

// The highest number of an entrant that plays, and one.
static int entrants_of(const series_config *c) {
    int most = 0;
    for (int i = 0; i < c->lineups; i++) {
        for (int seat = 0; seat < c->rules->players; seat++) {
            int e = c->lineup[i].entrant[seat];
            most = e > most ? e : most;
        }
    }
    return most + 1;
}

static void put_lineup(const series_config *c, const schedule_lineup *l, buffer *out) {
    buffer_add_text(out, "lineup");
    for (int seat = 0; seat < c->rules->players; seat++) {
        buffer_addf(out, " %d", l->entrant[seat]);
    }
    buffer_add_text(out, "\n");
}

void series_put_brief(const series_config *c, buffer *out) {
    int n = entrants_of(c);
    for (int i = 0; i < n; i++) {
        brief_put(out, "name", c->name[i]);
        brief_put(out, "agent", c->spec[i]);
    }
    for (int i = 0; i < c->lineups; i++) {
        put_lineup(c, &c->lineup[i], out);
    }
    brief_put_uint(out, "first", c->first);
    brief_put_uint(out, "groups", c->groups);
    brief_put_uint(out, "opening", c->first_opening);
    brief_put_uint(out, "most", c->most);
    brief_put_uint(out, "seed", c->seed);
    brief_put_int(out, "seating", c->seating);
    brief_put_int(out, "numbered", c->numbered);
    brief_put_int(out, "policy", c->policy);
    brief_put_int(out, "tries", c->tries);
    brief_put_int(out, "base", c->clock.base_ms);
    brief_put_int(out, "increment", c->clock.increment_ms);
    brief_put_int(out, "move", c->clock.move_ms);
    brief_put_int(out, "processor", c->cpu_clock);
    brief_put_int(out, "pgn", c->pgn);
}

// --- Reading -----------------------------------------------------------------

static int read_lineup(const char *line, int entrants, schedule_lineup *out) {
    tsr_in in = tsr_in_from(line);
    int64_t entrant;
    int seats = 0;
    while (!tsr_at_end(&in)) {
        if (seats == TSR_MAX_PLAYERS || !tsr_take_int(&in, 0, entrants - 1, &entrant)) {
            return 0;
        }
        out->entrant[seats++] = (uint8_t)entrant;
        (void)tsr_take(&in, " ");
    }
    return seats > 0;
}

static int read_lineups(const char *text, series_brief *b) {
    char **line = NULL;
    int n = 0, ok = brief_get_all(text, "lineup", &line, &n) && n > 0 && n <= SCHEDULE_LINEUPS;
    b->lineup = ok ? calloc((size_t)n, sizeof *b->lineup) : NULL;
    ok = b->lineup != NULL;
    for (int i = 0; ok && i < n; i++) {
        ok = read_lineup(line[i], b->entrants, &b->lineup[i]);
    }
    brief_free_all(line);
    b->config.lineup = b->lineup;
    b->config.lineups = n;
    return ok;
}

static int read_entrants(const char *text, series_brief *b) {
    int names = 0;
    int ok = brief_get_all(text, "agent", &b->spec, &b->entrants) &&
             brief_get_all(text, "name", &b->name, &names);
    b->config.spec = (const char *const *)b->spec;
    b->config.name = (const char *const *)b->name;
    return ok && names == b->entrants && names > 0 && names <= UINT8_MAX;
}

static int read_time(const char *text, const char *word, uint32_t *out) {
    int64_t ms;
    if (!brief_get_int(text, word, 0, UINT32_MAX, &ms)) {
        return 0;
    }
    *out = (uint32_t)ms;
    return 1;
}

static int read_numbers(const char *text, series_config *c) {
    int64_t seating, numbered, policy, tries, cpu, pgn;
    int ok = brief_get_int(text, "seating", 0, RUNNER_FIXED, &seating) &&
             brief_get_int(text, "numbered", 0, 1, &numbered) &&
             brief_get_int(text, "policy", 0, UINT8_MAX, &policy) &&
             brief_get_int(text, "tries", 0, UINT8_MAX, &tries) &&
             brief_get_int(text, "processor", 0, 1, &cpu) && brief_get_int(text, "pgn", 0, 1, &pgn);
    if (ok) {
        c->seating = (runner_seating)seating;
        c->numbered = (int)numbered;
        c->policy = (tsr_policy)policy;
        c->tries = (uint8_t)tries;
        c->cpu_clock = (int)cpu;
        c->pgn = (int)pgn;
    }
    return ok && brief_get_uint(text, "first", &c->first) &&
           brief_get_uint(text, "groups", &c->groups) &&
           brief_get_uint(text, "opening", &c->first_opening) &&
           brief_get_uint(text, "most", &c->most) && brief_get_uint(text, "seed", &c->seed) &&
           read_time(text, "base", &c->clock.base_ms) &&
           read_time(text, "increment", &c->clock.increment_ms) &&
           read_time(text, "move", &c->clock.move_ms);
}

tsr_err series_read_brief(const char *text, series_brief *out, tsr_error *err) {
    memset(out, 0, sizeof *out);
    out->config.jobs = 1;
    if (read_entrants(text, out) && read_lineups(text, out) && read_numbers(text, &out->config)) {
        return TSR_OK;
    }
    series_free_brief(out);
    return tsr_fail(err, TSR_ERR_PARSE, "this is no brief of games");
}

void series_free_brief(series_brief *b) {
    brief_free_all(b->spec);
    brief_free_all(b->name);
    free(b->lineup);
    memset(b, 0, sizeof *b);
}
