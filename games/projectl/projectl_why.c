// SPDX-License-Identifier: MIT

// The verifier: why a move cannot be played, with the facts.

#include "projectl_lines.h"
#include "projectl_state.h"

#define SHAPE(s)  TSR_NAME(PROJECTL_NAME_SHAPE + (s))
#define COLOUR(c) TSR_NAME(PROJECTL_NAME_WHITE + (c))
#define CELL(c)   TSR_NAME(PROJECTL_NAME_CELL + (c))

// Whether `m` is well-formed: a known kind, its arguments in range, nothing else.
// A take may name a place that no row has; that has a reason of its own.
static int well_formed(tsr_move m) {
    int kind = tsr_pl_move_kind(m), a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2);
    switch (kind) {
    case TSR_PL_TAKE: return a <= TSR_PL_BOTH && m == tsr_pl_take(a, b);
    case TSR_PL_TOP: return a <= TSR_PL_BOTH && m == tsr_pl_top(a);
    case TSR_PL_RECYCLE: return a < TSR_PL_BOTH && m == tsr_pl_recycle(a);
    case TSR_PL_PUT: return m == tsr_pl_put(a);
    case TSR_PL_BASIC: return a < TSR_PL_SHAPES && m == tsr_pl_basic(a);
    case TSR_PL_REWARD: return a < TSR_PL_SHAPES && m == tsr_pl_reward(a);
    case TSR_PL_UPGRADE: return a < TSR_PL_SHAPES && b < TSR_PL_SHAPES && m == tsr_pl_upgrade(a, b);
    case TSR_PL_PLACE:
        return a < TSR_PL_SHAPES &&
               (m & ~PROJECTL_OVERHANG) == tsr_pl_place(a, b, tsr_pl_move_mask(m));
    case TSR_PL_MASTER:
    case TSR_PL_DONE:
    case TSR_PL_SKIP:
    case TSR_PL_END: return m == tsr_pl_plain(kind);
    default: return 0;
    }
}

// --- Puzzles --------------------------------------------------------------------------------

static int unfinished(const projectl_player *p) {
    int n = 0;
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        n += p->slot[i].puzzle != 0;
    }
    return n;
}

// What forbids taking any puzzle of that colour, from row or deck.
static int why_not_colour(const projectl_data *d, const projectl_state *s, int colour,
                          tsr_line *out) {
    if (d->solo != (colour == TSR_PL_BOTH)) {
        return tsr_say(out, d->solo ? PROJECTL_WHY_SOLO_GRID : PROJECTL_WHY_NOT_SOLO);
    }
    if (unfinished(&s->seat[s->player]) == TSR_PL_SLOTS) {
        return tsr_say(out, PROJECTL_WHY_FOUR_PUZZLES, TSR_INT(TSR_PL_SLOTS));
    }
    if (colour == TSR_PL_BLACK && projectl_black_left(d, s) == 0) {
        return tsr_say(out, PROJECTL_WHY_SECOND_BLACK);
    }
    return 0;
}

static int why_not_take(const projectl_data *d, const projectl_state *s, tsr_move m,
                        tsr_line *out) {
    int colour = tsr_move_byte(m, 1), place = tsr_move_byte(m, 2);
    int code = why_not_colour(d, s, colour, out);
    if (code) {
        return code;
    }
    if (place >= (d->solo ? TSR_PL_GRID : TSR_PL_ROW)) {
        return tsr_say(out, PROJECTL_WHY_NO_SUCH_PLACE,
                       TSR_INT(d->solo ? TSR_PL_GRID : TSR_PL_ROW));
    }
    if (d->solo) {
        return s->row[place] ? 0 : tsr_say(out, PROJECTL_WHY_SOLO_EMPTY, TSR_INT(place + 1));
    }
    if (!s->row[projectl_row_at(colour) + place]) {
        return tsr_say(out, PROJECTL_WHY_NOT_AVAILABLE, TSR_INT(place + 1), COLOUR(colour));
    }
    return 0;
}

static int why_not_top(const projectl_data *d, const projectl_state *s, tsr_move m, tsr_line *out) {
    int colour = tsr_move_byte(m, 1), code = why_not_colour(d, s, colour, out);
    if (code) {
        return code;
    }
    if (d->solo) {
        int left = projectl_deck(s, TSR_PL_WHITE) + projectl_deck(s, TSR_PL_BLACK);
        return left ? 0 : tsr_say(out, PROJECTL_WHY_SOLO_DECK);
    }
    return projectl_deck(s, colour) ? 0 : tsr_say(out, PROJECTL_WHY_DECK_EMPTY, COLOUR(colour));
}

static int row_count(const projectl_state *s, int colour) {
    int n = 0;
    for (int i = 0; i < TSR_PL_ROW; i++) {
        n += s->row[projectl_row_at(colour) + i] != 0;
    }
    return n;
}

