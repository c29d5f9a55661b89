// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_PLAY_H
#define TSR_LANG_VM_PLAY_H

// What a playout does between two codes, where the machine can do it by itself.
//
// playout.c plays a random game in one run of the machine: when a code answers, it says
// which comes next. Most of the time that is simple: the offers are made, so one is drawn
// and its code comes next; a turn is over and nothing is left to settle, so it is the next
// player's offers. These functions do the simple cases in the machine's loop, with the
// number of words known; everything else is left to playout.c (`frame.next`).

#include "lang/vm/vm.h"
#include "lang/vm/walk_impl.h"

enum { PLAY_MAX_TRIES = 40 };

typedef enum play_stage {
    STAGE_OFFERED, // the offers are made
    STAGE_TRIED,   // a turn was run
    STAGE_PLIED,   // a turn and its endings
    STAGE_ENDED,   // its end
    STAGE_LATER    // of its end only the endings below `stuck`: there was nothing else
} play_stage;

typedef enum play_reason { LEFT_DONE, LEFT_STUCK, LEFT_DRAW, LEFT_LIST } play_reason;

// The cells that are drawn from, where they are only ever filled.
typedef struct play_pool {
    int count; // -1 = to be filled
    uint16_t cell[BOARD_MAX_CELLS];
} play_pool;

typedef struct playing {
    tsr_rng *g;
    play_pool *pool;        // turns are drawn from it, or NULL
    const uint32_t *offers; // of the phase, by player
    uint32_t plies, max, total;
    uint32_t most;  // plies in all; `max`: in this run of the machine
    int filled;     // the loop of games that only fill has been left
    uint32_t swift; // so many plies more end without anything to settle
    play_stage at;
    play_reason why; // the machine was left
    int offer, to, tries, saved;
    int mover; // who has moved, for STAGE_LATER
} playing;

// The cell that offer `i` goes from for this target, -1 = none.
VM_INLINE int play_from(const frame *f, int i, int to) {
    const offer *o = &f->offer[i];
    if (o->form == OFFER_CLASS) {
        const board_shift *s = &f->p->b.shift[o->aux];
        return s->uniform ? to - s->amount : walk_class_origin(f->p, o->aux, to);
    }
    return o->form == OFFER_ORIGIN ? o->aux : -1;
}

// Loads the choice of offer `i` with this target, to be run by its node's `turn`.
VM_INLINE void play_load(frame *f, int i, int to, int sub, const int w) {
    const program *p = f->p;
    const ir_node *n = &p->node[f->offer[i].node];
    int from = play_from(f, i, to);
    if (from >= 0) {
        set_one(f->set + p->at.from * w, from, w);
    }
    if (to >= 0) {
        set_one(f->set + p->at.to * w, to, w);
    }
    if (ir_turn(p, n)->bind != BOARD_NONE && f->offer[i].with < p->b.cells) {
        set_one(f->set + ir_turn(p, n)->bind * w, f->offer[i].with, w);
    }
    f->sub = sub;
}

// --- Drawing ----------------------------------------------------------------------------

// Draw number r among the offers. The last one is what remains.
VM_INLINE int play_find_offer(const frame *f, uint32_t *r) {
    int i = 0;
    for (; i + 1 < f->offer_count && *r >= f->offer[i].size; i++) {
        *r -= f->offer[i].size;
    }
    return i;
}

// The further turns of the cells in the zone of a promotion.
VM_INLINE int play_find_promotion(const frame *f, const ir_node *n, const uint64_t *cells, int r,
                                  int *sub, const int w) {
    uint64_t zone[BOARD_MAX_WORDS];
    int each = ir_weight(f->p, n)->weight - 1;
    set_join_and(zone, cells, f->p->consts + (ir_weight(f->p, n)->zone - 1) * w, w);
    *sub = 1 + r % each;
    return set_nth(zone, r / each, w);
}

// The cell and the promotion that draw r of offer `i` means; -1 = an offer without a cell.
VM_INLINE int play_find_cell(const frame *f, int i, int r, int *sub, const int w) {
    const uint64_t *cells = f->target + i * w;
    const ir_node *n = &f->p->node[f->offer[i].node];
    *sub = 0;
    if (f->offer[i].form == OFFER_ONE) {
        return -1;
    }
    if (ir_weight(f->p, n)->zone && r >= set_count(cells, w)) {
        return play_find_promotion(f, n, cells, r - set_count(cells, w), sub, w);
    }
    return set_nth(cells, r, w);
}

// fill.c: makes the list of these cells; plays on till the game is over, or there is no more room.
void play_fill_pool(const frame *f, play_pool *pool, const uint64_t *cells);
void play_fill_on(frame *f, playing *y, play_pool *pool);

// Cell number r of the list, which it leaves.
VM_INLINE int play_take(play_pool *pool, uint32_t r) {
    const int cell = pool->cell[r];
    pool->cell[r] = pool->cell[--pool->count];
    return cell;
}

VM_INLINE uint32_t play_leave(playing *y, play_reason why) {
    y->why = why;
    return 0;
}

