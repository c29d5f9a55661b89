// SPDX-License-Identifier: MIT
//
// TwixT: which states are sound.

#include "twixt/twixt.h"

static int is_good_peg(const tsr_rules *r, const twixt *s, int row, int col) {
    int cell = s->cell[twixt_at(row, col)], peg = cell & TWIXT_PEG;
    if (row >= twixt_size(r) || col >= twixt_size(r) || !peg) {
        return cell == 0;
    }
    return peg <= 2 && cell < TWIXT_LINK << TWIXT_STEPS && twixt_is_open(r, peg - 1, row, col);
}

static int is_good_link(const tsr_rules *r, const twixt *s, twixt_link k) {
    twixt_way way = twixt_ways[k.step];
    int peg = twixt_peg(r, s, k.row, k.col);
    return peg && twixt_peg(r, s, k.row + way.row, k.col + way.col) == peg &&
           !twixt_is_crossed(r, s, k, 2 - peg) &&
           (r->opt[TWIXT_LINKS] == TWIXT_CROSSING || !twixt_is_crossed(r, s, k, peg - 1));
}

static int why_bad_cell(const tsr_rules *r, const twixt *s, tsr_line *out) {
    for (int i = 0; i < TWIXT_CELLS; i++) {
        if (!is_good_peg(r, s, i / TWIXT_LARGEST, i % TWIXT_LARGEST)) {
            return tsr_say(out, BAD_PEG, TSR_CHAR('a' + i % TWIXT_LARGEST),
                           TSR_INT(twixt_size(r) - i / TWIXT_LARGEST));
        }
    }
    for (int i = 0; i < TWIXT_CELLS * TWIXT_STEPS; i++) {
        twixt_link k = {i / TWIXT_STEPS / TWIXT_LARGEST, i / TWIXT_STEPS % TWIXT_LARGEST,
                        i % TWIXT_STEPS};
        if (twixt_has_link(s, k) && !is_good_link(r, s, k)) {
            return tsr_say(out, BAD_LINK, TSR_CHAR('a' + k.col), TSR_INT(twixt_size(r) - k.row));
        }
    }
    return 0;
}

// Pegs are put in turn; after a swap the first of them is black.
static int do_pegs_fit(const twixt *s) {
    int red = 0, pegs = 0;
    for (int i = 0; i < TWIXT_CELLS; i++) {
        red += (s->cell[i] & TWIXT_PEG) == 1;
        pegs += (s->cell[i] & TWIXT_PEG) != 0;
    }
    int passed = !s->joining && !s->over;
    int player = pegs + s->swapped + !passed; // the last mover if the turn has not passed
    return pegs == s->pegs && red == (s->swapped ? pegs / 2 : (pegs + 1) / 2) &&
           s->player == player % 2;
}

static int does_last_fit(const tsr_rules *r, const twixt *s) {
    int last = s->last < TWIXT_CELLS ? s->cell[s->last] & TWIXT_PEG : 0;
    int passed = !s->joining && !s->over, mover = passed ? 1 - s->player : s->player;
    return s->pegs ? last == mover + 1 : s->last == 0 && !s->swapped && !s->joining && !s->over;
}

static int does_end_fit(const tsr_rules *r, const twixt *s) {
    twixt_link found[2 * TWIXT_STEPS];
    int won = s->over && s->winner == s->player;
    if (twixt_is_connected(r, s, s->player) != won || twixt_is_connected(r, s, 1 - s->player) ||
        (!won && s->winner != TSR_NOBODY)) {
        return 0;
    }
    if (s->joining) {
        return !s->over && twixt_exchanges(r, s, found) > 0;
    }
    return won ||
           (s->over ? !twixt_has_place(r, s, 1 - s->player) : twixt_has_place(r, s, s->player));
}

int twixt_check(const tsr_rules *r, const void *p, tsr_line *out) {
    const twixt *s = p;
    for (int i = 0; i < (int)sizeof s->pad; i++) {
        if (s->pad[i]) {
            return tsr_say(out, BAD_FILL);
        }
    }
    if (s->player > 1 || s->joining > 1 || s->over > 1 || s->swapped > r->opt[TWIXT_SWAP]) {
        return tsr_say(out, BAD_TURN);
    }
    if (why_bad_cell(r, s, out)) {
        return why_bad_cell(r, s, out);
    }
    int fits = do_pegs_fit(s) && does_last_fit(r, s) && does_end_fit(r, s);
    return tsr_say(out, fits ? 0 : BAD_TURN);
}
