// SPDX-License-Identifier: MIT
//
// Azul's scene and the picks that make a move, and what bots are told.

#include "azul/azul.h"
#include "azul_test.h"

#include <math.h>

enum { ZONES = 64, ITEMS = 512, TEXT = 32768 };

typedef struct picture {
    tsr_scene scene;
    tsr_zone zones[ZONES];
    tsr_item items[ITEMS];
    char text[TEXT];
} picture;

static void show(const tsr_rules *r, const azul_state *s, int viewer, picture *p) {
    p->scene = (tsr_scene){.zones = p->zones,
                           .items = p->items,
                           .text = p->text,
                           .zone_cap = ZONES,
                           .item_cap = ITEMS,
                           .text_cap = TEXT};
    tsr_scene_clear(&p->scene);
    azul_scene(r, s, viewer, &p->scene);
    assert_true(p->scene.zone_count <= ZONES);
    assert_true(p->scene.item_count <= ITEMS);
    assert_true(p->scene.text_size <= TEXT);
}

static const tsr_item *item_of(const picture *p, uint32_t ref) {
    const tsr_item *found = NULL;
    for (uint32_t i = 0; i < p->scene.item_count; i++) {
        if (p->items[i].ref != ref) continue;
        assert_null(found); // refs are unique
        found = &p->items[i];
    }
    return found;
}

static const char *label_of(const picture *p, uint32_t ref) {
    const tsr_item *item = item_of(p, ref);
    if (!item) fail_msg("no item has ref %u", ref);
    return p->text + item->label;
}

// --- Items -------------------------------------------------------------------

static void test_items(void **unused) {
    static picture p;
    tsr_rules *r = azul_rules(2, "");
    azul_state s =
        azul_position_of(r, "round 2 offer 1 start 2 | bag * | lid 0.0.0.0.0 | centre MBR | "
                            "displays BBYK - - - RRWW | "
                            "7 B/YY/.../K.../..... ...../.B.../...../...../..... - | "
                            "4 ./../.../WW../B.... ..R../...../...../...../..... YKK");
    (void)unused;
    show(r, &s, 0, &p);
    assert_string_equal(label_of(&p, 1), "1 blue in the centre");
    assert_string_equal(label_of(&p, 6), "2 blue in display 1");
    assert_string_equal(label_of(&p, 5 * 5 + 5), "2 white in display 5");
    assert_int_equal(item_of(&p, 6)->count, 2);
    assert_int_equal(item_of(&p, 6)->colour, TSR_COLOUR_BLUE);
    assert_string_equal(label_of(&p, 100), "empty, for blue, row 1 column 1");
    assert_string_equal(label_of(&p, 106), "blue, row 2 column 2");
    assert_string_equal(label_of(&p, 125), "blue, line 1 space 1");
    assert_string_equal(label_of(&p, 128), "empty, line 3 space 1");
    assert_string_equal(label_of(&p, 140), "empty, floor space 1, -1");
    assert_string_equal(label_of(&p, 242), "black on the floor, -2");
    tsr_rules_close(r);
}

// In wall-tiling the line and its row of the wall draw the eye.
static void test_tiled_line_is_strong(void **unused) {
    static picture p;
    tsr_rules *r = azul_rules(2, "mode=advanced");
    azul_state s = azul_position_of(
        r, "round 2 tile 2 start 2 | bag * | lid 0.0.0.0.0 | centre M | displays - - - - - | " //
        BOARD " | 0 ./YY/KKK/..../..... ...../...../...../...../..... -");
    (void)unused;
    show(r, &s, 1, &p);
    for (uint32_t i = 0; i < p.scene.item_count; i++) {
        uint32_t place = p.items[i].ref - 200;
        int strong = p.items[i].flags & TSR_ITEM_STRONG ? 1 : 0;
        int expected = p.items[i].ref >= 200 && ((place >= 5 && place < 10) || // row 2
                                                 place == 26 || place == 27);  // line 2
        assert_int_equal(strong, expected);
    }
    tsr_rules_close(r);
}

