// SPDX-License-Identifier: MIT
//
// The course of Azul: the bag and the lid, taking tiles, the floor and the
// marker, wall-tiling on the fixed and on the free wall, the end. Where an older
// implementation of the game went wrong, the test says so.

#include "azul_test.h"

// --- Bag and lid -------------------------------------------------------------

// Outcomes are the ways to fill a display, each weighing as many as there are ways
// to draw it. (Once: a draw compared with "greater" and could yield a colour of
// which none was left.)
static void test_draws_follow_the_bag(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, "round 2 deal start 1 | bag 0.5.0.1.0 | lid * | centre M | "
                                       "displays - - - - - | " BOARD " | " BOARD);
    tsr_move out[70];
    uint32_t weight[70];
    tsr_rng g;
    int with_black = 0, draws = 30000;
    (void)unused;
    assert_int_equal(azul_chance(r, &s, out, weight), 2);
    assert_int_equal(out[0], azul_draw_move(azul_some(1, 4)));
    assert_int_equal(out[1], azul_draw_move(azul_some(1, 3) + azul_some(3, 1)));
    assert_int_equal(weight[0], 5);  // 4 of 5 yellow tiles
    assert_int_equal(weight[1], 10); // 3 of 5, and the black one
    assert_int_equal(azul_count_moves(r, &s, TSR_CHANCE), 2);
    tsr_rng_init(&g, 7);
    for (int i = 0; i < draws; i++) {
        tsr_move m = azul_sample(r, &s, TSR_CHANCE, &g);
        assert_true(m == out[0] || m == out[1]);
        with_black += m == out[1];
    }
    assert_in_range(with_black, 20000 - 330, 20000 + 330); // four standard deviations
    tsr_rules_close(r);
}

// From the full bag: all 70 ways to have four tiles of five colours, weighing
// together the number of ways to choose 4 of 100.
static void test_draws_from_the_full_bag(void **unused) {
    tsr_rules *r = azul_rules(2, "starter=first");
    azul_state s;
    tsr_move out[70];
    uint32_t weight[70], sum = 0;
    (void)unused;
    tsr_init(r, &s);
    assert_int_equal(azul_chance(r, &s, out, weight), 70);
    assert_int_equal(r->max_chance, 70);
    for (int i = 0; i < 70; i++) {
        assert_int_equal(azul_total(azul_drawn(out[i])), 4);
        sum += weight[i];
    }
    assert_int_equal(sum, 3921225);
    assert_int_equal(weight[0], 4845); // four blue ones of 20
    tsr_rules_close(r);
}

// The lid is poured into the bag when a tile is needed and the bag is empty, not
// before, and is empty then. (Once: poured in early, and also kept.)
static void test_lid_fills_an_empty_bag(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, "round 2 deal start 1 | bag 0.2.0.1.0 | lid * | centre M | "
                                       "displays BBBB - - - - | " BOARD " | " BOARD);
    tsr_move out[70];
    uint32_t weight[70];
    (void)unused;
    assert_int_equal(azul_chance(r, &s, out, weight), 1); // the bag has three tiles
    azul_act(r, &s, "draw YYK");
    azul_reads(r, &s,
               "round 2 deal start 1 | bag 16.18.20.19.20 | lid 0.0.0.0.0 | centre M | "
               "displays BBBB YYK - - - | " BOARD " | " BOARD);
    azul_conserved(r, &s);
    assert_int_equal(azul_chance(r, &s, out, weight), 5); // the fourth tile
    assert_int_equal(weight[0], 16);
    azul_act(r, &s, "draw R");
    assert_int_equal(s.dealt, 8);
    tsr_rules_close(r);
}

// When the last tile of the last display is also the last of the bag, the lid
// waits: the tiles used in this round will come along.
static void test_lid_waits_until_a_tile_is_needed(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, "round 3 deal start 2 | bag 0.0.0.0.1 | lid * | centre M | "
                                       "displays BBBB YYYY RRRR KKKK WWW | " BOARD " | " BOARD);
    (void)unused;
    azul_act(r, &s, "draw W");
    azul_reads(r, &s,
               "round 3 offer 2 start 2 | bag 0.0.0.0.0 | lid 16.16.16.16.16 | centre M | "
               "displays BBBB YYYY RRRR KKKK WWWW | " BOARD " | " BOARD);
    tsr_rules_close(r);
}