static int why_not_recycle(const projectl_data *d, const projectl_state *s, tsr_move m,
                           tsr_line *out) {
    int colour = tsr_move_byte(m, 1);
    if (d->solo) {
        return tsr_say(out, PROJECTL_WHY_SOLO_RECYCLE);
    }
    return row_count(s, colour) ? 0 : tsr_say(out, PROJECTL_WHY_ROW_EMPTY, COLOUR(colour));
}

static int why_not_put(const projectl_state *s, tsr_move m, tsr_line *out) {
    int colour = s->recycling - 1, place = tsr_move_byte(m, 1);
    if (tsr_pl_move_kind(m) != TSR_PL_PUT) {
        return tsr_say(out, PROJECTL_WHY_ROW_UNFINISHED, TSR_INT(row_count(s, colour)),
                       COLOUR(colour));
    }
    if (place >= TSR_PL_ROW || !s->row[projectl_row_at(colour) + place]) {
        return tsr_say(out, PROJECTL_WHY_NOT_IN_ROW, TSR_INT(place + 1), COLOUR(colour));
    }
    return 0;
}

// --- Pieces ---------------------------------------------------------------------------------

static int why_not_basic(const projectl_data *d, const projectl_state *s, tsr_move m,
                         tsr_line *out) {
    int shape = tsr_move_byte(m, 1);
    uint32_t options = projectl_basic_options(d, s->reserve);
    if (options >> shape & 1) {
        return 0;
    }
    if (!options) {
        return tsr_say(out, PROJECTL_WHY_NO_BASIC, SHAPE(TSR_PL_O1));
    }
    int level = projectl_levels[projectl_lowest(options)];
    if (projectl_levels[shape] == level) {
        return tsr_say(out, PROJECTL_WHY_CHANGE_OUT, SHAPE(shape));
    }
    return tsr_say(out, PROJECTL_WHY_NOT_BASIC, TSR_INT(level), SHAPE(shape),
                   TSR_INT(projectl_levels[shape]));
}

static int why_not_upgrade(const projectl_state *s, tsr_move m, tsr_line *out) {
    int from = tsr_move_byte(m, 1), to = tsr_move_byte(m, 2), top = projectl_levels[from];
    uint32_t options = projectl_upgrade_options(s->reserve, from);
    if (!s->seat[s->player].pieces[from]) {
        return tsr_say(out, PROJECTL_WHY_NOT_OWNED, SHAPE(from));
    }
    if (options >> to & 1) {
        return 0;
    }
    if (from == to) {
        return tsr_say(out, PROJECTL_WHY_SAME_CHANGE, SHAPE(from));
    }
    if (!s->reserve[to]) {
        return tsr_say(out, PROJECTL_WHY_CHANGE_OUT, SHAPE(to));
    }
    for (uint32_t left = options; left; left &= left - 1) {
        int level = projectl_levels[projectl_lowest(left)];
        top = level > top ? level : top;
    }
    return tsr_say(out, PROJECTL_WHY_BAD_CHANGE, SHAPE(from), TSR_INT(top), SHAPE(to),
                   TSR_INT(projectl_levels[to]));
}

static int why_not_place(const projectl_data *d, const projectl_state *s, tsr_move m,
                         tsr_line *out) {
    const projectl_player *p = &s->seat[s->player];
    int shape = tsr_move_byte(m, 1), slot = tsr_move_byte(m, 2);
    uint32_t mask = tsr_pl_move_mask(m);
    int master = s->phase == TSR_PL_PHASE_MASTER;
    if (slot >= TSR_PL_SLOTS || !p->slot[slot].puzzle) {
        return tsr_say(out, PROJECTL_WHY_NO_PUZZLE, TSR_INT(slot + 1));
    }
    if (master && s->master_slots >> slot & 1) {
        return tsr_say(out, PROJECTL_WHY_MASTER_TWICE, TSR_INT(slot + 1));
    }
    if (!p->pieces[shape]) {
        return tsr_say(out, master ? PROJECTL_WHY_MASTER_PIECES : PROJECTL_WHY_NOT_OWNED,
                       SHAPE(shape));
    }
    if (m & PROJECTL_OVERHANG) {
        return tsr_say(out, PROJECTL_WHY_OVERHANG, SHAPE(shape), TSR_INT(slot + 1));
    }
    if (projectl_shape_of(&d->t, mask) != shape) {
        return tsr_say(out, PROJECTL_WHY_NOT_SHAPE, TSR_INT(projectl_bits(mask)), SHAPE(shape));
    }
    uint32_t outside = mask & ~projectl_puzzle(d, p->slot[slot].puzzle)->mask;
    uint32_t covered = mask & ~p->slot[slot].free;
    if (outside) {
        return tsr_say(out, PROJECTL_WHY_OUTSIDE, SHAPE(shape), CELL(projectl_lowest(outside)),
                       TSR_INT(slot + 1));
    }
    if (covered) {
        return tsr_say(out, PROJECTL_WHY_NO_FIT, SHAPE(shape), CELL(projectl_lowest(covered)),
                       TSR_INT(slot + 1));
    }
    return 0;
}

