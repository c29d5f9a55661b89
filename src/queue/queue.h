// SPDX-License-Identifier: MIT
#ifndef TSR_QUEUE_QUEUE_H
#define TSR_QUEUE_QUEUE_H

// Work for other machines, in tables of a PostgreSQL server.
//
// A run is a text that says what is to be done, and numbered pieces of that. Whoever has the text can
// do any piece, and a piece gives the same bytes wherever it is done.
//
//     owner    queue_begin         makes the run, or finds it again
//              queue_offer         pieces may be taken
//              queue_collect       the bytes of those that are done, in order
//     worker   queue_pick          a run with pieces that wait
//              queue_claim         some of them, for as long as a lease
//              queue_finish        with their bytes
//
// Bytes and "done" are one change of one row, which is made only for the worker whose piece it is.
// A worker that dies, or hangs for longer than its lease, loses its pieces to others, and what it says
// about them later is not taken: every piece has one result. A piece that has been taken
// QUEUE_TRIES times to no end is given up.
//
// The server's clock counts, nobody else's. While the line to the server is broken everything waits for it, for
// a minute. Not thread-safe: a link belongs to one thread of one process.

#include <stddef.h>
#include <stdint.h>

#include <tessera/error.h>

enum {
    QUEUE_TRIES = 5,
    QUEUE_CLAIM = 32,    // pieces claimed at once, at most
    QUEUE_SEEN_S = 30,   // an owner that was silent for so long is gone: nobody works for it
    QUEUE_FORGET_D = 30, // days; then its run is forgotten
    QUEUE_WHY = 200
};

typedef struct queue queue;

// Whether a word is the address of a queue: "postgres://..." or "postgresql://...".
int queue_is_address(const char *word);

// Makes the tables if there are none. *out is new: queue_close.
TSR_NODISCARD tsr_err queue_open(const char *url, queue **out, tsr_error *err);
void queue_close(queue *q); // NULL is fine

// In a forked process: this link is the parent's, and of no use here any more.
void queue_let_go(queue *q);

// opt. Whoever waits for a broken line gives up when this says so.
void queue_until(queue *q, int (*stopped)(void *self), void *self);

// --- Who wants something done ------------------------------------------------

// Makes the run of this text, or finds it again. `build` says whose bytes these are: programs of
// other builds do not work for it. Refused while another process owns the same.
TSR_NODISCARD tsr_err queue_begin(queue *q, const char *build, const void *what, size_t size,
                                  int64_t *run, tsr_error *err);

// Pieces first .. end-1 may be taken. Those that were offered before stay as they are.
TSR_NODISCARD tsr_err queue_offer(queue *q, int64_t run, uint64_t first, uint64_t end,
                                  tsr_error *err);

// A piece with its bytes; `bytes` is NULL if it was given up, and `why` says why. Not 0 = enough.
typedef int queue_taker(void *self, uint64_t piece, const char *bytes, size_t size,
                        const char *why);

// What is done from `next` on, some of it, in order; there may be gaps. Pieces before `kept` are forgotten.
TSR_NODISCARD tsr_err queue_collect(queue *q, int64_t run, uint64_t kept, uint64_t next,
                                    queue_taker *take, void *self, tsr_error *err);

typedef struct queue_news {
    int workers;             // that have a piece now
    uint64_t waiting;        // pieces that nobody has
    uint64_t again;          // pieces that were begun more than once
    char refusal[QUEUE_WHY]; // the last worker that could not work for this run, and why; or ""
} queue_news;

// The owner is there: to be said a few times in QUEUE_SEEN_S. Pieces whose lease is over may be taken again.
TSR_NODISCARD tsr_err queue_beat(queue *q, int64_t run, queue_news *out, tsr_error *err);

// The owner leaves. A run that is not `over` stays, to be found again.
TSR_NODISCARD tsr_err queue_leave(queue *q, int64_t run, int over, tsr_error *err);

// --- Who does it -------------------------------------------------------------

typedef struct queue_piece {
    int64_t id;
    uint64_t piece;
    int32_t tries; // this one counted
} queue_piece;

// A number that no other worker has or had.
TSR_NODISCARD tsr_err queue_enlist(queue *q, int64_t *worker, tsr_error *err);

// A run of this build with work to do, `present` if it has some; 0: there is none. Not one of `refused`.
TSR_NODISCARD tsr_err queue_pick(queue *q, const char *build, int64_t present,
                                 const int64_t *refused, int refusals, int64_t *run,
                                 tsr_error *err);

// Its text; *what is new: free.
TSR_NODISCARD tsr_err queue_text(queue *q, int64_t run, char **what, size_t *size, tsr_error *err);

// Tells the owner that this worker cannot, and why.
TSR_NODISCARD tsr_err queue_refuse(queue *q, int64_t run, const char *why, tsr_error *err);

// Takes up to `most` pieces. One that somebody has tried before is taken alone: if it
// kills its worker, others do not suffer with it.
TSR_NODISCARD tsr_err queue_claim(queue *q, int64_t run, int64_t worker, int most, int lease_ms,
                                  queue_piece out[QUEUE_CLAIM], int *count, tsr_error *err);

// `size[i]` bytes for each piece, one after the other. *taken: how many still were this worker's.
TSR_NODISCARD tsr_err queue_finish(queue *q, int64_t worker, const queue_piece *pieces, int count,
                                   const char *bytes, const size_t *size, int *taken,
                                   tsr_error *err);

// A piece could not be done.
TSR_NODISCARD tsr_err queue_fail(queue *q, int64_t worker, const queue_piece *piece,
                                 const char *why, tsr_error *err);

// These workers are alive: their leases begin anew.
TSR_NODISCARD tsr_err queue_renew(queue *q, const int64_t *workers, int count, int lease_ms,
                                  tsr_error *err);

// A worker is no more. What it had others may take; with `why` that was a try, without it was none.
TSR_NODISCARD tsr_err queue_bury(queue *q, int64_t worker, const char *why, tsr_error *err);

#endif
