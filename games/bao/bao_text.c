// SPDX-License-Identifier: MIT
//
// Bao for beginners: pits by name, moves and positions as text, and the picture. North's pits are rows 4 and 3,
// South's 2 and 1, and columns are a to h from South's left. A position is the four rows from the top, who plays and
// which turn it is:
//
//     2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 South 1

#include <string.h>

#include <tessera/text.h>

#include "bao/bao.h"

enum { ROWS = 4 };

// --- Pits --------------------------------------------------------------------

// A player's pit as a row from the top and a column, and back.
static int row_of(int who, int pit) {
    return who ? (pit < BAO_ROW ? 1 : 0) : (pit < BAO_ROW ? 2 : 3);
}

static int column_of(int who, int pit) {
    int from_left = pit < BAO_ROW ? pit : BAO_PITS - 1 - pit;
    return who ? BAO_ROW - 1 - from_left : from_left;
}

static int pit_at(int row, int column) {
    int who = row < 2, front = row == 1 || row == 2;
    int from_left = who ? BAO_ROW - 1 - column : column;
    return front ? from_left : BAO_PITS - 1 - from_left;
}

// --- Moves -------------------------------------------------------------------

tsr_move bao_move_of(int pit, int way) {
    return tsr_move_of(BAO_SOW, pit, way, 0, 0);
}

int bao_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf, size_t cap) {
    int pit = tsr_move_byte(m, 1) % BAO_PITS, to = bao_next(pit, tsr_move_byte(m, 2));
    return snprintf(buf, cap, "%c%d%c%d", 'a' + column_of(who, pit), ROWS - row_of(who, pit),
                    'a' + column_of(who, to), ROWS - row_of(who, to));
}

// The row of a cell like c2, and its column; -1 = there is none.
static int take_cell(const char *text, int *column) {
    *column = text[0] - 'a';
    int row = text[0] ? ROWS - (text[1] - '0') : -1;
    return *column >= 0 && *column < BAO_ROW && row >= 0 && row < ROWS ? row : -1;
}

// Moves that are not allowed are read, too, so that they can be refused with a reason.
tsr_err bao_move_parse(const tsr_rules *r, const void *p, int who, const char *text,
                       tsr_move *out) {
    int column, other, row = take_cell(text, &column);
    int to = row < 0 ? -1 : take_cell(text + 2, &other);
    if (to < 0 || text[4]) {
        return TSR_ERR_PARSE;
    }
    int mine = (row < 2) == who, pit = pit_at(row, column), next = pit_at(to, other);
    int same = (to < 2) == (row < 2);
    int way = same && next == bao_next(pit, BAO_FORWARD)    ? BAO_FORWARD
              : same && next == bao_next(pit, BAO_BACKWARD) ? BAO_BACKWARD
                                                            : BAO_FORWARD + 1;
    *out = bao_move_of(mine ? pit : BAO_PITS, way);
    return TSR_OK;
}

// --- Positions ---------------------------------------------------------------

int bao_text(const tsr_rules *r, const void *p, char *buf, size_t cap) {
    const bao *s = p;
    tsr_out o = tsr_out_to(buf, cap);
    for (int i = 0; i < ROWS * BAO_ROW; i++) {
        int row = i / BAO_ROW, column = i % BAO_ROW;
        tsr_put(&o, i == 0 ? "" : column ? "," : "/");
        tsr_put_int(&o, s->pit[row < 2][pit_at(row, column)]);
    }
    tsr_putf(&o, " %s %d", s->player ? "North" : "South", s->turns + 1);
    return tsr_out_end(&o);
}

static int take_seeds(tsr_in *in, bao *s) {
    for (int i = 0; i < ROWS * BAO_ROW; i++) {
        int64_t n;
        int row = i / BAO_ROW, column = i % BAO_ROW;
        if ((i && !tsr_take_char(in, column ? ',' : '/')) || !tsr_take_int(in, 0, BAO_SEEDS, &n)) {
            return 0;
        }
        s->pit[row < 2][pit_at(row, column)] = (uint8_t)n;
    }
    return 1;
}

static int is_front_empty(const bao *s, int who) {
    static const uint8_t none[BAO_ROW];
    return !memcmp(s->pit[who], none, sizeof none);
}

