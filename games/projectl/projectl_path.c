// SPDX-License-Identifier: MIT

// Moves as picks, and picks as moves.
//
// A puzzle or a deck to take it; a piece of the reserve for a new one or a reward;
// an own piece, then one of the reserve, to change it; an own piece, its turn (if it
// has more than one), then the cell for its first cell in reading order, to place
// it. No path is the beginning of another.

#include "projectl_lines.h"
#include "projectl_refs.h"
#include "projectl_state.h"

// What comes of a piece there: a complete puzzle with its reward, or the price of a finishing touch,
// which may be less than that of the unfinished puzzle.
static void note_place(const projectl_data *d, const projectl_state *s, const projectl_slot *slot,
                       int is_last, tsr_line *out) {
    const tsr_pl_puzzle *puzzle = projectl_puzzle(d, slot->puzzle);
    tsr_arg points = TSR_INT(puzzle->points);
    if (s->phase == TSR_PL_PHASE_TOUCH) {
        tsr_say(out, is_last ? PROJECTL_NOTE_SAVES : PROJECTL_NOTE_TOUCH, TSR_INT(1),
                is_last ? points : TSR_NOTHING_SAID);
    } else if (is_last) {
        tsr_say(out, PROJECTL_NOTE_COMPLETE, points,
                TSR_NAME(PROJECTL_NAME_SHAPE + puzzle->reward));
    }
}

static void pick_place(const projectl_data *d, const projectl_state *s, tsr_move m,
                       tsr_picks *out) {
    int shape = tsr_move_byte(m, 1), slot = tsr_move_byte(m, 2);
    uint32_t mask = tsr_pl_move_mask(m);
    const projectl_slot *at = &s->seat[s->player].slot[slot];
    note_place(d, s, at, at->free == mask, &out->note);
    tsr_pick(out, projectl_ref_piece(s->player, shape));
    for (int i = d->t.first[shape]; i < d->t.first[shape + 1] && projectl_has_turns(shape); i++) {
        if (d->t.placement[i].mask == mask) {
            tsr_pick(out, projectl_ref_turn(shape, d->t.placement[i].turn));
        }
    }
    tsr_pick(out, projectl_ref_cell(s->player, slot, projectl_lowest(mask)));
    for (; mask; mask &= mask - 1) {
        tsr_mark(out, projectl_ref_cell(s->player, slot, projectl_lowest(mask)));
    }
}

int projectl_path(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_picks *out) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = state;
    int kind = tsr_pl_move_kind(m), a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2);
    (void)who;
    switch ((tsr_pl_kind)kind) {
    case TSR_PL_TAKE:
        tsr_pick(out, (uint32_t)(PROJECTL_REF_ROW + (d->solo ? b : projectl_row_at(a) + b)));
        break;
    case TSR_PL_TOP: tsr_pick(out, (uint32_t)(PROJECTL_REF_DECK + a)); break;
    case TSR_PL_RECYCLE: tsr_pick(out, (uint32_t)(PROJECTL_REF_RECYCLE + a)); break;
    case TSR_PL_PUT:
        tsr_pick(out, (uint32_t)(PROJECTL_REF_ROW + projectl_row_at(s->recycling - 1) + a));
        break;
    case TSR_PL_BASIC:
    case TSR_PL_REWARD: tsr_pick(out, (uint32_t)(PROJECTL_REF_RESERVE + a)); break;
    case TSR_PL_UPGRADE:
        tsr_pick(out, projectl_ref_piece(s->player, a));
        tsr_pick(out, (uint32_t)(PROJECTL_REF_RESERVE + b));
        break;
    case TSR_PL_PLACE: pick_place(d, s, m, out); break;
    case TSR_PL_MASTER:
    case TSR_PL_DONE:
    case TSR_PL_SKIP:
    case TSR_PL_END: tsr_pick(out, (uint32_t)(PROJECTL_REF_BUTTON + kind)); break;
    case TSR_PL_REVEAL:
    case TSR_PL_FIRST: break; // chance picks nothing
    }
    return out->picks;
}

// --- Back ---------------------------------------------------------------------------------

// `ref` as a number from 0 in a group of `count`, -1 if it is not of that group.
static int in_group(uint32_t ref, int first, int count) {
    return ref >= (uint32_t)first && ref < (uint32_t)(first + count) ? (int)ref - first : -1;
}

static tsr_move picked_card(const projectl_data *d, const projectl_state *s, int place) {
    if (s->phase == TSR_PL_PHASE_RECYCLE && place / TSR_PL_ROW == s->recycling - 1) {
        return tsr_pl_put(place % TSR_PL_ROW);
    }
    return d->solo ? tsr_pl_take(TSR_PL_BOTH, place)
                   : tsr_pl_take(place / TSR_PL_ROW, place % TSR_PL_ROW);
}

static tsr_move picked_one(const projectl_data *d, const projectl_state *s, uint32_t ref) {
    int n;
    if ((n = in_group(ref, PROJECTL_REF_ROW, d->solo ? TSR_PL_GRID : 2 * TSR_PL_ROW)) >= 0) {
        return picked_card(d, s, n);
    }
    if ((n = in_group(ref, PROJECTL_REF_DECK, 3)) >= 0) {
        return tsr_pl_top(n);
    }
    if ((n = in_group(ref, PROJECTL_REF_RESERVE, TSR_PL_SHAPES)) >= 0) {
        return s->phase == TSR_PL_PHASE_REWARD ? tsr_pl_reward(n) : tsr_pl_basic(n);
    }
    if ((n = in_group(ref, PROJECTL_REF_RECYCLE, 2)) >= 0) {
        return tsr_pl_recycle(n);
    }
    n = in_group(ref, PROJECTL_REF_BUTTON, TSR_PL_FIRST);
    int plain = n == TSR_PL_MASTER || n == TSR_PL_DONE || n == TSR_PL_SKIP || n == TSR_PL_END;
    return plain ? tsr_pl_plain(n) : TSR_NO_MOVE;
}

// A piece at a cell of one of the player's own puzzles.
static tsr_move picked_place(const projectl_data *d, int who, int shape, int turn, uint32_t ref) {
    int at = in_group(ref, PROJECTL_REF_CELL + 128 * who, 128);
    if (at < 0 || at % 32 >= TSR_PL_CELLS) {
        return TSR_NO_MOVE;
    }
    return projectl_place_at(&d->t, shape, at / 32, at % 32, turn);
}

tsr_move projectl_picked(const tsr_rules *r, const void *s, int who, const uint32_t *pick,
                         int picks) {
    const projectl_data *d = projectl_of(r);
    if (picks == 1) {
        return picked_one(d, s, pick[0]);
    }
    int shape = picks > 1 ? in_group(pick[0], PROJECTL_REF_PIECE + 16 * who, TSR_PL_SHAPES) : -1;
    if (shape < 0) {
        return TSR_NO_MOVE;
    }
    int to = in_group(pick[1], PROJECTL_REF_RESERVE, TSR_PL_SHAPES);
    int turn = in_group(pick[1], PROJECTL_REF_TURN + 8 * shape, 8);
    if (picks == 2 && to >= 0) {
        return tsr_pl_upgrade(shape, to);
    }
    if (picks == 2 && !projectl_has_turns(shape)) {
        return picked_place(d, who, shape, 0, pick[1]);
    }
    if (picks == 3 && turn >= 0 && projectl_has_turns(shape)) {
        return picked_place(d, who, shape, turn, pick[2]);
    }
    return TSR_NO_MOVE;
}
