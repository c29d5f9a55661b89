// SPDX-License-Identifier: MIT
// steal: from another stable to mine; for good, until this card leaves its stable,
// or until the end of the turn.
#include "unicorns/table.h"
#include "unicorns/verb.h"

static uni_set targets(const uni_scope *c) {
    uni_set fit = uni_minus(uni_fit_stables(c), c->s->stable[c->you]);
    return uni_fit_entering(c, uni_fit_allowed(c, fit), c->you);
}

static bool perform(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    int until = m->d->node[job->node].param; // UNI_UNTIL_LEAVES, UNI_UNTIL_END or 0
    bool lends = uni_owner(s, job->src) == job->you && !uni_has(s->off, job->src);
    if (until == UNI_UNTIL_LEAVES && !lends) {
        uni_job_end(m, job, false, UNI_NO_PLAYER); // it has left already
        return true;
    }
    if (until && !(job->flags & UNI_JOB_REDIRECTED)) {
        uni_set barred = uni_barred(m->d, s, job->you);
        for (uni_set rest = uni_minus(uni_and(job->targets, s->tabled), barred); uni_any(rest);) {
            int card = uni_pop(&rest);
            uni_lease_add(s, card, uni_owner(s, card), until, job->src);
        }
    }
    int owner = uni_send_targets(m, job, UNI_STABLE, job->you);
    uni_job_end(m, job, uni_all_made(job), owner);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    static const char *const until[] = {"", " until this card leaves the stable",
                                        " until the end of the turn"};
    uni_tell_verb(o, "steal", third);
    uni_tell_pick(o, d, &d->pick[node->pick], UNI_WHOSE_OTHERS, third);
    tsr_put(o, until[node->param]);
}

const uni_verb uni_verb_steal = {
    .word = "steal",
    .syntax = "P [until (this leaves|end of turn)]",
    .example = "`steal a unicorn`, `steal a unicorn until this leaves`, `... until end of turn`",
    .flags = UNI_VERB_STABLE | UNI_VERB_BINDS,
    .past = UNI_STOLEN,
    .to = UNI_STABLE,
    .whose = UNI_WHOSE_OTHERS,
    .whose_mask = 1 << UNI_WHOSE_OTHERS | 1 << UNI_WHOSE_THAT,
    .targets = targets,
    .perform = perform,
    .tell = tell,
};
