// SPDX-License-Identifier: MIT
//
// Dark chess: moves and positions as text. A position is the board from the top (? is fog), who moves, the rights of
// White and of Black (? where they are not known), the square that a pawn has passed, the turns without a capture, all
// turns, the men that were lost, and how it ended:
//
//     rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQ kq - 1 2 -

#include <string.h>

#include <tessera/text.h>

#include "darkchess/darkchess.h"

static const char signs[] = ".PNBRQKpnbrqk?";
static const char *const ends[] = {"", " white", " black", " draw"};

static void put_square(tsr_out *o, int square) {
    tsr_putf(o, "%c%d", 'a' + square % 8, dark_row(square) + 1);
}

// --- Moves -------------------------------------------------------------------

// What is seen: ?e4P a pawn on e4, e2- an empty square, xNc3 the knight that was lost on c3.
static int glimpse_text(tsr_move m, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    int loss = (int)(m >> DARK_LOSS_AT & 7), place = (int)(m >> DARK_PLACE_AT & 127);
    tsr_put_char(&o, '?');
    for (int i = 0; i < (int)(m >> DARK_COUNT_AT & 7); i++) {
        int change = (int)(m >> (DARK_CHANGES_AT + DARK_CHANGE_BITS * i) & 1023);
        put_square(&o, change >> 4);
        tsr_put_char(&o, change & 15 ? signs[change & 15] : '-');
    }
    if (loss) {
        tsr_putf(&o, "x%c", signs[loss]);
    }
    if (loss && place) {
        put_square(&o, place - 1);
    }
    return tsr_out_end(&o);
}

int dark_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf, size_t cap) {
    if (m & TSR_HIDDEN) {
        return glimpse_text(m, buf, cap);
    }
    tsr_out o = tsr_out_to(buf, cap);
    put_square(&o, tsr_move_byte(m, 1) % DARK_SQUARES);
    put_square(&o, tsr_move_byte(m, 2) % DARK_SQUARES);
    if (tsr_move_byte(m, 3)) {
        tsr_put_char(&o, signs[DARK_KINDS + tsr_move_byte(m, 3) % DARK_KINDS]);
    }
    return tsr_out_end(&o);
}

int dark_action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out) {
    int becomes = tsr_move_byte(m, 3);
    out[0] = (uint32_t)(tsr_move_byte(m, 1) * DARK_SQUARES + tsr_move_byte(m, 2));
    if (becomes) {
        out[1] = (uint32_t)(DARK_BECOMES + becomes);
    }
    return becomes ? 2 : 1;
}

int dark_action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    if (number >= DARK_BECOMES) {
        tsr_putf(&o, "becomes %c", signs[(number - DARK_BECOMES) % (DARK_KINDS + 1)]);
    } else {
        put_square(&o, (int)number / DARK_SQUARES);
        put_square(&o, (int)number % DARK_SQUARES);
    }
    return tsr_out_end(&o);
}

// --- Positions ---------------------------------------------------------------

static void put_board(tsr_out *o, const dark *s) {
    for (int row = 7; row >= 0; row--) {
        int empty = 0;
        for (int col = 0; col < 8; col++) {
            int man = s->board[8 * row + col];
            empty += !man;
            if (empty && (man || col == 7)) {
                tsr_put_int(o, empty);
                empty = 0;
            }
            if (man) {
                tsr_put_char(o, signs[man]);
            }
        }
        tsr_put(o, row ? "/" : " ");
    }
}

static void put_rights(tsr_out *o, int rights, int black) {
    if (rights == DARK_UNKNOWN || !rights) {
        tsr_put(o, rights ? "? " : "- ");
        return;
    }
    tsr_put(o, rights & DARK_SHORT ? black ? "k" : "K" : "");
    tsr_put(o, rights & DARK_LONG ? black ? "q" : "Q" : "");
    tsr_put_char(o, ' ');
}

static void put_lost(tsr_out *o, const dark *s) {
    int n = 0;
    for (int man = 1; man < DARK_FOG; man++) {
        for (int i = 0; i < s->lost[dark_owner(man)][dark_kind(man) - 1]; i++) {
            tsr_put_char(o, signs[man]);
            n++;
        }
    }
    tsr_put(o, n ? "" : "-");
}

