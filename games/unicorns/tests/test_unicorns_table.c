// SPDX-License-Identifier: MIT
//
// Positions as text, soundness of whatever bytes, reasons, the picture, and the
// public reading of a view.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/rules.h>

#define UNI_WORDS 2 // the engine of small decks, whose states these are
#include "unicorns/state.h"
#include "unicorns/unicorns.h"

extern const tsr_game tsr_game_unicorns;

static tsr_rules *rules;

static int open_rules(void **unused) {
    tsr_setup setup;
    tsr_error err;
    (void)unused;
    tsr_setup_init(&setup, &tsr_game_unicorns);
    setup.players = 3;
    return tsr_rules_open(&setup, NULL, &rules, &err) != TSR_OK;
}

static int close_rules(void **unused) {
    (void)unused;
    tsr_rules_close(rules);
    return 0;
}

static uni_state position(const char *text) {
    uni_state s;
    tsr_error err;
    if (tsr_position_read(rules, text, &s, &err)) {
        fail_msg("%s: %s", text, err.message);
    }
    return s;
}

static void play_text(uni_state *s, int who, const char *text) {
    tsr_move m;
    tsr_line why;
    assert_int_equal(tsr_move_read(rules, s, who, text, &m, NULL), TSR_OK);
    if (tsr_play_checked(rules, s, who, m, &why)) {
        char words[200];
        tsr_line_text(rules, &why, NULL, words, sizeof words);
        fail_msg("%s: %s", text, words);
    }
}

// --- Positions ------------------------------------------------------------------------

static void test_a_position_by_hand(void **unused) {
    char text[4000];
    (void)unused;
    uni_state s = position("p1 hand 2*Neigh, Yay; p2 stable Rhinocorn, 2*Basic Unicorn; turn p2");
    assert_int_equal(tsr_turn(rules, &s), 1 << 1);
    tsr_position_text(rules, &s, text, sizeof text);
    assert_string_equal(text, "turn p2; phase action; ask act; p1 hand 2*Neigh, Yay; "
                              "p2 stable 2*Basic Unicorn, Rhinocorn");
}

// In the middle of a link: jobs, targets, what follows, all is written and read.
static void test_a_position_inside_a_chain(void **unused) {
    char text[8000];
    uni_state again;
    tsr_error err;
    (void)unused;
    uni_state s = position("p1 hand Two-for-one; p1 stable Narwhal, Yay; "
                           "p2 stable Black Knight Unicorn, Basic Unicorn, Rhinocorn; p3 stable "
                           "Seductive Unicorn");
    play_text(&s, 0, "play Two-for-one");
    play_text(&s, 0, "sacrifice Yay of p1");
    play_text(&s, 0, "destroy Basic Unicorn of p2");
    play_text(&s, 0, "destroy Seductive Unicorn of p3");
    assert_int_equal(s.ask, UNI_ASK_INSTEAD);
    tsr_position_text(rules, &s, text, sizeof text);
    assert_non_null(strstr(text, "ask instead"));
    assert_non_null(strstr(text, "now Two-for-one#1, of p1"));
    assert_non_null(strstr(text, "aims Basic Unicorn#1, aims Seductive Unicorn#1"));
    assert_int_equal(tsr_position_read(rules, text, &again, &err), TSR_OK);
    assert_memory_equal(&s, &again, sizeof s);
}

