// SPDX-License-Identifier: MIT
//
// The number of a program: programs with the same one play alike.
#include <string.h>

#include "base/hash.h"
#include "lang/ir/ir.h"

static uint64_t hash_number(uint64_t h, int64_t v) {
    return tsr_mix(h ^ (uint64_t)v);
}

static uint64_t hash_node(uint64_t h, const program *p, const ir_node *n) {
    const fact_path *path = ir_path(p, n);
    const fact_turn *turn = ir_turn(p, n);
    const fact_test *test = ir_test(p, n);
    const fact_weight *weight = ir_weight(p, n);
    const int64_t parts[] = {n->kind,
                             n->within,
                             path->tail,
                             path->trust,
                             path->empty,
                             weight->weight,
                             n->next,
                             n->alt,
                             n->choice,
                             n->reg,
                             n->zone ? n->zone : weight->zone,
                             n->kind == N_ROLL ? n->code + ((int64_t)n->reach << 32) : n->code,
                             n->apply,
                             turn->turn,
                             turn->ply,
                             turn->bind,
                             turn->leads_on,
                             test->reads,
                             test->looks_from,
                             test->only_test,
                             weight->pair,
                             test->shield_cells,
                             test->shield_owner,
                             test->moves_looker};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        h = hash_number(h, parts[i]);
    }
    return h;
}

static uint64_t hash_board(uint64_t h, const board *b) {
    h = hash_number(h, b->cells);
    h = tsr_hash_bytes(b->all, (size_t)b->words * sizeof *b->all, h);
    for (int i = 0; i < b->shift_count; i++) {
        h = hash_number(h, b->shift[i].uniform + 2 * (b->shift[i].ray != NULL));
        h = tsr_hash_bytes(b->shift[i].to, (size_t)b->cells * sizeof *b->shift[i].to, h);
    }
    for (int i = 0; i < b->set_count; i++) {
        h = tsr_hash_bytes(b->set[i].shift, (size_t)b->set[i].count * sizeof *b->set[i].shift, h);
    }
    return tsr_hash_bytes(b->axis, (size_t)b->axis_count * sizeof *b->axis, h);
}

// Roots of code and of nodes, limits, ranges: all that is neither code nor graph.
static uint64_t hash_roots(uint64_t h, const program *p) {
    for (int i = 0; i < p->players; i++) {
        h = hash_number(h, p->root[i].endings);
        h = hash_number(h, p->root[i].whole);
        h = hash_number(h, p->root[i].later);
        h = hash_number(h, p->root[i].stuck);
        h = hash_number(h, p->root[i].score);
        h = hash_number(h, p->root[i].end);
        h = hash_number(h, p->root[i].judge);
        h = hash_number(h, p->root[i].when_stuck);
    }
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            h = hash_number(h, p->phase[ph].start[me]);
            h = hash_number(h, p->phase[ph].offers[me]);
            for (int i = 0; i < p->phase[ph].next_count; i++) {
                h = hash_number(h, p->phase[ph].next_code[me][i]);
                h = hash_number(h, p->phase[ph].next_phase[i]);
            }
        }
    }
    for (int i = 0; i < p->past.quiet_count; i++) {
        h = hash_number(h, p->past.quiet[i].events);
        h = hash_number(h, p->past.quiet[i].labels);
        h = hash_number(h, p->past.quiet[i].limit);
    }
    for (int i = 0; i < p->vars; i++) {
        h = hash_number(h, p->var_range[i].min);
        h = hash_number(h, p->var_range[i].max);
    }
    const int64_t parts[] = {p->has_stuck,
                             p->has_score,
                             p->players,
                             p->types,
                             p->past.asked_labels,
                             p->past.keep_last,
                             p->past.last_elsewhere,
                             p->split,
                             p->past.uses_ring,
                             p->past.ring_cap,
                             p->past.latch_pair[0],
                             p->past.latch_pair[1],
                             p->size.cell_bits,
                             p->size.choice_bits,
                             p->size.max_moves,
                             p->size.state_size,
                             p->fact.one_way,
                             p->limit,
                             p->fact.overlaps,
                             (int64_t)p->past.last_choices};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        h = hash_number(h, parts[i]);
    }
    for (int i = 0; (p->at.out || p->teams) && i < p->players; i++) {
        h = hash_number(h, p->at.out + (p->team[i] << 16));
    }
    return h;
}

uint64_t ir_hash(const program *p) {
    uint64_t h = hash_number(LANG_NATIVE_ABI, p->code_count);
    h = tsr_hash_bytes(p->code, p->code_count * sizeof *p->code, h);
    for (int i = 0; i < p->node_count; i++) {
        h = hash_node(h, p, &p->node[i]);
    }
    for (int i = 1; i <= p->choice_count; i++) {
        const ir_choice *c = &p->choice[i];
        h = hash_number(h, c->kind | c->type << 8 | c->label << 16 | (int64_t)c->number << 24);
    }
    h = tsr_hash_bytes(p->consts, (size_t)(p->const_count * p->b.words) * sizeof *p->consts, h);
    h = tsr_hash_bytes(&p->at, sizeof p->at, h);
    h = hash_number(h, p->passes_off);
    if (p->pile.at) {
        h = tsr_hash_bytes(p->pile.at, (size_t)(p->b.cells + 1) * sizeof *p->pile.at, h);
        h = tsr_hash_bytes(p->pile.room, (size_t)p->b.cells, h);
    }
    if (p->slot_at) {
        h = tsr_hash_bytes(p->slot_at, (size_t)(p->areas * (p->types + 1)) * sizeof *p->slot_at, h);
    }
    return hash_roots(hash_board(h, &p->b), p);
}
