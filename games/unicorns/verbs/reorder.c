// SPDX-License-Identifier: MIT
// reorder the top n: I look at them and put them back in any order, the next one first. Others
// see that I do and forget what they knew of these cards.
#include "unicorns/table.h"
#include "unicorns/verb.h"

static bool possible(const uni_scope *c) {
    return c->s->deck_size > 0;
}

static bool perform(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    int count = m->d->node[job->node].n;
    if (!(job->flags & UNI_JOB_LOOKED)) {
        if (!uni_look_at_top(m, job, count)) {
            return false;
        }
        job->flags |= UNI_JOB_LOOKED;
    }
    count = count < s->top_count ? count : s->top_count;
    while (job->tried + 1 < count) {
        if (!uni_ask_for(m, UNI_ASK_ORDER, job->you)) {
            return false;
        }
        uni_top_order(s, job->tried, uni_move_a(m->answer), count, job->you);
        job->tried++;
    }
    uni_tell(m, UNI_NEWS_ORDERS, job->you, 0, UNI_NO_PLAYER);
    uni_job_end(m, job, count > 0, job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    (void)d;
    uni_tell_verb(o, "look", third);
    tsr_putf(o, "at the top %d cards of the deck and %s them back in any order", node->n,
             third ? "puts" : "put");
}

const uni_verb uni_verb_reorder = {
    .word = "reorder",
    .syntax = "the top N",
    .example = "`reorder the top 3`",
    .flags = UNI_VERB_TOP,
    .to = UNI_DECK,
    .possible = possible,
    .perform = perform,
    .tell = tell,
};
