// SPDX-License-Identifier: MIT
// Runs: opening, generations, and what is kept; see course.h.
#include "teach/course.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <tessera/host.h>

#include "arena/run_folder.h"
#include "arena/whole_file.h"

#define CHECKPOINT_LIMIT ((size_t)1 << 32)

void course_path(const course *c, const char *name, char out[COURSE_PATH]) {
    snprintf(out, COURSE_PATH, "%s/%s", c->c.folder, name);
}

// --- Opening ----------------------------------------------------------------------------

static tsr_err begin_from(course *c, tsr_error *err) {
    tnet *from = NULL;
    tsr_err e = c->c.from[0] ? tnet_read(c->c.from, NULL, &from, err) : TSR_OK;
    if (!e && from && (from->h1 != c->c.h1 || from->h2 != c->c.h2)) {
        e = tsr_fail(err, TSR_ERR_ARGUMENT, "%.100s has layers of %u and %u, not %u and %u",
                     c->c.from, from->h1, from->h2, c->c.h1, c->c.h2);
    }
    if (!e && from) {
        c->copied = course_copy(c->brain, c->c.rules, from);
    }
    tnet_free(from);
    return e;
}

static tsr_err go_on(course *c, const char *path, tsr_error *err) {
    char *bytes = NULL, samples[COURSE_PATH];
    size_t size = 0;
    tsr_err e = tsr_file_read(path, CHECKPOINT_LIMIT, &bytes, &size, err);
    e = e ? e : course_take(c, bytes, size, err);
    tsr_mem_free(NULL, bytes, size + 1);
    uint64_t known = c->replay.file_size;
    c->replay.file_size = 0;
    course_path(c, "replay", samples);
    return e ? e : replay_load(&c->replay, samples, known, err);
}

static tsr_err fill(course *c, tsr_error *err) {
    schema *see = NULL;
    char path[COURSE_PATH];
    tsr_err e = schema_make(c->c.rules, c->c.line, NULL, &see, err);
    e = e ? e : brain_new(see, c->c.h1, c->c.h2, tsr_seed_of(c->c.seed, 0), &c->brain, err);
    e = e || !c->c.by_view
            ? e
            : course_twin(c, c->c.h1, c->c.h2, tsr_seed_of(c->c.seed, 0), &c->calm, err);
    e = e ? e : run_folder_settle(c->c.folder, c->c.settings, err);
    if (!e && c->c.symmetric) {
        e = symmetries_find(c->c.rules, c->brain->see, &c->same, err);
    }
    if (e) {
        return e;
    }
    replay_init(&c->replay, c->brain->see,
                c->c.by_view ? 1 : c->c.window); // 1: the last games only
    course_path(c, "checkpoint", path);
    return access(path, F_OK) == 0 ? go_on(c, path, err) : begin_from(c, err);
}

tsr_err course_open(const course_config *config, course **out, tsr_error *err) {
    course *c = tsr_mem_new(NULL, sizeof *c);
    if (!c) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to train");
    }
    c->c = *config;
    buffer_init(&c->curve, NULL);
    buffer_init(&c->best, NULL);
    tsr_err e = strlen(config->folder) + 32 > COURSE_PATH
                    ? tsr_fail(err, TSR_ERR_ARGUMENT, "the path is too long")
                    : fill(c, err);
    if (e) {
        course_close(c);
        return e;
    }
    *out = c;
    return TSR_OK;
}

void course_close(course *c) {
    if (c) {
        symmetries_free(&c->same);
        replay_deinit(&c->replay);
        buffer_deinit(&c->curve);
        buffer_deinit(&c->best);
        brain_free(c->brain);
        brain_free(c->calm);
        tsr_mem_free(NULL, c, sizeof *c);
    }
}

// --- Generations ------------------------------------------------------------------------

