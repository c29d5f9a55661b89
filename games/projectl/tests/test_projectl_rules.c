// SPDX-License-Identifier: MIT

// The rules of the base game, action by action, to the final score.

#include "projectl_test.h"

#include <tessera/match.h>

static int where(const game *g, const char *name) {
    tsr_move m;
    char text[32];
    snprintf(text, sizeof text, "reveal %s", name);
    assert_int_equal(projectl_move_parse(g->r, g->s, TSR_CHANCE, text, &m), TSR_OK);
    return projectl_where_of(projectl_of(g->r), g->s)[tsr_pl_move_puzzle(m)];
}

// --- Setup --------------------------------------------------------------------------------

static void setup_by_number_of_players(void **state) {
    static const int black[] = {0, 0, 12, 14, 16};
    (void)state;
    for (int players = 2; players <= 4; players++) {
        game g = pl_start("", players, PL_ROWS);
        assert_int_equal(projectl_deck(g.s, TSR_PL_WHITE), 32 - 4);
        assert_int_equal(projectl_deck(g.s, TSR_PL_BLACK), black[players] - 4);
        assert_int_equal(g.s->reserve[TSR_PL_O1], 15 - players);
        assert_int_equal(g.s->reserve[TSR_PL_I2], 15 - players);
        assert_int_equal(g.s->reserve[TSR_PL_T], 15);
        for (int p = 0; p < players; p++) {
            assert_int_equal(g.s->seat[p].pieces[TSR_PL_O1], 1);
            assert_int_equal(g.s->seat[p].pieces[TSR_PL_I2], 1);
        }
        assert_int_equal(g.s->actions, 3);
        pl_close(&g);
    }
}

static void the_first_player_is_drawn(void **state) {
    game g = pl_open("", 3);
    tsr_move out[8];
    uint32_t weight[8];
    (void)state;
    assert_int_equal(tsr_turn(g.r, g.s), 1u << TSR_CHANCE);
    assert_int_equal(g.r->g.chance(g.r, g.s, out, weight), 3);
    pl_play(&g, "first 3");
    pl_play_all(&g, "reveal W1;reveal W2;reveal W3;reveal W4");
    pl_play_all(&g, "reveal B1;reveal B2;reveal B3;reveal B4");
    assert_int_equal(tsr_turn(g.r, g.s), 1u << 2);
    pl_play_all(&g, "basic;basic;basic");
    assert_int_equal(tsr_turn(g.r, g.s), 1u << 0); // clockwise
    assert_int_equal(g.s->round, 1);
    pl_play_all(&g, "basic;basic;basic;basic;basic;basic");
    assert_int_equal(tsr_turn(g.r, g.s), 1u << 2);
    assert_int_equal(g.s->round, 2);
    pl_close(&g);
}

// --- Taking -------------------------------------------------------------------------------

static void a_taken_puzzle_is_replaced(void **state) {
    game g = pl_start("", 2, PL_ROWS);
    (void)state;
    pl_play(&g, "take W2");
    assert_int_equal(tsr_turn(g.r, g.s), 1u << TSR_CHANCE);
    assert_int_equal(where(&g, "W2"), PROJECTL_HELD);
    pl_play(&g, "reveal W30");
    assert_int_equal(g.s->row[1], 30);
    assert_int_equal(g.s->actions, 2);
    pl_play_all(&g, "take B4;reveal B19");
    assert_int_equal(g.s->row[7], 32 + 19);
    assert_int_equal(projectl_deck(g.s, TSR_PL_BLACK), 7);
    pl_close(&g);
}

static void the_top_of_a_deck_comes_unseen(void **state) {
    game g = pl_start("", 2, PL_ROWS);
    (void)state;
    pl_play_all(&g, "top B;reveal B7");
    assert_int_equal(g.s->seat[0].slot[0].puzzle, 32 + 7);
    assert_int_equal(g.s->row[4], 32 + 1); // the row is as it was
    pl_play_all(&g, "top W;reveal W7");
    assert_int_equal(g.s->seat[0].slot[1].puzzle, 7);
    pl_close(&g);
}

