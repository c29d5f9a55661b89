// SPDX-License-Identifier: MIT
// Position text and the check of positions.
//
//     X_O/_X_/__O player 1 round 5
//     .XX./X__X/.XX. player 1 round 3 ply 7 quiet 2 stamp 1 shots=1,0 reserve=2A9b won 2
//
// Rows from the top, '.' where there is no cell. Players count from 1, "chance"
// is on turn before a draw. Counters are written only where they are not what
// one expects: `ply` is round - 1 (round, once the game is over), `quiet` 0, `stamp`
// round - 1 (0 for one player). Then the extra numbers, the reserve as a count
// and a letter (no count: 1; "-": none), and how it ended: won N, drawn or lost.
#include "grid/kit.h"

#include <stdarg.h>
#include <stdio.h>

#include <tessera/text.h>

static int usual_ply(const tsr_grid *b) {
    return b->round - 1 + b->over;
}

static int usual_stamp(const tsr_rules *r, const tsr_grid *b) {
    return r->players == 1 ? 0 : b->round - 1;
}

// --- Writing -----------------------------------------------------------------

static void put_rows(tsr_out *o, const tsr_grid *b) {
    for (int row = 0; row < b->height; row++) {
        if (row) {
            tsr_put_char(o, '/');
        }
        for (int col = 0; col < b->width; col++) {
            char c = tsr_grid_at(b, row, col);
            tsr_put_char(o, c == TSR_GRID_NO_CELL ? '.' : c);
        }
    }
}

static void put_counters(tsr_out *o, const tsr_rules *r, const tsr_grid *b) {
    if (b->player == TSR_CHANCE) {
        tsr_put(o, " player chance");
    } else {
        tsr_putf(o, " player %d", b->player + 1);
    }
    tsr_putf(o, " round %d", b->round);
    if (b->ply != usual_ply(b)) {
        tsr_putf(o, " ply %d", b->ply);
    }
    if (b->quiet) {
        tsr_putf(o, " quiet %d", b->quiet);
    }
    if (b->stamp != usual_stamp(r, b)) {
        tsr_putf(o, " stamp %d", b->stamp);
    }
}

static void put_extras(tsr_out *o, const grid_kit *k, const tsr_grid *b) {
    int at = 0;
    for (int i = 0; i < k->def.extra_count; i++) {
        tsr_putf(o, " %s=", k->def.extras[i].name);
        for (int j = 0; j < k->def.extras[i].count; j++) {
            tsr_putf(o, "%s%d", j ? "," : "", tsr_grid_get_extra(b, at++));
        }
    }
}

static void put_reserve(tsr_out *o, const grid_kit *k, const tsr_grid *b) {
    int any = 0;
    tsr_put(o, " reserve=");
    for (int i = 0; i < k->def.piece_count; i++) {
        int n = tsr_grid_get_extra(b, k->extras + i);
        if (n > 1) {
            tsr_put_int(o, n);
        }
        if (n > 0) {
            tsr_put_char(o, k->def.pieces[i].letter);
            any = 1;
        }
    }
    if (!any) {
        tsr_put_char(o, '-');
    }
}

int tsr_grid_text(const tsr_rules *r, const void *s, char *buf, size_t cap) {
    const grid_kit *k = kit_of(r);
    const tsr_grid *b = s;
    tsr_out o = tsr_out_to(buf, cap);
    put_rows(&o, b);
    put_counters(&o, r, b);
    put_extras(&o, k, b);
    if (k->def.flags & TSR_GRID_RESERVES) {
        put_reserve(&o, k, b);
    }
    if (b->over && b->winner == TSR_NOBODY) {
        tsr_put(&o, r->players == 1 ? " lost" : " drawn");
    } else if (b->over) {
        tsr_putf(&o, " won %d", b->winner + 1);
    }
    return tsr_out_end(&o);
}

// --- Reading -----------------------------------------------------------------

static tsr_err TSR_PRINTF(3, 4)
    fail_here(const tsr_in *in, tsr_error *err, const char *format, ...) {
    char words[160];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(words, sizeof words, format, args);
    va_end(args);
    return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(in), "%s", words);
}