// Four players with rich walls and few tiles left: the lid is used up as well, and
// the round is played with the three displays that could be filled.
static void test_short_displays(void **unused) {
    tsr_rules *r = azul_rules(4, "");
    azul_state s = azul_position_of(
        r, "round 9 deal start 3 | bag 1.1.1.1.1 | lid * | centre M | displays - - - - - - - - - | "
           "90 ./../.../..../BB... BYRK./WBYR./KWBY./RKWB./YRKW. - | "
           "90 ./../.../YY../..... BYRK./WBYR./KWBY./RKWB./YRKW. - | "
           "90 ./K./RR./..../..... BYRK./WBYR./KWBY./RKWB./YRKW. - | "
           "90 ./K./.../..../..... BYRK./WBYR./KWBY./RKWB./YRKW. -");
    (void)unused;
    azul_act(r, &s, "draw BYRK");
    azul_act(r, &s, "draw W");
    assert_int_equal(azul_total(s.bag), 7);
    assert_int_equal(s.lid, 0);
    for (int i = 0; i < 2; i++) {
        tsr_rng g;
        tsr_rng_init(&g, (uint64_t)i);
        tsr_play(r, &s, TSR_CHANCE, tsr_sample(r, &s, TSR_CHANCE, &g));
    }
    assert_int_equal(azul_check(r, &s, NULL), 0);
    assert_int_equal(s.phase, AZUL_OFFER);
    assert_int_equal(s.mover, 2);
    assert_int_equal(s.bag | s.lid, 0);
    assert_int_equal(azul_total(s.source[3]), 4);
    assert_int_equal(azul_total(s.source[4]), 0);
    azul_conserved(r, &s);
    tsr_rules_close(r);
}

// All tiles lie on walls and lines, none is left for another round: it is over.
static void test_no_tile_left_at_all(void **unused) {
    tsr_rules *r = azul_rules(4, "");
    azul_state s =
        azul_position_of(r, "round 12 offer 2 start 2 | bag 0.0.0.0.0 | lid 0.0.0.0.0 | centre B | "
                            "displays - - - - - - - - - | "
                            "90 ./K./RR./YYY./BBBB. .YRKW/WBYR./KWBY./RKWB./YRKW. - | "
                            "80 ./K./RR./Y.../BBB.. .YRKW/WBYR./KWBY./RKWB./YRKW. - | "
                            "70 ./K./.../..../..... .YRKW/WBYR./KWBY./RKWB./YRKW. M | "
                            "60 ./K./.../..../..... .YRKW/WBYR./KWBY./RKWB./YRKW. -");
    tsr_result results[4];
    (void)unused;
    azul_act(r, &s, "C 1 5");
    assert_int_equal(tsr_turn(r, &s), 0);
    assert_int_equal(s.round, 12);
    azul_result(r, &s, results);
    // Three columns and all of white: 31. The marker has cost player 3 a point.
    assert_int_equal(results[0].score, 90 + 31);
    assert_int_equal(results[2].score, 70 - 1 + 31);
    assert_int_equal(results[3].rank, 4);
    tsr_rules_close(r);
}

// Four players go through 36 tiles a round, so the bag is refilled in the third.
// (Once: the lid was not emptied, and tiles multiplied.)
static void test_long_game_of_four(void **unused) {
    tsr_rules *r = azul_rules(4, "");
    int refills = 0;
    (void)unused;
    for (uint64_t seed = 0; seed < 200; seed++) {
        azul_state s;
        tsr_rng g;
        tsr_rng_init(&g, seed);
        tsr_init(r, &s);
        for (uint32_t turn; (turn = tsr_turn(r, &s)) != 0;) {
            int who = tsr_mover(turn);
            azul_tiles bag = s.bag, lid = s.lid;
            tsr_play(r, &s, who, tsr_sample(r, &s, who, &g));
            if (azul_total(s.bag) > azul_total(bag)) {
                refills++;
                assert_true(azul_total(bag) <= 4);
                assert_true(azul_total(s.bag) >= azul_total(lid));
                assert_int_equal(s.lid, 0);
            }
            azul_conserved(r, &s);
        }
    }
    assert_true(refills > 200);
    tsr_rules_close(r);
}

