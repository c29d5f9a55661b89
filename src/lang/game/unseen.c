// SPDX-License-Identifier: MIT
//
// Cells of which a player does not see whether anything is there (unseen.h).
#include "lang/game/unseen.h"

#include <string.h>

#include <tessera/rules.h>

#include "lang/game/things.h"
#include "lang/ir/rt/sets.h"
#include "lang/vm/vm.h"

static void add_cells(const program *p, const void *s, int colour, uint64_t *out) {
    frame f;
    vm_load(&f, p, s);
    (void)vm_run(&f, p->words.unseen_code[colour]);
    set_or(out, vm_set_const(&f, f.ret_set), p->b.words);
}

void unseen_cells(const program *p, const void *s, int colour, uint64_t *out) {
    set_zero(out, p->b.words);
    for (int i = 0; unseen_any(p) && i < p->players; i++) {
        if (i == colour || colour >= p->players) {
            add_cells(p, s, i, out);
        }
    }
}

static void forget(const program *p, void *s, uint16_t reg, const uint64_t *cells) {
    if (reg != BOARD_NONE) {
        set_minus(thing_set(p, s, reg), cells, p->b.words);
    }
}

void unseen_veil(const program *p, void *s, int colour, uint64_t *hidden) {
    uint64_t cells[BOARD_MAX_WORDS];
    thing list[BOARD_MAX_CELLS];
    if (!unseen_any(p)) {
        return;
    }
    unseen_cells(p, s, colour, cells);
    const int count = things_take(p, s, cells, list);
    things_sort(list, count);
    for (int c = 0, i = 0; i < count; c++) {
        if (board_has(cells, c)) {
            thing_lay(p, s, c, list[i++]);
        }
    }
    const uint16_t told[] = {p->at.latch, p->at.last_from, p->at.last_to, p->at.last_over};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        forget(p, s, told[i], cells);
    }
    set_or(hidden, cells, p->b.words);
}

int unseen_hides(const program *p, const void *s, const void *after, int colour,
                 const walk_step *step, int count, uint64_t *cells) {
    uint64_t later[BOARD_MAX_WORDS];
    int found = 0;
    if (!unseen_any(p)) {
        return 0;
    }
    unseen_cells(p, s, colour, cells);
    unseen_cells(p, after, colour, later);
    set_and(cells, later, p->b.words);
    for (int i = 0; i < count; i++) {
        found |= step[i].from >= 0 && board_has(cells, step[i].from);
        found |= step[i].to >= 0 && board_has(cells, step[i].to);
    }
    return found;
}
