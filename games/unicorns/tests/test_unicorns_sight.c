// SPDX-License-Identifier: MIT
//
// What networks see of a table and of moves: what lies there, no more than the viewer knows, and the same parts for
// moves that are alike.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unicorns/unicorns.h"

extern const tsr_game tsr_game_unicorns;

enum { GAMES = 3, PIECES = 8, NAME = 64 };

typedef struct eye {
    tsr_rules *r;
    tsr_sight sight;
    size_t cells;
    uint8_t *planes, *other_planes;
    float *scalars, *other_scalars;
    void *state, *view, *guess, *twin;
    tsr_move *moves;
} eye;

static void *room(size_t size) {
    void *p = test_calloc(1, size);
    assert_non_null(p);
    return p;
}

static eye open_eye(int players, int set) {
    tsr_setup setup;
    eye e = {0};
    tsr_error err;
    tsr_setup_init(&setup, &tsr_game_unicorns);
    setup.players = players;
    setup.opt[0] = set;
    assert_int_equal(tsr_rules_open(&setup, NULL, &e.r, &err), TSR_OK);
    e.r->g.learn->sight(e.r, &e.sight);
    e.cells = (size_t)e.sight.planes * e.sight.height * e.sight.width;
    e.planes = room(e.cells);
    e.other_planes = room(e.cells);
    e.scalars = room(e.sight.scalars * sizeof(float));
    e.other_scalars = room(e.sight.scalars * sizeof(float));
    e.state = room(e.r->state_size);
    e.view = room(e.r->state_size);
    e.guess = room(e.r->state_size);
    e.twin = room(e.r->state_size);
    e.moves = room(e.r->max_moves * sizeof *e.moves);
    return e;
}

static void close_eye(eye *e) {
    void *all[] = {e->planes, e->other_planes, e->scalars, e->other_scalars, e->state,
                   e->view,   e->guess,        e->twin,    e->moves};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        test_free(all[i]);
    }
    tsr_rules_close(e->r);
}

// The plane or number of that name; fails if there is none.
static uint32_t named(const eye *e, const char *name) {
    char text[NAME];
    for (uint32_t i = 0; i < e->sight.planes + e->sight.scalars; i++) {
        e->r->g.learn->legend(e->r, i, text, sizeof text);
        if (strcmp(text, name) == 0) {
            return i;
        }
    }
    fail_msg("nothing is called '%s'", name);
    return 0;
}

static const uint8_t *plane(const eye *e, const char *name) {
    return e->planes + (size_t)named(e, name) * e->sight.width;
}

static int number(const eye *e, const char *name) {
    return (int)e->scalars[named(e, name) - e->sight.planes];
}

// --- What lies where --------------------------------------------------------------------

static void what_was_read_is_seen(const eye *e, int me) {
    static tsr_unicorns t;
    const uint8_t *mine = plane(e, "me: stable"), *next = plane(e, "p+1: hand");
    int cards = 0, next_seat = (me + 1) % e->r->players, known = 0;
    tsr_unicorns_read(e->r, e->view, &t);
    for (uint32_t k = 0; k < e->sight.width; k++) {
        cards += mine[k];
        known += next[k];
        assert_int_equal(plane(e, "me: hand")[k], t.seat[me].hand[k]);
        assert_int_equal(plane(e, "discarded")[k], t.discard[k]);
    }
    assert_int_equal(cards, t.seat[me].stable_count);
    assert_int_equal(known, t.seat[next_seat].known);
    assert_int_equal(number(e, "me: misses so many"), t.goal - t.seat[me].value);
    assert_int_equal(number(e, "p+1: cards in hand"), t.seat[next_seat].hand_size);
    assert_int_equal(number(e, "cards being played"), t.stack_count);
    assert_int_equal(number(e, "p+1: is on turn"), t.turn == next_seat);
}

