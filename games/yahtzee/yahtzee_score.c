// SPDX-License-Identifier: MIT
//
// Yahtzee: what dice score in each box, which boxes may be filled, and how good a position is.

#include "yahtzee/yahtzee.h"

const char *const yahtzee_boxes[YAHTZEE_BOXES] = {
    "ones",       "twos",           "threes",          "fours",
    "fives",      "sixes",          "three of a kind", "four of a kind",
    "full house", "small straight", "large straight",  "yahtzee",
    "chance"};

// --- Dice --------------------------------------------------------------------

static void count(const yahtzee *s, int *of) {
    for (int i = 0; i < YAHTZEE_DICE; i++) {
        of[s->dice[i]]++;
    }
}

int yahtzee_five(const yahtzee *s) {
    return s->dice[0] == s->dice[YAHTZEE_DICE - 1] ? s->dice[0] : 0;
}

static int sum(const yahtzee *s) {
    int n = 0;
    for (int i = 0; i < YAHTZEE_DICE; i++) {
        n += s->dice[i];
    }
    return n;
}

// The longest run of faces that follow each other.
static int run_of(const int *of) {
    int longest = 0, here = 0;
    for (int face = 1; face <= YAHTZEE_FACES; face++) {
        here = of[face] ? here + 1 : 0;
        longest = here > longest ? here : longest;
    }
    return longest;
}

// Whether five equal dice stand for anything: the Yahtzee and the box of their face are filled.
static int is_joker(const yahtzee *s) {
    const int8_t *box = s->box[s->player];
    int face = yahtzee_five(s);
    return face && box[YAHTZEE_FIVE] != YAHTZEE_OPEN && box[face - 1] != YAHTZEE_OPEN;
}

int yahtzee_value(const yahtzee *s, int box) {
    int of[YAHTZEE_FACES + 1] = {0}, most = 0, pair = 0, joker = is_joker(s);
    count(s, of);
    for (int face = 1; face <= YAHTZEE_FACES; face++) {
        most = of[face] > most ? of[face] : most;
        pair |= of[face] == 2;
    }
    switch (box) {
    case YAHTZEE_TRIO: return most >= 3 ? sum(s) : 0;
    case YAHTZEE_QUARTET: return most >= 4 ? sum(s) : 0;
    case YAHTZEE_HOUSE: return joker || (most == 3 && pair) ? 25 : 0;
    case YAHTZEE_SMALL: return joker || run_of(of) >= 4 ? 30 : 0;
    case YAHTZEE_LARGE: return joker || run_of(of) == 5 ? 40 : 0;
    case YAHTZEE_FIVE: return most == YAHTZEE_DICE ? 50 : 0;
    case YAHTZEE_CHANCE: return sum(s);
    default: return (box + 1) * of[box + 1];
    }
}

// --- Boxes -------------------------------------------------------------------

static int is_lower_full(const int8_t *box) {
    for (int i = YAHTZEE_FACES; i < YAHTZEE_BOXES; i++) {
        if (box[i] == YAHTZEE_OPEN) {
            return 0;
        }
    }
    return 1;
}

int yahtzee_why_no_box(const tsr_rules *r, const yahtzee *s, int box, tsr_line *out) {
    const int8_t *mine = s->box[s->player];
    int face = yahtzee_five(s);
    if (mine[box] != YAHTZEE_OPEN) {
        return tsr_say(out, BOX_FULL);
    }
    if (!face || mine[YAHTZEE_FIVE] == YAHTZEE_OPEN || r->opt[0] == YAHTZEE_FREE ||
        box == face - 1) {
        return tsr_say(out, 0);
    }
    if (mine[face - 1] == YAHTZEE_OPEN) {
        return tsr_say(out, MUST_UPPER, TSR_NAME(face - 1));
    }
    return tsr_say(out, box < YAHTZEE_FACES && !is_lower_full(mine) ? MUST_LOWER : 0);
}

