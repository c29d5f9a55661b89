// SPDX-License-Identifier: MIT
//
// Finds whether cells form a ring, with a hub or without, and lays them out along it.
#include "lang/game/ring_place.h"

#include <math.h>

enum { LEAST = 5 }; // places of a ring; fewer are drawn as a square

static int is_joined(const board *b, int from, int to) {
    for (int i = 0; i < b->any_count; i++) {
        if (b->shift[b->any[i]].to[from] == to) {
            return 1;
        }
    }
    return 0;
}

// The cell that is joined to all others, or -1.
static int find_hub(const board *b) {
    for (int c = 0; c < b->cells; c++) {
        int n = 0;
        for (int other = 0; other < b->cells; other++) {
            n += is_joined(b, c, other);
        }
        if (n == b->cells - 1) {
            return c;
        }
    }
    return -1;
}

// The cell that comes after it in the ring.
static int after(const board *b, int cell, int hub) {
    int next = (cell + 1) % b->cells;
    return next == hub ? (next + 1) % b->cells : next;
}

static int is_ring(const board *b, int hub) {
    for (int c = 0; c < b->cells; c++) {
        if (c != hub && !is_joined(b, c, after(b, c, hub))) {
            return 0;
        }
    }
    return b->cells - (hub >= 0) >= LEAST;
}

// The sine of -4 to 4, by its series: pages would have to load more of the C library than this takes.
static double sine(double x) {
    double sum = 0, term = x;
    for (int k = 1; k < 40; k += 2) {
        sum += term;
        term *= -x * x / ((k + 1) * (k + 2));
    }
    return sum;
}

int ring_place(const board *b, int cell, int *row, int *col) {
    int hub = find_hub(b), n = b->cells - (hub >= 0);
    if (!is_ring(b, hub)) {
        return 0;
    }
    double radius = cell == hub ? 0 : 25.0 * n, middle = 25.0 * n;
    const double half_turn = 3.14159265358979323846;
    double angle = 2 * half_turn * (cell - (hub >= 0 && cell > hub)) / n; // from the top
    double down = angle < half_turn ? angle - half_turn / 2 : 1.5 * half_turn - angle;
    *row = (int)lround(middle + radius * sine(down));
    *col = (int)lround(middle + radius * sine(angle < half_turn ? angle : angle - 2 * half_turn));
    return 1;
}
