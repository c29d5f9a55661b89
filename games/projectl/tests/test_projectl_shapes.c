// SPDX-License-Identifier: MIT

// Pieces and placements, counted against the figures of the rules.

#include "projectl_test.h"

static tsr_rules *rules;

static int open_rules(void **state) {
    tsr_error err;
    (void)state;
    rules = pl_try_open("", 2, NULL, &err);
    return rules ? 0 : -1;
}

static int close_rules(void **state) {
    (void)state;
    tsr_rules_close(rules);
    return 0;
}

static const struct {
    const char *name;
    int level, turns, placements;
} figures[TSR_PL_SHAPES] = {
    {"O1", 1, 1, 25}, {"O2", 4, 1, 16}, {"I2", 2, 2, 40}, {"I3", 3, 2, 30}, {"I4", 4, 2, 20},
    {"L2", 3, 4, 64}, {"L3", 4, 8, 96}, {"Z", 4, 4, 48},  {"T", 4, 4, 48},
};

static void counts_of_placements(void **state) {
    int total = 0;
    (void)state;
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        int count, turns = 0;
        const tsr_pl_placement *p = tsr_pl_placements(rules, shape, &count);
        for (int i = 0; i < count; i++) {
            turns |= 1 << p[i].turn;
            assert_int_equal(p[i].shape, shape);
            assert_int_equal(projectl_bits(p[i].mask), figures[shape].level);
            assert_int_equal(p[i].anchor, projectl_lowest(p[i].mask));
        }
        assert_string_equal(tsr_pl_shape_name(shape), figures[shape].name);
        assert_int_equal(tsr_pl_level(shape), figures[shape].level);
        assert_int_equal(count, figures[shape].placements);
        assert_int_equal(projectl_bits((uint64_t)turns), figures[shape].turns);
        total += count;
    }
    assert_int_equal(total, TSR_PL_PLACEMENTS);
    assert_int_equal(total, 387);
}

static void levels_group_the_shapes(void **state) {
    (void)state;
    assert_int_equal(tsr_pl_level_shapes(1), 1 << TSR_PL_O1);
    assert_int_equal(tsr_pl_level_shapes(2), 1 << TSR_PL_I2);
    assert_int_equal(tsr_pl_level_shapes(3), 1 << TSR_PL_I3 | 1 << TSR_PL_L2);
    assert_int_equal(projectl_bits(tsr_pl_level_shapes(4)), 5);
    assert_int_equal(tsr_pl_level_shapes(0) | tsr_pl_level_shapes(5), 0);
    assert_int_equal(tsr_pl_level(-1) + tsr_pl_level(9), 0);
    assert_string_equal(tsr_pl_shape_name(9), "?");
}

static void placements_are_all_different(void **state) {
    int count;
    const tsr_pl_placement *p = tsr_pl_placements(rules, 0, &count);
    (void)state;
    for (int i = 0; i < TSR_PL_PLACEMENTS; i++) {
        for (int k = 0; k < i; k++) {
            assert_int_not_equal(p[i].mask, p[k].mask);
        }
        assert_int_equal(tsr_pl_placement_of(rules, p[i].mask), i);
    }
}

static void a_mask_is_compared_with_a_shape(void **state) {
    uint32_t corner = 1u << 0 | 1u << 1 | 1u << 5;
    (void)state;
    assert_true(tsr_pl_is_shape(rules, TSR_PL_L2, corner));
    assert_true(tsr_pl_is_shape(rules, TSR_PL_L2, corner << 12));
    assert_false(tsr_pl_is_shape(rules, TSR_PL_I3, corner));
    assert_false(tsr_pl_is_shape(rules, TSR_PL_L2, corner << 4)); // torn by the edge
    assert_false(tsr_pl_is_shape(rules, TSR_PL_O1, 0));
    assert_false(tsr_pl_is_shape(rules, -1, 0xffffffff));
    assert_int_equal(tsr_pl_placement_of(rules, 0xfe000000), -1);
}

// The table of chunks against 387 plain tests, on many masks.
static void fits_agree_with_plain_tests(void **state) {
    int count;
    const tsr_pl_placement *p = tsr_pl_placements(rules, 0, &count);
    tsr_rng g;
    (void)state;
    tsr_rng_init(&g, 7);
    for (int round = 0; round < 2000; round++) {
        uint64_t one = tsr_rng_next(&g), other = tsr_rng_next(&g);
        uint32_t mask = (uint32_t)(one | other) & TSR_PL_FULL;
        tsr_pl_set set;
        tsr_pl_fits(rules, mask, &set);
        for (int i = 0; i < TSR_PL_PLACEMENTS; i++) {
            assert_int_equal(set.w[i / 64] >> i % 64 & 1, (p[i].mask & ~mask) == 0);
        }
        assert_int_equal(set.w[6] >> (TSR_PL_PLACEMENTS - 6 * 64), 0);
    }
}

// Every placement, laid into a slot, is found again as the same piece.
static void pieces_are_found_again_in_a_slot(void **state) {
    int count;
    const tsr_pl_placement *p = tsr_pl_placements(rules, 0, &count);
    (void)state;
    for (int i = 0; i < TSR_PL_PLACEMENTS; i++) {
        projectl_slot slot = {.free = TSR_PL_FULL};
        projectl_slot_lay(&slot, p[i].mask);
        for (int k = 0; k < TSR_PL_PLACEMENTS; k += 7) { // and another beside it
            if (!(p[k].mask & p[i].mask)) {
                projectl_slot both = slot;
                projectl_slot_lay(&both, p[k].mask);
                assert_int_equal(projectl_piece_at(&both, p[i].anchor), p[i].mask);
                assert_int_equal(projectl_piece_at(&both, p[k].anchor), p[k].mask);
            }
        }
    }
}

static void turns_that_look_alike_are_one(void **state) {
    (void)state;
    assert_int_equal(projectl_plain_turn(TSR_PL_O2, 7), 0);
    assert_int_equal(projectl_plain_turn(TSR_PL_I4, 3), 1);
    assert_int_equal(projectl_plain_turn(TSR_PL_Z, 2), 0);
    assert_int_equal(projectl_plain_turn(TSR_PL_Z, 4), 4);
    assert_int_equal(projectl_plain_turn(TSR_PL_T, 4), 0);
    for (int turn = 0; turn < 8; turn++) {
        assert_int_equal(projectl_plain_turn(TSR_PL_L3, turn), turn);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_placements),
        cmocka_unit_test(levels_group_the_shapes),
        cmocka_unit_test(placements_are_all_different),
        cmocka_unit_test(a_mask_is_compared_with_a_shape),
        cmocka_unit_test(fits_agree_with_plain_tests),
        cmocka_unit_test(pieces_are_found_again_in_a_slot),
        cmocka_unit_test(turns_that_look_alike_are_one),
    };
    return cmocka_run_group_tests(tests, open_rules, close_rules);
}