// The variant without a lid: used tiles leave the game.
static void test_tiles_leave(void **unused) {
    tsr_rules *r = azul_rules(2, "tiles=leave");
    azul_state s = azul_position_of(
        r, "round 4 offer 1 start 1 | bag 1.0.0.0.0 | lid 0.0.0.0.0 | centre BB | "
           "displays - - - - - | 0 ./Y./.../..../..... ...../...../...../...../..... WW | "
           "0 ./RR/.../..../..... ...../...../...../...../..... M");
    (void)unused;
    azul_act(r, &s, "C 1 1");
    azul_reads(r, &s,
               "round 5 deal start 2 | bag 1.0.0.0.0 | lid 0.0.0.0.0 | centre M | "
               "displays - - - - - | 0-1 ./Y./.../..../..... B..../...../...../...../..... - | "
               "0-1 ./../.../..../..... ...../...R./...../...../..... -");
    azul_act(r, &s, "draw B"); // the last tile there is
    azul_act(r, &s, "H1 1 5");
    assert_int_equal(tsr_turn(r, &s), 0);
    assert_int_equal(s.round, 5);
    tsr_rules_close(r);
}

// --- Taking tiles ------------------------------------------------------------

static void test_take_from_a_display(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s =
        azul_position_of(r, "round 1 offer 2 start 2 | bag * | lid 0.0.0.0.0 | centre MK | "
                            "displays BBYR YYWW - - - | " BOARD " | " BOARD);
    (void)unused;
    azul_act(r, &s, "H1 1 4");
    azul_reads(r, &s,
               "round 1 offer 1 start 2 | bag 18.17.19.19.18 | lid 0.0.0.0.0 | centre MYRK | "
               "displays - YYWW - - - | " BOARD
               " | 0 ./../.../BB../..... ...../...../...../...../..... -");
    azul_act(r, &s, "H2 2 1"); // one of two fits
    azul_reads(r, &s,
               "round 1 offer 2 start 2 | bag 18.17.19.19.18 | lid 0.0.0.0.0 | centre MYRKWW | "
               "displays - - - - - | 0 Y/../.../..../..... ...../...../...../...../..... Y | "
               "0 ./../.../BB../..... ...../...../...../...../..... -");
    azul_act(r, &s, "C 4 F"); // allowed although lines are free; first in the centre
    azul_reads(r, &s,
               "round 1 offer 1 start 2 | bag 18.17.19.19.18 | lid 0.0.0.0.0 | centre YRWW | "
               "displays - - - - - | 0 Y/../.../..../..... ...../...../...../...../..... Y | "
               "0 ./../.../BB../..... ...../...../...../...../..... MK");
    azul_act(r, &s, "C 5 2"); // the second to take from the centre gets no marker
    assert_int_equal(s.marker, 1);
    tsr_rules_close(r);
}

static void test_play_goes_round(void **unused) {
    tsr_rules *r = azul_rules(3, "starter=first");
    azul_state s;
    tsr_rng g;
    (void)unused;
    tsr_init(r, &s);
    tsr_rng_init(&g, 5);
    while (s.phase == AZUL_DEAL) {
        tsr_play(r, &s, TSR_CHANCE, tsr_sample(r, &s, TSR_CHANCE, &g));
    }
    for (int turn = 0; turn < 9; turn++) {
        assert_int_equal(azul_mover(r, &s), turn % 3);
        tsr_play(r, &s, turn % 3, tsr_sample(r, &s, turn % 3, &g));
    }
    tsr_rules_close(r);
}

