// SPDX-License-Identifier: MIT
#include "unicorns/table.h"

#include "base/assert.h"

// --- Leases -----------------------------------------------------------------------

void uni_lease_add(uni_state *s, int card, int home, int until, int source) {
    if (s->lease_count < UNI_LEASES) {
        s->lease[s->lease_count++] =
            (uni_lease){(uint16_t)card, (uint16_t)source, (uint8_t)home, (uint8_t)until};
    }
}

void uni_lease_drop(uni_state *s, int i) {
    s->lease_count--;
    for (; i < s->lease_count; i++) {
        s->lease[i] = s->lease[i + 1];
    }
    s->lease[s->lease_count] = (uni_lease){0};
}

static void end_leases_of(uni_state *s, int card) {
    for (int i = s->lease_count - 1; i >= 0; i--) {
        if (s->lease[i].card == card) {
            uni_lease_drop(s, i);
        }
    }
}

// --- Coming and going ----------------------------------------------------------------

// Out of its open zone; it keeps its number until it is put somewhere.
static void lift(uni_machine *m, int card) {
    uni_state *s = m->s;
    int owner = uni_owner(s, card);
    if (owner >= 0) {
        uni_post_watchers(m, UNI_ON_GOES, owner, card, owner);
        uni_del(&s->used, card);
        uni_del(&s->stable[owner], card);
        uni_del(&s->tabled, card);
        uni_del(&s->entered, card);
        uni_listen(m->d, s, card, -1);
    } else if (s->at[card] == UNI_AT_DISCARD) {
        uni_del(&s->discard, card);
    } else if (s->at[card] == UNI_AT_NURSERY) {
        uni_del(&s->nursery, card);
    }
    uni_del(&s->open, card);
    s->at[card] = UNI_AT_HIDDEN;
}

static void put_open(uni_state *s, int card, int at) {
    uni_add(&s->open, card);
    s->at[card] = (uint8_t)at;
}

static void enter_stable(uni_machine *m, int card, int p) {
    uni_state *s = m->s;
    uni_add(&s->stable[p], card);
    uni_add(&s->tabled, card);
    uni_add(&s->entered, card);
    uni_listen(m->d, s, card, 1);
    put_open(s, card, UNI_AT_STABLE + p);
    uni_post_watchers(m, UNI_ON_COMES, p, card, p);
}

static void tell_sent(uni_machine *m, int card, int owner, uni_zone zone, int player) {
    static const uint8_t from_stable[UNI_ZONES] = {
        [UNI_HAND] = UNI_NEWS_TO_HAND,       [UNI_DISCARD] = UNI_NEWS_TO_DISCARD,
        [UNI_NURSERY] = UNI_NEWS_TO_NURSERY, [UNI_DECK] = UNI_NEWS_TO_DECK,
        [UNI_STABLE] = UNI_NEWS_MOVES,       [UNI_TOP] = UNI_NEWS_TO_TOP,
    };
    int kind = m->d->kind_of[card];
    if (owner >= 0) {
        uni_tell(m, from_stable[zone], zone == UNI_HAND ? player : owner, kind, player);
    } else if (zone == UNI_STABLE) {
        uni_tell(m, UNI_NEWS_ENTERS, player, kind, UNI_NO_PLAYER);
    }
}

void uni_send(uni_machine *m, int card, uni_zone zone, int player) {
    uni_state *s = m->s;
    int owner = uni_owner(s, card);
    int kind = m->d->kind_of[card];
    lift(m, card);
    if (owner >= 0 && zone != UNI_STABLE) {
        end_leases_of(s, card);
    }
    tell_sent(m, card, owner, zone, player);
    switch (zone) {
    case UNI_STABLE: enter_stable(m, card, player); break;
    case UNI_HAND:
        uni_tally_add(m->d, &s->hand[player], kind);
        s->hand_size[player]++;
        uni_know_arrival(m->d, s, player, kind);
        break;
    case UNI_NURSERY:
        uni_add(&s->nursery, card);
        put_open(s, card, UNI_AT_NURSERY);
        break;
    case UNI_TOP: uni_top_put(m, kind, uni_everybody(m->d)); break;
    case UNI_DECK:
        uni_top_shuffle(m->d, s);
        uni_tally_add(m->d, &s->deck, kind);
        s->deck_size++;
        break;
    case UNI_DISCARD:
    case UNI_NOWHERE:
    case UNI_ZONES:
        uni_add(&s->discard, card);
        put_open(s, card, UNI_AT_DISCARD);
        break;
    }
}

// --- Hidden zones ----------------------------------------------------------------------

static void leave_hand(uni_machine *m, int p, int kind) {
    bool had = uni_tally_take(m->d, &m->s->hand[p], kind);
    TSR_ASSERT(had);
    (void)had;
    m->s->hand_size[p]--;
}

