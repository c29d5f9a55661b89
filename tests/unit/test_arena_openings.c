// SPDX-License-Identifier: MIT
//
// Where games begin: drawn openings, books of every kind; PGN files cut into games; adjudication.
#include "support/agents_play.h"

#include "arena/adjudicate.h"
#include "arena/book.h"
#include "arena/crew.h"
#include "arena/pgn_games.h"

static openings drawn(const tsr_rules *r, uint32_t plies, uint64_t seed) {
    openings o;
    assert_int_equal(openings_init(&o, OPENINGS_RANDOM, plies, r, seed, NULL), TSR_OK);
    return o;
}

static void openings_differ_and_are_open(void **state) {
    static const char *const games[] = {"connect4", "chess", "hex", "breakthrough", "azul"};
    (void)state;
    for (size_t k = 0; k < sizeof games / sizeof games[0]; k++) {
        tsr_rules *r = play_open_rules(games[k]);
        openings o = drawn(r, 4, 1), again = drawn(r, 4, 1), other = drawn(r, 4, 2);
        uint64_t hash[60];
        int differ = 0;
        for (uint64_t i = 0; i < 60; i++) {
            const void *s = openings_at(&o, i);
            assert_non_null(s);
            assert_int_not_equal(tsr_turn(r, s), 0);
            assert_true(openings_fits(&o, s));
            hash[i] = r->more.hash(r, s);
            for (uint64_t j = 0; j < i; j++) {
                assert_true(hash[i] != hash[j]);
            }
            differ += r->more.hash(r, openings_at(&other, i)) != hash[i];
        }
        // Asked for in another order they are the same.
        assert_true(r->more.hash(r, openings_at(&again, 59)) == hash[59]);
        assert_true(r->more.hash(r, openings_at(&again, 3)) == hash[3]);
        assert_true(differ > 10);
        openings_deinit(&o);
        openings_deinit(&again);
        openings_deinit(&other);
        tsr_rules_close(r);
    }
}

// A small game has few positions: they get longer, and in the end come round again.
static void few_positions_come_round_again(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    openings o = drawn(r, 2, 1);
    const void *late = openings_at(&o, 1000000);
    assert_non_null(late);
    assert_true(o.complete && o.longer > 0 && o.count > 50 && o.count < 5000);
    const void *first = openings_at(&o, 1);
    assert_true(first == openings_at(&o, 1 + o.count));
    openings_deinit(&o);
    tsr_rules_close(r);
}

static void lost_positions_are_no_openings(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    openings o = drawn(r, 2, 1);
    void *s = tsr_mem_new(NULL, r->state_size);
    assert_int_equal(tsr_position_read(r, "XX_/OO_/___ player 1 round 5", s, NULL), TSR_OK);
    assert_false(openings_fits(&o, s)); // X wins at once
    assert_int_equal(tsr_position_read(r, "X__/_O_/___ player 1 round 3", s, NULL), TSR_OK);
    assert_true(openings_fits(&o, s));
    tsr_mem_free(NULL, s, r->state_size);
    openings_deinit(&o);
    tsr_rules_close(r);
}

static void chance_needs_no_openings(void **state) {
    static const char *const skill[] = {"mcts:nodes=10", "level:n=3"};
    static const char *const luck[] = {"mcts:nodes=10", "random"};
    static const char *const careless[] = {"level:n=2", "greedy"};
    (void)state;
    tsr_rules *chess = play_open_rules("chess"), *azul = play_open_rules("azul");
    assert_true(openings_are_wanted(chess, skill, 2));
    assert_false(openings_are_wanted(chess, luck, 2));
    assert_false(openings_are_wanted(chess, careless, 2));
    assert_false(openings_are_wanted(azul, skill, 2));
    tsr_rules_close(chess);
    tsr_rules_close(azul);
}

// --- Books ----------------------------------------------------------------------------------

static size_t book(const char *game, const char *text, uint32_t plies, tsr_error *err) {
    tsr_rules *r = play_open_rules(game);
    openings o;
    assert_int_equal(openings_init(&o, OPENINGS_BOOK, 0, r, 1, NULL), TSR_OK);
    err->message[0] = '\0';
    err->line = 0;
    tsr_err e = book_read(&o, text, strlen(text), plies, err);
    size_t count = e ? 0 : o.count;
    assert_int_equal(e != TSR_OK, err->message[0] != '\0' && count == 0);
    openings_deinit(&o);
    tsr_rules_close(r);
    return count;
}

