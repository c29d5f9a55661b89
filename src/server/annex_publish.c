// SPDX-License-Identifier: MIT
// How a published game comes and goes: its rules are written down, its process says whether they can be
// played, that is written down, and only then is there such a game. Each step is heard of later (annex_errand.h).
#include <stdio.h>
#include <string.h>

#include "room/wire_json.h"
#include "server/annex_impl.h"

annex *annex_at(const annexes *a, int game) {
    return game >= 0 && game < ANNEX_MOST ? a->of[game] : NULL;
}

// --- Answers of our own ------------------------------------------------------

static void answer_published(annexes *a, const annex *x, uint64_t request) {
    buffer b;
    buffer_init(&b, NULL);
    buffer_addf(&b, "{\"name\":\"%s\",\"url\":\"/g/%s\",\"title\":", x->name, x->name);
    wire_string(&b, x->title);
    buffer_add_text(&b, "}");
    annex_reply(a, request, 200, &b);
    buffer_deinit(&b);
}

// --- What was written --------------------------------------------------------

void annex_give_up(annexes *a, annex *x, const char *words) {
    uint64_t request = x->publishing;
    annex_remove(a, x, 0);
    annex_answer(a, request, 503, words);
}

static void hear_written(annexes *a, annex *x, int what, int fine) {
    uint64_t request = x->publishing;
    if ((what == ANNEX_RULES || what == ANNEX_META) && !fine) {
        annex_give_up(a, x, "The server cannot store this now. Please try again.");
    } else if (what == ANNEX_RULES) {
        x->in_line = 1; // annex_pace.c says when it is looked at
    } else if (what == ANNEX_META) {
        x->publishing = 0;
        answer_published(a, x, request);
    }
}

// Whose it was may be gone, and its number somebody else's.
void annex_hear_errands(annexes *a) {
    errand *e;
    while ((e = errands_done(a->errands)) != NULL) {
        annex *x = annex_at(a, e->number);
        if (x && e->kind == ERRAND_WRITE && strcmp(x->name, e->name) == 0) {
            hear_written(a, x, e->what, e->fine);
        }
        annex_removed(a, e->request);
        errand_free(e);
    }
}

// --- What its process says ---------------------------------------------------

void annex_hear_ready(annexes *a, annex *x, const annex_frame *f) {
    if (!x->publishing || x->playable) {
        return;
    }
    if (!f->value) {
        char why[2000];
        (void)snprintf(why, sizeof why, "%.1990s", f->text[0]);
        annex_failed(a, x, why);
        return;
    }
    (void)snprintf(x->title, sizeof x->title, "%.60s", f->text[0]);
    x->playable = 1;
    if (!annex_write_meta(a, x, ANNEX_META)) {
        hear_written(a, x, ANNEX_META, 0);
    }
}

// --- What the hub asks -------------------------------------------------------

// How many of an account there are; how many of them are being published.
static int count_of(const annexes *a, uint64_t owner, int *unfinished) {
    int n = 0;
    *unfinished = 0;
    for (int i = 0; i < ANNEX_MOST; i++) {
        if (a->of[i] && a->of[i]->owner == owner) {
            n++;
            *unfinished += a->of[i]->publishing != 0;
        }
    }
    return n;
}

void annex_publish(void *self, const hub_request *q, const hub_person *p, const char *rules,
                   int is_open) {
    annexes *a = self;
    int unfinished;
    if (count_of(a, p->user, &unfinished) >= ANNEX_EACH) {
        annex_answer(a, q->id, 429, "You have published 20 games, the limit. Remove one first.");
        return;
    }
    if (unfinished) {
        annex_answer(a, q->id, 429, "Your last game is still being checked. Please try again.");
        return;
    }
    annex *x = annex_new(a);
    if (!x) {
        annex_answer(a, q->id, 503, "This server cannot publish more games.");
        return;
    }
    x->owner = p->user;
    x->is_open = is_open;
    x->publishing = q->id;
    x->place = ++a->places;
    x->used_ms = a->now_ms;
    (void)snprintf(x->by, sizeof x->by, "%s", p->name);
    if (!annex_write_rules(a, x, rules)) {
        hear_written(a, x, ANNEX_RULES, 0);
    }
}

void annex_take_back(void *self, const hub_request *q, uint64_t user, int game) {
    annexes *a = self;
    annex *x = annex_at(a, game);
    if (!x || x->publishing || x->owner != user) {
        annex_answer(a, q->id, 403, "Only its publisher can remove a game.");
        return;
    }
    annex_failed(a, x, "This game was removed by its publisher.");
    annex_remove(a, x, q->id);
}