static void join_hand(uni_machine *m, int p, int kind) {
    uni_tally_add(m->d, &m->s->hand[p], kind);
    m->s->hand_size[p]++;
}

static void leave_deck(uni_machine *m, int kind) {
    bool had = uni_tally_take(m->d, &m->s->deck, kind);
    TSR_ASSERT(had);
    (void)had;
    m->s->deck_size--;
}

int uni_show(uni_machine *m, int p, int kind) {
    leave_hand(m, p, kind);
    uni_know_departure(m->d, m->s, p, kind);
    int card = uni_first(uni_minus(m->d->range[kind].set, m->s->open));
    TSR_ASSERT(card >= 0);
    put_open(m->s, card, UNI_AT_STACK);
    return card;
}

// A card that somebody knew on top of the deck is known in the hand it goes to.
static void draw_top(uni_machine *m, int p, int kind) {
    uni_state *s = m->s;
    uint32_t known;
    int top = uni_top_take(m, &known);
    TSR_ASSERT(top == kind);
    (void)top;
    for (int o = 0; o < UNI_OBSERVERS; o++) {
        if (o != p && (known >> o & 1) && !uni_hand_open(m->d, s, p)) {
            uni_tally_add(m->d, &s->know[o][p], kind);
        }
    }
}

void uni_draw(uni_machine *m, int p, int kind) {
    if (m->s->top_count) {
        draw_top(m, p, kind);
    } else {
        leave_deck(m, kind);
    }
    join_hand(m, p, kind);
    if (uni_hand_open(m->d, m->s, p)) {
        uni_know_arrival(m->d, m->s, p, kind);
    }
    uni_tell(m, UNI_NEWS_DRAWS, p, 0, UNI_NO_PLAYER);
    if (m->s->pc != UNI_PC_DEAL) {
        uni_post_watchers(m, UNI_ON_DRAWN, p, -1, p);
    }
}

void uni_find(uni_machine *m, int p, int kind) {
    leave_deck(m, kind);
    join_hand(m, p, kind);
    uni_know_arrival(m->d, m->s, p, kind);
    uni_tell(m, UNI_NEWS_FINDS, p, kind, UNI_NO_PLAYER);
}

void uni_give(uni_machine *m, int from, int to, int kind) {
    bool seen = uni_hand_open(m->d, m->s, from) || uni_hand_open(m->d, m->s, to);
    leave_hand(m, from, kind);
    join_hand(m, to, kind);
    if (seen) {
        uni_know_departure(m->d, m->s, from, kind);
        uni_know_arrival(m->d, m->s, to, kind);
    } else {
        uni_know_secret(m->d, m->s, from, to, kind);
    }
    uni_tell(m, UNI_NEWS_GETS, to, 0, from);
}

// Out of the hand, unseen by others unless it is open.
static void slip_away(uni_machine *m, int p, int kind) {
    leave_hand(m, p, kind);
    if (uni_hand_open(m->d, m->s, p)) {
        uni_know_departure(m->d, m->s, p, kind);
    } else {
        uni_know_tucked(m->d, m->s, p);
    }
}

void uni_tuck_top(uni_machine *m, int p, int kind) {
    bool open = uni_hand_open(m->d, m->s, p);
    slip_away(m, p, kind);
    uni_top_put(m, kind, open ? uni_everybody(m->d) : 1u << p);
    uni_tell(m, UNI_NEWS_TOPS, p, 0, UNI_NO_PLAYER);
}

void uni_tuck(uni_machine *m, int p, int kind) {
    slip_away(m, p, kind);
    uni_top_shuffle(m->d, m->s);
    uni_tally_add(m->d, &m->s->deck, kind);
    m->s->deck_size++;
    uni_tell(m, UNI_NEWS_SHUFFLES, p, 0, UNI_NO_PLAYER);
}

void uni_swap(uni_machine *m, int p, int q) {
    uni_state *s = m->s;
    uni_set hand = s->hand[p];
    uint16_t size = s->hand_size[p];
    s->hand[p] = s->hand[q];
    s->hand_size[p] = s->hand_size[q];
    s->hand[q] = hand;
    s->hand_size[q] = size;
    uni_know_swap(m->d, s, p, q);
    uni_tell(m, UNI_NEWS_SWAPS, p, 0, q);
}

void uni_recycle(uni_machine *m) {
    uni_state *s = m->s;
    uni_top_shuffle(m->d, s);
    while (uni_any(s->discard)) {
        int card = uni_first(s->discard);
        uni_send(m, card, UNI_DECK, UNI_NO_PLAYER);
    }
    uni_tell(m, UNI_NEWS_RECYCLES, UNI_NO_PLAYER, 0, UNI_NO_PLAYER);
}
