// SPDX-License-Identifier: MIT
//
// The border to other languages, abi.h, used as a binding uses it: nothing else of
// ours is included.
#include "abi_help.h"
#include "support/sanitized.h"

static tsr_state *start_of(const tsr_ruleset *r) {
    tsr_state *s = NULL;
    assert_int_equal(tsr_state_new(r, &s), 0);
    return s;
}

static void assert_told(const char *part) {
    if (!strstr(why.message, part)) {
        fail_msg("'%s' does not say '%s'", why.message, part);
    }
}

// --- Numbers in words ---------------------------------------------------------------------------

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

// Every number of a game written in C says what it means, and no two say the same.
static void numbers_have_words(void **state) {
    static const char *const games[] = {"azul", "projectl", "unicorns"};
    enum { TEXT = 128 };
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        tsr_ruleset *r = open_named(games[g], "");
        tsr_ruleset_info info = {.size = sizeof info};
        assert_int_equal(tsr_ruleset_about(r, &info), 0);
        char(*text)[TEXT] = calloc(info.actions, TEXT);
        assert_non_null(text);
        for (uint32_t i = 0; i < info.actions; i++) {
            int n = tsr_action_text(r, i, text[i], TEXT);
            assert_in_range(n, 1, TEXT - 1);
        }
        qsort(text, info.actions, TEXT, by_text);
        for (uint32_t i = 1; i < info.actions; i++) {
            if (strcmp(text[i], text[i - 1]) == 0) {
                fail_msg("%s: two numbers are '%s'", games[g], text[i]);
            }
        }
        free(text);
        tsr_close(r);
    }
}

// A move of one number is called by its number as it is typed.
static void compare_words(const tsr_ruleset *r, const tsr_state *s) {
    static uint64_t moves[4096];
    char move[256], number[256];
    int32_t numbers[96];
    int n = tsr_state_moves(s, -1, moves, 4096);
    for (int i = 0; i < n; i++) {
        assert_int_equal(tsr_state_numbers(s, -1, moves[i], numbers, 96), 1);
        assert_true(tsr_state_move_text(s, -1, moves[i], move, sizeof move) > 0);
        assert_true(tsr_action_text(r, (uint32_t)numbers[0], number, sizeof number) > 0);
        assert_string_equal(number, move);
    }
}

static void numbers_are_called_as_moves(void **state) {
    static const char *const games[] = {"azul", "projectl"};
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        tsr_ruleset *r = open_named(games[g], "");
        tsr_state *s = start_of(r);
        for (uint64_t ply = 0; ply < 60 && tsr_state_mover(s) >= 0; ply++) {
            int32_t actions[4096];
            if (tsr_state_mover(s) == 8) {
                assert_int_equal(tsr_state_draw(s, ply * 0x9e3779b97f4a7c15u, &why), 0);
                continue;
            }
            compare_words(r, s);
            int n = tsr_state_actions(s, -1, actions, 4096);
            assert_true(n > 0);
            assert_int_equal(tsr_state_act(s, -1, actions[ply % (uint64_t)n], &why), 0);
        }
        tsr_state_free(s);
        tsr_close(r);
    }
}

// A log names what was drawn as it names moves: who has only the log can follow it.
static void draws_are_played_by_their_texts(void **state) {
    (void)state;
    tsr_ruleset *r = open_named("azul", "");
    tsr_state *drawn = start_of(r), *told = start_of(r);
    for (uint64_t ply = 0; tsr_state_mover(drawn) == 8; ply++) {
        static uint64_t all[4096];
        char text[256];
        int n = tsr_state_chance(drawn, all, NULL, 4096);
        assert_in_range(n, 1, 4096);
        uint64_t draw = all[ply % (uint64_t)n];
        assert_true(tsr_state_move_text(drawn, 8, draw, text, sizeof text) > 0);
        assert_int_equal(tsr_state_play(drawn, 8, draw, &why), 0);
        assert_int_equal(tsr_state_play_text(told, 8, text, &why), 0);
        assert_true(tsr_state_hash(told) == tsr_state_hash(drawn));
    }
    assert_true(tsr_state_play_text(told, 8, "draw YRRW", &why) < 0); // chance is not on turn
    tsr_state_free(drawn);
    tsr_state_free(told);
    tsr_close(r);
}

