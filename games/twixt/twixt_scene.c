// SPDX-License-Identifier: MIT
//
// TwixT: what is asked, what is told, and the picture: holes as points, links as lines between pegs.

#include <string.h>

#include "twixt/twixt.h"

void twixt_info(const tsr_rules *r, const void *p, tsr_info *out) {
    const twixt *s = p;
    int swap = r->opt[TWIXT_SWAP] && s->pegs == 1 && s->player == 1 && !s->swapped;
    memset(out, 0, sizeof *out);
    out->stamp = (uint32_t)(s->pegs + s->swapped - s->joining);
    out->round = (uint16_t)(1 + out->stamp / 2);
    out->ask = (uint8_t)(s->over ? TSR_ASK_OVER : s->joining ? TSR_ASK_CHOICE : TSR_ASK_MOVE);
    out->timeout_move = s->joining ? TWIXT_DONE : TSR_NO_MOVE;
    (void)tsr_say(&out->prompt,
                  s->over      ? 0
                  : s->joining ? ASK_LINK
                  : swap       ? ASK_SWAP
                               : ASK_PEG,
                  TSR_PLAYER(s->player));
    if (s->over) {
        (void)tsr_say(&out->prompt, 0);
    }
}

void twixt_say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    static const uint16_t words[] = {[TWIXT_PUT] = PUTS,
                                     [TWIXT_JOIN] = JOINS,
                                     [TWIXT_DONE] = LEAVES,
                                     [TWIXT_TURN_ROUND] = SWAPS};
    int kind = tsr_move_byte(m, 0);
    if (kind == TWIXT_PUT || kind == TWIXT_JOIN) {
        (void)tsr_say(out, words[kind], TSR_PLAYER(who), TSR_CHAR('a' + tsr_move_byte(m, 2)),
                      TSR_INT(twixt_size(r) - tsr_move_byte(m, 1)));
    } else {
        (void)tsr_say(out, words[kind], TSR_PLAYER(who));
    }
}

static uint32_t ref_of(int row, int col) {
    return (uint32_t)(TWIXT_REF_CELL + twixt_at(row, col));
}

static int is_corner(const tsr_rules *r, int row, int col) {
    return !twixt_is_open(r, 0, row, col) && !twixt_is_open(r, 1, row, col);
}

static uint8_t colour_of(int who) {
    return (uint8_t)(who ? TSR_COLOUR_BLACK : TSR_COLOUR_RED);
}

// Holes of a border have the colour of the side that it belongs to.
static void add_hole(const tsr_rules *r, uint16_t zone, int row, int col, tsr_scene *out) {
    int red = twixt_is_open(r, 0, row, col), black = twixt_is_open(r, 1, row, col);
    tsr_item hole = {.zone = zone,
                     .ref = ref_of(row, col),
                     .row = (int16_t)(100 * row),
                     .col = (int16_t)(100 * col),
                     .owner = TSR_NOBODY,
                     .colour = red && black ? TSR_COLOUR_NONE : colour_of(black)};
    tsr_add_item(out, hole, "_", "%c%d%s", 'a' + col, twixt_size(r) - row,
                 red && black ? ""
                 : red        ? ", border of red"
                              : ", border of black");
}

static uint32_t add_peg(const tsr_rules *r, const twixt *s, uint16_t zone, int at, tsr_scene *out) {
    int row = at / TWIXT_LARGEST, col = at % TWIXT_LARGEST;
    int who = (s->cell[at] & TWIXT_PEG) - 1;
    tsr_item peg = {.zone = zone,
                    .kind = TSR_ITEM_PIECE,
                    .key = ref_of(row, col),
                    .row = (int16_t)(100 * row),
                    .col = (int16_t)(100 * col),
                    .owner = (uint8_t)who,
                    .colour = colour_of(who),
                    .shape = who ? TSR_SHAPE_SQUARE : TSR_SHAPE_DISC,
                    .flags = at == s->last ? TSR_ITEM_LAST : 0};
    return tsr_add_item(out, peg, who ? "B" : "R", "%s peg on %c%d", who ? "black" : "red",
                        'a' + col, twixt_size(r) - row);
}

static void add_links(const twixt *s, const uint16_t *item, tsr_scene *out) {
    for (int i = 0; i < TWIXT_CELLS * TWIXT_STEPS; i++) {
        int at = i / TWIXT_STEPS, step = i % TWIXT_STEPS;
        twixt_link k = {at / TWIXT_LARGEST, at % TWIXT_LARGEST, step};
        if (twixt_has_link(s, k)) {
            tsr_add_edge(
                out, item[at],
                item[twixt_at(k.row + twixt_ways[step].row, k.col + twixt_ways[step].col)]);
        }
    }
}

static void add_button(tsr_scene *out, const char *word, uint32_t ref) {
    tsr_zone bar = {.kind = TSR_ZONE_ACTIONS, .owner = TSR_NOBODY, .parent = -1};
    tsr_item button = {.zone = (uint16_t)tsr_add_zone(out, bar, "say"),
                       .ref = ref,
                       .kind = TSR_ITEM_BUTTON,
                       .owner = TSR_NOBODY};
    tsr_add_item(out, button, "", "%s", word);
}

void twixt_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out) {
    const twixt *s = p;
    uint16_t item[TWIXT_CELLS] = {0};
    int size = twixt_size(r);
    tsr_zone board = {.kind = TSR_ZONE_GRAPH,
                      .owner = TSR_NOBODY,
                      .coords = TSR_COORDS_LETTERS,
                      .parent = -1,
                      .rows = (uint16_t)size,
                      .cols = (uint16_t)size};
    uint16_t zone = (uint16_t)tsr_add_zone(out, board, "board");
    for (int i = 0; i < size * size; i++) {
        if (!is_corner(r, i / size, i % size)) {
            add_hole(r, zone, i / size, i % size, out);
        }
    }
    for (int i = 0; i < TWIXT_CELLS; i++) {
        if (s->cell[i] & TWIXT_PEG) {
            item[i] = (uint16_t)add_peg(r, s, zone, i, out);
        }
    }
    add_links(s, item, out);
    if (!s->over && s->joining) {
        add_button(out, "done", TWIXT_REF_DONE);
    } else if (!s->over && r->opt[TWIXT_SWAP] && s->pegs == 1 && s->player == 1) {
        add_button(out, "swap", TWIXT_REF_SWAP);
    }
}

int twixt_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out) {
    int kind = tsr_move_byte(m, 0);
    tsr_pick(out, kind == TWIXT_DONE         ? TWIXT_REF_DONE
                  : kind == TWIXT_TURN_ROUND ? TWIXT_REF_SWAP
                                             : ref_of(tsr_move_byte(m, 1), tsr_move_byte(m, 2)));
    return 1;
}