static void check_zones(const tsr_rules *r, const picture *p, int viewer) {
    int boards = 0;
    for (uint32_t i = 0; i < p->scene.zone_count; i++) {
        const tsr_zone *z = &p->zones[i];
        assert_true(z->parent < (int)i);
        assert_true(p->text[z->label] != '\0');
        if (z->kind != TSR_ZONE_GROUP || z->owner == TSR_NOBODY) continue;
        // The viewer's board comes first and is the only large one.
        int own = viewer == z->owner;
        assert_int_equal((z->flags & TSR_ZONE_SMALL) != 0, viewer != TSR_WATCHER && !own);
        if (own) assert_int_equal(boards, 0);
        boards++;
    }
    assert_int_equal(boards, r->players);
}

static void check_items(const picture *p) {
    for (uint32_t i = 0; i < p->scene.item_count; i++) {
        const tsr_item *item = &p->items[i];
        assert_true(item->zone < p->scene.zone_count);
        assert_true(p->text[item->label] != '\0');
        assert_true(item->kind == TSR_ITEM_NUMBER || p->text[item->glyph] != '\0');
        if (item->ref) assert_ptr_equal(item_of(p, item->ref), item);
        // Nothing is told by colour alone.
        if (item->kind == TSR_ITEM_TILE) assert_int_not_equal(item->shape, TSR_SHAPE_NONE);
    }
}

// --- Paths -------------------------------------------------------------------

static void check_paths(const tsr_rules *r, const azul_state *s, int who, const picture *p) {
    tsr_move moves[256];
    uint32_t seen[256][2];
    int count = azul_moves(r, s, who, moves);
    for (int i = 0; i < count; i++) {
        tsr_picks picks;
        memset(&picks, 0xaa, sizeof picks);
        int n = azul_path(r, s, who, moves[i], &picks);
        assert_int_equal(n, s->phase == AZUL_TILING ? 1 : 2);
        assert_int_equal(n, picks.picks);
        for (int k = 0; k < n; k++) {
            assert_non_null(item_of(p, picks.pick[k]));
        }
        assert_int_equal(azul_picked(r, s, who, picks.pick, n), moves[i]);
        for (int k = 0; k < picks.marks; k++) {
            assert_non_null(item_of(p, picks.mark[k]));
        }
        seen[i][0] = picks.pick[0];
        seen[i][1] = n > 1 ? picks.pick[1] : 0;
        for (int j = 0; j < i; j++) {
            assert_false(seen[j][0] == seen[i][0] && seen[j][1] == seen[i][1]);
        }
    }
}

static void test_scenes_of_whole_games(void **unused) {
    static picture p;
    (void)unused;
    for (int players = 2; players <= 4; players++) {
        tsr_rules *r = azul_rules(players, players == 3 ? "" : "mode=advanced");
        for (uint64_t seed = 0; seed < 3; seed++) {
            azul_state s;
            tsr_rng g;
            tsr_rng_init(&g, seed);
            tsr_init(r, &s);
            for (uint32_t turn; (turn = tsr_turn(r, &s)) != 0;) {
                int who = tsr_mover(turn);
                int viewer = who == TSR_CHANCE ? TSR_WATCHER : who;
                show(r, &s, viewer, &p);
                check_zones(r, &p, viewer);
                check_items(&p);
                if (who != TSR_CHANCE) check_paths(r, &s, who, &p);
                tsr_play(r, &s, who, tsr_sample(r, &s, who, &g));
            }
        }
        tsr_rules_close(r);
    }
}

// Marks show all that a move fills: line spaces, then the floor with the marker.
static void test_marks(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s =
        azul_position_of(r, "round 2 offer 1 start 2 | bag * | lid 0.0.0.0.0 | centre MBBB | "
                            "displays RRRR - - - - | "
                            "0 ./B./.../..../..... ...../...../...../...../..... Y | " BOARD);
    tsr_picks picks;
    (void)unused;
    azul_path(r, &s, 0, tsr_move_of(AZUL_TAKE, 0, 0, 1, 0), &picks);
    assert_int_equal(picks.pick[0], 1);
    assert_int_equal(picks.pick[1], 127); // line 2, its second space
    assert_int_equal(picks.marks, 4);
    assert_int_equal(picks.mark[0], 127);
    assert_int_equal(picks.mark[1], 141); // the marker, then two blue tiles
    assert_int_equal(picks.mark[3], 143);
    azul_path(r, &s, 0, tsr_move_of(AZUL_TAKE, 1, 2, AZUL_FLOOR, 0), &picks);
    assert_int_equal(picks.pick[1], 141);
    assert_int_equal(picks.marks, 4);
    tsr_rules_close(r);
}

