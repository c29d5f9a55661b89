// SPDX-License-Identifier: MIT
//
// Opening a game: tables, players, options, bounds, hashes; and the checked door.
#include "support/help.h"

#include <tessera/rules.h>

static const char *const choices[] = {"short", "long", "longest"};
static const tsr_option options[] = {
    {"size", "cells along each side", TSR_OPTION_INT, 8, -2, 12, NULL},
    {"length", "how long", TSR_OPTION_CHOICE, 1, 0, 2, choices},
    {"castling", "whether", TSR_OPTION_FLAG, 0, 0, 1, NULL},
    {"puzzles", "a file", TSR_OPTION_FILE, 0, 0, 0, NULL},
};

static tsr_err plain_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    (void)err;
    r->state_size = 16;
    r->max_moves = 4;
    r->max_plies = 10;
    if (data) {
        r->max_moves = (uint32_t)size;
    }
    return TSR_OK;
}

static tsr_err refusing_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    (void)r;
    (void)data;
    (void)size;
    return tsr_fail(err, TSR_ERR_ARGUMENT, "not today");
}

// Minichess with options of our own.
static tsr_game game_with_options(void) {
    tsr_game g = planted_chess;
    g.options = options;
    g.option_count = 4;
    g.open = plain_open;
    return g;
}

// --- Tables ------------------------------------------------------------------

typedef void (*spoil)(tsr_game *g);

static void spoil_abi(tsr_game *g) {
    g->abi = TSR_ABI + (1u << 16);
}
static void spoil_size(tsr_game *g) {
    g->size = 64;
}
static void spoil_name(tsr_game *g) {
    g->name = "Mini Chess";
}
static void spoil_no_name(tsr_game *g) {
    g->name = NULL;
}
static void spoil_long_name(tsr_game *g) {
    g->name = "abcdefghijklmnopqrstuvwxyzabcdefgh";
}
static void spoil_title(tsr_game *g) {
    g->title = NULL;
}
static void spoil_slot(tsr_game *g) {
    g->moves = NULL;
}
static void spoil_parse(tsr_game *g) {
    g->parse = NULL;
}
static void spoil_players(tsr_game *g) {
    g->max_players = 9;
}
static void spoil_no_players(tsr_game *g) {
    g->min_players = 0;
}
static void spoil_turned_players(tsr_game *g) {
    g->min_players = 3;
}
static void spoil_default_players(tsr_game *g) {
    g->default_players = 7;
}
static void spoil_option_count(tsr_game *g) {
    g->option_count = 17;
}
static void spoil_options(tsr_game *g) {
    g->options = NULL;
}
static void spoil_lines(tsr_game *g) {
    g->lines = NULL;
}
static void spoil_line_count(tsr_game *g) {
    g->line_count = 0xf000;
}
static void spoil_names(tsr_game *g) {
    g->names = NULL;
}
static void spoil_option_range(tsr_game *g) {
    static const tsr_option o[] = {{"size", "help", TSR_OPTION_INT, 20, 1, 10, NULL}};
    g->options = o;
    g->option_count = 1;
}
static void spoil_option_help(tsr_game *g) {
    static const tsr_option o[] = {{"size", NULL, TSR_OPTION_INT, 2, 1, 10, NULL}};
    g->options = o;
    g->option_count = 1;
}
static void spoil_option_kind(tsr_game *g) {
    static const tsr_option o[] = {{"size", "help", 9, 2, 1, 10, NULL}};
    g->options = o;
    g->option_count = 1;
}
static void spoil_option_choices(tsr_game *g) {
    static const tsr_option o[] = {{"size", "help", TSR_OPTION_CHOICE, 0, 0, 1, NULL}};
    g->options = o;
    g->option_count = 1;
}
static void spoil_a_choice(tsr_game *g) {
    static const char *const words[] = {"slow", NULL};
    static const tsr_option o[] = {{"speed", "help", TSR_OPTION_CHOICE, 0, 0, 1, words}};
    g->options = o;
    g->option_count = 1;
}
static void spoil_a_flag(tsr_game *g) {
    static const tsr_option o[] = {{"fast", "help", TSR_OPTION_FLAG, 0, 0, 2, NULL}};
    g->options = o;
    g->option_count = 1;
}
static void spoil_twin_options(tsr_game *g) {
    static const tsr_option o[] = {{"size", "help", TSR_OPTION_INT, 2, 1, 10, NULL},
                                   {"size", "help", TSR_OPTION_INT, 2, 1, 10, NULL}};
    g->options = o;
    g->option_count = 2;
}
static void spoil_a_name(tsr_game *g) {
    static const char *const words[] = {"pawn", NULL};
    g->names = words;
    g->name_count = 2;
}
static void spoil_a_seat(tsr_game *g) {
    static const char *const words[] = {"white", NULL};
    g->seats = words;
}
static void spoil_two_files(tsr_game *g) {
    static const tsr_option o[] = {{"one", "help", TSR_OPTION_FILE, 0, 0, 0, NULL},
                                   {"two", "help", TSR_OPTION_FILE, 0, 0, 0, NULL}};
    g->options = o;
    g->option_count = 2;
}

