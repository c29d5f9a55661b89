// SPDX-License-Identifier: MIT
//
// TwixT: moves and positions as text. A position is its rows from the top, who plays, the last peg,
// and the links by their two ends:
//
//     ..R.../....../.B..../...... black last c6 links c6d4

#include <string.h>

#include <tessera/text.h>

#include "twixt/twixt.h"

static const char pegs[] = ".RB";

static void put_cell(const tsr_rules *r, tsr_out *o, int row, int col) {
    tsr_put_char(o, (char)('a' + col % 26));
    tsr_put_int(o, twixt_size(r) - row);
}

int twixt_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf, size_t cap) {
    int kind = tsr_move_byte(m, 0);
    tsr_out o = tsr_out_to(buf, cap);
    if (kind == TWIXT_DONE || kind == TWIXT_TURN_ROUND) {
        tsr_put(&o, kind == TWIXT_DONE ? "done" : "swap");
    } else {
        tsr_put(&o, kind == TWIXT_JOIN ? "+" : "");
        put_cell(r, &o, tsr_move_byte(m, 1), tsr_move_byte(m, 2));
    }
    return tsr_out_end(&o);
}

static void put_links(const tsr_rules *r, tsr_out *o, const twixt *s) {
    const char *before = " links ";
    for (int i = 0; i < TWIXT_CELLS * TWIXT_STEPS; i++) {
        int row = i / TWIXT_STEPS / TWIXT_LARGEST, col = i / TWIXT_STEPS % TWIXT_LARGEST;
        twixt_link k = {row, col, i % TWIXT_STEPS};
        if (twixt_has_link(s, k)) {
            tsr_put(o, before);
            put_cell(r, o, row, col);
            put_cell(r, o, row + twixt_ways[k.step].row, col + twixt_ways[k.step].col);
            before = ",";
        }
    }
}

int twixt_text(const tsr_rules *r, const void *p, char *buf, size_t cap) {
    const twixt *s = p;
    tsr_out o = tsr_out_to(buf, cap);
    for (int row = 0; row < twixt_size(r); row++) {
        tsr_put(&o, row ? "/" : "");
        for (int col = 0; col < twixt_size(r); col++) {
            tsr_put_char(&o, pegs[twixt_peg(r, s, row, col) % 3]);
        }
    }
    tsr_put(&o, s->player ? " black" : " red");
    tsr_put(&o, s->joining ? " joining" : s->over ? s->winner < 2 ? " won" : " drawn" : "");
    tsr_put(&o, s->swapped ? " swapped" : "");
    if (s->pegs) {
        tsr_put(&o, " last ");
        put_cell(r, &o, s->last / TWIXT_LARGEST, s->last % TWIXT_LARGEST);
    }
    put_links(r, &o, s);
    return tsr_out_end(&o);
}

static int take_rows(const tsr_rules *r, tsr_in *in, twixt *s) {
    for (int i = 0; i < twixt_size(r) * twixt_size(r); i++) {
        int row = i / twixt_size(r), col = i % twixt_size(r);
        if (row && !col && !tsr_take_char(in, '/')) {
            return 0;
        }
        const char *found = *in->at ? strchr(pegs, *in->at) : NULL;
        if (!found) {
            return 0;
        }
        in->at++;
        s->cell[twixt_at(row, col)] = (uint8_t)(found - pegs);
        s->pegs = (uint16_t)(s->pegs + (found != pegs));
    }
    return 1;
}

static int take_cell(const tsr_rules *r, tsr_in *in, int *row, int *col) {
    int64_t number;
    int letter = *in->at - 'a';
    if (letter < 0 || letter >= twixt_size(r)) {
        return 0;
    }
    in->at++;
    if (!tsr_take_int(in, 1, twixt_size(r), &number)) {
        return 0;
    }
    *row = twixt_size(r) - (int)number;
    *col = letter;
    return 1;
}

// Any hole is read, so that it can be said why no peg may be put there.
tsr_err twixt_move_parse(const tsr_rules *r, const void *p, int who, const char *text,
                         tsr_move *out) {
    tsr_in in = tsr_in_from(text);
    int row, col, kind = tsr_take_char(&in, '+') ? TWIXT_JOIN : TWIXT_PUT;
    if (strcmp(text, "done") == 0 || strcmp(text, "swap") == 0) {
        *out = text[0] == 'd' ? TWIXT_DONE : TWIXT_TURN_ROUND;
        return TSR_OK;
    }
    if (!take_cell(r, &in, &row, &col) || !tsr_at_end(&in)) {
        return TSR_ERR_PARSE;
    }
    *out = tsr_move_of(kind, row, col, 0, 0);
    return TSR_OK;
}

static int take_links(const tsr_rules *r, tsr_in *in, twixt *s) {
    do {
        int row, col, row2, col2;
        twixt_link k;
        if (!take_cell(r, in, &row, &col) || !take_cell(r, in, &row2, &col2) ||
            !twixt_between(row, col, row2, col2, &k) || k.row != row || twixt_has_link(s, k)) {
            return 0;
        }
        s->cell[twixt_at(k.row, k.col)] |= (uint8_t)(TWIXT_LINK << k.step);
    } while (tsr_take_char(in, ','));
    return 1;
}

static void take_state(tsr_in *in, twixt *s) {
    s->joining = (uint8_t)tsr_take(in, " joining");
    int won = !s->joining && tsr_take(in, " won");
    s->over = (uint8_t)(won || (!s->joining && tsr_take(in, " drawn")));
    s->winner = won ? s->player : TSR_NOBODY;
    s->swapped = (uint8_t)tsr_take(in, " swapped");
}

static int take_all(const tsr_rules *r, tsr_in *in, twixt *s) {
    int row, col;
    if (!take_rows(r, in, s)) {
        return 0;
    }
    s->player = (uint8_t)tsr_take(in, " black");
    if (!s->player && !tsr_take(in, " red")) {
        return 0;
    }
    take_state(in, s);
    if (s->pegs) {
        if (!tsr_take(in, " last ") || !take_cell(r, in, &row, &col)) {
            return 0;
        }
        s->last = (uint16_t)twixt_at(row, col);
    }
    return (!tsr_take(in, " links ") || take_links(r, in, s)) && tsr_at_end(in);
}

tsr_err twixt_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    tsr_in in = tsr_in_from(t);
    twixt s = {0};
    if (!take_all(r, &in, &s)) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                           "a position is rows of pegs, the player, the last peg and the links");
    }
    if (twixt_check(r, &s, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "the pegs, the links and the turn do not fit together");
    }
    memcpy(out, &s, sizeof s);
    return TSR_OK;
}
