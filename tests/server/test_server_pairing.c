// SPDX-License-Identifier: MIT
// Pairing: largest matchings against trying everything, known rounds, and a thousand tournaments.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/rng.h>

#include "server/pairing.h"
#include "support/help.h"

// --- Matchings ---------------------------------------------------------------

static int best_by_trying(const graph *g, uint32_t free) {
    int v = 0;
    if (!free) {
        return 0;
    }
    while (!(free >> v & 1u)) {
        v++;
    }
    free &= ~(1u << v);
    int best = best_by_trying(g, free); // v stays alone
    for (int to = v + 1; to < g->count; to++) {
        if ((free >> to & 1u) && vertex_has(&g->near[v], to)) {
            int with = 1 + best_by_trying(g, free & ~(1u << to));
            best = with > best ? with : best;
        }
    }
    return best;
}

static void test_matchings_are_largest(void **state) {
    static graph g;
    tsr_rng rng;
    (void)state;
    tsr_rng_init(&rng, 7);
    for (int round = 0; round < 3000; round++) {
        vertex_set of = {0};
        uint32_t mask = 0;
        memset(&g, 0, sizeof g);
        g.count = 2 + (int)tsr_rng_below(&rng, 9);
        uint32_t density = 1 + (uint32_t)tsr_rng_below(&rng, 9);
        for (int a = 0; a < g.count; a++) {
            if (tsr_rng_below(&rng, 8)) {
                vertex_add(&of, a);
                mask |= 1u << a;
            }
            for (int b = 0; b < a; b++) {
                if (tsr_rng_below(&rng, 10) < density) {
                    vertex_add(&g.near[a], b);
                    vertex_add(&g.near[b], a);
                }
            }
        }
        assert_int_equal(matching_size(&g, &of), best_by_trying(&g, mask));
    }
}

// --- One round ---------------------------------------------------------------

static pair_player newcomer(int rank) {
    return (pair_player){.rank = rank, .last = -1};
}

static int opponent_of(const pairing *p, int who) {
    for (int i = 0; i < p->tables; i++) {
        const pair_table *t = &p->table[i];
        for (int k = 0; k < 2; k++) {
            if (t->who[k] == who) {
                return t->who[!k];
            }
        }
    }
    return -1;
}

static int seat_of(const pairing *p, int who) {
    for (int i = 0; i < p->tables; i++) {
        for (int k = 0; k < p->table[i].size; k++) {
            if (p->table[i].who[k] == who) {
                return k;
            }
        }
    }
    return -1;
}

// Eight newcomers: 1-5, 2-6, 3-7, 4-8, the stronger alternately first.
static void test_first_round(void **state) {
    static pairing out;
    pair_player p[9];
    uint8_t met[81] = {0};
    (void)state;
    for (int i = 0; i < 9; i++) {
        p[i] = newcomer(i);
    }
    pairing_swiss(p, 8, met, 2, 2, &out);
    assert_int_equal(out.tables, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(opponent_of(&out, i), i + 4);
        assert_int_equal(seat_of(&out, i), i % 2);
    }
    pairing_swiss(p, 9, met, 2, 2, &out);
    assert_int_equal(out.byes, 1);
    assert_int_equal(out.bye[0], 8); // the last
}

static void meet(uint8_t *met, int n, int a, int b) {
    met[a * n + b]++;
    met[b * n + a]++;
}

// Four with a point, four without; 0 and 2 of the upper half have met: 0-3 and 1-2 instead.
static void test_groups_and_no_rematch(void **state) {
    static pairing out;
    pair_player p[8];
    uint8_t met[64] = {0};
    (void)state;
    for (int i = 0; i < 8; i++) {
        p[i] = newcomer(i);
        p[i].score = i < 4 ? 2 : 0;
    }
    meet(met, 8, 0, 2);
    pairing_swiss(p, 8, met, 2, 2, &out);
    assert_int_equal(opponent_of(&out, 0), 3);
    assert_int_equal(opponent_of(&out, 1), 2);
    assert_int_equal(opponent_of(&out, 4), 6);
    assert_int_equal(opponent_of(&out, 5), 7);
    assert_int_equal(out.rematches, 0);
}

