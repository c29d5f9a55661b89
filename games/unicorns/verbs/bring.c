// SPDX-License-Identifier: MIT
// bring: into my stable without playing it, from the discard pile, the nursery
// (both chosen in step 1) or the hand (step 6).
#include "unicorns/table.h"
#include "unicorns/verb.h"

static uni_set targets(const uni_scope *c) {
    uni_set pile = uni_pick_of(c)->zone == UNI_DISCARD   ? c->s->discard
                   : uni_pick_of(c)->zone == UNI_NURSERY ? c->s->nursery
                                                         : uni_none();
    return uni_fit_entering(c, uni_fit_pile(c, pile), c->you);
}

static bool possible(const uni_scope *c) {
    const uni_pick *pick = uni_pick_of(c);
    int needed = (c->node->flags & UNI_NODE_COST) && pick->count < UNI_THAT_MANY ? pick->count : 1;
    if (pick->zone != UNI_HAND) {
        int found = uni_count(uni_minus(targets(c), c->s->targeted));
        return found >= needed || pick->count >= UNI_THAT_MANY;
    }
    uni_set allowed = uni_minus(pick->cards, uni_barred_kinds(c->d, c->s, c->you));
    if (!uni_any(allowed)) {
        return false; // everybody can see that no such card may come in
    }
    if (c->you != c->knower) {
        return c->s->hand_size[c->you] + c->drawn >= needed;
    }
    int spent = c->spent && uni_meet(c->d->range[c->spent - 1].set, allowed) ? 1 : 0;
    return uni_count(uni_and(c->s->hand[c->you], allowed)) - spent >= needed;
}

static bool perform_from_hand(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    int wanted = uni_job_wants(m, job);
    uni_scope c = uni_scope_of(m->d, s, job, UNI_NO_PLAYER);
    while (job->tried < wanted && possible(&c) && s->hand_size[job->you] > 0) {
        if (!uni_ask_for(m, UNI_ASK_HAND, job->you)) {
            return false;
        }
        if (uni_answer_ends(m)) {
            break;
        }
        job->tried++;
        job->made++;
        uni_send(m, uni_show(m, job->you, uni_move_a(m->answer)), UNI_STABLE, job->you);
    }
    bool some = wanted >= UNI_CARDS || (uni_pick_of(&c)->flags & UNI_PICK_UP_TO);
    uni_job_end(m, job, job->made > 0 && (some || job->made >= wanted), job->you);
    return true;
}

static bool perform(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    if (m->d->pick[m->d->node[job->node].pick].zone == UNI_HAND) {
        return perform_from_hand(m, job);
    }
    uni_set barred = uni_barred(m->d, s, job->you);
    uni_set piles = uni_minus(uni_or(s->discard, s->nursery), barred);
    for (uni_set rest = uni_and(job->targets, piles); uni_any(rest);) {
        uni_send(m, uni_pop(&rest), UNI_STABLE, job->you);
        job->made++;
    }
    uni_job_end(m, job, uni_all_made(job), job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    const uni_pick *pick = &d->pick[node->pick];
    uni_tell_verb(o, "bring", third);
    uni_tell_pick(o, d, pick, UNI_WHOSE_MINE, third);
    tsr_put(o, pick->zone == UNI_HAND      ? (third ? " from their hand" : " from your hand")
               : pick->zone == UNI_DISCARD ? " from the discard pile"
                                           : " from the nursery");
    tsr_put(o, third ? " into their stable" : " into your stable");
}

const uni_verb uni_verb_bring = {
    .word = "bring",
    .syntax = "P",
    .example = "`from hand`, `from discard` or `from nursery`",
    .flags = UNI_VERB_NEEDS_FROM | UNI_VERB_PILE,
    .to = UNI_STABLE,
    .from = 1 << UNI_HAND | 1 << UNI_DISCARD | 1 << UNI_NURSERY,
    .whose = UNI_WHOSE_MINE,
    .targets = targets,
    .possible = possible,
    .perform = perform,
    .tell = tell,
};
