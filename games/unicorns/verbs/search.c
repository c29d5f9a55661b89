// SPDX-License-Identifier: MIT
// search: look through the deck, show one card that fits to all, and take it. Who
// searches learns what is *not* in the deck; shuffling it afterwards is nothing,
// as the deck has no order.
#include "unicorns/table.h"
#include "unicorns/verb.h"

static bool possible(const uni_scope *c) {
    return c->s->deck_size > 0; // what is in it is seen when it is searched
}

static bool perform(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    int wanted = uni_job_wants(m, job);
    while (job->tried < wanted && s->deck_size > 0) {
        if (s->looks == 0) {
            if (!uni_ask_for(m, UNI_ASK_LOOK, TSR_CHANCE)) {
                return false;
            }
            s->looks = (uint8_t)(job->you + 1);
            uni_top_shuffle(m->d, s);
            uni_know_deck(m->d, s, job->you);
        }
        if (!uni_ask_for(m, UNI_ASK_SEARCH, job->you)) {
            return false;
        }
        if (tsr_move_byte(m->answer, 0) == UNI_MOVE_NONE) {
            break;
        }
        job->tried++;
        job->made++;
        uni_find(m, job->you, uni_move_a(m->answer));
    }
    s->looks = 0;
    uni_job_end(m, job, job->made > 0, job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    uni_tell_verb(o, "search", third);
    tsr_put(o, "the deck for ");
    uni_tell_pick(o, d, &d->pick[node->pick], UNI_WHOSE_MINE, third);
    tsr_put(o, third ? ", shows it, takes it and shuffles" : ", show it, take it and shuffle");
}

const uni_verb uni_verb_search = {
    .word = "search",
    .syntax = "for P",
    .example = "`search for an upgrade`",
    .to = UNI_HAND,
    .whose = UNI_WHOSE_MINE,
    .possible = possible,
    .perform = perform,
    .tell = tell,
};
