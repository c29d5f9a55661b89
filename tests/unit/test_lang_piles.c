// SPDX-License-Identifier: MIT
//
// Piles that fit a word are moved by shifts, higher ones thing by thing: both do the same (lang/ir/rt/piles.h).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lang/ir/rt/piles.h"

enum { CELLS = 5, SETS = 20, MOST = 512, LOW = 4 };

typedef struct board {
    uint64_t sets[SETS];
    uint8_t bytes[MOST];
} board;

static uint16_t at[CELLS + 1];
static uint8_t room[CELLS];

// The last cell is an area of its own: it has room for a few things, and bytes for no more.
static pile_form form_of(int owners, int types, int bits) {
    at[0] = (uint16_t)pile_counts(CELLS);
    for (int c = 0; c < CELLS; c++) {
        room[c] = c == CELLS - 1 ? LOW : 40;
        at[c + 1] = (uint16_t)(at[c] + (room[c] * bits + 7) / 8);
    }
    at[CELLS] = (uint16_t)(at[CELLS - 1] + 8);
    return (pile_form){.owners = (uint16_t)owners,
                       .types = (uint16_t)types,
                       .words = 1,
                       .typed = types > 1,
                       .cells = CELLS,
                       .bits = (uint16_t)bits,
                       .at = at,
                       .room = room};
}

static void fill(const pile_form *p, board *b, tsr_rng *g) {
    memset(b, 0, sizeof *b);
    for (int c = 0; c < CELLS; c++) {
        uint8_t things[42];
        const int most = c == CELLS - 1 ? LOW + 1 : tsr_rng_below(g, 4) ? 8 : 41;
        const int count = (int)tsr_rng_below(g, (uint32_t)most + 1);
        for (int i = 0; i < count; i++) {
            things[i] = (uint8_t)(1 + tsr_rng_below(g, (uint32_t)(p->owners * p->types)));
        }
        pile_write(p, b->sets, b->bytes, c, things, count);
    }
}

static void test_shifts(void **state) {
    static const int forms[][3] = {{2, 1, 2}, {2, 3, 4}, {3, 4, 4}, {2, 6, 4}, {2, 16, 8}};
    (void)state;
    tsr_rng g;
    tsr_rng_init(&g, 7);
    for (int i = 0; i < 50000; i++) {
        const int *of = forms[i % 5];
        const pile_form p = form_of(of[0], of[1], of[2]);
        board a;
        fill(&p, &a, &g);
        board b = a;
        const int from = (int)tsr_rng_below(&g, CELLS), to = (int)tsr_rng_below(&g, CELLS + 1) - 1;
        const int32_t n = (int32_t)tsr_rng_below(&g, 8) - 1;
        const int how = (int)tsr_rng_below(&g, 8);
        pile_bring(&p, a.sets, a.bytes, from, to, n, how);
        pile_bring_high(&p, b.sets, b.bytes, from, to, n, how);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shifts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
