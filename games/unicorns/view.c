// SPDX-License-Identifier: MIT
// What a viewer sees of a state and of a move, and how the blanks may be filled.
//
// A view blanks: cards in hands and on top of the deck that the viewer does not know, the deck
// (unless the viewer is looking through it), the answers of others while a window is open, and
// all that others know: a bit of theirs vanishing would tell which card has gone.
#include <string.h>

#include "unicorns/table.h"
#include "unicorns/verb.h"

static int observer_of(int viewer) {
    return viewer < UNI_PLAYERS ? viewer : UNI_WATCHER;
}

void uni_view(const uni_deck *d, const uni_state *s, int viewer, uni_state *out) {
    int me = observer_of(viewer);
    if (out != s) {
        memcpy(out, s, sizeof *out);
    }
    out->viewer = (uint8_t)(me + 1);
    for (int p = 0; p < d->players; p++) {
        if (p != me) {
            out->hand[p] = s->know[me][p];
            out->willing[p] = 0;
        }
    }
    if (s->looks != me + 1) {
        out->deck = uni_none();
    }
    for (int i = 0; i < s->top_count; i++) {
        out->top[i] = s->top_known[i] >> me & 1 ? s->top[i] : 0;
    }
    for (int o = 0; o < UNI_OBSERVERS; o++) {
        if (o != me) {
            memset(out->know[o], 0, sizeof out->know[o]);
            out->some[o] = uni_none();
        }
    }
}

// --- Guessing ---------------------------------------------------------------------------

// Hidden cards that still have to be dealt, as kinds: first those known to be in
// some hand, then the others.
typedef struct pool {
    int must, count;
    uint16_t kind[UNI_CARDS];
} pool;

static void shuffle(uint16_t *list, int count, tsr_rng *g) {
    for (int i = count - 1; i > 0; i--) {
        int j = (int)tsr_rng_below(g, (uint32_t)(i + 1));
        uint16_t kind = list[i];
        list[i] = list[j];
        list[j] = kind;
    }
}

static void gather(const uni_deck *d, const uni_state *s, int me, pool *out) {
    out->must = out->count = 0;
    for (uni_set rest = s->some[me]; uni_any(rest);) {
        out->kind[out->count++] = d->kind_of[uni_pop(&rest)];
    }
    out->must = out->count;
    for (int k = 0; k < d->kind_count; k++) {
        int hidden = d->kind[k].copies - uni_tally(d, s->open, k) - uni_tally(d, s->deck, k) -
                     uni_tally(d, s->some[me], k);
        for (int i = 0; i < s->top_count; i++) {
            hidden -= s->top[i] == k + 1;
        }
        for (int p = 0; p < d->players; p++) {
            hidden -= uni_tally(d, s->hand[p], k);
        }
        for (; hidden > 0 && out->count < UNI_CARDS; hidden--) {
            out->kind[out->count++] = (uint16_t)k;
        }
    }
}

// Those who have answered in secret did so in one of the ways open to them.
static void guess_answers(const uni_deck *d, uni_state *s, int me, tsr_rng *g) {
    if (s->ask != UNI_ASK_ANSWER && s->ask != UNI_ASK_QUICKEST) {
        return;
    }
    uint32_t answered = uni_may_answer(d, s) & ~(uint32_t)s->asked;
    for (int p = 0; p < d->players; p++) {
        if (p == me || !(answered >> p & 1)) {
            continue;
        }
        uni_set instants = uni_and(uni_and(s->hand[p], d->firsts), d->of_class[UNI_INSTANT].set);
        for (uni_set rest = instants; uni_any(rest);) {
            int card = uni_pop(&rest);
            if (uni_unplayable(d, s, p, d->kind_of[card], NULL)) {
                uni_del(&instants, card);
            }
        }
        int choice = (int)tsr_rng_below(g, (uint32_t)uni_count(instants) + 1);
        if (choice > 0) {
            s->willing[p] = (uint16_t)(d->kind_of[uni_nth(instants, choice - 1)] + 1);
        }
    }
}

