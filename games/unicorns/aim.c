// SPDX-License-Identifier: MIT
// What a verb may aim at: the read-only half of every verb.
#include "unicorns/table.h"
#include "unicorns/verb.h"

uni_scope uni_scope_of(const uni_deck *d, const uni_state *s, const uni_job *job, int knower) {
    uni_scope c = {0};
    c.d = d;
    c.s = s;
    c.node = &d->node[job->node];
    c.you = job->you;
    c.src = job->src;
    c.who = job->who;
    c.many = job->many;
    c.to = job->to;
    c.knower = (uint8_t)knower;
    c.aimed = job->targets;
    c.fold = job->fold;
    return c;
}

int uni_folds(const uni_scope *c) {
    if (c->node->measure == 0) {
        return 1;
    }
    return c->fold ? c->fold - 1
                   : uni_amount(c->d, c->s, &c->d->measure[c->node->measure], c->you, c->who);
}

int uni_wanted(const uni_scope *c) {
    int count = uni_pick_of(c)->count;
    int wanted = count == UNI_ALL         ? UNI_CARDS
                 : count == UNI_THAT_MANY ? c->many
                                          : count * uni_folds(c);
    return wanted < UNI_CARDS ? wanted : UNI_CARDS;
}

static uni_whose whose_of(const uni_scope *c, const uni_pick *pick) {
    int whose = pick->whose;
    return whose == UNI_WHOSE_DEFAULT ? (uni_whose)uni_verb_of(c->node)->whose : (uni_whose)whose;
}

static bool reaches(const uni_scope *c, uni_whose whose, int p) {
    switch (whose) {
    case UNI_WHOSE_MINE: return p == c->you;
    case UNI_WHOSE_OTHERS: return p != c->you;
    case UNI_WHOSE_THAT: return p == c->who;
    case UNI_WHOSE_DEFAULT:
    case UNI_WHOSE_EACH:
    case UNI_WHOSE_ANY: return true;
    }
    return true;
}

uni_set uni_fit_pick(const uni_scope *c, const uni_pick *pick) {
    uni_whose whose = whose_of(c, pick);
    uni_set fit = uni_none();
    if (pick->flags & UNI_PICK_THIS) {
        int owner = uni_owner(c->s, c->src);
        return owner >= 0 && reaches(c, whose, owner) ? uni_one(c->src) : fit;
    }
    for (int p = 0; p < c->d->players; p++) {
        if (reaches(c, whose, p)) {
            fit = uni_or(fit, uni_stable_fit(c->d, c->s, p, pick));
        }
    }
    if (pick->flags & UNI_PICK_ANOTHER) {
        uni_del(&fit, c->src);
    }
    return fit;
}

uni_set uni_fit_stables(const uni_scope *c) {
    return uni_fit_pick(c, uni_pick_of(c));
}

uni_set uni_fit_pile(const uni_scope *c, uni_set pile) {
    uni_set fit = uni_and(pile, uni_pick_of(c)->cards);
    if (uni_pick_of(c)->flags & UNI_PICK_ANOTHER) {
        uni_del(&fit, c->src);
    }
    return fit;
}

uni_set uni_fit_allowed(const uni_scope *c, uni_set cards) {
    int past = uni_verb_of(c->node)->past;
    return uni_minus(cards, uni_protected(c->d, c->s, past, c->src));
}

uni_set uni_fit_entering(const uni_scope *c, uni_set cards, int player) {
    return uni_minus(cards, uni_barred(c->d, c->s, player));
}

int uni_fit_in_hand(const uni_scope *c) {
    uni_set cards = uni_pick_of(c)->cards;
    int spent = c->spent && c->you == c->knower ? 1 : 0;
    if (c->you != c->knower) {
        return c->s->hand_size[c->you] + c->drawn;
    }
    if (spent && !uni_meet(c->d->range[c->spent - 1].set, cards)) {
        spent = 0;
    }
    return uni_count(uni_and(c->s->hand[c->you], cards)) - spent + c->drawn;
}

uint32_t uni_players_with_hand(const uni_scope *c, bool others) {
    uint32_t mask = 0;
    for (int p = 0; p < c->d->players; p++) {
        // The card being played has left its owner's hand.
        int size = c->s->hand_size[p] - (c->spent && p == c->you ? 1 : 0);
        if (size > 0 && !(others && p == c->you)) {
            mask |= 1u << p;
        }
    }
    return mask;
}
