// SPDX-License-Identifier: MIT
// return: from any stable to its owner's hand, known to all. Done when it got
// there: a baby goes to the nursery, so returning it does not count.
#include "unicorns/verb.h"

static uni_set targets(const uni_scope *c) {
    return uni_fit_allowed(c, uni_fit_stables(c));
}

static bool perform(uni_machine *m, uni_job *job) {
    bool elsewhere = (job->flags & UNI_JOB_REDIRECTED) && job->zone != UNI_HAND;
    int owner = uni_send_targets(m, job, UNI_HAND, UNI_NO_PLAYER);
    uni_job_end(m, job, uni_all_made(job) && !elsewhere, owner);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    const uni_pick *pick = &d->pick[node->pick];
    uni_tell_verb(o, "return", third);
    uni_tell_pick(o, d, pick, UNI_WHOSE_ANY, third);
    tsr_put(o, pick->whose == UNI_WHOSE_DEFAULT && !(pick->flags & UNI_PICK_THIS)
                   ? " from any stable"
                   : "");
    tsr_put(o, pick->count == 1 ? " to its owner's hand" : " to their owners' hands");
}

const uni_verb uni_verb_return = {
    .word = "return",
    .syntax = "P",
    .example = "`return a card`",
    .flags = UNI_VERB_STABLE | UNI_VERB_BINDS,
    .past = UNI_RETURNED,
    .to = UNI_HAND,
    .whose = UNI_WHOSE_ANY,
    .whose_mask = 1 << UNI_WHOSE_MINE | 1 << UNI_WHOSE_OTHERS | 1 << UNI_WHOSE_THAT |
                  1 << UNI_WHOSE_EACH | 1 << UNI_WHOSE_ANY,
    .targets = targets,
    .perform = perform,
    .tell = tell,
};
