// SPDX-License-Identifier: MIT
// The world's store (server/store.h): a database in memory that writes and answers when the test
// says so, and fails as it is told: all is lost, one batch is refused, the line breaks in the midst
// of a commit, another owner has taken over.
#include "server/world.h"

static shelf *of(store *s) {
    return (shelf *)s;
}

// --- Writing -----------------------------------------------------------------

static void put(store *base, store_batch *b) {
    shelf *s = of(base);
    if (b->epoch <= s->void_epoch) {
        store_batch_free(b);
        return;
    }
    b->next = NULL;
    *(s->last ? &s->last->next : &s->first) = b;
    s->last = b;
}

static store_batch *take_batch(shelf *s) {
    store_batch *b = s->first;
    s->first = b->next;
    s->last = s->first ? s->last : NULL;
    b->next = NULL;
    return b;
}

static void forget_batches(shelf *s) {
    store_batch_free_all(s->first);
    s->first = s->last = NULL;
}

static int is_fenced(const shelf *s) {
    return s->life != s->w->life && s->w->planted != PLANTED_NO_FENCE;
}

// Without a key a second owner's lines lie beside the first one's.
static void slip_past_key(shelf *s, store_batch *b) {
    int is_second = s->w->planted == PLANTED_TWO_OWNERS && b->hub;
    int stranger = s->life != s->w->life || is_second;
    for (int i = 0; i < b->count && stranger; i++) {
        b->ops[i].n += b->ops[i].kind == STORE_LINES ? 100000 * (b->hub + 1) : 0;
    }
}

// Writes one, or refuses it as the file would; whether it was written.
static int write_batch(shelf *s, store_batch *b) {
    world *w = s->w;
    // What changes nothing is not refused.
    int bad = store_refused_has(&s->refused, b) || (b->count && w->poison > 0 && w->poison-- > 0);
    tsr_err e = bad ? TSR_ERR_ARGUMENT : store_db_begin(w->db, NULL);
    slip_past_key(s, b);
    e = e ? e : store_db_apply_alone(w->db, b, NULL);
    assert_true(e == TSR_OK || e == TSR_ERR_ARGUMENT);
    if (!bad) {
        assert_int_equal(store_db_commit(w->db, NULL), TSR_OK);
    }
    assert_true(e == TSR_OK || store_refused_add(&s->refused, b, "poisoned"));
    assert_true(e == TSR_OK || bad || w->planted);
    return e == TSR_OK;
}

static void write_some(shelf *s, int most) {
    store_batch **end = &s->news.refused;
    for (int i = 0; s->first && (!most || i < most); i++) {
        store_batch *b = take_batch(s);
        s->news.durable = b->seq;
        if (write_batch(s, b)) {
            store_batch_free(b);
        } else {
            *end = b;
            end = &b->next;
        }
    }
}

static void end_epoch(shelf *s, store_outcome then) {
    s->void_epoch = s->last ? s->last->epoch : s->void_epoch;
    s->news.then = then;
    forget_batches(s);
    store_refused_clear(&s->refused);
}

// The line breaks: the first `count` are there, and nobody has heard of it.
static void break_off(shelf *s, int count) {
    for (int i = 0; s->first && i < count; i++) {
        store_batch *b = take_batch(s);
        s->void_epoch = b->epoch;
        (void)write_batch(s, b);
        store_batch_free(b);
    }
    end_epoch(s, s->w->planted == PLANTED_UNKNOWN_IS_LOST ? STORE_LOST : STORE_UNKNOWN);
}

// Tells that all is durable; what has come last is not written yet.
static void tell_early(shelf *s) {
    s->news.durable = s->last->seq;
    while (s->first && s->first != s->last) {
        store_batch *b = take_batch(s);
        (void)write_batch(s, b);
        store_batch_free(b);
    }
}

