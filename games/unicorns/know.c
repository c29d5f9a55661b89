// SPDX-License-Identifier: MIT
// What everybody knows about hands. For each observer (the players and the
// watcher) two tallies that only ever say what is certainly true:
//
//   know[o][p]  at least these are in the hand of p
//   some[o]     besides, at least these are in hands of others, whose is unknown
//
// As they are tallies, "one of two Neighs that I knew of has gone" needs no guess
// which it was: there is one less that I know of.
#include "unicorns/table.h"

// The observers are 0 .. players - 1 and the watcher.
static int next_observer(const uni_deck *d, int o) {
    return ++o == d->players ? UNI_WATCHER : o;
}

// One of `kind` has shown itself in the hand of `p`, or left it: what the
// observer knew of it is used up.
static void use_up(const uni_deck *d, uni_state *s, int observer, int p, int kind) {
    if (!uni_tally_take(d, &s->know[observer][p], kind)) {
        (void)uni_tally_take(d, &s->some[observer], kind);
    }
}

void uni_know_arrival(const uni_deck *d, uni_state *s, int p, int kind) {
    for (int o = 0; o < UNI_OBSERVERS; o = next_observer(d, o)) {
        if (o != p) {
            uni_tally_add(d, &s->know[o][p], kind);
        }
    }
}

void uni_know_departure(const uni_deck *d, uni_state *s, int p, int kind) {
    for (int o = 0; o < UNI_OBSERVERS; o = next_observer(d, o)) {
        if (o != p) {
            use_up(d, s, o, p, kind);
        }
    }
}

void uni_know_secret(const uni_deck *d, uni_state *s, int from, int to, int kind) {
    for (int o = 0; o < UNI_OBSERVERS; o = next_observer(d, o)) {
        if (o == from || o == to) {
            continue;
        }
        // Whatever was known to be there may be in the other hand now.
        for (uni_set rest = s->know[o][from]; uni_any(rest);) {
            uni_tally_add(d, &s->some[o], d->kind_of[uni_pop(&rest)]);
        }
        s->know[o][from] = uni_none();
    }
    use_up(d, s, to, from, kind);
    uni_tally_add(d, &s->know[from][to], kind);
}

void uni_know_tucked(const uni_deck *d, uni_state *s, int p) {
    for (int o = 0; o < UNI_OBSERVERS; o = next_observer(d, o)) {
        if (o != p) {
            s->know[o][p] = uni_none();
            s->some[o] = uni_none();
        }
    }
}

// Cards that come to light no longer count as "in some hand".
static void come_to_light(const uni_deck *d, uni_state *s, int observer, uni_set seen) {
    while (uni_any(seen)) {
        (void)uni_tally_take(d, &s->some[observer], d->kind_of[uni_pop(&seen)]);
    }
}

void uni_know_swap(const uni_deck *d, uni_state *s, int p, int q) {
    for (int o = 0; o < UNI_OBSERVERS; o = next_observer(d, o)) {
        if (o != p && o != q) {
            uni_set known = s->know[o][p];
            s->know[o][p] = s->know[o][q];
            s->know[o][q] = known;
        }
    }
    come_to_light(d, s, p, uni_minus(s->hand[p], s->know[p][q]));
    come_to_light(d, s, q, uni_minus(s->hand[q], s->know[q][p]));
    s->know[p][q] = s->hand[q];
    s->know[q][p] = s->hand[p];
}

void uni_know_look(const uni_deck *d, uni_state *s, int observer, int p) {
    if (observer == p) {
        return;
    }
    come_to_light(d, s, observer, uni_minus(s->hand[p], s->know[observer][p]));
    s->know[observer][p] = s->hand[p];
}

void uni_know_deck(const uni_deck *d, uni_state *s, int observer) {
    // Whoever has seen the whole deck knows that everything else is in hands.
    s->some[observer] = uni_none();
    for (int p = 0; p < d->players; p++) {
        if (p == observer) {
            continue;
        }
        for (uni_set rest = uni_minus(s->hand[p], s->know[observer][p]); uni_any(rest);) {
            uni_tally_add(d, &s->some[observer], d->kind_of[uni_pop(&rest)]);
        }
    }
}

bool uni_know_pending(const uni_deck *d, const uni_state *s) {
    if (!s->heard[UNI_OPEN_HAND]) {
        return false;
    }
    for (int p = 0; p < d->players; p++) {
        if (!uni_hand_open(d, s, p)) {
            continue;
        }
        for (int o = 0; o < UNI_OBSERVERS; o = next_observer(d, o)) {
            if (o != p && !uni_same(s->know[o][p], s->hand[p])) {
                return true;
            }
        }
    }
    return false;
}

void uni_know_open(const uni_deck *d, uni_state *s) {
    for (int p = 0; p < d->players; p++) {
        if (!uni_hand_open(d, s, p)) {
            continue;
        }
        for (int o = 0; o < UNI_OBSERVERS; o = next_observer(d, o)) {
            uni_know_look(d, s, o, p);
        }
    }
}
