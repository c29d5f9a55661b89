// SPDX-License-Identifier: MIT
//
// `max_moves` of rules files: small, never exceeded by positions that could be made up, and if it were too
// small the laws would say so. And the pieces that it counts on: who sets up more is told.
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

#include "conformance.h"
#include "lang/game/state.h"
#include "lang/ir/rt/sets.h"
#include "lang/vm/walk.h"
#include "support/sanitized.h"

// --- Games ----------------------------------------------------------------------------------

typedef struct table {
    tsr_game *game;
    tsr_rules *r;
} table;

static table open_text(const char *text) {
    table t = {0};
    tsr_lang_source source = {.text = text};
    tsr_lang_report report;
    tsr_setup setup;
    tsr_error err = {0};
    const tsr_err e = tsr_lang_compile(&source, NULL, &t.game, &report);
    if (e) {
        print_message("%s\n", report.message[0].text);
    }
    assert_int_equal(e, TSR_OK);
    tsr_setup_init(&setup, t.game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &t.r, &err), TSR_OK);
    return t;
}

static const char *shelf_text(const char *name) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            return tsr_lang_builtin_source(i);
        }
    }
    fail_msg("there is no %s on the shelf", name);
    return NULL;
}

static void close_table(table *t) {
    tsr_rules_close(t->r);
    tsr_lang_free(t->game);
}

// --- Small ----------------------------------------------------------------------------------

// Games whose bound was thought through. At most this much: sixteen queens where they see most, twelve kings that
// jump, and so on. In draughts long jumps, and in morris moves and what they take, have no bound of their own.
static const struct shelf_bound {
    const char *name;
    uint32_t most;
} shelf_bounds[] = {
    {"amazons", 141}, {"breakthrough", 48}, {"chaturanga", 224}, {"checkers", 184}, {"chess", 408},
    {"clobber", 57},  {"connect4", 42},     {"dao", 32},         {"go", 362},       {"gomoku", 225},
    {"hex", 122},     {"kalah", 14},        {"losalamos", 212},  {"neutron", 320},  {"reversi", 64},
    {"tictactoe", 9}, {"draughts", 4096},   {"morris", 4096},
};

static void bounds_of_the_shelf_are_small(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof shelf_bounds / sizeof *shelf_bounds; i++) {
        table t = open_text(shelf_text(shelf_bounds[i].name));
        if (t.r->max_moves > shelf_bounds[i].most) {
            fail_msg("%s: %u moves", shelf_bounds[i].name, t.r->max_moves);
        }
        close_table(&t);
    }
}

typedef struct made_bound {
    const char *rules;
    uint32_t most;
} made_bound;

#define TOP "game \"X\"\nplayers White, Black\nboard grid 4x4\n"

// Rules whose bound can be reckoned by hand.
static const made_bound made[] = {
    // Two ways to place are two moves a cell.
    {TOP "piece Stone\nturn: a: place Stone on empty or b: place Stone on empty\nstuck: draw\n",
     32},
    // Choices in a row multiply.
    {TOP "piece Stone\nturn: place Stone on empty then place Stone on empty\nstuck: draw\n", 256},
    // One choice a move: 16, and to be done.
    {TOP "piece Stone\nturn split: place Stone on empty then optional place Stone on empty\nstuck: "
         "draw\n",
     17},
    // Of two types on a cell the one that can do more counts; four pieces, best at the centre.
    {TOP
     "piece King: step any\npiece Rook: step orthogonal\nsetup: put King on rank 1\nturn: move\n"
     "stuck: draw\ndraw when repeated 3\n",
     32},
    // A piece that goes as far as it can has one end a direction.
    {TOP
     "piece Ball: slide orthogonal furthest\nsetup: put White Ball on a1\nturn: move\nstuck: draw\n"
     "draw when repeated 3\n",
     4},
    // A promotion is as many moves as there are types to become: three cells ahead, two types.
    {TOP "piece Queen: step forward\npiece Rook: step forward\npiece Pawn:\n"
         "  step forward or step forward + sideways\n  after: becomes Queen | Rook when on rank 4\n"
         "setup: put White Pawn on a1\nturn: move\nstuck: draw\n",
     6},
    // Pieces that others become are not bounded by how many there were, but by how many there are.
    {TOP "piece King: step any\npiece Man:\n  step forward\n  after: becomes King when on rank 4\n"
         "setup: put White Man on a1\nturn: move\nstuck: draw\ndraw when repeated 3\n",
     8},
    // Who can put more on the board may have them everywhere: the pairs of neighbours.
    {TOP
     "piece King: step any to empty then put King on rank 1\nsetup: put White King on a1\nturn: "
     "move\nstuck: draw\n"
     "draw when repeated 3\n",
     84},
};