static void at_most_four_unfinished(void **state) {
    game g = pl_start("", 2, PL_ROWS);
    (void)state;
    pl_play_all(&g, "take W1;reveal W5;take W1;reveal W6;take W1;reveal W7");
    pl_play_all(&g, "basic;basic;basic");
    pl_play_all(&g, "take W1;reveal W8");
    pl_refused(&g, "take W1", PROJECTL_WHY_FOUR_PUZZLES, "you already have 4 unfinished puzzles");
    pl_refused(&g, "top B", PROJECTL_WHY_FOUR_PUZZLES, "you already have 4 unfinished puzzles");
    pl_close(&g);
}

static void an_empty_white_deck_does_not_end_the_game(void **state) {
    game g = pl_start("white=5", 2, PL_ROWS);
    (void)state;
    pl_play_all(&g, "take W1;reveal W5");
    assert_int_equal(projectl_deck(g.s, TSR_PL_WHITE), 0);
    pl_play(&g, "take W2"); // no draw: the gap stays
    assert_int_equal(g.s->row[1], 0);
    assert_int_equal(g.s->last_round, 0);
    assert_int_equal(g.s->actions, 1);
    pl_close(&g);
}

// --- Recycling ----------------------------------------------------------------------------

static void recycled_puzzles_go_below_in_order(void **state) {
    game g = pl_start("", 2, PL_ROWS);
    uint16_t id[32];
    (void)state;
    pl_play_all(&g, "recycle B;put 3;put 1;put 4"); // the last goes by itself
    assert_int_equal(tsr_turn(g.r, g.s), 1u << TSR_CHANCE);
    pl_play_all(&g, "reveal B11;reveal B12;reveal B13;reveal B14");
    assert_int_equal(g.s->actions, 2);
    tsr_pl_deck_view deck = tsr_pl_deck(g.r, g.s, TSR_PL_BLACK, id, 32);
    assert_int_equal(deck.count, 8);
    assert_int_equal(deck.known, 4);
    assert_int_equal(deck.unseen, 12); // 20 less 8 seen; 4 of them are in the deck
    assert_int_equal(id[0], 32 + 2);   // B3 comes first of the recycled
    assert_int_equal(id[1], 32 + 0);
    assert_int_equal(id[2], 32 + 3);
    assert_int_equal(id[3], 32 + 1);
    pl_close(&g);
}

static void with_a_short_deck_recycled_puzzles_come_back(void **state) {
    game g = pl_start("black=5", 2, PL_ROWS);
    (void)state;
    pl_play_all(&g, "recycle B;put 3;put 1;put 4");
    pl_play(&g, "reveal B9"); // the only unknown one; the others follow by themselves
    assert_int_equal(g.s->row[4], 32 + 9);
    assert_int_equal(g.s->row[5], 32 + 3);
    assert_int_equal(g.s->row[6], 32 + 1);
    assert_int_equal(g.s->row[7], 32 + 4);
    assert_int_equal(projectl_deck(g.s, TSR_PL_BLACK), 1);
    assert_int_equal(g.s->last_round, 0);
    assert_int_equal(g.s->actions, 2);
    pl_close(&g);
}

static void a_row_of_one_is_recycled_at_once(void **state) {
    game g = pl_start("white=4", 2, PL_ROWS);
    (void)state;
    pl_play_all(&g, "take W1;take W2;take W3");
    pl_play(&g, "recycle W");
    assert_int_equal(g.s->row[0], 4); // it came back, to the first place
    assert_int_equal(g.s->row[3], 0);
    assert_int_equal(g.s->actions, 2);
    pl_close(&g);
}

// --- Pieces -------------------------------------------------------------------------------

static void upgrades_go_one_level_up(void **state) {
    game g = pl_start("", 2, PL_ROWS);
    (void)state;
    pl_play(&g, "upgrade I2 L2");
    assert_int_equal(g.s->reserve[TSR_PL_I2], 14);
    assert_int_equal(g.s->reserve[TSR_PL_L2], 14);
    pl_play(&g, "upgrade L2 I3"); // same level
    pl_play(&g, "upgrade I3 T");
    pl_play_all(&g, "basic;basic;basic");
    pl_play(&g, "upgrade T O1"); // any lower level
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_O1], 2);
    pl_close(&g);
}

