// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_TABLE_H
#define TSR_UNICORNS_TABLE_H

// The table: what lies where, what holds there, and how a card gets from one
// place to another. All movement goes through these few functions; they keep the
// reverse map, the public counts, what everybody knows, the leases and the rules
// that listen to cards coming and going.

#include "unicorns/machine.h"

// --- What lies where ----------------------------------------------------------------

// The player whose stable `card` is in, -1 if it is in none.
static inline int uni_owner(const uni_state *s, int card) {
    int p = s->at[card] - UNI_AT_STABLE;
    return p >= 0 && p < UNI_PLAYERS ? p : -1;
}

// --- Standing rules (hooks.c) -----------------------------------------------------------

// The next rule of `kind` for `event`, from rule `*i` on (start with 0); NULL = no more.
const uni_rule *uni_rule_of(const uni_deck *d, int kind, uni_event event, int *i);

// Cards in stables that have a live rule for `event`.
static inline uni_set uni_live(const uni_deck *d, const uni_state *s, uni_event event) {
    return s->heard[event] ? uni_minus(uni_and(d->listens[event].set, s->tabled), s->off)
                           : uni_none();
}

// The rules of `card` begin (1) or cease (-1) to listen: it enters or leaves a stable.
void uni_listen(const uni_deck *d, uni_state *s, int card, int by);

bool uni_pandas(const uni_deck *d, const uni_state *s, int p);
// Cards in the stable of `p` that fit `pick` as they are now.
uni_set uni_stable_fit(const uni_deck *d, const uni_state *s, int p, const uni_pick *pick);
// Whether `card` fits `pick`, seen from rule card `src` in the stable of `you`.
bool uni_fits(const uni_deck *d, const uni_state *s, const uni_pick *pick, int you, int src,
              int card);
// Cards in stables that cannot be hit in one of the ways `pasts` by card `src`.
uni_set uni_protected(const uni_deck *d, const uni_state *s, int pasts, int src);
// Cards in stables whose events do nothing.
uni_set uni_muted(const uni_deck *d, const uni_state *s);
// Cards in open zones that may not enter the stable of `p`.
uni_set uni_barred(const uni_deck *d, const uni_state *s, int p);
// Kinds, with all their copies, that may not; for cards out of hidden zones.
uni_set uni_barred_kinds(const uni_deck *d, const uni_state *s, int p);
// The card that forbids `p` to play cards of `class_`, -1 if none does.
int uni_forbids(const uni_deck *d, const uni_state *s, int p, int class_);
// Whether the top of the stack may be answered at all.
bool uni_stoppable(const uni_deck *d, const uni_state *s, const uni_play *play);
bool uni_hand_open(const uni_deck *d, const uni_state *s, int p);
int uni_keep(const uni_deck *d, const uni_state *s, int p);    // the hand limit
int uni_value(const uni_deck *d, const uni_state *s, int p);   // unicorns, for winning
int uni_letters(const uni_deck *d, const uni_state *s, int p); // in their names
// What `while more than n` counts.
int uni_worth(const uni_deck *d, const uni_state *s, int p, const uni_pick *pick);

// Whether `rule` of `card`, which bars some from entering, speaks of the stable of `p`.
bool uni_bars(const uni_state *s, const uni_rule *rule, int card, int p);

// --- Counting and comparing (measure.c) -----------------------------------------------------

// How many there are of what is measured, seen from `you`; `who` is "that player".
int uni_amount(const uni_deck *d, const uni_state *s, const uni_measure *m, int you, int who);
bool uni_holds(const uni_deck *d, const uni_state *s, const uni_measure *m, int you, int who);

// --- The top of an ordered deck (top.c) ----------------------------------------------------------

void uni_top_shuffle(const uni_deck *d, uni_state *s);                  // nobody knows it any more
void uni_top_find(uni_machine *m, int kind, int observer);              // looked at, as the lowest
void uni_top_put(uni_machine *m, int kind, uint32_t known);             // as the next card
int uni_top_take(uni_machine *m, uint32_t *known);                      // its kind
void uni_top_see(uni_state *s, int count, int observer);                // looked at
void uni_top_order(uni_state *s, int at, int kind, int count, int who); // `kind` to place `at`
bool uni_top_unseen(const uni_state *s, int count, int observer);
static inline uint32_t uni_everybody(const uni_deck *d) {
    return ((1u << d->players) - 1) | 1u << UNI_WATCHER;
}

// --- Movement (table.c) -----------------------------------------------------------------

// A card out of an open zone to `zone`: of `player` where it is a hand or a stable.
void uni_send(uni_machine *m, int card, uni_zone zone, int player);

// One card of `kind` out of the hand of `p`, for all to see; returns its number. It is
// nowhere until it is sent on.
int uni_show(uni_machine *m, int p, int kind);

// One card of `kind` from the hand of `p` to the discard pile (verbs/discard.c).
void uni_discard(uni_machine *m, int p, int kind);

void uni_draw(uni_machine *m, int p, int kind);            // from the deck, in secret
void uni_find(uni_machine *m, int p, int kind);            // from the deck, shown to all
void uni_give(uni_machine *m, int from, int to, int kind); // from hand to hand
void uni_tuck(uni_machine *m, int p, int kind);            // from the hand into the deck, in secret
void uni_swap(uni_machine *m, int p, int q);               // hands
void uni_tuck_top(uni_machine *m, int p, int kind);        // from the hand on top of the deck
void uni_recycle(uni_machine *m);                          // discard pile into the deck

void uni_lease_add(uni_state *s, int card, int home, int until, int source);
void uni_lease_drop(uni_state *s, int i);

// --- Knowledge (know.c) -------------------------------------------------------------------

// Everybody sees one of `kind` arrive in, or leave, the hand of `p`.
void uni_know_arrival(const uni_deck *d, uni_state *s, int p, int kind);
void uni_know_departure(const uni_deck *d, uni_state *s, int p, int kind);
// A card goes from hand to hand; only the two see which.
void uni_know_secret(const uni_deck *d, uni_state *s, int from, int to, int kind);
// A card of the hand of `p` goes into the deck; nobody else sees which.
void uni_know_tucked(const uni_deck *d, uni_state *s, int p);
// The hands of `p` and `q` have been exchanged.
void uni_know_swap(const uni_deck *d, uni_state *s, int p, int q);
// `observer` looks at the hand of `p`, or at the deck.
void uni_know_look(const uni_deck *d, uni_state *s, int observer, int p);
void uni_know_deck(const uni_deck *d, uni_state *s, int observer);
// Open hands are known to all: whether somebody has not seen one yet, and the seeing.
bool uni_know_pending(const uni_deck *d, const uni_state *s);
void uni_know_open(const uni_deck *d, uni_state *s);

#endif
