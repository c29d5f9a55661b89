// SPDX-License-Identifier: MIT
// copy: what another card does when it is played or enters is done once more, for me, in the
// next link; `this` in it means the card that copies. Cards that copy cannot be copied, so
// nothing goes round in a circle.
#include "unicorns/table.h"
#include "unicorns/verb.h"

static uni_set targets(const uni_scope *c) {
    const uni_deck *d = c->d;
    uni_set speak = uni_or(d->listens[UNI_ON_PLAY].set, d->listens[UNI_ON_ENTER].set);
    uni_set fit =
        uni_pick_of(c)->zone == UNI_DISCARD ? uni_fit_pile(c, c->s->discard) : uni_fit_stables(c);
    return uni_minus(uni_and(fit, speak), d->copiers);
}

static void post_rules(uni_machine *m, const uni_job *job, int card, uni_event event) {
    int i = 0;
    const uni_rule *rule;
    while ((rule = uni_rule_of(m->d, m->d->kind_of[card], event, &i))) {
        uni_post(m, rule->node, job->you, job->src, UNI_NO_PLAYER, 0);
    }
}

static bool perform(uni_machine *m, uni_job *job) {
    uni_set there = uni_or(m->s->tabled, m->s->discard);
    for (uni_set rest = uni_and(job->targets, there); uni_any(rest);) {
        int card = uni_pop(&rest);
        uni_tell(m, UNI_NEWS_COPIES, job->you, m->d->kind_of[card], UNI_NO_PLAYER);
        post_rules(m, job, card, UNI_ON_PLAY);
        post_rules(m, job, card, UNI_ON_ENTER);
        job->made++;
    }
    uni_job_end(m, job, uni_all_made(job), UNI_NO_PLAYER);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    const uni_pick *pick = &d->pick[node->pick];
    uni_tell_verb(o, "do", third);
    tsr_put(o, "what ");
    uni_tell_pick(o, d, pick, UNI_WHOSE_ANY, third);
    tsr_put(o, pick->zone == UNI_DISCARD ? " in the discard pile does" : " does on arrival");
}

const uni_verb uni_verb_copy = {
    .word = "copy",
    .syntax = "P",
    .example = "`copy a magic from discard`, `copy a magical of others`",
    .flags = UNI_VERB_PILE,
    .from = 1 << UNI_DISCARD,
    .whose = UNI_WHOSE_ANY,
    .whose_mask =
        1 << UNI_WHOSE_MINE | 1 << UNI_WHOSE_OTHERS | 1 << UNI_WHOSE_THAT | 1 << UNI_WHOSE_ANY,
    .targets = targets,
    .perform = perform,
    .tell = tell,
};
