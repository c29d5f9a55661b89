// SPDX-License-Identifier: MIT
//
// The registry: names, suggestions, what is refused.
#include "support/help.h"

#include <tessera/registry.h>

#include "support/test_alloc.h"

static tsr_err choose_nothing(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    (void)a;
    (void)q;
    (void)out;
    return tsr_fail(err, TSR_ERR_AGENT, "never");
}

static const tsr_agent_type idler = {.size = sizeof(tsr_agent_type),
                                     .abi = TSR_ABI,
                                     .name = "idler",
                                     .about = "does nothing",
                                     .choose = choose_nothing};

static void games_are_found_by_name(void **state) {
    (void)state;
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_error err = {0};
    assert_int_equal(tsr_registry_add_game(reg, &planted_chess, &err), TSR_OK);
    assert_int_equal(tsr_registry_add_game(reg, &planted_tiles, &err), TSR_OK);
    assert_int_equal(tsr_registry_game_count(reg), 2);
    assert_ptr_equal(tsr_registry_game_at(reg, 0), &planted_chess);
    assert_ptr_equal(tsr_registry_game_at(reg, 1), &planted_tiles);
    assert_ptr_equal(tsr_registry_game(reg, "minitiles", &err), &planted_tiles);
    assert_null(tsr_registry_game(reg, "minicards", NULL));
    assert_null(tsr_registry_game(reg, "Minitiles", NULL)); // exactly
    tsr_registry_free(reg);
    tsr_registry_free(NULL);
}

static void mistyped_names_are_suggested(void **state) {
    (void)state;
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_error err = {0};
    assert_int_equal(tsr_registry_add_game(reg, &planted_chess, &err), TSR_OK);
    assert_int_equal(tsr_registry_add_agent(reg, &idler, &err), TSR_OK);
    assert_null(tsr_registry_game(reg, "minichess2", &err));
    assert_string_equal(err.message, "no game is called 'minichess2'; did you mean 'minichess'?");
    assert_int_equal(err.code, TSR_ERR_UNKNOWN);
    assert_null(tsr_registry_game(reg, "backgammon", &err));
    assert_null(strstr(err.message, "did you mean"));
    assert_null(tsr_registry_agent(reg, "idle", &err));
    assert_non_null(strstr(err.message, "did you mean 'idler'"));
    assert_null(tsr_registry_agent(reg, "humen", &err));
    assert_non_null(strstr(err.message, "did you mean 'human'"));
    assert_null(tsr_registry_agent(reg, "human", &err));
    assert_null(strstr(err.message, "did you mean"));
    char endless[5000];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_null(tsr_registry_game(reg, endless, &err));
    assert_true(err.message[0]);
    tsr_registry_free(reg);
}

static void names_are_taken_once(void **state) {
    (void)state;
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_error err = {0};
    tsr_game twin = planted_tiles;
    tsr_agent_type human = idler, again = idler;
    twin.name = "minichess";
    human.name = "human";
    assert_int_equal(tsr_registry_add_game(reg, &planted_chess, &err), TSR_OK);
    assert_int_equal(tsr_registry_add_game(reg, &twin, &err), TSR_ERR_ARGUMENT);
    assert_true(err.message[0]);
    assert_int_equal(tsr_registry_add_agent(reg, &idler, &err), TSR_OK);
    assert_int_equal(tsr_registry_add_agent(reg, &again, &err), TSR_ERR_ARGUMENT);
    assert_int_equal(tsr_registry_add_agent(reg, &human, &err), TSR_ERR_ARGUMENT);
    assert_int_equal(tsr_registry_game_count(reg), 1);
    assert_int_equal(tsr_registry_agent_count(reg), 1);
    tsr_registry_free(reg);
}

