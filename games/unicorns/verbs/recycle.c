// SPDX-License-Identifier: MIT
// recycle: the discard pile goes back into the deck.
#include "unicorns/table.h"
#include "unicorns/verb.h"

static bool perform(uni_machine *m, uni_job *job) {
    uni_recycle(m);
    uni_job_end(m, job, true, job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    (void)d, (void)node;
    uni_tell_verb(o, "shuffle", third);
    tsr_put(o, "the discard pile into the deck");
}

const uni_verb uni_verb_recycle = {
    .word = "recycle",
    .syntax = "",
    .example = "`recycle`",
    .to = UNI_DECK,
    .perform = perform,
    .tell = tell,
};
