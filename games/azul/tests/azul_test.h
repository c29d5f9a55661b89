// SPDX-License-Identifier: MIT
#ifndef TESTS_AZUL_TEST_H
#define TESTS_AZUL_TEST_H

// What the tests of Azul share: opening rules, reading positions, playing moves
// as they are typed. Every helper fails the test when it cannot do its work.

// cmocka.h needs these four before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>

#include "azul/azul_state.h"

extern const tsr_game tsr_game_azul;

// An empty board without and with the marker, as in a position text.
#define BOARD        "0 ./../.../..../..... ...../...../...../...../..... -"
#define MARKER_BOARD "0 ./../.../..../..... ...../...../...../...../..... M"

// Rules with options written as one text: "mode=advanced tiles=leave".
static inline tsr_rules *azul_rules(int players, const char *options) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    char name[32], value[32];
    int used;
    tsr_setup_init(&setup, &tsr_game_azul);
    assert_int_equal(tsr_setup_players(&setup, players, &err), TSR_OK);
    for (; sscanf(options, " %31[a-z]=%31[a-z]%n", name, value, &used) == 2; options += used) {
        if (tsr_setup_option(&setup, name, value, &err)) fail_msg("%s", err.message);
    }
    if (tsr_rules_open(&setup, NULL, &r, &err)) fail_msg("%s", err.message);
    return r;
}

static inline azul_state azul_position_of(const tsr_rules *r, const char *text) {
    azul_state s;
    tsr_error err = {0};
    memset(&s, 0xaa, sizeof s);
    if (tsr_position_read(r, text, &s, &err)) fail_msg("%s\n  in %s", err.message, text);
    return s;
}

static inline int azul_mover(const tsr_rules *r, const azul_state *s) {
    return tsr_mover(tsr_turn(r, s));
}

// Plays the move as the mover would type it.
static inline void azul_act(const tsr_rules *r, azul_state *s, const char *text) {
    tsr_move m;
    tsr_line why;
    char words[160] = "";
    int who = azul_mover(r, s);
    if (tsr_move_read(r, s, who, text, &m, &why)) fail_msg("'%s' cannot be read", text);
    if (tsr_play_checked(r, s, who, m, &why)) {
        tsr_line_text(r, &why, NULL, words, sizeof words);
        fail_msg("'%s' is refused: %s", text, words);
    }
    if (azul_check(r, s, &why)) {
        tsr_line_text(r, &why, NULL, words, sizeof words);
        fail_msg("after '%s' the position is unsound: %s", text, words);
    }
}

// The move must be refused, with this sentence, and leave the state alone.
static inline void azul_refused(const tsr_rules *r, const azul_state *s, const char *text,
                                const char *sentence) {
    azul_state copy = *s;
    tsr_move m;
    tsr_line why;
    char words[160];
    int who = azul_mover(r, s);
    if (tsr_move_read(r, s, who, text, &m, &why)) fail_msg("'%s' cannot be read", text);
    if (!tsr_play_checked(r, &copy, who, m, &why)) fail_msg("'%s' is accepted", text);
    tsr_line_text(r, &why, NULL, words, sizeof words);
    assert_string_equal(words, sentence);
    assert_memory_equal(&copy, s, r->state_size);
}

// The position must read like this.
static inline void azul_reads(const tsr_rules *r, const azul_state *s, const char *text) {
    char buf[1024];
    tsr_position_text(r, s, buf, sizeof buf);
    assert_string_equal(buf, text);
}

// Every colour has its 20 tiles.
static inline void azul_conserved(const tsr_rules *r, const azul_state *s) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        assert_int_equal(azul_tiles_of(r, s, colour), AZUL_COPIES);
    }
}

#endif