// Any space of a line means the line, whether or not the tiles may go there.
static void test_picked(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    azul_state s =
        azul_position_of(r, "round 2 offer 1 start 2 | bag * | lid 0.0.0.0.0 | centre MB | "
                            "displays RRRR - - - - | " BOARD " | " BOARD);
    (void)unused;
    for (uint32_t place = 0; place < 60; place++) {
        static const uint32_t ends[] = {26, 28, 31, 35, 40, 47};
        const uint32_t picks[] = {8, 100 + place}; // red on display 1
        tsr_move expected = TSR_NO_MOVE;
        for (int target = 5; target >= 0 && place >= 25; target--) {
            if (place < ends[target]) expected = tsr_move_of(AZUL_TAKE, 1, 2, target, 0);
        }
        assert_int_equal(azul_picked(r, &s, 0, picks, 2), expected);
        assert_int_equal(azul_picked(r, &s, 1, picks, 2), TSR_NO_MOVE); // not their board
        assert_int_equal(azul_picked(r, &s, 0, picks, 1), TSR_NO_MOVE);
    }
    const uint32_t odd[][2] = {{0, 125}, {51, 125}, {0xffffffff, 125}, {8, 0}, {8, 0xffffffff}};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        assert_int_equal(azul_picked(r, &s, 0, odd[i], 2), TSR_NO_MOVE);
    }
    tsr_rules_close(r);
    r = azul_rules(2, "mode=advanced");
    s = azul_position_of(
        r, "round 2 tile 1 start 1 | bag * | lid 0.0.0.0.0 | centre M | displays - - - - - | "
           "0 ./YY/.../..../..... ...../...../...../...../..... - | " BOARD);
    for (uint32_t place = 0; place < 60; place++) {
        uint32_t pick = 100 + place;
        int in_row = place >= 5 && place < 10; // row 2
        assert_int_equal(azul_picked(r, &s, 0, &pick, 1),
                         in_row ? tsr_move_of(AZUL_PLACE, (int)place - 5, 0, 0, 0) : TSR_NO_MOVE);
    }
    tsr_rules_close(r);
}

// --- What bots are told ------------------------------------------------------

static void test_heuristic(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    const tsr_game_ai *ai = r->g.ai;
    azul_state s = azul_position_of(
        r, "round 5 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre MB | displays - - - - - | "
           "40 ./../.../..../..... BYR../WBY../KW.../...../..... - | "
           "20 ./../.../..../..... BYR../WBY../KW.../...../..... -");
    float win[2];
    (void)unused;
    ai->heuristic(r, &s, win);
    assert_true(win[0] > 0.9f && win[1] < 0.1f);
    assert_true(fabsf(win[0] + win[1] - 1.0f) < 1e-6f);
    s.player[0].score = 20;
    ai->heuristic(r, &s, win);
    assert_true(fabsf(win[0] - 0.5f) < 1e-6f);
    s = azul_position_of(r, "round 5 over | bag * | lid 0.0.0.0.0 | centre M | "
                            "displays - - - - - | " BOARD " | " BOARD);
    ai->heuristic(r, &s, win);
    assert_true(win[0] == 0.5f && win[1] == 0.5f);
    tsr_rules_close(r);
}

// What a move is made of: numbers that there are, and of each kind one.
static void check_pieces(const tsr_rules *r, const azul_state *s, int who, tsr_move m) {
    uint16_t piece[8 + 1];
    piece[8] = 54321;
    int count = r->g.ai->move_pieces(r, s, who, m, piece);
    assert_in_range(count, 2, 8);
    assert_int_equal(piece[8], 54321);
    for (int i = 0; i < count; i++) {
        assert_in_range(piece[i], 0, r->g.ai->piece_count - 1);
        for (int k = 0; k < i; k++) {
            assert_int_not_equal(piece[i], piece[k]);
        }
    }
}

// Planes are yes and no, and as many as promised; as many tiles lie on the viewer's wall as its plane says.
static void check_planes(const tsr_rules *r, const azul_state *s, int who) {
    static uint8_t planes[64 * AZUL_CELLS];
    tsr_sight sight;
    int on_wall = 0;
    r->g.learn->sight(r, &sight);
    uint32_t cells = sight.height * sight.width, all = sight.planes * cells;
    assert_true(cells == AZUL_CELLS && all < sizeof planes && sight.scalars == 0);
    memset(planes, 99, sizeof planes);
    r->g.learn->observe(r, s, who, planes, NULL);
    assert_int_equal(planes[all], 99);
    for (uint32_t i = 0; i < all; i++) {
        assert_in_range(planes[i], 0, 1);
        on_wall += i < cells ? planes[i] : 0;
    }
    assert_int_equal(on_wall, __builtin_popcount(s->player[who].wall));
}

