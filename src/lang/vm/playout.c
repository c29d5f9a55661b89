// SPDX-License-Identifier: MIT
//
// Playouts: a whole random game in one frame.
//
// Where the phase has joined code (opt_join.c), one run of the machine plays turn after
// turn: when a code answers, `go_on` says which comes next. The offers have been made: draw
// one and run its turn. The turn is legal: run its end (plan/finish.c); it is not: draw
// another. The game goes on: the next player's offers. That a player is stuck shows when
// there is nothing to draw. Whatever joined code cannot do leaves the machine, is done the
// longer way (draw.c), and the machine is entered again.
#include <string.h>

#include "lang/ir/pass.h"
#include "lang/vm/joined.h"

// --- Drawing ----------------------------------------------------------------------------

// What was drawn is not legal: it is not drawn again.
static void drop_drawn(frame *f, playing *y) {
    uint64_t *cells = f->target + y->offer * f->p->b.words;
    if (f->p->fact.weight[f->offer[y->offer].node].zone) {
        return; // promotions are drawn again, never dropped one by one
    }
    if (y->to < 0) {
        cells[0] = 0;
    } else {
        cells[y->to >> 6] &= ~((uint64_t)1 << (y->to & 63));
    }
    f->offer[y->offer].size--;
    y->total--;
}

// Whether offer `i` of `count` may be repeated after one of its cells. The working copy has
// been saved, and is as before.
static int goes_on(frame *f, int i, int count) {
    const int w = f->p->b.words;
    uint64_t cells[BOARD_MAX_WORDS];
    int more = 0;
    set_copy(cells, f->target + i * w, w);
    for (int to = set_take_first(cells, w); to >= 0 && !more; to = set_take_first(cells, w)) {
        play_load(f, i, to, 0, w);
        (void)vm_run(f, f->p->fact.turn[f->offer[i].node].hop);
        more = f->offer_count > count;
        f->offer_count = count;
        vm_restore(f);
    }
    return more;
}

// Everything offered may be repeated, in principle. If nothing can be now, each cell is one
// turn; else turns are listed.
static uint32_t draw_last(frame *f, playing *y) {
    const int count = f->offer_count;
    y->total = 0;
    if (!(y->saved = vm_save(f))) {
        return play_leave(y, LEFT_LIST);
    }
    for (int i = 0; i < count; i++) {
        if (goes_on(f, i, count)) {
            return play_leave(y, LEFT_DRAW);
        }
        y->total += f->offer[i].size;
    }
    uint32_t r = tsr_rng_below(y->g, y->total);
    int sub, i = play_find_offer(f, &r);
    play_load(f, i, play_find_cell(f, i, (int)r, &sub, f->p->b.words), 0, f->p->b.words);
    f->h.passes = 0;
    y->at = STAGE_TRIED;
    return f->p->fact.turn[f->offer[i].node].last_hop;
}

static uint32_t draw_first(frame *f, playing *y) {
    int turns = 0, hops = 0;
    for (int i = 0; i < f->offer_count; i++) {
        const ir_node *n = &f->p->node[f->offer[i].node];
        turns += ir_turn(f->p, n)->turn != 0;
        hops += ir_turn(f->p, n)->last_hop && f->offer[i].form != OFFER_ONE;
    }
    if (turns == f->offer_count) {
        return play_offered(f, f->p->b.words);
    }
    return hops == f->offer_count ? draw_last(f, y) : play_leave(y, LEFT_DRAW);
}

// --- From code to code ----------------------------------------------------------------------

static uint32_t begin_ply(frame *f, playing *y) {
    if (f->h.over || y->plies >= y->max || !joined_ready(f)) {
        return play_leave(y, LEFT_DONE);
    }
    play_begin(f);
    y->at = STAGE_OFFERED;
    return f->p->phase[f->h.phase].offers[f->h.me];
}

static void forget_saved(frame *f, playing *y) {
    if (y->saved) {
        vm_drop(f);
        y->saved = 0;
    }
}

// The turn of `me` is complete: its end comes next.
static uint32_t end_turn(frame *f, playing *y, int plied) {
    f->plied = (uint8_t)plied;
    y->at = STAGE_ENDED;
    return f->p->root[f->h.me].end;
}

static uint32_t step(frame *f, playing *y, int answer) {
    const program *p = f->p;
    switch (y->at) {
    case STAGE_OFFERED: return draw_first(f, y);
    case STAGE_TRIED:
        if (answer == VM_NO) {
            vm_restore(f);
            drop_drawn(f, y);
            return play_draw(f, y, p->b.words);
        }
        forget_saved(f, y);
        return end_turn(f, y, 0);
    case STAGE_PLIED: forget_saved(f, y); return end_turn(f, y, 1);
    case STAGE_ENDED:
    case STAGE_LATER: break;
    }
    if (answer == VM_OVER) {
        return 0; // leaves the machine
    }
    turn_begin(f, 1);
    y->plies++;
    y->swift -= y->swift > 0; // it counts what is left, however a turn was made
    return begin_ply(f, y);
}

