// SPDX-License-Identifier: MIT
// stop: the card below the instant on the stack goes to the discard pile; "that player" is
// afterwards whoever played it. An instant that only stops does so without a chain (stack.c).
#include "unicorns/verb.h"

static bool perform(uni_machine *m, uni_job *job) {
    const uni_state *s = m->s;
    bool there = s->stack_count > 0;
    int caster = there ? s->stack[s->stack_count - 1].caster : UNI_NO_PLAYER;
    if (there) {
        uni_stop_top(m, job->you);
    }
    uni_job_end(m, job, there, caster);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    (void)d, (void)node;
    uni_tell_verb(o, "stop", third);
    tsr_put(o, "it (it is discarded)");
}

const uni_verb uni_verb_stop = {
    .word = "stop",
    .syntax = "",
    .example = "`answer: stop`",
    .flags = UNI_VERB_ANSWER | UNI_VERB_BINDS,
    .perform = perform,
    .tell = tell,
};