static void made_bounds_are_exact(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        table t = open_text(made[i].rules);
        if (t.r->max_moves != made[i].most) {
            fail_msg("%u moves, not %u, in\n%s", t.r->max_moves, made[i].most, made[i].rules);
        }
        close_table(&t);
    }
}

// Every move is on the list; once the room was reckoned by types, and labels were forgotten.
static void labels_make_moves_of_their_own(void **state) {
    (void)state;
    table t = open_text(made[0].rules);
    char *s = malloc(t.r->state_size);
    tsr_move *list = malloc(t.r->max_moves * sizeof *list);
    assert_true(s && list);
    t.r->g.init(t.r, s);
    assert_int_equal(t.r->g.moves(t.r, s, 0, list), 32);
    free(list);
    free(s);
    close_table(&t);
}

// --- Never exceeded ---------------------------------------------------------------------------

static void count_at(const char *game, const char *position, int moves) {
    table t = open_text(shelf_text(game));
    char *s = malloc(t.r->state_size);
    tsr_error err = {0};
    assert_non_null(s);
    if (t.r->g.parse(t.r, position, s, &err)) {
        fail_msg("%s: %s", position, err.message);
    }
    tsr_move *list = malloc(t.r->max_moves * sizeof *list);
    assert_non_null(list);
    assert_int_equal(t.r->g.moves(t.r, s, 0, list), moves);
    free(list);
    free(s);
    close_table(&t);
}

static void crowded_positions_find_room(void **state) {
    (void)state;
    count_at("chess", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218);
    count_at("amazons", "10/10/10/3A2A3/10/10/3A2A3/10/10/a8a w 0", 82);
}

// Pieces anywhere, as many as there may be.
static void scatter(const program *p, char *s, tsr_rng *g) {
    const int words = p->b.words;
    int own[IR_MAX_PLAYERS] = {0}, of[IR_MAX_TYPES] = {0}, all = 0;
    memcpy(s, p->start, p->size.state_size);
    for (int i = 0; i < p->at.position_sets; i++) {
        set_zero((uint64_t *)(void *)(s + p->size.head_sets) + i * words, words);
    }
    for (int tries = 0, most = (int)tsr_rng_below(g, 2 * (uint32_t)p->b.cells); tries < most;
         tries++) {
        const int c = (int)tsr_rng_below(g, (uint32_t)p->b.cells);
        const int who = (int)tsr_rng_below(g, (uint32_t)p->players);
        const int t = (int)tsr_rng_below(g, (uint32_t)p->types);
        uint64_t *set = (uint64_t *)(void *)(s + p->size.head_sets);
        int taken = !board_has(p->b.all, c);
        for (int i = 0; i < p->players; i++) {
            taken |= board_has(set + (p->at.own + i) * words, c);
        }
        if (taken || own[who] == p->size.most_own || of[t] == p->size.most_of[t] ||
            all == p->size.most_all) {
            continue;
        }
        own[who]++;
        of[t]++;
        all++;
        board_put(set + (p->at.own + who) * words, c);
        if (p->at.type != BOARD_NONE) {
            board_put(set + (p->at.type + t) * words, c);
        }
    }
    ir_head *h = (ir_head *)(void *)s;
    h->me = (uint8_t)tsr_rng_below(g, (uint32_t)p->players);
    h->phase = (uint8_t)tsr_rng_below(g, (uint32_t)p->phases);
    h->turns = 1;
}

