// SPDX-License-Identifier: MIT
//
// Questions about the end that games settle themselves (lang/game/solve.h): the answers are those of
// trying everything, and only games of the right kind give any.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/game/slots.h"
#include "lang/game/solve.h"
#include "support/force.h"
#include "unit/opened_text.h"

enum { TABLE = 1 << 12, GAMES = 9000 }; // a small table, so that entries are thrown out

static int positions = 40; // of each game; the long test looks at more

typedef struct asked {
    uint64_t nodes, limit;
    int calls;
} asked;

static uint64_t more(void *self, uint64_t nodes) {
    asked *a = self;
    a->nodes += nodes;
    a->calls++;
    return a->nodes < a->limit ? a->limit - a->nodes : 0;
}

static int ask(const tsr_rules *r, const void *s, int who, int draw, tsr_proof *q) {
    static uint64_t table[TABLE / 8];
    asked a = {.limit = UINT64_MAX};
    *q = (tsr_proof){.size = sizeof *q,
                     .who = (int16_t)who,
                     .draw = (int16_t)draw,
                     .table = table,
                     .table_size = sizeof table,
                     .more = more,
                     .self = &a};
    memset(table, 0, sizeof table);
    return r->g.ai->prove(r, s, q);
}

// What `value` says about both questions of both players; and the move that keeps it does.
static void check_position(const tsr_rules *r, const void *s) {
    uint64_t next[TSR_MAX_STATE / 8];
    int who = tsr_mover(tsr_turn(r, s)), value = force_value(r, s, -1, 1);
    for (int draw = 0; draw < 2; draw++) {
        tsr_proof q;
        int yes = ask(r, s, who, draw, &q);
        assert_int_equal(yes, draw ? value >= 0 : value > 0);
        if (yes) {
            assert_true(q.best != TSR_NO_MOVE);
            assert_int_equal(tsr_why_not(r, s, who, q.best, NULL), 0);
            if (!force_ends(r, s, q.best, next)) {
                assert_true(-force_value(r, next, -1, 1) >= (draw ? 0 : 1));
            }
        }
        assert_int_equal(ask(r, s, 1 - who, draw, &q), draw ? value <= 0 : value < 0);
        assert_true(q.best == TSR_NO_MOVE);
    }
}

// Random games, looked at as soon as only `rest` cells are empty.
static void check_game(const char *text, int cells, int rest, int symmetries) {
    opened o = open_text(text);
    const lang_solver *v = ((const lang_unit *)o.r->data)->solver;
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_rng g;
    int met = 0, games = 0;
    assert_non_null(v);
    assert_int_equal(v->symmetries, symmetries);
    tsr_rng_init(&g, 7);
    for (; met < positions && games < GAMES; games++) { // many end too early
        tsr_init(o.r, s);
        (void)o.r->more.playout(o.r, s, &g, (uint32_t)(cells - rest));
        while (tsr_turn(o.r, s)) {
            int who = tsr_mover(tsr_turn(o.r, s));
            check_position(o.r, s);
            tsr_play(o.r, s, who, tsr_sample(o.r, s, who, &g));
            met++;
        }
    }
    assert_true(met >= positions);
    close_text(o);
}

#define HEAD    "game \"T\"\nplayers A, B\npiece Disc\n"
#define FALLS   "turn: place Disc on empty if here + south is not empty\n"
#define RISES   "turn: place Disc on empty if here + north is not empty\n"
#define SIDEWAY "turn: place Disc on empty if here + west is not empty\n"
#define ANY     "turn: place Disc on empty\n"