// --- Opening -------------------------------------------------------------------------------------

static void versions_are_told(void **state) {
    (void)state;
    assert_int_equal(tsr_abi() >> 16, 3);
    assert_true(tsr_version() > 0 && tsr_version() < 0x1000000);
}

static void games_open_with_options(void **state) {
    tsr_ruleset *r = open_named("go", "size=9");
    tsr_ruleset_info info = {.size = sizeof info};
    char text[200];
    (void)state;
    assert_int_equal(tsr_ruleset_about(r, &info), 0);
    assert_int_equal(info.actions, 82);
    assert_int_equal(info.height, 9);
    assert_int_equal(info.width, 9);
    assert_int_equal(info.players, 2);
    assert_true(info.planes >= 2 && info.scalars > 0);
    assert_true(info.rules_hash && info.action_hash);
    assert_true(tsr_ruleset_text(r, TSR_TEXT_CHOSEN, text, sizeof text) > 0);
    assert_non_null(strstr(text, "size=9"));
    assert_true(tsr_seat_text(r, 0, text, sizeof text) > 0);
    assert_int_equal(tsr_ruleset_text(r, 99, text, sizeof text), TSR_FAIL_ARGUMENT);
    info.size = 4; // a caller who knows nothing of ours
    assert_int_equal(tsr_ruleset_about(r, &info), TSR_FAIL_ARGUMENT);
    tsr_close(r);
}

static void bad_openings_say_why(void **state) {
    tsr_ruleset *r = NULL;
    (void)state;
    why = (tsr_problem){.size = sizeof why};
    assert_int_equal(tsr_open_name("ches", "", &r, &why), TSR_FAIL_UNKNOWN);
    assert_told("chess");
    assert_int_equal(tsr_open_name("go", "size=99", &r, &why), TSR_FAIL_ARGUMENT);
    assert_told("size");
    assert_int_equal(tsr_open_name("go", "size", &r, &why), TSR_FAIL_ARGUMENT);
    assert_told("name=value");
    assert_int_equal(tsr_open_name("go", "players=x", &r, &why), TSR_FAIL_ARGUMENT);
    assert_int_equal(tsr_open_name("go", "players=3", &r, &why), TSR_FAIL_ARGUMENT);
    assert_true(tsr_open_name(NULL, "", &r, &why) < 0);
    assert_true(tsr_open_name("go", "", NULL, NULL) < 0);
    assert_true(tsr_open_file("/nowhere/at.game", "", &r, &why) < 0);
    assert_true(tsr_open_plugin("/nowhere/at.so", NULL, "", &r, &why) < 0);
    assert_null(r);
}

static void mistakes_in_rules_have_a_place(void **state) {
    static const char text[] = "game \"X\"\nplayers White, Black\nboard grid 3x3\n"
                               "piece Man\nturn: plonk Man\n";
    tsr_ruleset *r = NULL;
    (void)state;
    why = (tsr_problem){.size = sizeof why};
    assert_int_equal(tsr_open_text(text, "", &r, &why), TSR_FAIL_PARSE);
    assert_int_equal(why.code, TSR_FAIL_PARSE);
    assert_int_equal(why.line, 5);
    assert_true(why.column > 0 && why.number > 0);
    assert_true(*why.message != '\0');
    assert_non_null(strstr(why.advice, "plonk"));
    assert_null(r);
    struct {
        uint32_t size;
        int32_t code;
        char rest[32];
    } small = {.size = sizeof small}; // an older caller's struct: no byte beyond it is written
    memset(small.rest, 7, sizeof small.rest);
    small.rest[24] = 9;
    small.size = 32;
    assert_int_equal(tsr_open_text(text, "", &r, (tsr_problem *)(void *)&small), TSR_FAIL_PARSE);
    assert_int_equal(small.code, TSR_FAIL_PARSE);
    assert_int_equal(small.rest[24], 9);
}

static const char three[] = "game \"Three\"\nplayers White, Black\nboard grid 3x3\npiece Man\n"
                            "turn: place Man on empty\nwin when line 3 of mine\nstuck: draw\n";