void yahtzee_fill(yahtzee *s, int box) {
    if (yahtzee_five(s) && s->box[s->player][YAHTZEE_FIVE] > 0) {
        s->extra[s->player]++;
    }
    s->box[s->player][box] = (int8_t)yahtzee_value(s, box);
}

// --- Sums --------------------------------------------------------------------

static int sum_of(const yahtzee *s, int who, int from, int to) {
    int n = 0;
    for (int i = from; i < to; i++) {
        n += s->box[who][i] > 0 ? s->box[who][i] : 0;
    }
    return n;
}

int yahtzee_upper(const yahtzee *s, int who) {
    return sum_of(s, who, 0, YAHTZEE_FACES);
}

static int bonus(const yahtzee *s, int who) {
    return yahtzee_upper(s, who) >= YAHTZEE_PAR ? YAHTZEE_BONUS : 0;
}

int yahtzee_score(const yahtzee *s, int who) {
    return sum_of(s, who, 0, YAHTZEE_BOXES) + bonus(s, who) + YAHTZEE_EXTRA * s->extra[who];
}

int yahtzee_filled(const yahtzee *s, int who) {
    int n = 0;
    for (int i = 0; i < YAHTZEE_BOXES; i++) {
        n += s->box[who][i] != YAHTZEE_OPEN;
    }
    return n;
}

int yahtzee_parts(const tsr_rules *r, const void *p, tsr_part *out) {
    const yahtzee *s = p;
    static const char *const names[] = {"upper boxes", "bonus", "lower boxes", "further Yahtzees"};
    enum { PARTS = sizeof names / sizeof names[0] };
    for (int i = 0; i < PARTS; i++) {
        out[i] = (tsr_part){.name = names[i]};
    }
    for (int who = 0; who < r->players; who++) {
        out[0].points[who] = yahtzee_upper(s, who);
        out[1].points[who] = bonus(s, who);
        out[2].points[who] = sum_of(s, who, YAHTZEE_FACES, YAHTZEE_BOXES);
        out[3].points[who] = YAHTZEE_EXTRA * s->extra[who];
    }
    return PARTS;
}

// --- How good a position is --------------------------------------------------

// What a good player scores in a box on average.
static const float usual[YAHTZEE_BOXES] = {2.1f,  5.3f,  8.6f,  12.2f, 15.7f, 19.2f, 21.7f,
                                           13.1f, 22.6f, 29.5f, 32.7f, 16.9f, 22.0f};

static float sheet(const yahtzee *s, int who) {
    float total = (float)(YAHTZEE_EXTRA * s->extra[who]), ahead = 0;
    for (int i = 0; i < YAHTZEE_BOXES; i++) {
        int filled = s->box[who][i] != YAHTZEE_OPEN;
        total += filled ? (float)s->box[who][i] : usual[i];
        ahead += filled && i < YAHTZEE_FACES ? (float)(s->box[who][i] - 3 * (i + 1)) : 0.0f;
    }
    float hope = 0.7f + ahead / 15;
    return total + YAHTZEE_BONUS * (hope < 0 ? 0 : hope > 1 ? 1 : hope);
}

// With dice on the table: the sheet after the best box for them.
static float standing(const tsr_rules *r, const yahtzee *s, int who) {
    float best = -1;
    if (s->over || s->rolling || who != s->player) {
        return sheet(s, who);
    }
    for (int i = 0; i < YAHTZEE_BOXES; i++) {
        if (!yahtzee_why_no_box(r, s, i, NULL)) {
            yahtzee then = *s;
            yahtzee_fill(&then, i);
            float value = sheet(&then, who);
            best = value > best ? value : best;
        }
    }
    return best;
}

void yahtzee_heuristic(const tsr_rules *r, const void *p, float *out) {
    for (int who = 0; who < r->players; who++) {
        float mine = standing(r, p, who), best = r->players > 1 ? 0 : 200;
        for (int other = 0; other < r->players; other++) {
            float value = other == who ? 0 : standing(r, p, other);
            best = value > best ? value : best;
        }
        float lead = mine - best;
        out[who] = 0.5f + 0.5f * lead / ((lead < 0 ? -lead : lead) + 40);
    }
}
