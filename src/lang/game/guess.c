// SPDX-License-Identifier: MIT
//
// How a player may imagine what a view does not show.
//
// The kinds that are missing are dealt among the things of the kind `?`; hidden pieces never change hands, so of these
// each player's own. What lies on cells that he does not see goes to any of them. A guess that contradicts what is
// always so is made again. Cells that the position remembers come last: what can have been chosen there. Only bots ask, so pages load this with them (search.h).
#include "lang/game/guess.h"

#include <string.h>

#include "lang/game/guess_men.h"
#include "lang/game/half_turn.h"
#include "lang/game/things.h"
#include "lang/game/unseen.h"
#include "lang/game/view.h"
#include "lang/ir/rt/sets.h"

// --- What is missing -----------------------------------------------------------------------------

typedef struct guesser {
    tsr_rng *g;
    kind_pool of[IR_MAX_PLAYERS + 1];
} guesser;

static void count_kind(kind_pool *of, int type, int left) {
    of->left[type] = (uint16_t)(left > 0 ? left : 0);
    of->all += of->left[type];
}

static int count_of(const program *p, const void *s, int owner, int type) {
    uint64_t own[BOARD_MAX_WORDS];
    for (int w = 0; w < p->b.words; w++) {
        own[w] = state_set(p, s, p->at.own + owner)[w] & state_set(p, s, p->at.type + type)[w];
    }
    return set_count(own, p->b.words);
}

// What a player had at first, less what is seen of it or has left the game.
static void count_own(const program *p, const void *s, int owner, kind_pool *of) {
    for (int t = 0; t < p->types; t++) {
        const int gone =
            owner < p->players ? state_nums(p, s)[p->at.gone + owner * p->types + t] : 0;
        count_kind(of, t, count_of(p, p->start, owner, t) - count_of(p, s, owner, t) - gone);
    }
}

static void count_left(const program *p, const void *s, guesser *g) {
    for (int i = 0; p->hides_pieces && i < thing_owners(p); i++) {
        count_own(p, s, i, &g->of[i]);
    }
    // Without sets of types there is one type, and no piece is of the kind `?`: none is missing.
    const int kinds = p->hides_pieces || p->at.type == BOARD_NONE ? 0 : p->types;
    for (int t = 0; t < kinds; t++) {
        const int seen = set_count(state_set(p, s, p->at.type + t), p->b.words),
                  gone = p->at.gone == BOARD_NONE ? 0 : state_nums(p, s)[p->at.gone + t];
        count_kind(&g->of[0], t, (int)p->kind_count[t] - seen - gone);
    }
}

static kind_pool *pool_of(const program *p, guesser *g, int owner) {
    return &g->of[p->hides_pieces ? owner : 0];
}

// --- Kinds ---------------------------------------------------------------------------------------

static void unveil_area(const program *p, void *s, const ir_area *a, int first, void *with) {
    guesser *g = with;
    thing list[BOARD_MAX_CELLS];
    int count = 0;
    for (int c = first; c < first + a->size; c++) {
        if (!thing_is_none(p, s, c) && lang_type_at(p, s, c) == p->unknown) {
            list[count++] = thing_take(p, s, c);
        }
    }
    for (int i = 0; i < count; i++) {
        kind_pool *of = pool_of(p, g, list[i].owner);
        if (!of->all) {
            continue;
        }
        list[i].type = (uint8_t)kind_pool_draw(g->g, of);
        const int cell = thing_room(p, s, a, first, list[i].type);
        if (cell >= 0) {
            thing_lay(p, s, cell, list[i]);
        }
    }
}

// All that lies unknown in hidden areas.
typedef struct cards {
    men m;
    thing of[BOARD_MAX_CELLS];
    const ir_area *area[BOARD_MAX_CELLS];
} cards;

static void gather_area(const program *p, void *s, const ir_area *a, int first, void *with) {
    cards *all = with;
    for (int c = first; c < first + a->size; c++) {
        if (!thing_is_none(p, s, c) && lang_type_at(p, s, c) == p->unknown) {
            all->area[all->m.count] = a;
            all->of[all->m.count] = thing_take(p, s, c);
            all->m.cell[all->m.count++] = (uint16_t)first;
        }
    }
}

// Hands of which something could be told: all cards at once.
static void unveil_hands(const program *p, void *s, guesser *g) {
    cards all = {.m = {.count = 0}};
    uint8_t kind[BOARD_MAX_CELLS];
    things_each_hidden(p, s, gather_area, &all);
    if (!guess_men(p, s, g->g, &all.m, pool_of(p, g, 0), kind)) {
        return;
    }
    for (int i = 0; i < all.m.count; i++) {
        all.of[i].type = kind[i];
        const int cell = thing_room(p, s, all.area[i], all.m.cell[i], kind[i]);
        if (cell >= 0) {
            thing_lay(p, s, cell, all.of[i]);
        }
    }
}

static void unveil_men(const program *p, void *s, guesser *g, int owner) {
    men m = {.count = 0};
    uint8_t kind[BOARD_MAX_CELLS];
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(p->b.on, c) && !thing_is_none(p, s, c) && lang_owner_at(p, s, c) == owner &&
            lang_type_at(p, s, c) == p->unknown) {
            m.cell[m.count++] = (uint16_t)c;
        }
    }
    if (m.count && guess_men(p, s, g->g, &m, pool_of(p, g, owner), kind)) {
        for (int i = 0; i < m.count; i++) {
            thing_turn(p, s, m.cell[i], kind[i]);
        }
    }
}

