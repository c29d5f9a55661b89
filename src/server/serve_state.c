// SPDX-License-Identifier: MIT
// What an operator can ask of a running server: whether it is ready, its figures, and whether its
// file is whole.
#include <inttypes.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <tessera/host.h>

#include "room/wire_json.h"
#include "server/serve_impl.h"

static void add_problem(buffer *out, int *count, const char *words) {
    buffer_addf(out, "%s", (*count)++ ? "," : "");
    wire_string(out, words);
}

// Whether moves can be stored and matches be read: what /readyz says, with the reasons.
int serve_is_ready(void *self, buffer *out) {
    server *s = self;
    int problems = 0;
    buffer_add_text(out, "{\"problems\":[");
    if (s->disk_fails) {
        add_problem(out, &problems, "the last write to the disk failed");
    }
    if (hub_oldest_wait_ms(s->hub) > 5000 || serve_town_oldest_wait_ms(s) > 5000) {
        add_problem(out, &problems, "a change has been waiting for the disk for over 5 seconds");
    }
    if (!store_is_in_place(s->store)) {
        add_problem(out, &problems, "the database file is gone or has been replaced");
    }
    if (serve_node_is_cut(s)) {
        add_problem(out, &problems, "no other server can be reached: the bus does not answer");
    }
    if (s->damage[0]) {
        add_problem(out, &problems, s->damage);
    }
    if (store_room(s->store) < 64u << 20) {
        add_problem(out, &problems, "less than 64 MB are free on the disk");
    }
    uint64_t figures[HUB_FIGURES];
    timing times = s->times;
    hub_figures(s->hub, figures);
    serve_town_figures(s, figures, &times);
    buffer_addf(out, "],\"ready\":%s,\"damaged_matches\":%" PRIu64 "}\n",
                problems ? "false" : "true", figures[HUB_FIGURE_DAMAGED]);
    return problems == 0;
}

// What became of changes that are not known to be kept.
static void add_outcomes(const server *s, buffer *out) {
    static const char *const words[] = {
        [STORE_LOST] = "lost", [STORE_UNKNOWN] = "unknown", [STORE_FENCED] = "fenced"};
    buffer_add_text(out, "# TYPE tessera_store_outcomes_total counter\n");
    for (int i = STORE_LOST; i <= STORE_FENCED; i++) {
        buffer_addf(out, "tessera_store_outcomes_total{then=\"%s\"} %" PRIu64 "\n", words[i],
                    s->outcomes[i]);
    }
}

void serve_metrics(void *self, buffer *out) {
    server *s = self;
    struct rusage usage;
    uint64_t figures[HUB_FIGURES];
    timing times = s->times;
    hub_figures(s->hub, figures);
    serve_town_figures(s, figures, &times);
    hub_write_figures(figures, out);
    buffer_addf(out, "# TYPE tessera_hubs gauge\ntessera_hubs %d\n",
                s->config.hubs > 1 ? s->config.hubs : 1);
    (void)getrusage(RUSAGE_SELF, &usage);
    buffer_addf(out,
                "# TYPE tessera_store_commits_total counter\ntessera_store_commits_total %" PRIu64
                "\n# TYPE tessera_store_batches_total counter\ntessera_store_batches_total "
                "%" PRIu64 "\n# TYPE tessera_memory_peak_kb gauge\ntessera_memory_peak_kb %ld\n",
                s->commits, s->batches, usage.ru_maxrss);
    add_outcomes(s, out);
    store_metrics(s->store, out);
    serve_node_metrics(s, out);
    timing_metrics(&times, out);
}

enum { CHECK_MS = 3600000 };

// Damage that nobody stumbles over is found within the hour.
void serve_look_through(server *s, uint64_t now_ms) {
    serve_check *c = NULL;
    if (!s->config.store && !s->checking && (!s->check_ms || now_ms - s->check_ms > CHECK_MS)) {
        c = calloc(1, sizeof *c);
    }
    if (c) {
        s->checking = 1;
        c->path = s->config.db;
        serve_put_job(s, JOB_CHECK, c);
    }
}
