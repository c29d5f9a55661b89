// SPDX-License-Identifier: MIT
//
// Yahtzee: what is asked and told, and the picture. The sheet has the upper boxes on the left and the lower ones on
// the right, each with a column of signs and one for each player; behind them the dice lie in a column.

#include <string.h>

#include "yahtzee/yahtzee.h"

enum { ROWS = 8 };

static const char *const signs[YAHTZEE_BOXES] = {"1",  "2",  "3",  "4",  "5", "6", "3k",
                                                 "4k", "fh", "ss", "ls", "Y", "?"};

void yahtzee_info(const tsr_rules *r, const void *p, tsr_info *out) {
    const yahtzee *s = p;
    int filled = 0, may_throw = s->throws < YAHTZEE_THROWS;
    memset(out, 0, sizeof *out);
    for (int who = 0; who < r->players; who++) {
        filled += yahtzee_filled(s, who);
    }
    out->stamp = (uint32_t)(filled << 4 | s->throws << 1 | s->rolling);
    out->round = (uint16_t)(1 + filled / r->players);
    out->ask = (uint8_t)(s->over ? TSR_ASK_OVER : s->rolling ? TSR_ASK_CHANCE : TSR_ASK_MOVE);
    if (s->over || s->rolling) {
        (void)tsr_say(&out->prompt, s->over ? 0 : TSR_LINE_DRAWING);
    } else {
        (void)tsr_say(&out->prompt, may_throw ? ASK_KEEP : ASK_BOX, TSR_PLAYER(s->player));
    }
}

static int dice_in(tsr_move m) {
    int n = 0;
    while (n < YAHTZEE_DICE && tsr_move_byte(m, n + 1)) {
        n++;
    }
    return n;
}

// Zeros come first, so a throw that makes five equal dice is one face, and that of the dice kept.
static void say_throw(const yahtzee *s, tsr_move m, tsr_line *out) {
    int n = dice_in(m), face = tsr_move_byte(m, 1), last = s->dice[YAHTZEE_DICE - 1];
    int five = face == tsr_move_byte(m, n);
    for (int i = n; i < YAHTZEE_DICE; i++) {
        five &= s->dice[i] == face && last == face;
    }
    (void)tsr_say(out, five ? THREW_FIVE : THREW, TSR_INT(face));
}

void yahtzee_say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    const yahtzee *s = p;
    int box = tsr_move_byte(m, 1) - 1, kept = dice_in(m);
    if (tsr_move_byte(m, 0) == YAHTZEE_THROW) {
        say_throw(s, m, out);
    } else if (tsr_move_byte(m, 0) == YAHTZEE_KEEP) {
        (void)tsr_say(out, kept ? KEEPS : KEEPS_NONE, TSR_PLAYER(who), TSR_INT(kept));
    } else {
        int extra = yahtzee_five(s) && s->box[who][YAHTZEE_FIVE] > 0;
        (void)tsr_say(out, extra ? FILLS_EXTRA : FILLS, TSR_PLAYER(who), TSR_NAME(box),
                      TSR_INT(yahtzee_value(s, box)));
    }
}

// --- The picture -------------------------------------------------------------

static int row_of(int box) {
    return 1 + (box < YAHTZEE_FACES ? box : box - YAHTZEE_FACES);
}

// The column of a player's box; -1 = that of the signs.
static int column_of(const tsr_rules *r, int box, int who) {
    return (box < YAHTZEE_FACES ? 0 : 1 + r->players) + 1 + who;
}

static tsr_item item_at(uint16_t zone, int row, int col) {
    return (tsr_item){.zone = zone, .owner = TSR_NOBODY, .row = (int16_t)row, .col = (int16_t)col};
}

static void add_sign(tsr_scene *out, uint16_t zone, int row, int col, const char *sign,
                     const char *words) {
    tsr_item item = item_at(zone, row, col);
    item.kind = TSR_ITEM_NUMBER;
    tsr_add_item(out, item, sign, "%s", words);
}

static void add_name(uint16_t zone, int col, int who, tsr_scene *out) {
    tsr_item item = item_at(zone, 0, col);
    char letter[2] = {(char)('A' + who), '\0'};
    item.kind = TSR_ITEM_PIECE;
    item.owner = (uint8_t)who;
    item.colour = (uint8_t)(TSR_COLOUR_PLAYER + who);
    item.shape = (uint8_t)(TSR_SHAPE_DISC + who);
    tsr_add_item(out, item, letter, "player %d", who + 1);
}

static void add_number(uint16_t zone, int row, int col, int who, int number, const char *words,
                       tsr_scene *out) {
    tsr_item item = item_at(zone, row, col);
    char digits[12];
    snprintf(digits, sizeof digits, "%d", number);
    item.kind = TSR_ITEM_NUMBER;
    item.owner = (uint8_t)who;
    item.colour = (uint8_t)(TSR_COLOUR_PLAYER + who);
    tsr_add_item(out, item, digits, "%s: %d", words, number);
}

