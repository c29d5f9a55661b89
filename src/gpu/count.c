// SPDX-License-Identifier: MIT
//
// Makes the first plies here, has what follows counted on the GPU, and adds up.
#include "gpu/count.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/rules.h>

enum { ENOUGH = 1 << 14, MOST = 1 << 21 }; // positions to hand over

typedef struct front {
    unsigned char *state;
    uint32_t count, room;
} front;

static int add(front *f, const tsr_rules *r, const void *state) {
    if (f->count == f->room) {
        uint32_t room = f->room ? 2 * f->room : 1024;
        unsigned char *more = room <= MOST ? realloc(f->state, (size_t)room * r->state_size) : NULL;
        if (!more) {
            return 0;
        }
        f->state = more;
        f->room = room;
    }
    memcpy(f->state + (size_t)f->count++ * r->state_size, state, r->state_size);
    return 1;
}

// One ply further; games that are over lead nowhere.
static int make_ply(const tsr_rules *r, const front *from, front *to, tsr_move *moves,
                    void *scratch) {
    for (uint32_t i = 0; i < from->count; i++) {
        const unsigned char *s = from->state + (size_t)i * r->state_size;
        uint32_t turn = tsr_turn(r, s);
        int who = turn ? tsr_mover(turn) : 0, n = turn ? tsr_moves(r, s, who, moves) : 0;
        for (int k = 0; k < n; k++) {
            memcpy(scratch, s, r->state_size);
            tsr_play(r, scratch, who, moves[k]);
            if (tsr_turn(r, scratch) && !add(to, r, scratch)) {
                return 0;
            }
        }
    }
    return 1;
}

static tsr_err count_there(gpu_game *g, const tsr_rules *r, const front *f, int depth,
                           uint64_t *nodes, double *seconds, tsr_error *err) {
    lanes_batch b = {.games = f->count, .depth = depth};
    uint64_t *counted = calloc(f->count, sizeof *counted);
    size_t size = (size_t)f->count * r->state_size;
    tsr_err e = counted ? gpu_alloc(g, size, &b.state, err)
                        : tsr_fail(err, TSR_ERR_MEMORY, "no memory to count");
    e = e ? e : gpu_bring(g, b.state, f->state, size, err);
    e = e ? e : gpu_alloc(g, f->count * sizeof *counted, &b.counted, err);
    e = e ? e : gpu_time(g, LANES_PERFT, &b, 1, seconds, err);
    e = e ? e : gpu_take(g, counted, b.counted, f->count * sizeof *counted, err);
    for (uint32_t i = 0; !e && i < f->count; i++) {
        *nodes += counted[i];
    }
    free(counted);
    return e;
}

// Makes plies until there are positions enough; 0 = no memory.
static int spread(const tsr_rules *r, front *f, int *depth) {
    tsr_move *moves = calloc(r->max_moves, sizeof *moves);
    void *scratch = malloc(r->state_size);
    int ok = moves && scratch;
    while (ok && f->count && f->count<ENOUGH && * depth> 1) {
        front next = {0};
        ok = make_ply(r, f, &next, moves, scratch);
        free(f->state);
        *f = next;
        --*depth;
    }
    free(moves);
    free(scratch);
    return ok;
}

tsr_err gpu_count(gpu_game *g, const tsr_rules *r, const void *state, int depth, uint64_t *nodes,
                  double *seconds, tsr_error *err) {
    front f = {0};
    *nodes = 0;
    *seconds = 0;
    if (!gpu_facts(g)->counts) {
        return tsr_fail(err, TSR_ERR_LIMIT, "%s is not counted by compiled code", r->g.name);
    }
    tsr_err e = (!tsr_turn(r, state) || add(&f, r, state)) && spread(r, &f, &depth)
                    ? TSR_OK
                    : tsr_fail(err, TSR_ERR_MEMORY, "no memory for the first plies");
    if (!e && f.count && depth > GPU_DEEPEST) {
        e = tsr_fail(err, TSR_ERR_LIMIT, "a GPU counts %d plies behind the first ones, not %d",
                     GPU_DEEPEST, depth);
    } else if (!e && f.count) {
        e = count_there(g, r, &f, depth, nodes, seconds, err);
    }
    free(f.state);
    return e;
}
