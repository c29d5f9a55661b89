// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_LINK_H
#define TSR_UNICORNS_LINK_H

// The steps of a link, one after the other; chain.c tells what they are for. Those
// that may stop to ask return false when they did, and are called again.

#include "unicorns/table.h"
#include "unicorns/verb.h"

bool uni_choose_all(uni_machine *m);   // step 1 (choose.c)
bool uni_replace_all(uni_machine *m);  // step 2 (react.c)
void uni_redirect_all(uni_machine *m); // step 3
void uni_leave_all(uni_machine *m);    // steps 4 and 5

static inline const uni_node *uni_node_of(const uni_machine *m, const uni_job *job) {
    return &m->d->node[job->node];
}

// A further job at the end of the link; NULL when there is no room.
static inline uni_job *uni_append_job(uni_state *s) {
    if (s->now_count >= UNI_JOBS) {
        return NULL;
    }
    uni_job *job = &s->now[s->now_count++];
    *job = (uni_job){0};
    job->who = job->to = UNI_NO_PLAYER;
    job->times = 1;
    return job;
}

#endif