static void rules_open_from_text(void **state) {
    tsr_ruleset *r = NULL;
    (void)state;
    why = (tsr_problem){.size = sizeof why};
    if (tsr_open_text(three, NULL, &r, &why)) {
        fail_msg("%s", why.advice);
    }
    tsr_state *s = start_of(r);
    tsr_ruleset_info info = {.size = sizeof info};
    assert_int_equal(tsr_ruleset_about(r, &info), 0);
    assert_int_equal(info.actions, 9);
    assert_int_equal(tsr_state_moves(s, -1, NULL, 0), 9);
    tsr_state_free(s);
    tsr_close(r);
}

// --- Playing -------------------------------------------------------------------------------------

static void moves_by_text_are_judged(void **state) {
    tsr_ruleset *r = open_named("chess", "");
    tsr_state *s = start_of(r), *copy = NULL;
    char before[200], after[200], reason[200];
    (void)state;
    assert_int_equal(tsr_state_mover(s), 0);
    (void)tsr_state_text(s, before, sizeof before);
    assert_int_equal(tsr_state_play_text(s, -1, "e2e5", &why), TSR_FAIL_ILLEGAL);
    assert_true(*why.message != '\0');
    assert_true(tsr_state_play_text(s, 1, "e7e5", &why) < 0);
    assert_true(tsr_state_play_text(s, 7, "e7e5", &why) < 0);
    assert_true(tsr_state_play_text(s, 0, "castle to the moon", &why) < 0);
    (void)tsr_state_text(s, after, sizeof after);
    assert_string_equal(before, after);
    assert_true(tsr_state_why_not(s, -1, "e2e5", reason, sizeof reason) > 0);
    assert_int_equal(tsr_state_why_not(s, -1, "e2e4", reason, sizeof reason), 0);
    assert_int_equal(tsr_state_copy(s, &copy), 0);
    assert_int_equal(tsr_state_play_text(s, -1, "e2e4", &why), 0);
    assert_int_equal(tsr_state_mover(s), 1);
    assert_int_equal(tsr_state_mover(copy), 0);
    assert_int_equal(tsr_state_set(s, copy), 0); // taking back
    assert_memory_equal(tsr_state_bytes(s), tsr_state_bytes(copy), 64);
    tsr_state_free(copy);
    tsr_state_free(s);
    tsr_close(r);
}

// A promotion: the square is one number, the piece another, and both are the same player's.
static void actions_are_picked(void **state) {
    tsr_ruleset *r = open_named("chess", "");
    tsr_state *s = NULL;
    int32_t list[64], number[8];
    uint64_t move;
    char text[64];
    (void)state;
    assert_int_equal(tsr_state_parse(r, "8/P6k/8/8/8/8/8/K7 w - - 0 1", &s, &why), 0);
    int n = tsr_state_actions(s, -1, list, 64);
    assert_int_equal(n, 4); // three king's moves and a7a8
    assert_int_equal(tsr_state_read(s, -1, "a7a8q", &move, &why), 0);
    assert_int_equal(tsr_state_numbers(s, -1, move, number, 8), 2);
    assert_int_equal(tsr_state_act(s, -1, 0, &why), TSR_FAIL_ILLEGAL);
    assert_told("legal:");
    assert_told("a1b1");
    assert_int_equal(tsr_state_act(s, -1, 1 << 20, &why), TSR_FAIL_ILLEGAL);
    assert_int_equal(tsr_state_act(s, -1, -5, &why), TSR_FAIL_ILLEGAL);
    assert_int_equal(tsr_state_act(s, -1, number[0], &why), 0);
    assert_int_equal(tsr_state_mover(s), 0);
    assert_int_equal(tsr_state_picked(s, -1, list, 64), 1);
    assert_int_equal(list[0], number[0]);
    assert_int_equal(tsr_state_actions(s, -1, list, 64), 4);
    tsr_state_unpick(s);
    assert_int_equal(tsr_state_picked(s, -1, list, 64), 0);
    assert_int_equal(tsr_state_act(s, -1, number[0], &why), 0);
    assert_int_equal(tsr_state_act(s, -1, number[1], &why), 0);
    assert_int_equal(tsr_state_mover(s), 1);
    (void)tsr_state_text(s, text, sizeof text);
    assert_non_null(strstr(text, "Q"));
    assert_true(tsr_action_text(r, (uint32_t)number[0], text, sizeof text) > 0);
    assert_string_equal(text, "a7a8");
    assert_int_equal(tsr_action_text(r, 1u << 30, text, sizeof text), TSR_FAIL_ARGUMENT);
    tsr_state_free(s);
    tsr_close(r);
}

