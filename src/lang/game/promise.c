// SPDX-License-Identifier: MIT
//
// What a move would do: it is made on a copy, and the boards are compared. Castling shows where the rook goes, a jump
// which men it takes, reversi which discs turn, sowing where seeds fall.
#include "lang/game/promise.h"

#include <string.h>

#include "lang/game/scene_board.h"
#include "lang/game/state.h"
#include "lang/vm/walk.h"

enum { LARGE = 128 }; // boards with more cells have hundreds of moves, and each would be made

// Whether a thing comes to lie on a cell: another one, one more, or one where there was none.
static int comes(const program *p, const void *before, const void *after, int cell) {
    const int owner = lang_owner_at(p, after, cell);
    if (scene_tokens_at(p, after, cell) > scene_tokens_at(p, before, cell)) {
        return 1;
    }
    return owner >= 0 && (owner != lang_owner_at(p, before, cell) ||
                          lang_type_at(p, after, cell) != lang_type_at(p, before, cell));
}

static int goes(const program *p, const void *before, const void *after, int cell) {
    return lang_owner_at(p, before, cell) >= 0 && lang_owner_at(p, after, cell) < 0;
}

static int is_picked(const tsr_picks *picks, int cell) {
    int found = 0;
    for (int i = 0; i < picks->picks; i++) {
        found |= picks->pick[i] == (uint32_t)cell + 1;
    }
    return found;
}

static void land_on(const program *p, int cell, tsr_picks *out) {
    tsr_item item = {0};
    scene_place(p, &item, cell);
    tsr_lands(out, tsr_place_of(0, item.row, item.col), 0);
}

static void compare(const program *p, const void *before, const void *after, tsr_picks *out) {
    int elsewhere = 0;
    for (int c = 0; c < p->b.cells; c++) {
        if (!board_has(p->b.all, c)) {
            continue;
        }
        if (comes(p, before, after, c)) {
            land_on(p, c, out);
            elsewhere |= !is_picked(out, c);
        } else if (goes(p, before, after, c) && !is_picked(out, c)) {
            tsr_mark(out, (uint32_t)c + 1);
        }
    }
    out->lands = elsewhere ? out->lands : 0;
}

// Where things are hidden or drawn, nobody can promise anything; where there are cards, the board is not the first zone.
void promise(const program *p, const void *s, tsr_move m, tsr_picks *out) {
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } after;
    if (p->unknown >= 0 || p->b.kind == BOARD_EMPTY || p->b.cells > LARGE || p->areas) {
        return;
    }
    memcpy(after.bytes, s, p->size.state_size);
    walk_play(p, after.bytes, m);
    compare(p, s, after.bytes, out);
}
