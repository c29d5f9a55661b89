// SPDX-License-Identifier: MIT
//
// `notation points`, `ptn`, `san`: every legal move of many positions is written so that it is read again, also as cells;
// and examples as the standards have them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "support/sanitized.h"

enum { GAMES = IS_SANITIZED ? 1 : 2, PLIES = IS_SANITIZED ? 30 : 120, TRIED = 8 };

// One game of the shelf in its notation, and the same written as cells: their states and moves are the same.
typedef struct pair {
    tsr_game *game[2];
    tsr_rules *r[2];
    unsigned char *s;
} pair;

static void open_text(pair *t, int i, const char *text, const char *option, const char *value) {
    tsr_lang_report report;
    tsr_setup setup;
    tsr_lang_source source = {.text = text};
    tsr_error err;
    if (tsr_lang_compile(&source, NULL, &t->game[i], &report)) {
        fail_msg("%s\n%s", text, report.message[0].head);
    }
    tsr_setup_init(&setup, t->game[i]);
    if (option && tsr_setup_option(&setup, option, value, &err)) {
        fail_msg("%s", err.message);
    }
    assert_int_equal(tsr_rules_open(&setup, NULL, &t->r[i], NULL), TSR_OK);
}

static pair open_pair(const char *title, const char *notation, const char *option,
                      const char *value) {
    pair t = {0};
    char text[200];
    (void)snprintf(text, sizeof text, "game \"New\" from \"%s\"\nnotation %s\n", title, notation);
    open_text(&t, 0, text, option, value);
    (void)snprintf(text, sizeof text, "game \"Old\" from \"%s\"\nnotation coordinates%s\n", title,
                   strstr(notation, "fen") ? " fen" : "");
    open_text(&t, 1, text, option, value);
    assert_int_equal(t.r[0]->state_size, t.r[1]->state_size);
    t.s = malloc(t.r[0]->state_size);
    tsr_init(t.r[0], t.s);
    return t;
}

static void close_pair(pair *t) {
    for (int i = 0; i < 2; i++) {
        tsr_rules_close(t->r[i]);
        tsr_lang_free(t->game[i]);
    }
    free(t->s);
}

// --- Round trips -----------------------------------------------------------------------------------

static void reads_back(const pair *t, int who, tsr_move m, int writer) {
    char text[TSR_MOVE_TEXT_MAX];
    tsr_move back = TSR_NO_MOVE;
    tsr_line why;
    (void)tsr_move_text(t->r[writer], t->s, who, m, text, sizeof text);
    if (tsr_move_read(t->r[0], t->s, who, text, &back, &why) || back != m) {
        char where[2000];
        (void)tsr_position_text(t->r[0], t->s, where, sizeof where);
        fail_msg("'%s' is not read as the move it was written for\n%s", text, where);
    }
}

static void play_games(const char *title, const char *notation, const char *option,
                       const char *value) {
    pair t = open_pair(title, notation, option, value);
    tsr_rng g;
    for (int game = 0; game < GAMES; game++) {
        tsr_rng_init(&g, (uint64_t)game + 1);
        tsr_init(t.r[0], t.s);
        for (int ply = 0; ply < PLIES && tsr_turn(t.r[0], t.s); ply++) {
            tsr_move list[TSR_MAX_MOVES];
            uint32_t weight[TSR_MAX_MOVES];
            const int who = tsr_mover(tsr_turn(t.r[0], t.s));
            const int n = who == TSR_CHANCE ? t.r[0]->g.chance(t.r[0], t.s, list, weight)
                                            : tsr_moves(t.r[0], t.s, who, list);
            const int step = n / TRIED + 1; // some of many
            for (int i = ply % step; i < n; i += step) {
                reads_back(&t, who, list[i], 0);
                reads_back(&t, who, list[i], 1);
            }
            tsr_play(t.r[0], t.s, who, list[tsr_rng_below(&g, (uint32_t)n)]);
        }
    }
    close_pair(&t);
}

static void points_again(void **state) {
    (void)state;
    play_games("Backgammon", "points", NULL, NULL);
    play_games("Backgammon", "points", "turns", "joined");
    play_games("Hyper-Backgammon", "points", NULL, NULL);
    play_games("Hyper-Backgammon", "points", "turns", "joined");
}

static void ptn_again(void **state) {
    (void)state;
    play_games("Tak", "ptn", NULL, NULL);
    play_games("Tak", "ptn", "size", "4");
    play_games("Tak", "ptn", "turns", "split");
}

