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

// Of these cells, remembered ones become the first.
static void blur(const program *p, void *view, const uint64_t *cells) {
    uint16_t reg[HALF_TURN_MOST];
    const int count = half_turn_registers(p, reg), first = set_first(cells, p->b.words);
    for (int i = 0; i < count; i++) {
        uint64_t *chosen = thing_set(p, view, reg[i]);
        if (set_meets(chosen, cells, p->b.words)) {
            set_minus(chosen, cells, p->b.words);
            board_put(chosen, first);
        }
    }
}

static void blur_area(const program *p, void *view, const ir_area *a, int first, void *with) {
    const int *colour = with;
    uint64_t cells[BOARD_MAX_WORDS];
    if (!half_turn_is_own(a, first, *colour)) {
        half_turn_blind(p, view, *colour, a, first, cells);
        blur(p, view, cells);
    }
}

void half_turn_veil(const program *p, void *view, int colour, const uint64_t *unseen) {
    things_each_hidden(p, view, blur_area, &colour);
    blur(p, view, unseen);
}