static void answers_are_right(void **state) {
    (void)state;
    check_game(HEAD "board grid 3x3\n" ANY "win when line 3 of mine\n", 9, 7, 8);
    check_game(HEAD "board grid 4x3\n" ANY "win when line 3 of mine\nstuck: draw\n", 12, 8, 4);
    check_game(HEAD "board grid 4x4\n" FALLS "win when line 3 of mine\nstuck: draw\n", 16, 10, 2);
    check_game(HEAD "board grid 5x4\n" FALLS "win when line 4 of mine\nstuck: draw\n", 20, 12, 2);
    check_game(HEAD "board grid 4x5\n" FALLS "win when line 4 of mine\nstuck: draw\n", 20, 12, 2);
    check_game(HEAD "board grid 5x4\n" RISES "win when line 4 of mine\nstuck: draw\n", 20, 12, 2);
    check_game(HEAD "board grid 4x4\n" SIDEWAY "win when line 3 of mine\nstuck: draw\n", 16, 9, 2);
    check_game(HEAD "board grid 5x5\n" ANY "win when line 4 of mine\nstuck: draw\n", 25, 9, 8);
    check_game(HEAD "board grid 7x6\n" FALLS "win when line 4 of mine\nstuck: draw\n", 42, 11, 2);
}

// --- Other kinds ---------------------------------------------------------------------------------

static void check_refused(const char *text) {
    opened o = open_text(text);
    assert_null(((const lang_unit *)o.r->data)->solver);
    assert_true(o.r->g.ai->prove == NULL);
    close_text(o);
}

static void others_give_none(void **state) {
    (void)state;
    check_refused(HEAD "board grid 4x4\n" ANY "lose when line 3 of mine\nstuck: draw\n");
    check_refused(HEAD "board grid 4x4\n" ANY "win when line 3 of mine\nstuck: lose\n");
    check_refused(HEAD "board grid 4x4\n" ANY "win when line 3 of enemy\nstuck: draw\n");
    check_refused(HEAD "board grid 4x4\n" ANY "win when line 3 of mine\n"
                       "draw when line 2 of enemy\nstuck: draw\n");
    check_refused(HEAD "board grid 9x9\n" ANY "win when line 5 of mine\nstuck: draw\n");
    check_refused(HEAD "board grid 4x4\nturn: place Disc on empty or pass\n"
                       "win when line 3 of mine\nstuck: draw\n");
    check_refused(HEAD "board grid 4x4\nturn: place Disc on empty if here + orthogonal is mine\n"
                       "win when line 3 of mine\nstuck: draw\n");
}

// --- Limits --------------------------------------------------------------------------------------

static void stops_when_told(void **state) {
    (void)state;
    opened o = open_text(HEAD "board grid 7x6\n" FALLS "win when line 4 of mine\nstuck: draw\n");
    uint64_t s[TSR_MAX_STATE / 8];
    static uint64_t table[TABLE / 8];
    tsr_init(o.r, s);
    for (uint64_t limit = 1; limit < 5000; limit = limit * 3 + 1) {
        asked a = {.limit = limit};
        tsr_proof q = {
            .size = sizeof q, .table = table, .table_size = sizeof table, .more = more, .self = &a};
        assert_int_equal(o.r->g.ai->prove(o.r, s, &q), -1);
        assert_int_equal(a.nodes, limit);
        assert_true(a.calls <= 3);
    }
    close_text(o);
}

// A disc that hangs in the air, a line that stands already, the end: nothing is settled there.
static void strange_positions_are_left_alone(void **state) {
    (void)state;
    static const char *const text[] = {"7/7/7/3D3/7/7 b 1", "7/7/7/7/7/DDDDddd b 7"};
    opened o = open_text(HEAD "board grid 7x6\n" FALLS "win when line 4 of mine\nstuck: draw\n");
    uint64_t s[TSR_MAX_STATE / 8];
    for (int i = 0; i < 2; i++) {
        tsr_error err = {0};
        tsr_proof q;
        if (tsr_position_read(o.r, text[i], s, &err)) {
            fail_msg("%s: %s", text[i], err.message);
        }
        assert_int_equal(ask(o.r, s, 0, 0, &q), -1);
    }
    close_text(o);
}

int main(int argc, char **argv) {
    positions = argc > 1 ? atoi(argv[1]) : positions;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_right),
        cmocka_unit_test(others_give_none),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(strange_positions_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
