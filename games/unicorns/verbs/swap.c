// SPDX-License-Identifier: MIT
// swap hands with another player: both then know both hands, and see them in a move
// of its own.
#include "unicorns/table.h"
#include "unicorns/verb.h"

static uint32_t players(const uni_scope *c) {
    return ((1u << c->d->players) - 1) & ~(1u << c->you);
}

static bool perform(uni_machine *m, uni_job *job) {
    if (job->to != UNI_NO_PLAYER) {
        if (!uni_ask_for(m, UNI_ASK_LOOK, TSR_CHANCE)) {
            return false;
        }
        uni_swap(m, job->you, job->to);
    }
    uni_job_end(m, job, job->to != UNI_NO_PLAYER, job->to);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    (void)d, (void)node;
    uni_tell_verb(o, "exchange", third);
    tsr_put(o, third ? "hands with another player" : "your whole hand with another player");
}

const uni_verb uni_verb_swap = {
    .word = "swap",
    .syntax = "hands with another player",
    .example = "`swap hands with another player`",
    .flags = UNI_VERB_BINDS,
    .players = players,
    .perform = perform,
    .tell = tell,
};