// Three with a point: the last of them comes down and meets the best of those below.
static void test_who_comes_down(void **state) {
    static pairing out;
    pair_player p[6];
    uint8_t met[36] = {0};
    (void)state;
    for (int i = 0; i < 6; i++) {
        p[i] = newcomer(i);
        p[i].score = i < 3 ? 2 : 0;
    }
    pairing_swiss(p, 6, met, 2, 2, &out);
    assert_int_equal(opponent_of(&out, 0), 1);
    assert_int_equal(opponent_of(&out, 2), 3);
    assert_int_equal(opponent_of(&out, 4), 5);
}

// A greedy pairing of 0-1 would leave 2 and 3, who have met: everybody can play, so everybody does.
static void test_looks_ahead(void **state) {
    static pairing out;
    pair_player p[4];
    uint8_t met[16] = {0};
    (void)state;
    for (int i = 0; i < 4; i++) {
        p[i] = newcomer(i);
        p[i].score = i < 2 ? 2 : 0;
    }
    meet(met, 4, 2, 3);
    pairing_swiss(p, 4, met, 2, 2, &out);
    assert_int_equal(out.rematches, 0);
    assert_int_not_equal(opponent_of(&out, 2), 3);
    // All have met all: then, and only then, they meet again.
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < a; b++) {
            met[a * 4 + b] = met[b * 4 + a] = 1;
        }
    }
    pairing_swiss(p, 4, met, 2, 2, &out);
    assert_int_equal(out.tables, 2);
    assert_int_equal(out.rematches, 2);
}

static void test_seats_are_made_up(void **state) {
    static pairing out;
    pair_player p[4];
    uint8_t met[16] = {0};
    (void)state;
    for (int i = 0; i < 4; i++) {
        p[i] = newcomer(i);
    }
    // 0 and 2 have sat first twice, 1 and 3 second twice: 0-2 would clash.
    for (int i = 0; i < 4; i++) {
        p[i].seats[i % 2] = 2;
        p[i].streak = 2;
        p[i].last = i % 2;
    }
    pairing_swiss(p, 4, met, 2, 2, &out);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(seat_of(&out, i), !(i % 2));
    }
}

// --- Tournaments -------------------------------------------------------------

enum { MOST = 40 };

typedef struct contest {
    pair_player p[MOST];
    uint8_t met[MOST * MOST];
    int count, out[MOST];
} contest;

static void play(contest *c, const pairing *out, tsr_rng *rng) {
    for (int i = 0; i < out->byes; i++) {
        c->p[out->bye[i]].score += 2;
        c->p[out->bye[i]].byes++;
    }
    for (int i = 0; i < out->tables; i++) {
        const pair_table *t = &out->table[i];
        int result = (int)tsr_rng_below(rng, 3);
        for (int seat = 0; seat < 2; seat++) {
            pair_player *p = &c->p[t->who[seat]];
            p->score += result == 2 ? 1 : result == seat ? 2 : 0;
            p->streak = p->last == seat ? p->streak + 1 : 1;
            p->last = seat;
            p->seats[seat]++;
        }
        meet(c->met, c->count, t->who[0], t->who[1]);
    }
}

static void everybody_once(const contest *c, const pairing *out) {
    int seen[MOST] = {0};
    for (int i = 0; i < out->tables; i++) {
        assert_int_equal(out->table[i].size, 2);
        seen[out->table[i].who[0]]++;
        seen[out->table[i].who[1]]++;
    }
    for (int i = 0; i < out->byes; i++) {
        seen[out->bye[i]]++;
    }
    for (int i = 0; i < c->count; i++) {
        assert_int_equal(seen[i], 1);
    }
}

// With n players and at most n / 2 rounds a round without a rematch always exists (every graph of
// n vertices whose degrees are at least n / 2 can be paired), and it must be found. Byes go round
// before anybody gets a second. Seats stay level: never three of one more than of the other.
static void test_thousand_tournaments(void **state) {
    static pairing out;
    static contest c;
    tsr_rng rng;
    (void)state;
    tsr_rng_init(&rng, 2024);
    for (int n = 0; n < 1000; n++) {
        memset(&c, 0, sizeof c);
        c.count = 4 + (int)tsr_rng_below(&rng, MOST - 4);
        int rounds = c.count / 2 < 9 ? c.count / 2 - 1 : 9;
        for (int i = 0; i < c.count; i++) {
            c.p[i] = newcomer(i);
        }
        for (int r = 0; r < rounds; r++) {
            pairing_swiss(c.p, c.count, c.met, 2, 2, &out);
            everybody_once(&c, &out);
            assert_int_equal(out.rematches, 0);
            assert_int_equal(out.byes, c.count % 2);
            play(&c, &out, &rng);
            for (int i = 0; i < c.count; i++) {
                assert_true(c.p[i].byes <= 1);
                assert_true(abs(c.p[i].seats[0] - c.p[i].seats[1]) <= 2);
                assert_true(c.p[i].streak <= 2 || c.count < 8);
            }
        }
    }
}

