// SPDX-License-Identifier: MIT
//
// Can't Stop: what is asked and told, the picture, and how good a position is. The board is a stop sign: columns
// stand side by side, each in the middle of its height. The dice lie in a corner that the board leaves free.

#include <string.h>

#include "cantstop/cantstop.h"

enum { ROWS = 13 };

static int row_of(int column, int height) {
    return ROWS - (ROWS - cantstop_height(column)) / 2 - height;
}

void cantstop_info(const tsr_rules *r, const void *p, tsr_info *out) {
    const cantstop *s = p;
    int climbed = 0, rolling = s->phase == CANTSTOP_ROLLING;
    memset(out, 0, sizeof *out);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        climbed += s->run[c];
    }
    out->stamp = (uint32_t)(s->turns << 8 | climbed << 2 | s->phase);
    out->round = (uint16_t)(1 + s->turns / r->players);
    out->ask = (uint8_t)(s->over                         ? TSR_ASK_OVER
                         : rolling                       ? TSR_ASK_CHANCE
                         : s->phase == CANTSTOP_CHOOSING ? TSR_ASK_MOVE
                                                         : TSR_ASK_CHOICE);
    out->timeout_move = !s->over && s->phase == CANTSTOP_DECIDING ? CANTSTOP_STOP : TSR_NO_MOVE;
    if (s->over || rolling) {
        (void)tsr_say(&out->prompt, s->over ? 0 : TSR_LINE_DRAWING);
    } else {
        (void)tsr_say(&out->prompt, s->phase == CANTSTOP_CHOOSING ? ASK_CHOICE : ASK_DECISION,
                      TSR_PLAYER(s->player));
    }
}

static void say_throw(const cantstop *s, tsr_move m, tsr_line *out) {
    cantstop thrown = *s;
    cantstop_choice found[CANTSTOP_CHOICES];
    for (int i = 0; i < CANTSTOP_DICE; i++) {
        thrown.dice[i] = (uint8_t)tsr_move_byte(m, i + 1);
    }
    (void)tsr_say(out, cantstop_choices(&thrown, found) ? THREW : BUST, TSR_INT(thrown.dice[0]),
                  TSR_INT(thrown.dice[1]), TSR_INT(thrown.dice[2]), TSR_INT(thrown.dice[3]));
}

void cantstop_say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    int first = tsr_move_byte(m, 1), second = tsr_move_byte(m, 2);
    switch (tsr_move_byte(m, 0)) {
    case CANTSTOP_THROW: say_throw(p, m, out); break;
    case CANTSTOP_ADVANCE:
        if (second) {
            (void)tsr_say(out, ADVANCES, TSR_PLAYER(who), TSR_INT(first), TSR_INT(second));
        } else {
            (void)tsr_say(out, ADVANCES_ONE, TSR_PLAYER(who), TSR_INT(first));
        }
        break;
    case CANTSTOP_ROLL: (void)tsr_say(out, ROLLS, TSR_PLAYER(who)); break;
    default: (void)tsr_say(out, STOPS, TSR_PLAYER(who)); break;
    }
}

// --- The picture -------------------------------------------------------------

static tsr_item item_at(uint16_t zone, int row, int col) {
    return (tsr_item){.zone = zone, .owner = TSR_NOBODY, .row = (int16_t)row, .col = (int16_t)col};
}

// Markers on one place are drawn as one, that of the player on turn if it is there, with their number.
static void add_markers(const tsr_rules *r, const cantstop *s, uint16_t zone, int c, int height,
                        tsr_scene *out) {
    tsr_item marker = item_at(zone, row_of(c, height), c);
    int count = 0, owner = 0;
    for (int i = 0; i < r->players; i++) {
        int who = (s->player + 1 + i) % r->players;
        if (s->place[who][c] == height) {
            owner = who;
            count++;
        }
    }
    if (count) {
        char letter[2] = {(char)('A' + owner), '\0'};
        marker.kind = TSR_ITEM_PIECE;
        marker.owner = (uint8_t)owner;
        marker.colour = (uint8_t)(TSR_COLOUR_PLAYER + owner);
        marker.shape = (uint8_t)(TSR_SHAPE_DISC + owner);
        marker.count = (uint16_t)count;
        tsr_add_item(out, marker, letter, "player %d on %d, place %d", owner + 1, c + 2, height);
    }
    if (s->run[c] == height) {
        tsr_item runner = item_at(zone, row_of(c, height), c);
        runner.kind = TSR_ITEM_PIECE;
        runner.colour = TSR_COLOUR_WHITE;
        runner.shape = TSR_SHAPE_RING;
        tsr_add_item(out, runner, "*", "runner on %d, place %d", c + 2, height);
    }
}

static void add_column(const tsr_rules *r, const cantstop *s, uint16_t zone, int c,
                       tsr_scene *out) {
    char number[12];
    snprintf(number, sizeof number, "%d", c + 2);
    for (int height = 1; height <= cantstop_height(c); height++) {
        int top = height == cantstop_height(c);
        tsr_item cell = item_at(zone, row_of(c, height), c);
        cell.flags = top ? TSR_ITEM_GHOST : 0;
        tsr_add_item(out, cell, top ? number : "_", "%d, place %d", c + 2, height);
        add_markers(r, s, zone, c, height, out);
    }
}