// From there some moves further, so that turns are also asked in their middle.
static void play_on(const program *p, char *s, tsr_rng *g, const char *name) {
    tsr_move list[TSR_MAX_MOVES];
    for (int i = 0; i < 4 && !((ir_head *)(void *)s)->over; i++) {
        const int n = walk_moves(p, s, list, TSR_MAX_MOVES);
        if (n > p->size.max_moves) {
            fail_msg("%s has %d moves, and at most %d were reckoned", name, n, p->size.max_moves);
        }
        if (n == 0 || walk_at_roll(p, s)) {
            return;
        }
        walk_play(p, s, list[tsr_rng_below(g, (uint32_t)n)]);
    }
}

static void no_position_has_more(void **state) {
    (void)state;
    tsr_rng g;
    tsr_rng_init(&g, 5);
    for (size_t i = 0; i < sizeof shelf_bounds / sizeof *shelf_bounds; i++) {
        table t = open_text(shelf_text(shelf_bounds[i].name));
        const program *p = program_of(t.r);
        char *s = malloc(p->size.state_size);
        assert_non_null(s);
        for (int k = 0; k < (IS_SANITIZED ? 60 : 300); k++) {
            scatter(p, s, &g);
            play_on(p, s, &g, shelf_bounds[i].name);
        }
        free(s);
        close_table(&t);
    }
}

// --- Found ------------------------------------------------------------------------------------

static const tsr_game *whole;

static tsr_err open_with_less(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    const tsr_err e = whole->open(r, data, size, err);
    if (!e) {
        r->max_moves = 19; // the first player has twenty
    }
    return e;
}

static uint32_t laws_broken(tsr_err (*open)(tsr_rules *, const char *, size_t, tsr_error *)) {
    table t = open_text(shelf_text("chess"));
    tsr_game cut = *t.game;
    tsr_setup setup;
    law_config config;
    law_tally tally = {0};
    whole = t.game;
    cut.open = open ? open : cut.open;
    law_config_init(&config);
    config.laws = LAW_BIT(3) | LAW_BIT(4);
    config.games = 1;
    tsr_setup_init(&setup, &cut);
    (void)law_run_setup(&setup, &config, &tally);
    close_table(&t);
    return law_broken_bits(&tally);
}

static void too_small_a_bound_breaks_a_law(void **state) {
    (void)state;
    assert_int_equal(laws_broken(NULL), 0);
    assert_true(laws_broken(open_with_less) & (LAW_BIT(3) | LAW_BIT(4)));
}

// --- Pieces -----------------------------------------------------------------------------------

static void refuses(const char *game, const char *position, const char *why) {
    table t = open_text(shelf_text(game));
    char *s = malloc(t.r->state_size);
    tsr_error err = {0};
    assert_non_null(s);
    assert_int_equal(t.r->g.parse(t.r, position, s, &err), TSR_ERR_PARSE);
    assert_string_equal(err.message, why);
    free(s);
    close_table(&t);
}

static void too_many_pieces_are_no_position(void **state) {
    (void)state;
    refuses("chess", "4k3/8/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1",
            "White has 17 pieces and can never have more than 16");
    refuses("chess", "4k3/8/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1",
            "there are 3 of King and can never be more than 2");
    refuses("breakthrough", "8/8/8/8/8/P7/PPPPPPPP/PPPPPPPP w 0",
            "White has 17 pieces and can never have more than 16");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_of_the_shelf_are_small),
        cmocka_unit_test(made_bounds_are_exact),
        cmocka_unit_test(labels_make_moves_of_their_own),
        cmocka_unit_test(crowded_positions_find_room),
        cmocka_unit_test(no_position_has_more),
        cmocka_unit_test(too_small_a_bound_breaks_a_law),
        cmocka_unit_test(too_many_pieces_are_no_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
