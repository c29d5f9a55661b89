// SPDX-License-Identifier: MIT
//
// Playouts: a whole random game in one frame.
//
// Where the phase has joined code (opt_join.c), one run of the machine plays turn after
// turn: when a code answers, `go_on` says which comes next. The offers have been made: draw
// one and run its turn. The turn is legal: settle it and run the endings; it is not: draw
// another. None of them fired: the next player's offers. That a player is stuck shows when
// there is nothing to draw. Whatever joined code cannot do leaves the machine, is done the
// longer way (sample.c), and the machine is entered again.
#include <string.h>

#include "lang/opt.h"
#include "lang/quick.h"

enum { MAX_TRIES = 40 };

typedef enum stage {
    STAGE_OFFERED, // the offers are made
    STAGE_TRIED,   // a turn was run
    STAGE_PLIED,   // a turn and its endings
    STAGE_ENDINGS, // the endings above `stuck` were tested
    STAGE_LATER    // the others
} stage;

typedef enum reason { LEFT_DONE, LEFT_STUCK, LEFT_DRAW, LEFT_LIST } reason;

typedef struct playing {
    tsr_rng *g;
    uint64_t *ring;
    uint32_t plies, max, total;
    stage at;
    reason why; // the machine was left
    int offer, to, tries, saved;
    turn_end end;
} playing;

// --- Drawing ----------------------------------------------------------------------------

// Draw number r among the offers. The last one is what remains.
static int find_offer(const frame *f, uint32_t *r) {
    int i = 0;
    for (; i + 1 < f->offer_count && *r >= f->offer[i].size; i++) {
        *r -= f->offer[i].size;
    }
    return i;
}

// The further turns of the cells in the zone of a promotion.
static int find_promotion(const frame *f, const ir_node *n, const uint64_t *cells, int r,
                          int *sub) {
    const int w = f->p->b.words;
    uint64_t zone[BOARD_MAX_WORDS];
    int each = n->weight - 1;
    set_join_and(zone, cells, f->p->consts + (n->zone - 1) * w, w);
    *sub = 1 + r % each;
    return set_nth(zone, r / each, w);
}

// The cell and the promotion that draw r of offer `i` means; -1 = an offer without a cell.
static int find_cell(const frame *f, int i, int r, int *sub) {
    const int w = f->p->b.words;
    const uint64_t *cells = f->target + i * w;
    const ir_node *n = &f->p->node[f->offer[i].node];
    *sub = 0;
    if (f->offer[i].form == OFFER_ONE) {
        return -1;
    }
    if (n->zone && r >= set_count(cells, w)) {
        return find_promotion(f, n, cells, r - set_count(cells, w), sub);
    }
    return w == 1 ? word_nth(cells[0], r) : set_nth(cells, r, w);
}