static void books_are_read(void **state) {
    tsr_error err;
    (void)state;
    assert_int_equal(
        book("chess",
             "# two lines and one twice\n\n"
             "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\r\n"
             "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - bm Nf6; id \"x\";\n"
             "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
             8, &err),
        2);
    assert_int_equal(book("tictactoe", "X__/_O_/___ player 1 round 3\n", 8, &err), 1);
    assert_int_equal(
        book("chess",
             "[Event \"a ] b\"]\n[White \"A \\\"x\\\"\"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 *\n\n"
             "[Event \"b\"]\n\n1. d4 d5 1/2-1/2\n\n1. c4\n",
             8, &err),
        3);
    assert_int_equal(
        book("chess", "[Event \"a\"]\n\n1. e4 e5 *\n[Event \"b\"]\n\n1. e4 d5 *", 1, &err), 1);
    // As other programs write it: a mark at the beginning, no tags, comments that are moved in.
    assert_int_equal(book("chess", "\xef\xbb\xbf[Event \"a\"]\n\n1. e4 e5 *\n", 8, &err), 1);
    assert_int_equal(book("chess", "1. e4 e5 *\n1. d4 d5 *\n", 8, &err), 2);
    assert_int_equal(book("tictactoe", "  # so\n\xef\xbb\xbf", 8, &err), 0);
    assert_int_equal(book("tictactoe", "  # so\nX__/_O_/___ player 1 round 3\n", 8, &err), 1);
}

static void bad_books_are_refused(void **state) {
    tsr_error err;
    (void)state;
    assert_int_equal(book("chess", "", 8, &err), 0);
    assert_int_equal(book("chess", "# nothing\n", 8, &err), 0);
    assert_int_equal(
        book("chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nxyz\n", 8, &err),
        0);
    assert_int_equal(err.line, 2);
    assert_int_equal(
        book("chess", "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n", 8, &err), 0);
    assert_int_equal(err.line, 7);
    assert_int_equal(book("chess", "tessera\t1\ngame\tchess\n", 8, &err), 0);
    assert_int_equal(book("tictactoe", "[Event \"a\"]\n", 8, &err), 0);
}

// --- PGN --------------------------------------------------------------------------------------

static void pgn_is_cut_into_games(void **state) {
    static const char text[] =
        "% a line for others\n[Event \"1-0 [x]\"]\n[Round \"7\"]\n\n1. e4 {1-0 (} e5 1-0\n"
        "[Event \"two\"]\n\n*\n\n1. d4 d5 ; 0-1\n0-1 [Event \"last\"]\n1. c4";
    pgn_cursor c = pgn_games(text);
    pgn_game g;
    pgn_tag tag;
    (void)state;
    assert_int_equal(pgn_next(&c, &g), 1);
    assert_int_equal(g.line, 2);
    pgn_tag_of(&g, "Event", &tag);
    assert_string_equal(tag.value, "1-0 [x]");
    pgn_tag_of(&g, "Round", &tag);
    assert_string_equal(tag.value, "7");
    assert_int_equal(pgn_tag_at(&g, 2, &tag), 0);
    assert_int_equal(pgn_next(&c, &g), 1);
    pgn_tag_of(&g, "Event", &tag);
    assert_string_equal(tag.value, "two");
    assert_int_equal(pgn_next(&c, &g), 1);
    assert_int_equal(pgn_tag_at(&g, 0, &tag), 0);
    assert_int_equal(strncmp(g.text, "1. d4", 5), 0);
    assert_int_equal(pgn_next(&c, &g), 1);
    pgn_tag_of(&g, "Event", &tag);
    assert_string_equal(tag.value, "last");
    pgn_tag_of(&g, "White", &tag);
    assert_string_equal(tag.value, "");
    assert_int_equal(pgn_next(&c, &g), 0);
}

static void broken_pgn_ends(void **state) {
    static const char *const texts[] = {"[",   "[Event", "[Event \"", "[Event \"\\", "{",
                                        "(((", ")",      "]]]",       "1. e4 [",     "%"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        pgn_cursor c = pgn_games(texts[i]);
        pgn_game g;
        pgn_tag tag;
        int n = 0;
        while (n < 20 && pgn_next(&c, &g)) {
            (void)pgn_tag_at(&g, 0, &tag);
            n++;
        }
        assert_true(n < 4);
    }
}

// --- Adjudication -------------------------------------------------------------------------------

