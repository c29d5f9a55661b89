// SPDX-License-Identifier: MIT
//
// Dice that lie in areas: as many different throws as there are, each with its chance, and what is kept stays.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "unit/opened_text.h"

enum { MOST_STATES = 512, MOST_MOVES = 512, THROWS = 252, THROWS_AND_KEPT = 4368, FACES = 6 };

static const char keep[] = "game \"Keep\"\n"
                           "players Ann, Ben\n"
                           "piece Die neutral of face 1..6\n"
                           "area cup 5\n"
                           "area kept 5\n"
                           "var points each = 0 in 0..30\n"
                           "turn:\n"
                           "  roll 5 Die on cup\n"
                           "  optional any number of (choose die in cup then bring die to kept)\n"
                           "  roll cup\n"
                           "  points = sum face in (cup | kept) for \"the throw\"\n"
                           "  remove cup | kept\n"
                           "finish when turns = 2\n"
                           "score: points\n";

// Positions that differ, and how many ways led to each.
typedef struct positions {
    char *states;
    uint32_t ways[MOST_STATES];
    uint32_t count;
} positions;

static void note(positions *p, const tsr_rules *r, const void *s, uint32_t ways) {
    uint32_t at = 0;
    while (at < p->count && memcmp(p->states + (size_t)at * r->state_size, s, r->state_size) != 0) {
        at++;
    }
    assert_true(at < MOST_STATES);
    memcpy(p->states + (size_t)at * r->state_size, s, r->state_size);
    p->ways[at] = at < p->count ? p->ways[at] + ways : ways;
    p->count += at == p->count;
}

static positions no_positions(const tsr_rules *r) {
    positions p = {.states = malloc((size_t)MOST_STATES * r->state_size)};
    assert_non_null(p.states);
    return p;
}

// What may come of one die, from each of these positions; they are used up.
static void throw_one(const tsr_rules *r, positions *p) {
    positions after = no_positions(r);
    uint64_t next[TSR_MAX_STATE / 8];
    for (uint32_t i = 0; i < p->count; i++) {
        const char *s = p->states + (size_t)i * r->state_size;
        tsr_move list[FACES];
        uint32_t weight[FACES];
        assert_int_equal(r->max_chance, FACES);
        const int n = r->g.chance(r, s, list, weight);
        assert_int_equal(n, FACES);
        for (int k = 0; k < n; k++) {
            memcpy(next, s, r->state_size);
            tsr_play(r, next, TSR_CHANCE, list[k]);
            note(&after, r, next, p->ways[i]);
        }
    }
    free(p->states);
    *p = after;
}

static positions thrown(const tsr_rules *r, int dice) {
    uint64_t start[TSR_MAX_STATE / 8];
    positions p = no_positions(r);
    tsr_init(r, start);
    note(&p, r, start, 1);
    for (int i = 0; i < dice; i++) {
        throw_one(r, &p);
    }
    return p;
}

// Five equal dice come up in one way, five different ones in 120.
static void test_throws(void **state) {
    (void)state;
    opened t = open_text(keep);
    positions p = thrown(t.r, 5);
    uint32_t ways = 0, rarest = UINT32_MAX, commonest = 0;
    for (uint32_t i = 0; i < p.count; i++) {
        ways += p.ways[i];
        rarest = p.ways[i] < rarest ? p.ways[i] : rarest;
        commonest = p.ways[i] > commonest ? p.ways[i] : commonest;
    }
    assert_int_equal(p.count, THROWS);
    assert_int_equal(ways, 6 * 6 * 6 * 6 * 6);
    assert_int_equal(rarest, 1);
    assert_int_equal(commonest, 120);
    free(p.states);
    close_text(t);
}

// A throw and what of it is kept: five dice among six faces of each kind, in either place.
static void test_keeping(void **state) {
    (void)state;
    opened t = open_text(keep);
    positions p = thrown(t.r, 5);
    int pairs = 0;
    for (uint32_t i = 0; i < p.count; i++) {
        const char *s = p.states + (size_t)i * t.r->state_size;
        tsr_move list[MOST_MOVES];
        assert_int_equal(tsr_mover(tsr_turn(t.r, s)), 0);
        pairs += tsr_moves(t.r, s, 0, list);
    }
    assert_int_equal(pairs, THROWS_AND_KEPT);
    free(p.states);
    close_text(t);
}

// --- What follows a roll ---------------------------------------------------------------------------

static const char pushed[] = "game \"Pushed\"\n"
                             "players Ann, Ben\n"
                             "board grid 3x3\n"
                             "piece Man\n"
                             "setup: put Man on rank 1\n"
                             "turn:\n"
                             "  roll die in 1..2\n"
                             "  bring my Man on column 1 by forward\n"
                             "  choose man in mine\n"
                             "  remove man\n"
                             "finish when turns = 4\n"
                             "score: count mine\n";

// The position shows what was done, and another one is not offered.
static void test_done_at_once(void **state) {
    (void)state;
    opened t = open_text(pushed);
    uint64_t s[TSR_MAX_STATE / 8];
    char text[TSR_MAX_STATE];
    tsr_move list[MOST_MOVES];
    uint32_t weight[FACES];
    tsr_init(t.r, s);
    assert_int_equal(t.r->g.chance(t.r, s, list, weight), 2);
    tsr_play(t.r, s, TSR_CHANCE, list[1]);
    assert_true(tsr_position_text(t.r, s, text, sizeof text) > 0);
    assert_memory_equal(text, "mmm/M2/1MM", strlen("mmm/M2/1MM"));
    assert_int_equal(tsr_moves(t.r, s, 0, list), 3);
    close_text(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_throws),
        cmocka_unit_test(test_keeping),
        cmocka_unit_test(test_done_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