static void states_of_other_rules_are_refused(void **state) {
    tsr_ruleset *small = open_named("go", "size=9"), *large = open_named("go", "size=13");
    tsr_state *a = start_of(small), *b = start_of(large);
    unsigned char junk[4096];
    (void)state;
    assert_int_equal(tsr_state_set(a, b), TSR_FAIL_MISMATCH);
    memset(junk, 0xff, sizeof junk);
    assert_true(tsr_state_set_bytes(a, junk, 3, &why) < 0);
    tsr_ruleset_info info = {.size = sizeof info};
    assert_int_equal(tsr_ruleset_about(small, &info), 0);
    unsigned char *bytes = malloc(info.state_size);
    memset(bytes, 0xff, info.state_size);
    assert_int_equal(tsr_state_set_bytes(a, bytes, info.state_size, &why), TSR_FAIL_PARSE);
    memcpy(bytes, tsr_state_bytes(a), info.state_size);
    assert_int_equal(tsr_state_set_bytes(a, bytes, info.state_size, &why), 0);
    free(bytes);
    tsr_state_free(a);
    tsr_state_free(b);
    tsr_close(small);
    tsr_close(large);
}

static void nothing_is_asked_of_nothing(void **state) {
    uint64_t move;
    (void)state;
    assert_true(tsr_state_new(NULL, NULL) < 0);
    assert_true(tsr_state_moves(NULL, 0, NULL, 0) < 0);
    assert_true(tsr_state_act(NULL, 0, 0, NULL) < 0);
    assert_true(tsr_state_play_text(NULL, 0, "a", NULL) < 0);
    assert_true(tsr_state_read(NULL, 0, "a", &move, NULL) < 0);
    assert_true(tsr_state_view(NULL, 0, NULL) < 0);
    assert_true(tsr_state_observe(NULL, 0, NULL, NULL) < 0);
    assert_true(tsr_state_svg(NULL, 0, NULL, 0) < 0);
    assert_true(tsr_state_result(NULL, NULL, NULL) < 0);
    assert_true(tsr_ruleset_about(NULL, NULL) < 0);
    assert_true(tsr_compile(NULL, NULL) < 0);
    assert_true(tsr_player_open(NULL, "random", NULL, NULL) < 0);
    assert_true(tsr_table_open(NULL, 0, NULL, NULL, NULL) < 0);
    assert_true(tsr_replay_open(NULL, 0, NULL, NULL, NULL) < 0);
    assert_int_equal(tsr_state_turn(NULL), 0);
    tsr_close(NULL);
    tsr_state_free(NULL);
    tsr_state_unpick(NULL);
    tsr_player_close(NULL);
    tsr_table_close(NULL);
    tsr_replay_close(NULL);
}

// --- Every game ----------------------------------------------------------------------------------

static void play_by_numbers(const tsr_ruleset *r, uint64_t seed) {
    tsr_ruleset_info info = {.size = sizeof info};
    tsr_state *s = start_of(r);
    int32_t list[4096], score[8];
    float reward[8];
    assert_int_equal(tsr_ruleset_about(r, &info), 0);
    size_t cells = (size_t)info.planes * info.height * info.width;
    uint8_t *planes = malloc(cells + 1);
    float *scalars = malloc((info.scalars + 1) * sizeof *scalars);
    for (int step = 0; step < 60 && tsr_state_turn(s); step++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        if (tsr_state_mover(s) == 8) {
            assert_int_equal(tsr_state_draw(s, seed, &why), 0);
            continue;
        }
        assert_int_equal(tsr_state_observe(s, -1, planes, scalars), 0);
        int n = tsr_state_actions(s, -1, list, 4096);
        assert_true(n > 0 && n <= 4096);
        if (tsr_state_act(s, -1, list[(seed >> 33) % (uint64_t)n], &why)) {
            fail_msg("%s", why.message);
        }
    }
    assert_int_equal(tsr_state_result(s, score, NULL), 0);
    assert_int_equal(tsr_state_reward(s, reward), tsr_state_turn(s) ? TSR_FAIL_STATE : 0);
    int size = tsr_state_svg(s, -1, NULL, 0);
    assert_true(size > 100);
    char *svg = malloc((size_t)size + 1);
    assert_int_equal(tsr_state_svg(s, -1, svg, (size_t)size + 1), size);
    assert_non_null(strstr(svg, "</svg>"));
    free(svg);
    free(planes);
    free(scalars);
    tsr_state_free(s);
}