// What was drawn is not legal: it is not drawn again.
static void drop_drawn(frame *f, playing *y) {
    uint64_t *cells = f->target + y->offer * f->p->b.words;
    if (f->p->node[f->offer[y->offer].node].zone) {
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

static uint32_t leave(playing *y, reason why) {
    y->why = why;
    return 0;
}

static uint32_t draw(frame *f, playing *y) {
    if (!y->total) {
        return leave(y, LEFT_STUCK);
    }
    if (y->tries++ == MAX_TRIES) {
        return leave(y, LEFT_LIST);
    }
    uint32_t r = tsr_rng_below(y->g, y->total);
    int sub;
    y->offer = find_offer(f, &r);
    y->to = find_cell(f, y->offer, (int)r, &sub);
    const ir_node *n = &f->p->node[f->offer[y->offer].node];
    if (n->tail != TAIL_PLAIN && !y->saved && !(y->saved = vm_save(f))) {
        return leave(y, LEFT_LIST);
    }
    if (f->p->choice[n->choice].kind != CH_PASS) {
        f->h.passes = 0;
    }
    quick_load(f, y->offer, y->to, sub);
    int plies = n->ply && !f->h.whole;
    y->at = plies ? STAGE_PLIED : STAGE_TRIED;
    return plies ? n->ply : n->turn;
}

static uint32_t draw_first(frame *f, playing *y) {
    uint32_t total = 0;
    for (int i = 0; i < f->offer_count; i++) {
        if (!f->p->node[f->offer[i].node].turn) {
            return leave(y, LEFT_DRAW);
        }
        total += f->offer[i].size;
    }
    y->total = total;
    y->tries = 0;
    return draw(f, y);
}

// --- From code to code ----------------------------------------------------------------------

static uint32_t begin_ply(frame *f, playing *y) {
    if (f->h.over || y->plies >= y->max || !quick_ready(f)) {
        return leave(y, LEFT_DONE);
    }
    f->fuel = VM_FUEL;
    f->offer_count = f->offer_first = 0;
    f->node = 0;
    f->with = BOARD_NONE;
    y->at = STAGE_OFFERED;
    return f->p->phase[f->h.phase].offers[f->h.me];
}

static void forget_saved(frame *f, playing *y) {
    if (y->saved) {
        vm_drop(f);
        y->saved = 0;
    }
}

// The end of a turn; most games have nothing to settle.
static inline void settle(frame *f, playing *y) {
    const program *p = f->p;
    if (p->duties & DUTY_SETTLE) {
        y->end = turn_settle(f, 1);
        return;
    }
    int me = f->h.me;
    y->end.me = me;
    y->end.next = f->h.again == 1 ? me : me + 1 < p->players ? me + 1 : 0;
    y->end.one_way = 0;
    f->h.turns++;
    f->h.again = 0;
    f->h.me = (uint8_t)y->end.next;
}

static inline void close_turn(frame *f, playing *y) {
    const program *p = f->p;
    if (p->duties & (DUTY_RING | DUTY_START) || (int)f->h.turns >= p->limit) {
        turn_close(f, y->end, y->ring, 1);
    }
}

static uint32_t step(frame *f, playing *y, int answer) {
    const program *p = f->p;
    switch (y->at) {
    case STAGE_OFFERED: return draw_first(f, y);
    case STAGE_TRIED:
        if (answer == VM_NO) {
            vm_restore(f);
            drop_drawn(f, y);
            return draw(f, y);
        }
        forget_saved(f, y);
        settle(f, y);
        y->at = STAGE_ENDINGS;
        return turn_endings(f, y->end.me);
    case STAGE_PLIED: settle(f, y); break;
    case STAGE_ENDINGS:
    case STAGE_LATER: break;
    }
    if (p->duties & DUTY_LATER_ENDINGS && y->at != STAGE_LATER) {
        y->at = STAGE_LATER;
        return p->later_code[y->end.me];
    }
    close_turn(f, y);
    y->plies++;
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
    forget_saved(f, y);
    if (y->at == STAGE_TRIED) {
        turn_finish(f, y->ring, 1);
    } else {
        if (y->at == STAGE_PLIED) {
            y->end = turn_settle(f, 1);
        }
        turn_over(f, y->end, y->at == STAGE_LATER);
    }
    y->plies++;
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
    y->why = LEFT_LIST; // if it runs out of fuel
    int answer = vm_run(f, code);
    f->next = NULL;
    if (answer == VM_OVER) {
        end_by_outcome(f, y);
        return 1;
    }
    forget_saved(f, y);
    switch (y->why) {
    case LEFT_DONE: return 1;
    case LEFT_STUCK: return 0;
    case LEFT_DRAW: y->plies++; return play_drawn(f, y->g, y->ring);
    case LEFT_LIST: y->plies++; return play_listed(f, y->g, y->ring);
    }
    return 0;
}

// --- The game ----------------------------------------------------------------------------------

static int at_roll(const frame *f) {
    return f->h.pc && f->p->node[f->h.pc].kind == N_ROLL;
}

static int play_on(frame *f, playing *y, int quick) {
    if (at_roll(f)) {
        const ir_node *n = &f->p->node[f->h.pc];
        turn_roll(f, (int32_t)n->code + (int32_t)tsr_rng_below(y->g, n->apply + 1), y->ring);
    } else if (quick && quick_ready(f)) {
        return play_joined(f, y);
    } else if (!play_drawn(f, y->g, y->ring)) {
        return 0;
    }
    y->plies++;
    return 1;
}

uint32_t walk_playout(const program *p, void *state, tsr_rng *g, uint32_t max) {
    frame f;
    playing y = {.g = g, .max = max};
    int quick = pass_on(p, PASS_draw) && !p->split && !p->overlaps;
    y.ring = (uint64_t *)(void *)((char *)state + p->ring_off);
    vm_load(&f, p, state);
    f.can = walk_can;
    while (!f.h.over && y.plies < max) {
        if (!play_on(&f, &y, quick)) {
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
