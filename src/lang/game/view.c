// SPDX-License-Identifier: MIT
//
// What a player sees of a position where something is hidden, what he reads of a move, and how he may imagine the rest.
//
// In a view whatever the viewer does not know is a thing of the kind `?`: its owner stays, its area, and who knows it.
// Since cells of sorted areas belong to kinds, such things lie on the first free cells of their area, in an order
// that depends on nothing hidden; hidden pieces stay where they stand. A guess deals the kinds that are missing among
// them; hidden pieces never change hands, so of these each player's own. Cells of which he does not see whether anything
// is there are in unseen.c.
#include "lang/game/view.h"

#include <string.h>

#include <tessera/rules.h>

#include "lang/game/card_text.h"
#include "lang/game/guess_men.h"
#include "lang/game/things.h"
#include "lang/game/unseen.h"
#include "lang/ir/rt/sets.h"
#include "lang/vm/walk.h"

// --- Areas ---------------------------------------------------------------------------------------

// Calls `look` with the first cell of every hidden area, of everyone who has one.
typedef void area_look(const program *p, void *s, const ir_area *area, int first, void *with);

static void each_hidden(const program *p, void *s, area_look *look, void *with) {
    for (int i = 0; i < p->areas; i++) {
        const ir_area *a = &p->area[i];
        for (int k = 0; a->hidden && k < (a->each ? p->players : 1); k++) {
            look(p, s, a, a->first + k * a->size, with);
        }
    }
}

static int first_free(const program *p, const void *s, const ir_area *a, int first, int type) {
    for (int c = first; c < first + a->size; c++) {
        const int kind = p->slot_kind[c];
        if (thing_is_none(p, s, c) && (type < 0 || kind == 255 || kind == type)) {
            return c;
        }
    }
    return -1;
}

// --- Views ---------------------------------------------------------------------------------------

typedef struct veil {
    int viewer;                      // a colour, or one who knows nothing
    uint64_t cells[BOARD_MAX_WORDS]; // what was there is not to be seen
} veil;

static void veil_area(const program *p, void *s, const ir_area *a, int first, void *with) {
    veil *v = with;
    thing list[BOARD_MAX_CELLS];
    int count = 0;
    for (int c = first; c < first + a->size; c++) {
        if (!thing_is_none(p, s, c) && !thing_is_known(p, s, v->viewer, c)) {
            list[count] = thing_take(p, s, c);
            list[count++].type = (uint8_t)p->unknown;
            board_put(v->cells, c);
        }
    }
    things_sort(list, count);
    for (int i = 0; i < count; i++) {
        thing_lay(p, s, first_free(p, s, a, first, -1), list[i]);
    }
}

// Whether a cell of the board holds a hidden piece that the player does not know.
static int is_masked(const program *p, const void *s, int colour, int cell) {
    return p->hides_pieces && board_has(p->b.on, cell) && !thing_is_none(p, s, cell) &&
           p->hidden_type[lang_type_at(p, s, cell)] && !thing_is_known(p, s, colour, cell);
}

static void change_type(const program *p, void *s, int cell, int type) {
    thing_drop(thing_set(p, s, p->at.type + lang_type_at(p, s, cell)), cell);
    board_put(thing_set(p, s, p->at.type + type), cell);
}

static void veil_board(const program *p, void *s, int colour) {
    for (int c = 0; p->hides_pieces && c < p->b.cells; c++) {
        if (is_masked(p, s, colour, c)) {
            change_type(p, s, c, p->unknown);
        }
    }
}

static int colour_of(const ir_head *h, int viewer) {
    return viewer < TSR_MAX_PLAYERS ? seat_of(h, viewer) : viewer;
}

void lang_view(const program *p, const void *s, int viewer, void *out) {
    veil v = {.viewer = colour_of(s, viewer)};
    memmove(out, s, p->size.state_size);
    each_hidden(p, out, veil_area, &v);
    veil_board(p, out, v.viewer);
    unseen_veil(p, out, v.viewer, v.cells);
    for (int i = p->at.here; i < p->at.state_sets; i++) { // a chosen cell would tell its kind
        set_minus(thing_set(p, out, i), v.cells, p->b.words);
    }
    if (p->past.ring_cap && p->unknown >= 0) { // ... and so would keys of positions
        memset((char *)out + p->size.ring_off, 0, (size_t)p->past.ring_cap * sizeof(uint64_t));
    }
}

void slot_view(const tsr_rules *r, const void *s, int viewer, void *out) {
    lang_view(program_of(r), s, viewer, out);
}