// Who has won; it was the other one's turn before.
static int winner_of(const bao *s) {
    int before = 1 - s->player;
    if (is_front_empty(s, s->player) || (!is_front_empty(s, before) && !bao_can_move(s))) {
        return before;
    }
    return is_front_empty(s, before) ? s->player : s->turns == BAO_TURNS ? BAO_DRAW : BAO_NOBODY;
}

tsr_err bao_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    tsr_in in = tsr_in_from(t);
    bao s = {0};
    int64_t turns;
    int ok = take_seeds(&in, &s);
    s.player = (uint8_t)(ok && tsr_take(&in, " North"));
    if (!ok || (!s.player && !tsr_take(&in, " South")) || !tsr_take_char(&in, ' ') ||
        !tsr_take_int(&in, 1, BAO_TURNS + 1, &turns) || !tsr_at_end(&in)) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                           "a position is four rows of seeds, South or North, and the turn");
    }
    s.turns = (uint16_t)(turns - 1);
    bao_find_captures(&s);
    s.winner = (uint8_t)winner_of(&s);
    if (bao_check(r, &s, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "there are not 64 seeds, or it is not that one's turn");
    }
    *(bao *)out = s;
    return TSR_OK;
}

int bao_check(const tsr_rules *r, const void *p, tsr_line *out) {
    const bao *s = p;
    int seeds = 0;
    if (s->player > 1 || s->turns > BAO_TURNS || s->turns % 2 != s->player) {
        return tsr_say(out, BAD_TURN);
    }
    for (int i = 0; i < 2 * BAO_PITS; i++) {
        seeds += s->pit[i / BAO_PITS][i % BAO_PITS];
    }
    if (seeds != BAO_SEEDS) {
        return tsr_say(out, BAD_SEEDS);
    }
    bao then = *s;
    bao_find_captures(&then);
    int is_good = s->captures == then.captures && s->winner == winner_of(s) && !s->pad[0] &&
                  !s->pad[1] && !s->pad[2];
    return tsr_say(out, is_good ? 0 : BAD_TURN);
}

// --- The picture -------------------------------------------------------------

static uint32_t ref_of(int who, int pit) {
    return (uint32_t)(1 + row_of(who, pit) * BAO_ROW + column_of(who, pit));
}

static void add_score(const bao *s, int who, tsr_scene *out) {
    tsr_zone zone = {
        .kind = TSR_ZONE_COUNTER, .owner = (uint8_t)who, .parent = -1, .role = TSR_ROLE_SCORE};
    int seeds = 0;
    for (int i = 0; i < BAO_PITS; i++) {
        seeds += s->pit[who][i];
    }
    tsr_item item = {.kind = TSR_ITEM_NUMBER, .owner = (uint8_t)who, .count = (uint16_t)seeds};
    item.zone = (uint16_t)tsr_add_zone(out, zone, "%s's seeds", who ? "North" : "South");
    tsr_add_item(out, item, "", "seeds: %d", seeds);
}

void bao_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out) {
    const bao *s = p;
    tsr_zone board = {.kind = TSR_ZONE_GRID,
                      .owner = TSR_NOBODY,
                      .coords = TSR_COORDS_LETTERS,
                      .parent = -1,
                      .rows = ROWS,
                      .cols = BAO_ROW,
                      .material = TSR_MATERIAL_WOOD,
                      .form = TSR_FORM_DISC};
    uint16_t zone = (uint16_t)tsr_add_zone(out, board, "board");
    for (int i = 0; i < 2 * BAO_PITS; i++) {
        int who = i / BAO_PITS, pit = i % BAO_PITS, seeds = s->pit[who][pit];
        int row = row_of(who, pit), column = column_of(who, pit);
        tsr_item item = {.zone = zone,
                         .ref = ref_of(who, pit),
                         .owner = (uint8_t)who,
                         .row = (int16_t)row,
                         .col = (int16_t)column};
        char number[12];
        snprintf(number, sizeof number, "%d", seeds);
        tsr_add_item(out, item, number, "%c%d, %d %s", 'a' + column, ROWS - row, seeds,
                     seeds == 1 ? "seed" : "seeds");
    }
    add_score(s, 0, out);
    add_score(s, 1, out);
}

int bao_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out) {
    int pit = tsr_move_byte(m, 1);
    tsr_pick(out, ref_of(who, pit));
    tsr_pick(out, ref_of(who, bao_next(pit, tsr_move_byte(m, 2))));
    return 2;
}
