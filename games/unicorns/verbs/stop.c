// SPDX-License-Identifier: MIT
// stop: the card below on the stack, and the instant itself, go to the discard
// pile. The stack does that when the instant resolves (stack.c); in a chain there
// is nothing left to do.
#include "unicorns/verb.h"

static bool perform(uni_machine *m, uni_job *job) {
    uni_job_end(m, job, true, job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    (void)d, (void)node;
    uni_tell_verb(o, "stop", third);
    tsr_put(o, "it; it is discarded");
}

const uni_verb uni_verb_stop = {
    .word = "stop",
    .syntax = "",
    .example = "`answer: stop`",
    .flags = UNI_VERB_ANSWER,
    .perform = perform,
    .tell = tell,
};