static void options_of_the_reserve(void **state) {
    game g = pl_start("", 2, PL_ROWS);
    uint8_t all[TSR_PL_SHAPES] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, none[TSR_PL_SHAPES] = {0};
    uint8_t low[TSR_PL_SHAPES] = {1, 0, 1, 0, 0, 0, 0, 0, 0};  // O1 and I2
    uint8_t ends[TSR_PL_SHAPES] = {1, 1, 0, 0, 0, 0, 0, 0, 1}; // O1, O2 and T
    uint8_t top[TSR_PL_SHAPES] = {0, 0, 0, 1, 0, 0, 0, 0, 0};  // I3
    (void)state;
    assert_int_equal(tsr_pl_upgrade_options(g.r, all, TSR_PL_O1), 1 << TSR_PL_I2);
    assert_int_equal(tsr_pl_upgrade_options(g.r, all, TSR_PL_I2),
                     1 << TSR_PL_O1 | 1 << TSR_PL_I3 | 1 << TSR_PL_L2);
    assert_int_equal(tsr_pl_upgrade_options(g.r, all, TSR_PL_T), 0x1ff & ~(1 << TSR_PL_T));
    // Level 2 and 3 are out: level 4 is the next.
    assert_int_equal(tsr_pl_upgrade_options(g.r, ends, TSR_PL_O1), 1 << TSR_PL_O2 | 1 << TSR_PL_T);
    assert_int_equal(tsr_pl_reward_options(g.r, all, TSR_PL_Z), 1 << TSR_PL_Z);
    assert_int_equal(tsr_pl_reward_options(g.r, ends, TSR_PL_Z), 1 << TSR_PL_O2 | 1 << TSR_PL_T);
    assert_int_equal(tsr_pl_reward_options(g.r, low, TSR_PL_Z), 1 << TSR_PL_O1 | 1 << TSR_PL_I2);
    // One level higher or any lower, as soon as the own level is out.
    assert_int_equal(tsr_pl_reward_options(g.r, ends, TSR_PL_I2),
                     1 << TSR_PL_O1 | 1 << TSR_PL_O2 | 1 << TSR_PL_T);
    // The rulebook's example: level 1 out, level 2; that out too, level 3.
    assert_int_equal(tsr_pl_basic_options(g.r, all), 1 << TSR_PL_O1);
    assert_int_equal(tsr_pl_basic_options(g.r, top), 1 << TSR_PL_I3);
    assert_int_equal(tsr_pl_basic_options(g.r, none), 0);
    assert_int_equal(tsr_pl_reward_options(g.r, none, TSR_PL_T), 0);
    assert_int_equal(tsr_pl_reward_options(g.r, all, 9) | tsr_pl_upgrade_options(g.r, all, -1), 0);
    pl_close(&g);
}

static void a_missing_level_one_piece_is_replaced(void **state) {
    game g = pl_start("", 2, PL_ROWS);
    (void)state;
    pl_drain(&g, 1, TSR_PL_O1);
    pl_play(&g, "basic I2");
    pl_drain(&g, 1, TSR_PL_I2);
    pl_play(&g, "basic L2");
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_L2], 1);
    pl_close(&g);
}

static void placing_takes_a_piece(void **state) {
    game g = pl_start("", 2, "W1 W2 W3 W15 B1 B2 B3 B4");
    (void)state;
    pl_play_all(&g, "take W4;reveal W5;place I2 1 b3;place O1 1 a3");
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_I2], 0);
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_O1], 0);
    assert_int_equal(g.s->seat[0].slot[0].free, 1u << 13 | 1u << 14);
    pl_close(&g);
}

// --- Completing ---------------------------------------------------------------------------

static void a_completed_puzzle_pays(void **state) {
    game g = pl_start("", 2, "W9 W11 W3 W4 B1 B2 B3 B4");
    (void)state;
    pl_play_all(&g, "take W1;reveal W5;place I2 1 c3 r90");
    assert_int_equal(g.s->seat[0].points, 1);
    assert_int_equal(g.s->seat[0].completed, 1);
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_I2], 1); // it came back
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_O1], 2); // the reward
    assert_int_equal(g.s->seat[0].slot[0].puzzle, 0);
    assert_int_equal(where(&g, "W9"), PROJECTL_DONE);
    assert_int_equal(g.s->actions, 1); // and the turn goes on
    pl_close(&g);
}

