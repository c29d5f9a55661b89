// SPDX-License-Identifier: MIT

// What may be taken from the reserve, and what stands in when it is short.

#include "projectl_state.h"

// The shapes of the lowest level above `level` of which any is left.
static uint32_t next_level(uint32_t left, int level) {
    for (int up = level + 1; up <= TSR_PL_LEVELS; up++) {
        if (left & projectl_level_masks[up]) {
            return left & projectl_level_masks[up];
        }
    }
    return 0;
}

static uint32_t lower_levels(uint32_t left, int level) {
    uint32_t shapes = 0;
    for (int down = 1; down < level; down++) {
        shapes |= left & projectl_level_masks[down];
    }
    return shapes;
}

// Rulebook: another shape of the level; if there is none, one level higher (or the
// next that is not empty) or any lower level. The original offers lower levels
// only when nothing else is left.
uint32_t projectl_reward_options(const projectl_data *d, const uint8_t *reserve, int wanted) {
    uint32_t left = projectl_owned(reserve);
    int level = projectl_levels[wanted];
    if (left >> wanted & 1) {
        return 1u << wanted;
    }
    if (left & projectl_level_masks[level]) {
        return left & projectl_level_masks[level];
    }
    uint32_t up = next_level(left, level), down = lower_levels(left, level);
    if (d->original) {
        return up ? up : down;
    }
    return up | down;
}

// The same level, any lower one, or the next higher one that is not empty; never
// the shape itself.
uint32_t projectl_upgrade_options(const uint8_t *reserve, int from) {
    uint32_t left = projectl_owned(reserve);
    int level = projectl_levels[from];
    uint32_t shapes = lower_levels(left, level) | (left & projectl_level_masks[level]);
    return (shapes | next_level(left, level)) & ~(1u << from);
}

uint32_t projectl_basic_options(const projectl_data *d, const uint8_t *reserve) {
    if (d->original) {
        return reserve[TSR_PL_O1] ? 1u << TSR_PL_O1 : 0;
    }
    return projectl_reward_options(d, reserve, TSR_PL_O1);
}

uint32_t tsr_pl_reward_options(const tsr_rules *r, const uint8_t *reserve, int wanted) {
    return wanted < 0 || wanted >= TSR_PL_SHAPES
               ? 0
               : projectl_reward_options(projectl_of(r), reserve, wanted);
}

uint32_t tsr_pl_upgrade_options(const tsr_rules *r, const uint8_t *reserve, int from) {
    (void)r;
    return from < 0 || from >= TSR_PL_SHAPES ? 0 : projectl_upgrade_options(reserve, from);
}

uint32_t tsr_pl_basic_options(const tsr_rules *r, const uint8_t *reserve) {
    return projectl_basic_options(projectl_of(r), reserve);
}
