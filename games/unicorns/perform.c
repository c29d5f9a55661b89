// SPDX-License-Identifier: MIT
// What the verbs share when they act.
#include "unicorns/table.h"
#include "unicorns/verb.h"

int uni_send_targets(uni_machine *m, uni_job *job, uni_zone zone, int player) {
    int last = UNI_NO_PLAYER;
    if (job->flags & UNI_JOB_REDIRECTED) {
        zone = (uni_zone)job->zone;
    }
    uni_set barred = zone == UNI_STABLE ? uni_barred(m->d, m->s, player) : uni_none();
    for (uni_set rest = uni_and(job->targets, m->s->tabled); uni_any(rest);) {
        int card = uni_pop(&rest);
        if (uni_has(barred, card)) {
            uni_tell(m, UNI_NEWS_STAYS, player, m->d->kind_of[card], UNI_NO_PLAYER);
            continue;
        }
        last = uni_owner(m->s, card);
        uni_send(m, card, zone, zone == UNI_HAND ? last : player);
        job->made++;
    }
    return last;
}

bool uni_all_made(const uni_job *job) {
    return job->picked > 0 && job->made >= job->picked;
}

int uni_job_wants(const uni_machine *m, const uni_job *job) {
    uni_scope c = uni_scope_of(m->d, m->s, job, job->you);
    int wanted = uni_wanted(&c) * job->times;
    return wanted < UNI_CARDS ? wanted : UNI_CARDS;
}
