// SPDX-License-Identifier: MIT
//
// What those who learn are told before anything is played: the shape of an observation, and which moves are the same on
// a turned board.
#include "lang/game/actions.h"
#include "lang/game/observe.h"
#include "lang/game/state.h"

void slot_sight(const tsr_rules *r, tsr_sight *out) {
    const lang_sight *f = ((const lang_unit *)r->data)->sight;
    *out = (tsr_sight){f->planes, f->height, f->width, f->scalars};
}

uint32_t slot_action_turned(const tsr_rules *r, uint32_t action) {
    const lang_actions *f = ((const lang_unit *)r->data)->actions;
    return f->turned && action < f->count ? f->turned[action] : action;
}

int slot_sees_turned(const tsr_rules *r, const void *s, int who) {
    const lang_actions *f = ((const lang_unit *)r->data)->actions;
    return f->turned && seat_of(s, who) == 1;
}