// Draws from `total` turns and answers the code of the one drawn.
VM_INLINE uint32_t play_draw(frame *f, playing *y, const int w) {
    if (!y->total) {
        return play_leave(y, LEFT_STUCK);
    }
    if (y->tries++ == PLAY_MAX_TRIES || --f->fuel < 0) {
        return play_leave(y, LEFT_LIST);
    }
    uint32_t r = tsr_rng_below(y->g, y->total);
    int sub;
    y->offer = play_find_offer(f, &r);
    if (y->pool && f->offer[y->offer].form == OFFER_CELLS) {
        if (y->pool->count <= (int)r) { // none is kept, or code did otherwise than its plan says
            play_fill_pool(f, y->pool, f->target + y->offer * w);
        }
        if (y->pool->count <= (int)r) {
            return play_leave(y, LEFT_LIST);
        }
        y->to = play_take(y->pool, r);
        sub = 0;
    } else {
        y->to = play_find_cell(f, y->offer, (int)r, &sub, w);
    }
    const ir_node *n = &f->p->node[f->offer[y->offer].node];
    if (ir_path(f->p, n)->tail != TAIL_PLAIN && !y->saved && !(y->saved = vm_save(f))) {
        return play_leave(y, LEFT_LIST);
    }
    if (f->p->choice[n->choice].kind != CH_PASS) {
        f->h.passes = 0;
    }
    play_load(f, y->offer, y->to, sub, w);
    int plies = ir_turn(f->p, n)->ply && !f->h.whole;
    y->at = plies ? STAGE_PLIED : STAGE_TRIED;
    return plies ? ir_turn(f->p, n)->ply : ir_turn(f->p, n)->turn;
}

// The offers are made, and all of them have a turn.
VM_INLINE uint32_t play_offered(frame *f, const int w) {
    playing *y = f->playing;
    uint32_t total = 0;
    for (int i = 0; i < f->offer_count; i++) {
        total += f->offer[i].size;
    }
    y->total = total;
    y->tries = 0;
    return play_draw(f, y, w);
}

// The offers are made: whether all of them have a turn. And what if not.
VM_INLINE int play_has_turns(const frame *f) {
    for (int i = 0; i < f->offer_count; i++) {
        if (!f->p->fact.turn[f->offer[i].node].turn) {
            return 0;
        }
    }
    return 1;
}

VM_INLINE uint32_t play_otherwise(frame *f) {
    f->playing->at = STAGE_OFFERED;
    return f->next(f, VM_YES);
}

// The code of a turn that fills the cell in `to`.
VM_INLINE uint32_t play_placed(frame *f, playing *y, int node) {
    int plies = !f->h.whole;
    f->h.passes = 0;
    y->at = plies ? STAGE_PLIED : STAGE_TRIED;
    return plies ? f->p->fact.turn[node].ply : f->p->fact.turn[node].turn;
}

// The same where these cells are a list: it has been made, or is now.
VM_INLINE uint32_t play_place_listed(frame *f, const uint64_t *cells, int node, const int w) {
    playing *y = f->playing;
    play_pool *pool = y->pool;
    if (pool->count < 0) {
        play_fill_pool(f, pool, cells);
    }
    if (!pool->count || --f->fuel < 0) {
        return play_leave(y, pool->count ? LEFT_LIST : LEFT_STUCK);
    }
    set_one(f->set + f->p->at.to * w, play_take(pool, tsr_rng_below(y->g, (uint32_t)pool->count)),
            w);
    return play_placed(f, y, node);
}

// The only offer are these cells; its node has a ply and nothing that could go wrong.
VM_INLINE uint32_t play_place(frame *f, const uint64_t *cells, int node, const int w) {
    playing *y = f->playing;
    census bits[BOARD_MAX_WORDS];
    uint32_t total = 0;
    if (y->pool) {
        return play_place_listed(f, cells, node, w);
    }
    for (int i = 0; i < w; i++) {
        bits[i] = census_of(cells[i]);
        total += census_total(bits[i]);
    }
    if (!total || --f->fuel < 0) {
        return play_leave(y, total ? LEFT_LIST : LEFT_STUCK);
    }
    uint32_t r = tsr_rng_below(y->g, total);
    int at = 0;
    uint64_t *to = f->set + f->p->at.to * w;
    set_zero(to, w);
    for (uint32_t n; at + 1 < w && r >= (n = census_total(bits[at])); at++) {
        r -= n;
    }
    to[at] = (uint64_t)1 << census_nth(cells[at], bits[at], r);
    return play_placed(f, y, node);
}

// --- From turn to turn ------------------------------------------------------------------

VM_INLINE void play_begin(frame *f) {
    f->fuel = VM_FUEL;
    f->offer_count = f->offer_first = 0;
    f->node = 0;
    f->with = BOARD_NONE;
}

// The next turn begins.
VM_INLINE uint32_t play_swiftly(frame *f, playing *y) {
    y->swift--;
    y->plies++;
    play_begin(f);
    return y->offers[f->h.me];
}

// A turn and its endings are over.
VM_INLINE uint32_t play_plied(frame *f) {
    playing *y = f->playing;
    if (!y->swift ||
        y->saved) { // a copy may be left over from a turn that was tried before this one
        return f->next(f, VM_YES);
    }
    int me = f->h.me, next = f->h.again == 1 ? me : me + 1 < f->p->players ? me + 1 : 0;
    f->h.turns++;
    f->h.again = 0;
    f->h.me = (uint8_t)next;
    if (f->p->fact.duties & DUTY_LATER_ENDINGS) {
        y->mover = me;
        y->at = STAGE_LATER;
        return f->p->root[me].later;
    }
    return play_swiftly(f, y);
}

// The endings below `stuck` were tested.
VM_INLINE uint32_t play_later(frame *f, int answer) {
    playing *y = f->playing;
    return y->swift && y->at == STAGE_LATER ? play_swiftly(f, y) : f->next(f, answer);
}

#endif
