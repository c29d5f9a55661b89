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

int hub_read_file(const json_t *body, tsr_setup *setup, problem *p) {
    const json_t *v = json_object_get(body, "file");
    if (!v || json_is_null(v)) {
        return 1;
    }
    if (!json_is_string(v)) {
        hub_complain(p, 400, "file", "A file is sent as text.");
    } else if (!rules_file_option(setup->game)) {
        hub_complain(p, 400, "file", "This game reads no file.");
    } else if (json_string_length(v) == 0) {
        hub_complain(p, 400, "file", "The file is empty.");
    } else if (json_string_length(v) > LIMIT_FILE) {
        hub_complain(p, 413, "file", "The file has more than 48 KB.");
    } else {
        setup->data = json_string_value(v);
        setup->data_size = json_string_length(v);
        return 1;
    }
    return 0;
}

// --- Waiting -----------------------------------------------------------------

static void free_job(hub *h, hub_file *job) {
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
        free_job(h, job);
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
        free_job(h, job);
        h->limited++;
        hub_complain(p, answer == FAIR_FULL ? 503 : 429, "file",
                     answer == FAIR_FULL ? "Many files are being looked at now. Please try again."
                                         : "Your other files are being looked at. Please wait.");
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
        hub_complain(p, 429, "file", "That were many files. Please wait a moment.");
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

// What cannot be opened though nothing is wrong with the text: too few players, say.
static void note_error(hub_file *job, const char *name) {
    if (!job->entry && !faults_any(buffer_text(&job->faults)) && !job->faults.failed) {
        const tsr_error *e = &job->err;
        if (e->line) {
            buffer_addf(&job->faults, "%s:%d:%d: ", name, (int)e->line, (int)e->column);
        }
        buffer_addf(&job->faults, "%s\n", e->message[0] ? e->message : "it cannot be read");
    }
}

static void answer_report(hub *h, hub_file *job) {
    const char *name = rules_file_option(job->setup.game);
    buffer *b = &h->out;
    note_error(job, name);
    buffer_clear(b);
    buffer_addf(b, "{\"fine\":%s,\"faults\":", job->entry ? "true" : "false");
    faults_add(b, buffer_text(&job->faults), name);
    buffer_add_text(b, ",\"things\":");
    buffer_add_text(b, job->things.size ? buffer_text(&job->things) : "null");
    buffer_add_text(b, "}");
    hub_answer(h, &job->request, 200, 0, NULL);
}

static void refuse(hub *h, const hub_file *job) {
    char why[300];
    const tsr_error *e = &job->err;
    int n = e->line ? snprintf(why, sizeof why, "Line %d: ", (int)e->line) : 0;
    (void)snprintf(why + n, sizeof why - (size_t)n, "%.240s.", e->message);
    hub_fail(h, &job->request, 400, "file", why);
}

void hub_file_done(hub *h, hub_file *job, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    fair_done(h->files, job->request.ip, 1 + job->cost_us / 1000.0);
    if (job->match) {
        hub_record_done(h, job);
    } else if (job->report) {
        answer_report(h, job);
    } else if (job->entry) {
        hub_dispatch(h, &job->request, 1); // finds them open: the job holds them
    } else {
        refuse(h, job);
    }
    free_job(h, job);
    hub_hand_out_files(h);
}

void hub_file_drop(hub *h, hub_file *job) {
    fair_done(h->files, job->request.ip, 1);
    free_job(h, job);
}

void hub_files_deinit(hub *h) {
    hub_file *job;
    while (h->files && (job = fair_any(h->files)) != NULL) {
        free_job(h, job);
    }
    fair_free(h->files);
}