// What others know is not guessed, but for what is before their eyes just now.
static void guess_looks(const uni_deck *d, uni_state *s) {
    if (s->looks) {
        uni_know_deck(d, s, s->looks - 1);
    }
    if (s->ask == UNI_ASK_TAKE) {
        const uni_job *job = uni_job_at_work(s);
        uni_know_look(d, s, job->you, job->to);
    }
}

void uni_guess(const uni_deck *d, const uni_state *view, int viewer, tsr_rng *g, uni_state *out) {
    int me = observer_of(viewer);
    uint16_t slot[UNI_CARDS]; // whose hand each unknown place is in
    int slots = 0, next = 0;
    pool hidden;
    if (out != view) {
        memcpy(out, view, sizeof *out);
    }
    gather(d, out, me, &hidden);
    for (int p = 0; p < d->players; p++) {
        int unknown = out->hand_size[p] - uni_count(out->hand[p]);
        for (; p != me && unknown > 0 && slots < UNI_CARDS; unknown--) {
            slot[slots++] = (uint16_t)p;
        }
    }
    shuffle(slot, slots, g);
    shuffle(hidden.kind + hidden.must, hidden.count - hidden.must, g);
    for (int i = 0; i < slots && next < hidden.count; i++) {
        uni_tally_add(d, &out->hand[slot[i]], hidden.kind[next++]);
    }
    for (int i = 0; i < out->top_count && next < hidden.count; i++) {
        if (out->top[i] == 0) {
            out->top[i] = (uint16_t)(hidden.kind[next++] + 1);
        }
    }
    while (next < hidden.count) {
        uni_tally_add(d, &out->deck, hidden.kind[next++]);
    }
    out->viewer = 0;
    guess_answers(d, out, me, g);
    guess_looks(d, out);
    uni_know_open(d, out);
}

// --- Moves as others see them -------------------------------------------------------------

static bool sees_between(const uni_deck *d, const uni_state *s, int from, int to, int viewer) {
    return viewer == from || viewer == to || uni_hand_open(d, s, from) || uni_hand_open(d, s, to);
}

// Whether `viewer` sees which card a KIND move names.
static bool sees_kind(const uni_deck *d, const uni_state *s, int who, int viewer) {
    const uni_job *job = uni_job_at_work(s);
    if (s->ask == UNI_ASK_TAKE) {
        return sees_between(d, s, job->to, who, viewer);
    }
    if (s->ask == UNI_ASK_ORDER) {
        return viewer == who;
    }
    if (s->ask == UNI_ASK_HAND) {
        const uni_node *n = &d->node[job->node];
        bool secret = n->verb == UNI_VERB_OF_put && (n->param == UNI_DECK || n->param == UNI_TOP);
        return !secret || sees_between(d, s, who, who, viewer);
    }
    return true;
}

tsr_move uni_seen(const uni_deck *d, const uni_state *s, int who, tsr_move m, int viewer) {
    int kind = tsr_move_byte(m, 0);
    bool sees = true;
    switch (kind) {
    case UNI_MOVE_PASS:
    case UNI_MOVE_ANSWER:
        sees = viewer == who;
        kind = UNI_MOVE_PASS; // the same for both: it does not tell which
        break;
    case UNI_MOVE_KIND: sees = sees_kind(d, s, who, viewer); break;
    case UNI_MOVE_DRAWN:
        sees = sees_between(d, s, s->drawer, s->drawer, viewer) ||
               (s->top_count && (s->top_known[0] >> observer_of(viewer) & 1));
        break;
    case UNI_MOVE_TOPPED: sees = viewer == uni_job_at_work(s)->you; break;
    case UNI_MOVE_PULLED:
        sees = sees_between(d, s, uni_job_at_work(s)->to, uni_job_at_work(s)->you, viewer);
        break;
    default: break;
    }
    return sees ? m : (TSR_HIDDEN | (tsr_move)kind);
}
