// SPDX-License-Identifier: MIT
//
// 2048: moves, positions and events as text, and which positions are sound.

#include <string.h>

#include <tessera/text.h>

#include "2048/2048.h"

int tiles_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf, size_t cap) {
    int at = tsr_move_byte(m, 2), size = tiles_size_of(r);
    (void)p;
    if (who == TSR_CHANCE) {
        return snprintf(buf, cap, "%d %d,%d", 1 << (tsr_move_byte(m, 1) & 3), at / size, at % size);
    }
    return snprintf(buf, cap, "%s", m >= 1 && m <= TILES_WAYS ? tiles_ways[m - 1] : "?");
}

// Any slide is read, so that it can be said why it is not possible; outcomes are not.
tsr_err tiles_move_parse(const tsr_rules *r, const void *p, int who, const char *text,
                         tsr_move *out) {
    for (int to = 0; who != TSR_CHANCE && to < TILES_WAYS; to++) {
        if (strcmp(text, tiles_ways[to]) == 0 || (text[0] == tiles_ways[to][0] && !text[1])) {
            *out = (tsr_move)(to + 1);
            return TSR_OK;
        }
    }
    return TSR_ERR_PARSE;
}

int tiles_text(const tsr_rules *r, const void *p, char *buf, size_t cap) {
    const tiles *s = p;
    tsr_out o = tsr_out_to(buf, cap);
    for (int i = 0; i < tiles_cells_of(r); i++) {
        tsr_put(&o, i == 0 ? "" : i % tiles_size_of(r) ? "," : "/");
        tsr_put_int(&o, s->cell[i] ? (int64_t)1 << s->cell[i] : 0);
    }
    tsr_putf(&o, " score %u", (unsigned)s->score);
    if (s->coming) {
        tsr_putf(&o, " coming %d", s->coming);
    }
    return tsr_out_end(&o);
}

// The exponent of a tile; -1 if there is no such tile.
static int exponent(int64_t value) {
    int n = 0;
    while (n < 40 && (int64_t)1 << n < value) {
        n++;
    }
    return value == 0 ? 0 : n && (int64_t)1 << n == value ? n : -1;
}

static int take_tiles(const tsr_rules *r, tsr_in *in, tiles *s) {
    for (int i = 0; i < tiles_cells_of(r); i++) {
        int64_t value;
        int between = i == 0 || tsr_take_char(in, i % tiles_size_of(r) ? ',' : '/');
        if (!between || !tsr_take_int(in, 0, (int64_t)1 << tiles_most(r), &value) ||
            exponent(value) < 0) {
            return 0;
        }
        s->cell[i] = (uint8_t)exponent(value);
    }
    return 1;
}

tsr_err tiles_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    tsr_in in = tsr_in_from(t);
    tiles s = {0};
    int64_t score = 0, coming = 0;
    int good = take_tiles(r, &in, &s) && tsr_take(&in, " score ") &&
               tsr_take_int(&in, 0, UINT32_MAX, &score);
    if (good && tsr_take(&in, " coming ")) {
        good = tsr_take_int(&in, 1, TILES_FIRST, &coming);
    }
    if (!good || !tsr_at_end(&in)) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                           "a position is rows of tiles, 0 for none, then 'score 12'");
    }
    s.score = (uint32_t)score;
    s.coming = (uint8_t)coming;
    s.over = (uint8_t)(!s.coming && tiles_is_stuck(r, &s));
    if (tiles_check(r, &s, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "the tiles and the score do not fit together");
    }
    *(tiles *)out = s;
    return TSR_OK;
}

// A tile was made of twos, for which merging gave (e - 1) * 2^e points, or four points less for
// each 4 that came.
static uint64_t most_points(const tiles *s) {
    uint64_t n = 0;
    for (int i = 0; i < TILES_CELLS; i++) {
        n += s->cell[i] ? (uint64_t)(s->cell[i] - 1) << s->cell[i] : 0;
    }
    return n;
}

int tiles_check(const tsr_rules *r, const void *p, tsr_line *out) {
    const tiles *s = p;
    int count = tiles_count(s), first = s->coming == TILES_FIRST;
    for (int i = 0; i < TILES_CELLS; i++) {
        if (s->cell[i] > (i < tiles_cells_of(r) ? tiles_most(r) : 0)) {
            return tsr_say(out, BAD_TILE, TSR_CELL(i / tiles_size_of(r), i % tiles_size_of(r)));
        }
    }
    if (s->pad) {
        return tsr_say(out, BAD_FILL);
    }
    if (s->coming > TILES_FIRST || first != (count == 0) || count + s->coming > tiles_cells_of(r) ||
        s->over != (!s->coming && tiles_is_stuck(r, s))) {
        return tsr_say(out, BAD_COUNT);
    }
    return tsr_say(out, s->score % 4 || s->score > most_points(s) ? BAD_SCORE : 0);
}

void tiles_say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    tiles after = *(const tiles *)p;
    int at = tsr_move_byte(m, 2), size = tiles_size_of(r);
    if (who == TSR_CHANCE) {
        (void)tsr_say(out, CAME, TSR_INT(1 << tsr_move_byte(m, 1)), TSR_CELL(at / size, at % size));
        return;
    }
    uint32_t before = after.score;
    (void)tiles_slide(r, after.cell, (int)m - 1, &after.score);
    (void)tsr_say(out, SLID, TSR_NAME(m - 1), TSR_INT(after.score - before));
}
