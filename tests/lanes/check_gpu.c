// SPDX-License-Identifier: MIT
//
// check_gpu [--games N] [--steps N] [--seconds S] [--make FOLDER] [GAME...]: the same as test_lanes on
// NVIDIA's GPU: after every step each byte that a batch here has; random games to their end; positions
// counted. With --seconds it measures as well. Run by `make test-gpu` where there is one. With --make it
// only makes the PTX, for a machine that has a GPU and no clang ($TESSERA_PTX).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/lang.h>
#include <tessera/perft.h>
#include <tessera/rules.h>

#include "abi/batch_impl.h"
#include "gpu/count.h"
#include "gpu/lanes_new.h"
#include "gpu/ptx.h"

typedef struct array { // the same rows here and there
    const char *name;
    size_t row;
    const void *here;
    void *there; // of the GPU
} array;

enum { MOST_ARRAYS = 20 };

typedef struct check {
    const char *name;
    uint32_t games;
    tsr_ruleset *rs;
    tsr_batch *batch;
    tsr_batch_io io;
    gpu_game *g;
    lanes_batch lanes;
    int32_t *action, *sampled;
    array array[MOST_ARRAYS];
    int arrays;
    unsigned char *taken;
    size_t widest;
    tsr_error err;
} check;

// One array of the caller's on both sides; `there` is where the call keeps its pointer.
static void *both(check *c, const char *name, size_t row, void *there) {
    void *here = calloc(c->games, row + 1), *at = NULL;
    if (!here || gpu_alloc(c->g, c->games * row, &at, &c->err) || c->arrays == MOST_ARRAYS) {
        (void)fprintf(stderr, "%s: no memory for %s\n", c->name, name);
        exit(2);
    }
    memcpy(there, &at, sizeof at);
    c->array[c->arrays++] = (array){name, row, here, at};
    c->widest = row > c->widest ? row : c->widest;
    return here;
}

static void show_all(check *c, const tsr_batch_space *sp) {
    size_t cells = (size_t)sp->planes * sp->height * sp->width;
    lanes_batch *l = &c->lanes;
    c->io = (tsr_batch_io){.size = sizeof c->io, .action = c->action};
    c->io.mask = both(c, "masks", sp->actions, &l->mask_bytes);
    c->io.mask_bits = both(c, "bits", sp->mask_words * 8, &l->mask_bits);
    c->io.planes = both(c, "planes", cells, &l->planes);
    c->io.scalars = both(c, "scalars", sp->scalars * 4, &l->scalars);
    c->io.final_planes = both(c, "final planes", cells, &l->final_planes);
    c->io.final_scalars = both(c, "final scalars", sp->scalars * 4, &l->final_scalars);
    c->io.reward = both(c, "rewards", sp->players * 4, &l->reward);
    c->io.score = both(c, "scores", sp->players * 4, &l->score);
    c->io.terminated = both(c, "ends", 1, &l->terminated);
    c->io.truncated = both(c, "cuts", 1, &l->truncated);
    c->io.illegal = both(c, "refusals", 1, &l->illegal);
    c->io.player = both(c, "players", 1, &l->player);
    c->io.turn = both(c, "turns", 4, &l->turn);
    c->io.plies = both(c, "plies", 4, &l->plies);
    c->sampled = both(c, "samples", 4, &l->sampled);
    c->array[c->arrays++] = (array){"states", c->batch->stride, c->batch->state, l->state};
    c->array[c->arrays++] = (array){"own bits", sp->mask_words * 8, c->batch->mask, l->mask};
    c->widest = c->batch->stride > c->widest ? c->batch->stride : c->widest;
    c->taken = malloc(c->games * c->widest);
}

// By its name, or by the path of its rules.
static int open_rules(const char *name, tsr_ruleset **out, tsr_problem *why) {
    return strchr(name, '.') ? tsr_open_file(name, "", out, why)
                             : tsr_open_name(name, "", out, why);
}

static int open_check(check *c, const char *name, uint32_t games) {
    tsr_problem why = {.size = sizeof why};
    tsr_batch_space space = {.size = sizeof space};
    tsr_batch_config config = {.size = sizeof config,
                               .games = games,
                               .threads = 8,
                               .reset = TSR_RESET_SAME,
                               .flags = TSR_BATCH_TURNED,
                               .seed = 7};
    *c = (check){.name = name, .games = games};
    if (open_rules(name, &c->rs, &why) || tsr_batch_open(c->rs, &config, &c->batch, &why)) {
        (void)fprintf(stderr, "%s: %s\n", name, why.message);
        return 0;
    }
    (void)tsr_batch_about(c->batch, &space);
    if (gpu_open(c->rs->r, 0, &c->g, &c->err) ||
        lanes_new(gpu_place(c->g), c->rs->r, games, config.seed, &c->lanes, &c->err)) {
        (void)fprintf(stderr, "%s: %s\n", name, c->err.message);
        return 0;
    }
    c->lanes.turned = 1;
    c->action = calloc(games, sizeof *c->action);
    show_all(c, &space);
    return c->action && c->taken;
}