// --- Tables of more, and knock-out -------------------------------------------

static void test_tables_of_more(void **state) {
    static pairing out;
    static contest c;
    tsr_rng rng;
    int byes;
    (void)state;
    assert_int_equal(pairing_tables(12, 2, 4, &byes), 3);
    assert_int_equal(byes, 0);
    assert_int_equal(pairing_tables(5, 3, 4, &byes), 1); // two tables of three are not to be had
    assert_int_equal(byes, 1);
    tsr_rng_init(&rng, 5);
    for (int n = 0; n < 200; n++) {
        memset(&c, 0, sizeof c);
        c.count = 3 + (int)tsr_rng_below(&rng, MOST - 3);
        int most = 3 + (int)tsr_rng_below(&rng, 3), least = 2 + (int)tsr_rng_below(&rng, 2);
        for (int i = 0; i < c.count; i++) {
            c.p[i] = newcomer(i);
            c.p[i].score = (int)tsr_rng_below(&rng, 5);
        }
        pairing_swiss(c.p, c.count, c.met, least, most, &out);
        int seen[MOST] = {0}, total = 0;
        for (int i = 0; i < out.tables; i++) {
            assert_true(out.table[i].size >= least && out.table[i].size <= most);
            for (int k = 0; k < out.table[i].size; k++) {
                seen[out.table[i].who[k]]++;
                total++;
            }
        }
        for (int i = 0; i < c.count; i++) {
            assert_true(seen[i] <= 1);
        }
        assert_int_equal(total + out.byes, c.count);
    }
}

static void test_knockout(void **state) {
    static pairing out;
    pair_player p[6];
    (void)state;
    for (int i = 0; i < 6; i++) {
        p[i] = newcomer(i);
    }
    pairing_knockout(p, 6, 2, 2, &out); // eight places: the two strongest are passed over
    assert_int_equal(out.byes, 2);
    assert_int_equal(out.bye[0], 0);
    assert_int_equal(out.bye[1], 1);
    assert_int_equal(opponent_of(&out, 2), 5);
    assert_int_equal(opponent_of(&out, 3), 4);
    pairing_knockout(p, 4, 2, 2, &out);
    assert_int_equal(out.byes, 0);
    assert_int_equal(opponent_of(&out, 0), 3);
    pairing_knockout(p, 1, 2, 2, &out);
    assert_int_equal(out.tables, 0);
}

// The most people an event takes, and a late round: done at once, not in seconds of work.
static void test_large_field(void **state) {
    static pairing out;
    static pair_player p[PAIRING_MOST];
    static uint8_t met[PAIRING_MOST * PAIRING_MOST];
    tsr_rng rng;
    (void)state;
    tsr_rng_init(&rng, 3);
    for (int i = 0; i < PAIRING_MOST; i++) {
        p[i] = newcomer(i);
        p[i].score = (int)tsr_rng_below(&rng, 12);
        for (int k = 0; k < 9; k++) {
            meet(met, PAIRING_MOST, i, (i + 1 + (int)tsr_rng_below(&rng, 510)) % PAIRING_MOST);
        }
    }
    pairing_swiss(p, PAIRING_MOST, met, 2, 2, &out);
    assert_int_equal(out.tables, PAIRING_MOST / 2);
    assert_int_equal(out.rematches, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_matchings_are_largest),
                                       TEST(test_first_round),
                                       TEST(test_groups_and_no_rematch),
                                       TEST(test_who_comes_down),
                                       TEST(test_looks_ahead),
                                       TEST(test_seats_are_made_up),
                                       TEST(test_thousand_tournaments),
                                       TEST(test_tables_of_more),
                                       TEST(test_knockout),
                                       TEST(test_large_field)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
