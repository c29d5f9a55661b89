// SPDX-License-Identifier: MIT
// Counts chains of hops; see chains.h.
//
// Every hop of a chain takes the piece it crosses, and no piece comes onto the board meanwhile, so no cell
// is crossed twice. Let T be the tree of all hops in which no cell is crossed twice on the way, whatever
// stands on the board. In any position the hops that are possible are a part of T with the same root, and
// a chain stops where it can go no further: at a leaf of that part. Below each of its leaves T has a leaf
// of its own, so there are at most as many chains as T has leaves.
#include "lang/game/chains.h"

#include "lang/front/ast.h"
#include "lang/game/reach.h"

enum { MOST_HOPS = 1 << 16 }; // that are followed for one choice

typedef struct hop {
    uint16_t to, over;
} hop;

// The hops of one choice: those from cell c are hop[first[c]] to hop[first[c + 1]].
typedef struct hops {
    hop *hop;
    uint32_t *first;
} hops;

typedef struct chains {
    const hops *again;
    uint64_t crossed[BOARD_MAX_WORDS];
    int left; // hops that may still be followed
} chains;

// --- Where hops lead ---------------------------------------------------------------------------

static int takes_what_it_crosses(const program *p, const ir_node *n, choice_kind kind) {
    return n->kind == N_CHOICE && p->choice[n->choice].kind == kind &&
           p->choice[n->choice].takes_crossed;
}

// The cell half way, or -1.
static int cell_between(const board *b, int from, int to) {
    for (int c = 0; c < b->cells; c++) {
        if (2 * b->x[c] == b->x[from] + b->x[to] && 2 * b->y[c] == b->y[from] + b->y[to]) {
            return c;
        }
    }
    return -1;
}

static int find_hops(const program *p, int node, hops *out, arena *a) {
    const size_t cells = (size_t)p->b.cells;
    reach pairs = {0};
    uint32_t count = 0;
    if (!reach_of_node(p, node, &pairs, a)) {
        return 0;
    }
    for (size_t at = reach_next(&pairs, 0); at != REACH_END; at = reach_next(&pairs, at + 1)) {
        count++;
    }
    out->hop = arena_new(a, (count + 1) * sizeof *out->hop);
    out->first = arena_new(a, (cells + 1) * sizeof *out->first);
    if (!out->hop || !out->first) {
        return 0;
    }
    count = 0;
    for (size_t from = 0, at = reach_next(&pairs, 0); from < cells; from++) {
        out->first[from] = count;
        for (; at != REACH_END && at / cells == from; at = reach_next(&pairs, at + 1)) {
            const int over = cell_between(&p->b, (int)from, (int)(at % cells));
            if (over >= 0) {
                out->hop[count++] = (hop){(uint16_t)(at % cells), (uint16_t)over};
            }
        }
    }
    out->first[cells] = count;
    return 1;
}

// --- Leaves ------------------------------------------------------------------------------------

// Leaves below cell `from`, where `of` is possible.
static uint32_t leaves(chains *c, const hops *of, int from) {
    uint32_t sum = 0, any = 0;
    for (uint32_t i = of->first[from]; i < of->first[from + 1]; i++) {
        const hop h = of->hop[i];
        if (board_has(c->crossed, h.over)) {
            continue;
        }
        if (sum >= CHAIN_MANY || --c->left < 0) {
            return CHAIN_MANY;
        }
        board_put(c->crossed, h.over);
        sum += leaves(c, c->again, h.to);
        c->crossed[h.over >> 6] &= ~((uint64_t)1 << (h.over & 63));
        any = 1;
    }
    return !any ? 1 : sum < CHAIN_MANY ? sum : CHAIN_MANY;
}

int chain_end(const program *p, int node) {
    const ir_node *start = &p->node[node], *loop = &p->node[start->next];
    const ir_node *again = &p->node[loop->next];
    const int plain = p->b.lattice && !p->b.wrap_x && !p->b.wrap_y;
    return plain && takes_what_it_crosses(p, start, CH_MOTION) && loop->kind == N_ELSE &&
                   takes_what_it_crosses(p, again, CH_CONTINUE) && again->next == start->next
               ? loop->alt
               : -1;
}

int chain_count(const program *p, int node, uint32_t *out, arena *a) {
    hops first, again;
    if (!find_hops(p, node, &first, a) ||
        !find_hops(p, p->node[p->node[node].next].next, &again, a)) {
        return 0;
    }
    chains c = {.again = &again, .left = MOST_HOPS};
    for (int from = 0; from < p->b.cells; from++) {
        const int none = first.first[from] == first.first[from + 1];
        out[from] = none ? 0 : leaves(&c, &first, from);
    }
    return 1;
}