// The pits of Kalah say how many seeds lie in them.
static void a_picture_shows_what_lies_in_places(void **state) {
    tsr_ruleset *r = open_named("kalah", "");
    tsr_state *s = NULL;
    char svg[8192];
    int pits = 0;
    (void)state;
    assert_int_equal(tsr_state_new(r, &s), 0);
    assert_in_range(tsr_state_svg(s, -1, svg, sizeof svg), 100, sizeof svg - 1);
    for (const char *at = svg; (at = strstr(at, ">4</text>")) != NULL; at++) {
        pits++;
    }
    assert_int_equal(pits, 12);
    tsr_state_free(s);
    tsr_close(r);
}

static void every_game_plays_by_numbers(void **state) {
    char names[4096];
    int n = 0;
    (void)state;
    assert_true(tsr_game_list(names, sizeof names) < (int)sizeof names);
    for (char *at = strtok(names, "\n"); at; at = strtok(NULL, "\n"), n++) {
        if (IS_SANITIZED && n % 4) {
            continue;
        }
        tsr_ruleset *r = open_named(at, "");
        tsr_ruleset_info info = {.size = sizeof info};
        assert_int_equal(tsr_ruleset_about(r, &info), 0);
        if (!info.actions || !(info.scalars || info.planes)) {
            fail_msg("%s has %u actions, %u planes and %u scalars", at, info.actions, info.planes,
                     info.scalars);
        }
        play_by_numbers(r, (uint64_t)n + 1);
        tsr_close(r);
    }
    assert_true(n > 20);
}

static void views_hide_and_cannot_be_played(void **state) {
    tsr_ruleset *r = open_named("unicorns", "");
    tsr_state *s = start_of(r), *view = NULL, *guess = NULL;
    uint64_t seed = 5;
    (void)state;
    for (int i = 0; i < 30 && tsr_state_mover(s) == 8; i++) {
        assert_int_equal(tsr_state_draw(s, seed++, &why), 0);
    }
    assert_int_equal(tsr_state_view(s, 0, &view), 0);
    assert_true(tsr_state_view(s, 7, &guess) < 0);
    assert_int_equal(tsr_state_draw(view, 1, &why), TSR_FAIL_STATE);
    assert_int_equal(tsr_state_rollouts(view, 1, 1, (float[8]){0}), TSR_FAIL_STATE);
    assert_int_equal(tsr_state_act(view, 0, 0, &why), TSR_FAIL_STATE);
    assert_int_equal(tsr_state_guess(view, 0, 3, &guess), 0);
    tsr_state_free(guess);
    tsr_state_free(view);
    tsr_state_free(s);
    tsr_close(r);
}

// --- Players and records -------------------------------------------------------------------------

static void players_choose_by_seed(void **state) {
    tsr_ruleset *r = open_named("connect4", "");
    tsr_state *s = start_of(r);
    tsr_player *p = NULL;
    uint64_t a = 0, b = 0;
    (void)state;
    assert_true(tsr_player_open(r, "nobody:x=1", &p, &why) < 0);
    assert_true(tsr_player_open(r, "azul-greedy", &p, &why) < 0);
    assert_int_equal(tsr_player_open(r, "mcts:nodes=200", &p, &why), 0);
    assert_int_equal(tsr_player_start(p, 0), 0);
    assert_int_equal(tsr_player_choose(p, s, -1, 7, 0, 0, &a, &why), 0);
    assert_int_equal(tsr_player_choose(p, s, -1, 7, 0, 0, &b, &why), 0);
    assert_true(a == b);
    assert_int_equal(tsr_player_choose(p, s, 1, 7, 0, 0, &b, &why), TSR_FAIL_STATE);
    assert_int_equal(tsr_state_play(s, -1, a, &why), 0);
    tsr_player_close(p);
    tsr_state_free(s);
    tsr_close(r);
}

