// SPDX-License-Identifier: MIT
// Knowledge for agents: who is how far, what a table looks like as numbers, which
// moves to try first.
#include <stdio.h>
#include <string.h>

#include "unicorns/parts.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

// Points towards winning: unicorns count most, good cards in the stable and cards
// in hand a little. Chosen so that a unicorn is worth about four cards in hand.
static float standing_of(const uni_deck *d, const uni_state *s, int p) {
    float unicorns = (float)uni_value(d, s, p);
    float magical = (float)uni_count(uni_and(s->stable[p], d->of_class[UNI_MAGICAL].set));
    float upgrades = (float)uni_count(uni_and(s->stable[p], d->of_class[UNI_UPGRADE].set));
    float downgrades = (float)uni_count(uni_and(s->stable[p], d->of_class[UNI_DOWNGRADE].set));
    float pandas = uni_pandas(d, s, p) ? 0.3f * (float)uni_count(s->stable[p]) : 0.0f;
    return unicorns + 0.15f * magical + 0.35f * upgrades - 0.45f * downgrades + pandas +
           0.25f * (float)s->hand_size[p];
}

static void heuristic(const tsr_rules *r, const void *state, float *out) {
    const uni_deck *d = uni_deck_of(r);
    const uni_state *s = state;
    float power[UNI_PLAYERS], total = 0;
    float goal = (float)d->win[d->players];
    if (s->pc == UNI_PC_OVER) {
        tsr_utility(r, s, out);
        return;
    }
    for (int p = 0; p < d->players; p++) {
        // The nearer to the goal, the more a step counts.
        float x = standing_of(d, s, p) / goal;
        x = x < 0 ? 0 : x;
        power[p] = 0.02f + x * x * x;
        total += power[p];
    }
    for (int p = 0; p < d->players; p++) {
        out[p] = power[p] / total;
    }
}

// --- Features ---------------------------------------------------------------------------

// For each seat, counted from the viewer: unicorns towards the goal, cards of each
// class in the stable, hand, cards known in it, a few standing rules. Then the table.
enum { PER_SEAT = 16, FOR_TABLE = 12, FEATURES = PER_SEAT * UNI_PLAYERS + FOR_TABLE };

static void seat_features(const uni_deck *d, const uni_state *s, int p, float *out) {
    int n = 0;
    out[n++] = 1.0f; // the seat is taken
    out[n++] = (float)uni_value(d, s, p) / (float)d->win[d->players];
    for (int c = 0; c < UNI_CLASSES; c++) {
        if (UNI_STAYS >> c & 1) {
            out[n++] = (float)uni_count(uni_and(s->stable[p], d->of_class[c].set)) / 7.0f;
        }
    }
    out[n++] = (float)s->hand_size[p] / 7.0f;
    out[n++] = (float)uni_count(s->hand[p]) / 7.0f;
    out[n++] = (float)uni_count(uni_and(s->hand[p], d->of_class[UNI_INSTANT].set)) / 3.0f;
    out[n++] = (float)uni_count(uni_and(s->hand[p], d->unicorns)) / 7.0f;
    out[n++] = uni_forbids(d, s, p, UNI_INSTANT) >= 0 ? 1.0f : 0.0f;
    out[n++] = uni_pandas(d, s, p) ? 1.0f : 0.0f;
    out[n++] = uni_meet(uni_live(d, s, UNI_ON_START), s->stable[p]) ? 1.0f : 0.0f;
    out[n++] = s->turn == p ? 1.0f : 0.0f;
}

static void features(const tsr_rules *r, const void *view, int viewer, float *out) {
    const uni_deck *d = uni_deck_of(r);
    const uni_state *s = view;
    int me = viewer < d->players ? viewer : 0;
    memset(out, 0, FEATURES * sizeof *out);
    for (int i = 0; i < d->players; i++) {
        seat_features(d, s, (me + i) % d->players, out + PER_SEAT * i);
    }
    float *t = out + PER_SEAT * UNI_PLAYERS;
    t[0] = (float)s->deck_size / (float)d->card_count;
    t[1] = (float)uni_count(s->discard) / (float)d->card_count;
    t[2] = (float)uni_count(s->nursery) / 13.0f;
    t[3] = (float)s->stack_count;
    t[4] = s->stack_count && s->stack[0].caster == me ? 1.0f : 0.0f;
    t[5] = (float)(s->plays - s->played);
    t[6] = (float)s->more_draws[s->turn];
    t[7] = (float)s->more_turns[s->turn];
    t[8] = s->ask == UNI_ASK_ACT ? 1.0f : 0.0f;
    t[9] = s->ask == UNI_ASK_ANSWER ? 1.0f : 0.0f;
    t[10] = s->pc == UNI_PC_CHAIN ? 1.0f : 0.0f;
    t[11] = (float)d->players / (float)UNI_PLAYERS;
}

// --- Moves --------------------------------------------------------------------------------

// A number for each move: plain words, variants, seats counted from the mover, kinds to name,
// cards to play by kind and seat, cards to aim at. How many there are depends on the deck.
enum {
    VARIANTS_AT = UNI_MOVE_KINDS,
    PLAYERS_AT = VARIANTS_AT + UNI_VARIANTS,
    STABLES_AT = PLAYERS_AT + UNI_PLAYERS,
    KINDS_AT = STABLES_AT + UNI_PLAYERS
};

static int plays_at(const uni_deck *d) {
    return KINDS_AT + d->kind_count;
}

static int targets_at(const uni_deck *d) {
    return plays_at(d) + d->kind_count * (UNI_PLAYERS + 1);
}