static tsr_err read_row(const tsr_rules *r, tsr_in *in, tsr_grid *b, int row, tsr_error *err) {
    const grid_kit *k = kit_of(r);
    for (int col = 0; col < b->width; col++) {
        char c = *in->at;
        if (c == '\0' || c == ' ' || c == '/') {
            return fail_here(in, err, "row %d ends after %d cells, the board has %d columns", row,
                             col, b->width);
        }
        if (c != TSR_GRID_FREE && c != '.' && !k->index_of[(unsigned char)c]) {
            return fail_here(in, err, "%s has no piece of this letter", r->g.name);
        }
        tsr_grid_set(b, row, col, c == '.' ? TSR_GRID_NO_CELL : c);
        in->at++;
    }
    return TSR_OK;
}

static tsr_err read_rows(const tsr_rules *r, tsr_in *in, tsr_grid *b, tsr_error *err) {
    for (int row = 0; row < b->height; row++) {
        if (row && !tsr_take_char(in, '/')) {
            return *in->at == ' ' || *in->at == '\0'
                       ? fail_here(in, err, "only %d rows, the board has %d", row, b->height)
                       : fail_here(in, err, "this row is longer than the board is wide");
        }
        tsr_err e = read_row(r, in, b, row, err);
        if (e) {
            return e;
        }
    }
    if (*in->at != ' ' && *in->at != '\0') {
        return fail_here(in, err,
                         *in->at == '/' ? "more rows than the board has"
                                        : "this row is longer than the board is wide");
    }
    return TSR_OK;
}

// Takes " word" followed by a blank; the number comes next.
static int take_key(tsr_in *in, const char *key) {
    tsr_in try = *in;
    if (!tsr_take_char(&try, ' ') || !tsr_take(&try, key) || !tsr_take_char(&try, ' ')) {
        return 0;
    }
    *in = try;
    return 1;
}

// " key N", if it is there; else *value stays.
static tsr_err read_number(tsr_in *in, const char *key, int min, int max, int *value,
                           tsr_error *err) {
    int64_t v;
    if (!take_key(in, key)) {
        return TSR_OK;
    }
    if (!tsr_take_int(in, min, max, &v)) {
        return fail_here(in, err, "%s is a number from %d to %d", key, min, max);
    }
    *value = (int)v;
    return TSR_OK;
}

static tsr_err read_player(const tsr_rules *r, tsr_in *in, tsr_grid *b, tsr_error *err) {
    int player = 1;
    if (tsr_take(in, " player chance")) {
        b->player = TSR_CHANCE;
        return TSR_OK;
    }
    tsr_err e = read_number(in, "player", 1, r->players, &player, err);
    if (!e) {
        b->player = (uint8_t)(player - 1);
    }
    return e;
}

// Counters that were left out, -1 here, get their usual values at the end.
typedef struct counters {
    int round, ply, quiet, stamp;
} counters;

static tsr_err read_counters(tsr_in *in, counters *c, tsr_error *err) {
    tsr_err e = read_number(in, "round", 1, UINT16_MAX, &c->round, err);
    if (!e) {
        e = read_number(in, "ply", 0, UINT16_MAX, &c->ply, err);
    }
    if (!e) {
        e = read_number(in, "quiet", 0, UINT16_MAX, &c->quiet, err);
    }
    return e ? e : read_number(in, "stamp", 0, UINT16_MAX, &c->stamp, err);
}

static void set_counters(const tsr_rules *r, tsr_grid *b, const counters *c) {
    b->round = (uint16_t)c->round;
    b->ply = (uint16_t)(c->ply >= 0 ? c->ply : usual_ply(b));
    b->quiet = (uint16_t)c->quiet;
    b->stamp = (uint16_t)(c->stamp >= 0 ? c->stamp : usual_stamp(r, b));
}

static tsr_err read_extra(tsr_in *in, const tsr_grid_extra *extra, tsr_grid *b, int at,
                          tsr_error *err) {
    if (!tsr_take_char(in, ' ') || !tsr_take(in, extra->name) || !tsr_take_char(in, '=')) {
        return fail_here(in, err, "'%s=' is expected here", extra->name);
    }
    for (int j = 0; j < extra->count; j++) {
        int64_t v;
        if ((j && !tsr_take_char(in, ',')) || !tsr_take_int(in, extra->min, extra->max, &v)) {
            return fail_here(in, err, "%s= wants %d number%s from %d to %d", extra->name,
                             extra->count, extra->count == 1 ? "" : "s", extra->min, extra->max);
        }
        tsr_grid_set_extra(b, at + j, (int)v);
    }
    return TSR_OK;
}

