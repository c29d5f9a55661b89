// SPDX-License-Identifier: MIT
//
// The plan of a program: everything that is written behind its code, in order.
#include "lang/plan/plan.h"

#include "lang/plan/build.h"
#include "lang/plan/ways.h"

int plan_program(program *p, arena *a) {
    writer w = {.p = p};
    p->plan_code = p->code_count;
    for (int me = 0; me < p->players && !w.failed; me++) {
        ir_roots *root = &p->root[me];
        root->when_stuck = p->has_stuck && root->stuck ? write_effects(&w, root->stuck) : 0;
        root->set_up = me < p->setup_count ? write_effects(&w, root->setup) : 0;
    }
    write_ends(&w);
    return !w.failed && plan_ways_of(p, a);
}
