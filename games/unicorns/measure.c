// SPDX-License-Identifier: MIT
// What conditions compare and "for each" counts: cards in stables and piles, the sizes of hands
// and deck, players. All of it is public, so nobody learns anything from what follows.
#include "unicorns/table.h"

// What `p` has of it. Unicorns that are compared count as for winning, as `while` counts them.
static int amount_of(const uni_deck *d, const uni_state *s, const uni_measure *m, int p,
                     bool worth) {
    const uni_pick *pick = &d->pick[m->pick];
    if (m->zone == UNI_HAND) {
        return s->hand_size[p];
    }
    return worth ? uni_worth(d, s, p, pick) : uni_count(uni_stable_fit(d, s, p, pick));
}

static int pile_amount(const uni_deck *d, const uni_state *s, const uni_measure *m) {
    const uni_pick *pick = &d->pick[m->pick];
    switch ((uni_zone)m->zone) {
    case UNI_DISCARD: return uni_count(uni_and(s->discard, pick->cards));
    case UNI_NURSERY: return uni_count(uni_and(s->nursery, pick->cards));
    default: return s->deck_size;
    }
}

int uni_amount(const uni_deck *d, const uni_state *s, const uni_measure *m, int you, int who) {
    int sum = 0;
    switch ((uni_subject)m->subject) {
    case UNI_SUBJECT_PILE: return pile_amount(d, s, m);
    case UNI_SUBJECT_PLAYERS: return d->players;
    case UNI_SUBJECT_RIVALS: return d->players - 1;
    case UNI_SUBJECT_THAT: return who < d->players ? amount_of(d, s, m, who, false) : 0;
    case UNI_SUBJECT_OTHERS:
    case UNI_SUBJECT_ALL:
        for (int p = 0; p < d->players; p++) {
            bool meant = p != you || m->subject == UNI_SUBJECT_ALL;
            sum += meant ? amount_of(d, s, m, p, false) : 0;
        }
        return sum;
    default: return amount_of(d, s, m, you, false);
    }
}

static bool compare(int relation, int left, int right) {
    switch ((uni_relation)relation) {
    case UNI_MORE: return left > right;
    case UNI_FEWER: return left < right;
    case UNI_AT_LEAST: return left >= right;
    case UNI_AT_MOST: return left <= right;
    case UNI_EXACTLY: return left == right;
    }
    return false;
}

// Whether what `p` has is as the condition says, compared with a number or with other players.
static bool holds_for(const uni_deck *d, const uni_state *s, const uni_measure *m, int p, int who) {
    int mine = amount_of(d, s, m, p, true);
    if (m->than == 0) {
        return compare(m->relation, mine, m->number);
    }
    uni_subject than = (uni_subject)(m->than - 1);
    bool all = true, some = false;
    for (int q = 0; q < d->players; q++) {
        if (q == p || (than == UNI_SUBJECT_THAT && q != who)) {
            continue;
        }
        bool so = compare(m->relation, mine, amount_of(d, s, m, q, true));
        all = all && so;
        some = some || so;
    }
    return than == UNI_SUBJECT_EVERY ? all : some;
}

bool uni_holds(const uni_deck *d, const uni_state *s, const uni_measure *m, int you, int who) {
    uni_subject subject = (uni_subject)m->subject;
    bool all = true, some = false;
    if (subject == UNI_SUBJECT_PILE) {
        return compare(m->relation, pile_amount(d, s, m), m->number);
    }
    if (subject == UNI_SUBJECT_ME) {
        return holds_for(d, s, m, you, who);
    }
    if (subject == UNI_SUBJECT_THAT) {
        return who < d->players && holds_for(d, s, m, who, who);
    }
    for (int p = 0; p < d->players; p++) {
        if (p != you || subject == UNI_SUBJECT_ANY) {
            bool so = holds_for(d, s, m, p, who);
            all = all && so;
            some = some || so;
        }
    }
    return subject == UNI_SUBJECT_EVERY ? all : some;
}