void world_shelf_sync(shelf *s) {
    world *w = s->w;
    int unknown = w->unknown;
    if (!s->first) {
        return;
    }
    if (is_fenced(s)) {
        end_epoch(s, STORE_FENCED);
        s->life = s->w->shelf == s ? w->life : s->life; // a new life, unless somebody else has it
    } else if (w->fail_disk) {
        end_epoch(s, STORE_LOST);
    } else if (unknown) {
        w->unknown = 0;
        break_off(s, unknown - 1);
    } else if (w->planted == PLANTED_EARLY && s->first != s->last) {
        tell_early(s);
    } else {
        write_some(s, w->at_once);
    }
}

void world_sync(world *w) {
    int goes_on = 1;
    while (w->shelf->first && goes_on) {
        goes_on = !w->fail_disk && w->planted != PLANTED_EARLY;
        world_shelf_sync(w->shelf);
        world_hear(w, &w->now);
    }
    if (!w->mail_waits) {
        world_carry(w);
    }
}

// The first hears, and those for whom there was something, too.
void world_hear(world *w, world_process *p) {
    (void)hub_hear(p->hubs[0], w->now_ms);
    for (int again = 1; again;) {
        again = 0;
        for (int i = 0; i < w->hubs; i++) {
            int rung = p->rung[i];
            p->rung[i] = 0;
            again |= rung;
            if (rung) {
                (void)hub_hear(p->hubs[i], w->now_ms);
            }
        }
    }
}

void world_write(world *w, int count) {
    for (int i = 0; i < count && w->shelf->first; i++) {
        store_batch *b = take_batch(w->shelf);
        assert_true(write_batch(w->shelf, b));
        store_batch_free(b);
    }
}

void world_fence(world *w) {
    w->life++;
}

static store_news news(store *s) {
    store_news n = of(s)->news;
    of(s)->news = (store_news){0};
    return n;
}

// --- Reading -----------------------------------------------------------------

static void ask(store *base, store_ask *a) {
    shelf *s = of(base);
    a->job = (worker_job){.arg = a};
    *(s->last_ask ? &s->last_ask->next : &s->asks) = &a->job;
    s->last_ask = &a->job;
    s->ask_count++;
}

// The first question, on its way back.
static store_ask *give_back(shelf *s) {
    worker_job *job = s->asks;
    s->asks = job->next;
    s->last_ask = s->asks ? s->last_ask : NULL;
    s->ask_count--;
    job->next = NULL;
    *(s->last_answer ? &s->last_answer->next : &s->answers) = job;
    s->last_answer = job;
    return job->arg;
}

static store_ask *answered(store *base) {
    shelf *s = of(base);
    worker_job *job = s->answers;
    if (!job || s->w->hears_late) {
        return NULL;
    }
    s->answers = job->next;
    s->last_answer = s->answers ? s->last_answer : NULL;
    return job->arg;
}

void world_read_unheard(world *w) {
    store_ask *a = give_back(w->shelf);
    a->answer(a, store_db_reader(w->db));
}

void world_read_one(world *w) {
    world_read_unheard(w);
    world_hear(w, &w->now);
}

void world_read(world *w) {
    while (w->shelf->asks) {
        world_read_one(w);
        if (!w->mail_waits) {
            world_carry(w);
        }
    }
}

static store_reader *glance(store *s) {
    return store_db_reader(of(s)->w->db);
}

// --- Life --------------------------------------------------------------------

static int may_be_fenced(store *s) {
    return of(s)->w->may_be_fenced;
}

static void stop(store *base) {
    shelf *s = of(base);
    while (s->asks) {
        (void)give_back(s);
    }
}

static void shut(store *base) {
    shelf *s = of(base);
    forget_batches(s);
    store_batch_free_all(s->news.refused);
    store_refused_deinit(&s->refused);
    free(s);
}

static const store_engine engine = {.put = put,
                                    .ask = ask,
                                    .answered = answered,
                                    .news = news,
                                    .glance = glance,
                                    .another = glance,
                                    .may_be_fenced = may_be_fenced,
                                    .stop = stop,
                                    .close = shut};

shelf *world_shelf(world *w) {
    shelf *s = calloc(1, sizeof *s);
    assert_non_null(s);
    *s = (shelf){.store = {&engine, w->first_month}, .w = w, .life = ++w->life};
    return s;
}
