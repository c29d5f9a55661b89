// SPDX-License-Identifier: MIT
//
// Opens game, players and openings as a brief names them, and refuses what differs here.
#include "cli/errand.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/brief.h"
#include "arena/judge.h"
#include "arena/judge_brief.h"
#include "arena/seats.h"
#include "arena/series.h"
#include "arena/series_brief.h"
#include "cli/series_options.h"
#include "teach/sitting.h"

struct errand {
    cli_table table;
    cli_series series;
    void *start; // a position, or NULL
    // One of these three.
    series_brief games;
    struct series *playing;
    judge_brief verdict;
    struct judge *judging;
    sitting_brief lesson;
    struct sitting *learning;
    const char *company[2]; // agents that take part in its games
    // All who play but for networks that come with the brief.
    const char *const *spec[2];
    int specs[2];
};

// --- The game --------------------------------------------------------------------------

static tsr_err open_game(errand *e, const char *brief, const errand_means *means, tsr_error *err) {
    cli_game_values v = {.plugin = means->plugin};
    char *game = brief_get(brief, "game", 0), **option = NULL;
    int64_t players = 0;
    uint64_t hash = 0;
    tsr_err bad = TSR_OK;
    cli_exit code = cli_table_begin(&e->table, &v);
    if (!game || !brief_get_all(brief, "option", &option, &v.option.count) ||
        v.option.count > CLI_LIST_MAX || !brief_get_int(brief, "players", 1, 8, &players) ||
        !brief_get_uint(brief, "rules", &hash)) {
        bad = tsr_fail(err, TSR_ERR_PARSE, "the brief names no game");
    }
    for (int i = 0; !bad && i < v.option.count; i++) {
        v.option.item[i] = option[i];
    }
    if (!bad && code == CLI_OK) {
        code = cli_table_open(&e->table, game, (int)players, &v.option);
    }
    if (!bad && code != CLI_OK) {
        bad = tsr_fail(err, TSR_ERR_UNKNOWN, "'%.100s' cannot be opened there", game);
    } else if (!bad && e->table.rules->hash != hash) {
        bad = tsr_fail(err, TSR_ERR_MISMATCH, "'%.100s' has other rules there", game);
    }
    brief_free_all(option);
    free(game);
    return bad;
}

static tsr_err open_position(errand *e, const char *brief, tsr_error *err) {
    char *position = brief_get(brief, "position", 0);
    cli_exit code = position ? cli_table_start(&e->table, position, &e->start) : CLI_OK;
    free(position);
    return code == CLI_OK ? TSR_OK
                          : tsr_fail(err, TSR_ERR_PARSE, "the position cannot be read there");
}

// --- The players -----------------------------------------------------------------------

static tsr_err try_agent(const errand *e, const char *spec, tsr_error *err) {
    tsr_agent *a = NULL;
    tsr_err bad = seats_open_agent(e->table.registry, spec, e->table.rules, &a, err);
    tsr_agent_close(a);
    return bad;
}

static tsr_err try_agents(const errand *e, const errand_means *means, tsr_error *err) {
    tsr_err bad = TSR_OK;
    for (int list = 0; list < 2; list++) {
        const char *program = cli_series_program(e->spec[list], e->specs[list]);
        if (program && !means->programs) {
            return tsr_fail(err, TSR_ERR_AGENT, "'%.100s' is a program: that takes --programs",
                            program);
        }
        for (int i = 0; !bad && i < e->specs[list]; i++) {
            bad = try_agent(e, e->spec[list][i], err);
        }
    }
    return bad;
}

// --- What is done ----------------------------------------------------------------------

static tsr_err open_series(errand *e, tsr_error *err) {
    series_config *c = &e->games.config;
    c->rules = e->table.rules;
    c->registry = e->table.registry;
    c->data_name = e->table.setup.data_name;
    c->start = e->start;
    c->openings = e->series.openings.kind ? &e->series.openings : NULL;
    c->adjudicate = e->series.adjudicate;
    return series_open(c, &e->playing, err);
}

static tsr_err open_judge(errand *e, tsr_error *err) {
    judge_config *c = &e->verdict.config;
    c->rules = e->table.rules;
    c->registry = e->table.registry;
    c->data_name = e->table.setup.data_name;
    c->openings = e->series.openings.kind ? &e->series.openings : NULL;
    c->adjudicate = e->series.adjudicate;
    return judge_open(c, &e->judging, err);
}

