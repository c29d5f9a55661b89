// SPDX-License-Identifier: MIT
// Answers of the store: what has been read goes where it belongs, and who waited for it goes on.
#include <stdlib.h>

#include "server/hub_load.h"

static void go_on(hub *h, waiter *w, const hub_ask *a) {
    static const char sorry[] =
        "The record of this match is damaged. The operator has been notified.";
    if (w->is_socket) {
        hub_conn *c = map_get(&h->conns, w->conn);
        if (c && w->said) {
            (void)hub_say(h, c, w->said);
        } else if (c) {
            hub_enter(h, c, a->match, w->word, w->version);
        }
    } else if (a->found == ASK_DAMAGED) {
        hub_fail(h, &w->request, 500, NULL, sorry);
    } else if (!hub_is_mine(h, a->match) && !hub_room(h, a->match)) {
        hub_fail(h, &w->request, 503, NULL, hub_changes_servers);
    } else {
        hub_dispatch(h, &w->request, w->tries + 1);
    }
}

static void loaded(hub *h, hub_ask *a) {
    load *l = map_remove(&h->loads, a->match);
    room *r = a->room;
    a->room = NULL;
    if (l && l->again) {
        hub_room_back(h, r, a->match, l->viewers, l->version);
    } else if (r && !hub_room_put(h, r)) {
        room_free(r);
    }
    while (l && l->first) {
        waiter *w = l->first;
        l->first = w->next;
        h->waiters--;
        go_on(h, w, a);
        hub_free_waiter(w);
    }
    free(l);
}

// What was read before somebody else took over, or before a name was taken out, may be old by now.
static int ask_again(hub *h, const hub_ask *a) {
    load *l = a->kind == ASK_ROOM ? map_get(&h->loads, a->match) : NULL;
    if (!l || (a->life == h->life && !l->after)) {
        return 0;
    }
    l->unasked = l->after > h->durable_seq;
    l->after = l->unasked ? l->after : 0;
    return l->unasked || hub_ask_for_match(h, a->match, ASK_NOBODY);
}

// Somebody's request goes on with what was read of them, if nothing has changed since.
static void greet(hub *h, const hub_ask *a) {
    h->who = a->found == ASK_THERE && a->people == hub_people_known(h) ? &a->who : NULL;
    hub_dispatch(h, a->waiting, 0);
    h->who = NULL;
}

static void answered(hub *h, hub_ask *a) {
    if (!a->free) {
        fair_done(h->asks, a->payer, a->kind == ASK_ROOM || a->kind == ASK_COURSE ? 4 : 1);
    }
    if (ask_again(h, a)) {
        hub_ask_free(a);
        return;
    }
    if (a->found == ASK_DAMAGED) {
        hub_note_damage(h, a->match, a->why);
    }
    if (a->kind == ASK_ROOM) {
        loaded(h, a);
    } else if (a->kind == ASK_WHO) {
        greet(h, a);
    } else {
        hub_look_done(h, a);
    }
    hub_drop_ask(a);
}

void hub_take_answers(hub *h) {
    store_ask *a;
    while ((a = store_answered(h->store)) != NULL) {
        answered(h, (hub_ask *)a);
        hub_hand_out_asks(h);
    }
}