static void a_reward_that_is_out_is_chosen(void **state) {
    game g = pl_start("", 2, "W28 W2 W3 W4 B1 B2 B3 B4"); // W28: four cells, reward Z
    (void)state;
    pl_give(&g, 0, TSR_PL_Z, 1);
    pl_drain(&g, 1, TSR_PL_Z);
    pl_play_all(&g, "take W1;reveal W5;place Z 1 b3");
    assert_int_equal(g.s->phase, TSR_PL_PHASE_REWARD);
    assert_int_equal(projectl_count(g.r, g.s, 0), 4); // the other shapes of level 4
    pl_refused(&g, "basic", PROJECTL_WHY_REWARD_OPEN,
               "choose your reward first: there is no Z left");
    pl_refused(&g, "reward O1", PROJECTL_WHY_NOT_REWARD, "O1 cannot stand in for Z now");
    pl_play(&g, "reward T");
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_T], 1);
    assert_int_equal(g.s->actions, 1);
    pl_close(&g);
}

static void an_empty_reserve_gives_nothing(void **state) {
    game g = pl_start("", 2, "W9 W2 W3 W4 B1 B2 B3 B4");
    (void)state;
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        pl_drain(&g, 1, shape);
    }
    pl_play_all(&g, "take W1;reveal W5;place I2 1 c3 r90");
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_O1], 1);
    assert_int_equal(g.s->seat[0].points, 1);
    pl_refused(&g, "basic", PROJECTL_WHY_NO_BASIC,
               "no O1 is left in the reserve, so no new piece can be taken");
    pl_close(&g);
}

// --- Master -------------------------------------------------------------------------------

static void master_completes_several_at_its_end(void **state) {
    game g = pl_start("", 2, "W9 W22 W23 W4 B1 B2 B3 B4");
    (void)state;
    pl_give(&g, 0, TSR_PL_I2, 1);
    pl_play_all(&g, "take W1;reveal W5;take W2;reveal W6");
    pl_play_all(&g, "master;place I2 1 c3 r90");
    assert_int_equal(g.s->seat[0].completed, 0); // not before the end of the action
    pl_play(&g, "place I2 2 c3 r90");
    pl_play(&g, "done");
    assert_int_equal(g.s->seat[0].completed, 2);
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_I2], 3); // two back, one reward
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_O1], 2);
    assert_int_equal(g.s->player, 1);
    pl_close(&g);
}

static void master_skips_puzzles_freely(void **state) {
    game g = pl_start("", 2, "W9 W22 W23 W4 B1 B2 B3 B4");
    (void)state;
    pl_play_all(&g, "take W1;reveal W5;take W2;reveal W6;master;place O1 2 c3;done");
    assert_int_equal(g.s->seat[0].slot[1].free, 1u << 17);
    pl_close(&g);
}

static void master_rewards_are_asked_one_by_one(void **state) {
    game g = pl_start("", 2, "W28 W17 W23 W4 B1 B2 B3 B4"); // both reward Z
    (void)state;
    pl_give(&g, 0, TSR_PL_Z, 1);
    pl_give(&g, 0, TSR_PL_L3, 1);
    pl_drain(&g, 1, TSR_PL_Z);
    pl_play_all(&g, "take W1;reveal W5;take W2;reveal W6;basic;basic;basic;basic");
    // W17 is b3 c3 / a2 b2 c2 d2: leave four cells for L3.
    pl_play(&g, "place I2 2 b3");
    pl_give(&g, 0, TSR_PL_I4, 1);
    pl_play_all(&g, "master;place Z 1 b3;place I4 2 a2;done");
    assert_int_equal(g.s->phase, TSR_PL_PHASE_REWARD);
    pl_play(&g, "reward O2");
    assert_int_equal(g.s->phase, TSR_PL_PHASE_REWARD);
    pl_play(&g, "reward T");
    assert_int_equal(g.s->seat[0].completed, 2);
    pl_close(&g);
}

// --- The end ------------------------------------------------------------------------------

// Plays a turn of three new pieces.
static void idle(game *g) {
    int player = g->s->player;
    while (g->s->player == player && g->s->phase == TSR_PL_PHASE_TURN) {
        pl_play(g, "basic");
    }
}

