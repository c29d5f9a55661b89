// SPDX-License-Identifier: MIT
#ifndef TSR_ABI_BATCH_IMPL_H
#define TSR_ABI_BATCH_IMPL_H

// The inside of a batch. Every game is a lane: its position, the numbers that may be picked, the picks
// so far, two generators. A lane is touched by one thread at a time, and by nothing but its own
// action, so the number of threads does not matter.

#include <string.h>

#include <tessera/batch.h>

#include "abi/picks.h"
#include "abi/ruleset.h"
#include "base/lots.h"
#include "core/learn.h"

typedef struct lane {
    uint32_t plies;
    uint16_t turn;   // who must still answer: bits of players; 0 = over
    uint8_t last;    // who moved last
    uint8_t over;    // ended or cut off, and not begun again
    uint8_t ended;   // in the last step; the numbers shown are still its own
    uint8_t held;    // players whose move is whole and waits for the others, as bits
    uint8_t picking; // rows that have picked a part of a move, as bits: then `picks` has it
    uint8_t pad[5];
} lane;

// What one thread works with.
typedef struct desk {
    tsr_move *room;      // [max_moves]
    unsigned char *view; // [state_size]
    uint64_t *bits;      // [mask_words], turned round
    int illegal;         // games with an illegal action
} desk;

typedef enum batch_job { JOB_RESET, JOB_STEP, JOB_LOOK, JOB_SAMPLE } batch_job;

typedef struct crew crew;

struct tsr_batch {
    const tsr_ruleset *rs;
    const tsr_rules *r;
    const tsr_game_learn *learn;
    tsr_batch_config config;
    uint32_t rows;
    int hides;              // views differ from states
    const uint32_t *turned; // the second player's numbers, where they are wanted turned; or NULL
    size_t plane_bytes;     // of one row
    size_t stride;          // bytes from state to state
    unsigned char *state;   // [games][stride]
    unsigned char *start;   // the first position
    lane *lane;             // [games]
    uint64_t *mask;         // [games][rows][mask_words] what may be picked
    picks *picks;           // [games][rows] of those that are `picking`; others are stale
    tsr_move *held;         // [games][rows] moves that wait for the others
    tsr_rng *draws;         // [games] chance
    tsr_lots *samples;      // [games] tsr_batch_sample
    desk *desk;             // [threads]
    crew *crew;             // NULL = the caller alone

    // The present call.
    batch_job job;
    tsr_batch_io io;
    const uint8_t *which;
    const uint64_t *seeds;
    int32_t *sampled;
    int viewer;
};

static inline unsigned char *batch_at(const tsr_batch *b, uint32_t i) {
    return b->state + (size_t)i * b->stride;
}

static inline uint64_t *batch_mask(const tsr_batch *b, uint32_t i, uint32_t row) {
    return b->mask + ((size_t)i * b->rows + row) * b->rs->mask_words;
}

// Most masks are one word: a call would cost more than that.
static inline void batch_clear(uint64_t *bits, uint32_t words) {
    if (words == 1) {
        *bits = 0;
    } else {
        memset(bits, 0, words * sizeof *bits);
    }
}

// Whose row it is: with one row, who is on turn (or would be seen by: seat 0).
static inline int batch_row_seat(const tsr_batch *b, uint32_t i, uint32_t row) {
    if (b->rows > 1) {
        return (int)row;
    }
    return b->lane[i].turn ? __builtin_ctz(b->lane[i].turn) : 0;
}

// batch_play.c: one lane. The step writes what belongs to the step (reward, ended, illegal); the rest
// is shown afterwards.
void batch_begin(tsr_batch *b, desk *d, uint32_t i);
void batch_resume(tsr_batch *b, desk *d, uint32_t i); // whatever stands there now, as a new game
void batch_clear_step(tsr_batch *b, uint32_t from, uint32_t to); // what belongs to the last step
void batch_step_one(tsr_batch *b, desk *d, uint32_t i);
int32_t batch_sample_one(tsr_batch *b, desk *d, uint32_t i, uint32_t row);

// The number that `action` of a row means, or -1.
static inline int64_t batch_number(const tsr_batch *b, uint32_t i, uint32_t row, int64_t action) {
    if (action < 0 || action >= (int64_t)b->r->action_count) {
        return -1;
    }
    int turns = b->turned && b->learn->sees_turned(b->r, batch_at(b, i), batch_row_seat(b, i, row));
    return turns ? b->turned[action] : action;
}

// batch_show.c: what the caller sees.
void batch_show(tsr_batch *b, desk *d, uint32_t i);
void batch_show_scores(tsr_batch *b, uint32_t i); // only where they are wanted
void batch_show_final(tsr_batch *b, desk *d, uint32_t i);
const uint64_t *batch_turned_mask(const tsr_batch *b, desk *d, uint32_t i, uint32_t row);

// The mask of a row as its player sees it; points into the batch or into `d`.
static inline const uint64_t *batch_seen_mask(const tsr_batch *b, desk *d, uint32_t i,
                                              uint32_t row) {
    return b->turned ? batch_turned_mask(b, d, i, row) : batch_mask(b, i, row);
}

// batch.c: also for batches on a device.
int batch_check(const tsr_ruleset *rs, const tsr_batch_config *c, tsr_problem *why);
uint32_t batch_rows(const tsr_ruleset *rs);
void batch_space(const tsr_ruleset *rs, uint32_t games, tsr_batch_space *out); // all but its size

// Does the batch's job for the games from `from` on and before `to`.
typedef void batch_worker(tsr_batch *b, desk *d, uint32_t from, uint32_t to);

// batch_crew.c: threads. Runs `work` for all games, in parts; the caller works too.
crew *batch_crew_new(tsr_batch *b, uint32_t threads,
                     batch_worker *work); // NULL for lack of memory or threads
void batch_crew_free(crew *c);
void batch_crew_run(crew *c);

#endif