static void add_box(const tsr_rules *r, const yahtzee *s, uint16_t zone, int box, int who,
                    tsr_scene *out) {
    int row = row_of(box), col = column_of(r, box, who), n = s->box[who][box];
    int mine = who == s->player && !s->over && !s->rolling;
    tsr_item cell = item_at(zone, row, col);
    cell.ref = mine ? (uint32_t)(YAHTZEE_REF_BOX + box) : 0;
    tsr_add_item(out, cell, "_", "%s of player %d%s", yahtzee_boxes[box], who + 1,
                 n == YAHTZEE_OPEN ? ", open" : "");
    if (n != YAHTZEE_OPEN) {
        add_number(zone, row, col, who, n, yahtzee_boxes[box], out);
    }
}

static void add_dice(const tsr_rules *r, const yahtzee *s, uint16_t zone, tsr_scene *out) {
    int may_keep = !s->over && !s->rolling && s->throws < YAHTZEE_THROWS;
    for (int i = 0; i < YAHTZEE_DICE && !s->over; i++) {
        tsr_item die = item_at(zone, 1 + i, column_of(r, YAHTZEE_TRIO, r->players));
        char face[2] = {(char)(s->dice[i] ? '0' + s->dice[i] : '.'), '\0'};
        die.kind = TSR_ITEM_TILE;
        die.colour = TSR_COLOUR_YELLOW;
        die.ref = may_keep ? (uint32_t)(YAHTZEE_REF_DIE + i) : 0;
        tsr_add_item(out, die, face, s->dice[i] ? "die: %d" : "die to be thrown", s->dice[i]);
    }
}

static void add_sheet(const tsr_rules *r, const yahtzee *s, tsr_scene *out) {
    tsr_zone board = {.kind = TSR_ZONE_GRID,
                      .owner = TSR_NOBODY,
                      .parent = -1,
                      .rows = ROWS,
                      .cols = (uint16_t)(3 + 2 * r->players),
                      .material = TSR_MATERIAL_PAPER};
    uint16_t zone = (uint16_t)tsr_add_zone(out, board, "sheet");
    add_dice(r, s, zone, out);
    add_sign(out, zone, ROWS - 1, 0, "+", "bonus");
    for (int box = 0; box < YAHTZEE_BOXES; box++) {
        add_sign(out, zone, row_of(box), column_of(r, box, -1), signs[box], yahtzee_boxes[box]);
        for (int who = 0; who < r->players; who++) {
            add_box(r, s, zone, box, who, out);
        }
    }
    for (int who = 0; who < r->players; who++) {
        int upper = yahtzee_upper(s, who);
        add_name(zone, column_of(r, 0, who), who, out);
        add_name(zone, column_of(r, YAHTZEE_TRIO, who), who, out);
        if (upper >= YAHTZEE_PAR) {
            add_number(zone, ROWS - 1, column_of(r, 0, who), who, YAHTZEE_BONUS, "bonus", out);
        }
    }
}

static void add_button(const yahtzee *s, tsr_scene *out) {
    tsr_zone bar = {.kind = TSR_ZONE_ACTIONS, .owner = TSR_NOBODY, .parent = -1};
    tsr_item button = {.ref = YAHTZEE_REF_THROW, .kind = TSR_ITEM_BUTTON, .owner = TSR_NOBODY};
    button.zone = (uint16_t)tsr_add_zone(out, bar, "dice");
    if (!s->over && !s->rolling && s->throws < YAHTZEE_THROWS) {
        tsr_add_item(out, button, "", "throw the others");
    }
}

static void add_score(const yahtzee *s, int who, tsr_scene *out) {
    tsr_zone zone = {
        .kind = TSR_ZONE_COUNTER, .owner = (uint8_t)who, .parent = -1, .role = TSR_ROLE_SCORE};
    int score = yahtzee_score(s, who);
    tsr_item item = {.zone = (uint16_t)tsr_add_zone(out, zone, "score of player %d", who + 1),
                     .kind = TSR_ITEM_NUMBER,
                     .owner = (uint8_t)who,
                     .count = (uint16_t)score};
    tsr_add_item(out, item, "", "score: %d", score);
}

void yahtzee_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out) {
    add_sheet(r, p, out);
    for (int who = 0; who < r->players; who++) {
        add_score(p, who, out);
    }
    add_button(p, out);
}

// The dice to keep, those on the left of equal ones, then the throw.
int yahtzee_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out) {
    const yahtzee *s = p;
    int kept = 0, n = 1;
    if (tsr_move_byte(m, 0) == YAHTZEE_FILL) {
        tsr_pick(out, (uint32_t)(YAHTZEE_REF_BOX + tsr_move_byte(m, 1) - 1));
        return n;
    }
    for (int i = 0; i < YAHTZEE_DICE; i++) {
        if (s->dice[i] == tsr_move_byte(m, kept + 1)) {
            tsr_pick(out, (uint32_t)(YAHTZEE_REF_DIE + i));
            kept++;
            n++;
        }
    }
    tsr_pick(out, YAHTZEE_REF_THROW);
    return n;
}
