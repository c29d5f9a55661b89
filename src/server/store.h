// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_H
#define TSR_SERVER_STORE_H

// The store: all that outlasts a process. The hub knows it by this header alone; store_sqlite.h is
// one, a test's world is another that fails as it is told.
//
// Writing. The hub puts batches, each with a number one higher than the last. The store writes them
// in that order, as many together as have come, and tells in its news how far it is. Nobody is told
// of a change before that. What can become of a batch:
//
//     durable    it is there, for ever. The news names the newest number that was seen to.
//     refused    it alone is not there and never will be, nor what builds on it (store_refused.h).
//                It comes back with the reason.
//     lost       writing failed: nothing after the newest durable number is there or ever will be.
//                Whoever waits is told that nothing was changed.
//     unknown    the line to the store broke while it was writing. Of what comes after the newest
//                durable number some may be there, the first ones of it. The store tells this once
//                it is decided: whoever reads from now on sees all of it that will ever be there.
//                Whoever waits is told neither yes nor no; pages ask again, and the hub reads.
//     fenced     somebody else has taken over what this hub had: nothing it puts is written any
//                more, and what it has in mind may be wrong. It forgets all, tells nobody anything,
//                and begins as at its start; the store has begun a new life for it, or is gone: others
//                have what it had (store_is_gone).
//
// After the last three everything on its way is void: the hub begins a new epoch, and a store drops
// what comes from an older one.
//
// Reading. A question goes to the store with what is to be done in a thread of the store's, where a
// reader may wait as long as it must; it comes back to the hub's thread later, never at once. Matches,
// records, lists, profiles and whose a session is are read so. The hub's own reader is for glances by a
// key (an account, a rating): those make the hub's thread wait.
//
// Order. A question that is asked after news has been heard sees all that those news call durable.
//
// Directory and matches. Matches and events have an owner, the hub in whose memory they are, and it
// alone writes them: what is written of them is what a fence guards. People and teams (the
// directory) have none. A batch is of one of the two sorts (store_is_directory), so that a name
// that is taken after all voids nobody's moves, and a store can write the two in different ways.
// What a match does to ratings is in between: the match's batch says who came where (STORE_RATED),
// and the store counts, with the ratings as they are then.
//
// All functions are for one thread, the hub's, but for what is said of others.

#include "server/store_batch.h"
#include "server/store_leases.h"
#include "server/store_reader.h"
#include "server/workers.h"

typedef enum store_outcome { STORE_WELL, STORE_LOST, STORE_UNKNOWN, STORE_FENCED } store_outcome;

// What has happened since the last news.
typedef struct store_news {
    uint64_t durable;          // the newest number that was seen to; 0 = nothing new
    store_batch *refused;      // which of those up to it were refused, in order; the caller's
    store_outcome then;        // what became of all that comes after it
    char why[200];             // if that is not well
    uint64_t commits, batches; // ever
    uint64_t waited_us;        // how long the oldest that became durable has waited
} store_news;

// A question. The asker's own struct begins with it.
typedef struct store_ask {
    void (*answer)(struct store_ask *a, store_reader *r); // in a thread of the store's
    worker_job job;                                       // the store's own, and what follows
    struct store_ask *next;
    int hub;
} store_ask;

// Called in any thread when there may be news or an answer.
typedef void store_wake(void *self);

enum { STORE_READERS = 63 }; // further ones for glances, at most

typedef struct store store;

typedef struct store_engine {
    void (*put)(store *s, store_batch *b);
    void (*ask)(store *s, store_ask *a);
    store_ask *(*answered)(store *s);
    store_news (*news)(store *s);
    store_reader *(*glance)(store *s);
    store_reader *(*another)(store *s); // may be NULL: store_shared.h
    int (*is_in_place)(store *s);
    uint64_t (*room)(store *s);
    void (*metrics)(store *s, buffer *out);      // may be NULL
    int (*is_gone)(store *s);                    // the same
    int (*may_be_fenced)(store *s);              // the same
    void (*leases)(store *s, store_leases *out); // these three where it is shared: store_leases.h
    void (*tell)(store *s, const store_told *told);
    void (*nudge)(store *s);
    void (*stop)(store *s);
    void (*close)(store *s);
} store_engine;

struct store { // the beginning of every implementation's own
    const store_engine *engine;
    uint32_t
        first_month; // matches made in this month or later have its number in theirs (ident.h); 0 = none has
};

// Takes it; b->seq and b->epoch are set.
static inline void store_put(store *s, store_batch *b) {
    s->engine->put(s, b);
}

// Takes it until store_answered gives it back.
static inline void store_ask_for(store *s, store_ask *a) {
    s->engine->ask(s, a);
}

// The next question that is answered, or NULL; after store_stop also those that were not.
static inline store_ask *store_answered(store *s) {
    return s->engine->answered(s);
}

static inline store_news store_hear(store *s) {
    return s->engine->news(s);
}

static inline store_reader *store_glance(store *s) { // the hub's own; the store's
    return s->engine->glance(s);
}

// One more reader for glances, for the thread of another hub; the store's. NULL: none can be opened.
static inline store_reader *store_another(store *s) {
    return s->engine->another ? s->engine->another(s) : NULL;
}

// For the operator: whether it is still where it was opened, and how many bytes it can still take.
static inline int store_is_in_place(store *s) {
    return s->engine->is_in_place(s);
}

static inline uint64_t store_room(store *s) {
    return s->engine->room(s);
}

// Somebody else writes now, and goes on doing so: this store is to be stopped and closed.
static inline int store_is_gone(store *s) {
    return s->engine->is_gone && s->engine->is_gone(s);
}

// Whether somebody else may take over while this process believes that it has everything: then what is told from memory
// alone waits for a batch without changes, which comes back like any other, but is never refused, and writes nothing.
static inline int store_may_be_fenced(store *s) {
    return s->engine->may_be_fenced && s->engine->may_be_fenced(s);
}

// Where it is shared with other servers: who has which shard, which is rung for when it changes; what the store
// is to know; and that it is worth looking at once.
static inline void store_read_leases(store *s, store_leases *out) {
    s->engine->leases(s, out);
}

static inline void store_tell(store *s, const store_told *what) {
    s->engine->tell(s, what);
}

static inline void store_nudge(store *s) {
    s->engine->nudge(s);
}

// Figures of its own for /metrics, in Prometheus' text format.
static inline void store_metrics(store *s, buffer *out) {
    if (s->engine->metrics) {
        s->engine->metrics(s, out);
    }
}

// Writes what is left and begins no answer any more. Only store_answered, store_glance and
// store_close may follow.
static inline void store_stop(store *s) {
    s->engine->stop(s);
}

static inline void store_close(store *s) { // after store_stop; NULL is fine
    if (s) {
        s->engine->close(s);
    }
}

#endif