static void the_end_comes_a_round_after_the_trigger(void **state) {
    game g = pl_start("black=5 reserve=30", 3, PL_ROWS);
    (void)state;
    idle(&g);
    pl_play_all(&g, "take B1;reveal B5"); // player 2 empties the black deck
    assert_int_equal(g.s->last_round, 2);
    idle(&g);
    idle(&g); // player 3 ends round 1
    assert_int_equal(g.s->round, 2);
    assert_int_equal(g.s->player, 0);
    idle(&g);
    idle(&g);
    assert_int_equal(g.s->player, 2);
    idle(&g);
    assert_int_equal(g.s->phase, TSR_PL_PHASE_TOUCH); // player 2 has a puzzle and pieces
    assert_int_equal(g.s->player, 1);
    pl_play(&g, "end");
    assert_int_equal(tsr_turn(g.r, g.s), 0);
    assert_int_equal(pl_result(&g, 1).score, -5);
    assert_int_equal(pl_result(&g, 1).rank, 3);
    assert_int_equal(pl_result(&g, 0).rank, 1); // seats 1 and 3 share
    assert_int_equal(pl_result(&g, 2).rank, 1);
    pl_close(&g);
}

static void black_puzzles_are_rare_after_the_trigger(void **state) {
    game g = pl_start("black=5", 2, PL_ROWS);
    (void)state;
    pl_play_all(&g, "take B1;reveal B5");
    pl_play(&g, "take B1"); // what came before the trigger does not count
    assert_int_equal(g.s->row[4], 0);
    pl_refused(&g, "take B2", PROJECTL_WHY_SECOND_BLACK,
               "you have taken a black puzzle in this turn, and the end is near: one a turn");
    pl_play(&g, "basic");
    pl_play(&g, "take B2"); // the next player may take one
    pl_refused(&g, "take B3", PROJECTL_WHY_SECOND_BLACK,
               "you have taken a black puzzle in this turn, and the end is near: one a turn");
    pl_play_all(&g, "take W1;reveal W5;basic");
    pl_play(&g, "take B3");
    pl_close(&g);
}

static void a_game_nobody_ends_is_ended(void **state) {
    game g = pl_start("rounds=2", 2, PL_ROWS);
    (void)state;
    for (int turn = 0; turn < 4; turn++) {
        assert_int_not_equal(tsr_turn(g.r, g.s), 0);
        idle(&g);
    }
    assert_int_equal(tsr_turn(g.r, g.s), 0);
    pl_close(&g);
}

// --- Finishing touches and score ------------------------------------------------------------

// Puts a puzzle nobody has seen where a test wants it.
static int draw(game *g, const char *name) {
    tsr_move m;
    char text[32];
    snprintf(text, sizeof text, "reveal %s", name);
    assert_int_equal(projectl_move_parse(g->r, g->s, TSR_CHANCE, text, &m), TSR_OK);
    const projectl_data *d = projectl_of(g->r);
    int i = tsr_pl_move_puzzle(m), colour = d->puzzle[i].colour;
    uint32_t bit = (uint32_t)i - (colour ? d->count[TSR_PL_WHITE] : 0);
    assert_true(projectl_pool(d, g->s, colour)[bit / 64] >> bit % 64 & 1);
    projectl_pool(d, g->s, colour)[bit / 64] &= ~(1ull << bit % 64);
    g->s->unseen[colour]--;
    return i;
}

static void complete(game *g, int player, const char *name) {
    int i = draw(g, name);
    projectl_where(projectl_of(g->r), g->s)[i] = (uint8_t)(PROJECTL_DONE + player);
    g->s->seat[player].points += projectl_of(g->r)->puzzle[i].points;
    g->s->seat[player].completed++;
}

static void hold(game *g, int player, int slot, const char *name) {
    int i = draw(g, name);
    projectl_where(projectl_of(g->r), g->s)[i] = (uint8_t)(PROJECTL_HELD + player);
    g->s->seat[player].slot[slot].puzzle = (uint16_t)(i + 1);
    g->s->seat[player].slot[slot].free = projectl_of(g->r)->puzzle[i].mask;
}

// Lays a piece straight from the reserve: "place I4 1 a3".
static void lay(game *g, int player, const char *text) {
    tsr_move m;
    assert_int_equal(projectl_move_parse(g->r, g->s, player, text, &m), TSR_OK);
    projectl_slot *slot = &g->s->seat[player].slot[tsr_move_byte(m, 2)];
    assert_int_equal(tsr_pl_move_mask(m) & ~slot->free, 0);
    g->s->reserve[tsr_move_byte(m, 1)]--;
    projectl_slot_lay(slot, tsr_pl_move_mask(m));
}