static void close_check(check *c) {
    for (int i = 0; i + 2 < c->arrays; i++) { // the last two are the batch's own
        union {
            const void *given;
            void *freed;
        } here = {c->array[i].here};
        free(here.freed);
    }
    free(c->taken);
    free(c->action);
    gpu_close(c->g);
    tsr_batch_close(c->batch);
    tsr_close(c->rs);
}

static int is_same(check *c, int step) {
    for (int i = 0; i < c->arrays; i++) {
        const array *a = &c->array[i];
        if (gpu_take(c->g, c->taken, a->there, c->games * a->row, &c->err)) {
            return 0;
        }
        for (uint32_t k = 0; k < c->games; k++) {
            const unsigned char *here = (const unsigned char *)a->here + k * a->row;
            const unsigned char *there = c->taken + k * a->row;
            size_t at = 0;
            while (at < a->row && here[at] == there[at]) {
                at++;
            }
            if (at < a->row) {
                printf("%-14s DIFFERS: %s of game %u after step %d, byte %zu: %d here, %d there\n",
                       c->name, a->name, (unsigned)k, step, at, here[at], there[at]);
                return 0;
            }
        }
    }
    return 1;
}

// The GPU draws, both play it.
static int play(check *c, int steps) {
    int ok = !gpu_run(c->g, LANES_RESET, &c->lanes, NULL, &c->err);
    (void)tsr_batch_reset(c->batch, NULL, NULL, &c->io, NULL);
    ok = ok && is_same(c, 0);
    for (int i = 1; ok && i <= steps; i++) {
        (void)tsr_batch_sample(c->batch, c->sampled);
        memcpy(c->action, c->sampled, c->games * sizeof *c->action);
        (void)tsr_batch_step(c->batch, &c->io, NULL);
        ok = !gpu_run(c->g, LANES_STEP, &c->lanes, NULL, &c->err);
        ok = ok && is_same(c, i);
    }
    return ok;
}

static int lane_agrees(const check *c, uint32_t i, uint64_t plies, uint64_t counted,
                       const unsigned char *state, const unsigned char *there) {
    size_t at = 0, size = c->rs->r->state_size;
    while (at < size && state[at] == there[at]) {
        at++;
    }
    if (plies != counted || at < size) {
        printf("%-14s DIFFERS: random games of lane %u, %llu plies here, %llu there, byte %zu\n",
               c->name, (unsigned)i, (unsigned long long)plies, (unsigned long long)counted, at);
    }
    return plies == counted && at == size;
}

// As many games as take a few seconds here: some last for thousands of plies.
static int playouts_agree(check *c) {
    enum { COUNT = 2, ENOUGH = 4000000 };
    uint64_t all = 0;
    const tsr_rules *r = c->rs->r;
    uint64_t *counted = calloc(c->games, sizeof *counted);
    unsigned char *state = malloc(r->state_size), *there = malloc((size_t)c->games * r->state_size);
    lanes_batch b = c->lanes;
    b.count = COUNT;
    int ok = counted && state && there && !gpu_alloc(c->g, c->games * 8, &b.counted, &c->err) &&
             !gpu_run(c->g, LANES_PLAYOUT, &b, NULL, &c->err) &&
             !gpu_take(c->g, counted, b.counted, c->games * 8, &c->err) &&
             !gpu_take(c->g, there, b.state, (size_t)c->games * r->state_size, &c->err);
    for (uint32_t i = 0; ok && i < c->games && all < ENOUGH; i++) {
        uint64_t plies = 0;
        tsr_rng g;
        tsr_rng_init(&g, tsr_seed_of(b.seed, i));
        for (int n = 0; n < COUNT; n++) {
            tsr_init(r, state);
            plies += r->more.playout(r, state, &g, r->max_plies);
        }
        all += plies;
        ok = lane_agrees(c, i, plies, counted[i], state, there + (size_t)i * r->state_size);
    }
    free(counted);
    free(state);
    free(there);
    return ok;
}

