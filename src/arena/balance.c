// SPDX-License-Identifier: MIT
//
// Counts what games between equal players tell: places, lengths, choices; and what that says together.
#include "arena/balance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

tsr_err balance_init(balance *b, const tsr_rules *r, const balance_places *places, tsr_error *err) {
    *b = (balance){.players = r->players, .sides = tally_sides_of(r), .places = places};
    b->still = calloc(places->count + 1, sizeof *b->still);
    return b->still ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "no memory to count games");
}

void balance_deinit(balance *b) {
    free(b->still);
    free(b->length);
    repeats_deinit(&b->seen);
    *b = (balance){0};
}

static int keep_length(balance *b, uint32_t length) {
    if (b->games == b->cap) {
        size_t cap = b->cap ? 2 * b->cap : 64;
        uint32_t *more = realloc(b->length, cap * sizeof *more);
        if (!more) {
            b->failed = 1;
            return 0;
        }
        b->length = more;
        b->cap = cap;
    }
    b->length[b->games] = length;
    return 1;
}

static void add_fields(balance *b, const balance_game *g) {
    for (int i = 0; i < BALANCE_FIELDS; i++) {
        if (i != BALANCE_MOST_CHOICES) {
            b->sum[i] += g->field[i];
        } else if (g->field[i] > b->sum[i]) {
            b->sum[i] = g->field[i];
        }
    }
    for (size_t i = 0; i < b->places->count; i++) {
        b->still[i] += g->used[i] == '0';
    }
}

static void add_result(balance *b, const tsr_result *result) {
    tally_row row = {0};
    for (int seat = 0; seat < b->players; seat++) {
        row.won = 0;
        tally_add(&row, result, &b->sides, seat);
        b->won[seat] += row.won;
    }
}

int balance_add(balance *b, const runner_game *game, const char *text, int once) {
    balance_game g;
    if (once && !repeats_add(&b->seen, game->hash)) {
        b->repeated++;
        return 1;
    }
    if (!text || !balance_game_read(text, b->places->count, &g)) {
        return 0;
    }
    if (!keep_length(b, (uint32_t)g.field[BALANCE_DECISIONS])) {
        return 1;
    }
    b->games++;
    add_fields(b, &g);
    if (game->adjudicated) {
        b->endless++;
    } else {
        add_result(b, game->result);
    }
    return 1;
}

balance_share balance_share_of(uint64_t part, uint64_t all) {
    const double z = 1.96, n = (double)all;
    if (!all) {
        return (balance_share){nan(""), nan(""), nan("")};
    }
    double p = (double)part / n, middle = p + z * z / (2 * n);
    double wide = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)), under = 1 + z * z / n;
    return (balance_share){p, (middle - wide) / under, (middle + wide) / under};
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double mean_of(int64_t sum, int64_t count) {
    return count ? (double)sum / (double)count : nan("");
}

static int side_count(const balance *b) {
    int count = 0;
    for (int seat = 0; seat < b->players; seat++) {
        count += tally_leads_side(&b->sides, seat);
    }
    return count;
}

static const char *verdict_of(const balance *b, const balance_report *r) {
    double even = 1.0 / side_count(b);
    if (b->players < 2 || !r->decided) {
        return b->players > 1 && r->draws == b->games ? "always drawn" : "";
    }
    return r->first.low > even ? "first better" : r->first.high < even ? "first worse" : "fair";
}

static void report_places(const balance *b, balance_report *r) {
    uint64_t still = 0;
    for (size_t i = 0; i < b->places->count; i++) {
        if (b->places->place[i].has_piece) {
            r->pieces++;
            r->dead_pieces += balance_is_dead(b, i) ? 1u : 0u;
            still += b->still[i];
        } else {
            r->empty++;
            r->dead_places += balance_is_dead(b, i) ? 1u : 0u;
        }
    }
    r->still = mean_of((int64_t)still, (int64_t)(b->games * r->pieces));
}

balance_report balance_report_of(balance *b) {
    balance_report r = {0};
    for (int seat = 0; seat < b->players; seat++) {
        r.decided += tally_leads_side(&b->sides, seat) ? b->won[seat] : 0;
    }
    qsort(b->length, b->games, sizeof *b->length, by_size);
    r.draws = b->games - b->endless - r.decided;
    r.first = balance_share_of(b->won[0], r.decided);
    r.mean = mean_of(b->sum[BALANCE_DECISIONS], (int64_t)b->games);
    r.shortest = b->length[0];
    r.median = b->length[b->games / 2];
    r.longest = b->length[b->games - 1];
    r.choices = mean_of(b->sum[BALANCE_CHOICES], b->sum[BALANCE_DECISIONS]);
    r.overturned = mean_of(b->sum[BALANCE_OVERTURNED], b->sum[BALANCE_GLANCED]);
    r.lead_changes = mean_of(b->sum[BALANCE_LEAD_CHANGES], b->sum[BALANCE_TOLD]);
    r.drama = mean_of(b->sum[BALANCE_DRAMA], b->sum[BALANCE_WON]) / BALANCE_WHOLE;
    report_places(b, &r);
    r.verdict = verdict_of(b, &r);
    return r;
}