// Makes the present turn the very last thing before the finishing touches.
static void to_the_last_action(game *g) {
    g->s->last_round = g->s->round;
    g->s->player = (uint8_t)(g->r->players - 1);
    g->s->actions = 1;
}

// Moves an open puzzle in front of a player.
static void grab(game *g, int player, int slot, int place) {
    int stored = g->s->row[place];
    g->s->row[place] = 0;
    projectl_where(projectl_of(g->r), g->s)[stored - 1] = (uint8_t)(PROJECTL_HELD + player);
    g->s->seat[player].slot[slot].puzzle = (uint16_t)stored;
    g->s->seat[player].slot[slot].free = projectl_puzzle(projectl_of(g->r), stored)->mask;
}

// No puzzle left to take or recycle, no piece anywhere to get, none to place.
static void who_can_do_nothing_skips(void **state) {
    game g = pl_start("white=4 black=5", 3, PL_ROWS);
    tsr_move moves[8];
    (void)state;
    for (int i = 0; i < 8; i++) {
        grab(&g, i / 4, i % 4, i);
    }
    hold(&g, 2, 0, "B5");
    g.s->last_round = 2;
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        pl_drain(&g, 1, shape);
        g.s->seat[1].pieces[shape] =
            (uint8_t)(g.s->seat[1].pieces[shape] + g.s->seat[0].pieces[shape]);
        g.s->seat[0].pieces[shape] = 0;
    }
    pl_check(&g);
    assert_int_equal(projectl_moves(g.r, g.s, 0, moves), 1);
    assert_int_equal(moves[0], tsr_pl_plain(TSR_PL_SKIP));
    pl_play_all(&g, "skip;skip;skip");
    assert_int_equal(g.s->player, 1);
    pl_refused(&g, "skip", PROJECTL_WHY_NO_SKIP,
               "an action cannot be skipped while there is something to do");
    pl_close(&g);
}

// Paul of the rulebook: 4 3 3 1 1 1 2 1 0 completed, a 5 and a 3 finished with three
// pieces: 24 - 3 = 21.
static game pauls_game(const char *options) {
    static const char *const done[] = {"B6", "B13", "B14", "W9", "W10", "W11", "W5", "W12", "W22"};
    char words[64];
    snprintf(words, sizeof words, "black=20 %s", options);
    game g = pl_start(words, 2, "W1 W2 W3 W4 B1 B2 B3 B4");
    for (int i = 0; i < 9; i++) {
        complete(&g, 0, done[i]);
    }
    assert_int_equal(g.s->seat[0].points, 16);
    hold(&g, 0, 0, "B5");
    lay(&g, 0, "place I4 1 a3");
    lay(&g, 0, "place O1 1 e3");
    lay(&g, 0, "place I4 1 a2");
    lay(&g, 0, "place O1 1 e2");
    lay(&g, 0, "place O1 1 d1");
    hold(&g, 0, 1, "B15"); // b4 / b3 c3 / b2 c2 d2 / b1 c1 d1
    lay(&g, 0, "place O2 2 b2");
    lay(&g, 0, "place L2 2 b4 r270");
    lay(&g, 0, "place O1 2 d2");
    pl_give(&g, 0, TSR_PL_I3, 1);
    to_the_last_action(&g);
    pl_play(&g, "basic");
    assert_int_equal(g.s->phase, TSR_PL_PHASE_TOUCH);
    assert_int_equal(g.s->player, 0);
    pl_play_all(&g, "place I2 1 b1;place I3 1 b4");
    // The five-point puzzle is full, but nothing comes back before the end.
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_I4], 0);
    pl_play_all(&g, "place O1 2 d1;end");
    assert_int_equal(tsr_turn(g.r, g.s), 0);
    return g;
}

static void the_worked_example_scores_21(void **state) {
    game g = pauls_game("");
    (void)state;
    assert_int_equal(pl_result(&g, 0).score, 21);
    assert_int_equal(pl_result(&g, 0).rank, 1);
    assert_int_equal(g.s->seat[0].completed, 11);
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_I4], 2); // left over, for a tie
    pl_close(&g);
}