static tsr_err read_extras(const grid_kit *k, tsr_in *in, tsr_grid *b, tsr_error *err) {
    int at = 0;
    for (int i = 0; i < k->def.extra_count; i++) {
        tsr_err e = read_extra(in, &k->def.extras[i], b, at, err);
        if (e) {
            return e;
        }
        at += k->def.extras[i].count;
    }
    return TSR_OK;
}

static tsr_err read_reserve(const grid_kit *k, tsr_in *in, tsr_grid *b, tsr_error *err) {
    if (!tsr_take(in, " reserve=")) {
        return fail_here(in, err, "'reserve=' is expected here");
    }
    for (int i = 0; i < k->def.piece_count; i++) {
        tsr_grid_set_extra(b, k->extras + i, 0);
    }
    if (tsr_take_char(in, '-')) {
        return TSR_OK;
    }
    while (*in->at && *in->at != ' ') {
        int64_t n = 1;
        int counted = *in->at >= '0' && *in->at <= '9';
        if (counted && !tsr_take_int(in, 2, INT16_MAX, &n)) {
            return fail_here(in, err, "a count in the reserve is 2 or more");
        }
        int i = k->index_of[(unsigned char)*in->at];
        if (!i || tsr_grid_get_extra(b, k->extras + i - 1)) {
            return fail_here(in, err,
                             i ? "this piece was counted already"
                               : "a piece of the game is expected here");
        }
        tsr_grid_set_extra(b, k->extras + i - 1, (int)n);
        in->at++;
    }
    return TSR_OK;
}

static tsr_err read_end(const tsr_rules *r, tsr_in *in, tsr_grid *b, tsr_error *err) {
    int winner = 0;
    if (tsr_take(in, r->players == 1 ? " lost" : " drawn")) {
        b->over = 1;
        return TSR_OK;
    }
    tsr_err e = read_number(in, "won", 1, r->players, &winner, err);
    if (!e && winner) {
        b->over = 1;
        b->winner = (uint8_t)(winner - 1);
    }
    return e;
}

static tsr_err read_position(const tsr_rules *r, tsr_in *in, tsr_grid *b, tsr_error *err) {
    const grid_kit *k = kit_of(r);
    counters c = {.round = 1, .ply = -1, .quiet = 0, .stamp = -1};
    tsr_err e = read_rows(r, in, b, err);
    if (!e) {
        e = read_player(r, in, b, err);
    }
    if (!e) {
        e = read_counters(in, &c, err);
    }
    if (!e) {
        e = read_extras(k, in, b, err);
    }
    if (!e && (k->def.flags & TSR_GRID_RESERVES)) {
        e = read_reserve(k, in, b, err);
    }
    if (!e) {
        e = read_end(r, in, b, err);
    }
    if (!e && !tsr_at_end(in)) {
        e = fail_here(in, err, "this does not belong to a position");
    }
    if (!e) {
        set_counters(r, b, &c);
    }
    return e;
}

tsr_err tsr_grid_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err) {
    // As large as the largest board with the most extra numbers and reserves.
    union {
        tsr_grid board;
        uint64_t align;
        char bytes[sizeof(tsr_grid) + TSR_GRID_MAX_SIDE * TSR_GRID_MAX_SIDE +
                   2 * (TSR_GRID_MAX_EXTRAS + TSR_GRID_MAX_PIECES) + 8];
    } state;
    tsr_in in = tsr_in_from(text);
    tsr_grid *b = &state.board;
    tsr_grid_init(r, b);
    b->over = 0;
    b->winner = TSR_NOBODY;
    tsr_err e = read_position(r, &in, b, err);
    if (e) {
        return e;
    }
    tsr_line why;
    if (tsr_grid_check(r, b, &why)) {
        char words[160];
        tsr_line_text(r, &why, NULL, words, sizeof words);
        return tsr_fail(err, TSR_ERR_PARSE, "not a possible position: %s", words);
    }
    memcpy(out, b, r->state_size);
    return TSR_OK;
}

// --- Checking ----------------------------------------------------------------

