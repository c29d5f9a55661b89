// SPDX-License-Identifier: MIT
//
// Games of cards as people see them: a hand is one zone with its cards in order, what others hold is backs and a count,
// and every card that may be played can be picked.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rng.h>
#include <tessera/rules.h>
#include <tessera/scene.h>

typedef struct table {
    tsr_rules *r;
    void *s;
    tsr_scene sc;
} table;

static const tsr_game *shelf(const char *name) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            return tsr_lang_builtin_at(i);
        }
    }
    fail_msg("no game %s on the shelf", name);
    return NULL;
}

// The game once its cards are dealt, and so many moves later.
static table open_table(const char *name, int moves) {
    table t = {0};
    tsr_setup setup;
    tsr_rng g;
    tsr_setup_init(&setup, shelf(name));
    assert_int_equal(tsr_rules_open(&setup, NULL, &t.r, NULL), TSR_OK);
    t.s = malloc(t.r->state_size);
    assert_non_null(t.s);
    tsr_init(t.r, t.s);
    tsr_rng_init(&g, 7);
    for (;;) {
        const int who = tsr_mover(tsr_turn(t.r, t.s));
        if (who != TSR_CHANCE && moves-- == 0) {
            return t;
        }
        const tsr_move m = t.r->more.sample(t.r, t.s, who, &g);
        t.r->g.play(t.r, t.s, who, m);
    }
}

static void close_table(table *t) {
    tsr_scene_free(NULL, &t->sc);
    free(t->s);
    tsr_rules_close(t->r);
}

static void look(table *t, int viewer) {
    tsr_scene_free(NULL, &t->sc);
    memset(&t->sc, 0, sizeof t->sc);
    assert_int_equal(tsr_scene_take(t->r, t->s, viewer, NULL, &t->sc), TSR_OK);
}

static const char *word(const table *t, uint32_t at) {
    return t->sc.text + at;
}

// The zone of an owner with this label, or the one of nobody.
static int find_zone(const table *t, int owner, const char *label) {
    for (uint32_t i = 0; i < t->sc.zone_count; i++) {
        if (t->sc.zones[i].owner == owner && strcmp(word(t, t->sc.zones[i].label), label) == 0) {
            return (int)i;
        }
    }
    fail_msg("player %d has no %s", owner, label);
    return -1;
}

static int items_in(const table *t, int zone, const tsr_item **first) {
    int n = 0;
    for (uint32_t i = 0; i < t->sc.item_count; i++) {
        if (t->sc.items[i].zone == zone) {
            *first = n++ ? *first : &t->sc.items[i];
        }
    }
    return n;
}

static void test_hands(void **state) {
    (void)state;
    table t = open_table("hearts", 0);
    for (int viewer = 0; viewer < 4; viewer++) {
        look(&t, viewer);
        for (int owner = 0; owner < 4; owner++) {
            const int hand = find_zone(&t, owner, "hand");
            const tsr_item *card = NULL;
            const int n = items_in(&t, hand, &card);
            assert_int_equal(t.sc.zones[hand].kind, TSR_ZONE_HAND);
            assert_int_equal(n, viewer == owner ? 13 : 1);
            assert_int_equal(card->kind, TSR_ITEM_CARD);
            assert_int_equal(!(card->flags & TSR_ITEM_FACE_DOWN), viewer == owner);
            assert_int_equal(card->count, viewer == owner ? 0 : 13);
            for (int i = 1; i < n; i++) { // by suit, and within a suit by rank
                assert_true(card[i].ref > card[i - 1].ref);
            }
        }
    }
    close_table(&t);
}

static void test_faces(void **state) {
    static const char *const suit[] = {"♣", "♦", "♥", "♠"};
    (void)state;
    table t = open_table("hearts", 0);
    int seen = 0, queens = 0;
    for (int owner = 0; owner < 4; owner++) {
        const tsr_item *card = NULL;
        look(&t, owner);
        const int n = items_in(&t, find_zone(&t, owner, "hand"), &card);
        for (int i = 0; i < n; i++) {
            const char *sign = word(&t, card[i].glyph);
            const int k = !strncmp(sign, suit[1], 3) ? 1 : !strncmp(sign, suit[2], 3) ? 2 : 0;
            assert_int_equal(card[i].colour, k ? TSR_COLOUR_RED : TSR_COLOUR_BLACK);
            queens +=
                strcmp(sign, "♠Q") == 0 && strcmp(word(&t, card[i].label), "queen of spades") == 0;
            queens +=
                strcmp(sign, "♥T") == 0 && strcmp(word(&t, card[i].label), "10 of hearts") == 0;
            seen++;
        }
    }
    assert_int_equal(seen, 52);
    assert_int_equal(queens, 2);
    close_table(&t);
}