static void wrong_tables_are_refused(void **state) {
    (void)state;
    static const struct {
        spoil spoil;
        tsr_err code;
    } rows[] = {
        {spoil_abi, TSR_ERR_ABI},
        {spoil_size, TSR_ERR_ABI},
        {spoil_name, TSR_ERR_GAME},
        {spoil_no_name, TSR_ERR_GAME},
        {spoil_long_name, TSR_ERR_GAME},
        {spoil_title, TSR_ERR_GAME},
        {spoil_slot, TSR_ERR_GAME},
        {spoil_parse, TSR_ERR_GAME},
        {spoil_players, TSR_ERR_GAME},
        {spoil_no_players, TSR_ERR_GAME},
        {spoil_turned_players, TSR_ERR_GAME},
        {spoil_default_players, TSR_ERR_GAME},
        {spoil_option_count, TSR_ERR_GAME},
        {spoil_options, TSR_ERR_GAME},
        {spoil_lines, TSR_ERR_GAME},
        {spoil_line_count, TSR_ERR_GAME},
        {spoil_names, TSR_ERR_GAME},
        {spoil_option_range, TSR_ERR_GAME},
        {spoil_option_help, TSR_ERR_GAME},
        {spoil_option_kind, TSR_ERR_GAME},
        {spoil_option_choices, TSR_ERR_GAME},
        {spoil_a_choice, TSR_ERR_GAME},
        {spoil_a_flag, TSR_ERR_GAME},
        {spoil_twin_options, TSR_ERR_GAME},
        {spoil_a_name, TSR_ERR_GAME},
        {spoil_a_seat, TSR_ERR_GAME},
        {spoil_two_files, TSR_ERR_GAME},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tsr_game g = planted_chess;
        tsr_error err = {0};
        assert_int_equal(tsr_game_check(&g, &err), TSR_OK);
        rows[i].spoil(&g);
        assert_int_equal(tsr_game_check(&g, &err), rows[i].code);
        assert_true(err.message[0]);
        assert_int_equal(tsr_game_check(&g, NULL), rows[i].code);
    }
    assert_int_equal(tsr_game_check(NULL, NULL), TSR_ERR_GAME);
}

// A newer game has a longer table, with slots this program does not know.
static void longer_tables_are_fine(void **state) {
    (void)state;
    struct {
        tsr_game game;
        void (*later)(void);
    } newer = {.game = planted_chess, .later = NULL};
    newer.game.size = sizeof newer;
    newer.game.abi = TSR_ABI + 1;
    tsr_rules *r = help_open(&newer.game, 2);
    assert_int_equal(r->g.size, sizeof(tsr_game));
    tsr_rules_close(r);
}

static void optional_slots_are_filled(void **state) {
    (void)state;
    tsr_game bare = planted_chess;
    bare.more = NULL;
    bare.why_not = NULL;
    bare.info = NULL;
    tsr_rules *r = help_open(&bare, 2);
    assert_true(r->g.close && r->g.chance && r->more.sample && r->g.why_not && r->g.view &&
                r->g.guess);
    assert_true(r->g.seen && r->g.move_parse && r->g.info && r->more.say && r->more.hash &&
                r->more.count);
    assert_true(r->more.playout && r->more.picked);
    tsr_rules_close(r);
}

// --- Setups ------------------------------------------------------------------

