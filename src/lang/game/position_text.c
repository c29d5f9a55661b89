// SPDX-License-Identifier: MIT
//
// What stands where in the text of a position: cells in reading order, letters of players, keys of sets and numbers.
#include "lang/game/position_text.h"

#include <stdio.h>
#include <string.h>

// The next cell of row `y` at or after column `x`, or -1.
static int cell_in_row(const board *b, int y, int *x) {
    for (; *x <= b->max_x; (*x)++) {
        for (int c = 0; c < b->cells; c++) {
            if (b->x[c] == *x && b->y[c] == y && board_has(b->all, c)) {
                (*x)++;
                return c;
            }
        }
    }
    return -1;
}

int position_cell(const board *b, int y, int *x) {
    if (!b->lattice) {
        return cell_in_row(b, y, x);
    }
    for (; *x < b->width; (*x)++) {
        int c = y * b->width + *x;
        if (board_has(b->all, c)) {
            (*x)++;
            return c;
        }
    }
    return -1;
}

static char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

const char *position_mover(const program *p, int me, char *buf) {
    char c = lower_case(p->g->players[me].name[0]);
    int clash = 0;
    for (int i = 0; i < p->players; i++) {
        clash |= i != me && lower_case(p->g->players[i].name[0]) == c;
    }
    buf[0] = clash ? (char)('1' + me) : c;
    buf[1] = '\0';
    return buf;
}

void position_sets(const program *p, set_field *out) {
    const ir_layout *at = &p->at;
    const set_field list[SET_FIELDS] = {
        {"closed", at->closed}, {"unmoved", at->latch},    {"from", at->last_from},
        {"to", at->last_to},    {"across", at->last_over}, {"here", at->here},
        {"it", at->it},         {"later", at->later},      {"nfrom", at->next_from},
        {"nto", at->next_to},   {"nover", at->next_over}};
    memcpy(out, list, sizeof list);
}

// Which hidden things a player knows.
const char *position_known_key(int player, char key[24]) {
    (void)snprintf(key, 24, "known%d", player + 1);
    return key;
}

// Which hidden pieces are none of a type.
const char *position_not_key(int type, char key[24]) {
    (void)snprintf(key, 24, "not%d", type + 1);
    return key;
}

void position_nums(const program *p, num_field *out) {
    const ir_layout *at = &p->at;
    int vars = 0;
    for (int i = 0; i < p->g->var_count; i++) {
        vars += p->g->vars[i].each ? p->players : 1;
    }
    const num_field list[NUM_FIELDS] = {
        {"vars", 0, vars},
        {"hand", at->hands, at->hands == BOARD_NONE ? 0 : p->players * p->types},
        {"tokens", at->tokens, at->tokens == BOARD_NONE ? 0 : p->g->token_count * p->b.cells},
        {"label", at->last_label, at->last_label != BOARD_NONE},
        {"quiet", at->quiet, at->quiet == BOARD_NONE ? 0 : at->events - at->quiet},
        {"mid", at->events, at->state_nums - at->events},
        {"gone", at->gone,
         at->gone == BOARD_NONE ? 0 : p->types * (p->hides_pieces ? p->players : 1)}};
    memcpy(out, list, sizeof list);
}