// --- Places --------------------------------------------------------------------------------------

static void scatter_unseen(const program *p, void *s, int colour, tsr_rng *g) {
    uint64_t cells[BOARD_MAX_WORDS];
    uint16_t free[BOARD_MAX_CELLS];
    thing list[BOARD_MAX_CELLS];
    uint32_t room = 0;
    if (!unseen_any(p)) {
        return;
    }
    unseen_cells(p, s, colour, cells);
    const int count = things_take(p, s, cells, list);
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(cells, c)) {
            free[room++] = (uint16_t)c;
        }
    }
    for (int i = 0; i < count; i++) {
        const uint32_t at = tsr_rng_below(g, room);
        thing_lay(p, s, free[at], list[i]);
        free[at] = free[--room];
    }
}

// --- What was chosen -----------------------------------------------------------------------------

typedef struct chooser {
    const void *view;
    tsr_rng *g;
    int colour;
} chooser;

static int shuffle_cells(const program *p, const uint64_t *cells, tsr_rng *g, uint16_t *out) {
    int count = 0;
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(cells, c)) {
            const uint32_t k = tsr_rng_below(g, (uint32_t)++count);
            out[count - 1] = out[k];
            out[k] = (uint16_t)c;
        }
    }
    return count;
}

// Where the view says only that one of these cells was chosen it is any of them: for every name another, and what has
// no name is what was chosen last.
static void choose_among(const program *p, const void *view, void *s, int shown,
                         const uint64_t *cells, tsr_rng *g) {
    uint16_t reg[HALF_TURN_MOST], order[BOARD_MAX_CELLS];
    const int regs = half_turn_registers(p, reg);
    int count = 0, named = 0;
    for (int i = 0; i < regs; i++) {
        if (board_has(state_set(p, view, reg[i]), shown)) {
            count = count ? count : shuffle_cells(p, cells, g, order);
            named += i < p->named_count || !named;
            board_put(thing_set(p, s, reg[i]), order[(named - 1) % count]);
        }
    }
}

static void forget_chosen(const program *p, void *s, const uint64_t *cells) {
    uint16_t reg[HALF_TURN_MOST];
    const int regs = half_turn_registers(p, reg);
    for (int i = 0; i < regs; i++) {
        set_minus(thing_set(p, s, reg[i]), cells, p->b.words);
    }
}

static void choose_in_area(const program *p, void *s, const ir_area *a, int first, void *with) {
    const chooser *x = with;
    uint64_t blind[BOARD_MAX_WORDS], some[BOARD_MAX_WORDS];
    if (half_turn_is_own(a, first, x->colour)) {
        return;
    }
    half_turn_blind(p, s, x->colour, a, first, blind);
    if (!set_any(blind, p->b.words)) {
        return;
    }
    set_zero(some, p->b.words);
    for (int c = first; c < first + a->size; c++) {
        if (board_has(blind, c) && !thing_is_none(p, s, c)) {
            board_put(some, c);
        }
    }
    forget_chosen(p, s, blind);
    choose_among(p, x->view, s, set_first(blind, p->b.words),
                 set_any(some, p->b.words) ? some : blind, x->g);
}

static void choose_unseen(const program *p, const void *view, void *s, int colour, tsr_rng *g) {
    uint64_t cells[BOARD_MAX_WORDS];
    if (unseen_any(p)) {
        unseen_cells(p, s, colour, cells);
        forget_chosen(p, s, cells);
        if (set_any(cells, p->b.words)) {
            choose_among(p, view, s, set_first(cells, p->b.words), cells, g);
        }
    }
}

static void choose_again(const program *p, const void *view, void *s, int colour, tsr_rng *g) {
    chooser x = {.view = view, .g = g, .colour = colour};
    things_each_hidden(p, s, choose_in_area, &x);
    choose_unseen(p, view, s, colour, g);
}

// --- A guess -------------------------------------------------------------------------------------

static void guess_once(const program *p, const void *view, int colour, tsr_rng *g, void *out) {
    guesser left = {.g = g};
    memmove(out, view, p->size.state_size);
    count_left(p, out, &left);
    for (int i = 0; p->hides_pieces && i < p->players; i++) {
        unveil_men(p, out, &left, i); // before others take kinds that only these may be
    }
    if (p->at.could_not_have != BOARD_NONE) {
        unveil_hands(p, out, &left);
    } else {
        things_each_hidden(p, out, unveil_area, &left);
    }
    scatter_unseen(p, out, colour, g);
    choose_again(p, view, out, colour, g);
}

void slot_guess(const tsr_rules *r, const void *view, int viewer, tsr_rng *g, void *out) {
    enum { TRIES = 64, TRIES_UNSEEN = 2048 }; // places are more than hands: most guesses are wrong
    const program *p = program_of(r);
    const int tries = unseen_any(p) ? TRIES_UNSEEN : TRIES, colour = colour_of(view, viewer);
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } from; // `out` may be the view
    memcpy(from.bytes, view, p->size.state_size);
    for (int i = 0; i < tries && (!i || !lang_is_as_always(p, out)); i++) {
        guess_once(p, from.bytes, colour, g, out);
    }
}
