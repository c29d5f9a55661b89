// SPDX-License-Identifier: MIT
// What a network sees: which cards lie where, who is how far, and what is asked.
//
// Seats are counted from the viewer, so that what holds for "the one before me" is learned once. Cards are counted by
// kind: a plane has a cell for each. What the viewer does not know is in no plane, since a view is all there is to read.
#include <stdio.h>
#include <string.h>

#include "unicorns/parts.h"
#include "unicorns/unicorns.h"
#include "unicorns/verb.h"

// Planes: the stable and the hand of each seat, then these.
enum { DISCARD, TOP, BOTTOM, SOURCE, TARGET, FOR_TABLE };

static const char *const plane_names[FOR_TABLE] = {
    "discarded", "to be answered", "played first", "in question", "in danger",
};

// Numbers of each seat,
enum { MISSING, HAND, KNOWN, CANNOT, SURE, PANDAS, UPGRADES, DOWNGRADES, LEADS, TURN, PER_SEAT };

static const char *const seat_names[PER_SEAT] = {
    "misses so many", "cards in hand", "known cards", "cannot answer", "cannot be stopped",
    "has pandas",     "upgrades",      "downgrades",  "leads",         "is on turn",
};

// and of the table. What was played first goes to some seat, or nowhere.
enum {
    STACK,
    ODD,
    WINS,
    NEEDS,
    OWNER_LEADS,
    DECK,
    OFFER,
    ASKS,
    TOP_BY = ASKS + TSR_UNICORNS_CHANCE + 1,
    BOTTOM_BY = TOP_BY + TSR_MAX_PLAYERS,
    BOTTOM_TO = BOTTOM_BY + TSR_MAX_PLAYERS,
    VERBS = BOTTOM_TO + TSR_MAX_PLAYERS,
    NUMBERS = VERBS + UNI_VERB_OF_COUNT
};

static void sight(const tsr_rules *r, tsr_sight *out) {
    *out = (tsr_sight){.planes = 2u * r->players + FOR_TABLE,
                       .height = 1,
                       .width = (uint32_t)tsr_unicorns_kind_count(r),
                       .scalars = (uint32_t)r->players * PER_SEAT + NUMBERS};
}

// --- Planes -----------------------------------------------------------------------------

static void see_seat_cards(const tsr_rules *r, const tsr_unicorns_seat *seat, uint8_t *stable,
                           uint8_t *hand) {
    for (int i = 0; i < seat->stable_count; i++) {
        stable[tsr_unicorns_kind_of(r, seat->stable[i])]++;
    }
    memcpy(hand, seat->hand, (size_t)tsr_unicorns_kind_count(r));
}

static void see_cards(const tsr_rules *r, const tsr_unicorns *t, int me, uint8_t *planes) {
    size_t kinds = (size_t)tsr_unicorns_kind_count(r), n = r->players;
    uint8_t *table = planes + 2 * n * kinds;
    const int one[FOR_TABLE] = {-1, t->top_kind, t->bottom_kind, t->source, t->target};
    memset(planes, 0, (2 * n + FOR_TABLE) * kinds);
    for (size_t i = 0; i < n; i++) {
        see_seat_cards(r, &t->seat[((size_t)me + i) % n], planes + i * kinds,
                       planes + (n + i) * kinds);
    }
    memcpy(table + DISCARD * kinds, t->discard, kinds);
    for (size_t i = TOP; i < FOR_TABLE; i++) {
        if (one[i] >= 0) {
            table[i * kinds + (size_t)one[i]] = 1;
        }
    }
}

// --- Numbers ----------------------------------------------------------------------------

static int best_value(const tsr_unicorns *t) {
    int best = 0;
    for (int p = 0; p < t->players; p++) {
        best = t->seat[p].value > best ? t->seat[p].value : best;
    }
    return best;
}

static int count_class(const tsr_rules *r, const tsr_unicorns_seat *seat, int class_) {
    int n = 0;
    for (int i = 0; i < seat->stable_count; i++) {
        int kind = tsr_unicorns_kind_of(r, seat->stable[i]);
        n += tsr_unicorns_kind_at(r, kind).class_ == class_;
    }
    return n;
}

static void see_seat(const tsr_rules *r, const tsr_unicorns *t, int p, float *out) {
    const tsr_unicorns_seat *seat = &t->seat[p];
    out[MISSING] = (float)(t->goal - seat->value);
    out[HAND] = (float)seat->hand_size;
    out[KNOWN] = (float)seat->known;
    out[CANNOT] = (float)seat->cannot_answer;
    out[SURE] = (float)seat->is_unstoppable;
    out[PANDAS] = (float)seat->has_pandas;
    out[UPGRADES] = (float)count_class(r, seat, TSR_UNICORNS_UPGRADE);
    out[DOWNGRADES] = (float)count_class(r, seat, TSR_UNICORNS_DOWNGRADE);
    out[LEADS] = (float)(seat->value == best_value(t));
    out[TURN] = (float)(t->turn == p);
}

