// SPDX-License-Identifier: MIT
// A child of `tessera worker`: claims pieces, does them, and says what came of them.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <tessera/host.h>

#include "cli/away.h"
#include "cli/worker.h"
#include "queue/queue.h"

enum {
    REFUSED = 64,   // runs that this worker cannot work for
    PAUSE_MS = 100, // between two looks for work
    CLAIM_MS = 1000 // how long the pieces of one claim should take together
};

typedef struct toil {
    const worker_config *config;
    int64_t number, run; // whose errand is open; 0 = none
    long parent;
    queue *queue;
    errand *errand;
    int64_t refused[REFUSED];
    int refusals; // ever; the oldest are forgotten
    int most;     // pieces to claim
    uint64_t worked_ms;
    char host[64];
} toil;

static int is_orphan(void *self) {
    return (long)getppid() != ((const toil *)self)->parent;
}

static void rest(void) {
    (void)nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
}

// --- A run -----------------------------------------------------------------------------

static void close_run(toil *t) {
    errand_close(t->errand);
    t->errand = NULL;
    t->run = 0;
    t->most = 1;
}

// Not for this machine: others may, and the owner is told.
static tsr_err refuse(toil *t, int64_t run, const tsr_error *why, tsr_error *err) {
    char words[QUEUE_WHY];
    (void)snprintf(words, sizeof words, "%.60s: %.130s", t->host, why->message);
    cli_complain("run %" PRId64 " is left to others: %s", run, why->message);
    t->refused[t->refusals++ % REFUSED] = run;
    return queue_refuse(t->queue, run, words, err);
}

static tsr_err open_run(toil *t, int64_t run, tsr_error *err) {
    char *brief = NULL;
    size_t size = 0;
    tsr_error why = {0};
    close_run(t);
    tsr_err e = queue_text(t->queue, run, &brief, &size, err);
    if (e) {
        return e == TSR_ERR_STATE ? TSR_OK : e; // it is over already
    }
    if (errand_open(brief, &t->config->means, &t->errand, &why) != TSR_OK) {
        e = refuse(t, run, &why, err);
    } else {
        t->run = run;
        if (!t->config->quiet) {
            printf("worker %" PRId64 ": run %" PRId64 ", %s\n", t->number, run,
                   errand_game(t->errand));
            (void)fflush(stdout);
        }
    }
    free(brief);
    return e;
}

// --- Pieces ----------------------------------------------------------------------------

typedef struct harvest {
    queue_piece piece[QUEUE_CLAIM];
    size_t size[QUEUE_CLAIM];
    int count;
    buffer bytes;
} harvest;

static tsr_err do_piece(toil *t, const queue_piece *piece, harvest *h, tsr_error *err) {
    tsr_error why = {0};
    size_t before = h->bytes.size;
    if (errand_do(t->errand, piece->piece, &h->bytes, &why) != TSR_OK) {
        h->bytes.size = before;
        return queue_fail(t->queue, t->number, piece, why.message, err);
    }
    h->piece[h->count] = *piece;
    h->size[h->count++] = h->bytes.size - before;
    return TSR_OK;
}

static tsr_err bring_in(toil *t, const harvest *h, tsr_error *err) {
    int taken = 0;
    if (!h->count) {
        return TSR_OK;
    }
    tsr_err e = queue_finish(t->queue, t->number, h->piece, h->count, buffer_text(&h->bytes),
                             h->size, &taken, err);
    if (!e && taken < h->count) {
        cli_complain("worker %" PRId64 ": %d of %d pieces came too late: they are others' now",
                     t->number, h->count - taken, h->count);
    }
    return e;
}

// As many at once as take about CLAIM_MS: asking costs little, and at the end nobody waits long for one.
static void adapt(toil *t, uint64_t took_ms) {
    if (took_ms > CLAIM_MS && t->most > 1) {
        t->most /= 2;
    } else if (took_ms < CLAIM_MS / 2 && t->most < QUEUE_CLAIM) {
        t->most *= 2;
    }
}

static tsr_err work(toil *t, tsr_error *err) {
    queue_piece piece[QUEUE_CLAIM];
    harvest h = {.count = 0};
    int count = 0;
    uint64_t begun = tsr_now_ms();
    tsr_err e =
        queue_claim(t->queue, t->run, t->number, t->most, t->config->lease_ms, piece, &count, err);
    buffer_init(&h.bytes, NULL);
    for (int i = 0; !e && i < count && !is_orphan(t); i++) {
        e = do_piece(t, &piece[i], &h, err);
    }
    e = e ? e : bring_in(t, &h, err);
    buffer_deinit(&h.bytes);
    if (count) {
        t->worked_ms = tsr_now_ms();
        adapt(t, t->worked_ms - begun);
    } else {
        rest();
    }
    return e;
}

// --- All of it -------------------------------------------------------------------------

static int is_idle(const toil *t) {
    return t->config->idle_s >= 0 &&
           tsr_now_ms() - t->worked_ms >= (uint64_t)t->config->idle_s * 1000;
}

static tsr_err toil_on(toil *t, tsr_error *err) {
    tsr_err e = TSR_OK;
    while (!e && !is_orphan(t)) {
        int64_t run = 0;
        int refusals = t->refusals < REFUSED ? t->refusals : REFUSED;
        e = queue_pick(t->queue, cli_away_build(), t->run, t->refused, refusals, &run, err);
        if (!e && !run) {
            if (is_idle(t)) {
                break;
            }
            rest();
        } else if (!e && run != t->run) {
            e = open_run(t, run, err);
        } else if (!e) {
            e = work(t, err);
        }
    }
    return e;
}

cli_exit worker_toil(const worker_config *config, int64_t number, long parent) {
    tsr_error err = {0};
    toil t = {.config = config, .number = number, .parent = parent, .most = 1};
    (void)gethostname(t.host, sizeof t.host - 1);
    t.worked_ms = tsr_now_ms();
    tsr_err e = queue_open(config->url, &t.queue, &err);
    if (!e) {
        queue_until(t.queue, is_orphan, &t);
        e = toil_on(&t, &err);
    }
    int orphan = is_orphan(&t);
    close_run(&t);
    queue_close(t.queue);
    if (e && !orphan) {
        cli_complain("%s", err.message);
        return CLI_NETWORK;
    }
    return CLI_OK;
}
