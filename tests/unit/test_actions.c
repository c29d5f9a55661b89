// SPDX-License-Identifier: MIT
//
// Fixed numbers of moves: how many there are, what they mean, and that picking number after number
// finds every legal move. (That no two moves share them is law 24.)
#include "support/help.h"

#include <tessera/lang.h>
#include <tessera/registry.h>

static tsr_registry *reg;

static int set_up(void **state) {
    (void)state;
    reg = tsr_registry_new(NULL);
    return tsr_registry_add_builtin(reg, NULL);
}

static int tear_down(void **state) {
    (void)state;
    tsr_registry_free(reg);
    return 0;
}

static tsr_rules *open_named(const char *name) {
    const tsr_game *game = tsr_registry_game(reg, name, NULL);
    assert_non_null(game);
    return help_open(game, 0);
}

// Boards that only fill cells have a number a cell; motions only the pairs they connect.
static void there_are_few(void **state) {
    static const struct {
        const char *game;
        uint32_t count;
    } rows[] = {
        {"connect4", 42}, {"gomoku", 225}, {"reversi", 65},       {"go", 362},
        {"hex", 122},     {"clobber", 98}, {"breakthrough", 308}, {"kalah", 14},
        {"tictactoe", 9}, {"tron", 256},   {"azul", 305},         {"chess", 1797},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        tsr_rules *r = open_named(rows[i].game);
        if (r->action_count != rows[i].count) {
            fail_msg("%s has %u numbers, not %u", rows[i].game, r->action_count, rows[i].count);
        }
        tsr_rules_close(r);
    }
}

static void numbers_of(const tsr_rules *r, const void *s, const char *move, uint32_t *out,
                       int expected) {
    int who = tsr_mover(tsr_turn(r, s));
    tsr_move m;
    assert_int_equal(tsr_move_read(r, s, who, move, &m, NULL), TSR_OK);
    assert_int_equal(tsr_why_not(r, s, who, m, NULL), 0);
    assert_int_equal(r->more.action(r, s, who, m, out), expected);
}

static void is_called(const tsr_rules *r, uint32_t action, const char *text) {
    char buf[64];
    assert_int_equal(r->more.action_text(r, action, buf, sizeof buf), strlen(text));
    assert_string_equal(buf, text);
}

// A promotion is two numbers, and a pawn's other moves end with "done", because they could
// have gone on.
static void steps_are_numbers(void **state) {
    tsr_rules *r = open_named("chess");
    void *s = calloc(1, r->state_size);
    uint32_t queen[TSR_MAX_ACTIONS], knight[TSR_MAX_ACTIONS], king[TSR_MAX_ACTIONS];
    (void)state;
    assert_int_equal(tsr_position_read(r, "8/P6k/8/8/8/8/8/K7 w - - 0 1", s, NULL), TSR_OK);
    numbers_of(r, s, "a7a8q", queen, 2);
    numbers_of(r, s, "a7a8n", knight, 2);
    numbers_of(r, s, "a1b1", king, 1);
    assert_int_equal(queen[0], knight[0]);
    assert_int_not_equal(queen[1], knight[1]);
    is_called(r, queen[0], "a7a8");
    is_called(r, queen[1], "=q");
    is_called(r, knight[1], "=n");
    is_called(r, king[0], "a1b1");
    is_called(r, 0, "done");
    free(s);
    tsr_rules_close(r);
}

// Where pairs of cells would be too many, a motion is two numbers.
static void large_boards_pick_cells(void **state) {
    static const char text[] = "game \"Far\"\nplayers White, Black\nboard grid 16x16\n"
                               "piece Man: leap to empty\nsetup: put Man on rank 1\n"
                               "turn: move\nwin when my Man on rank 16\n";
    tsr_lang_source source = {.text = text};
    tsr_game *game = NULL;
    tsr_lang_report report;
    uint32_t at[TSR_MAX_ACTIONS];
    (void)state;
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, &report), TSR_OK);
    tsr_rules *r = help_open(game, 2);
    void *s = calloc(1, r->state_size);
    tsr_init(r, s);
    assert_true(r->action_count < 1200);
    numbers_of(r, s, "a1c7", at, 2);
    is_called(r, at[0], "from a1");
    is_called(r, at[1], "to c7");
    free(s);
    tsr_rules_close(r);
    tsr_lang_free(game);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(there_are_few),
        TEST(steps_are_numbers),
        TEST(large_boards_pick_cells),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
