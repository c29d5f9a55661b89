// SPDX-License-Identifier: MIT
// Many games at once: opening, and the calls, each of which checks its arguments, hands the games to
// the threads and counts.
#include <stdlib.h>
#include <string.h>

#include "abi/batch_impl.h"
#include "abi/state.h"

enum { MOST_GAMES = 1 << 24, MOST_THREADS = 256 };

// --- Opening -------------------------------------------------------------------------------------

int batch_check(const tsr_ruleset *rs, const tsr_batch_config *c, tsr_problem *why) {
    if (c->size != sizeof *c) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "a config has %zu bytes, not %u", sizeof *c,
                        (unsigned)c->size);
    }
    if (c->games < 1 || c->games > MOST_GAMES || c->threads > MOST_THREADS) {
        return abi_fail(why, TSR_FAIL_ARGUMENT,
                        "a batch has 1 to %d games and at most %d threads, not %u and %u",
                        MOST_GAMES, MOST_THREADS, (unsigned)c->games, (unsigned)c->threads);
    }
    if (c->reset > TSR_RESET_NEXT || c->illegal > TSR_ILLEGAL_LOSES ||
        c->flags & ~(uint32_t)TSR_BATCH_TURNED) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "there is no such reset, illegal or flag");
    }
    if (!rs->r->action_count) {
        return abi_fail(why, TSR_FAIL_LIMIT, "%s has no action numbers", rs->r->g.name);
    }
    return 0;
}

uint32_t batch_rows(const tsr_ruleset *rs) {
    return rs->r->g.flags & TSR_HAS_SIMULTANEOUS ? rs->r->players : 1;
}

static void *zeroed(size_t count, size_t size) {
    size_t bytes = (count * size + 63) / 64 * 64;
    void *p = count <= SIZE_MAX / 2 / size ? aligned_alloc(64, bytes) : NULL;
    return p ? memset(p, 0, bytes) : NULL;
}

static int make_desks(tsr_batch *b, uint32_t threads) {
    b->desk = calloc(threads, sizeof *b->desk);
    for (uint32_t t = 0; b->desk && t < threads; t++) {
        desk *d = &b->desk[t];
        d->room = zeroed(b->r->max_moves, sizeof *d->room);
        d->view = zeroed(1, b->stride);
        d->bits = zeroed(b->rs->mask_words, sizeof *d->bits);
        if (!d->room || !d->view || !d->bits) {
            return 0;
        }
    }
    return b->desk != NULL;
}

static uint32_t threads_of(const tsr_batch *b) {
    return b->config.threads ? b->config.threads : 1;
}

static int make_lanes(tsr_batch *b) {
    size_t n = b->config.games, rows = n * b->rows;
    b->state = zeroed(n, b->stride);
    b->start = zeroed(1, b->stride);
    b->lane = zeroed(n, sizeof *b->lane);
    b->mask = zeroed(rows * b->rs->mask_words, sizeof *b->mask);
    b->picks = calloc(rows, sizeof *b->picks); // most are never touched
    b->held = zeroed(rows, sizeof *b->held);
    b->draws = zeroed(n, sizeof *b->draws);
    b->samples = zeroed(n, sizeof *b->samples);
    return b->state && b->start && b->lane && b->mask && b->picks && b->held && b->draws &&
           b->samples && make_desks(b, threads_of(b));
}

static void seed_one(tsr_batch *b, uint32_t i, uint64_t seed) {
    tsr_rng_init(&b->draws[i], tsr_seed_of(seed, 0));
    b->samples[i] = (tsr_lots){tsr_seed_of(seed, 1)};
}

static void reset_one(tsr_batch *b, desk *d, uint32_t i) {
    if (b->which && !b->which[i]) {
        return;
    }
    if (b->seeds) {
        seed_one(b, i, b->seeds[i]);
    } else if (!b->which) {
        seed_one(b, i, tsr_seed_of(b->config.seed, i));
    }
    batch_begin(b, d, i);
}

static void batch_work(tsr_batch *b, desk *d, uint32_t from, uint32_t to) {
    if (b->job == JOB_STEP) {
        batch_clear_step(b, from, to);
    }
    for (uint32_t i = from; i < to; i++) {
        switch (b->job) {
        case JOB_RESET: reset_one(b, d, i); break;
        case JOB_STEP: batch_step_one(b, d, i); break;
        case JOB_LOOK: break;
        case JOB_SAMPLE:
            for (uint32_t row = 0; row < b->rows; row++) {
                b->sampled[(size_t)i * b->rows + row] = batch_sample_one(b, d, i, row);
            }
            continue;
        }
        batch_show(b, d, i);
    }
}

static int make_crew(tsr_batch *b) {
    if (threads_of(b) == 1) {
        return 1;
    }
    b->crew = batch_crew_new(b, threads_of(b), batch_work);
    return b->crew != NULL;
}

static void run(tsr_batch *b, batch_job job) {
    b->job = job;
    for (uint32_t t = 0; t < threads_of(b); t++) {
        b->desk[t].illegal = 0;
    }
    if (b->crew) {
        batch_crew_run(b->crew);
    } else {
        batch_work(b, &b->desk[0], 0, b->config.games);
    }
}