static void wrong_tables_stay_out(void **state) {
    (void)state;
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_error err = {0};
    tsr_game old = planted_chess;
    tsr_agent_type bad = idler;
    old.abi = 0;
    assert_int_equal(tsr_registry_add_game(reg, &old, &err), TSR_ERR_ABI);
    bad.choose = NULL;
    assert_int_equal(tsr_registry_add_agent(reg, &bad, &err), TSR_ERR_AGENT);
    bad = idler;
    bad.abi = 7u << 16;
    assert_int_equal(tsr_registry_add_agent(reg, &bad, &err), TSR_ERR_ABI);
    bad = idler;
    bad.option_count = TSR_AGENT_OPTIONS + 1;
    assert_int_equal(tsr_registry_add_agent(reg, &bad, &err), TSR_ERR_AGENT);
    bad = idler;
    bad.option_count = 1; // and no options
    assert_int_equal(tsr_registry_add_agent(reg, &bad, &err), TSR_ERR_AGENT);
    static const tsr_agent_option nameless[] = {{.help = "help", .kind = TSR_VALUE_INT}};
    bad.options = nameless;
    assert_int_equal(tsr_registry_add_agent(reg, &bad, &err), TSR_ERR_AGENT);
    bad = idler;
    bad.about = NULL;
    assert_int_equal(tsr_registry_add_agent(reg, &bad, &err), TSR_ERR_AGENT);
    bad = idler;
    bad.name = "two words";
    assert_int_equal(tsr_registry_add_agent(reg, &bad, &err), TSR_ERR_AGENT);
    assert_int_equal(tsr_registry_add_agent(reg, NULL, &err), TSR_ERR_ABI);
    assert_int_equal(tsr_registry_game_count(reg) + tsr_registry_agent_count(reg), 0);
    tsr_registry_free(reg);
}

static void what_is_built_in_opens(void **state) {
    (void)state;
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_error err = {0};
    assert_int_equal(tsr_registry_add_builtin(reg, &err), TSR_OK);
    assert_non_null(tsr_registry_game(reg, "tictactoe", NULL));
    assert_non_null(tsr_registry_agent(reg, "random", NULL));
    for (int i = 0; i < tsr_registry_game_count(reg); i++) {
        const tsr_game *game = tsr_registry_game_at(reg, i);
        tsr_rules_close(help_open(game, 0));
        assert_non_null(game->about);
        for (const char *c = game->name; *c; c++) { // as typed: letters and digits
            assert_true((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9'));
        }
    }
    // Twice is once too often, and says so.
    assert_int_equal(tsr_registry_add_builtin(reg, &err), TSR_ERR_ARGUMENT);
    tsr_registry_free(reg);
}

// Wants `value` refused for an option, with a message that names the option.
static void refuse_option(const tsr_game *game, const tsr_option *option, const char *value) {
    tsr_setup setup;
    tsr_error err = {0};
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_setup_option(&setup, option->name, value, &err), TSR_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, option->name));
}

static void refuse_bad_values(const tsr_game *game, const tsr_option *option) {
    char value[24];
    if (option->kind == TSR_OPTION_INT) {
        snprintf(value, sizeof value, "%lld", (long long)option->max + 1);
        refuse_option(game, option, value);
        snprintf(value, sizeof value, "%lld", (long long)option->min - 1);
        refuse_option(game, option, value);
        refuse_option(game, option, "many");
    } else if (option->kind == TSR_OPTION_CHOICE) {
        refuse_option(game, option, "nothing");
    } else if (option->kind == TSR_OPTION_FLAG) {
        refuse_option(game, option, "maybe");
    }
}

static void options_of_every_game_have_bounds(void **state) {
    (void)state;
    tsr_registry *reg = tsr_registry_new(NULL);
    assert_int_equal(tsr_registry_add_builtin(reg, NULL), TSR_OK);
    int seen = 0;
    for (int i = 0; i < tsr_registry_game_count(reg); i++) {
        const tsr_game *game = tsr_registry_game_at(reg, i);
        for (int k = 0; k < game->option_count; k++, seen++) {
            refuse_bad_values(game, &game->options[k]);
        }
    }
    assert_true(seen > 20);
    tsr_registry_free(reg);
}

static int fill(const tsr_alloc *alloc, void *self) {
    (void)self;
    enum { MANY = 70 };
    static char names[MANY][8];
    static tsr_game games[MANY];
    tsr_registry *reg = tsr_registry_new(alloc);
    int done = reg != NULL;
    for (int i = 0; i < MANY && done; i++) {
        tsr_error err = {0};
        games[i] = planted_chess;
        snprintf(names[i], sizeof names[i], "g%d", i);
        games[i].name = names[i];
        tsr_err code = tsr_registry_add_game(reg, &games[i], &err);
        done = code == TSR_OK;
        assert_true(done || code == TSR_ERR_MEMORY);
        assert_int_equal(tsr_registry_game_count(reg), i + done);
    }
    done = done && tsr_registry_add_agent(reg, &idler, NULL) == TSR_OK;
    tsr_registry_free(reg);
    return done;
}

static void lack_of_memory_is_told(void **state) {
    (void)state;
    assert_true(test_alloc_each(fill, NULL, 0) >= 4);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(games_are_found_by_name), TEST(mistyped_names_are_suggested),
        TEST(names_are_taken_once),    TEST(wrong_tables_stay_out),
        TEST(what_is_built_in_opens),  TEST(options_of_every_game_have_bounds),
        TEST(lack_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