// To the first depth with a million positions, both ways; one ply more is measured.
static int counts_agree(check *c, double seconds) {
    enum { ENOUGH = 1000000, DEEPEST = 12 };
    const tsr_rules *r = c->rs->r;
    void *start = malloc(r->state_size);
    uint64_t there = 0;
    tsr_perft here = {.nodes = 1};
    double took = 0;
    int ok = start != NULL, depth = 0;
    if (ok) {
        tsr_init(r, start);
    }
    while (ok && here.nodes && here.nodes < ENOUGH && depth < DEEPEST) {
        ok = !tsr_perft_run(r, start, ++depth, TSR_PERFT_COUNT, NULL, &here) &&
             !gpu_count(c->g, r, start, depth, &there, &took, &c->err) && here.nodes == there;
    }
    if (ok && seconds > 0 && here.nodes >= ENOUGH) {
        ok = !gpu_count(c->g, r, start, depth + 1, &there, &took, &c->err);
        printf("%-14s perft %d = %llu, %.2f G positions/s\n", c->name, depth + 1,
               (unsigned long long)there, took > 0 ? (double)there / took / 1e9 : 0.0);
    }
    free(start);
    return ok;
}

// What a machine without clang needs.
static int make_code(const char *name, const char *folder) {
    tsr_problem why = {.size = sizeof why};
    tsr_error err = {0};
    tsr_ruleset *rs = NULL;
    ptx made = {0};
    char path[4200];
    int ok = !open_rules(name, &rs, &why) && !ptx_make(rs->r, &made, &err);
    (void)snprintf(path, sizeof path, "%s/%s", folder, made.name);
    FILE *out = ok ? fopen(path, "w") : NULL;
    ok = out && fwrite(made.text, 1, made.size, out) == made.size;
    ok = out && fclose(out) == 0 && ok;
    printf("%-14s %s\n", name, ok ? made.name : *why.message ? why.message : err.message);
    fflush(stdout);
    ptx_free(&made);
    tsr_close(rs);
    return ok || err.code == TSR_ERR_LIMIT;
}

// A GPU without room for a kernel says nothing about what the kernel does: that is no difference.
typedef enum outcome { EQUAL, NOT_MADE, NOT_RUN, DIFFER } outcome;

static const char *const outcome_text[] = {"equal", "not made", "NOT RUN", "DIFFER"};

static outcome outcome_of(check *c, int agrees) {
    outcome is = agrees ? EQUAL : c->err.code ? NOT_RUN : DIFFER;
    if (c->err.code) {
        printf("%-14s %s\n", c->name, c->err.message);
    }
    c->err = (tsr_error){0};
    return is;
}

// A game that no kernels can be made of is none that is wrong.
static int check_game(const char *name, uint32_t games, int steps, double seconds) {
    check c;
    gpu_figures f = {0};
    int ok = open_check(&c, name, games);
    if (!ok && c.err.code == TSR_ERR_LIMIT) {
        close_check(&c);
        return 1;
    }
    outcome same = !ok ? NOT_RUN : steps == 0 ? EQUAL : outcome_of(&c, play(&c, steps));
    outcome played = ok ? outcome_of(&c, playouts_agree(&c)) : NOT_RUN;
    outcome counted = !ok ? NOT_RUN
                      : !gpu_facts(c.g)->counts || steps == 0
                          ? NOT_MADE
                          : outcome_of(&c, counts_agree(&c, seconds));
    if (ok) {
        printf("%-14s %u games x %d steps %s, random games %s, counts %s\n", name, (unsigned)games,
               steps, outcome_text[same], outcome_text[played], outcome_text[counted]);
        fflush(stdout);
    }
    if (ok && seconds > 0) {
        ok = !gpu_measure(c.g, c.rs->r, seconds, &f, &c.err);
        printf("%-14s %8.3f G moves/s  %8.3f G steps/s  %u bytes a step, %.2f TB/s  %s\n", name,
               f.moves / 1e9, f.steps / 1e9, (unsigned)f.bytes, f.steps * f.bytes / 1e12,
               ok ? "" : c.err.message);
        fflush(stdout);
    }
    close_check(&c);
    return ok && same == EQUAL && played == EQUAL && counted <= NOT_MADE;
}

int main(int argc, char **argv) {
    uint32_t games = 2048;
    int steps = 150, wrong = 0, at = 1;
    double seconds = 0;
    const char *folder = NULL;
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        games = strcmp(argv[at], "--games") == 0 ? (uint32_t)atoi(argv[at + 1]) : games;
        steps = strcmp(argv[at], "--steps") == 0 ? atoi(argv[at + 1]) : steps;
        seconds = strcmp(argv[at], "--seconds") == 0 ? atof(argv[at + 1]) : seconds;
        folder = strcmp(argv[at], "--make") == 0 ? argv[at + 1] : folder;
    }
    for (int i = at; i < argc || (at == argc && i - at < tsr_lang_builtin_count()); i++) {
        const char *name = i < argc ? argv[i] : tsr_lang_builtin_at(i - at)->name;
        wrong += folder ? !make_code(name, folder) : !check_game(name, games, steps, seconds);
    }
    return wrong != 0;
}