static void records_are_written_and_read(void **state) {
    tsr_ruleset *r = open_named("azul", "");
    tsr_table *t = NULL;
    tsr_replay *p = NULL;
    tsr_state *s = NULL, *again = NULL;
    uint64_t list[512];
    char name[64];
    (void)state;
    assert_int_equal(tsr_table_open(r, 42, "Anna,Ben", &t, &why), 0);
    for (int i = 0; i < 12; i++) {
        assert_int_equal(tsr_table_state(t, &s), 0);
        int n = tsr_state_moves(s, -1, list, 512);
        assert_int_equal(tsr_table_play(t, -1, list[n / 2], &why), 0);
        tsr_state_free(s);
    }
    assert_true(tsr_table_play_text(t, -1, "no such move", &why) < 0);
    int size = tsr_table_record(t, NULL, 0);
    char *text = malloc((size_t)size + 1);
    assert_int_equal(tsr_table_record(t, text, (size_t)size + 1), size);
    assert_int_equal(tsr_replay_open(text, (size_t)size, NULL, &p, &why), 0);
    assert_int_equal(tsr_table_state(t, &s), 0);
    assert_int_equal(tsr_replay_state(p, tsr_replay_plies(p), &again), 0);
    tsr_ruleset_info info = {.size = sizeof info};
    assert_int_equal(tsr_ruleset_about(r, &info), 0);
    assert_memory_equal(tsr_state_bytes(s), tsr_state_bytes(again), info.state_size);
    assert_int_equal(tsr_replay_seat(p, 1, name, sizeof name), 3);
    assert_string_equal(name, "Ben");
    assert_int_equal(tsr_replay_seed(p), 42);
    tsr_state_free(again);
    tsr_replay_close(p);
    p = NULL;
    assert_true(tsr_replay_open(text, 20, NULL, &p, &why) < 0);
    tsr_ruleset *other = open_named("chess", "");
    assert_true(tsr_replay_open(text, (size_t)size, other, &p, &why) < 0);
    assert_null(p);
    tsr_close(other);
    free(text);
    tsr_state_free(s);
    tsr_table_close(t);
    tsr_close(r);
}

// A match is stepped back, looked at ply by ply, and gone on with from its record.
static void matches_step_back_and_go_on(void **state) {
    tsr_ruleset *r = open_named("chess", ""), *other = open_named("azul", "");
    tsr_table *t = NULL, *again = NULL;
    tsr_state *s = NULL;
    char text[4096], more[4096];
    uint64_t move = 0;
    int who = -1;
    (void)state;
    assert_int_equal(tsr_table_open(r, 1, NULL, &t, &why), 0);
    assert_int_equal(tsr_table_play_text(t, 0, "e2e4", &why), 0);
    assert_int_equal(tsr_table_play_text(t, 1, "e7e5", &why), 0);
    assert_int_equal(tsr_table_plies(t), 2);
    assert_int_equal(tsr_table_ply(t, 1, &who, &move), 0);
    assert_int_equal(who, 1);
    assert_int_equal(tsr_table_ply(t, 2, &who, &move), TSR_FAIL_ARGUMENT);
    assert_int_equal(tsr_table_at(t, 1, &s), 0);
    assert_int_equal(tsr_state_play(s, 1, move, &why), 0);
    tsr_state_free(s);
    assert_int_equal(tsr_table_at(t, 3, &s), TSR_FAIL_ARGUMENT);
    assert_int_equal(tsr_table_back(t, 3, &why), TSR_FAIL_ARGUMENT);
    assert_int_equal(tsr_table_back(t, 1, &why), 0);
    assert_int_equal(tsr_table_plies(t), 1);
    assert_int_equal(tsr_table_play_text(t, 1, "c7c5", &why), 0);

    // Where chance is on turn nobody can be asked.
    tsr_table *tiles = NULL;
    assert_int_equal(tsr_table_open(other, 1, NULL, &tiles, &why), 0);
    assert_true(tsr_table_plies(tiles) > 1);
    assert_int_equal(tsr_table_back(tiles, 1, &why), TSR_FAIL_ARGUMENT);
    assert_string_equal(why.message, "nobody decides after 1 plies: chance is on turn there");
    tsr_table_close(tiles);

    int size = tsr_table_record(t, text, sizeof text);
    assert_true(size > 0 && (size_t)size < sizeof text);
    assert_true(tsr_table_resume(text, (size_t)size, other, &again, &why) < 0);
    assert_true(tsr_table_resume(text, 10, r, &again, &why) < 0);
    assert_null(again);
    assert_int_equal(tsr_table_resume(text, (size_t)size, r, &again, &why), 0);
    assert_int_equal(tsr_table_plies(again), 2);
    assert_int_equal(tsr_table_play_text(again, 0, "g1f3", &why), 0);
    int longer = tsr_table_record(again, more, sizeof more);
    assert_true(longer > size && (size_t)longer < sizeof more);
    assert_memory_equal(more, text, (size_t)size);
    tsr_table_close(again);
    tsr_table_close(t);
    tsr_close(other);
    tsr_close(r);
}