static void test_refusals(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s =
        azul_position_of(r, "round 4 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre MKK | "
                            "displays BBYR - - RRWW - | "
                            "20 B/RR/RR./..../..... ...../.B.../.W.../...../..... - | " BOARD);
    (void)unused;
    azul_refused(r, &s, "H4 5 2", "line 2 is full");
    azul_refused(r, &s, "H1 1 2", "line 2 is full");
    // Once: a full line of the same colour was accepted, and all tiles fell.
    azul_refused(r, &s, "H4 3 2", "line 2 is full");
    azul_refused(r, &s, "H1 1 1", "line 1 is full");
    azul_refused(r, &s, "H4 5 3", "line 3 already holds red");
    azul_refused(r, &s, "H2 1 4", "display 2 is empty");
    azul_refused(r, &s, "H4 1 4", "display 4 has no blue");
    azul_refused(r, &s, "C 1 4", "the centre has no blue");
    azul_refused(r, &s, "H6 1 4", "there is no display 6: this game has 5");
    azul_refused(r, &s, "H1 6 4", "there is no type 6: types are 1 to 5");
    azul_refused(r, &s, "H1 1 6", "there is no line 6: lines are 1 to 5, and F is the floor");
    azul_refused(r, &s, "3", "tiles are taken now: a source, a type and a line, such as H3 3 4");
    azul_refused(r, &s, "draw B", "that is not a move of Azul");
    tsr_rules_close(r);

    r = azul_rules(2, "");
    s = azul_position_of(r, "round 4 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre MKK | "
                            "displays BBYR - - - - | "
                            "10 ./../.../..../..... ...../.B.../...../...../..... - | " BOARD);
    azul_refused(r, &s, "H1 1 2", "row 2 of the wall has blue");
    tsr_rules_close(r);
}

static void test_not_your_turn(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(r, "round 1 offer 1 start 1 | bag * | lid 0.0.0.0.0 | "
                                       "centre M | displays BBYR - - - - | " BOARD " | " BOARD);
    tsr_line why;
    (void)unused;
    assert_int_equal(tsr_why_not(r, &s, 1, tsr_move_of(AZUL_TAKE, 1, 0, 0, 0), &why),
                     TSR_LINE_NOT_TURN);
    assert_int_equal(azul_moves(r, &s, 1, NULL), 0);
    assert_int_equal(azul_count_moves(r, &s, 1), 0);
    tsr_rules_close(r);
}

// --- Floor and marker --------------------------------------------------------

// The eighth tile and those after it go to the lid without penalty. (Once: they
// vanished.)
static void test_floor_overflows_into_the_lid(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 1 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre BBBBY | "
           "displays - - - - - | 0 ./../.../..../..... ...../...../...../...../..... RRRRR | "
           "0 ./../.../..../..... ...../...../...../...../..... M");
    (void)unused;
    azul_act(r, &s, "C 1 F");
    azul_reads(r, &s,
               "round 1 offer 2 start 1 | bag 16.19.15.20.20 | lid 2.0.0.0.0 | centre Y | "
               "displays - - - - - | "
               "0 ./../.../..../..... ...../...../...../...../..... BBRRRRR | "
               "0 ./../.../..../..... ...../...../...../...../..... M");
    assert_int_equal(azul_floor_used(&s, 0), 7);
    tsr_rules_close(r);
}

// First in the centre, tiles to the floor: the marker comes along, costs its space
// and starts the next round. (Once: it was lost for the round.)
static void test_marker_with_tiles_to_the_floor(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 2 offer 2 start 1 | bag * | lid 0.0.0.0.0 | centre MYY | displays - - - - - | "
           "0 ./../.../..../..... ...../...../...../...../..... - | "
           "9 ./../.../..../..... B..../...../...../...../..... -");
    (void)unused;
    azul_act(r, &s, "C 2 F");
    assert_int_equal(s.player[1].score, 9 - 4); // three spaces
    assert_int_equal(s.starter, 1);
    assert_int_equal(s.marker, TSR_NOBODY);
    assert_int_equal(s.round, 3);
    tsr_rules_close(r);
}

