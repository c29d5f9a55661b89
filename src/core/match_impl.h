// SPDX-License-Identifier: MIT
#ifndef TSR_CORE_MATCH_IMPL_H
#define TSR_CORE_MATCH_IMPL_H

// The inside of a match, shared by the files that implement <tessera/match.h>
// and <tessera/record.h>:
//
//   match.c          opening, looking, the rules of answering
//   match_settle.c   playing moves, and all that follows without a player
//   match_clock.c    time
//   match_history.c  plies, snapshots, stepping back and forward
//   match_write.c    the lines of the record
//   record.c         reading a record's header
//   record_resume.c  rebuilding a match from its lines
//
// How a move becomes part of a match. Nothing in the match changes until the
// record's sink has taken the lines:
//
//     match_stage_begin    next := state
//     match_stage_play     next is played on, the line and the ply are noted ...
//     match_settle         ... as are draws and waiting answers, until a player must decide
//     match_stage_commit   the sink gets all lines at once; only if it takes them,
//                          state := next and the plies count
//
// Invariants: plies[0 .. ply_count) lead from `start` to `state`;
// plies[ply_count .. ply_total) can be redone. `held` only has bits of `turn(state)`.

#include <tessera/match.h>

#include "base/buffer.h"
#include "core/secret.h"

enum { SNAPSHOT_EVERY = 16 };

typedef struct staged_ply {
    tsr_ply ply;
    uint8_t is_draw; // chance drew it: counts in `draws`
    uint8_t pad[7];
} staged_ply;

struct tsr_match {
    const tsr_rules *r;
    const tsr_alloc *alloc;
    uint64_t seed, seed_high;
    secret secret; // what comes from the seed
    const char *data_name;
    tsr_seat seat[TSR_MAX_PLAYERS];
    const char *names[TSR_MAX_PLAYERS];
    tsr_sink sink;

    void *state;   // the truth
    void *next;    // staging copy
    void *scratch; // for looking back
    void *start;   // position 0
    int own_start; // non-zero: `start` is not the game's own start position

    tsr_ply *plies;
    int ply_count, ply_total, ply_cap;
    unsigned char *snapshots; // state after 0, 16, 32, ... plies
    int snapshot_count, snapshot_cap;

    // Staging, see above.
    staged_ply *staged;
    int staged_count, staged_cap;
    int staged_end;                        // tsr_end, as it will be
    uint64_t staged_draws, staged_answers; // as they will be
    uint32_t staged_held;
    buffer lines;

    uint64_t draws;   // outcomes ever drawn, also those undone since
    uint64_t answers; // answers ever given for players, of any kind: their record lines
    uint32_t held;    // seats whose answer waits for the others
    tsr_move held_move[TSR_MAX_PLAYERS];
    uint32_t held_ms[TSR_MAX_PLAYERS];
    uint32_t forfeited;
    tsr_end end;
    uint8_t tried[TSR_MAX_PLAYERS]; // wrong answers to the present decision
    tsr_faults faults[TSR_MAX_PLAYERS];

    uint64_t since[TSR_MAX_PLAYERS];  // when the running decision began
    uint64_t used[TSR_MAX_PLAYERS];   // milliseconds used so far
    uint64_t gained[TSR_MAX_PLAYERS]; // increments earned so far
};

// --- match_look.c ------------------------------------------------------------

uint32_t match_waiting_in(const tsr_match *m, const void *s, uint32_t held, int end);

// Ranks and scores of `s` for a match that ends with `end`.
void match_result_of(const tsr_match *m, const void *s, tsr_end end, tsr_result *out);

// --- match_settle.c ----------------------------------------------------------

void match_stage_begin(tsr_match *m);

// Plays `move` on the staged state and notes its line. Memory failures show in
// match_stage_commit.
void match_stage_play(tsr_match *m, int who, tsr_move move, uint32_t ms, int is_draw);

// Goes on without players: draws chance, plays answers that are complete, moves
// for seats that have forfeited, notices the end.
tsr_err match_settle(tsr_match *m);

// Gives the lines to the sink and, if it takes them, makes the staged plies true.
tsr_err match_stage_commit(tsr_match *m, uint64_t now_ms);

// A move for a seat that gives none: the game's neutral one, else a random legal
// one that depends only on the match's seed and the number of answers so far.
tsr_move match_fallback_move(const tsr_match *m, const void *s, int seat);

// Whether enough seats are left to play on: two, or the only one.
int match_seats_remain(const tsr_match *m);

// --- match_clock.c -----------------------------------------------------------

void match_clock_begin(tsr_match *m, uint32_t seats, uint64_t now_ms);
uint32_t match_clock_elapsed(const tsr_match *m, int seat, uint64_t now_ms);
void match_clock_charge(tsr_match *m, int seat, uint32_t ms);
int match_clock_is_out(const tsr_match *m, int seat, uint64_t now_ms);

// --- match_history.c ---------------------------------------------------------

// Room for `more` plies and their snapshots, so that match_history_add cannot fail.
tsr_err match_history_reserve(tsr_match *m, int more);

// Notes a ply that has led to `after`. Forgets what could be redone.
void match_history_add(tsr_match *m, tsr_ply ply, const void *after);

// Moves the present to `ply`, within 0 .. ply_total, without a record line.
void match_history_go(tsr_match *m, int ply);

// Whether the match may stand at `ply`: a player decides there, or it is over.
int match_history_may_stand(tsr_match *m, int ply);

// --- match_write.c -----------------------------------------------------------

// Status words of move lines. X(name, word)
#define TSR_STATUSES(X)                                                                            \
    X(STATUS_OK, "ok")                                                                             \
    X(STATUS_HELD, "held")                                                                         \
    X(STATUS_FAIL, "fail")                                                                         \
    X(STATUS_LATE, "late")                                                                         \
    X(STATUS_LOST, "lost")

typedef enum status {
#define X(name, word) name,
    TSR_STATUSES(X)
#undef X
} status;

extern const char *const match_status_words[];
extern const char *const match_policy_words[];
extern const char *const match_end_words[];

void match_write_header(tsr_match *m);
// A line for a move made or tried in `s`; `typed` replaces the move's own text.
void match_write_move(tsr_match *m, const void *s, int ply, int who, status st, tsr_move move,
                      const char *typed, uint32_t ms, const tsr_line *why);
void match_write_step(tsr_match *m, const char *word, int ply);
void match_write_word(tsr_match *m, const char *word, int seat);
void match_write_result(tsr_match *m, const void *s, tsr_end end);

// The last two fields of a result line, "1 2<tab>1 0": ranks and scores.
enum { RESULT_FIELDS_MAX = TSR_MAX_PLAYERS * 16 };
void match_result_fields(const tsr_match *m, const void *s, tsr_end end, char *out);

// --- match.c -----------------------------------------------------------------

// Allocates a match without writing, drawing or judging anything.
tsr_err match_new(const tsr_match_config *config, tsr_match **out, tsr_error *err);

#endif
