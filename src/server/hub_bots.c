// SPDX-License-Identifier: MIT
// Questions to bots: handed out fairly, and only where somebody cares for the answer.
//
// Thinking is the dearest thing the server does for a stranger. So it is charged to whoever
// has the match (`payer`: the address of its maker), the next question is that of the payer
// who has had least thinking, one payer never has all threads, and while others wait a bot
// thinks for a second at most. A match in which only bots are left and nobody looks waits.
//
// When an answer comes may not tell what a bot holds. In windows (tsr_match_is_window) it is
// kept until the window ends, which depends on the clock of the match alone.
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"

enum { ALONE_MS = 5000, CROWDED_MS = 1000, WINDOW_MS = 1000 };

static uint32_t time_for(const room *r, int seat, uint64_t now_ms) {
    uint32_t left = tsr_match_time_left(r->match, seat, room_time(r, now_ms));
    return left == UINT32_MAX ? ALONE_MS : left / 20 + 1;
}

// The window in which a bot must answer, and seven eighths of it to think; 0 = it is none.
static uint32_t window_for(const room *r, uint32_t *time_ms) {
    if (!tsr_match_is_window(r->match)) {
        return 0;
    }
    uint32_t window = *time_ms < WINDOW_MS ? *time_ms : WINDOW_MS;
    *time_ms = window - window / 8;
    return window;
}

// Whether somebody will see the answer, now or when they come back to their own turn.
static int somebody_cares(const room *r) {
    int people = 0;
    for (int p = 0; p < r->players; p++) {
        people += r->seat[p].kind <= SEAT_HERE;
    }
    return people || r->viewers;
}

void hub_think(void *self, room *r, int seat) {
    hub *h = self;
    room_seat *s = &r->seat[seat];
    const tsr_rules *rules = r->entry->rules;
    char name[SPEC_BYTES] = "";
    hub_thought *job = somebody_cares(r) ? calloc(1, sizeof *job) : NULL;
    void *view = job ? malloc(rules->state_size) : NULL;
    if (!view) {
        free(job);
        s->asked = 0; // asked again at the next change, or when somebody comes
        return;
    }
    uint32_t time_ms = time_for(r, seat, h->play_ms), window_ms = window_for(r, &time_ms);
    memcpy(name, s->spec, tsr_agent_spec_name(s->spec));
    tsr_match_view(r->match, seat, view);
    *job = (hub_thought){.room = r->id,
                         .seat = seat,
                         .asked = s->asked,
                         .entry = rules_cache_hold(&h->rules, r->entry),
                         .type = tsr_registry_agent(h->config.registry, name, NULL),
                         .view = view,
                         .seed = tsr_match_agent_seed(r->match, seat),
                         .time_ms = time_ms,
                         .window_ms = window_ms,
                         .payer = r->payer ? r->payer : r->owner,
                         .due_ms = h->now_ms + h->config.bot_pause_ms};
    memcpy(job->spec, s->spec, sizeof job->spec);
    if (h->due_last) {
        h->due_last->next = job;
    } else {
        h->due_first = job;
    }
    h->due_last = job;
}

static void drop_thought(hub *h, hub_thought *job) {
    rules_cache_drop(&h->rules, job->entry);
    free(job->view);
    free(job);
}

void hub_thought_drop(hub *h, hub_thought *job) {
    fair_done(h->bots, job->payer, 0);
    drop_thought(h, job);
}

static int is_stale(hub *h, const hub_thought *job) {
    const room *r = map_get(&h->rooms, job->room);
    return !r || r->state != ROOM_LIVE || r->seat[job->seat].asked != job->asked;
}

// Questions whose pause is over get into their payer's lane.
static void take_due(hub *h) {
    while (h->due_first && h->due_first->due_ms <= h->now_ms) {
        hub_thought *job = h->due_first;
        h->due_first = job->next;
        h->due_last = h->due_first ? h->due_last : NULL;
        job->next = NULL;
        if (is_stale(h, job) || fair_put(h->bots, job->payer, job) != FAIR_TAKEN) {
            drop_thought(h, job);
        }
    }
}

static void deliver(hub *h, hub_thought *job) {
    room *r = map_get(&h->rooms, job->room);
    if (r) {
        room_bot_answer(r, job->seat, job->asked, job->answer, job->failed, h->play_ms);
    }
    drop_thought(h, job);
}

// Answers whose window has ended.
static void take_kept(hub *h) {
    for (hub_thought **at = &h->kept; *at;) {
        hub_thought *job = *at;
        if (job->ready_ms <= h->now_ms) {
            *at = job->next;
            deliver(h, job);
        } else {
            at = &job->next;
        }
    }
}

void hub_hand_out(hub *h) {
    hub_thought *job;
    take_kept(h);
    take_due(h);
    while ((job = fair_take(h->bots)) != NULL) {
        if (is_stale(h, job)) {
            hub_thought_drop(h, job);
            continue;
        }
        int crowded = fair_others_wait(h->bots, job->payer);
        job->time_ms = crowded && job->time_ms > CROWDED_MS ? CROWDED_MS : job->time_ms;
        job->begun_ms = h->now_ms;
        h->io.think(h->io.self, job);
    }
}

void hub_thought_done(hub *h, hub_thought *job, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    fair_done(h->bots, job->payer, (double)(h->now_ms - job->begun_ms) + 1);
    if (job->window_ms) {
        job->ready_ms = tsr_window_end(job->due_ms, h->now_ms, job->window_ms);
        job->next = h->kept;
        h->kept = job;
    } else {
        deliver(h, job);
    }
    hub_hand_out(h);
}

void hub_bots_deinit(hub *h) {
    hub_thought *job;
    while ((job = h->due_first) != NULL) {
        h->due_first = job->next;
        drop_thought(h, job);
    }
    while ((job = h->kept) != NULL) {
        h->kept = job->next;
        drop_thought(h, job);
    }
    while ((job = fair_any(h->bots)) != NULL) {
        drop_thought(h, job);
    }
    fair_free(h->bots);
}
