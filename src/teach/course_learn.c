// SPDX-License-Identifier: MIT
// Learning from the samples of the last generations; see course.h.
#include <pthread.h>

#include "teach/course.h"

// One part of a batch, with its own room and slopes.
typedef struct shard {
    const course *c;
    brain_slope *slope;
    sample_room room;
    uint64_t pick[COURSE_BATCH / BRAIN_SHARDS];
    int way[COURSE_BATCH / BRAIN_SHARDS]; // of the symmetries; 0 = as it is
    pthread_t thread;
    int runs;
} shard;

static void *learn_shard(void *self) {
    shard *s = self;
    for (int i = 0; i < COURSE_BATCH / BRAIN_SHARDS; i++) {
        brain_lesson lesson;
        if (replay_get(&s->c->replay, s->pick[i], &s->room, &lesson)) {
            if (s->way[i]) {
                (void)symmetry_apply(&s->c->same.one[s->way[i] - 1], &s->room, &lesson);
            }
            brain_learn(s->c->brain, s->slope, &lesson);
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

// Slower towards the end of the run.
static double rate_now(const course *c) {
    double done = (double)c->generation / c->c.generations;
    return c->c.rate * (done < 0.6 ? 1 : done < 0.85 ? 0.3 : 0.1);
}

static void learn_all(course *c, shard *s, uint64_t batches) {
    tsr_rng g;
    tsr_rng_init(&g, tsr_seed_of(c->c.seed, 2 * (uint64_t)c->generation + 2));
    for (uint64_t k = 0; k < batches; k++) {
        for (int i = 0; i < COURSE_BATCH; i++) {
            shard *to = &s[i % BRAIN_SHARDS];
            to->pick[i / BRAIN_SHARDS] = tsr_rng_below(&g, (uint32_t)c->replay.samples);
            to->way[i / BRAIN_SHARDS] = (int)tsr_rng_below(&g, (uint32_t)c->same.count + 1);
        }
        learn_batch(s, c->c.jobs);
        brain_step(c->brain, rate_now(c), COURSE_BATCH);
    }
}

tsr_err course_learn(course *c, uint64_t batches, tsr_error *err) {
    shard *s = tsr_mem_new(NULL, BRAIN_SHARDS * sizeof *s);
    int ok = s != NULL;
    for (int i = 0; ok && i < BRAIN_SHARDS; i++) {
        s[i].c = c;
        s[i].slope = &c->brain->slope[i];
        s[i].slope->policy_loss = 0;
        s[i].slope->value_loss = 0;
        ok = sample_room_make(&s[i].room, c->brain->see);
    }
    if (ok && c->replay.samples) {
        learn_all(c, s, batches);
    }
    c->lessons = batches * COURSE_BATCH;
    c->policy_loss = c->value_loss = 0;
    for (int i = 0; i < BRAIN_SHARDS; i++) {
        c->policy_loss += c->brain->slope[i].policy_loss / (double)(c->lessons + !c->lessons);
        c->value_loss += c->brain->slope[i].value_loss / (double)(c->lessons + !c->lessons);
    }
    for (int i = 0; s && i < BRAIN_SHARDS; i++) {
        sample_room_free(&s[i].room);
    }
    tsr_mem_free(NULL, s, BRAIN_SHARDS * sizeof *s);
    return ok ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "no memory to learn");
}
