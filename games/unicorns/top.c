// SPDX-License-Identifier: MIT
// The top of an ordered deck.
//
// A deck has no order until somebody looks: then chance says which cards lie on top, and from
// there on they do. They are kept apart from the rest, with who knows each of them. Whatever
// shuffles the deck, or something into it, mixes them in again. Beyond UNI_TOPS cards the
// order is forgotten.
#include "base/assert.h"
#include "unicorns/table.h"

static void close_gap(uni_state *s, int at) {
    s->top_count--;
    for (; at < s->top_count; at++) {
        s->top[at] = s->top[at + 1];
        s->top_known[at] = s->top_known[at + 1];
    }
    s->top[s->top_count] = s->top_known[s->top_count] = 0;
}

void uni_top_shuffle(const uni_deck *d, uni_state *s) {
    while (s->top_count) {
        uni_tally_add(d, &s->deck, s->top[0] - 1);
        close_gap(s, 0);
    }
}

void uni_top_find(uni_machine *m, int kind, int observer) {
    uni_state *s = m->s;
    bool had = uni_tally_take(m->d, &s->deck, kind);
    TSR_ASSERT(had && s->top_count < UNI_TOPS);
    (void)had;
    s->top[s->top_count] = (uint16_t)(kind + 1);
    s->top_known[s->top_count++] = (uint16_t)(1u << observer);
}

void uni_top_put(uni_machine *m, int kind, uint32_t known) {
    uni_state *s = m->s;
    if (s->top_count == UNI_TOPS) { // the lowest sinks out of sight
        uni_tally_add(m->d, &s->deck, s->top[UNI_TOPS - 1] - 1);
        close_gap(s, UNI_TOPS - 1);
    }
    for (int i = s->top_count; i > 0; i--) {
        s->top[i] = s->top[i - 1];
        s->top_known[i] = s->top_known[i - 1];
    }
    s->top[0] = (uint16_t)(kind + 1);
    s->top_known[0] = (uint16_t)known;
    s->top_count++;
    s->deck_size++;
}

int uni_top_take(uni_machine *m, uint32_t *known) {
    uni_state *s = m->s;
    int kind = s->top[0] - 1;
    *known = s->top_known[0];
    close_gap(s, 0);
    s->deck_size--;
    return kind;
}

void uni_top_see(uni_state *s, int count, int observer) {
    for (int i = 0; i < count && i < s->top_count; i++) {
        s->top_known[i] = (uint16_t)(s->top_known[i] | 1u << observer);
    }
}

bool uni_top_unseen(const uni_state *s, int count, int observer) {
    for (int i = 0; i < count && i < s->top_count; i++) {
        if (!(s->top_known[i] >> observer & 1)) {
            return true;
        }
    }
    return false;
}

// Whoever puts them in order knows them; nobody else does any more, whatever it was before.
void uni_top_order(uni_state *s, int at, int kind, int count, int who) {
    int from = at;
    while (from < count - 1 && s->top[from] != kind + 1) {
        from++;
    }
    uint16_t chosen = s->top[from];
    for (; from > at; from--) {
        s->top[from] = s->top[from - 1];
    }
    s->top[at] = chosen;
    for (int i = 0; i < count; i++) {
        s->top_known[i] = (uint16_t)(1u << who);
    }
}
