// SPDX-License-Identifier: MIT
// exchange: one card on the table for one of another player. Both change places at once; nobody
// calls it a theft. Done when both have arrived.
#include "unicorns/table.h"
#include "unicorns/verb.h"

static const uni_pick *wanted_pick(const uni_scope *c) {
    return &c->d->pick[c->node->pick2];
}

// Cards of others that `mine` may be exchanged for.
static uni_set partners(const uni_scope *c, int mine) {
    int owner = uni_owner(c->s, mine);
    uni_set fit = uni_minus(uni_fit_pick(c, wanted_pick(c)), c->s->targeted);
    if (owner < 0) {
        return uni_none();
    }
    fit = uni_minus(uni_minus(fit, c->s->stable[owner]), uni_barred(c->d, c->s, owner));
    for (int p = 0; p < c->d->players; p++) {
        if (p != owner && uni_has(uni_barred(c->d, c->s, p), mine)) {
            fit = uni_minus(fit, c->s->stable[p]);
        }
    }
    return fit;
}

static uni_set targets(const uni_scope *c) {
    int mine = uni_first(c->aimed);
    if (mine >= 0) {
        return partners(c, mine);
    }
    uni_set fit = uni_fit_stables(c);
    for (uni_set rest = fit; uni_any(rest);) {
        int card = uni_pop(&rest);
        if (!uni_any(partners(c, card))) {
            uni_del(&fit, card);
        }
    }
    return fit;
}

static bool perform(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    int a = uni_first(job->targets), b = uni_last(job->targets), other = UNI_NO_PLAYER;
    int owner_a = a < 0 ? -1 : uni_owner(s, a), owner_b = b < 0 ? -1 : uni_owner(s, b);
    bool both = a != b && owner_a >= 0 && owner_b >= 0 && owner_a != owner_b;
    if (both && !uni_has(uni_barred(m->d, s, owner_b), a) &&
        !uni_has(uni_barred(m->d, s, owner_a), b)) {
        uni_send(m, a, UNI_STABLE, owner_b);
        uni_send(m, b, UNI_STABLE, owner_a);
        job->made = 2;
        other = owner_a == job->you ? owner_b : owner_a;
    }
    uni_job_end(m, job, job->made == 2, other);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    uni_tell_verb(o, "exchange", third);
    uni_tell_pick(o, d, &d->pick[node->pick], UNI_WHOSE_DEFAULT, third);
    tsr_put(o, " for ");
    uni_tell_pick(o, d, &d->pick[node->pick2], UNI_WHOSE_DEFAULT, third);
}

const uni_verb uni_verb_exchange = {
    .word = "exchange",
    .syntax = "P for P",
    .example = "`exchange a unicorn of mine for a unicorn of others`",
    .flags = UNI_VERB_STABLE | UNI_VERB_BINDS | UNI_VERB_PAIR,
    .to = UNI_STABLE,
    .whose = UNI_WHOSE_MINE,
    .whose_mask =
        1 << UNI_WHOSE_MINE | 1 << UNI_WHOSE_OTHERS | 1 << UNI_WHOSE_THAT | 1 << UNI_WHOSE_ANY,
    .targets = targets,
    .perform = perform,
    .tell = tell,
};
