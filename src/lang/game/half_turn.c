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

static unsigned knowers_of(const program *p, const void *s, int cell) {
    unsigned out = 0;
    for (int i = 0; i < p->players; i++) {
        out |= thing_is_known(p, s, i, cell) ? 1u << i : 0;
    }
    return out;
}

int half_turn_like(const program *p, const void *view, const uint64_t *blind, const void *s,
                   int cell, uint64_t *out) {
    const int owner = lang_owner_at(p, s, cell);
    const unsigned knowers = owner < 0 ? 0 : knowers_of(p, s, cell);
    int count = 0;
    set_zero(out, p->b.words);
    for (int c = 0; owner >= 0 && c < p->b.cells; c++) {
        if (board_has(blind, c) && lang_owner_at(p, view, c) == owner &&
            knowers_of(p, view, c) == knowers) {
            board_put(out, c);
            count++;
        }
    }
    return count;
}

// --- Views ---------------------------------------------------------------------------------------

typedef struct blur {
    const void *s; // the position
    int colour;
} blur;

// Every remembered one of these cells becomes the first that looks like it.
static void blur_register(const program *p, const void *s, void *view, uint16_t reg,
                          const uint64_t *cells, int is_place) {
    const uint64_t *chosen = state_set(p, s, reg);
    uint64_t like[BOARD_MAX_WORDS];
    if (!set_meets(chosen, cells, p->b.words)) {
        return;
    }
    set_minus(thing_set(p, view, reg), cells, p->b.words);
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(chosen, c) && board_has(cells, c)) {
            const int some = is_place && half_turn_like(p, view, cells, s, c, like);
            board_put(thing_set(p, view, reg), set_first(some ? like : cells, p->b.words));
        }
    }
}

static void blur_cells(const program *p, const void *s, void *view, const uint64_t *cells,
                       int is_place) {
    uint16_t reg[HALF_TURN_MOST];
    const int count = half_turn_registers(p, reg);
    for (int i = 0; i < count; i++) {
        blur_register(p, s, view, reg[i], cells, is_place);
    }
}

static void blur_area(const program *p, void *view, const ir_area *a, int first, void *with) {
    const blur *b = with;
    uint64_t cells[BOARD_MAX_WORDS];
    if (!half_turn_is_own(a, first, b->colour)) {
        half_turn_blind(p, view, b->colour, a, first, cells);
        blur_cells(p, b->s, view, cells, 1);
    }
}

void half_turn_veil(const program *p, const void *s, int colour, const uint64_t *unseen,
                    void *view) {
    blur b = {.s = s, .colour = colour};
    things_each_hidden(p, view, blur_area, &b);
    blur_cells(p, s, view, unseen, 0);
}