// --- By phase -------------------------------------------------------------------------------

static int why_not_begin_master(const projectl_data *d, const projectl_state *s, tsr_line *out) {
    if (s->master_used) {
        return tsr_say(out, PROJECTL_WHY_MASTER_USED);
    }
    if (!d->original && !projectl_can_place(d, s, s->player)) {
        return tsr_say(out, PROJECTL_WHY_MASTER_NOTHING);
    }
    return 0;
}

static int why_not_turn(const projectl_data *d, const projectl_state *s, tsr_move m,
                        tsr_line *out) {
    switch (tsr_pl_move_kind(m)) {
    case TSR_PL_TAKE: return why_not_take(d, s, m, out);
    case TSR_PL_TOP: return why_not_top(d, s, m, out);
    case TSR_PL_RECYCLE: return why_not_recycle(d, s, m, out);
    case TSR_PL_PUT: return tsr_say(out, PROJECTL_WHY_NO_RECYCLING);
    case TSR_PL_BASIC: return why_not_basic(d, s, m, out);
    case TSR_PL_UPGRADE: return why_not_upgrade(s, m, out);
    case TSR_PL_PLACE: return why_not_place(d, s, m, out);
    case TSR_PL_MASTER: return why_not_begin_master(d, s, out);
    case TSR_PL_DONE: return tsr_say(out, PROJECTL_WHY_NO_MASTER);
    case TSR_PL_REWARD: return tsr_say(out, PROJECTL_WHY_NO_REWARD);
    case TSR_PL_SKIP: return projectl_can_skip(d, s) ? 0 : tsr_say(out, PROJECTL_WHY_NO_SKIP);
    case TSR_PL_END: return tsr_say(out, PROJECTL_WHY_NO_TOUCHES, TSR_INT(s->round));
    default: return tsr_say(out, PROJECTL_WHY_NOT_A_MOVE);
    }
}

static int why_not_master(const projectl_data *d, const projectl_state *s, tsr_move m,
                          tsr_line *out) {
    switch (tsr_pl_move_kind(m)) {
    case TSR_PL_PLACE: return why_not_place(d, s, m, out);
    case TSR_PL_MASTER: return tsr_say(out, PROJECTL_WHY_MASTER_USED);
    case TSR_PL_DONE:
        return s->master_slots || d->original ? 0 : tsr_say(out, PROJECTL_WHY_MASTER_EMPTY);
    default: return tsr_say(out, PROJECTL_WHY_MASTER_OPEN);
    }
}

static int why_not_reward(const projectl_data *d, const projectl_state *s, tsr_move m,
                          tsr_line *out) {
    int shape = tsr_move_byte(m, 1), wanted = s->wanted - 1;
    if (tsr_pl_move_kind(m) != TSR_PL_REWARD) {
        return tsr_say(out, PROJECTL_WHY_REWARD_OPEN, SHAPE(wanted));
    }
    if (projectl_reward_options(d, s->reserve, wanted) >> shape & 1) {
        return 0;
    }
    return tsr_say(out, PROJECTL_WHY_NOT_REWARD, SHAPE(shape), SHAPE(wanted));
}

static int why_not_touch(const projectl_data *d, const projectl_state *s, tsr_move m,
                         tsr_line *out) {
    switch (tsr_pl_move_kind(m)) {
    case TSR_PL_PLACE: return why_not_place(d, s, m, out);
    case TSR_PL_END: return 0;
    default: return tsr_say(out, PROJECTL_WHY_TOUCHES_ONLY);
    }
}

int projectl_why_not(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_line *out) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = state;
    (void)who;
    if (!well_formed(m)) {
        return tsr_say(out, PROJECTL_WHY_NOT_A_MOVE);
    }
    switch ((tsr_pl_phase)s->phase) {
    case TSR_PL_PHASE_TURN: return why_not_turn(d, s, m, out);
    case TSR_PL_PHASE_RECYCLE: return why_not_put(s, m, out);
    case TSR_PL_PHASE_MASTER: return why_not_master(d, s, m, out);
    case TSR_PL_PHASE_REWARD: return why_not_reward(d, s, m, out);
    case TSR_PL_PHASE_TOUCH: return why_not_touch(d, s, m, out);
    case TSR_PL_PHASE_FIRST:
    case TSR_PL_PHASE_DRAW:
    case TSR_PL_PHASE_OVER: break; // nobody decides: core has refused already
    }
    return tsr_say(out, PROJECTL_WHY_NOT_A_MOVE);
}