// --- Guesses -------------------------------------------------------------------------------------

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
    for (int t = 0; !p->hides_pieces && t < p->types; t++) {
        const int seen = set_count(state_set(p, s, p->at.type + t), p->b.words),
                  gone = p->at.gone == BOARD_NONE ? 0 : state_nums(p, s)[p->at.gone + t];
        count_kind(&g->of[0], t, (int)p->kind_count[t] - seen - gone);
    }
}

static kind_pool *pool_of(const program *p, guesser *g, int owner) {
    return &g->of[p->hides_pieces ? owner : 0];
}

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
        const int cell = first_free(p, s, a, first, list[i].type);
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
    each_hidden(p, s, gather_area, &all);
    if (!guess_men(p, s, g->g, &all.m, pool_of(p, g, 0), kind)) {
        return;
    }
    for (int i = 0; i < all.m.count; i++) {
        all.of[i].type = kind[i];
        const int cell = first_free(p, s, all.area[i], all.m.cell[i], kind[i]);
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
            change_type(p, s, m.cell[i], kind[i]);
        }
    }
}

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
        each_hidden(p, out, unveil_area, &left);
    }
    unseen_guess(p, out, colour, g);
}

int lang_is_as_always(const program *p, const void *s) {
    frame f;
    if (!p->words.always_code) {
        return 1;
    }
    vm_load(&f, p, s);
    return vm_run(&f, p->words.always_code) == VM_YES;
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

// --- Moves ---------------------------------------------------------------------------------------

enum { MASKED = 1 };

static int is_veiled(const program *p, const void *s, int colour, int cell) {
    return card_hidden_area(p, cell) && !thing_is_none(p, s, cell) &&
           !thing_is_known(p, s, colour, cell);
}

// How many things of a kind a player sees somewhere.
static int count_seen(const program *p, const void *s, int colour, int type) {
    int n = 0;
    for (int c = 0; c < p->b.cells; c++) {
        n += !thing_is_none(p, s, c) && lang_type_at(p, s, c) == type &&
             !is_veiled(p, s, colour, c) && !is_masked(p, s, colour, c);
    }
    return n;
}

static int sees_deal(const program *p, const void *s, int colour) {
    const ir_node *n = &p->node[walk_at_roll(p, s)];
    const ir_area *a = &p->area[n->choice >> 3];
    return !ir_is_deal(n) || !a->hidden || (a->each && colour == (n->choice & 7));
}

// Whether the thing on a cell is seen once the move is made.
static int shows(const tsr_rules *r, const void *s, int who, tsr_move m, int colour, int cell) {
    const program *p = program_of(r);
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } after;
    const int type = lang_type_at(p, s, cell);
    memcpy(after.bytes, s, r->state_size);
    r->g.play(r, after.bytes, who, m);
    return count_seen(p, after.bytes, colour, type) > count_seen(p, s, colour, type);
}

// Of such a cell others see in which area it lies; of the choice, no more than what kind of choice it is.
static void mask_cell(const program *p, walk_step *step, int *cell) {
    const ir_area *a = card_hidden_area(p, *cell);
    int same = 2;
    *cell = a->first + (*cell - a->first) / a->size * a->size;
    while (p->choice[same].kind != p->choice[step->choice].kind) {
        same++;
    }
    step->choice = same;
}

tsr_move slot_seen(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer) {
    const program *p = program_of(r);
    const int colour = colour_of(s, viewer);
    walk_step step[WALK_MAX_CHOICES];
    if (who == TSR_CHANCE) {
        return sees_deal(p, s, colour) ? m : TSR_HIDDEN | MASKED;
    }
    const int n = viewer == who ? 0 : walk_steps(p, s, m, step, WALK_MAX_CHOICES);
    int masked = 0;
    if (n > 0 && unseen_hides(r, s, who, m, colour, step, n)) {
        return TSR_HIDDEN | MASKED;
    }
    for (int i = 0; i < n; i++) {
        int *const cells[] = {&step[i].from, &step[i].to};
        for (int k = 0; k < 2; k++) {
            if (is_veiled(p, s, colour, *cells[k]) && !shows(r, s, who, m, colour, *cells[k])) {
                mask_cell(p, &step[i], cells[k]);
                masked = 1;
            }
        }
    }
    const tsr_move left = masked && p->hides_pieces ? walk_of_steps(p, step, n) : 0;
    return !masked ? m : TSR_HIDDEN | (left ? left : MASKED);
}