static void test_bad_positions(void **unused) {
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"p1 hand Nay", "there is no such card at 'Nay'"},
        {"p4 hand Neigh", "a player (p1, p2 ...) was expected at '4 hand Neigh'"},
        {"p1 hand 15*Neigh", "there are not so many copies, at the end"},
        {"p1 hand 3*Neigh; discard 12*Neigh", "there are not so many copies of a card, at the end"},
        {"p1 stable Yay#3", "there are not so many copies at '3'"},
        {"p1 stable Yay#1; p2 stable Yay#1", "a card is named twice, at the end"},
        {"p1 hand ?", "'?' is for views only, at the end"},
        {"p1 feet Yay", "'hand' or 'stable' was expected at 'feet Yay'"},
        {"hello", "there is no such section at 'hello'"},
        {"turn p1 p2", "';' was expected at 'p2'"},
        {"plays 101; turn p1", "a number from 0 to 100 was expected at '101; turn p1'"},
        {"turns 0; turn p1", "a number from 1 to 1001 was expected at '0; turn p1'"},
        {"plies 3; stamp 4", "stamp is above plies, at the end"},
        {"phase lunch", "there is no such word here at 'lunch'"},
        {"phase window", "a position that does not say what is asked begins with phase begin"},
        {"know p1 p2 Neigh", "not a possible position: somebody knows what is not true"},
        {"ask draw", "not a possible position: nobody can be asked this now"},
        {"p1 stable Unicorn Poison", "not a possible position: Unicorn Poison cannot be there"},
        {"p1 stable Neigh", "not a possible position: Neigh cannot be there"},
        {"p1 hand Baby Unicorn", "not a possible position: Baby Unicorn cannot be there"},
        {"discard Baby Narwhal", "not a possible position: Baby Narwhal cannot be there"},
        {"nursery Narwhal", "not a possible position: Narwhal cannot be there"},
        {"nursery Baby Narwhal",
         "not a possible position: Baby Unicorn is in no stable and not in the nursery"},
        {"skip 9", "a number from 0 to 1 was expected at '9'"},
        {"phase begin; step 1; now Yay#1, of p1, node 1", "with work in progress"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uni_state s;
        tsr_error err = {0};
        memset(&s, 0x5a, sizeof s);
        assert_int_equal(tsr_position_read(rules, bad[i].text, &s, &err), TSR_ERR_PARSE);
        if (!strstr(err.message, bad[i].message)) {
            fail_msg("%s\nexpected: %s\ngot: %s", bad[i].text, bad[i].message, err.message);
        }
        for (size_t k = 0; k < sizeof s; k++) {
            assert_int_equal(((unsigned char *)&s)[k], 0x5a); // untouched
        }
    }
}

// States with some bytes changed are refused, or can be played to wherever they lead.
static void test_damaged_states(void **unused) {
    tsr_rng g;
    int kept = 0;
    (void)unused;
    tsr_rng_init(&g, 11);
    for (int i = 0; i < 60; i++) {
        uni_state s;
        uint32_t turn;
        tsr_init(rules, &s);
        while ((turn = tsr_turn(rules, &s)) != 0) {
            int who = tsr_mover(turn);
            uni_state bad = s;
            unsigned char *bytes = (unsigned char *)&bad;
            for (uint32_t k = 1 + tsr_rng_below(&g, 3); k > 0; k--) {
                // The machine's own fields are the ones worth changing.
                uint32_t at = tsr_rng_below(&g, 2) ? tsr_rng_below(&g, sizeof bad)
                                                   : (uint32_t)offsetof(uni_state, at) + UNI_CARDS +
                                                         tsr_rng_below(&g, 800);
                bytes[at] = (unsigned char)tsr_rng_below(&g, tsr_rng_below(&g, 2) ? 256 : 6);
            }
            if (rules->g.check(rules, &bad, NULL) == 0) {
                kept++;
                for (int n = 0; n < 12 && (turn = tsr_turn(rules, &bad)) != 0; n++) {
                    int mover = tsr_mover(turn);
                    tsr_play(rules, &bad, mover, tsr_sample(rules, &bad, mover, &g));
                }
            }
            tsr_play(rules, &s, who, tsr_sample(rules, &s, who, &g));
        }
    }
    assert_true(kept > 100); // changes of counters and the like are harmless
}

// --- Reasons --------------------------------------------------------------------------------

static void assert_refused(const uni_state *s, int who, const char *text, const char *reason) {
    char words[200] = "";
    tsr_move m;
    tsr_line why;
    assert_int_equal(tsr_move_read(rules, s, who, text, &m, &why), TSR_OK);
    assert_int_not_equal(tsr_why_not(rules, s, who, m, &why), 0);
    tsr_line_text(rules, &why, NULL, words, sizeof words);
    assert_string_equal(words, reason);
}