static tsr_err open_lesson(errand *e, tsr_error *err) {
    sitting_config *c = &e->lesson.config;
    c->rules = e->table.rules;
    c->with.registry = e->table.registry;
    return sitting_open(c, &e->learning, err);
}

static tsr_err read_series(errand *e, const char *brief, tsr_error *err) {
    tsr_err bad = series_read_brief(brief, &e->games, err);
    e->spec[0] = e->games.config.spec;
    e->specs[0] = e->games.entrants;
    return bad;
}

static tsr_err read_judge(errand *e, const char *brief, tsr_error *err) {
    tsr_err bad = judge_read_brief(brief, &e->verdict, err);
    e->spec[0] = e->verdict.config.candidate;
    e->specs[0] = e->verdict.config.candidates;
    e->spec[1] = e->verdict.config.other;
    e->specs[1] = e->verdict.config.others;
    return bad;
}

static tsr_err read_lesson(errand *e, const char *brief, tsr_error *err) {
    tsr_err bad = sitting_read_brief(brief, &e->lesson, err);
    const char *others[] = {e->lesson.against, e->lesson.teacher};
    for (int i = 0; !bad && i < 2; i++) {
        if (others[i]) {
            e->company[e->specs[1]++] = others[i];
        }
    }
    e->spec[1] = e->company;
    return bad;
}

typedef struct errand_kind {
    const char *name;
    tsr_err (*read)(errand *e, const char *brief, tsr_error *err);
    tsr_err (*open)(errand *e, tsr_error *err);
} errand_kind;

static const errand_kind *kind_of(const char *brief, tsr_error *err) {
    static const errand_kind kinds[] = {{"series", read_series, open_series},
                                        {"judge", read_judge, open_judge},
                                        {"selfplay", read_lesson, open_lesson}};
    char *name = brief_get(brief, "kind", 0);
    const errand_kind *found = NULL;
    for (size_t i = 0; name && i < sizeof kinds / sizeof kinds[0]; i++) {
        found = strcmp(name, kinds[i].name) == 0 ? &kinds[i] : found;
    }
    if (!found) {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN, "nothing is known there of '%.40s'", name ? name : "");
    }
    free(name);
    return found;
}

// How games between players begin and end.
static tsr_err open_series_options(errand *e, const char *brief, tsr_error *err) {
    tsr_err bad = open_position(e, brief, err);
    if (!bad && cli_series_read_brief(&e->series, brief, e->table.rules, e->spec[0], e->specs[0],
                                      e->start != NULL) != CLI_OK) {
        bad = tsr_fail(err, TSR_ERR_PARSE, "the openings cannot be opened there");
    }
    return bad;
}

static tsr_err open_all(errand *e, const char *brief, const errand_means *means, tsr_error *err) {
    const errand_kind *kind = kind_of(brief, err);
    tsr_err bad = kind ? kind->read(e, brief, err) : TSR_ERR_UNKNOWN;
    bad = bad ? bad : open_game(e, brief, means, err);
    bad = bad ? bad : try_agents(e, means, err);
    bad = bad || !e->specs[0] ? bad : open_series_options(e, brief, err);
    return bad ? bad : kind->open(e, err);
}

// --- Life ------------------------------------------------------------------------------

tsr_err errand_open(const char *brief, const errand_means *means, errand **out, tsr_error *err) {
    errand *e = calloc(1, sizeof *e);
    if (!e) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    tsr_err bad = open_all(e, brief, means, err);
    if (bad) {
        errand_close(e);
        return bad;
    }
    *out = e;
    return TSR_OK;
}

const char *errand_game(const errand *e) {
    return e->table.game->name;
}

tsr_err errand_do(errand *e, uint64_t piece, buffer *out, tsr_error *err) {
    tsr_err bad = e->playing   ? series_play(e->playing, piece, out, err)
                  : e->judging ? judge_play(e->judging, piece, out, err)
                               : sitting_play(e->learning, piece, out, err);
    return !bad && out->failed ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for a game") : bad;
}

void errand_close(errand *e) {
    if (!e) {
        return;
    }
    series_close(e->playing);
    judge_close(e->judging);
    series_free_brief(&e->games);
    judge_free_brief(&e->verdict);
    sitting_close(e->learning);
    sitting_free_brief(&e->lesson);
    cli_series_free(&e->series);
    if (e->start) {
        tsr_mem_free(NULL, e->start, e->table.rules->state_size);
    }
    cli_table_deinit(&e->table);
    free(e);
}
