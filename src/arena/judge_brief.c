// SPDX-License-Identifier: MIT
#include "arena/judge_brief.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

#include "arena/brief.h"

enum { TABLES = 1 << 20 };

// --- Writing -----------------------------------------------------------------

void judge_put_brief(const judge_config *c, buffer *out) {
    for (int i = 0; i < c->candidates; i++) {
        brief_put(out, "agent", c->candidate[i]);
    }
    for (int i = 0; i < c->others; i++) {
        brief_put(out, "other", c->other[i]);
    }
    for (int i = 0; i < c->tables; i++) {
        buffer_add_text(out, "table");
        for (int place = 0; place < TSR_MAX_PLAYERS; place++) {
            int taken = place >= c->seats && place < c->rules->players;
            buffer_addf(out, " %d", taken ? c->table[i].other[place] : 0);
        }
        buffer_add_text(out, "\n");
    }
    brief_put_int(out, "seats", c->seats);
    brief_put_int(out, "fitness", c->fitness);
    brief_put_uint(out, "games", c->games);
    brief_put_uint(out, "seed", c->seed);
    brief_put_int(out, "processor", c->cpu_clock);
}

// --- Reading -----------------------------------------------------------------

static int read_table(const char *line, int others, judge_table *out) {
    tsr_in in = tsr_in_from(line);
    int64_t other;
    for (int place = 0; place < TSR_MAX_PLAYERS; place++) {
        if (!tsr_take_int(&in, 0, others ? others - 1 : 0, &other)) {
            return 0;
        }
        out->other[place] = (uint8_t)other;
        (void)tsr_take(&in, " ");
    }
    return tsr_at_end(&in);
}

static int read_tables(const char *text, judge_brief *b) {
    char **line = NULL;
    int n = 0, ok = brief_get_all(text, "table", &line, &n) && n > 0 && n <= TABLES;
    b->table = ok ? calloc((size_t)n, sizeof *b->table) : NULL;
    ok = b->table != NULL;
    for (int i = 0; ok && i < n; i++) {
        ok = read_table(line[i], b->config.others, &b->table[i]);
    }
    brief_free_all(line);
    b->config.table = b->table;
    b->config.tables = n;
    return ok;
}

static int read_agents(const char *text, judge_brief *b) {
    judge_config *c = &b->config;
    int ok = brief_get_all(text, "agent", &b->candidate, &c->candidates) &&
             brief_get_all(text, "other", &b->other, &c->others);
    c->candidate = (const char *const *)b->candidate;
    c->other = (const char *const *)b->other;
    return ok && c->candidates > 0;
}

static int read_numbers(const char *text, judge_config *c) {
    int64_t seats, fitness, cpu;
    int ok = brief_get_int(text, "seats", 1, TSR_MAX_PLAYERS, &seats) &&
             brief_get_int(text, "fitness", 0, JUDGE_SCORE, &fitness) &&
             brief_get_int(text, "processor", 0, 1, &cpu) &&
             brief_get_uint(text, "games", &c->games) && brief_get_uint(text, "seed", &c->seed);
    if (ok) {
        c->seats = (int)seats;
        c->fitness = (judge_fitness)fitness;
        c->cpu_clock = (int)cpu;
    }
    return ok;
}

tsr_err judge_read_brief(const char *text, judge_brief *out, tsr_error *err) {
    memset(out, 0, sizeof *out);
    out->config.jobs = 1;
    if (read_agents(text, out) && read_tables(text, out) && read_numbers(text, &out->config)) {
        return TSR_OK;
    }
    judge_free_brief(out);
    return tsr_fail(err, TSR_ERR_PARSE, "this is not a brief of a judgement");
}

void judge_free_brief(judge_brief *b) {
    brief_free_all(b->candidate);
    brief_free_all(b->other);
    free(b->table);
    memset(b, 0, sizeof *b);
}
