// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_SERIES_OPTIONS_H
#define TSR_CLI_SERIES_OPTIONS_H

// What `match`, `tournament` and `tune` share: where games begin, when they are ended early, how
// many are played at once, and what clock players think by.

#include <tessera/registry.h>

#include "arena/adjudicate.h"
#include "arena/openings.h"
#include "base/buffer.h"
#include "cli/command.h"
#include "cli/json.h"

typedef struct cli_series_values {
    const char *openings, *adjudicate, *queue;
    int64_t jobs, clock;
} cli_series_values;

enum { CLI_CLOCK_WALL, CLI_CLOCK_CPU };
extern const char *const cli_series_clocks[];

#define CLI_SERIES_OPTIONS(type, member, usual_jobs)                                               \
    CLI_ROW_TEXT("openings", "HOW",                                                                \
                 "start positions: random:N, book:FILE, none (random unless there is chance)",     \
                 type, member.openings),                                                           \
        CLI_ROW_TEXT("adjudicate", "HOW", "end games early: score=P:N,length=N (default never)",   \
                     type, member.adjudicate),                                                     \
        CLI_ROW_INT("jobs", "N", "games played at once; 0 = one for each core", type, member.jobs, \
                    0, 256, usual_jobs),                                                           \
        CLI_ROW_TEXT("queue", "URL", "let workers play the games: postgres://user@host/database",  \
                     type, member.queue),                                                          \
        CLI_ROW_CHOICE("clock", "WHICH", "clock for thinking time", type, member.clock,            \
                       cli_series_clocks)

typedef struct cli_series {
    openings openings;
    adjudicate adjudicate;
    int once;      // nothing is left to chance: games played before do not count again
    int jobs;      // at least 1
    int cpu_clock; // agents think by processor time
    uint64_t seed; // of the openings
    char word[64]; // the openings in a word, for reports and files: "random:4"; borrows no path
} cli_series;

// Reads the options for these rules and agents. `fixed` = a position was given, so there are no
// openings unless asked for, which is refused. Complains by itself.
cli_exit cli_series_read(cli_series *s, const cli_series_values *v, const tsr_rules *r,
                         const char *const *specs, int count, uint64_t seed, int fixed);
void cli_series_free(cli_series *s); // a zeroed one is fine

// Opens every agent once, so that a wrong word is found before the first game. Complains by itself.
cli_exit cli_series_try_agents(const tsr_registry *registry, const tsr_rules *r,
                               const char *const *specs, int count);

// Records lie where games are played: with --queue that is elsewhere.
cli_exit cli_series_refuse_records(void);

// The first of these agents that is a program of its own (exec, uci), or NULL.
const char *cli_series_program(const char *const *specs, int count);

// The options as part of a brief (brief.h), and read back where games are played: with the same rules and
// agents it is the same series. Complains by itself.
void cli_series_put_brief(const cli_series *s, const cli_series_values *v, buffer *out);
cli_exit cli_series_read_brief(cli_series *s, const char *brief, const tsr_rules *r,
                               const char *const *specs, int count, int fixed);

// The options as fields of the first line of --out: games of other openings, of a book
// that was changed meanwhile or of other adjudication are not gone on with.
void cli_series_head(const cli_series_values *v, json *j);

#endif