static void test_reasons(void **unused) {
    (void)unused;
    uni_state s =
        position("p1 hand Unicorn Poison, Extra Tail, Neigh, Basic Unicorn, Yay, Back Kick; "
                 "p2 stable Magical Kittencorn, Queen Bee Unicorn, Rainbow Aura; "
                 "p1 stable Broken Stable");
    assert_refused(&s, 0, "play Unicorn Poison",
                   "Unicorn Poison: there is nothing to destroy; Magical Kittencorn is protected");
    assert_refused(&s, 0, "play Extra Tail on p1",
                   "Broken Stable in your stable forbids you to play an upgrade");
    assert_refused(&s, 0, "play Neigh",
                   "Neigh is an instant: it only answers a card somebody else plays");
    assert_refused(
        &s, 0, "play Basic Unicorn on p1",
        "Basic Unicorn may not enter the stable of player 1, because of Queen Bee Unicorn");
    assert_refused(&s, 0, "play Rhinocorn on p1", "there is no Rhinocorn in your hand");
    assert_refused(&s, 0, "done", "play a card or draw one");
    assert_refused(&s, 0, "yes", "that is no answer to this question");
    s = position("p1 hand Extra Tail; p2 stable Yay");
    assert_refused(&s, 0, "play Extra Tail on p1",
                   "Extra Tail needs a basic unicorn in your stable");
    assert_refused(&s, 0, "play Extra Tail", "Extra Tail needs a basic unicorn in your stable");
    s = position("p1 hand Unicorn Poison, Neigh, Back Kick");
    assert_refused(&s, 0, "play Back Kick", "Back Kick: there is nothing to return");
    s = position("p1 hand Narwhal; p2 hand Yay");
    assert_refused(&s, 0, "play Narwhal", "into whose stable is Narwhal to be played?");
    play_text(&s, 0, "play Narwhal on p1");
    assert_refused(&s, 1, "answer Yay", "Yay is no instant: it cannot answer");
    assert_refused(&s, 1, "answer Neigh", "there is no Neigh in your hand");
}

// --- The picture ------------------------------------------------------------------------------

typedef struct drawn {
    tsr_zone zones[80];
    tsr_item items[400];
    char text[40000];
    tsr_scene sc;
} drawn;

static void draw(const uni_state *s, int viewer, drawn *out) {
    memset(out, 0, sizeof *out);
    out->sc = (tsr_scene){.zones = out->zones,
                          .items = out->items,
                          .text = out->text,
                          .zone_cap = 80,
                          .item_cap = 400,
                          .text_cap = sizeof out->text};
    tsr_scene_clear(&out->sc);
    rules->g.scene(rules, s, viewer, &out->sc);
    assert_true(out->sc.item_count <= 400 && out->sc.zone_count <= 80);
}

// The items of `zone kind` owned by `owner`, as their phrases, one a line.
static void phrases(const drawn *d, int kind, int owner, char *buf, size_t cap) {
    size_t n = 0;
    buf[0] = '\0';
    for (uint32_t i = 0; i < d->sc.item_count; i++) {
        const tsr_zone *z = &d->zones[d->items[i].zone];
        if (z->kind == kind && z->owner == owner) {
            n += (size_t)snprintf(buf + n, cap - n, "%s\n", d->text + d->items[i].label);
        }
    }
}

static void test_scene(void **unused) {
    static drawn d;
    char text[2000];
    (void)unused;
    uni_state s =
        position("p1 hand Neigh, Unicorn Poison; p2 hand 2*Neigh, Yay; p2 stable Narwhal, "
                 "Stabby The Unicorn; p3 stable Pandamonium, Rhinocorn; know p1 p2 Yay; "
                 "ask act");
    draw(&s, 0, &d);
    phrases(&d, TSR_ZONE_HAND, 0, text, sizeof text);
    assert_string_equal(text, "Unicorn Poison, magic card\nNeigh, instant\n");
    phrases(&d, TSR_ZONE_HAND, 1, text, sizeof text);
    assert_string_equal(text,
                        "Yay, upgrade, known to you\n2 unknown cards in the hand of player 2\n");
    phrases(&d, TSR_ZONE_ROW, 2, text, sizeof text);
    assert_string_equal(text, "p3, player 3 and the stable, counting 0\n"
                              "Rhinocorn, magical unicorn, now a panda\nPandamonium, downgrade\n");
    // To a watcher the hand of player 1 is hidden too, and there are no buttons.
    draw(&s, TSR_WATCHER, &d);
    phrases(&d, TSR_ZONE_HAND, 0, text, sizeof text);
    assert_string_equal(text, "2 unknown cards in the hand of player 1\n");
    for (uint32_t i = 0; i < d.sc.item_count; i++) {
        assert_int_not_equal(d.items[i].kind, TSR_ITEM_BUTTON);
        assert_true(!(d.items[i].flags & TSR_ITEM_FACE_DOWN) || d.items[i].key == 0);
    }
    // A card being played lies on the stack; the effect at work stands in the chain.
    play_text(&s, 0, "play Unicorn Poison");
    draw(&s, 2, &d);
    phrases(&d, TSR_ZONE_STACK, TSR_NOBODY, text, sizeof text);
    assert_string_equal(text, "Unicorn Poison, magic card, by player 1\n");
    play_text(&s, 1, "pass");
    tsr_play(rules, &s, TSR_CHANCE, tsr_move_of(16, 255, 0, 0, 0)); // nobody was quickest
    draw(&s, 0, &d);
    phrases(&d, TSR_ZONE_STACK, TSR_NOBODY, text, sizeof text);
    assert_string_equal(text, "to choose: Unicorn Poison of player 1: destroy a Unicorn\n");
    phrases(&d, TSR_ZONE_TEXT, TSR_NOBODY, text, sizeof text);
    assert_string_equal(text, "Unicorn Poison: Destroy a Unicorn.\n");
}

