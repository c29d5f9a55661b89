// SPDX-License-Identifier: MIT
//
// Runs the functions of ways: turns that carry things off a pile, drawn by number (plan/ways_load.c).
#include "lang/ir/rt/sets.h"
#include "lang/ir/rt/tokens.h"
#include "lang/vm/joined.h"
#include "lang/vm/vm_piles.h"

int load_height(frame *f, int cell) {
    const pile_form *form = &f->p->pile;
    return pile_covered(form, pile_bytes(f), cell) + (pile_top(form, f->set, cell) != 0);
}

static uint32_t most_ways(const program *p, int node, int height, int cell) {
    const int row = height < LOAD_ROWS ? height : LOAD_ROWS - 1;
    return p->ways->load.most[node][row * p->b.cells + cell];
}

uint32_t load_weight(frame *f, int node, const uint64_t *cells) {
    uint32_t sum = 0;
    FOR_CELLS(cell, cells, f->p->b.words) {
        sum += most_ways(f->p, node, load_height(f, cell), cell);
    }
    return sum;
}

int load_draw(frame *f, int node, const uint64_t *cells, uint32_t *r) {
    FOR_CELLS(cell, cells, f->p->b.words) {
        const uint32_t most = most_ways(f->p, node, load_height(f, cell), cell);
        if (*r < most) {
            return cell;
        }
        *r -= most;
    }
    return -1;
}

int load_is_second(walker *w, const way_insn *x) {
    frame *f = w->f;
    const program *p = w->p;
    const int here = set_first(vm_set(f, p->at.here), p->b.words);
    const int height = load_height(f, x->a ? p->ways->load.cell : here);
    const int most = (int)most_ways(p, x->c, height, here);
    if (w->nth < most) {
        return 0;
    }
    w->nth -= most;
    return 1;
}
