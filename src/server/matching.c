// SPDX-License-Identifier: MIT
// Largest matchings by growing alternating trees and shrinking odd circles to their base.
#include "server/matching.h"

#include <string.h>

typedef struct search {
    const graph *g;
    const vertex_set *of;
    int mate[MATCHING_MOST];   // -1 = alone
    int before[MATCHING_MOST]; // the vertex an outer one was reached over, -1 = not reached
    int base[MATCHING_MOST];   // of the circle a vertex has been shrunk into
    int queue[MATCHING_MOST];
    int first, last;
    vertex_set outer; // in the tree, an even number of steps from its root
} search;

static int lowest(const vertex_set *s) {
    for (int w = 0; w < MATCHING_WORDS; w++) {
        if (s->word[w]) {
            int v = w * 64;
            for (uint64_t bits = s->word[w]; !(bits & 1u); bits >>= 1) {
                v++;
            }
            return v;
        }
    }
    return -1;
}

int vertex_count(const vertex_set *s) {
    int n = 0;
    for (int w = 0; w < MATCHING_WORDS; w++) {
        for (uint64_t bits = s->word[w]; bits; bits &= bits - 1) {
            n++;
        }
    }
    return n;
}

static void reach(search *s, int v) {
    vertex_add(&s->outer, v);
    s->queue[s->last++] = v;
}

// Where the ways of two outer vertices to the root meet.
static int meeting(const search *s, int a, int b) {
    vertex_set seen = {0};
    for (;;) {
        a = s->base[a];
        vertex_add(&seen, a);
        if (s->mate[a] < 0) {
            break; // the root
        }
        a = s->before[s->mate[a]];
    }
    for (;;) {
        b = s->base[b];
        if (vertex_has(&seen, b)) {
            return b;
        }
        b = s->before[s->mate[b]];
    }
}

// Marks the circle's half from `v` to its base, which is entered over `over`.
static void mark_way(search *s, int v, int base, int over, vertex_set *circle) {
    while (s->base[v] != base) {
        vertex_add(circle, s->base[v]);
        vertex_add(circle, s->base[s->mate[v]]);
        s->before[v] = over;
        over = s->mate[v];
        v = s->before[over];
    }
}

static void shrink(search *s, int a, int b) {
    vertex_set circle = {0};
    int base = meeting(s, a, b);
    mark_way(s, a, base, b, &circle);
    mark_way(s, b, base, a, &circle);
    for (int v = 0; v < s->g->count; v++) {
        if (vertex_has(s->of, v) && vertex_has(&circle, s->base[v])) {
            s->base[v] = base;
            if (!vertex_has(&s->outer, v)) {
                reach(s, v);
            }
        }
    }
}

// Turns the way from `v`, which is alone, to the root: one pair more.
static void turn_way(search *s, int v) {
    while (v >= 0) {
        int over = s->before[v], next = s->mate[over];
        s->mate[v] = over;
        s->mate[over] = v;
        v = next;
    }
}

// Looks at one neighbour of an outer vertex; whether a pair was won.
static int step(search *s, int v, int to) {
    if (s->base[v] == s->base[to] || s->mate[v] == to) {
        return 0;
    }
    if (vertex_has(&s->outer, to)) {
        shrink(s, v, to);
    } else if (s->before[to] < 0) {
        s->before[to] = v;
        if (s->mate[to] < 0) {
            turn_way(s, to);
            return 1;
        }
        reach(s, s->mate[to]);
    }
    return 0;
}

static int grow_from(search *s, int root) {
    for (int v = 0; v < s->g->count; v++) {
        s->before[v] = -1;
        s->base[v] = v;
    }
    s->outer = (vertex_set){0};
    s->first = s->last = 0;
    reach(s, root);
    while (s->first < s->last) {
        int v = s->queue[s->first++];
        vertex_set near = s->g->near[v];
        for (int w = 0; w < MATCHING_WORDS; w++) {
            near.word[w] &= s->of->word[w];
        }
        for (int to; (to = lowest(&near)) >= 0; vertex_drop(&near, to)) {
            if (step(s, v, to)) {
                return 1;
            }
        }
    }
    return 0;
}

// Whoever is free takes the first free neighbour: mostly that is all there is to do.
static int pair_at_hand(search *s) {
    vertex_set free = *s->of;
    int pairs = 0;
    for (int v; (v = lowest(&free)) >= 0;) {
        vertex_set near = free;
        for (int w = 0; w < MATCHING_WORDS; w++) {
            near.word[w] &= s->g->near[v].word[w];
        }
        int to = lowest(&near);
        vertex_drop(&free, v);
        if (to >= 0) {
            vertex_drop(&free, to);
            s->mate[v] = to;
            s->mate[to] = v;
            pairs++;
        }
    }
    return pairs;
}

int matching_size(const graph *g, const vertex_set *of) {
    search s = {.g = g, .of = of};
    memset(s.mate, -1, sizeof s.mate);
    int pairs = pair_at_hand(&s);
    for (int v = 0; v < g->count; v++) {
        if (vertex_has(of, v) && s.mate[v] < 0) {
            pairs += grow_from(&s, v);
        }
    }
    return pairs;
}
