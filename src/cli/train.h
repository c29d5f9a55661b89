// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_TRAIN_H
#define TSR_CLI_TRAIN_H

// The parts of `tessera train`: what it was asked for, what it tells, how it measures networks and
// who is found to play best with them.

#include "cli/away.h"
#include "cli/table.h"
#include "cli/train_judge.h"
#include "teach/course.h"

typedef struct train_values {
    cli_game_values game;
    int64_t generations, games, nodes, window, lines, jobs, measure, pairs, publish, choose,
        symmetries, payoff, seats, tries, imitate;
    double rate, reuse, entropy, pull, explore;
    const char *width, *small, *from, *queue, *against, *teacher;
    cli_seed seed;
    int json;
} train_values;

enum { TRAIN_SPEC = COURSE_PATH + 64, TRAIN_SETTINGS = 2048, TRAIN_ANCHORS = 2 };

// Whom networks are measured against.
extern const char *const train_anchors[TRAIN_ANCHORS];

typedef struct lesson {
    const cli_table *table;
    const train_values *v;
    course *c;
    cli_away away;           // where games are played that are learned from
    uint32_t small1, small2; // layers of the small network
    uint64_t begin_us;
    double earlier_cpu_s; // of sittings before this one
    uint32_t first;       // generation of this sitting
    char settings[TRAIN_SETTINGS], command[TNET_WORDS];
} lesson;

// --- What all parts ask (train_state.c) ---------------------------------------------------

int train_is_stopped(void *self); // asked to stop by a signal; `self` is not looked at
cli_exit train_refuse(const tsr_error *err);
double train_cpu_s(const lesson *l); // of the whole run

// Who plays with the network while it learns: a search, or, where something is hidden, its opinion alone.
const char *train_player(const lesson *l);

// --- What it was asked for (train_settings.c) ---------------------------------------------

extern const char *const train_symmetries[],
    *const train_payoffs[]; // words of options; NULL ends them

// Two multiples of TNET_LANE, "128 64"; 0 = they are not.
int train_read_width(const char *text, uint32_t *h1, uint32_t *h2);

// Complains by itself.
cli_exit train_read_config(lesson *l, const char *folder, course_config *out);

// What must be the same for a run to be gone on with.
void train_write_settings(lesson *l, const course_config *c);

// The command that makes the same network again, for its file.
void train_write_command(lesson *l, const course_config *c);

// --- Telling (train_tell.c) ---------------------------------------------------------------

void train_tell_begin(const lesson *l);
void train_tell_generation(const lesson *l);
void train_tell_verdict(const lesson *l, const char *mine, const char *other,
                        const train_verdict *x, const char *so);
void train_tell_choice(const lesson *l, const char *player, const char *file);

// --- Measuring (train_measure.c) ----------------------------------------------------------

// Writes a network where players can read it; `path` has COURSE_PATH bytes.
cli_exit train_lay_down(const lesson *l, const char *name, const buffer *net, char *path);

// Adds the generation to the curve, and if it is due its strength; then it may become the best so far.
cli_exit train_measure(lesson *l, int is_due);

// --- Who plays best with it (train_choose.c) ----------------------------------------------

// At the end of a run: fits a small network, lets both play, and writes play.tnet.
cli_exit train_choose(lesson *l);

#endif