// The marker lies down before the tiles do: with one space left it takes that
// one, and the tiles go to the lid.
static void test_marker_lies_before_the_tiles(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 2 offer 1 start 2 | bag * | lid 0.0.0.0.0 | centre MYYB | displays - - - - - | "
           "10 ./../.../..../..... B..../...../...../...../..... RRRRRR | " BOARD);
    (void)unused;
    azul_act(r, &s, "C 2 F");
    assert_int_equal(azul_total(s.player[0].floor), 6);
    assert_int_equal(azul_floor_used(&s, 0), 7);
    assert_int_equal(azul_count(s.lid, 1), 2);
    tsr_rules_close(r);
}

// On a full floor the marker finds no space: no more penalty than 14, no eighth
// entry, but its owner starts the next round.
static void test_marker_on_a_full_floor(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 2 offer 2 start 1 | bag * | lid 0.0.0.0.0 | centre MYYB | displays - - - - - | "
           "10 ./../.../..../..... B..../...../...../...../..... - | "
           "19 ./../.../..../..... B..../W..../...../...../..... RRRRRRR");
    (void)unused;
    azul_act(r, &s, "C 2 F");
    azul_reads(r, &s,
               "round 2 offer 1 start 1 | bag 17.18.13.20.19 | lid 0.2.0.0.0 | centre B | "
               "displays - - - - - | 10 ./../.../..../..... B..../...../...../...../..... - | "
               "19 ./../.../..../..... B..../W..../...../...../..... MRRRRRRR");
    assert_int_equal(azul_floor_used(&s, 1), 7);
    azul_act(r, &s, "C 1 2");
    assert_int_equal(s.player[1].score, 19 - 14);
    assert_int_equal(s.starter, 1);
    tsr_rules_close(r);
}

// Nobody took from the centre: the marker stays, the same player starts again.
static void test_marker_not_taken(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s =
        azul_position_of(r, "round 2 offer 2 start 1 | bag * | lid 0.0.0.0.0 | centre M | "
                            "displays BBBB - - - - | " BOARD " | " BOARD);
    (void)unused;
    azul_act(r, &s, "H1 1 4");
    assert_int_equal(s.phase, AZUL_DEAL);
    assert_int_equal(s.starter, 0);
    assert_int_equal(s.marker, TSR_NOBODY);
    tsr_rules_close(r);
}

// --- The free wall -----------------------------------------------------------

// Cells that are taken and columns that have the colour are refused. (Once: only
// the column was looked at, and tiles were laid on tiles.)
static void test_free_wall_refusals(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    azul_state s = azul_position_of(
        r, "round 3 tile 1 start 1 | bag * | lid 0.0.0.0.0 | centre - | displays - - - - - | "
           "9 B/../.../..../..... .R.../...../..B../...../..... - | "
           "0 ./WW/.../..../..... ...../...../...../...../..... M");
    tsr_move out[5];
    (void)unused;
    azul_refused(r, &s, "2", "column 2 of row 1 is taken by red");
    azul_refused(r, &s, "3", "column 3 of the wall has blue");
    azul_refused(r, &s, "6", "there is no column 6: columns are 1 to 5");
    azul_refused(r, &s, "C 1 2", "line 1 goes to the wall now: name a column from 1 to 5");
    assert_int_equal(azul_moves(r, &s, 0, out), 3);
    assert_int_equal(azul_count_moves(r, &s, 0), 3);
    azul_act(r, &s, "1"); // beside red: a run of two
    assert_int_equal(s.player[0].score, 9 + 2);
    assert_int_equal(s.mover, 1);
    azul_act(r, &s, "5");
    assert_int_equal(s.phase, AZUL_DEAL);
    assert_int_equal(s.player[1].score, 0); // 1 for the tile, 1 for the marker
    assert_int_equal(s.starter, 1);
    azul_conserved(r, &s);
    tsr_rules_close(r);
}

