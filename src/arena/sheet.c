// SPDX-License-Identifier: MIT
//
// Adds up a match group by group, and finds games that were played before.
#include "arena/sheet.h"

#include <string.h>

void sheet_init(sheet *s, const tsr_rules *r, uint64_t group_size, int once) {
    memset(s, 0, sizeof *s);
    s->players = r->players;
    s->sides = tally_sides_of(r);
    s->group_size = group_size;
    s->once = once;
}

void sheet_deinit(sheet *s) {
    repeats_deinit(&s->seen);
    repeats_deinit(&s->counted);
}

// What is told about every game, whether it counts or not.
static void note(sheet *s, const runner_game *g) {
    s->games++;
    s->plies += (uint64_t)g->plies;
    s->adjudicated += g->adjudicated != 0;
    s->distinct += (uint64_t)repeats_add(&s->seen, g->hash);
    if (s->complaint.code == TSR_OK) {
        s->complaint = g->complaint;
    }
    for (int seat = 0; seat < s->players; seat++) {
        tsr_faults *f = &s->fault[g->player_on[seat]];
        f->illegal += g->fault[seat].illegal;
        f->late += g->fault[seat].late;
        f->failed += g->fault[seat].failed;
        s->answers[g->player_on[seat]] += g->answers[seat];
        s->cpu_us[g->player_on[seat]] += g->cpu_us[seat];
    }
}

static int is_news(sheet *s, const series_game *games, int count) {
    for (int i = 0; s->once && i < count; i++) {
        if (repeats_has(&s->counted, games[i].game.hash)) {
            return 0;
        }
    }
    for (int i = 0; s->once && i < count; i++) {
        (void)repeats_add(&s->counted, games[i].game.hash);
    }
    return 1;
}

static void count(sheet *s, const runner_game *g) {
    for (int seat = 0; seat < s->players; seat++) {
        tally_add(&s->player[g->player_on[seat]], g->result, &s->sides, seat);
        tally_add(&s->seat[seat], g->result, &s->sides, seat);
    }
}

int sheet_add(sheet *s, const series_game *games, int n) {
    int whole = (uint64_t)n == s->group_size;
    for (int i = 0; i < n; i++) {
        note(s, &games[i].game);
    }
    s->lost += n == 0;
    if (!is_news(s, games, n)) {
        s->repeated += (uint64_t)n;
        return 0;
    }
    for (int i = 0; i < n; i++) {
        count(s, &games[i].game);
    }
    for (int p = 0; p < s->players; p++) {
        if (whole) {
            tally_end_group(&s->player[p]);
            tally_end_group(&s->seat[p]);
        }
        s->player[p].group_score = s->seat[p].group_score = 0;
        s->player[p].group_games = s->seat[p].group_games = 0;
    }
    return 1;
}
