// SPDX-License-Identifier: MIT
// Learning from the samples of the last generations; see course.h.
#include <assert.h>
#include <math.h>
#include <pthread.h>

#include "learn/opinion.h"
#include "teach/course.h"

static_assert(COURSE_BATCH == BRAIN_SHARDS * BRAIN_LESSONS, "a batch is a step's lessons");

// Who learns what.
typedef struct study {
    const course *c;
    brain *b;
    int values_only;
    double mean, spread; // of what moves gained, where that teaches
    double heat, pull;   // what variety is worth, and what leaving the usual costs
} study;

// One part of a batch, with its own room and slopes.
typedef struct shard {
    const study *s;
    brain_slope *slope;
    sample_room room;
    uint64_t pick[BRAIN_LESSONS];
    int way[BRAIN_LESSONS]; // of the symmetries; 0 = as it is
    pthread_t thread;
    int runs;
} shard;

// Gains count by how unusual they are; `usual` has room for the logits of what was played so far, `gain` for gains.
static void weigh_deed(const study *y, brain_lesson *l, float *usual, float *gain) {
    if (l->made || l->gains) {
        if (y->pull > 0) {
            brain_moves(y->c->calm, l, usual);
            l->usual = usual;
            l->pull = (float)y->pull;
        }
        l->gain = (float)(((double)l->gain - y->mean) / y->spread);
        for (uint32_t i = 0; l->gains && i < l->moves; i++) {
            gain[i] = (float)((double)l->gains[i] / y->spread);
        }
        l->gains = l->gains ? gain : NULL;
        l->heat = (float)y->heat;
    }
}

static void *learn_shard(void *self) {
    shard *s = self;
    const course *c = s->s->c;
    float usual[TSR_MAX_MOVES], gain[TSR_MAX_MOVES];
    for (int i = 0; i < BRAIN_LESSONS; i++) {
        brain_lesson lesson;
        int there = replay_get(&c->replay, s->pick[i], &s->room, &lesson);
        // Who searches follows noisy moves before it asks for values.
        if (there && !(s->s->values_only && lesson.loud)) {
            if (s->way[i]) {
                (void)symmetry_apply(&c->same.one[s->way[i] - 1], &s->room, &lesson);
            }
            lesson.moves = s->s->values_only ? 0 : lesson.moves;
            weigh_deed(s->s, &lesson, usual, gain);
            brain_learn(s->s->b, s->slope, &lesson);
        }
    }
    return NULL;
}

// The first shards in threads of their own, the last in this one; those whose thread cannot be had, too.
static void learn_batch(shard *s, int jobs) {
    for (int i = 0; i + 1 < BRAIN_SHARDS; i++) {
        int runs = i + 1 < jobs && pthread_create(&s[i].thread, NULL, learn_shard, &s[i]) == 0;
        s[i].runs = runs;
    }
    for (int i = 0; i < BRAIN_SHARDS; i++) {
        if (!s[i].runs) {
            (void)learn_shard(&s[i]);
        }
    }
    for (int i = 0; i < BRAIN_SHARDS; i++) {
        if (s[i].runs) {
            (void)pthread_join(s[i].thread, NULL);
        }
    }
}

// One batch; 0 for lack of memory.
static int learn_some(const study *y, shard *s, tsr_rng *g, double rate) {
    const course *c = y->c;
    for (int i = 0; i < COURSE_BATCH; i++) {
        shard *to = &s[i % BRAIN_SHARDS];
        to->pick[i / BRAIN_SHARDS] = tsr_rng_below(g, (uint32_t)c->replay.samples);
        to->way[i / BRAIN_SHARDS] = (int)tsr_rng_below(g, (uint32_t)c->same.count + 1);
    }
    learn_batch(s, c->c.jobs);
    return brain_step(y->b, rate, COURSE_BATCH);
}

static void free_shards(shard *s) {
    for (int i = 0; s && i < BRAIN_SHARDS; i++) {
        sample_room_free(&s[i].room);
    }
    tsr_mem_free(NULL, s, BRAIN_SHARDS * sizeof *s);
}

static shard *make_shards(const study *y) {
    shard *s = tsr_mem_new(NULL, BRAIN_SHARDS * sizeof *s);
    int ok = s != NULL;
    for (int i = 0; ok && i < BRAIN_SHARDS; i++) {
        s[i].s = y;
        s[i].slope = &y->b->slope[i];
        s[i].slope->policy_loss = 0;
        s[i].slope->value_loss = 0;
        ok = sample_room_make(&s[i].room, y->b->see);
    }
    if (!ok) {
        free_shards(s);
        return NULL;
    }
    return s;
}

