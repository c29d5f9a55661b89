// SPDX-License-Identifier: MIT
// Decks of people's own, and other files that a game can be opened with.
//
// A file comes as text with a request, to be looked at (what is wrong with it, what it holds) or to
// be played with. Reading it may take a good part of a second where somebody makes it so, and so it
// is done in another thread, in turn of the addresses it comes from, while the request waits; records
// (hub_records.c) wait in the same line. The
// text names no file of this machine: a deck builds on decks that are built in, or that it brings
// along. It is stored with the match that is played with it, and nowhere before.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/faults.h"
#include "server/hub_matches.h"
#include "server/json_in.h"
#include "server/room.h"

// --- Waiting -----------------------------------------------------------------

void hub_free_file(hub *h, hub_file *job) {
    rules_cache_drop(&h->rules, job->entry);
    room_free(job->room);
    hub_free_request(&job->request);
    buffer_deinit(&job->faults);
    buffer_deinit(&job->things);
    free(job->text);
    free(job);
}

hub_file *hub_new_file(hub *h, const hub_request *q, const char *text, size_t size) {
    hub_file *job = calloc(1, sizeof *job);
    if (!job) {
        return NULL;
    }
    buffer_init(&job->faults, NULL);
    buffer_init(&job->things, NULL);
    job->cache = &h->rules;
    job->text = strndup(text, size);
    if (!hub_copy_request(&job->request, q) || !job->text) {
        hub_free_file(h, job);
        return NULL;
    }
    return job;
}

void hub_hand_out_files(hub *h) {
    hub_file *job;
    while ((job = fair_take(h->files)) != NULL) {
        h->io.file(h->io.self, job);
    }
}

int hub_put_file(hub *h, hub_file *job, problem *p) {
    if (!job) {
        hub_complain(p, 503, NULL, "The server is out of memory.");
        return 0;
    }
    fair_answer answer = fair_put(h->files, job->request.ip, job);
    if (answer != FAIR_TAKEN) {
        hub_free_file(h, job);
        h->limited++;
        hub_complain(p, answer == FAIR_FULL ? 503 : 429, "file",
                     answer == FAIR_FULL
                         ? "Too many files are being checked. Please try again."
                         : "Your other files are still being checked. Please wait.");
        return 0;
    }
    hub_hand_out_files(h);
    return 1;
}

// Puts the deck in line; 0 with `p` filled if it cannot be.
static int put_deck(hub *h, const hub_request *q, const tsr_setup *setup, int report, problem *p) {
    hub_ip *ip = hub_ip_of(h, q->ip);
    if (!h->config.no_limits && (!ip || !bucket_take(&ip->decks, LIMIT_CHECKS, 60000, h->now_ms))) {
        h->limited++;
        hub_complain(p, 429, "file",
                     "Too many files were sent from your address. Please wait a moment.");
        return 0;
    }
    hub_file *job = hub_new_file(h, q, setup->data, setup->data_size);
    if (job) {
        job->setup = *setup;
        job->setup.data = job->text;
        job->report = report;
    }
    return hub_put_file(h, job, p);
}

int hub_wait_file(hub *h, const hub_request *q, const tsr_setup *setup, problem *p) {
    rules_entry *open = rules_cache_find(&h->rules, setup);
    rules_cache_drop(&h->rules, open);
    return !open && put_deck(h, q, setup, 0, p);
}

void hub_post_check(hub *h, const hub_request *q, const char *name) {
    problem p = {0};
    tsr_setup setup;
    json_t *body = json_in_object(q->body, q->body_size);
    if (!body) {
        hub_complain(&p, 400, NULL, "The request is not a JSON object in UTF-8.");
    } else {
        json_object_set_new(body, "game", json_string(name));
        if (hub_read_setup(h, body, &setup, &p) && hub_read_file(body, &setup, &p)) {
            if (!setup.data) {
                hub_complain(&p, 400, "file", "There is no file in the request.");
            } else {
                (void)put_deck(h, q, &setup, 1, &p);
            }
        }
    }
    if (p.status) {
        hub_fail(h, q, p.status, p.field, p.why);
    }
    json_decref(body);
}

// --- Answers -----------------------------------------------------------------

void hub_file_drop(hub *h, hub_file *job) {
    fair_done(h->files, job->request.ip, 1);
    hub_free_file(h, job);
}

void hub_files_deinit(hub *h) {
    hub_file *job;
    while (h->files && (job = fair_any(h->files)) != NULL) {
        hub_free_file(h, job);
    }
    fair_free(h->files);
}
