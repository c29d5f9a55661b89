// SPDX-License-Identifier: MIT
// sacrifice: from my stable to the discard pile. Done when it has left, wherever to.
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
    uni_tell_verb(o, "sacrifice", third);
    uni_tell_pick(o, d, &d->pick[node->pick], UNI_WHOSE_MINE, third);
}

const uni_verb uni_verb_sacrifice = {
    .word = "sacrifice",
    .syntax = "P",
    .example = "`sacrifice a unicorn`",
    .flags = UNI_VERB_STABLE,
    .past = UNI_SACRIFICED,
    .to = UNI_DISCARD,
    .whose = UNI_WHOSE_MINE,
    .whose_mask = 1 << UNI_WHOSE_MINE,
    .targets = targets,
    .perform = perform,
    .tell = tell,
};