static tsr_err no_memory(tsr_error *err) {
    return tsr_fail(err, TSR_ERR_MEMORY, "no memory to learn");
}

// Slower towards the end, of which `done` is a share.
static double slowed(double rate, double done) {
    return rate * (done < 0.6 ? 1 : done < 0.85 ? 0.3 : 0.1);
}

// --- A generation -----------------------------------------------------------------------

// How much moves of the last games have gained, on average and about that.
static void survey_gains(study *y, sample_room *room) {
    double sum = 0, squares = 0, n = (double)y->c->replay.samples;
    for (uint64_t i = 0; i < y->c->replay.samples; i++) {
        brain_lesson lesson;
        if (replay_get(&y->c->replay, i, room, &lesson)) {
            sum += (double)lesson.gain;
            squares += (double)lesson.gain * (double)lesson.gain;
            for (uint32_t k = 0; lesson.gains && k < lesson.moves; k++) {
                squares += (double)(lesson.gains[k] * lesson.gains[k]) / lesson.moves;
            }
        }
    }
    y->mean = n > 0 ? sum / n : 0;
    double about = n > 0 ? squares / n - y->mean * y->mean : 0;
    y->spread = sqrt(about > 0 ? about : 0) + 1e-6;
}

// What remains of what variety is worth where every move is tried: with nothing left the two would go in circles again.
static const double last_heat = 0.05;

// What was drawn by chance pulls in all directions, so steps become shorter to the very end. Variety counts less much sooner:
// while it counts, bad moves are played too.
static double fade(study *y, sample_room *room, double done) {
    survey_gains(y, room);
    double left = 1 - done;
    double heat = left * left * left * left, least = y->c->c.tries ? last_heat : 0;
    y->heat = y->c->c.heat * (heat > least ? heat : least);
    y->pull = y->c->generation ? y->c->c.pull : 0; // there is a mean by then
    return y->c->c.rate * left * sqrt(left);
}

tsr_err course_learn(course *c, uint64_t batches, tsr_error *err) {
    study y = {.c = c, .b = c->brain};
    tsr_rng g;
    shard *s = make_shards(&y);
    int ok = s != NULL;
    double done = course_progress(c), rate = slowed(c->c.rate, done);
    if (ok && c->c.by_view) {
        rate = fade(&y, &s->room, done);
    }
    tsr_rng_init(&g, tsr_seed_of(c->c.seed, 2 * (uint64_t)c->generation + 2));
    for (uint64_t k = 0; ok && c->replay.samples && k < batches; k++) {
        ok = learn_some(&y, s, &g, rate);
    }
    c->lessons = batches * COURSE_BATCH;
    c->policy_loss = c->value_loss = 0;
    for (int i = 0; i < BRAIN_SHARDS; i++) {
        c->policy_loss += c->brain->slope[i].policy_loss / (double)(c->lessons + !c->lessons);
        c->value_loss += c->brain->slope[i].value_loss / (double)(c->lessons + !c->lessons);
    }
    free_shards(s);
    return ok ? TSR_OK : no_memory(err);
}

// --- A small network --------------------------------------------------------------------

static const double small_rate = 2e-3;

// A network of these widths that has learned nothing yet and sees what the run's does.
tsr_err course_twin(const course *c, uint32_t h1, uint32_t h2, uint64_t seed, brain **out,
                    tsr_error *err) {
    schema *see = NULL;
    buffer text;
    buffer_init(&text, NULL);
    schema_write(c->brain->see, &text);
    tsr_err e = text.failed ? no_memory(err) : schema_read(buffer_text(&text), NULL, &see, err);
    buffer_deinit(&text);
    return e ? e : brain_new(see, h1, h2, seed, out, err);
}

tsr_err course_small(const course *c, uint32_t h1, uint32_t h2, uint64_t batches, brain **out,
                     tsr_error *err) {
    study y = {.c = c, .values_only = 1};
    tsr_rng g;
    tsr_err e = course_twin(c, h1, h2, tsr_seed_of(~c->c.seed, 0), &y.b, err);
    shard *s = e ? NULL : make_shards(&y);
    int ok = s != NULL;
    if (ok) {
        y.b->adds = opinion_has(c->c.rules);
    }
    tsr_rng_init(&g, tsr_seed_of(~c->c.seed, 1));
    for (uint64_t k = 0; ok && c->replay.samples && k < batches; k++) {
        ok = learn_some(&y, s, &g, slowed(small_rate, (double)k / (double)batches));
    }
    free_shards(s);
    if (!ok) {
        brain_free(y.b);
        return e ? e : no_memory(err);
    }
    *out = y.b;
    return TSR_OK;
}
