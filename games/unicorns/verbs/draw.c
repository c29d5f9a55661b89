// SPDX-License-Identifier: MIT
// draw: from the deck into my hand, one chance move a card. An empty deck gives
// nothing; whether that ends the game is tested when the chain is over.
#include "unicorns/table.h"
#include "unicorns/verb.h"

static bool perform(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    uni_scope c = uni_scope_of(m->d, s, job, job->you);
    int wanted = m->d->node[job->node].n * uni_folds(&c) * job->times;
    while (job->tried < wanted && s->deck_size > 0) {
        s->drawer = job->you;
        if (!uni_ask_for(m, UNI_ASK_DRAW, TSR_CHANCE)) {
            return false;
        }
        job->tried++;
        job->made++;
        uni_draw(m, job->you, uni_move_a(m->answer));
    }
    s->drawer = 0;
    uni_job_end(m, job, true, job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    (void)d;
    uni_tell_verb(o, "draw", third);
    if (node->n == 1) {
        tsr_put(o, "a card");
    } else {
        tsr_putf(o, "%d cards", node->n);
    }
}

const uni_verb uni_verb_draw = {
    .word = "draw",
    .syntax = "N",
    .example = "`draw 2`",
    .flags = UNI_VERB_REPEATS,
    .to = UNI_HAND,
    .perform = perform,
    .tell = tell,
};