int dark_text(const tsr_rules *r, const void *p, char *buf, size_t cap) {
    const dark *s = p;
    tsr_out o = tsr_out_to(buf, cap);
    put_board(&o, s);
    tsr_put(&o, s->player ? "b " : "w ");
    put_rights(&o, s->rights[0], 0);
    put_rights(&o, s->rights[1], 1);
    if (s->passed) {
        put_square(&o, s->passed);
    } else {
        tsr_put_char(&o, '-');
    }
    tsr_putf(&o, " %d %d ", s->quiet, s->turns);
    put_lost(&o, s);
    tsr_put(&o, ends[s->over]);
    return tsr_out_end(&o);
}

// --- Reading -----------------------------------------------------------------

static int sign_of(char c) {
    const char *at = c && c != '.' ? strchr(signs, c) : NULL;
    return at ? (int)(at - signs) : -1;
}

static int take_row(tsr_in *in, uint8_t *row) {
    int col = 0;
    while (col < 8) {
        int man = sign_of(*in->at), digit = *in->at - '0';
        if (man < 0 && (digit < 1 || digit > 8 - col)) {
            return 0;
        }
        if (man >= 0) {
            row[col] = (uint8_t)man;
        }
        col += man >= 0 ? 1 : digit;
        in->at++;
    }
    return 1;
}

static int take_board(tsr_in *in, dark *s) {
    for (int row = 7; row >= 0; row--) {
        if (!take_row(in, s->board + 8 * row) || !tsr_take_char(in, row ? '/' : ' ')) {
            return 0;
        }
    }
    return 1;
}

static int take_rights(tsr_in *in, uint8_t *out, const char *words) {
    if (tsr_take_char(in, '?')) {
        *out = DARK_UNKNOWN;
    } else if (!tsr_take_char(in, '-')) {
        *out = (uint8_t)(tsr_take_char(in, words[0]) ? DARK_SHORT : 0);
        *out |= (uint8_t)(tsr_take_char(in, words[1]) ? DARK_LONG : 0);
    }
    return tsr_take_char(in, ' ');
}

static int take_passed(tsr_in *in, uint8_t *out) {
    int col = *in->at - 'a', row = col >= 0 && col < 8 ? in->at[1] - '1' : -1;
    if (tsr_take_char(in, '-')) {
        return tsr_take_char(in, ' ');
    }
    if (row < 0 || row > 7) {
        return 0;
    }
    *out = (uint8_t)(8 * row + col);
    in->at += 2;
    return *out && tsr_take_char(in, ' ');
}

static int take_lost(tsr_in *in, dark *s) {
    if (tsr_take_char(in, '-')) {
        return 1;
    }
    int n = 0;
    for (int man; (man = sign_of(*in->at)) > 0 && man < DARK_FOG && n < 2 * DARK_MEN; n++) {
        s->lost[dark_owner(man)][dark_kind(man) - 1]++;
        in->at++;
    }
    return n > 0;
}

static int take_all(tsr_in *in, dark *s) {
    int64_t quiet, turns;
    if (!take_board(in, s)) {
        return 0;
    }
    s->player = *in->at == 'b';
    if (!(tsr_take(in, "w ") || tsr_take(in, "b ")) || !take_rights(in, &s->rights[0], "KQ") ||
        !take_rights(in, &s->rights[1], "kq") || !take_passed(in, &s->passed) ||
        !tsr_take_int(in, 0, DARK_QUIET, &quiet) || !tsr_take_char(in, ' ') ||
        !tsr_take_int(in, 0, DARK_MOST_PLIES, &turns) || !tsr_take_char(in, ' ') ||
        !take_lost(in, s)) {
        return 0;
    }
    s->quiet = (uint8_t)quiet;
    s->turns = (uint16_t)turns;
    for (int i = DARK_WHITE_WON; i <= DARK_DRAWN; i++) {
        s->over = (uint8_t)(tsr_take(in, ends[i]) ? i : s->over);
    }
    return tsr_at_end(in);
}

tsr_err dark_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    tsr_in in = tsr_in_from(t);
    dark s = {0};
    tsr_line why;
    if (!take_all(&in, &s)) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                           "a position is the board, who moves, rights to castle, a square that a "
                           "pawn passed, two numbers and the men that were lost");
    }
    if (dark_check(r, &s, &why)) {
        return tsr_fail(err, TSR_ERR_PARSE, "%s", r->lines[why.code]);
    }
    *(dark *)out = s;
    return TSR_OK;
}
