// SPDX-License-Identifier: MIT
// destroy: from another player's stable to the discard pile.
#include "unicorns/verb.h"

static uni_set targets(const uni_scope *c) {
    return uni_fit_allowed(c, uni_fit_stables(c));
}

static bool perform(uni_machine *m, uni_job *job) {
    int owner = uni_send_targets(m, job, UNI_DISCARD, UNI_NO_PLAYER);
    uni_job_end(m, job, uni_all_made(job), owner);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    uni_tell_verb(o, "destroy", third);
    uni_tell_pick(o, d, &d->pick[node->pick], UNI_WHOSE_OTHERS, third);
}

const uni_verb uni_verb_destroy = {
    .word = "destroy",
    .syntax = "P",
    .example = "`destroy a unicorn`",
    .flags = UNI_VERB_STABLE | UNI_VERB_BINDS,
    .past = UNI_DESTROYED,
    .to = UNI_DISCARD,
    .whose = UNI_WHOSE_OTHERS,
    .whose_mask =
        1 << UNI_WHOSE_OTHERS | 1 << UNI_WHOSE_THAT | 1 << UNI_WHOSE_ANY | 1 << UNI_WHOSE_EACH,
    .targets = targets,
    .perform = perform,
    .tell = tell,
};
