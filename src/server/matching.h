// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_MATCHING_H
#define TSR_SERVER_MATCHING_H

// The most pairs that can be made in a graph (Edmonds). Pairing asks it before it puts two
// together: can everybody who is left still be paired? Pure; no memory but the caller's.

#include <stdint.h>

enum { MATCHING_MOST = 512, MATCHING_WORDS = MATCHING_MOST / 64 };

typedef struct vertex_set {
    uint64_t word[MATCHING_WORDS];
} vertex_set;

typedef struct graph {
    int count;
    vertex_set near[MATCHING_MOST]; // symmetric, nobody next to themselves
} graph;

static inline void vertex_add(vertex_set *s, int v) {
    s->word[v / 64] |= (uint64_t)1 << (v % 64);
}

static inline void vertex_drop(vertex_set *s, int v) {
    s->word[v / 64] &= ~((uint64_t)1 << (v % 64));
}

static inline int vertex_has(const vertex_set *s, int v) {
    return (int)(s->word[v / 64] >> (v % 64) & 1u);
}

int vertex_count(const vertex_set *s);

// How many pairs of neighbours can be made of those in `of`.
int matching_size(const graph *g, const vertex_set *of);

#endif