// A full line that has no legal column falls to the floor, before the floor is
// settled. (Once: the game asked for a column for ever.)
static void test_free_wall_line_falls(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    // Row 2 has free columns 1 and 5 only, and red lies in both of these columns.
    azul_state s = azul_position_of(
        r, "round 4 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre B | displays - - - - - | "
           "30 ./RR/.../..../..... R..../.BYK./....R/...../..... W | " MARKER_BOARD);
    (void)unused;
    azul_act(r, &s, "C 1 5");
    assert_int_equal(s.phase, AZUL_DEAL);        // nobody had to choose anything
    assert_int_equal(s.player[0].score, 30 - 4); // white and two reds
    assert_int_equal(azul_count(s.lid, 2), 2);
    assert_int_equal(azul_line_count(&s.player[0], 1), 0);
    azul_conserved(r, &s);
    tsr_rules_close(r);
}

// On this wall rows 1 to 4 lack white and column 5, where white lies already in
// row 5; and row 5 lacks four colours which all lie in every free column.
#define BLOCKED "BYRK./YRKB./RKBY./KBYR./....W"

static int can_complete(const tsr_rules *r, const char *wall) {
    char text[300];
    (void)snprintf(text, sizeof text,
                   "round 9 over | bag * | lid 0.0.0.0.0 | centre M | displays - - - - - | "
                   "0 ./../.../..../..... %s - | " BOARD,
                   wall);
    azul_state s = azul_position_of(r, text);
    return azul_can_complete_a_row(&s.player[0]);
}

// Where no row on the table can be completed any more, the game ends.
static void test_free_walls_that_are_blocked(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    azul_state s;
    (void)unused;
    assert_true(can_complete(r, "...../...../...../...../....."));
    assert_true(can_complete(r, "BYRK./...../...../...../....W"));
    assert_true(can_complete(r, "BYRK./YRKB./RKBY./KBYR./....."));
    assert_false(can_complete(r, BLOCKED));
    // White lies in column 5 already, so row 1 and column 5 lack it for good.
    s = azul_position_of(
        r, "round 9 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre B | displays - - - - - | "
           "20 ./../.../..../..... BYRK./...../...../...../....W - | " MARKER_BOARD);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(azul_can_complete_row(&s.player[0], i), i != 0);
        assert_int_equal(azul_can_complete_column(&s.player[0], i), i != 4);
        assert_int_equal(azul_can_complete_colour(&s.player[0], i), i != 4);
    }
    s = azul_position_of(
        r, "round 9 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre B | displays - - - - - | "
           "90 ./../.../..../..... " BLOCKED " - | 90 ./../.../..../..... " BLOCKED " M");
    azul_act(r, &s, "C 1 F");
    assert_int_equal(tsr_turn(r, &s), 0);
    s = azul_position_of(
        r, "round 9 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre B | displays - - - - - | "
           "90 ./../.../..../..... " BLOCKED " - | " MARKER_BOARD);
    azul_act(r, &s, "C 1 F");
    assert_int_equal(s.round, 10);
    tsr_rules_close(r);
}

// Players tile one after the other from the round's first player on, each line by
// line from the top; a floor is settled when its owner has finished.
static void test_free_wall_order(void **unused) {
    tsr_rules *r = azul_rules(2, "mode=advanced");
    azul_state s = azul_position_of(
        r, "round 3 tile 1 start 1 | bag * | lid 0.0.0.0.0 | centre - | displays - - - - - | "
           "9 B/YY/.../KKKK/..... .R.../...R./..B../...../..... - | "
           "0 ./WW/.../..../..... ...../...../...../...../..... M");
    tsr_info first, second, other;
    (void)unused;
    r->g.info(r, &s, &first);
    assert_int_equal(first.ask, TSR_ASK_CHOICE);
    azul_act(r, &s, "1");
    assert_int_equal(azul_full_line(&s.player[0]), 1);
    r->g.info(r, &s, &second);
    assert_int_equal(second.stamp, first.stamp); // still the same player: may step back
    azul_act(r, &s, "1");
    azul_act(r, &s, "1");
    assert_int_equal(azul_mover(r, &s), 1);
    r->g.info(r, &s, &other);
    assert_int_not_equal(other.stamp, first.stamp);
    azul_act(r, &s, "1");
    assert_int_equal(s.round, 4);
    tsr_rules_close(r);
}