static void san_again(void **state) {
    (void)state;
    play_games("Chess", "san fen", NULL, NULL);
    play_games("Chess", "fen san", NULL, NULL);
    play_games("Gardner", "san", NULL, NULL);
}

// --- Examples ----------------------------------------------------------------------------------------

static tsr_move read_move(const pair *t, int writer, const char *text) {
    tsr_move m = TSR_NO_MOVE;
    tsr_line why;
    const int who = tsr_mover(tsr_turn(t->r[0], t->s));
    if (tsr_move_read(t->r[writer], t->s, who, text, &m, &why)) {
        fail_msg("'%s' is not read", text);
    }
    return m;
}

// Plays words that blanks separate, a comma standing for the blank inside one.
static void play_words(pair *t, const char *words) {
    char text[600];
    (void)snprintf(text, sizeof text, "%s", words);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        const int who = tsr_mover(tsr_turn(t->r[0], t->s));
        tsr_play(t->r[0], t->s, who, read_move(t, 0, word));
    }
}

// A legal move: how it is written, and other ways in which it may be typed.
static void is_written(pair *t, const char *text, const char *typed) {
    char written[TSR_MOVE_TEXT_MAX];
    tsr_line why;
    const int who = tsr_mover(tsr_turn(t->r[0], t->s));
    const tsr_move m = read_move(t, 0, typed);
    if (tsr_why_not(t->r[0], t->s, who, m, &why)) {
        fail_msg("'%s' is not legal", typed);
    }
    (void)tsr_move_text(t->r[0], t->s, who, m, written, sizeof written);
    assert_string_equal(written, text);
}

static void is_refused(const pair *t, const char *typed, const char *reason) {
    char said[400] = "";
    tsr_move m = TSR_NO_MOVE;
    tsr_line why;
    const int who = tsr_mover(tsr_turn(t->r[0], t->s));
    if (tsr_move_read(t->r[0], t->s, who, typed, &m, &why) == TSR_OK) {
        (void)tsr_why_not(t->r[0], t->s, who, m, &why);
    }
    (void)tsr_line_text(t->r[0], &why, NULL, said, sizeof said);
    assert_string_equal(said, reason);
}

// The opening replies that every book has.
static void points_examples(void **state) {
    pair t = open_pair("Backgammon", "points", "turns", "joined");
    (void)state;
    play_words(&t, "3 1");
    is_written(&t, "8/5 6/5", "8/5 6/5");
    is_written(&t, "8/5 6/5", "6/5,8/5");
    is_written(&t, "8/5 6/5", "high:p17,p19"); // as records had it
    is_written(&t, "24/21 21/20", "24/21/20");
    is_refused(&t, "8/4 6/5", "that move is not possible now");
    is_refused(&t, "8/9", "that is not a move of this game");
    is_refused(&t, "26/20", "that is not a move of this game");
    play_words(&t, "8/5,6/5 6 5");
    is_written(&t, "24/18 18/13", "24/13"); // the lover's leap, which ends where it ends either way
    play_words(&t, "24/18,13/8 6 4");
    is_written(&t, "24/18 18/14", "24/18/14");
    close_pair(&t);
}

// Men on the bar and men borne off, and doubles.
static void points_positions(void **state) {
    pair t = open_pair("Backgammon", "points", "turns", "joined");
    (void)state;
    play_words(&t, "4 4");
    is_written(&t, "24/20(2) 13/9(2)", "24/20(2) 13/9(2)");
    is_written(&t, "13/9(2) 6/2(2)", "6/2(2),13/9(2)");
    is_written(&t, "24/20(2) 20/16(2)", "24/16(2)");
    close_pair(&t);
}

// The same position with the men elsewhere.
static void stand(pair *t, const char *board, const char *areas) {
    char old[400], text[600];
    tsr_error err = {0};
    (void)tsr_position_text(t->r[0], t->s, old, sizeof old);
    (void)snprintf(text, sizeof text, "%s%s%s", board, strchr(old, ' '), areas);
    if (tsr_position_read(t->r[0], text, t->s, &err)) {
        fail_msg("%s: %s", text, err.message);
    }
}