static void in_the_original_touches_only_save_the_loss(void **state) {
    game g = pauls_game("engine=original");
    (void)state;
    assert_int_equal(pl_result(&g, 0).score, 16 - 3);
    assert_int_equal(g.s->seat[0].completed, 11);
    assert_int_equal(g.s->seat[0].pieces[TSR_PL_I4], 0); // they stay in the puzzle
    pl_close(&g);
}

static void unfinished_puzzles_cost_their_points(void **state) {
    game g = pl_start("black=20", 2, PL_ROWS);
    (void)state;
    complete(&g, 0, "B6");
    hold(&g, 0, 0, "B5");
    hold(&g, 0, 1, "W5");
    to_the_last_action(&g);
    pl_play(&g, "basic");
    assert_int_equal(pl_result(&g, 0).score, 4); // not while the game goes on
    pl_play(&g, "end");
    assert_int_equal(pl_result(&g, 0).score, 4 - 5 - 2);
    assert_int_equal(pl_result(&g, 1).score, 0);
    assert_int_equal(pl_result(&g, 1).rank, 1);
    pl_close(&g);
}

static void ties_are_broken_twice(void **state) {
    game g = pl_start("black=20", 4, PL_ROWS);
    (void)state;
    complete(&g, 0, "W9"); // 1 point from 1 puzzle
    complete(&g, 1, "W10");
    complete(&g, 1, "W22"); // 1 point from 2
    complete(&g, 2, "W11");
    complete(&g, 3, "W12"); // as player 1, but with a piece more
    to_the_last_action(&g);
    pl_play(&g, "basic");
    assert_int_equal(tsr_turn(g.r, g.s), 0);
    assert_int_equal(pl_result(&g, 1).rank, 1); // more puzzles
    assert_int_equal(pl_result(&g, 3).rank, 2); // more pieces
    assert_int_equal(pl_result(&g, 0).rank, 3); // shared
    assert_int_equal(pl_result(&g, 2).rank, 3);
    pl_close(&g);
}

static void ranks_have_gaps_after_ties(void **state) {
    static const char *const engines[] = {"black=20", "engine=original"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        game g = pl_start(engines[i], 3, PL_ROWS);
        complete(&g, 0, "W9");
        complete(&g, 1, "W10");
        to_the_last_action(&g);
        pl_play(&g, "basic");
        assert_int_equal(pl_result(&g, 0).rank, 1);
        assert_int_equal(pl_result(&g, 1).rank, 1);
        assert_int_equal(pl_result(&g, 2).rank, 3);
        pl_close(&g);
    }
}

// --- Taking back --------------------------------------------------------------------------

static uint32_t stamp(const game *g) {
    tsr_info info;
    projectl_info(g->r, g->s, &info);
    return info.stamp;
}

static void small_decisions_share_a_stamp(void **state) {
    game g = pl_start("", 2, "W9 W22 W3 W4 B1 B2 B3 B4");
    (void)state;
    pl_play_all(&g, "take W1;reveal W5");
    uint32_t before = stamp(&g);
    pl_play_all(&g, "master;place O1 1 c3;done;recycle B;put 2;put 1");
    assert_int_equal(stamp(&g), before); // all of it can be taken back
    pl_play(&g, "put 3");
    pl_play(&g, "reveal B9");
    assert_int_not_equal(stamp(&g), before);
    pl_play_all(&g, "reveal B10;reveal B11;reveal B12");
    assert_int_equal(g.s->player, 1);
    pl_close(&g);
}

static void the_stamp_moves_with_the_player(void **state) {
    game g = pl_start("", 2, PL_ROWS);
    uint32_t before = stamp(&g);
    (void)state;
    pl_play_all(&g, "basic;basic");
    assert_int_equal(stamp(&g), before);
    pl_play(&g, "basic");
    assert_int_not_equal(stamp(&g), before);
    pl_close(&g);
}

// --- What an illegal action costs -----------------------------------------------------------

static void illegal_actions_cost_what_the_option_says(void **state) {
    tsr_info info;
    game ask = pl_start("", 2, PL_ROWS), skip = pl_start("illegal=skip", 2, PL_ROWS);
    (void)state;
    projectl_info(ask.r, ask.s, &info);
    assert_int_equal(info.timeout_move, TSR_NO_MOVE);
    pl_refused(&ask, "skip", PROJECTL_WHY_NO_SKIP,
               "an action cannot be skipped while there is something to do");
    projectl_info(skip.r, skip.s, &info);
    assert_int_equal(info.timeout_move, tsr_pl_plain(TSR_PL_SKIP));
    pl_play(&skip, "skip");
    assert_int_equal(skip.s->actions, 2);
    pl_close(&ask);
    pl_close(&skip);
}

