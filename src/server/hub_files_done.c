// SPDX-License-Identifier: MIT
// Files that have been looked at by another thread: what becomes of the requests that waited for them.
#include <stdio.h>

#include "server/faults.h"
#include "server/hub_impl.h"

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
    hub_free_file(h, job);
    hub_hand_out_files(h);
}
