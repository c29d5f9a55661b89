// SPDX-License-Identifier: MIT
// Moves as people type them: reading, and suggestions when reading fails.
#include <tessera/rules.h>

#include <string.h>

#include "base/near.h"

enum { LONGEST = TSR_MOVE_TEXT_MAX - 1 };

static int same_ignoring_case(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int x = a[i] >= 'A' && a[i] <= 'Z' ? a[i] + 32 : a[i];
        int y = b[i] >= 'A' && b[i] <= 'Z' ? b[i] + 32 : b[i];
        if (x != y) {
            return 0;
        }
        if (x == '\0') {
            return 1;
        }
    }
    return 1;
}

// How well `typed` names `text`: 3 exactly, 2 but for case, 1 as a beginning.
static int fit(const char *typed, size_t size, const char *text) {
    if (strcmp(typed, text) == 0) {
        return 3;
    }
    if (!same_ignoring_case(typed, text, size)) {
        return 0;
    }
    return text[size] == '\0' ? 2 : 1;
}

// Outcomes of chance are read the same way, for records.
static int list_options(const tsr_rules *r, const void *s, int who, tsr_move *list) {
    if (who == TSR_CHANCE) {
        uint32_t weight[TSR_MAX_MOVES];
        return r->g.chance(r, s, list, weight);
    }
    return r->g.moves(r, s, who, list);
}

// The number of moves that share the best fit; one of them goes to *out.
static int best_fits(const tsr_rules *r, const void *s, int who, const char *typed, tsr_move *out) {
    tsr_move list[TSR_MAX_MOVES];
    char text[TSR_MOVE_TEXT_MAX];
    size_t size = strlen(typed);
    int best = 0, fits = 0;
    if (size == 0 || size > LONGEST) {
        return 0;
    }
    int n = list_options(r, s, who, list);
    for (int i = 0; i < n; i++) {
        tsr_move_text(r, s, who, list[i], text, sizeof text);
        int f = fit(typed, size, text);
        if (f > best) {
            best = f;
            fits = 0;
        }
        if (f && f == best) {
            fits++;
            *out = list[i];
        }
    }
    return fits;
}

tsr_err tsr_move_read_listed(const tsr_rules *r, const void *s, int who, const char *text,
                             tsr_move *out) {
    tsr_move found = TSR_NO_MOVE;
    if (best_fits(r, s, who, text, &found) != 1) {
        return TSR_ERR_PARSE;
    }
    *out = found;
    return TSR_OK;
}

// An outcome is read as it is written. What is written otherwise by now the game's own reader may
// still know, from older records; it must be one of the outcomes all the same.
static tsr_err read_outcome(const tsr_rules *r, const void *s, const char *text, tsr_move *out) {
    tsr_move list[TSR_MAX_MOVES], found = TSR_NO_MOVE;
    if (tsr_move_read_listed(r, s, TSR_CHANCE, text, out) == TSR_OK) {
        return TSR_OK;
    }
    if (r->g.move_parse(r, s, TSR_CHANCE, text, &found) != TSR_OK) {
        return TSR_ERR_PARSE;
    }
    int n = list_options(r, s, TSR_CHANCE, list);
    for (int i = 0; i < n; i++) {
        if (list[i] == found) {
            *out = found;
            return TSR_OK;
        }
    }
    return TSR_ERR_PARSE;
}

static int may_answer(const tsr_rules *r, const void *s, int who, tsr_line *why) {
    tsr_line line;
    // Turns are tested first: who is told that no move was given may give one.
    if (tsr_why_not(r, s, who, TSR_NO_MOVE, &line) == TSR_LINE_NO_MOVE) {
        return 1;
    }
    if (why) {
        *why = line;
    }
    return 0;
}

// Copies `text` without blanks at both ends and with single blanks inside.
static int tidy(const char *text, char *out) {
    size_t n = 0;
    for (; *text; text++) {
        int blank = *text == ' ' || *text == '\t' || *text == '\r' || *text == '\n';
        if (blank && (n == 0 || out[n - 1] == ' ')) {
            continue;
        }
        if (n == LONGEST) {
            return 0;
        }
        out[n++] = blank ? ' ' : *text;
    }
    while (n && out[n - 1] == ' ') {
        n--;
    }
    out[n] = '\0';
    return n > 0;
}

tsr_err tsr_move_read(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out,
                      tsr_line *why) {
    char clean[TSR_MOVE_TEXT_MAX];
    tsr_move found = TSR_NO_MOVE;
    if (!may_answer(r, s, who, why)) {
        return TSR_ERR_PARSE;
    }
    if (!tidy(text, clean)) {
        (void)tsr_say(why, TSR_LINE_UNREADABLE);
        return TSR_ERR_PARSE;
    }
    tsr_err e = who == TSR_CHANCE ? read_outcome(r, s, clean, &found)
                                  : r->g.move_parse(r, s, who, clean, &found);
    if (e == TSR_OK && found != TSR_NO_MOVE) {
        *out = found;
        (void)tsr_say(why, 0);
        return TSR_OK;
    }
    int fits = best_fits(r, s, who, clean, &found);
    (void)(fits > 1 ? tsr_say(why, TSR_LINE_AMBIGUOUS, TSR_INT(fits))
                    : tsr_say(why, TSR_LINE_UNREADABLE));
    return TSR_ERR_PARSE;
}

int tsr_moves_near(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out,
                   int cap) {
    enum { MOST = 16 };
    tsr_move list[TSR_MAX_MOVES];
    char clean[TSR_MOVE_TEXT_MAX], move[TSR_MOVE_TEXT_MAX];
    int distance[MOST];
    int found = 0;
    cap = cap > MOST ? MOST : cap;
    size_t size = tidy(text, clean) ? strlen(clean) : 0;
    if (who < 0 || who >= TSR_CHANCE || !(tsr_turn(r, s) >> who & 1u)) {
        return 0;
    }
    int n = tsr_moves(r, s, who, list);
    for (int i = 0; i < n; i++) {
        tsr_move_text(r, s, who, list[i], move, sizeof move);
        int fits = size ? fit(clean, size, move) : 0;
        int d = fits ? -fits : near_distance(text, move);
        int at = found;
        while (at > 0 && distance[at - 1] > d) {
            at--;
        }
        if (at >= cap) {
            continue;
        }
        found += found < cap;
        for (int j = found - 1; j > at; j--) {
            distance[j] = distance[j - 1];
            out[j] = out[j - 1];
        }
        distance[at] = d;
        out[at] = list[i];
    }
    return found;
}