static int from_me(const uni_deck *d, int who, int p) {
    return p < d->players ? (p - who + d->players) % d->players : UNI_PLAYERS;
}

static int action_of(const tsr_rules *r, const void *s, int who, tsr_move m) {
    const uni_deck *d = uni_deck_of(r);
    int a = uni_move_a(m);
    (void)s;
    switch (tsr_move_byte(m, 0)) {
    case UNI_MOVE_PLAY: return plays_at(d) + a * (UNI_PLAYERS + 1) + from_me(d, who, uni_move_b(m));
    case UNI_MOVE_ANSWER:
    case UNI_MOVE_KIND: return KINDS_AT + a;
    case UNI_MOVE_USE:
    case UNI_MOVE_TARGET: return targets_at(d) + a;
    case UNI_MOVE_PLAYER: return PLAYERS_AT + from_me(d, who, a);
    case UNI_MOVE_STABLE: return STABLES_AT + from_me(d, who, a);
    case UNI_MOVE_VARIANT: return VARIANTS_AT + a;
    default: return tsr_move_byte(m, 0);
    }
}

uint32_t uni_action_count(const uni_deck *d) {
    return (uint32_t)(targets_at(d) + d->card_count);
}

int uni_action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out) {
    *out = (uint32_t)action_of(r, s, who, m);
    return 1;
}

// A seat as the mover counts them.
static const char *seat_word(int from_mover) {
    static const char *const words[UNI_PLAYERS] = {
        "me", "p+1", "p+2", "p+3", "p+4", "p+5", "p+6", "p+7",
    };
    return words[from_mover];
}

static int plain_text(int i, char *buf, size_t cap) {
    static const char *const words[UNI_MOVE_KINDS] = {
        [UNI_MOVE_DRAW] = "draw", [UNI_MOVE_DONE] = "done", [UNI_MOVE_PASS] = "pass",
        [UNI_MOVE_YES] = "yes",   [UNI_MOVE_NO] = "no",     [UNI_MOVE_NONE] = "none",
    };
    return words[i] ? snprintf(buf, cap, "%s", words[i]) : snprintf(buf, cap, "#%d", i);
}

static int card_text(const uni_deck *d, int i, char *buf, size_t cap) {
    if (i >= targets_at(d)) {
        int card = i - targets_at(d), kind = d->kind_of[card];
        return snprintf(buf, cap, "the card %s #%d", uni_kind_name(d, kind),
                        card - d->kind[kind].first + 1);
    }
    if (i < plays_at(d)) {
        return snprintf(buf, cap, "a %s", uni_kind_name(d, i - KINDS_AT));
    }
    int kind = (i - plays_at(d)) / (UNI_PLAYERS + 1), on = (i - plays_at(d)) % (UNI_PLAYERS + 1);
    return on == UNI_PLAYERS
               ? snprintf(buf, cap, "play %s", uni_kind_name(d, kind))
               : snprintf(buf, cap, "play %s on %s", uni_kind_name(d, kind), seat_word(on));
}

// What a number means whatever is asked: a kind may be named to answer with it or to discard it.
int uni_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap) {
    const uni_deck *d = uni_deck_of(r);
    int i = (int)action;
    if (i < VARIANTS_AT) {
        return plain_text(i, buf, cap);
    }
    if (i < PLAYERS_AT) {
        return snprintf(buf, cap, "way %d", i - VARIANTS_AT + 1);
    }
    if (i < KINDS_AT) {
        return i < STABLES_AT ? snprintf(buf, cap, "choose %s", seat_word(i - PLAYERS_AT))
                              : snprintf(buf, cap, "to %s", seat_word(i - STABLES_AT));
    }
    return card_text(d, i, buf, cap);
}

// Good things for me, bad things for others; drawing last.
static int rate(const tsr_rules *r, const void *state, int who, tsr_move m) {
    const uni_deck *d = uni_deck_of(r);
    const uni_state *s = state;
    int a = uni_move_a(m), b = uni_move_b(m);
    switch (tsr_move_byte(m, 0)) {
    case UNI_MOVE_PLAY: {
        int class_ = d->kind[a].class_;
        bool good = class_ != UNI_DOWNGRADE;
        bool mine = b == who || b == UNI_NO_PLAYER;
        return good == mine ? (UNI_UNICORNS >> class_ & 1 ? 60 : 50) : 5;
    }
    case UNI_MOVE_USE: return 65;
    case UNI_MOVE_YES: return 40;
    case UNI_MOVE_ANSWER: return 30;
    case UNI_MOVE_PASS: return 35;
    case UNI_MOVE_TARGET: {
        int owner = uni_owner(s, a);
        int value = uni_has(d->unicorns, a) ? 20 : uni_class_of(d, a) == UNI_UPGRADE ? 15 : -15;
        return owner == who ? -value : value + (owner >= 0 ? uni_value(d, s, owner) : 0);
    }
    case UNI_MOVE_DRAW: return 10;
    default: return 0;
    }
}

static int noisy(const tsr_rules *r, const void *s, int who, tsr_move m) {
    (void)r, (void)s, (void)who;
    return tsr_move_byte(m, 0) != UNI_MOVE_DRAW && tsr_move_byte(m, 0) != UNI_MOVE_DONE;
}

const tsr_game_ai uni_ai = {
    .size = sizeof(tsr_game_ai),
    .feature_count = FEATURES,
    .heuristic = heuristic,
    .features = features,
    .piece_count = UNI_PIECES,
    .move_pieces = uni_move_pieces,
    .rate = rate,
    .noisy = noisy,
};