// What may be played is in the hand, by its own card.
static void test_picks(void **state) {
    (void)state;
    for (int moves = 0; moves < 40; moves += 13) {
        table t = open_table("hearts", moves);
        const int who = tsr_mover(tsr_turn(t.r, t.s));
        tsr_move list[64];
        look(&t, who);
        const int hand = find_zone(&t, who, "hand"), n = t.r->g.moves(t.r, t.s, who, list);
        for (int i = 0; i < n; i++) {
            tsr_picks picks = {0};
            int found = 0;
            t.r->g.path(t.r, t.s, who, list[i], &picks);
            for (uint32_t k = 0; k < t.sc.item_count; k++) {
                found += t.sc.items[k].ref == picks.pick[0] && t.sc.items[k].zone == hand;
            }
            assert_int_equal(picks.picks, 1);
            assert_int_equal(found, 1);
        }
        close_table(&t);
    }
}

// An open area of the table with room for many is a pile, not a row of fifty cards; what is turned up lies on the stage.
static void test_pile(void **state) {
    (void)state;
    table t = open_table("ohhell", 0);
    look(&t, 0);
    assert_int_equal(t.sc.zones[find_zone(&t, TSR_NOBODY, "done")].kind, TSR_ZONE_PILE);
    const tsr_zone *turned = &t.sc.zones[find_zone(&t, TSR_NOBODY, "trump")];
    assert_int_equal(turned->kind, TSR_ZONE_ROW);
    assert_int_equal(turned->role, TSR_ROLE_STAGE);
    close_table(&t);
}

// A man that the viewer does not know is called so, not by a question mark.
static void test_hidden(void **state) {
    (void)state;
    table t = open_table("skirmish", 40);
    int hidden = 0;
    look(&t, 0);
    for (uint32_t i = 0; i < t.sc.item_count; i++) {
        const char *label = word(&t, t.sc.items[i].label);
        hidden += strstr(label, "hidden piece on ") != NULL;
        assert_null(strstr(label, "? on "));
    }
    assert_true(hidden > 0);
    close_table(&t);
}

// Cards of a trick lie in the order they came, with those who played them; cards that were taken are counted.
static void test_trick(void **state) {
    (void)state;
    table t = open_table("hearts", 6);
    const tsr_item *card = NULL;
    look(&t, 0);
    assert_int_equal(items_in(&t, find_zone(&t, TSR_NOBODY, "trick"), &card), 2);
    assert_int_equal((card[0].owner + 1) % 4, card[1].owner);
    int taken = 0;
    for (int owner = 0; owner < 4; owner++) {
        const int won = find_zone(&t, owner, "won");
        const tsr_item *number = NULL;
        assert_int_equal(items_in(&t, won, &number), 1);
        assert_int_equal(t.sc.zones[won].kind, TSR_ZONE_COUNTER);
        taken += number->count;
    }
    assert_int_equal(taken, 4);
    close_table(&t);
}

static void test_poker(void **state) {
    (void)state;
    table t = open_table("kuhnpoker", 0);
    const tsr_item *card = NULL;
    look(&t, 1);
    assert_int_equal(items_in(&t, find_zone(&t, 1, "hand"), &card), 1);
    assert_non_null(strchr("JQK", word(&t, card->glyph)[0]));
    assert_int_equal(items_in(&t, find_zone(&t, TSR_NOBODY, "deck"), &card), 1);
    assert_true(card->flags & TSR_ITEM_FACE_DOWN);
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hands), cmocka_unit_test(test_faces),
                                       cmocka_unit_test(test_picks), cmocka_unit_test(test_trick),
                                       cmocka_unit_test(test_poker), cmocka_unit_test(test_pile),
                                       cmocka_unit_test(test_hidden)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
