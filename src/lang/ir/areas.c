// SPDX-License-Identifier: MIT
//
// Which area a cell lies in.
#include "lang/ir/ir.h"

const ir_area *ir_area_at(const program *p, int cell, int *first) {
    for (int i = 0; i < p->areas; i++) {
        const ir_area *a = &p->area[i];
        const int end = a->first + a->size * (a->each ? p->players : 1);
        if (cell >= a->first && cell < end) {
            *first = cell - (cell - a->first) % a->size;
            return a;
        }
    }
    return NULL;
}
