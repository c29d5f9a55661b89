// SPDX-License-Identifier: MIT
// Ratings after a match, and a match's players as text.
#include "server/rated.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/glicko.h"

store_rating rated_start(const char *game) {
    store_rating s = {.rating = glicko_start.rating,
                      .rd = glicko_start.rd,
                      .volatility = glicko_start.volatility};
    (void)snprintf(s.game, sizeof s.game, "%s", game);
    return s;
}

static glicko glicko_of(const store_rating *r) {
    return (glicko){r->rating, r->rd, r->volatility};
}

static glicko after(const rated *seats, int count, int seat) {
    glicko others[RATED_MOST];
    double scores[RATED_MOST];
    int n = 0;
    for (int q = 0; q < count; q++) {
        if (q != seat) {
            int mine = seats[seat].rank, theirs = seats[q].rank;
            scores[n] = mine < theirs ? 1 : mine == theirs ? 0.5 : 0;
            others[n++] = glicko_of(&seats[q].rating);
        }
    }
    return glicko_after(glicko_of(&seats[seat].rating), others, scores, n);
}

void rated_match(rated *seats, int count) {
    glicko now[RATED_MOST];
    for (int p = 0; p < count; p++) {
        now[p] = after(seats, count, p);
    }
    for (int p = 0; p < count; p++) {
        store_rating *r = &seats[p].rating;
        if (!seats[p].is_gone) {
            r->rating = now[p].rating;
            r->rd = now[p].rd;
            r->volatility = now[p].volatility;
            r->games++;
        }
    }
}

void rated_write(buffer *out, const rated *seats, int count) {
    for (int p = 0; p < count; p++) {
        buffer_addf(out, "%s%" PRIu64 " %d", p ? " " : "", seats[p].user, seats[p].rank);
    }
}

int rated_read(const char *text, rated *seats) {
    int n = 0;
    char *end;
    while (n < RATED_MOST) {
        seats[n] = (rated){.user = strtoull(text, &end, 10)};
        if (end == text || *end != ' ') {
            return 0;
        }
        text = end;
        seats[n++].rank = (int)strtol(text, &end, 10);
        if (end == text || (*end && *end != ' ')) {
            return 0;
        }
        if (!*end) {
            return n;
        }
        text = end;
    }
    return 0;
}
