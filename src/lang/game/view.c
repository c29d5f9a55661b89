// SPDX-License-Identifier: MIT
//
// What a player sees of a position where something is hidden.
//
// In a view whatever the viewer does not know is a thing of the kind `?`: its owner stays, its area, and who knows it.
// Since cells of sorted areas belong to kinds, known things lie there before unknown ones of their kind, and unknown ones
// on the first free cells that no known thing may need, in an order that depends on nothing hidden; hidden pieces stay
// where they stand. Cells of which he does not see whether anything is there are in unseen.c, what he reads of a move is in
// seen.c, and how he may imagine the rest in guess.c.
#include "lang/game/view.h"

#include <string.h>

#include <tessera/rules.h>

#include "lang/game/card_text.h"
#include "lang/game/half_turn.h"
#include "lang/game/things.h"
#include "lang/game/unseen.h"
#include "lang/ir/rt/sets.h"
#include "lang/vm/walk.h"

int view_veils(const program *p, const void *s, int colour, int cell) {
    return card_hidden_area(p, cell) && !thing_is_none(p, s, cell) &&
           !thing_is_known(p, s, colour, cell);
}

// Whether a cell of the board holds a hidden piece that the player does not know.
static int is_masked(const program *p, const void *s, int colour, int cell) {
    return p->hides_pieces && board_has(p->b.on, cell) && !thing_is_none(p, s, cell) &&
           p->hidden_type[lang_type_at(p, s, cell)] && !thing_is_known(p, s, colour, cell);
}

int view_hides(const program *p, const void *s, int colour, int cell) {
    return view_veils(p, s, colour, cell) || is_masked(p, s, colour, cell);
}

// Whatever the viewer does not know is of no known kind, where it lies.
static void cover(const program *p, void *s, int colour) {
    for (int c = 0; c < p->b.cells; c++) {
        if (view_hides(p, s, colour, c)) {
            thing_turn(p, s, c, p->unknown);
        }
    }
}

// On the first free cells of an area, but not on those of kinds of which the viewer sees where all are: he may be about
// to bring one of these here, and must find room for it as in truth.
static void lay_unknown(const program *p, void *s, const ir_area *a, int first, const thing *list,
                        int count) {
    for (int anywhere = 0, i = 0; anywhere < 2; anywhere++) {
        for (int c = first, last = -1, there = 0; i < count && c < first + a->size; c++) {
            const int kind = p->slot_kind[c];
            if (kind != last && kind != 255) {
                there = set_count(state_set(p, s, p->at.type + kind), p->b.words);
            }
            last = kind;
            if (thing_is_none(p, s, c) &&
                (anywhere || kind == 255 || there < p->kind_count[kind])) {
                thing_lay(p, s, c, list[i++]);
                there++;
            }
        }
    }
}

// What the viewer knows of a kind lies before what he does not know, or its place would tell that this is of its kind.
static void move_up(const program *p, void *s, const ir_area *a, int first, int cell) {
    const int kind = p->slot_kind[cell];
    if (cell > first && kind != 255 && kind == p->slot_kind[cell - 1] &&
        thing_is_none(p, s, cell - 1)) {
        const int to = thing_room(p, s, a, first, kind);
        thing_lay(p, s, to, thing_take(p, s, cell));
        half_turn_moved(p, s, cell, to);
    }
}

static void veil_area(const program *p, void *s, const ir_area *a, int first, void *with) {
    const int *colour = with;
    thing list[BOARD_MAX_CELLS];
    uint64_t blind[BOARD_MAX_WORDS] = {0};
    int count = 0;
    if (!half_turn_is_own(a, first, *colour)) {
        half_turn_blind(p, s, *colour, a, first, blind);
    }
    const uint64_t chosen = half_turn_take(p, s, blind);
    for (int c = first; c < first + a->size; c++) {
        if (!thing_is_none(p, s, c) && lang_type_at(p, s, c) == p->unknown) {
            list[count++] = thing_take(p, s, c);
        } else if (!thing_is_none(p, s, c)) {
            move_up(p, s, a, first, c);
        }
    }
    things_sort(list, count);
    lay_unknown(p, s, a, first, list, count);
    half_turn_blind(p, s, *colour, a, first, blind);
    half_turn_put(p, s, chosen, set_first(blind, p->b.words));
}

void lang_view(const program *p, const void *s, int viewer, void *out) {
    int colour = colour_of(s, viewer);
    uint64_t unseen[BOARD_MAX_WORDS] = {0};
    memmove(out, s, p->size.state_size);
    cover(p, out, colour);
    things_each_hidden(p, out, veil_area, &colour);
    unseen_veil(p, out, colour, unseen);
    half_turn_put(p, out, half_turn_take(p, out, unseen), set_first(unseen, p->b.words));
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