// The order in which players tile changes nobody's points.
static void test_order_of_tiling_is_neutral(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    int scores[2][2];
    (void)unused;
    for (int starter = 0; starter < 2; starter++) {
        char text[400];
        (void)snprintf(text, sizeof text,
                       "round 3 offer 1 start %d | bag * | lid 0.0.0.0.0 | centre K | "
                       "displays - - - - - | "
                       "15 B/YY/.../KKKK/..... .Y.../...R./..B../...../..... YY | "
                       "15 R/WW/.../..../..... B..../...../...../...../Y.... M",
                       starter + 1);
        azul_state s = azul_position_of(r, text);
        azul_act(r, &s, "C 4 F");
        for (int p = 0; p < 2; p++) {
            scores[starter][p] = s.player[p].score;
        }
    }
    assert_memory_equal(scores[0], scores[1], sizeof scores[0]);
    tsr_rules_close(r);
}

// --- The end -----------------------------------------------------------------

// A complete row ends the game after the round, when all have tiled and paid, and
// bonuses are added.
static void test_row_ends_the_game(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s = azul_position_of(
        r, "round 5 offer 2 start 1 | bag * | lid 0.0.0.0.0 | centre R | displays - - - - - | "
           "30 W/../.../..../..... BYRK./...../...../...../..... - | "
           "20 Y/../.../..../..... B..../WBY../...../...../..... M");
    tsr_result results[2];
    (void)unused;
    azul_act(r, &s, "C 3 F");
    assert_int_equal(tsr_turn(r, &s), 0);
    azul_result(r, &s, results);
    assert_int_equal(results[0].score, 30 + 5 + 2);
    // Yellow at row 1, column 2: across B Y, down Y B; the floor has marker and red.
    assert_int_equal(results[1].score, 20 + 4 - 2);
    assert_int_equal(results[0].rank, 1);
    assert_int_equal(results[1].rank, 2);
    assert_int_equal(azul_moves(r, &s, 0, NULL), 0);
    tsr_rules_close(r);
}

static void ranks_of(tsr_rules *r, const char *boards, int *out) {
    char text[600];
    tsr_result results[4];
    (void)snprintf(text, sizeof text,
                   "round 6 over | bag * | lid 0.0.0.0.0 | centre M | displays - - - - - - - | %s",
                   boards);
    azul_state s = azul_position_of(r, text);
    azul_result(r, &s, results);
    for (int p = 0; p < r->players; p++) {
        out[p] = results[p].rank;
    }
}

// Points, then complete rows, then the place is shared. Results belong to players,
// not to ranks.
static void test_ties(void **unused) {
    tsr_rules *r = azul_rules(3, "");
    int ranks[3];
    (void)unused;
    ranks_of(r,
             "30 ./../.../..../..... BYRKW/...../...../...../..... - | "
             "31 ./../.../..../..... BYRKW/...../...../...../..... - | "
             "30 ./../.../..../..... BYRKW/WBYRK/...../...../..... -",
             ranks);
    assert_int_equal(ranks[0], 3);
    assert_int_equal(ranks[1], 1);
    assert_int_equal(ranks[2], 2);
    ranks_of(r,
             "30 ./../.../..../..... BYRKW/...../...../...../..... - | "
             "20 ./../.../..../..... BYRKW/WBYRK/...../...../..... - | "
             "30 ./../.../..../..... BYRKW/W..../...../...../..... -",
             ranks);
    assert_int_equal(ranks[0], 1);
    assert_int_equal(ranks[1], 3);
    assert_int_equal(ranks[2], 1);
    tsr_rules_close(r);
}

// Players who never lay a tile would never end; after round 99 it is over.
static void test_round_limit(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s =
        azul_position_of(r, "round 99 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre B | "
                            "displays - - - - - | " BOARD " | " MARKER_BOARD);
    (void)unused;
    azul_act(r, &s, "C 1 F");
    assert_int_equal(tsr_turn(r, &s), 0);
    assert_int_equal(s.round, 99);
    tsr_rules_close(r);
}