static void adjudication_is_read(void **state) {
    static const char *const bad[] = {
        "",           "score",    "score=",   "score=50:3", "score=101:3", "score=95",
        "score=95:0", "length=0", "length=x", "length=5,",  "size=4",      "score=95:8 "};
    adjudicate a = {0};
    (void)state;
    tsr_rules *r = play_open_rules("chess"),
              *three = play_open_game(tsr_registry_game(play_registry, "azul", NULL), 3);
    assert_int_equal(adjudicate_read("length=300,score=95:8", r, &a, NULL), TSR_OK);
    assert_true(a.length == 300 && a.plies == 8 && a.score > 0.94f && a.score < 0.96f);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        tsr_error err = {0};
        assert_int_not_equal(adjudicate_read(bad[i], r, &a, &err), TSR_OK);
        assert_true(err.message[0] != '\0');
    }
    assert_int_not_equal(adjudicate_read("score=95:8", three, &a, NULL), TSR_OK);
    assert_int_equal(adjudicate_read("length=10", three, &a, NULL), TSR_OK);
    tsr_rules_close(r);
    tsr_rules_close(three);
}

// --- Crews ----------------------------------------------------------------------------------------

typedef struct sums {
    uint64_t next, lost, done;
    uint64_t dies_at, stops_at;
    int fails;
} sums;

static tsr_err square(void *self, uint64_t piece, buffer *out, tsr_error *err) {
    const sums *s = self;
    if (s->dies_at && piece % s->dies_at == 0) {
        _Exit(3);
    }
    if (s->fails && piece == 30) {
        return tsr_fail(err, TSR_ERR_AGENT, "thirty");
    }
    for (volatile uint64_t i = 0; i < piece % 7 * 1000; i++) {
    }
    uint64_t value = piece * piece;
    for (uint64_t i = 0; i < piece % 300;
         i++) { // of many sizes, also larger than a pipe takes at once
        buffer_add(out, &value, sizeof value);
    }
    return TSR_OK;
}

static tsr_err take(void *self, uint64_t piece, const char *bytes, size_t size, tsr_error *err) {
    sums *s = self;
    (void)err;
    assert_true(piece == s->next);
    s->next++;
    s->lost += !bytes;
    if (bytes) {
        assert_true(size == piece % 300 * sizeof piece);
        for (size_t i = 0; i < size; i += sizeof piece) {
            assert_int_equal(memcmp(bytes + i, &(uint64_t){piece * piece}, sizeof piece), 0);
        }
        s->done++;
    }
    return TSR_OK;
}

static int enough(void *self) {
    const sums *s = self;
    return s->stops_at && s->next >= s->stops_at;
}

static void work_comes_in_order(void **state) {
    (void)state;
    for (int jobs = 0; jobs < 5; jobs++) {
        sums s = {.next = 5};
        crew_config c = {.jobs = jobs,
                         .first = 5,
                         .end = 20000,
                         .self = &s,
                         .work = square,
                         .done = take,
                         .stopped = enough};
        assert_int_equal(crew_run(&c, NULL), TSR_OK);
        assert_int_equal(s.next, 20000);
        assert_int_equal(s.lost, 0);
        s = (sums){.stops_at = 50};
        c.first = 0;
        assert_int_equal(crew_run(&c, NULL), TSR_OK);
        assert_int_equal(s.next, 50);
        s = (sums){.fails = 1};
        tsr_error err = {0};
        assert_int_equal(crew_run(&c, &err), TSR_ERR_AGENT);
        assert_string_equal(err.message, "thirty");
    }
}

static void who_dies_costs_one_piece(void **state) {
    (void)state;
    for (int jobs = 1; jobs < 4; jobs++) {
        sums s = {.next = 1, .dies_at = 100};
        crew_config c = {
            .jobs = jobs, .first = 1, .end = 1001, .self = &s, .work = square, .done = take};
        assert_int_equal(crew_run(&c, NULL), TSR_OK);
        assert_int_equal(s.lost, 10);
        assert_int_equal(s.done, 990);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings_differ_and_are_open),
        cmocka_unit_test(few_positions_come_round_again),
        cmocka_unit_test(lost_positions_are_no_openings),
        cmocka_unit_test(chance_needs_no_openings),
        cmocka_unit_test(books_are_read),
        cmocka_unit_test(bad_books_are_refused),
        cmocka_unit_test(pgn_is_cut_into_games),
        cmocka_unit_test(broken_pgn_ends),
        cmocka_unit_test(adjudication_is_read),
        cmocka_unit_test(work_comes_in_order),
        cmocka_unit_test(who_dies_costs_one_piece),
    };
    return cmocka_run_group_tests(tests, play_setup, play_teardown);
}
