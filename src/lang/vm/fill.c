// SPDX-License-Identifier: MIT
//
// Random play of games that only fill cells: turn after turn from a list of cells, two draws from one random
// number (plan/fill_pool.c).
#include "lang/ir/rt/sets.h"
#include "lang/vm/joined.h"

// What the player on turn may fill.
static void offered_cells(frame *f, uint64_t *out) {
    const int words = f->p->b.words;
    joined_offer(f);
    set_zero(out, words);
    for (int i = 0; i < f->offer_count; i++) {
        if (f->offer[i].form == OFFER_CELLS) {
            set_copy(out, f->target + i * words, words);
        }
    }
    f->offer_count = 0;
}

static void occupied(const frame *f, uint64_t *out) {
    const int words = f->p->b.words, own = f->p->at.own;
    set_copy(out, vm_set_const(f, own), words);
    set_or(out, vm_set_const(f, own + 1), words);
}

// Where filling a cell opens another, every cell that is filled was opened.
static int is_grounded(const frame *f, int opens) {
    const board *b = &f->p->b;
    uint64_t taken[BOARD_MAX_WORDS];
    occupied(f, taken);
    for (int c = 0; opens >= 0 && c < b->cells; c++) {
        const int to = b->shift[opens].to[c];
        if (to != BOARD_NONE && board_has(taken, to) && !board_has(taken, c)) {
            return 0;
        }
    }
    return 1;
}

// Fills a cell and ends the turn. 1 = the game is over.
static int fill_cell(frame *f, int node, int cell) {
    const fact_turn *t = &f->p->fact.turn[node];
    f->fuel = VM_FUEL;
    f->h.passes = 0;
    f->plied = t->ply != 0;
    set_one(vm_set(f, f->p->at.to), cell, f->p->b.words);
    const int over = vm_run(f, t->ply ? t->ply : t->turn) == VM_OVER;
    if (!over && t->ply && f->p->fact.swift) {
        f->h.turns++;
        f->h.again = 0;
        f->h.me = (uint8_t)(1 - f->h.me);
        return 0;
    }
    const int ends = over && !t->ply ? VM_OVER : vm_run(f, f->p->root[f->h.me].end);
    if (over || ends == VM_OVER) {
        turn_over(f);
    }
    return f->h.over;
}

// What is drawn from after cell c, place r of the list, was filled; `was` is what was offered before.
static void follow(frame *f, play_pool *pool, uint32_t r, int c, uint64_t *was) {
    const plan_pool *q = &f->p->ways->pool;
    const int words = f->p->b.words;
    const int opened = q->opens >= 0 ? f->p->b.shift[q->opens].to[c] : BOARD_NONE;
    uint64_t now[BOARD_MAX_WORDS], gone[BOARD_MAX_WORDS], fresh[BOARD_MAX_WORDS];
    if (q->listed) {
        pool->cell[r] = opened != BOARD_NONE ? (uint16_t)opened : pool->cell[--pool->count];
        return;
    }
    offered_cells(f, now);
    set_copy(gone, was, words);
    set_minus(gone, now, words);
    set_copy(fresh, now, words);
    set_minus(fresh, was, words);
    set_copy(was, now, words);
    if (set_count(gone, words) != 1 || !board_has(gone, c)) {
        play_fill_pool(f, pool, now);
        return;
    }
    const int first = set_take_first(fresh, words);
    pool->cell[r] = first >= 0 ? (uint16_t)first : pool->cell[--pool->count];
    for (int z; first >= 0 && (z = set_take_first(fresh, words)) >= 0;) {
        pool->cell[pool->count++] = (uint16_t)z;
    }
}

// How many turns there may be.
static uint32_t room_for(const frame *f, const playing *y) {
    const uint32_t left = (uint32_t)(f->p->limit - 1) - f->h.turns, max = y->most - y->plies;
    uint32_t room = max < left ? max : left;
    if (f->p->ways->pool.listed) {
        uint64_t taken[BOARD_MAX_WORDS];
        occupied(f, taken);
        const uint32_t empty = (uint32_t)(f->p->b.cells - set_count(taken, f->p->b.words));
        room = room < empty ? room : empty;
    }
    return room;
}

void play_fill_on(frame *f, playing *y, play_pool *pool) {
    const plan_pool *q = &f->p->ways->pool;
    tsr_rng g = *y->g;
    uint64_t bits = tsr_rng_next(&g), was[BOARD_MAX_WORDS];
    y->filled = 1;
    if (!is_grounded(f, q->opens)) {
        pool->count = -1;
        return;
    }
    f->lazy = 1;
    offered_cells(f, was);
    if (q->wide || pool->count < 0) {
        play_fill_pool(f, pool, was);
    }
    uint32_t left = room_for(f, y);
    for (int over = 0; !over; y->plies++) {
        const int me = f->h.me;
        bits = me ? bits : tsr_rng_next(&g);
        if (!left-- || !pool->count) {
            break;
        }
        const uint32_t r =
            draw_below(&g, me ? (uint32_t)bits : (uint32_t)(bits >> 32), (uint32_t)pool->count);
        const int c = pool->cell[r];
        over = fill_cell(f, q->node[me], c);
        if (!over) {
            follow(f, pool, r, c, was);
        }
    }
    clear_registers(f, f->p->b.words);
    pool->count = -1;
    *y->g = g;
}