// --- Options and copies ------------------------------------------------------

static void test_starter(void **unused) {
    tsr_rules *r = azul_rules(3, "starter=first");
    azul_state s;
    tsr_move out[5];
    uint32_t weight[5];
    (void)unused;
    tsr_init(r, &s);
    assert_int_equal(s.phase, AZUL_DEAL);
    assert_int_equal(s.starter, 0);
    tsr_rules_close(r);
    r = azul_rules(3, "starter=random");
    tsr_init(r, &s);
    assert_int_equal(azul_chance(r, &s, out, weight), 3);
    assert_true(weight[0] == 1 && weight[1] == 1 && weight[2] == 1);
    azul_act(r, &s, "start 3");
    assert_int_equal(s.starter, 2);
    tsr_rules_close(r);
}

static void test_sizes(void **unused) {
    static const uint32_t sizes[] = {144, 184, 224};
    (void)unused;
    for (int players = 2; players <= 4; players++) {
        tsr_rules *r = azul_rules(players, "");
        assert_int_equal(r->state_size, sizes[players - 2]);
        assert_int_equal(r->max_moves, 24 * (2 * players + 1));
        tsr_rules_close(r);
    }
}

// The same seed gives the same game, and a copy is a copy. (Once: games had no
// seed, and copies shared their boards.)
static void test_copies_and_seeds(void **unused) {
    tsr_rules *r = azul_rules(4, "mode=advanced");
    azul_state a, b, start;
    tsr_rng g, h;
    (void)unused;
    tsr_init(r, &start);
    tsr_rng_init(&g, 99);
    azul_playout(r, &start, &g, 100);
    a = b = start;
    h = g;
    assert_int_equal(azul_playout(r, &a, &g, 100000), azul_playout(r, &b, &h, 100000));
    assert_memory_equal(&a, &b, r->state_size);
    assert_memory_not_equal(&a, &start, r->state_size);
    tsr_rules_close(r);
}

// A playout stops where it is told to, and goes on as if nothing had been.
static void test_playout_in_pieces(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state whole, pieces;
    tsr_rng g, h;
    uint32_t sum = 0, plies;
    (void)unused;
    tsr_rng_init(&g, 4);
    h = g;
    tsr_init(r, &whole);
    tsr_init(r, &pieces);
    plies = azul_playout(r, &whole, &g, r->max_plies);
    for (uint32_t n; (n = azul_playout(r, &pieces, &h, 7)) != 0;) {
        sum += n;
        assert_int_equal(azul_check(r, &pieces, NULL), 0);
    }
    assert_int_equal(plies, sum);
    assert_memory_equal(&whole, &pieces, r->state_size);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws_follow_the_bag),
        cmocka_unit_test(test_draws_from_the_full_bag),
        cmocka_unit_test(test_lid_fills_an_empty_bag),
        cmocka_unit_test(test_lid_waits_until_a_tile_is_needed),
        cmocka_unit_test(test_short_displays),
        cmocka_unit_test(test_no_tile_left_at_all),
        cmocka_unit_test(test_long_game_of_four),
        cmocka_unit_test(test_tiles_leave),
        cmocka_unit_test(test_take_from_a_display),
        cmocka_unit_test(test_play_goes_round),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_not_your_turn),
        cmocka_unit_test(test_floor_overflows_into_the_lid),
        cmocka_unit_test(test_marker_with_tiles_to_the_floor),
        cmocka_unit_test(test_marker_lies_before_the_tiles),
        cmocka_unit_test(test_marker_on_a_full_floor),
        cmocka_unit_test(test_marker_not_taken),
        cmocka_unit_test(test_free_wall_refusals),
        cmocka_unit_test(test_free_wall_line_falls),
        cmocka_unit_test(test_free_walls_that_are_blocked),
        cmocka_unit_test(test_free_wall_order),
        cmocka_unit_test(test_order_of_tiling_is_neutral),
        cmocka_unit_test(test_row_ends_the_game),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_round_limit),
        cmocka_unit_test(test_starter),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_copies_and_seeds),
        cmocka_unit_test(test_playout_in_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