static void add_dice(const cantstop *s, uint16_t zone, tsr_scene *out) {
    for (int i = 0; i < CANTSTOP_DICE && s->phase == CANTSTOP_CHOOSING; i++) {
        tsr_item die = item_at(zone, i / 2, i % 2);
        char number[2] = {(char)('0' + s->dice[i]), '\0'};
        die.kind = TSR_ITEM_TILE;
        die.colour = TSR_COLOUR_YELLOW;
        tsr_add_item(out, die, number, "die: %d", s->dice[i]);
    }
}

static void add_button(tsr_scene *out, uint16_t zone, uint32_t ref, const char *word) {
    tsr_item button = {.zone = zone, .ref = ref, .kind = TSR_ITEM_BUTTON, .owner = TSR_NOBODY};
    tsr_add_item(out, button, "", "%s", word);
}

static void add_buttons(const tsr_rules *r, const cantstop *s, tsr_scene *out) {
    tsr_zone bar = {.kind = TSR_ZONE_ACTIONS, .owner = TSR_NOBODY, .parent = -1};
    uint16_t zone = (uint16_t)tsr_add_zone(out, bar, "say");
    cantstop_choice found[CANTSTOP_CHOICES];
    int n = s->phase == CANTSTOP_CHOOSING ? cantstop_choices(s, found) : 0;
    for (int i = 0; i < n; i++) {
        char words[32];
        tsr_move m = tsr_move_of(CANTSTOP_ADVANCE, found[i].first, found[i].second, 0, 0);
        (void)cantstop_move_text(r, s, s->player, m, words, sizeof words);
        add_button(out, zone, (uint32_t)(CANTSTOP_REF_CHOICE + i), words);
    }
    if (s->phase == CANTSTOP_DECIDING) {
        add_button(out, zone, CANTSTOP_REF_ROLL, "roll");
        add_button(out, zone, CANTSTOP_REF_STOP, "stop");
    }
}

static void add_score(const cantstop *s, int who, tsr_scene *out) {
    tsr_zone zone = {
        .kind = TSR_ZONE_COUNTER, .owner = (uint8_t)who, .parent = -1, .role = TSR_ROLE_SCORE};
    int won = cantstop_won(s, who);
    tsr_item item = {.zone = (uint16_t)tsr_add_zone(out, zone, "columns of player %d", who + 1),
                     .kind = TSR_ITEM_NUMBER,
                     .owner = (uint8_t)who,
                     .count = (uint16_t)won};
    tsr_add_item(out, item, "", "columns: %d", won);
}

void cantstop_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out) {
    const cantstop *s = p;
    tsr_zone board = {.kind = TSR_ZONE_GRID,
                      .owner = TSR_NOBODY,
                      .parent = -1,
                      .form = TSR_FORM_DISC,
                      .rows = ROWS,
                      .cols = CANTSTOP_COLUMNS};
    uint16_t zone = (uint16_t)tsr_add_zone(out, board, "board");
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        add_column(r, s, zone, c, out);
    }
    add_dice(s, zone, out);
    for (int who = 0; who < r->players; who++) {
        add_score(s, who, out);
    }
    add_buttons(r, s, out);
}

int cantstop_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out) {
    cantstop_choice found[CANTSTOP_CHOICES];
    int kind = tsr_move_byte(m, 0);
    int n = kind == CANTSTOP_ADVANCE ? cantstop_choices(p, found) : 0;
    for (int i = 0; i < n; i++) {
        if (found[i].first == tsr_move_byte(m, 1) && found[i].second == tsr_move_byte(m, 2)) {
            tsr_pick(out, (uint32_t)(CANTSTOP_REF_CHOICE + i));
        }
    }
    if (kind != CANTSTOP_ADVANCE) {
        tsr_pick(out, kind == CANTSTOP_ROLL ? CANTSTOP_REF_ROLL : CANTSTOP_REF_STOP);
    }
    return 1;
}

// --- How good a position is --------------------------------------------------

// The shares of columns that are climbed; one that is won counts twice, and one that somebody else has won not.
static float standing(const cantstop *s, int who) {
    float sum = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        int top = cantstop_height(c), at = s->place[who][c];
        at = who == s->player && s->run[c] > at ? s->run[c] : at;
        sum += at == top ? 2.0f : cantstop_is_closed(s, c) ? 0.0f : (float)at / (float)top;
    }
    return sum + (who == s->player && s->phase == CANTSTOP_CHOOSING ? 0.12f : 0.0f);
}

void cantstop_heuristic(const tsr_rules *r, const void *p, float *out) {
    for (int who = 0; who < r->players; who++) {
        float mine = standing(p, who), best = 0;
        for (int other = 0; other < r->players; other++) {
            float value = other == who ? 0 : standing(p, other);
            best = value > best ? value : best;
        }
        float lead = mine - best;
        out[who] = 0.5f + 0.5f * lead / ((lead < 0 ? -lead : lead) + 2);
    }
}
