// SPDX-License-Identifier: MIT
//
// Batches on a GPU: their memory, and how fast they are.
#include "gpu/lanes_new.h"

#include <stdlib.h>

#include <tessera/rules.h>

#include "core/learn.h"

// --- Memory ------------------------------------------------------------------------------------

static size_t mask_words(const tsr_rules *r) {
    return (r->action_count + 63) / 64;
}

static tsr_err bring_start(place *p, const tsr_rules *r, const unsigned char **out,
                           tsr_error *err) {
    unsigned char *start = malloc(r->state_size), *there = NULL;
    if (!start) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a position");
    }
    tsr_init(r, start);
    tsr_err e = p->type->alloc(p, r->state_size, &there, err);
    e = e ? e : p->type->bring(p, there, start, r->state_size, err);
    free(start);
    *out = there;
    return e;
}

tsr_err lanes_new(place *p, const tsr_rules *r, uint32_t games, uint64_t seed, lanes_batch *out,
                  tsr_error *err) {
    lanes_batch b = {.games = games, .viewer = -1, .seed = seed, .reset = LANES_SAME};
    const place_type *at = p->type;
    size_t n = games;
    tsr_err e = bring_start(p, r, &b.start, err);
    e = e ? e : at->alloc(p, n * r->state_size, &b.state, err);
    e = e ? e : at->alloc(p, n * sizeof *b.lane, &b.lane, err);
    e = e ? e : at->alloc(p, n * mask_words(r) * sizeof *b.mask, &b.mask, err);
    e = e ? e : at->alloc(p, n * p->facts.most_picks * sizeof *b.picks, &b.picks, err);
    e = e ? e : at->alloc(p, n * sizeof *b.samples, &b.samples, err);
    e = e ? e : at->alloc(p, sizeof *b.refused, &b.refused, err);
    *out = b;
    return e;
}

tsr_err lanes_show(gpu_game *g, const tsr_rules *r, lanes_batch *b, uint32_t *bytes,
                   tsr_error *err) {
    tsr_sight sight;
    learn_sight(r, &sight);
    size_t n = b->games, cells = (size_t)sight.planes * sight.height * sight.width;
    tsr_err e = gpu_alloc(g, n * r->action_count, &b->mask_bytes, err);
    e = e ? e : gpu_alloc(g, n * cells, &b->planes, err);
    e = e ? e : gpu_alloc(g, n * r->players * sizeof *b->reward, &b->reward, err);
    e = e ? e : gpu_alloc(g, n, &b->terminated, err);
    e = e ? e : gpu_alloc(g, n, &b->player, err);
    *bytes = (uint32_t)(2 * (gpu_facts(g)->hot + mask_words(r) * 8 + sizeof *b->lane +
                             sizeof *b->samples) +
                        r->action_count + cells + r->players * sizeof *b->reward + 2);
    return e;
}

// --- Speed -------------------------------------------------------------------------------------

static double sum_of(const uint64_t *counted, uint32_t n) {
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum += (double)counted[i];
    }
    return sum;
}

// As many lanes as the GPU works at side by side, each at one game after the other: doubles these until they
// take long enough.
static tsr_err measure_games(gpu_game *g, lanes_batch *b, double seconds, gpu_figures *out,
                             tsr_error *err) {
    uint64_t *counted = calloc(b->games, sizeof *counted);
    double took = 0;
    tsr_err e = counted ? gpu_alloc(g, b->games * sizeof *counted, &b->counted, err)
                        : tsr_fail(err, TSR_ERR_MEMORY, "no memory to count");
    lanes_batch games = *b;
    games.state = NULL; // nobody looks at the last positions
    e = e ? e : gpu_room(g, LANES_PLAYOUT, &games.games, err);
    games.games = games.games < b->games ? games.games : b->games;
    for (games.count = 4; !e; games.count *= 2) {
        e = gpu_time(g, LANES_PLAYOUT, &games, 1, &took, err);
        if (took > seconds / 2 || games.count >= 1u << 20) {
            break;
        }
    }
    e = e ? e : gpu_take(g, counted, b->counted, games.games * sizeof *counted, err);
    out->players = games.games;
    out->moves = e ? 0 : sum_of(counted, games.games) / took;
    free(counted);
    return e;
}

static tsr_err measure_steps(gpu_game *g, const lanes_batch *b, double seconds, double *out,
                             tsr_error *err) {
    enum { WARM = 20 };
    double took = 0;
    tsr_err e = gpu_run(g, LANES_RESET, b, NULL, err);
    e = e ? e : gpu_time(g, LANES_STEP, b, WARM, &took, err);
    e = e ? e : gpu_time(g, LANES_STEP, b, WARM, &took, err);
    int times = took > 0 ? (int)(seconds / took * WARM) + 1 : 1;
    e = e ? e : gpu_time(g, LANES_STEP, b, times, &took, err);
    *out = e ? 0 : (double)b->games * times / took;
    return e;
}

tsr_err gpu_measure(gpu_game *g, const tsr_rules *r, double seconds, gpu_figures *out,
                    tsr_error *err) {
    enum { LANES = 1 << 19, MOST = 1 << 22, ROOM = 6 }; // ROOM: GiB that states and arrays may take
    lanes_batch b;
    tsr_sight sight;
    learn_sight(r, &sight);
    size_t each = 2 * (size_t)r->state_size + 2 * (size_t)r->action_count +
                  (size_t)sight.planes * sight.height * sight.width + gpu_facts(g)->most_picks * 4;
    *out = (gpu_figures){.stepped = MOST};
    while (out->stepped > 1024 && each * out->stepped > (size_t)ROOM << 30) {
        out->stepped /= 2;
    }
    tsr_err e = lanes_new(gpu_place(g), r, out->stepped, 1, &b, err);
    e = e ? e : lanes_show(g, r, &b, &out->bytes, err);
    e = e ? e : measure_steps(g, &b, seconds, &out->steps, err);
    b.games = LANES;
    return e ? e : measure_games(g, &b, seconds, out, err);
}
