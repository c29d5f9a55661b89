// SPDX-License-Identifier: MIT
// look at the top n: of a deck that is kept in order. Only I see the cards; what chance turns up
// comes card by card, and cards that others have put there in a move of its own.
#include "unicorns/table.h"
#include "unicorns/verb.h"

// Makes `job->you` know the upper `count` cards; false = a question was asked.
bool uni_look_at_top(uni_machine *m, uni_job *job, int count) {
    uni_state *s = m->s;
    while (s->top_count < count && uni_any(s->deck)) {
        if (!uni_ask_for(m, UNI_ASK_TOP, TSR_CHANCE)) {
            return false;
        }
        uni_top_find(m, uni_move_a(m->answer), job->you);
    }
    if (uni_top_unseen(s, count, job->you)) {
        if (!uni_ask_for(m, UNI_ASK_LOOK, TSR_CHANCE)) {
            return false;
        }
        uni_top_see(s, count, job->you);
    }
    return true;
}

static bool possible(const uni_scope *c) {
    return c->s->deck_size > 0;
}

static bool perform(uni_machine *m, uni_job *job) {
    if (!uni_look_at_top(m, job, m->d->node[job->node].n)) {
        return false;
    }
    uni_tell(m, UNI_NEWS_LOOKS_TOP, job->you, 0, UNI_NO_PLAYER);
    uni_job_end(m, job, m->s->top_count > 0, job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    (void)d;
    uni_tell_verb(o, "look", third);
    tsr_putf(o, node->n == 1 ? "at the top card of the deck" : "at the top %d cards of the deck",
             node->n);
}

const uni_verb uni_verb_look = {
    .word = "look",
    .syntax = "at the top N",
    .example = "`look at the top 3`",
    .flags = UNI_VERB_TOP,
    .to = UNI_DECK,
    .possible = possible,
    .perform = perform,
    .tell = tell,
};