// Indices are within bounds and differ between the moves of one decision;
// features are finite and as many as promised.
static void test_indices_and_features(void **unused) {
    tsr_rules *r = azul_rules(4, "mode=advanced");
    const tsr_game_ai *ai = r->g.ai;
    static float features[1024];
    static unsigned char used[1024];
    azul_state s;
    tsr_rng g;
    (void)unused;
    tsr_rng_init(&g, 8);
    tsr_init(r, &s);
    assert_true(ai->feature_count < 1000 && r->action_count < 1000);
    for (uint32_t turn; (turn = tsr_turn(r, &s)) != 0;) {
        int who = tsr_mover(turn);
        if (who != TSR_CHANCE) {
            tsr_move moves[256];
            int count = azul_moves(r, &s, who, moves);
            memset(used, 0, sizeof used);
            for (int i = 0; i < count; i++) {
                uint32_t index;
                assert_int_equal(r->more.action(r, &s, who, moves[i], &index), 1);
                assert_in_range(index, 0, r->action_count - 1);
                assert_false(used[index]);
                used[index] = 1;
                check_pieces(r, &s, who, moves[i]);
            }
            check_planes(r, &s, who);
            features[ai->feature_count] = 12345.0f;
            ai->features(r, &s, who, features);
            assert_true(features[ai->feature_count] == 12345.0f);
            for (uint32_t i = 0; i < ai->feature_count; i++) {
                assert_true(features[i] >= 0.0f && features[i] <= 10.0f);
            }
        }
        tsr_play(r, &s, who, tsr_sample(r, &s, who, &g));
    }
    tsr_rules_close(r);
}

// Where the tiles come from is no part of it; where they go and how many there are is.
static void test_pieces(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    const tsr_game_ai *ai = r->g.ai;
    azul_state s =
        azul_position_of(r, "round 1 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre M | "
                            "displays BBYK BBWW BBBK - - | " BOARD " | " BOARD);
    uint16_t one[8] = {0}, twin[8] = {0}, more[8] = {0}, floor[8] = {0};
    (void)unused;
    int count = ai->move_pieces(r, &s, 0, tsr_move_of(AZUL_TAKE, 1, 0, 1, 0), one);
    assert_int_equal(count, ai->move_pieces(r, &s, 0, tsr_move_of(AZUL_TAKE, 2, 0, 1, 0), twin));
    (void)ai->move_pieces(r, &s, 0, tsr_move_of(AZUL_TAKE, 3, 0, 1, 0), more);
    (void)ai->move_pieces(r, &s, 0, tsr_move_of(AZUL_TAKE, 1, 0, AZUL_FLOOR, 0), floor);
    assert_memory_equal(one, twin, sizeof one);
    assert_memory_not_equal(one, more, sizeof one);
    assert_memory_not_equal(one, floor, sizeof one);
    tsr_rules_close(r);
}

// A filled line beats an overflow, and the overflow beats the floor.
static void test_rate(void **unused) {
    tsr_rules *r = azul_rules(2, "");
    const tsr_game_ai *ai = r->g.ai;
    azul_state s =
        azul_position_of(r, "round 1 offer 1 start 1 | bag * | lid 0.0.0.0.0 | centre M | "
                            "displays BBYK RRWW - - - | " BOARD " | " BOARD);
    (void)unused;
    int fits = ai->rate(r, &s, 0, tsr_move_of(AZUL_TAKE, 1, 0, 1, 0));
    int spills = ai->rate(r, &s, 0, tsr_move_of(AZUL_TAKE, 1, 0, 0, 0));
    int falls = ai->rate(r, &s, 0, tsr_move_of(AZUL_TAKE, 1, 0, AZUL_FLOOR, 0));
    assert_true(fits > spills && spills > falls);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items),
        cmocka_unit_test(test_tiled_line_is_strong),
        cmocka_unit_test(test_scenes_of_whole_games),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_picked),
        cmocka_unit_test(test_heuristic),
        cmocka_unit_test(test_indices_and_features),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