static void options_are_read(void **state) {
    (void)state;
    tsr_game g = game_with_options();
    static const struct {
        const char *name, *value;
        tsr_err code;
        int i, v;
    } rows[] = {
        {"size", "12", TSR_OK, 0, 12},
        {"size", "-2", TSR_OK, 0, -2},
        {"size", "13", TSR_ERR_ARGUMENT, 0, 8},
        {"size", "-3", TSR_ERR_ARGUMENT, 0, 8},
        {"size", "", TSR_ERR_ARGUMENT, 0, 8},
        {"size", "ten", TSR_ERR_ARGUMENT, 0, 8},
        {"size", "10 ", TSR_ERR_ARGUMENT, 0, 8},
        {"size", "99999999999999999999", TSR_ERR_ARGUMENT, 0, 8},
        {"length", "longest", TSR_OK, 1, 2},
        {"length", "short", TSR_OK, 1, 0},
        {"length", "2", TSR_ERR_ARGUMENT, 1, 1},
        {"length", "", TSR_ERR_ARGUMENT, 1, 1},
        {"castling", "yes", TSR_OK, 2, 1},
        {"castling", "on", TSR_OK, 2, 1},
        {"castling", "true", TSR_OK, 2, 1},
        {"castling", "no", TSR_OK, 2, 0},
        {"castling", "maybe", TSR_ERR_ARGUMENT, 2, 0},
        {"puzzles", "x.txt", TSR_ERR_ARGUMENT, 3, 0},
        {"sise", "3", TSR_ERR_UNKNOWN, 0, 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tsr_setup setup;
        tsr_error err = {0};
        tsr_setup_init(&setup, &g);
        assert_int_equal(tsr_setup_option(&setup, rows[i].name, rows[i].value, &err), rows[i].code);
        assert_int_equal(setup.opt[rows[i].i], rows[i].v);
        assert_int_equal(rows[i].code != TSR_OK, err.message[0] != '\0');
        assert_int_equal(tsr_setup_option(&setup, rows[i].name, rows[i].value, NULL), rows[i].code);
    }
}

static void mistyped_options_are_named(void **state) {
    (void)state;
    tsr_game g = game_with_options();
    tsr_setup setup;
    tsr_error err = {0};
    tsr_setup_init(&setup, &g);
    assert_int_equal(tsr_setup_option(&setup, "sise", "3", &err), TSR_ERR_UNKNOWN);
    assert_non_null(strstr(err.message, "did you mean 'size'"));
    assert_int_equal(tsr_setup_option(&setup, "elephants", "3", &err), TSR_ERR_UNKNOWN);
    assert_non_null(strstr(err.message, "castling"));
    assert_int_equal(tsr_setup_option(&setup, "size", "99", &err), TSR_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, "-2 to 12"));
    assert_int_equal(tsr_setup_option(&setup, "length", "big", &err), TSR_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, "short, long or longest"));
}

static void players_are_counted(void **state) {
    (void)state;
    tsr_setup setup;
    tsr_error err = {0};
    tsr_setup_init(&setup, &planted_tiles);
    assert_int_equal(setup.players, 3);
    assert_int_equal(tsr_setup_players(&setup, 4, &err), TSR_OK);
    assert_int_equal(tsr_setup_players(&setup, 5, &err), TSR_ERR_ARGUMENT);
    assert_string_equal(err.message, "minitiles is for 2 to 4 players, not 5");
    assert_int_equal(setup.players, 4);
    tsr_setup_init(&setup, &planted_chess);
    assert_int_equal(tsr_setup_players(&setup, 1, &err), TSR_ERR_ARGUMENT);
    assert_string_equal(err.message, "minichess is for 2 players, not 1");
}

static void options_are_written_as_read(void **state) {
    (void)state;
    tsr_game g = game_with_options();
    tsr_rules *r = help_open(&g, 2);
    char text[32];
    static const char *const expected[] = {"8", "long", "no", ""};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tsr_option_text(r, i, text, sizeof text), strlen(expected[i]));
        assert_string_equal(text, expected[i]);
    }
    tsr_rules_close(r);
}

// --- Opening -----------------------------------------------------------------

static void hand_made_setups_are_checked_too(void **state) {
    (void)state;
    tsr_setup setup;
    tsr_rules *r = (tsr_rules *)&setup; // must stay untouched
    tsr_error err = {0};
    tsr_setup_init(&setup, &planted_chess);
    setup.opt[0] = 99;
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_ERR_ARGUMENT);
    assert_ptr_equal(r, &setup);
    tsr_setup_init(&setup, &planted_chess);
    setup.players = 3;
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_ERR_ARGUMENT);
    tsr_game g = planted_chess;
    g.open = refusing_open;
    tsr_setup_init(&setup, &g);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_ERR_ARGUMENT);
    assert_string_equal(err.message, "not today");
    assert_ptr_equal(r, &setup);
}

static uint32_t odd_size, odd_moves, odd_chance, odd_plies;

static tsr_err odd_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    (void)data;
    (void)size;
    (void)err;
    r->state_size = odd_size;
    r->max_moves = odd_moves;
    r->max_chance = odd_chance;
    r->max_plies = odd_plies;
    return TSR_OK;
}