static tsr_err store(course *c, const buffer *samples, tsr_error *err) {
    char path[COURSE_PATH];
    course_path(c, "replay", path);
    tsr_err e = c->c.by_view ? TSR_OK
                             : replay_append(&c->replay, path, buffer_text(samples), samples->size,
                                             c->played.samples, err);
    return e ? e
             : replay_add(&c->replay, buffer_text(samples), samples->size, c->played.samples, err);
}

const brain *course_player(const course *c) {
    return c->calm ? c->calm : c->brain;
}

// How many times its even share the newest network has in the mean: of g generations the last g / newest make most of
// it. Where every move is tried, what is learned last is hardly better, and the mean has to outlast the circles.
static const float newest_made = 4, newest_tried = 2;

// Adds the newest network to the mean.
static void calm_down(course *c) {
    float newest = c->c.tries ? newest_tried : newest_made;
    float share = newest / ((float)c->generation + newest - 1);
    for (int p = 0; c->calm && p < BRAIN_PARTS; p++) {
        brain_table *mean = &c->calm->part[p], *now = &c->brain->part[p];
        size_t count = (size_t)mean->rows * mean->stride;
        for (size_t i = 0; i < count; i++) {
            mean->weight[i] += share * (now->weight[i] - mean->weight[i]);
        }
        memcpy(mean->seen, now->seen, mean->rows);
    }
}

tsr_err course_generation(course *c, int *done, tsr_error *err) {
    tnet *net = NULL;
    buffer samples;
    buffer_init(&samples, NULL);
    *done = 0;
    tsr_err e = brain_round(c->brain, c->c.rules, 1, &net, err);
    e = e ? e : course_play(c, net, &samples, done, err);
    tnet_free(net);
    if (!e && *done) {
        e = store(c, &samples, err);
        double batches = (double)c->played.samples * c->c.reuse / COURSE_BATCH;
        e = e ? e : course_learn(c, (uint64_t)(batches + 1), err);
        c->generation++;
        calm_down(c);
        c->all.games += c->played.games;
        c->all.plies += c->played.plies;
        c->all.samples += c->played.samples;
    }
    buffer_deinit(&samples);
    return e;
}

// --- Keeping ----------------------------------------------------------------------------

tsr_err course_net(const course *c, const brain *b, const char *player, const char *measured,
                   buffer *out, tsr_error *err) {
    tnet *net = NULL;
    int knows_moves = b == course_player(c);
    tsr_err e = brain_round(b, c->c.rules, knows_moves, &net, err);
    if (!e) {
        snprintf(net->made, sizeof net->made, "%s", c->c.command);
        snprintf(net->player, sizeof net->player, "%s", player);
        snprintf(net->measured, sizeof net->measured, "%s", measured);
        tnet_write(net, out);
        e = out->failed ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for the network") : TSR_OK;
    }
    tnet_free(net);
    return e;
}

static tsr_err keep_file(const course *c, const char *name, const buffer *bytes, tsr_error *err) {
    char path[COURSE_PATH];
    course_path(c, name, path);
    return whole_file_write(path, buffer_text(bytes), bytes->size, err);
}

tsr_err course_keep(course *c, tsr_error *err) {
    buffer all, net, svg;
    buffer_init(&all, NULL);
    buffer_init(&net, NULL);
    buffer_init(&svg, NULL);
    course_put(c, &all);
    curve_svg(buffer_text(&c->curve), c->c.rules->g.title, &svg);
    tsr_err e = all.failed ? tsr_fail(err, TSR_ERR_MEMORY, "no memory for the checkpoint")
                           : keep_file(c, "checkpoint", &all, err);
    e = e ? e : course_net(c, course_player(c), c->c.by_view ? "reflex" : "az", "", &net, err);
    e = e ? e : keep_file(c, "net.tnet", &net, err);
    e = e || !c->best.size ? e : keep_file(c, "best.tnet", &c->best, err);
    e = e ? e : keep_file(c, "curve.csv", &c->curve, err);
    e = e || svg.failed ? e : keep_file(c, "curve.svg", &svg, err);
    buffer_deinit(&all);
    buffer_deinit(&net);
    buffer_deinit(&svg);
    return e;
}