int tsr_batch_open(const tsr_ruleset *rs, const tsr_batch_config *config, tsr_batch **out,
                   tsr_problem *why) {
    if (!rs || !config || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no ruleset or config was given");
    }
    int code = batch_check(rs, config, why);
    tsr_batch *b = code ? NULL : calloc(1, sizeof *b);
    if (code) {
        return code;
    }
    if (b) {
        b->rs = rs;
        b->r = rs->r;
        b->learn = learn_of(rs->r);
        b->config = *config;
        b->rows = batch_rows(rs);
        b->hides = (rs->r->g.flags & TSR_HAS_HIDDEN) != 0;
        b->turned = config->flags & TSR_BATCH_TURNED ? rs->turned : NULL;
        b->plane_bytes = (size_t)rs->sight.planes * rs->sight.height * rs->sight.width;
        b->stride = rs->r->state_size;
        b->viewer = -1;
    }
    if (!b || !make_lanes(b) || !make_crew(b)) {
        tsr_batch_close(b);
        return abi_fail(why, TSR_FAIL_MEMORY, "no memory (or threads) for %u games",
                        (unsigned)config->games);
    }
    tsr_init(b->r, b->start);
    b->io = (tsr_batch_io){.size = sizeof b->io};
    run(b, JOB_RESET);
    *out = b;
    return 0;
}

void tsr_batch_close(tsr_batch *b) {
    if (!b) {
        return;
    }
    batch_crew_free(b->crew);
    for (uint32_t t = 0; b->desk && t < threads_of(b); t++) {
        free(b->desk[t].room);
        free(b->desk[t].view);
        free(b->desk[t].bits);
    }
    free(b->desk);
    free(b->state);
    free(b->start);
    free(b->lane);
    free(b->mask);
    free(b->picks);
    free(b->held);
    free(b->draws);
    free(b->samples);
    free(b);
}

void batch_space(const tsr_ruleset *rs, uint32_t games, tsr_batch_space *out) {
    *out = (tsr_batch_space){
        .size = out->size,
        .games = games,
        .rows = batch_rows(rs),
        .players = rs->r->players,
        .actions = rs->r->action_count,
        .mask_words = rs->mask_words,
        .planes = rs->sight.planes,
        .height = rs->sight.height,
        .width = rs->sight.width,
        .scalars = rs->sight.scalars,
        .action_hash = rs->action_hash,
    };
}

int tsr_batch_about(const tsr_batch *b, tsr_batch_space *out) {
    if (!b || !out || out->size < sizeof *out) {
        return TSR_FAIL_ARGUMENT;
    }
    batch_space(b->rs, b->config.games, out);
    return 0;
}

// --- Calls ---------------------------------------------------------------------------------------

static int take_io(tsr_batch *b, const tsr_batch_io *io, tsr_problem *why) {
    if (!b || !io) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no batch or arrays were given");
    }
    if (io->size != sizeof *io) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "an io has %zu bytes, not %u", sizeof *io,
                        (unsigned)io->size);
    }
    b->io = *io;
    b->viewer = -1;
    return 0;
}

int tsr_batch_reset(tsr_batch *b, const uint8_t *which, const uint64_t *seeds,
                    const tsr_batch_io *io, tsr_problem *why) {
    int code = take_io(b, io, why);
    if (!code) {
        b->which = which;
        b->seeds = seeds;
        run(b, JOB_RESET);
    }
    return code;
}

int tsr_batch_step(tsr_batch *b, const tsr_batch_io *io, tsr_problem *why) {
    int illegal = 0;
    if (b && io && !io->action) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no actions were given");
    }
    int code = take_io(b, io, why);
    if (code) {
        return code;
    }
    run(b, JOB_STEP);
    for (uint32_t t = 0; t < threads_of(b); t++) {
        illegal += b->desk[t].illegal;
    }
    return illegal;
}

int tsr_batch_look(tsr_batch *b, int viewer, const tsr_batch_io *io, tsr_problem *why) {
    if (b && (viewer < -1 || viewer >= b->r->players)) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "there is no seat %d", viewer);
    }
    int code = take_io(b, io, why);
    if (!code) {
        b->viewer = viewer;
        run(b, JOB_LOOK);
    }
    return code;
}

int tsr_batch_sample(tsr_batch *b, int32_t *action) {
    if (!b || !action) {
        return TSR_FAIL_ARGUMENT;
    }
    b->sampled = action;
    run(b, JOB_SAMPLE);
    return 0;
}

int tsr_batch_why_not(const tsr_batch *b, uint32_t game, uint32_t row, int64_t action,
                      tsr_problem *why) {
    char text[480];
    if (!b || game >= b->config.games || row >= b->rows) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "there is no such game or row");
    }
    const uint64_t *bits = batch_seen_mask(b, &b->desk[0], game, row);
    if (action >= 0 && action < (int64_t)b->r->action_count &&
        bits[action / 64] >> (action % 64) & 1) {
        return 0;
    }
    picks_explain(b->r, bits, action, text, sizeof text);
    return abi_fail(why, TSR_FAIL_ILLEGAL, "game %u: %s", (unsigned)game, text);
}

// --- Game by game --------------------------------------------------------------------------------

int tsr_batch_state(const tsr_batch *b, uint32_t game, tsr_state **out) {
    if (!b || game >= b->config.games || !out) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_state *s = state_make(b->rs, batch_at(b, game), 0);
    if (!s) {
        return TSR_FAIL_MEMORY;
    }
    if (b->rows == 1) {
        s->picker = batch_row_seat(b, game, 0);
        s->picks = b->lane[game].picking ? b->picks[game] : (picks){0};
    }
    *out = s;
    return 0;
}

int tsr_batch_set_state(tsr_batch *b, uint32_t game, const tsr_state *s, tsr_problem *why) {
    if (!b || game >= b->config.games || !s) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "there is no such game or state");
    }
    if (s->rs->r->hash != b->r->hash || s->rs->r->state_size != b->r->state_size) {
        return abi_fail(why, TSR_FAIL_MISMATCH, "the state is of other rules");
    }
    if (s->is_view) {
        return abi_fail(why, TSR_FAIL_STATE, "a view cannot be played on");
    }
    memcpy(batch_at(b, game), s->at, b->r->state_size);
    batch_resume(b, &b->desk[0], game);
    return 0;
}