static void impossible_bounds_are_refused(void **state) {
    (void)state;
    static const uint32_t rows[][4] = {{0, 1, 0, 1},  {12, 1, 0, 1},    {1 << 17, 1, 0, 1},
                                       {16, 0, 0, 1}, {16, 5000, 0, 1}, {16, 1, 5000, 1},
                                       {16, 1, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tsr_game g = planted_chess;
        tsr_setup setup;
        tsr_rules *r = NULL;
        tsr_error err = {0};
        g.open = odd_open;
        odd_size = rows[i][0];
        odd_moves = rows[i][1];
        odd_chance = rows[i][2];
        odd_plies = rows[i][3];
        tsr_setup_init(&setup, &g);
        assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_ERR_GAME);
        assert_null(r);
        assert_true(err.message[0]);
    }
}

static uint64_t hash_with(const tsr_game *g, int players, int option, int32_t value,
                          const char *data) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_setup_init(&setup, g);
    setup.players = players;
    if (option >= 0) {
        setup.opt[option] = value;
    }
    setup.data = data;
    setup.data_size = data ? strlen(data) : 0;
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    uint64_t h = r->hash;
    tsr_rules_close(r);
    return h;
}

// The hash covers name, version, players, options and data, and nothing else.
static void hash_covers_all_that_matters(void **state) {
    (void)state;
    tsr_game g = game_with_options(), renamed = g, newer = g, retitled = g;
    uint64_t h[16];
    int n = 0;
    renamed.name = "chess2";
    newer.rules_version = 2;
    retitled.title = "Another title";
    h[n++] = hash_with(&g, 2, -1, 0, NULL);
    h[n++] = hash_with(&g, 2, 0, 9, NULL);
    h[n++] = hash_with(&g, 2, 1, 2, NULL);
    h[n++] = hash_with(&g, 2, 2, 1, NULL);
    h[n++] = hash_with(&g, 2, -1, 0, "puzzle");
    h[n++] = hash_with(&g, 2, -1, 0, "puzzla");
    h[n++] = hash_with(&renamed, 2, -1, 0, NULL);
    h[n++] = hash_with(&newer, 2, -1, 0, NULL);
    h[n++] = hash_with(&planted_tiles, 2, -1, 0, NULL);
    h[n++] = hash_with(&planted_tiles, 3, -1, 0, NULL);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            assert_true(h[i] != h[k]);
        }
    }
    assert_true(hash_with(&g, 2, -1, 0, NULL) == h[0]);
    assert_true(hash_with(&retitled, 2, -1, 0, NULL) == h[0]);
}

// --- The checked door --------------------------------------------------------

static void the_door_tests_turns_first(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    uint64_t s[32], before[32];
    tsr_move list[128];
    tsr_line why;
    tsr_init(r, s);
    memcpy(before, s, sizeof s);
    assert_true(tsr_moves(r, s, 0, list) > 0);
    assert_int_equal(tsr_why_not(r, s, 0, list[0], &why), 0);
    assert_int_equal(tsr_play_checked(r, s, 1, list[0], &why), TSR_LINE_NOT_TURN);
    assert_int_equal(why.code, TSR_LINE_NOT_TURN);
    assert_int_equal(tsr_play_checked(r, s, 0, TSR_NO_MOVE, &why), TSR_LINE_NO_MOVE);
    assert_true(tsr_play_checked(r, s, TSR_CHANCE, list[0], &why));
    assert_true(tsr_play_checked(r, s, 7, list[0], &why));
    assert_true(tsr_play_checked(r, s, -1, list[0], &why));
    assert_true(tsr_play_checked(r, s, 1000, list[0], &why));
    assert_true(tsr_play_checked(r, s, 0, list[0] | TSR_HIDDEN, NULL));
    assert_memory_equal(s, before, r->state_size);
    assert_int_equal(tsr_play_checked(r, s, 0, list[0], &why), 0);
    assert_memory_not_equal(s, before, r->state_size);
    tsr_rules_close(r);
}

static void the_door_knows_outcomes(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 2);
    uint64_t s[32];
    tsr_move list[8];
    uint32_t weight[8];
    tsr_line why;
    tsr_init(r, s);
    assert_int_equal(tsr_turn(r, s), 1u << TSR_CHANCE);
    assert_int_equal(r->g.chance(r, s, list, weight), 3);
    assert_int_equal(tsr_why_not(r, s, TSR_CHANCE, list[1], &why), 0);
    assert_int_equal(tsr_why_not(r, s, TSR_CHANCE, list[1] + 0x10000, &why), TSR_LINE_NOT_OUTCOME);
    assert_int_equal(tsr_why_not(r, s, 0, list[1], &why), TSR_LINE_CHANCE);
    tsr_rules_close(r);
}

