// SPDX-License-Identifier: MIT
#ifndef GAMES_CANTSTOP_H
#define GAMES_CANTSTOP_H

// Can't Stop: what its files share. Column `c` is that of the sum c + 2; heights count from 1, and 0 is
// below the board.

#include <assert.h>

#include <tessera/game.h>

enum { CANTSTOP_COLUMNS = 11, CANTSTOP_DICE = 4, CANTSTOP_SEATS = 4, CANTSTOP_RUNNERS = 3 };
enum { CANTSTOP_GOAL = 3, CANTSTOP_TURNS = 1000, CANTSTOP_CHOICES = 6 };
enum { CANTSTOP_THROW = 1, CANTSTOP_ADVANCE, CANTSTOP_ROLL, CANTSTOP_STOP }; // kinds of moves
enum { CANTSTOP_ROLLING, CANTSTOP_CHOOSING, CANTSTOP_DECIDING };             // phases
// Action numbers: one sum, two sums, roll, stop.
enum { CANTSTOP_PAIRS = CANTSTOP_COLUMNS, CANTSTOP_ACTIONS = CANTSTOP_COLUMNS * 12 + 2 };
enum { CANTSTOP_REF_CHOICE = 100, CANTSTOP_REF_ROLL = 200, CANTSTOP_REF_STOP };

typedef struct cantstop {
    uint16_t turns; // that are over
    uint8_t player; // after the end: who moved last
    uint8_t phase;
    uint8_t over;
    uint8_t dice[CANTSTOP_DICE];                     // in order while choosing, else 0
    uint8_t run[CANTSTOP_COLUMNS];                   // runners, 0 = none in the column
    uint8_t place[CANTSTOP_SEATS][CANTSTOP_COLUMNS]; // what is safe
} cantstop;
static_assert(sizeof(cantstop) == 64, "no hidden padding");

// What to advance: two sums, or one and 0.
typedef struct cantstop_choice {
    int first, second;
} cantstop_choice;

enum {
    ASK_CHOICE = 1,
    ASK_DECISION,
    THREW,
    BUST,
    ADVANCES,
    ADVANCES_ONE,
    ROLLS,
    STOPS,
    NO_CHOICE,
    DECIDE_FIRST,
    BAD_PLACE,
    BAD_RUNNER,
    BAD_DICE,
    BAD_TURN
};

int cantstop_height(int column);                       // places of a column
int cantstop_is_closed(const cantstop *s, int column); // somebody has won it
int cantstop_won(const cantstop *s, int who);          // columns
// One place up in the column of a sum; 0 if that cannot be.
int cantstop_advance(cantstop *s, int sum);
// All choices of the dice; 0 = the turn is lost.
int cantstop_choices(const cantstop *s, cantstop_choice *out);

// Slots of the table.
int cantstop_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf,
                       size_t cap);
int cantstop_action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out);
int cantstop_action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap);
int cantstop_text(const tsr_rules *r, const void *p, char *buf, size_t cap);
tsr_err cantstop_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err);
int cantstop_check(const tsr_rules *r, const void *p, tsr_line *out);
void cantstop_info(const tsr_rules *r, const void *p, tsr_info *out);
void cantstop_say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out);
void cantstop_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out);
int cantstop_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out);
void cantstop_heuristic(const tsr_rules *r, const void *p, float *out);

#endif
