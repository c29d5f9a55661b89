// SPDX-License-Identifier: MIT
//
// evolve: how genes are changed by chance and stay between 0 and 1.
#include <math.h>
#include <string.h>

#include <tessera/rng.h>

#include "arena/evolve.h"

double evolve_bell(uint64_t state[4]) {
    tsr_rng g;
    double sum = 0;
    memcpy(g.s, state, sizeof g.s);
    for (int i = 0; i < 4; i++) { // one after the other: their order is their order in the sum
        sum += tsr_rng_unit(&g);
    }
    memcpy(state, g.s, sizeof g.s);
    return (sum - 2) * 1.7320508075688772;
}

double evolve_reflected(double x) {
    x = fabs(fmod(x, 2));
    return x > 1 ? 2 - x : x;
}