static void bar_and_off(void **state) {
    pair t = open_pair("Hyper-Backgammon", "points", NULL, NULL);
    (void)state;
    play_words(&t, "6 5 22/16 16/11 6 2 22/16");
    is_written(&t, "16/14*", "16/14");
    play_words(&t, "16/14* 3 1");
    is_written(&t, "bar/22", "bar/22");
    is_written(&t, "bar/22", "25/22");
    is_written(&t, "bar/24", "Bar/24");
    tsr_init(t.r[0], t.s);
    stand(&t, "mmm18MM1", " @off1=M");
    play_words(&t, "6 5");
    is_written(&t, "high:3/off", "high:3/off"); // the other die could do it too
    is_written(&t, "low:3/off", "low:3/off");
    is_refused(&t, "3/off", "that fits 2 moves");
    close_pair(&t);
}

// A move that is not legal has a text all the same: that of its cells.
static void text_of_the_impossible(void **state) {
    pair t = open_pair("Backgammon", "points", "turns", "joined");
    char written[TSR_MOVE_TEXT_MAX], cells[TSR_MOVE_TEXT_MAX];
    (void)state;
    play_words(&t, "6 4");
    const tsr_move m = read_move(&t, 0, "24/18 13/9");
    play_words(&t, "8/2,6/2 3 1");
    (void)tsr_move_text(t.r[0], t.s, 1, m, written, sizeof written);
    (void)tsr_move_text(t.r[1], t.s, 1, m, cells, sizeof cells);
    assert_string_equal(written, cells);
    close_pair(&t);
}

// The examples of the standard of portable Tak notation, from the empty board.
static void ptn_examples(void **state) {
    pair t = open_pair("Tak", "ptn", NULL, NULL);
    (void)state;
    is_written(&t, "a1", "a1");
    is_written(&t, "a1", "Fa1");
    is_written(&t, "a1", "F@a1"); // as records had it
    play_words(&t, "a5 c3");
    is_written(&t, "Sb3", "Sb3");
    is_written(&t, "Cb3", "Cb3'");
    is_written(&t, "b3", "b3!?");
    is_written(&t, "c3>", "1c3>1");
    is_written(&t, "c3>", "c3>F");
    play_words(&t, "c4 b3 c4- b3> c2");
    is_written(&t, "3c3-12", "3c3-12");
    is_written(&t, "3c3+21", "3c3+21");
    is_written(&t, "2c3<", "2c3<2");
    is_refused(&t, "3c3-111", "that move is not possible now");
    is_refused(&t, "3c3-22", "that is not a move of this game");
    is_refused(&t, "c2", "that move is not possible now");
    is_refused(&t, "c2^", "that is not a move of this game");
    close_pair(&t);
}

// High stacks are carried in hundreds of ways, each of them a hash. Their texts come at once where all of them are looked up
// together, and takes minutes where each is looked for alone.
static void ptn_of_stacks(void **state) {
    enum { MOST = 1200, EACH = IS_SANITIZED ? 60 : 6 };
    static const char position[] =
        "6/1(fffFFF)2(fffFFF)1/2(fffFFF)3/3(fffFFF)2/1(fffFFF)2(fffFFF)1/6"
        " w 41 hand=3,0,1,3,0,1";
    static char text[MOST][TSR_MOVE_TEXT_MAX];
    pair t = open_pair("Tak", "ptn", "size", "6");
    tsr_move list[TSR_MAX_MOVES];
    tsr_error err = {0};
    (void)state;
    if (tsr_position_read(t.r[0], position, t.s, &err)) {
        fail_msg("%s", err.message);
    }
    const int n = tsr_moves(t.r[0], t.s, 0, list);
    assert_in_range(n, MOST / 2, MOST);
    for (int i = 0; i < n; i += EACH) {
        (void)tsr_move_text(t.r[0], t.s, 0, list[i], text[i], sizeof text[i]);
        for (int k = 0; k < i; k += EACH) {
            assert_string_not_equal(text[k], text[i]);
        }
    }
    close_pair(&t);
}

static void san_examples(void **state) {
    pair t = open_pair("Chess", "san fen", NULL, NULL);
    (void)state;
    is_written(&t, "e4", "e2e4");
    play_words(&t, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6");
    is_written(&t, "O-O", "e1g1");
    is_written(&t, "Nxe5", "f3e5");
    close_pair(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_again),
        cmocka_unit_test(ptn_again),
        cmocka_unit_test(san_again),
        cmocka_unit_test(points_examples),
        cmocka_unit_test(points_positions),
        cmocka_unit_test(bar_and_off),
        cmocka_unit_test(text_of_the_impossible),
        cmocka_unit_test(ptn_examples),
        cmocka_unit_test(ptn_of_stacks),
        cmocka_unit_test(san_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
