// SPDX-License-Identifier: MIT
//
// Looking into a state: whose piece stands on a cell, and of which type.
#include "lang/game/state.h"

int lang_owner_at(const program *p, const void *s, int cell) {
    for (int i = 0; i < p->players; i++) {
        if (board_has(state_set(p, s, p->at.own + i), cell)) {
            return i;
        }
    }
    if (p->at.neutral != BOARD_NONE && board_has(state_set(p, s, p->at.neutral), cell)) {
        return IR_NEUTRAL;
    }
    return -1;
}

int lang_type_at(const program *p, const void *s, int cell) {
    for (int t = 0; p->at.type != BOARD_NONE && t < p->types; t++) {
        if (board_has(state_set(p, s, p->at.type + t), cell)) {
            return t;
        }
    }
    return 0;
}
