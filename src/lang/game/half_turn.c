// SPDX-License-Identifier: MIT
//
// What others see of the cells that a position remembers (half_turn.h).
#include "lang/game/half_turn.h"

#include "lang/ir/rt/sets.h"

void half_turn_blind(const program *p, const void *s, int colour, const ir_area *a, int first,
                     uint64_t *out) {
    set_zero(out, p->b.words);
    for (int c = first; c < first + a->size; c++) {
        if (thing_is_none(p, s, c) || !thing_is_known(p, s, colour, c)) {
            board_put(out, c);
        }
    }
}

int half_turn_registers(const program *p, uint16_t *out) {
    const uint16_t other[] = {p->at.here,      p->at.it,      p->at.later,
                              p->at.next_from, p->at.next_to, p->at.next_over,
                              p->at.last_from, p->at.last_to, p->at.last_over};
    int count = 0;
    for (int i = 0; i < p->named_count; i++) {
        out[count++] = (uint16_t)(p->at.named + i);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        if (other[i] != BOARD_NONE) {
            out[count++] = other[i];
        }
    }
    return count;
}

uint64_t half_turn_take(const program *p, void *view, const uint64_t *cells) {
    uint16_t reg[HALF_TURN_MOST];
    uint64_t which = 0;
    for (int i = half_turn_registers(p, reg); i-- > 0;) {
        uint64_t *chosen = thing_set(p, view, reg[i]);
        which |= (uint64_t)set_meets(chosen, cells, p->b.words) << i;
        set_minus(chosen, cells, p->b.words);
    }
    return which;
}

void half_turn_put(const program *p, void *view, uint64_t which, int cell) {
    uint16_t reg[HALF_TURN_MOST];
    for (int i = half_turn_registers(p, reg); i-- > 0;) {
        if (which >> i & 1) {
            board_put(thing_set(p, view, reg[i]), cell);
        }
    }
}

void half_turn_moved(const program *p, void *view, int from, int to) {
    uint64_t cell[BOARD_MAX_WORDS];
    set_one(cell, from, p->b.words);
    half_turn_put(p, view, half_turn_take(p, view, cell), to);
}