// Whatever may be where nothing is known, it is seen no differently.
static void no_more_than_is_known(const eye *e, int me, tsr_rng *g) {
    const tsr_rules *r = e->r;
    r->g.guess(r, e->view, me, g, e->guess);
    r->g.view(r, e->guess, me, e->twin);
    r->g.learn->observe(r, e->twin, me, e->other_planes, e->other_scalars);
    assert_memory_equal(e->planes, e->other_planes, e->cells);
    assert_memory_equal(e->scalars, e->other_scalars, e->sight.scalars * sizeof(float));
}

// --- Moves ------------------------------------------------------------------------------

static int same_pieces(const uint16_t *a, int n, const uint16_t *b, int m) {
    return n == m && memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

// Moves about cards of one kind of one owner are alike, others are not, and what is hidden plays no part.
static void parts_of_moves(const eye *e, int me) {
    const tsr_rules *r = e->r;
    int n = tsr_moves(r, e->view, me, e->moves), before_count = 0;
    uint16_t before[PIECES] = {0};
    tsr_unicorns_move last = {-1, -1, -1, -1, 0};
    for (int i = 0; i < n; i++) {
        uint16_t piece[PIECES], full[PIECES];
        int count = r->g.ai->move_pieces(r, e->view, me, e->moves[i], piece);
        int full_count = r->g.ai->move_pieces(r, e->state, me, e->moves[i], full);
        tsr_unicorns_move x = tsr_unicorns_move_of(r, e->view, e->moves[i]);
        assert_true(count >= 0 && count <= PIECES && same_pieces(piece, count, full, full_count));
        for (int k = 0; k < count; k++) {
            assert_true(piece[k] < r->g.ai->piece_count);
        }
        if (i && x.act == last.act && (x.kind >= 0 || x.player >= 0)) {
            int alike = x.kind == last.kind && x.player == last.player;
            assert_int_equal(same_pieces(piece, count, before, before_count), alike);
        }
        memcpy(before, piece, sizeof before);
        before_count = count;
        last = x;
    }
}

// --- Games ------------------------------------------------------------------------------

static void look_around(eye *e, uint64_t seed) {
    const tsr_rules *r = e->r;
    tsr_rng g;
    uint32_t turn;
    tsr_rng_init(&g, seed);
    tsr_init(r, e->state);
    for (int ply = 0; (turn = tsr_turn(r, e->state)) != 0 && ply < 1500; ply++) {
        int who = tsr_mover(turn);
        if (who != TSR_CHANCE) {
            r->g.view(r, e->state, who, e->view);
            r->g.learn->observe(r, e->view, who, e->planes, e->scalars);
            what_was_read_is_seen(e, who);
            no_more_than_is_known(e, who, &g);
            parts_of_moves(e, who);
        }
        tsr_play(r, e->state, who, tsr_sample(r, e->state, who, &g));
    }
}

// The base deck for six, two decks together, and all cards, which need the widest sets.
static void all_decks(void **state) {
    (void)state;
    static const int tables[][2] = {{6, 0}, {2, 1}, {3, 4}};
    for (int i = 0; i < 3; i++) {
        eye e = open_eye(tables[i][0], tables[i][1]);
        for (uint64_t game = 0; game < GAMES; game++) {
            look_around(&e, game);
        }
        close_eye(&e);
    }
}

static void everything_has_a_name(void **state) {
    (void)state;
    eye e = open_eye(8, 0);
    uint32_t n = e.sight.planes + e.sight.scalars;
    char *name = room((size_t)n * NAME);
    for (uint32_t i = 0; i < n; i++) {
        char *mine = name + (size_t)i * NAME;
        int size = e.r->g.learn->legend(e.r, i, mine, NAME);
        assert_true(size > 0 && size < 48);
        for (uint32_t k = 0; k < i; k++) {
            if (strcmp(mine, name + (size_t)k * NAME) == 0) {
                fail_msg("%u and %u are both '%s'", k, i, mine);
            }
        }
    }
    test_free(name);
    close_eye(&e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_decks),
        cmocka_unit_test(everything_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