static void nothing_is_possible_after_the_end(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    uint64_t s[32];
    tsr_rng g;
    tsr_rng_init(&g, 3);
    tsr_init(r, s);
    r->more.playout(r, s, &g, r->max_plies);
    assert_int_equal(tsr_turn(r, s), 0);
    for (int who = -1; who < 12; who++) {
        assert_int_equal(tsr_why_not(r, s, who, 0x10203, NULL), TSR_LINE_OVER);
    }
    tsr_rules_close(r);
}

// --- Results for agents ------------------------------------------------------

static tsr_result given[TSR_MAX_PLAYERS];

static void given_result(const tsr_rules *r, const void *s, tsr_result *out) {
    (void)s;
    memcpy(out, given, r->players * sizeof *out);
}

static void utility_is(int players, uint32_t flags, const uint8_t *rank, const float *expected) {
    tsr_rules r;
    float u[TSR_MAX_PLAYERS] = {0};
    memset(&r, 0, sizeof r);
    r.players = (uint8_t)players;
    r.g.flags = flags;
    r.g.result = given_result;
    for (int p = 0; p < players; p++) {
        given[p] = (tsr_result){.rank = rank[p]};
    }
    tsr_utility(&r, NULL, u);
    for (int p = 0; p < players; p++) {
        assert_float_equal(u[p], expected[p], 0.0001);
    }
}

static void utility_is_the_share_beaten(void **state) {
    (void)state;
    utility_is(2, 0, (uint8_t[]){1, 2}, (float[]){1.0f, 0.0f});
    utility_is(2, 0, (uint8_t[]){1, 1}, (float[]){0.5f, 0.5f});
    utility_is(3, 0, (uint8_t[]){2, 1, 3}, (float[]){0.5f, 1.0f, 0.0f});
    utility_is(4, 0, (uint8_t[]){1, 1, 3, 4}, (float[]){2.5f / 3, 2.5f / 3, 1.0f / 3, 0.0f});
    utility_is(1, 0, (uint8_t[]){1}, (float[]){1.0f});
    utility_is(1, 0, (uint8_t[]){2}, (float[]){0.0f});
    utility_is(3, 0, (uint8_t[]){2, 2, 2}, (float[]){0.0f, 0.0f, 0.0f}); // all have lost
    utility_is(3, TSR_COOPERATIVE, (uint8_t[]){1, 1, 1}, (float[]){1.0f, 1.0f, 1.0f});
    utility_is(3, TSR_COOPERATIVE, (uint8_t[]){2, 2, 2}, (float[]){0.0f, 0.0f, 0.0f});
}

// --- Positions ---------------------------------------------------------------

static void positions_are_read_or_left_alone(void **state) {
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    uint64_t s[32], before[32];
    char text[512];
    tsr_error err = {0};
    tsr_init(r, before);
    int n = tsr_position_text(r, before, text, sizeof text);
    assert_int_equal(n, strlen(text));
    memset(s, 0x77, sizeof s);
    assert_int_equal(tsr_position_read(r, text, s, &err), TSR_OK);
    assert_memory_equal(s, before, r->state_size);
    static const char *const wrong[] = {"",
                                        "x",
                                        "r.k.r/ppppp",
                                        "\t",
                                        "r.k.r/ppppp/...../...../PPPPP/R.K.R w",
                                        "r.k.r/ppppp/...../...../PPPPP/R.K.R w 15 0 0 0\n",
                                        "....r/ppppp/...../...../PPPPP/R.K.R w 0 0 0 0"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        memset(&err, 0, sizeof err);
        memset(s, 0x77, sizeof s);
        assert_true(tsr_position_read(r, wrong[i], s, &err) != TSR_OK);
        assert_true(err.message[0]);
        for (size_t k = 0; k < sizeof s / sizeof s[0]; k++) {
            assert_true(s[k] == 0x7777777777777777u);
        }
        assert_true(tsr_position_read(r, wrong[i], s, NULL) != TSR_OK);
    }
    tsr_rules_close(r);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(wrong_tables_are_refused),          TEST(longer_tables_are_fine),
        TEST(optional_slots_are_filled),         TEST(options_are_read),
        TEST(mistyped_options_are_named),        TEST(players_are_counted),
        TEST(options_are_written_as_read),       TEST(hand_made_setups_are_checked_too),
        TEST(impossible_bounds_are_refused),     TEST(hash_covers_all_that_matters),
        TEST(the_door_tests_turns_first),        TEST(the_door_knows_outcomes),
        TEST(nothing_is_possible_after_the_end), TEST(utility_is_the_share_beaten),
        TEST(positions_are_read_or_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
