// SPDX-License-Identifier: MIT
//
// What a player sees of a position where something is hidden, and what he reads of a move.
//
// In a view whatever the viewer does not know is a thing of the kind `?`: its owner stays, its area, and who knows it.
// Since cells of sorted areas belong to kinds, such things lie on the first free cells of their area, in an order
// that depends on nothing hidden; hidden pieces stay where they stand. Cells of which he does not see whether anything is
// there are in unseen.c. How he may imagine the rest is in guess.c.
#include "lang/game/view.h"

#include <string.h>

#include <tessera/rules.h>

#include "lang/game/card_text.h"
#include "lang/game/half_turn.h"
#include "lang/game/things.h"
#include "lang/game/unseen.h"
#include "lang/ir/rt/sets.h"
#include "lang/vm/walk.h"

// --- Views ---------------------------------------------------------------------------------------

typedef struct veil {
    int viewer; // a colour, or one who knows nothing
} veil;

static void veil_area(const program *p, void *s, const ir_area *a, int first, void *with) {
    const veil *v = with;
    thing list[BOARD_MAX_CELLS];
    int count = 0;
    for (int c = first; c < first + a->size; c++) {
        if (!thing_is_none(p, s, c) && !thing_is_known(p, s, v->viewer, c)) {
            list[count] = thing_take(p, s, c);
            list[count++].type = (uint8_t)p->unknown;
        }
    }
    things_sort(list, count);
    for (int i = 0; i < count; i++) {
        thing_lay(p, s, thing_room(p, s, a, first, -1), list[i]);
    }
}

// Whether a cell of the board holds a hidden piece that the player does not know.
static int is_masked(const program *p, const void *s, int colour, int cell) {
    return p->hides_pieces && board_has(p->b.on, cell) && !thing_is_none(p, s, cell) &&
           p->hidden_type[lang_type_at(p, s, cell)] && !thing_is_known(p, s, colour, cell);
}

static void veil_board(const program *p, void *s, int colour) {
    for (int c = 0; p->hides_pieces && c < p->b.cells; c++) {
        if (is_masked(p, s, colour, c)) {
            thing_turn(p, s, c, p->unknown);
        }
    }
}

// Most positions remember no cells.
static int remembers_cells(const program *p, const void *s) {
    uint16_t reg[HALF_TURN_MOST];
    const int count = half_turn_registers(p, reg);
    int any = 0;
    for (int i = 0; i < count; i++) {
        any |= set_any(state_set(p, s, reg[i]), p->b.words);
    }
    return any;
}

void lang_view(const program *p, const void *s, int viewer, void *out) {
    veil v = {.viewer = colour_of(s, viewer)};
    uint64_t unseen[BOARD_MAX_WORDS] = {0};
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } truth; // `out` may be the position
    const int remembers = remembers_cells(p, s);
    if (remembers) {
        memcpy(truth.bytes, s, p->size.state_size);
    }
    memmove(out, s, p->size.state_size);
    things_each_hidden(p, out, veil_area, &v);
    veil_board(p, out, v.viewer);
    unseen_veil(p, out, v.viewer, unseen);
    if (remembers) {
        half_turn_veil(p, truth.bytes, v.viewer, unseen, out);
    }
    if (p->past.ring_cap && p->unknown >= 0) { // keys of positions would tell what is in them
        memset((char *)out + p->size.ring_off, 0, (size_t)p->past.ring_cap * sizeof(uint64_t));
    }
}

void slot_view(const tsr_rules *r, const void *s, int viewer, void *out) {
    lang_view(program_of(r), s, viewer, out);
}

int lang_is_as_always(const program *p, const void *s) {
    frame f;
    if (!p->words.always_code) {
        return 1;
    }
    vm_load(&f, p, s);
    return vm_run(&f, p->words.always_code) == VM_YES;
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

// How many have left the game, which everybody sees.
static int count_gone(const program *p, const void *s, int type) {
    const int owners = p->hides_pieces ? p->players : 1;
    int n = 0;
    for (int i = 0; p->at.gone != BOARD_NONE && i < owners; i++) {
        n += state_nums(p, s)[p->at.gone + i * p->types + type];
    }
    return n;
}

// Whether the thing on a cell is seen once the move is made, or as it leaves the game.
static int shows(const tsr_rules *r, const void *s, int who, tsr_move m, int colour, int cell) {
    const program *p = program_of(r);
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } after;
    const int type = lang_type_at(p, s, cell);
    memcpy(after.bytes, s, r->state_size);
    r->g.play(r, after.bytes, who, m);
    return count_seen(p, after.bytes, colour, type) + count_gone(p, after.bytes, type) >
           count_seen(p, s, colour, type) + count_gone(p, s, type);
}

// Of such a cell others see in which area it lies and who knows what is there; of the choice, no more than what kind
// of choice it is.
static void mask_cell(const program *p, const void *s, int viewer, walk_step *step, int *cell) {
    const ir_area *a = card_hidden_area(p, *cell);
    const int first = a->first + (*cell - a->first) / a->size * a->size;
    uint64_t cells[BOARD_MAX_WORDS], like[BOARD_MAX_WORDS];
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } view;
    int same = 2;
    lang_view(p, s, viewer, view.bytes);
    half_turn_blind(p, view.bytes, colour_of(s, viewer), a, first, cells);
    *cell =
        half_turn_like(p, view.bytes, cells, s, *cell, like) ? set_first(like, p->b.words) : first;
    while (p->choice[same].kind != p->choice[step->choice].kind) {
        same++;
    }
    step->choice = same;
}

tsr_move lang_seen(const tsr_rules *r, const void *s, const void *asked, int who, tsr_move m,
                   int viewer) {
    const program *p = program_of(r);
    const int colour = colour_of(s, viewer);
    walk_step step[WALK_MAX_CHOICES];
    if (who == TSR_CHANCE) {
        return sees_deal(p, s, colour) ? m : TSR_HIDDEN | MASKED;
    }
    const int n = viewer == who ? 0 : walk_steps(p, asked, m, step, WALK_MAX_CHOICES);
    int masked = 0;
    if (n > 0 && unseen_hides(r, s, who, m, colour, step, n)) {
        return TSR_HIDDEN | MASKED;
    }
    for (int i = 0; i < n; i++) {
        int *const cells[] = {&step[i].from, &step[i].to};
        for (int k = 0; k < 2; k++) {
            if (is_veiled(p, s, colour, *cells[k]) && !shows(r, s, who, m, colour, *cells[k])) {
                mask_cell(p, s, viewer, &step[i], cells[k]);
                masked = 1;
            }
        }
    }
    const tsr_move left = masked ? walk_of_steps(p, step, n) : 0;
    return !masked ? m : TSR_HIDDEN | (left ? left : MASKED);
}

tsr_move slot_seen(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer) {
    return lang_seen(r, s, s, who, m, viewer);
}