static int check_header(const tsr_rules *r, const tsr_grid *b, tsr_line *out) {
    const grid_kit *k = kit_of(r);
    int chance = b->player == TSR_CHANCE && k->def.max_chance > 0;
    if (b->height != k->def.height || b->width != k->def.width) {
        return tsr_say(out, TSR_GRID_BAD_SHAPE, TSR_INT(k->def.height), TSR_INT(k->def.width));
    }
    if (b->player >= r->players && !chance) {
        return tsr_say(out, TSR_GRID_BAD_PLAYER);
    }
    if (b->over > 1 || (b->winner != TSR_NOBODY && (!b->over || b->winner >= r->players))) {
        return tsr_say(out, TSR_GRID_BAD_END);
    }
    if (b->pad || b->pad2) {
        return tsr_say(out, TSR_GRID_BAD_FILL);
    }
    int open = !b->over;
    if (b->round == 0 || b->ply > k->def.ply_limit || (open && b->ply == k->def.ply_limit) ||
        b->quiet > b->ply || (!k->def.quiet_limit && b->quiet) ||
        (k->def.quiet_limit && b->quiet + open > k->def.quiet_limit)) {
        return tsr_say(out, TSR_GRID_BAD_COUNT);
    }
    return tsr_say(out, 0);
}

// Holes are where the start has them; everything else is free or a known piece.
static int check_cells(const grid_kit *k, const tsr_grid *b, tsr_line *out) {
    const char *cells = tsr_grid_cells(b), *start = tsr_grid_cells(k->start);
    for (int i = 0; i < k->cells; i++) {
        int hole = start[i] == TSR_GRID_NO_CELL;
        int known = cells[i] == TSR_GRID_FREE || k->index_of[(unsigned char)cells[i]];
        if (hole ? cells[i] != TSR_GRID_NO_CELL : !known) {
            return tsr_say(out, TSR_GRID_BAD_CELL, TSR_CELL(i / b->width, i % b->width));
        }
    }
    return tsr_say(out, 0);
}

static int check_numbers(const grid_kit *k, const tsr_grid *b, tsr_line *out) {
    int at = 0;
    for (int i = 0; i < k->def.extra_count; i++) {
        for (int j = 0; j < k->def.extras[i].count; j++, at++) {
            int v = tsr_grid_get_extra(b, at);
            if (v < k->def.extras[i].min || v > k->def.extras[i].max) {
                return tsr_say(out, TSR_GRID_BAD_EXTRA, TSR_INT(at));
            }
        }
    }
    for (int i = 0; (k->def.flags & TSR_GRID_RESERVES) && i < k->def.piece_count; i++) {
        if (tsr_grid_get_extra(b, k->extras + i) < 0) {
            return tsr_say(out, TSR_GRID_BAD_RESERVE, TSR_CHAR(k->def.pieces[i].letter));
        }
    }
    return tsr_say(out, 0);
}

static int all_zero(const char *from, const char *to) {
    for (; from < to; from++) {
        if (*from) {
            return 0;
        }
    }
    return 1;
}

static int check_fill(const tsr_rules *r, const tsr_grid *b, tsr_line *out) {
    const grid_kit *k = kit_of(r);
    const char *cells = tsr_grid_cells(b);
    size_t numbers =
        (size_t)k->extras + (k->def.flags & TSR_GRID_RESERVES ? k->def.piece_count : 0u);
    const char *extras = cells + tsr_grid_cell_bytes(b);
    const char *end = (const char *)b + r->state_size;
    if (!all_zero(cells + k->cells, extras) || !all_zero(extras + 2 * numbers, end)) {
        return tsr_say(out, TSR_GRID_BAD_FILL);
    }
    return tsr_say(out, 0);
}

int tsr_grid_check(const tsr_rules *r, const void *s, tsr_line *out) {
    const grid_kit *k = kit_of(r);
    const tsr_grid *b = s;
    int code = check_header(r, b, out);
    if (!code) {
        code = check_cells(k, b, out);
    }
    if (!code) {
        code = check_numbers(k, b, out);
    }
    if (!code) {
        code = check_fill(r, b, out);
    }
    if (!code && k->def.check) {
        code = k->def.check(r, b, out);
    }
    if (!code && !b->over && b->player != TSR_CHANCE && !tsr_grid_can_move(r, b)) {
        code = tsr_say(out, TSR_GRID_STUCK, TSR_PLAYER(b->player));
    }
    return code;
}
