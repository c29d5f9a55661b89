// SPDX-License-Identifier: MIT
// discard: from my hand to the discard pile, one question a card. Each is a ply of
// its own even where there is no choice: what comes out of a hand is a reveal.
#include "unicorns/table.h"
#include "unicorns/verb.h"

// "When this is discarded": the card speaks from the pile.
static void post_discarded(uni_machine *m, int card, int you) {
    int i = 0;
    const uni_rule *rule;
    while ((rule = uni_rule_of(m->d, m->d->kind_of[card], UNI_ON_LEFT, &i))) {
        if (rule->pasts & UNI_DISCARDED) {
            uni_post(m, rule->node, you, card, UNI_NO_PLAYER, 0);
        }
    }
}

void uni_discard(uni_machine *m, int p, int kind) {
    int card = uni_show(m, p, kind);
    uni_send(m, card, UNI_DISCARD, UNI_NO_PLAYER);
    uni_tell(m, UNI_NEWS_DISCARDS, p, kind, UNI_NO_PLAYER);
    post_discarded(m, card, p);
}

static bool perform(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    int wanted = uni_job_wants(m, job);
    const uni_pick *pick = &m->d->pick[m->d->node[job->node].pick];
    bool some = pick->count == UNI_ALL || (pick->flags & UNI_PICK_UP_TO);
    while (job->tried < wanted && s->hand_size[job->you] > 0) {
        if (!uni_ask_for(m, UNI_ASK_HAND, job->you)) {
            return false;
        }
        if (uni_answer_ends(m)) {
            break;
        }
        job->tried++;
        job->made++;
        uni_discard(m, job->you, uni_move_a(m->answer));
    }
    bool any = job->made > 0 || pick->count == UNI_ALL;
    uni_job_end(m, job, some ? any : job->made >= wanted, job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    uni_tell_verb(o, "discard", third);
    uni_tell_pick(o, d, &d->pick[node->pick], UNI_WHOSE_MINE, third);
}

const uni_verb uni_verb_discard = {
    .word = "discard",
    .syntax = "P",
    .example = "`discard a card`",
    .flags = UNI_VERB_REPEATS | UNI_VERB_WHOLE,
    .past = UNI_DISCARDED,
    .to = UNI_DISCARD,
    .whose = UNI_WHOSE_MINE,
    .perform = perform,
    .tell = tell,
};