// The card that was played first: for whom, and whether it would win.
static void see_stack(const tsr_rules *r, const tsr_unicorns *t, int me, float *out) {
    if (!t->stack_count) {
        return;
    }
    int owner = t->bottom_stable >= 0 ? t->bottom_stable : t->bottom_caster;
    const tsr_unicorns_seat *seat = &t->seat[owner];
    tsr_unicorns_kind kind = tsr_unicorns_kind_at(r, t->bottom_kind);
    int counts = kind.class_ <= TSR_UNICORNS_MAGICAL && !seat->has_pandas;
    out[STACK] = (float)t->stack_count;
    out[ODD] = (float)(t->stack_count % 2);
    out[WINS] = (float)(counts && seat->value + kind.value >= t->goal);
    out[NEEDS] = (float)(t->goal - seat->value);
    out[OWNER_LEADS] = (float)(seat->value == best_value(t));
    out[TOP_BY + (t->top_caster - me + t->players) % t->players] = 1;
    out[BOTTOM_BY + (t->bottom_caster - me + t->players) % t->players] = 1;
    out[BOTTOM_TO + (owner - me + t->players) % t->players] = 1;
}

static void see_table(const tsr_rules *r, const tsr_unicorns *t, int me, float *out) {
    see_stack(r, t, me, out);
    out[DECK] = (float)t->deck_size;
    out[OFFER] = (float)t->offer;
    out[ASKS + t->ask] = 1;
    for (int v = 0; t->verb && v < UNI_VERB_OF_COUNT; v++) {
        out[VERBS + v] = (float)(strcmp(t->verb, uni_verbs[v]->word) == 0);
    }
}

static void observe(const tsr_rules *r, const void *view, int viewer, uint8_t *planes,
                    float *scalars) {
    tsr_unicorns t;
    int me = viewer < r->players ? viewer : 0, n = r->players;
    tsr_unicorns_read(r, view, &t);
    if (planes) {
        see_cards(r, &t, me, planes);
    }
    if (scalars) {
        memset(scalars, 0, ((size_t)n * PER_SEAT + NUMBERS) * sizeof *scalars);
        for (int i = 0; i < n; i++) {
            see_seat(r, &t, (me + i) % n, scalars + i * PER_SEAT);
        }
        see_table(r, &t, me, scalars + n * PER_SEAT);
    }
}

// --- Names ------------------------------------------------------------------------------

static const char *seat_word(uint32_t seat) {
    static const char *const words[TSR_MAX_PLAYERS] = {
        "me", "p+1", "p+2", "p+3", "p+4", "p+5", "p+6", "p+7",
    };
    return words[seat % TSR_MAX_PLAYERS];
}

static int number_text(uint32_t i, char *buf, size_t cap) {
    static const char *const first[ASKS] = {
        "cards being played", "an odd number", "would win",        "its owner misses so many",
        "its owner leads",    "cards to draw", "what it is worth",
    };
    if (i < ASKS) {
        return snprintf(buf, cap, "%s", first[i]);
    }
    if (i < TOP_BY) {
        return snprintf(buf, cap, "question %u", i - ASKS);
    }
    if (i < VERBS) {
        static const char *const whose[] = {"to be answered, by", "played first, by",
                                            "played first, for"};
        return snprintf(buf, cap, "%s %s", whose[(i - TOP_BY) / TSR_MAX_PLAYERS],
                        seat_word(i - TOP_BY));
    }
    return snprintf(buf, cap, "to %s", uni_verbs[i - VERBS]->word);
}

static int legend(const tsr_rules *r, uint32_t i, char *buf, size_t cap) {
    uint32_t n = r->players;
    if (i < 2 * n) {
        return snprintf(buf, cap, "%s: %s", seat_word(i % n), i < n ? "stable" : "hand");
    }
    if (i < 2 * n + FOR_TABLE) {
        return snprintf(buf, cap, "%s", plane_names[i - 2 * n]);
    }
    i -= 2 * n + FOR_TABLE;
    return i < n * PER_SEAT
               ? snprintf(buf, cap, "%s: %s", seat_word(i / PER_SEAT), seat_names[i % PER_SEAT])
               : number_text(i - n * PER_SEAT, buf, cap);
}

const tsr_game_learn uni_learn = {
    .size = sizeof(tsr_game_learn), .sight = sight, .observe = observe, .legend = legend};
