// SPDX-License-Identifier: MIT
// News of the store: what is on disk is told, what is not is taken back, everywhere in the hub.
#include <inttypes.h>
#include <stdio.h>

#include "server/hub_impl.h"

// Something that waited has come to an end, good or bad.
static void settle(hub *h, uint64_t seq) {
    h->durable_seq = seq > h->durable_seq ? seq : h->durable_seq;
    h->waits_ms = h->now_ms; // those that are left came later
    hub_endings_done(h);
    hub_claims_done(h);
    hub_ratings_done(h);
}

static void log_refused(hub *h, const store_batch *b) {
    char seq[24];
    (void)snprintf(seq, sizeof seq, "%" PRIu64, b->seq);
    const char *const pairs[] = {"change", seq, "error", b->why, NULL};
    hub_log(h, "refused", pairs);
}

// What the refused change was about is read again: the file knows nothing of it.
static void take_back(hub *h, const store_batch *b) {
    h->store_failures++;
    log_refused(h, b);
    hub_unsave_sessions(h, b->seq, b->seq);
    hub_rooms_refused(h, b);
    hub_events_refused(h, b);
}

// All up to `seq` are on disk, but for those that were refused.
static void let_go(hub *h, uint64_t seq, const store_batch *refused) {
    settle(h, seq);
    for (const store_batch *b = refused; b; b = b->next) {
        h->heard = b->refusal;
        hub_notices_refused(h, b->seq);
    }
    hub_outbox_refuse(h, refused);
    hub_outbox_send(h);
    for (const store_batch *b = refused; b; b = b->next) {
        take_back(h, b);
    }
    hub_loads_due(h);
}

// Of what was on its way after the newest durable number nothing is there, or some, or somebody
// else writes now: store.h.
static void begin_anew(hub *h, store_outcome then) {
    uint64_t good = h->durable_seq;
    h->epoch++;
    h->life += then == STORE_FENCED;
    h->store_failures++;
    hub_outbox_lose(h, then);
    hub_notices_lost(h);
    hub_unsave_sessions(h, good + 1, h->next_seq);
    settle(h, h->next_seq); // nothing waits any more
    if (then == STORE_FENCED) {
        hub_loads_fenced(h);
        hub_rooms_fenced(h);
        hub_events_fenced(h);
    } else {
        hub_rooms_lost(h, good + 1, h->next_seq);
        hub_events_lost(h, good);
    }
    hub_loads_due(h);
}

store_news hub_hear(hub *h, uint64_t now_ms) {
    store_news news = store_hear(h->store);
    hub_set_now(h, now_ms);
    if (news.durable) {
        let_go(h, news.durable, news.refused);
        store_batch_free_all(news.refused);
        news.refused = NULL;
    }
    if (news.then != STORE_WELL) {
        begin_anew(h, news.then);
    }
    hub_take_answers(h);
    return news;
}
