// SPDX-License-Identifier: MIT
//
// How large things are: a state in bytes, a move in bits, the longest game in plies.
#include "lang/lower/game_stages.h"

static int bits_for(int values) {
    int n = 1;
    while ((1 << n) < values) {
        n++;
    }
    return n;
}

// Whether a pick among cells can come next from a node. `seen` are nodes that were asked before.
static int follows_cell_choice(const program *p, int node, uint8_t *seen) {
    const ir_node *n = &p->node[node];
    if (node == 0 || seen[node]) {
        return 0;
    }
    seen[node] = 1;
    if (n->kind == N_CHOICE) {
        int k = p->choice[n->choice].kind;
        return k == CH_MOTION || k == CH_PLACE || k == CH_CHOOSE || k == CH_TAKE;
    }
    int found = n->kind != N_DEAD && n->kind != N_ROLL && follows_cell_choice(p, n->next, seen);
    if (n->kind == N_OR || n->kind == N_ELSE || n->kind == N_WHEN) {
        found |= follows_cell_choice(p, n->alt, seen);
    }
    return found;
}

// A turn is one move, unless two picks among many cells would multiply. What is answered at once is one move, too.
int lower_wants_split(const program *p) {
    if (p->joints || p->distinct) {
        return 0;
    }
    if (p->g->view != VIEW_AUTO) {
        return p->g->view == VIEW_SPLIT;
    }
    for (int i = 2; p->b.cells >= 49 && i < p->node_count; i++) {
        const ir_node *n = &p->node[i];
        uint8_t seen[IR_MAX_NODES] = {0};
        if (n->kind == N_CHOICE && n->next && follows_cell_choice(p, n->next, seen)) {
            return 1;
        }
    }
    return 0;
}

void lower_set_sizes(program *p, const features *f) {
    const ir_growth grows = ir_grows(p);
    int cells = p->b.cells;
    p->size.cell_bits = bits_for(cells);
    p->size.choice_bits = bits_for(p->choice_count + 1);
    p->places = grows.all;
    p->size.max_moves = TSR_MAX_MOVES; // until more is known
    p->limit = p->g->limit > 0 ? p->g->limit : f->fresh ? 3 * cells + 100 : 5000;
    p->size.max_plies = p->limit * (p->split || f->roll || f->asks ? 24 : 1) + 1;
    p->past.keep_last = f->last && !p->past.asked_labels;
    p->past.last_elsewhere = f->last_elsewhere;
    p->past.uses_ring = f->fresh ? 2 : f->repeated ? 1 : 0;
    p->past.ring_cap = f->fresh ? p->limit + 1 : f->repeated ? 128 : 0;
    for (int i = 0; f->repeated && !f->fresh && !p->places && i < p->past.quiet_count; i++) {
        if (p->past.quiet[i].events & EVENT_CAPTURE && p->past.quiet[i].limit <= 200) {
            p->past.ring_cap = p->past.quiet[i].limit + 4;
        }
    }
    p->fact.one_way = p->places ? 0 : EVENT_CAPTURE | lower_one_way_types(p, &grows);
    uint32_t off = sizeof(ir_head);
    p->size.head_sets = off;
    off += (uint32_t)(p->at.state_sets * p->b.words) * 8;
    p->size.head_nums = off;
    off += (uint32_t)p->at.state_nums * 4;
    off = (off + 7) / 8 * 8;
    p->size.ring_off = off;
    p->size.state_size = off + (uint32_t)p->past.ring_cap * 8;
}
