// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_COURSE_H
#define TSR_TEACH_COURSE_H

// A training from its first game to its last: generations of games and of learning from them, in
// a folder of files.
//
//     generation g:  the network in whole numbers plays `games` games against itself   -> replay
//                    batches from the last samples move the weights                    -> the next one
//                    whoever runs it may measure and judge the new network
//                    everything that is needed to go on is written                     -> checkpoint
//
//     settings     what the run was asked for; another run is not gone on with
//     checkpoint   the weights, how far it came, the curve, the best network so far: all there is
//     replay       the samples; as much of it as the checkpoint says. Games in which something is hidden have
//                  none: what was drawn from one network teaches nothing to the next but one
//     net.tnet     the newest network,       made again from the checkpoint
//     best.tnet    the best one,             whenever that is written or read
//     curve.csv    how it went,              and
//     curve.svg    the same as a picture
//
// A checkpoint takes the place of the one before when it is complete, so a run that is killed at any
// instant goes on from the last whole generation, to the same bits: games depend on the seed and
// their numbers, lessons on the seed and the generation, and neither on the number of processes or on
// the machines they are on.
//
// A run may have two parts: first the moves of a teacher are learned, then what comes of moves, in games against
// itself or, where something is hidden, against agents (viewplay.h).
//
// One owner; forks and threads of its own. POSIX.

#include "arena/crew_away.h"
#include "teach/curve.h"
#include "teach/replay.h"
#include "teach/selfplay.h"
#include "teach/symmetry.h"
#include "teach/viewplay.h"

enum { COURSE_PATH = 4096, COURSE_BATCH = 512 };

typedef struct course_config {
    const tsr_rules *rules;
    const char *folder;
    const char *settings; // in words, a line each; compared with those of the folder
    const char *command;  // that made it, for the network's file
    uint64_t seed;
    uint32_t generations, games, simulations;
    uint32_t h1, h2;
    int line;        // as for schema_make
    uint32_t window; // samples that are learned from
    double reuse;    // how often each is, about
    double rate;     // of Adam, at first
    int by_view;     // something is hidden: nobody searches, see viewplay.h
    payoff pay;      // of such games
    double heat;     // what variety is worth in them, at first
    double pull;     // and what it costs to leave what was played so far
    double explore;  // share of decisions in them that are made by lot, at first
    uint32_t
        tries;    // how often each move is tried in them; 0 = only what was made teaches something
    tuition with; // who else takes part in them
    uint32_t imitate;           // generations at the beginning that learn the teacher's moves
    int symmetric;              // look for symmetries, and teach a random one of each position
    int jobs;                   // processes and threads at once
    const char *from;           // a network to begin with, "" = none
    const crew_away *away;      // opt. Other machines that play the games,
    const char *about;          // and what their brief says of the game
    int (*stopped)(void *self); // opt
    void *self;
} course_config;

typedef struct course {
    course_config c;
    brain *brain;
    struct brain *calm; // where something is hidden: the mean of all networks so far; else NULL
    symmetries same;
    replay replay;
    uint32_t generation; // how many are done
    selfplay_count all;
    buffer curve; // lines for curve.csv
    buffer best;  // a network's bytes; empty = none yet
    // Of the last generation:
    selfplay_count played;
    double policy_loss, value_loss;
    uint64_t lessons;
    int copied; // rows taken over from another network, when it began
} course;

// Opens a run, or goes on with the one in the folder. *out is new: course_close.
TSR_NODISCARD tsr_err course_open(const course_config *c, course **out, tsr_error *err);
void course_close(course *c); // NULL is fine

// One generation. If it was stopped on the way, *done is 0 and nothing counts.
TSR_NODISCARD tsr_err course_generation(course *c, int *done, tsr_error *err);

// The network as it is now, as bytes; `player` says who plays best with it.
TSR_NODISCARD tsr_err course_net(const course *c, const brain *b, const char *player,
                                 const char *measured, buffer *out, tsr_error *err);

// A small network that only values positions, from the same samples: `batches` of COURSE_BATCH. *out
// is new: brain_free.
TSR_NODISCARD tsr_err course_small(const course *c, uint32_t h1, uint32_t h2, uint64_t batches,
                                   brain **out, tsr_error *err);

// Writes the checkpoint, and what is made from it.
TSR_NODISCARD tsr_err course_keep(course *c, tsr_error *err);

// The path of a file of the run.
void course_path(const course *c, const char *name, char out[COURSE_PATH]);

// --- Its parts --------------------------------------------------------------------------

// Everything the checkpoint holds, as bytes and back.
void course_put(const course *c, buffer *out);
TSR_NODISCARD tsr_err course_take(course *c, const char *bytes, size_t size, tsr_error *err);

// The games of a generation, as samples.
TSR_NODISCARD tsr_err course_play(course *c, const tnet *net, buffer *samples, int *done,
                                  tsr_error *err);

// The network that plays best: the newest, or the mean where there is one. Two who learn against each other go in
// circles, which become narrow slowly; their middle is better than any point of them.
const brain *course_player(const course *c);

// Learns from the samples in memory: `batches` of COURSE_BATCH.
TSR_NODISCARD tsr_err course_learn(course *c, uint64_t batches, tsr_error *err);

// A network of these widths that has learned nothing yet and sees what the run's does. *out is new: brain_free.
TSR_NODISCARD tsr_err course_twin(const course *c, uint32_t h1, uint32_t h2, uint64_t seed,
                                  brain **out, tsr_error *err);

// Rows of another network, by name. Returns how many were found.
int course_copy(brain *b, const tsr_rules *r, const tnet *from);

// Whether the present generation learns a teacher's moves.
static inline int course_imitates(const course *c) {
    return c->generation < c->c.imitate;
}

// How much of that, or else of what comes after it, is done, 0 to 1: in each part of a run steps become shorter.
static inline double course_progress(const course *c) {
    uint32_t first = course_imitates(c) ? 0 : c->c.imitate;
    uint32_t end = course_imitates(c) ? c->c.imitate : c->c.generations;
    return (double)(c->generation - first) / (end - first);
}

#endif