// What follows from a move without anybody's choice is told, line by line.
static void test_news(void **unused) {
    static drawn d;
    char text[2000];
    (void)unused;
    uni_state s =
        position("p1 hand Narwhal Torpedo; p1 stable Slowdown, Tiny Stable; p2 stable Narwhal");
    play_text(&s, 0, "play Narwhal Torpedo on p1");
    draw(&s, TSR_WATCHER, &d);
    phrases(&d, TSR_ZONE_TEXT, TSR_NOBODY, text, sizeof text);
    assert_string_equal(text, "Narwhal Torpedo enters the stable of player 1\n"
                              "Narwhal Torpedo of player 1 takes effect\n"
                              "Slowdown of player 1 goes to the discard pile\n"
                              "Tiny Stable of player 1 goes to the discard pile\n"
                              "player 2's turn begins\n");
}

static void test_screen(void **unused) {
    static const char *const names[] = {"Anna", "Ben", "Cleo"};
    char text[4000];
    (void)unused;
    uni_state s =
        position("p1 hand Neigh, Unicorn Poison; p2 hand 2*Neigh, Yay; p2 stable Narwhal, "
                 "Stabby The Unicorn, Yay; discard 2*Back Kick; know p1 p2 Yay; ask act");
    play_text(&s, 0, "play Unicorn Poison");
    int size = tsr_unicorns_draw(rules, &s, 0, names, 60, 0, text, sizeof text);
    assert_int_equal(size, (int)strlen(text));
    assert_string_equal(text, "  Ben (p2)  2 of 7\n"
                              "    unicorns   Narwhal, Stabby The Unicorn\n"
                              "    upgrades   Yay\n"
                              "    hand       Yay (known), 2 hidden\n"
                              "  Cleo (p3)  0 of 7\n"
                              "    hand       -\n"
                              "> Anna (p1)  0 of 7, you\n"
                              "    your hand\n"
                              "      Neigh                    When another player plays a\n"
                              "                               card: stop it (it is\n"
                              "                               discarded).\n"
                              "deck 103 cards, nursery 13\n"
                              "discard 2 Back Kick\n"
                              "played  Unicorn Poison, by Anna (p1)\n"
                              "  waiting for the answers of all who may answer\n"
                              "Unicorn Poison: Destroy a Unicorn.\n"
                              "Anna plays Unicorn Poison: does anybody answer?\n");
    assert_int_equal(tsr_unicorns_draw(rules, &s, 0, names, 60, 0, NULL, 0), size);
    // Nobody else sees Anna's Neigh, or which cards Ben has not shown.
    tsr_unicorns_draw(rules, &s, TSR_WATCHER, names, 60, 0, text, sizeof text);
    assert_null(strstr(text, "Neigh"));
}

static int height_of(const char *text) {
    int height = 0;
    for (; *text; text++) {
        height += *text == '\n';
    }
    return height;
}

// The same table in a low window: first cards lose their texts, then each seat gets a
// line, and at last what is at stake comes first.
static void test_screen_in_a_low_window(void **unused) {
    static const char *const names[] = {"Anna", "Ben", "Cleo"};
    char text[4000];
    (void)unused;
    uni_state s =
        position("p1 hand Neigh, Unicorn Poison; p2 hand 2*Neigh, Yay; p2 stable Narwhal, "
                 "Stabby The Unicorn, Yay; discard 2*Back Kick; know p1 p2 Yay; ask act");
    play_text(&s, 0, "play Unicorn Poison");
    tsr_unicorns_draw(rules, &s, 0, names, 60, 14, text, sizeof text);
    assert_int_equal(height_of(text), 13);
    assert_non_null(strstr(text, "    your hand  Neigh\n"));
    assert_null(strstr(text, "does anybody answer?"));
    tsr_unicorns_draw(rules, &s, 0, names, 60, 10, text, sizeof text);
    assert_int_equal(height_of(text), 10);
    assert_non_null(strstr(text, "  Ben (p2)  2 of 7, 3 in hand: Narwhal, Stabby The Unicorn,\n"
                                 "    Yay (up), Yay (in hand)\n"));
    for (int height = 1; height < 9; height++) {
        tsr_unicorns_draw(rules, &s, 0, names, 60, height, text, sizeof text);
        assert_string_equal(text, "played  Unicorn Poison, by Anna (p1)\n"
                                  "  waiting for the answers of all who may answer\n"
                                  "Unicorn Poison: Destroy a Unicorn.\n"
                                  "deck 103 cards, nursery 13, discard 2\n"
                                  "> Anna (p1)  0 of 7, you: -\n"
                                  "    your hand  Neigh\n"
                                  "  Ben (p2)  2 of 7, 3 in hand: Narwhal, Stabby The Unicorn,\n"
                                  "    Yay (up), Yay (in hand)\n"
                                  "  Cleo (p3)  0 of 7, 0 in hand: -\n");
    }
}

