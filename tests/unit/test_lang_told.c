// SPDX-License-Identifier: MIT
//
// Reasons of a rules file (`for "the row"`): told with the move that they explain, to whoever can know them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

typedef union position {
    char bytes[TSR_MAX_STATE];
    uint64_t align;
} position;

typedef struct table {
    tsr_game *game;
    tsr_rules *r;
    position s;
} table;

static void open_rules(table *t, const tsr_game *game) {
    tsr_setup setup;
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &t->r, NULL), TSR_OK);
    tsr_init(t->r, t->s.bytes);
}

static void open_text(table *t, const char *text) {
    tsr_lang_report report;
    tsr_lang_source source = {.text = text};
    if (tsr_lang_compile(&source, NULL, &t->game, &report)) {
        fail_msg("%s\n%s", text, report.message[0].head);
    }
    open_rules(t, t->game);
}

static void open_shelf(table *t, const char *name) {
    t->game = NULL;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            open_rules(t, tsr_lang_builtin_at(i));
            return;
        }
    }
    fail_msg("there is no %s", name);
}

static void close_table(table *t) {
    tsr_rules_close(t->r);
    tsr_lang_free(t->game);
}

// The sentences of a story, a line each, and how many points it tells of a player.
static void write_story(const tsr_rules *r, const tsr_story *story, char *out, size_t cap) {
    size_t n = 0;
    out[0] = 0;
    for (uint32_t i = 0; i < story->count; i++) {
        if (story->events[i].line.code) {
            n += (size_t)tsr_line_text(r, &story->events[i].line, (tsr_player_names){0}, out + n,
                                       cap - n);
            assert_true(n + 2 < cap);
            out[n++] = '\n';
            out[n] = 0;
        }
    }
}

static int32_t points_of(const tsr_story *story, int who) {
    int32_t sum = 0;
    for (uint32_t i = 0; i < story->count; i++) {
        sum += story->events[i].who == who ? story->events[i].points : 0;
    }
    return sum;
}

// Plays a move and checks what `viewer` is told of it. Points of all players are those of their scores.
static void expect_told(table *t, const char *text, int viewer, const char *told) {
    const tsr_rules *r = t->r;
    position before, after;
    tsr_story story = {0};
    tsr_move m;
    tsr_result was[TSR_MAX_PLAYERS], now[TSR_MAX_PLAYERS];
    char said[512];
    const int who = __builtin_ctz(tsr_turn(r, t->s.bytes));
    r->g.result(r, t->s.bytes, was);
    assert_int_equal(tsr_move_read(r, t->s.bytes, who, text, &m, NULL), TSR_OK);
    const tsr_move seen = r->g.seen(r, t->s.bytes, who, m, viewer);
    r->g.view(r, t->s.bytes, viewer, before.bytes);
    assert_int_equal(tsr_play_checked(r, t->s.bytes, who, m, NULL), 0);
    r->g.view(r, t->s.bytes, viewer, after.bytes);
    r->g.result(r, t->s.bytes, now);
    assert_int_equal(tsr_story_take(r, before.bytes, who, seen, after.bytes, viewer, NULL, &story),
                     TSR_OK);
    write_story(r, &story, said, sizeof said);
    assert_string_equal(said, told);
    for (int p = 0; p < r->players; p++) {
        assert_int_equal(points_of(&story, p), now[p].score - was[p].score);
    }
    tsr_story_free(NULL, &story);
}

#define ROWS                                                                                       \
    "game \"Rows\"\nplayers Ann, Ben\nboard grid 4x3\npiece Stone\n"                               \
    "var points each = 0 in 0..100\nvar tax each = 0 in -50..0\n"                                  \
    "turn:\n  place Stone on empty\n"                                                              \
    "  points = min(points + 3, 100) for \"a row\" when line 3 of mine\n"                          \
    "  points = min(points + 1, 100) for \"a stone\"\n"                                            \
    "  tax = max(tax - 2, -50) for \"the corner\" when here in corners\n"                          \
    "stuck: finish for \"a full board\"\nwin when points > 4 for \"five points\"\n"

static void test_points(void **state) {
    table t;
    (void)state;
    open_text(&t, ROWS "score: points\n");
    expect_told(&t, "b1", 0, "Ann gains 1 for a stone\n");
    expect_told(&t, "a3", 0, "Ben gains 1 for a stone\nBen gives 2 for the corner\n");
    expect_told(&t, "c1", 1, "Ann gains 1 for a stone\n");
    expect_told(&t, "b3", 1, "Ben gains 1 for a stone\n");
    expect_told(&t, "d1", 0,
                "Ann gains 3 for a row\nAnn gains 1 for a stone\nAnn gives 2 for the corner\n"
                "Ann wins: five points\n");
    close_table(&t);
}

// What the score subtracts is lost; what it counts in another way is told beside the points.
static void test_other_scores(void **state) {
    table t;
    (void)state;
    open_text(&t, ROWS "score: 100 - points\n");
    tsr_init(t.r, t.s.bytes);
    expect_told(&t, "b1", 0, "Ann loses 1 for a stone\n");
    close_table(&t);
    open_text(&t, ROWS "score: 2 * points\n");
    expect_told(&t, "b1", 0, "Ann gets 1 for a stone\nAnn gains 2 points\n");
    close_table(&t);
}

static void test_out(void **state) {
    table t;
    (void)state;
    open_shelf(&t, "yavalath3");
    const char *quiet[] = {"a1", "a5", "i9", "b1", "e9", "i5", "c1"};
    for (size_t i = 0; i + 1 < sizeof quiet / sizeof *quiet; i++) {
        expect_told(&t, quiet[i], 0, "");
    }
    expect_told(&t, "c1", 2, "Red is out: three\n");
    close_table(&t);
}

// The pot of poker: whoever watches is told the same, whether or not they see the cards.
static void test_hidden(void **state) {
    (void)state;
    for (int viewer = 0; viewer < 3; viewer++) {
        table t;
        open_shelf(&t, "kuhnpoker");
        const int eyes = viewer < 2 ? viewer : TSR_NOBODY;
        expect_told(&t, "king", eyes, "");
        expect_told(&t, "queen", eyes, "");
        expect_told(&t, "bet", eyes, "");
        expect_told(&t, "fold", eyes, "Ann gains 1 for the pot\nBen loses 1 for the stake\n");
        close_table(&t);
    }
}

static void test_no_reasons(void **state) {
    table t;
    (void)state;
    open_shelf(&t, "connect4");
    assert_null(t.r->more.told);
    assert_false(t.r->g.flags & TSR_TELLS_REASONS);
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),     cmocka_unit_test(test_other_scores),
        cmocka_unit_test(test_out),        cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_no_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