static uint32_t go_on(frame *f, int answer) {
    f->next = NULL; // what `step` runs is no part of the chain
    uint32_t code = step(f, f->playing, answer);
    f->next = go_on;
    return code;
}

// The machine was left because an effect or an ending said that the game is over.
static void end_by_outcome(frame *f, playing *y) {
    const ir_roots *root = f->p->root;
    forget_saved(f, y);
    if (y->at == STAGE_PLIED) {
        f->plied = 1;
        (void)vm_run(f, root[f->h.me].end);
    } else if (y->at == STAGE_LATER && root[y->mover].judge) {
        (void)vm_run(f, root[y->mover].judge);
    }
    turn_over(f);
    y->plies++;
}

// How many plies may end without a look at anything but whose turn it is.
static uint32_t swift_plies(const frame *f, const playing *y) {
    const program *p = f->p;
    if (!p->fact.swift || f->h.whole || (int)f->h.turns + 1 >= p->limit) {
        return 0;
    }
    uint32_t left = y->max - y->plies - 1, turns = (uint32_t)p->limit - f->h.turns - 1;
    return left < turns ? left : turns;
}

// Plays turns until something else is needed; 0 = the player on turn has no move.
static int play_joined(frame *f, playing *y) {
    y->saved = 0;
    uint32_t code = begin_ply(f, y);
    if (!code) {
        return 1;
    }
    f->next = go_on;
    f->playing = y;
    f->lazy = 1;
    y->offers = f->p->phase[f->h.phase].offers;
    y->swift = swift_plies(f, y);
    y->why = LEFT_LIST; // if it runs out of fuel
    int answer = vm_run(f, code);
    f->next = NULL;
    if (answer == VM_OVER) {
        end_by_outcome(f, y);
        return 1;
    }
    forget_saved(f, y);
    if (y->why == LEFT_DONE || y->why == LEFT_STUCK) {
        return y->why == LEFT_DONE;
    }
    if (y->pool) {
        y->pool->count = -1;
    }
    const int made = y->why == LEFT_DRAW ? draw_ply(f, y->g, 1) : draw_listed_ply(f, y->g);
    y->plies += made != 0;
    return made;
}

// --- The game ----------------------------------------------------------------------------------

static int at_roll(const frame *f) {
    return f->h.pc && plan_is_chance(f->p, f->h.pc);
}

// Turns before the loop of games that only fill cells may begin; 0 = now.
static uint32_t plies_before_filling(const frame *f, const playing *y) {
    const plan_pool *pool = &f->p->ways->pool;
    if (!pool->fills || y->filled || f->h.whole) {
        return UINT32_MAX;
    }
    const int before = pool->after + 1 - (int)f->h.turns;
    return before > 0 ? (uint32_t)before : 0;
}

static int play_quickly(frame *f, playing *y, play_pool *pool) {
    const uint32_t before = plies_before_filling(f, y), left = y->most - y->plies;
    if (!before) {
        play_fill_on(f, y, pool);
        return 1;
    }
    y->max = y->plies + (before < left ? before : left);
    return play_joined(f, y);
}

static int play_on(frame *f, playing *y, play_pool *pool, int quick) {
    if (at_roll(f)) {
        turn_roll(f, chance_draw(f, f->h.pc, y->g), 1);
    } else if (quick && joined_ready(f)) {
        return play_quickly(f, y, pool);
    } else if (!draw_ply(f, y->g, 0)) {
        return 0;
    }
    y->plies++;
    return 1;
}

uint32_t walk_playout(const program *p, void *state, tsr_rng *g, uint32_t max) {
    frame f;
    play_pool pool;
    playing y = {.g = g, .most = max};
    int quick = pass_on(p, PASS_draw) && !p->split && !p->fact.overlaps && !p->ways->guarded;
    walk_open(&f, p, state);
    pool.count = -1;
    y.pool = p->ways->pool.keeps && !f.h.whole ? &pool : NULL;
    while (!f.h.over && y.plies < max) {
        if (!play_on(&f, &y, &pool, quick)) {
            turn_blocked(&f);
            break;
        }
    }
    // Whether the next player is stuck must be known before the state is handed back.
    if (!f.h.over && !at_roll(&f) && !walk_exists(&f, walk_start_node(&f))) {
        turn_blocked(&f);
    }
    vm_store(&f, state);
    return y.plies;
}
