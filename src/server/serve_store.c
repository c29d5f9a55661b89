// SPDX-License-Identifier: MIT
// News of the store, for the hub and for the operator.
#include <tessera/host.h>

#include "server/log.h"
#include "server/serve_impl.h"

static const char *const words[] = {
    [STORE_LOST] = "error", [STORE_UNKNOWN] = "unknown", [STORE_FENCED] = "taken over"};

void serve_take_news(server *s) {
    const store_news news = hub_hear(s->hub, tsr_now_ms());
    s->commits = news.commits;
    s->batches = news.batches;
    if (news.waited_us) {
        timing_add(&s->times, timing_disk(), news.waited_us);
    }
    if (news.then != STORE_WELL) {
        if (!s->disk_fails) {
            log_event("disk", words[news.then], news.why, NULL);
        }
        s->disk_fails = 1;
    } else if (news.durable && s->disk_fails) {
        s->disk_fails = 0;
        log_event("disk", "state", "writing works again", NULL);
    }
}