// What the second player sees turned round is turned in the numbers as well, and back.
static void numbers_turn_round(void **state) {
    static const char *const games[] = {"chess", "breakthrough", "checkers", "connect4", "hex"};
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        tsr_ruleset *r = open_named(games[g], "");
        tsr_ruleset_info info = {.size = sizeof info};
        assert_int_equal(tsr_ruleset_about(r, &info), 0);
        int moved = 0;
        for (uint32_t i = 0; i < info.actions; i++) {
            int64_t to = tsr_action_turned(r, i);
            assert_true(to >= 0 && to < (int64_t)info.actions);
            assert_int_equal(tsr_action_turned(r, (uint32_t)to), i);
            moved += to != (int64_t)i;
        }
        assert_int_equal(moved != 0, (info.flags & TSR_INFO_TURNS) != 0);
        assert_int_equal(moved != 0, g < 3); // the others look all the same way
        assert_int_equal(tsr_action_turned(r, info.actions), TSR_FAIL_ARGUMENT);
        tsr_close(r);
    }
}

// Random games to their end: the same for the same seed, and the state stays where it was.
static void rollouts_play_whole_games(void **state) {
    static const char *const names[] = {"kalah", "azul", "chess"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        float first[40 * 8], again[40 * 8];
        tsr_ruleset *r = NULL;
        tsr_state *s = NULL;
        tsr_ruleset_info about = {.size = sizeof about};
        assert_int_equal(tsr_open_name(names[i], NULL, &r, NULL), 0);
        assert_int_equal(tsr_ruleset_about(r, &about), 0);
        assert_int_equal(tsr_state_new(r, &s), 0);
        uint64_t before = tsr_state_hash(s);
        int64_t plies = tsr_state_rollouts(s, 40, 9, first);
        assert_true(plies > 40);
        assert_int_equal(tsr_state_rollouts(s, 40, 9, again), plies);
        assert_memory_equal(first, again, 40 * about.players * sizeof *first);
        assert_true(tsr_state_hash(s) == before);
        for (uint32_t k = 0; k < 40 * about.players; k++) {
            assert_true(first[k] >= -1 && first[k] <= 1);
        }
        assert_int_equal(tsr_state_rollouts(s, 0, 9, NULL), 0);
        assert_int_equal(tsr_state_rollouts(s, 1, 9, NULL), TSR_FAIL_ARGUMENT);
        assert_int_equal(tsr_state_rollouts(NULL, 1, 9, first), TSR_FAIL_ARGUMENT);
        tsr_state_free(s);
        tsr_close(r);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(versions_are_told),
        TEST(numbers_have_words),
        TEST(numbers_are_called_as_moves),
        TEST(draws_are_played_by_their_texts),
        TEST(games_open_with_options),
        TEST(bad_openings_say_why),
        TEST(mistakes_in_rules_have_a_place),
        TEST(rules_open_from_text),
        TEST(moves_by_text_are_judged),
        TEST(actions_are_picked),
        TEST(states_of_other_rules_are_refused),
        TEST(nothing_is_asked_of_nothing),
        TEST(a_picture_shows_what_lies_in_places),
        TEST(every_game_plays_by_numbers),
        TEST(views_hide_and_cannot_be_played),
        TEST(players_choose_by_seed),
        TEST(records_are_written_and_read),
        TEST(matches_step_back_and_go_on),
        TEST(numbers_turn_round),
        TEST(rollouts_play_whole_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
