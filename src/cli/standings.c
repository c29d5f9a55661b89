// SPDX-License-Identifier: MIT
//
// The report of a tournament, in three forms.
#include "cli/standings.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/plot.h"
#include "arena/tally.h"
#include "cli/command.h"
#include "cli/json.h"

static void sort(const standings *s, int *order) {
    for (int i = 0; i < s->config->entrants; i++) {
        int j = i;
        for (; j > 0 && s->report->rating[order[j - 1]].elo < s->report->rating[i].elo; j--) {
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
}

static double share(const standings *s, int i) {
    const tournament_row *row = &s->report->row[i];
    return row->games ? 100 * row->score / (double)row->games : 0;
}

static void print_table(const standings *s, const int *order) {
    printf("%s, %" PRIu64 " games, %" PRIu64 " distinct, seed %" PRIu64 ", openings: %s\n",
           s->r->g.title, s->report->games, s->report->distinct, s->config->seed, s->openings);
    if (s->report->repeated) {
        printf("%" PRIu64 " games do not count: they, or one with seats changed, were played "
               "before\n",
               s->report->repeated);
    }
    if (s->report->adjudicated) {
        printf("%" PRIu64 " games were adjudicated\n", s->report->adjudicated);
    }
    printf("\n");
    printf("  %3s  %-32s %7s %6s %8s %8s %8s %8s %8s\n", "", "player", "Elo", "+-", "games", "won",
           "tied", "lost", "score");
    for (int i = 0; i < s->config->entrants; i++) {
        const tournament_row *row = &s->report->row[order[i]];
        const ratings_row *rating = &s->report->rating[order[i]];
        printf("  %2d.  %-32.32s %+7.0f %6.0f %8" PRIu64 " %8" PRIu64 " %8" PRIu64 " %8" PRIu64
               " %7.1f%%\n",
               i + 1, s->config->name[order[i]], rating->elo, rating->error, row->games, row->won,
               row->tied, row->lost, share(s, order[i]));
    }
}

// The score of an entrant with its interval, over groups.
static groups_interval interval_of(const standings *s, int entrant) {
    const groups *g = &s->report->row[entrant].groups;
    return s->r->players == 2 ? groups_likelihood(g) : groups_bootstrap(g);
}

// Two entrants in a game for two: the difference between them, and how the pairs ended.
static void print_pairs(const standings *s) {
    uint64_t pairs[5];
    const groups *g = &s->report->row[0].groups;
    groups_interval i = interval_of(s, 0);
    if (s->config->entrants != 2 || s->r->players != 2 || !i.sure) {
        return;
    }
    groups_pentanomial(g, pairs);
    printf("\n%s is %+.0f Elo against %s", s->config->name[0], tally_elo(groups_mean(g)),
           s->config->name[1]);
    if (i.low > 0 && i.high < 1) {
        printf(" (%+.0f .. %+.0f)", tally_elo(i.low), tally_elo(i.high));
    }
    printf("; pairs by its points, 0 to 2: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
           "\n",
           pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
}

// Who took how much from whom, in percent.
static void print_matrix(const standings *s, const int *order) {
    const ratings_results *r = &s->report->results;
    if (r->count > 12 || r->count < 3) {
        return;
    }
    printf("\n  score of the row against the column, in percent\n\n%39s", "");
    for (int j = 0; j < r->count; j++) {
        printf(" %4d", j + 1);
    }
    printf("\n");
    for (int i = 0; i < r->count; i++) {
        printf("  %2d.  %-32.32s ", i + 1, s->config->name[order[i]]);
        for (int j = 0; j < r->count; j++) {
            double games = r->games[order[i]][order[j]];
            if (games > 0) {
                printf(" %4.0f", 100 * r->points[order[i]][order[j]] / games);
            } else {
                printf("    -");
            }
        }
        printf("\n");
    }
}

static void print_sprt(const standings *s) {
    static const char *const words[] = {"not decided", "the lower one is accepted",
                                        "the higher one is accepted"};
    if (s->test) {
        printf("\nIs %s %+.0f or %+.0f Elo against %s? LLR %.2f in %.2f .. %.2f after %" PRIu64
               " pairs: %s\n",
               s->config->name[0], s->test->elo0, s->test->elo1, s->config->name[1],
               sprt_llr(s->test), sprt_lower(s->test), sprt_upper(s->test), s->test->pairs.count,
               words[sprt_verdict(s->test)]);
    }
}

static void print_faults(const standings *s) {
    for (int i = 0; i < s->config->entrants; i++) {
        if (s->report->row[i].faults) {
            printf("\n%s: %" PRIu64 " illegal, late or missing answers\n", s->config->name[i],
                   s->report->row[i].faults);
        }
    }
    if (s->report->crashed) {
        printf("\n%" PRIu64 " groups of games crashed and do not count\n", s->report->crashed);
    }
}

void standings_print(const standings *s) {
    int order[SCHEDULE_ENTRANTS];
    sort(s, order);
    print_table(s, order);
    print_pairs(s);
    print_matrix(s, order);
    print_sprt(s);
    print_faults(s);
}

static void json_pairs(const standings *s, json *j, const groups *g) {
    uint64_t pairs[5];
    if (s->r->players == 2) {
        groups_pentanomial(g, pairs);
        json_open_array(j, "pairs");
        for (int i = 0; i < 5; i++) {
            json_uint(j, NULL, pairs[i]);
        }
        json_close(j, ']');
    }
}

static void json_sprt(const standings *s, json *j) {
    static const char *const words[] = {"undecided", "elo0", "elo1"};
    if (s->test) {
        json_open_object(j, "sprt");
        json_decimal(j, "elo0", s->test->elo0, 2);
        json_decimal(j, "elo1", s->test->elo1, 2);
        json_decimal(j, "llr", sprt_llr(s->test), 4);
        json_uint(j, "pairs", s->test->pairs.count);
        json_text(j, "verdict", words[sprt_verdict(s->test)]);
        json_close(j, '}');
    }
}

void standings_print_json(const standings *s) {
    json j;
    int order[SCHEDULE_ENTRANTS];
    sort(s, order);
    json_begin(&j, "standing");
    json_text(&j, "game", s->r->g.name);
    json_hex(&j, "rules_hash", s->r->hash);
    json_uint(&j, "games", s->report->games);
    json_uint(&j, "distinct", s->report->distinct);
    json_uint(&j, "repeated", s->report->repeated);
    json_uint(&j, "adjudicated", s->report->adjudicated);
    json_uint(&j, "crashed", s->report->crashed);
    json_seed(&j, "seed", s->config->seed);
    json_text(&j, "openings", s->openings);
    json_open_array(&j, "players");
    for (int i = 0; i < s->config->entrants; i++) {
        const tournament_row *row = &s->report->row[order[i]];
        json_open_object(&j, NULL);
        json_text(&j, "name", s->config->name[order[i]]);
        json_text(&j, "agent", s->config->spec[order[i]]);
        json_decimal(&j, "elo", s->report->rating[order[i]].elo, 2);
        json_decimal(&j, "error", s->report->rating[order[i]].error, 2);
        json_uint(&j, "games", row->games);
        json_uint(&j, "won", row->won);
        json_uint(&j, "tied", row->tied);
        json_uint(&j, "lost", row->lost);
        json_decimal(&j, "score", share(s, order[i]) / 100, 6);
        groups_interval interval = interval_of(s, order[i]);
        json_uint(&j, "groups", row->groups.count);
        json_decimal(&j, "low", interval.sure ? interval.low : HUGE_VAL, 6);
        json_decimal(&j, "high", interval.sure ? interval.high : HUGE_VAL, 6);
        json_pairs(s, &j, &row->groups);
        json_uint(&j, "faults", row->faults);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_sprt(s, &j);
    json_bool(&j, "complete", !s->report->stopped);
    json_end(&j, stdout);
}

cli_exit standings_write_svg(const standings *s, const char *path) {
    buffer b;
    char title[200];
    FILE *f = fopen(path, "w");
    if (!f) {
        cli_complain("%s: %s", path, strerror(errno));
        return CLI_FILE;
    }
    buffer_init(&b, NULL);
    snprintf(title, sizeof title, "%s: %" PRIu64 " games", s->r->g.title, s->report->games);
    plot_svg(s->report, title, s->config->name, &b);
    int ok = !b.failed && fwrite(buffer_text(&b), 1, b.size, f) == b.size;
    ok = fclose(f) == 0 && ok;
    buffer_deinit(&b);
    if (!ok) {
        cli_complain("%s: cannot be written", path);
    }
    return ok ? CLI_OK : CLI_FILE;
}