// The referee records the attempt, and by its policy `skip` plays the neutral move.
static void the_referee_takes_the_action_away(void **state) {
    tsr_error err;
    tsr_rules *r = pl_try_open("illegal=skip first=seat1", 2, NULL, &err);
    tsr_match_config config;
    tsr_match *match;
    tsr_answer answer;
    tsr_line why;
    (void)state;
    tsr_match_config_init(&config, r);
    config.seat[0].policy = TSR_POLICY_SKIP;
    assert_int_equal(tsr_match_open(&config, &match, &err), TSR_OK);
    assert_int_equal(tsr_match_submit_text(match, 0, "upgrade T Z", 0, &answer, &why), TSR_OK);
    assert_int_equal(answer, TSR_ANSWER_REPLACED);
    assert_int_equal(why.code, PROJECTL_WHY_NOT_OWNED);
    const projectl_state *s = tsr_match_state(match);
    assert_int_equal(s->actions, 2);
    assert_int_equal(tsr_match_faults(match, 0).illegal, 1);
    tsr_match_close(match);
    tsr_rules_close(r);
}

static void timeouts_have_a_neutral_move_in_every_phase(void **state) {
    game g = pl_start("engine=original", 2, "W28 W22 W3 W4 B1 B2 B3 B4");
    tsr_info info;
    (void)state;
    pl_play(&g, "master");
    projectl_info(g.r, g.s, &info);
    assert_int_equal(info.timeout_move, tsr_pl_plain(TSR_PL_DONE));
    pl_play_all(&g, "done;recycle W;put 1");
    projectl_info(g.r, g.s, &info);
    assert_int_equal(info.timeout_move, tsr_pl_put(1));
    assert_int_equal(tsr_why_not(g.r, g.s, 0, info.timeout_move, NULL), 0);
    pl_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setup_by_number_of_players),
        cmocka_unit_test(the_first_player_is_drawn),
        cmocka_unit_test(a_taken_puzzle_is_replaced),
        cmocka_unit_test(the_top_of_a_deck_comes_unseen),
        cmocka_unit_test(at_most_four_unfinished),
        cmocka_unit_test(an_empty_white_deck_does_not_end_the_game),
        cmocka_unit_test(recycled_puzzles_go_below_in_order),
        cmocka_unit_test(with_a_short_deck_recycled_puzzles_come_back),
        cmocka_unit_test(a_row_of_one_is_recycled_at_once),
        cmocka_unit_test(upgrades_go_one_level_up),
        cmocka_unit_test(options_of_the_reserve),
        cmocka_unit_test(a_missing_level_one_piece_is_replaced),
        cmocka_unit_test(placing_takes_a_piece),
        cmocka_unit_test(a_completed_puzzle_pays),
        cmocka_unit_test(a_reward_that_is_out_is_chosen),
        cmocka_unit_test(an_empty_reserve_gives_nothing),
        cmocka_unit_test(master_completes_several_at_its_end),
        cmocka_unit_test(master_skips_puzzles_freely),
        cmocka_unit_test(master_rewards_are_asked_one_by_one),
        cmocka_unit_test(the_end_comes_a_round_after_the_trigger),
        cmocka_unit_test(black_puzzles_are_rare_after_the_trigger),
        cmocka_unit_test(a_game_nobody_ends_is_ended),
        cmocka_unit_test(who_can_do_nothing_skips),
        cmocka_unit_test(the_worked_example_scores_21),
        cmocka_unit_test(in_the_original_touches_only_save_the_loss),
        cmocka_unit_test(unfinished_puzzles_cost_their_points),
        cmocka_unit_test(ties_are_broken_twice),
        cmocka_unit_test(ranks_have_gaps_after_ties),
        cmocka_unit_test(small_decisions_share_a_stamp),
        cmocka_unit_test(the_stamp_moves_with_the_player),
        cmocka_unit_test(illegal_actions_cost_what_the_option_says),
        cmocka_unit_test(the_referee_takes_the_action_away),
        cmocka_unit_test(timeouts_have_a_neutral_move_in_every_phase),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
