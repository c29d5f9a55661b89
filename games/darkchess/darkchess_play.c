// SPDX-License-Identifier: MIT
//
// Dark chess: what a move does, from the man that is taken to the end of the game.

#include "darkchess/darkchess.h"

int dark_victim(const dark *s, tsr_move m) {
    int from = tsr_move_byte(m, 1), to = tsr_move_byte(m, 2);
    int passing = dark_kind(s->board[from]) == DARK_PAWN && s->passed && to == s->passed;
    return passing ? dark_passer(s) : s->board[to] ? to : DARK_NOWHERE;
}

// What is taken in the fog, which only a view has, is of no known kind and not counted.
static void take(dark *s, int square) {
    int man = s->board[square];
    if (dark_is_man(man)) {
        s->lost[dark_owner(man)][dark_kind(man) - 1]++;
    }
    s->board[square] = DARK_NONE;
    s->quiet = 0;
    if (dark_kind(man) == DARK_KING) {
        s->over = (uint8_t)(s->player ? DARK_BLACK_WON : DARK_WHITE_WON);
    }
}

// What begins or ends on a rook's or king's own square ends its right.
static void forget_rights(dark *s, int square) {
    for (int who = 0; who < DARK_SEATS; who++) {
        int home = 8 * dark_rank(who, 0), kept = square == home + 4   ? 0
                                                 : square == home + 7 ? DARK_LONG
                                                 : square == home     ? DARK_SHORT
                                                                      : DARK_SHORT | DARK_LONG;
        s->rights[who] &= (uint8_t)kept;
    }
}

static void move_man(dark *s, int from, int to) {
    s->board[to] = s->board[from];
    s->board[from] = DARK_NONE;
}

static void move_rook(dark *s, int from, int to) {
    if (to == from + 2) {
        move_man(s, from + 3, from + 1);
    } else if (to == from - 2) {
        move_man(s, from - 4, from - 1);
    }
}

// The square that a pawn has passed, if it came to stand beside an enemy pawn.
static int passed_by(const dark *s, int from, int to) {
    int pawn = dark_man(!s->player, DARK_PAWN);
    int left = to % 8 > 0 && s->board[to - 1] == pawn;
    int right = to % 8 < 7 && s->board[to + 1] == pawn;
    return left || right ? (from + to) / 2 : 0;
}

static void end_turn(dark *s) {
    s->turns++;
    if (s->over) {
        return;
    }
    s->player = !s->player;
    if (s->quiet >= DARK_QUIET || !dark_has_move(s, s->player)) {
        s->over = DARK_DRAWN;
        s->passed = 0;
    }
}

void dark_play(dark *s, tsr_move m) {
    int from = tsr_move_byte(m, 1), to = tsr_move_byte(m, 2), becomes = tsr_move_byte(m, 3);
    int kind = dark_kind(s->board[from]), victim = dark_victim(s, m);
    s->quiet++;
    if (victim != DARK_NOWHERE) {
        take(s, victim);
    }
    move_man(s, from, to);
    if (kind == DARK_KING) {
        move_rook(s, from, to);
    }
    if (becomes) {
        s->board[to] = dark_man(s->player, becomes);
    }
    forget_rights(s, from);
    forget_rights(s, to);
    int two = kind == DARK_PAWN && (to - from == 16 || from - to == 16);
    s->passed = (uint8_t)(two && !s->over ? passed_by(s, from, to) : 0);
    end_turn(s);
}