// Illegal picks lead to a reason too.
static void test_picked(void **unused) {
    (void)unused;
    uni_state s = position("p1 hand Neigh, Narwhal; p2 stable Queen Bee Unicorn");
    int neigh = tsr_unicorns_kind_named(rules, "Neigh");
    int narwhal = tsr_unicorns_kind_named(rules, "Narwhal");
    uint32_t hand = 2000;
    uint32_t card[] = {hand + (uint32_t)neigh};
    tsr_move m = rules->more.picked(rules, &s, 0, card, 1);
    assert_int_equal(tsr_unicorns_move_of(rules, &s, m).act, TSR_UNICORNS_PLAYS);
    assert_int_not_equal(tsr_why_not(rules, &s, 0, m, NULL), 0);
    uint32_t two[] = {hand + (uint32_t)narwhal, 9000};
    m = rules->more.picked(rules, &s, 0, two, 2);
    assert_int_equal(tsr_unicorns_move_of(rules, &s, m).player, 0);
    assert_int_not_equal(tsr_why_not(rules, &s, 0, m, NULL), 0);
    two[1] = 9001;
    m = rules->more.picked(rules, &s, 0, two, 2);
    assert_int_equal(tsr_why_not(rules, &s, 0, m, NULL), 0);
    uint32_t odd[] = {77, 88, 99};
    assert_true(rules->more.picked(rules, &s, 0, odd, 3) == TSR_NO_MOVE);
    assert_true(rules->more.picked(rules, &s, 0, odd, 0) == TSR_NO_MOVE);
}

// --- The public reading -------------------------------------------------------------------------

static void test_reading_a_view(void **unused) {
    tsr_unicorns t;
    uni_state view;
    (void)unused;
    uni_state s =
        position("p1 hand Neigh, Narwhal; p2 hand 2*Neigh, Yay; p2 stable Ginormous Unicorn, "
                 "Yay; p3 stable Pandamonium, Rhinocorn; know p1 p2 Neigh; ask act");
    rules->g.view(rules, &s, 0, &view);
    tsr_unicorns_read(rules, &view, &t);
    assert_int_equal(t.players, 3);
    assert_int_equal(t.viewer, 0);
    assert_int_equal(t.goal, 7);
    assert_int_equal(t.ask, TSR_UNICORNS_ACT);
    assert_int_equal(t.seat[1].value, 2);
    assert_int_equal(t.seat[1].hand_size, 3);
    assert_int_equal(t.seat[1].known, 1);
    assert_int_equal(t.seat[1].hand[tsr_unicorns_kind_named(rules, "Neigh")], 1);
    assert_int_equal(t.seat[1].hand[tsr_unicorns_kind_named(rules, "Yay")], 0);
    assert_true(t.seat[1].cannot_answer && t.seat[1].is_unstoppable);
    assert_true(t.seat[2].has_pandas);
    assert_int_equal(t.seat[2].value, 0);
    play_text(&s, 0, "play Narwhal on p3");
    tsr_unicorns_read(rules, &s, &t);
    assert_int_equal(t.is_over, 0);
    assert_int_equal(t.seat[2].stable_count, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_position_by_hand),
        cmocka_unit_test(test_a_position_inside_a_chain),
        cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_damaged_states),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_scene),
        cmocka_unit_test(test_news),
        cmocka_unit_test(test_screen),
        cmocka_unit_test(test_screen_in_a_low_window),
        cmocka_unit_test(test_picked),
        cmocka_unit_test(test_reading_a_view),
    };
    return cmocka_run_group_tests(tests, open_rules, close_rules);
}
