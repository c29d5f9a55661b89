// SPDX-License-Identifier: MIT
#ifndef GAMES_YAHTZEE_H
#define GAMES_YAHTZEE_H

// Yahtzee: what its files share. Dice are in order, those to be thrown are 0 and come first. A box is -1 while it is
// open, else what was scored in it.

#include <assert.h>

#include <tessera/game.h>

enum { YAHTZEE_SEATS = 6, YAHTZEE_DICE = 5, YAHTZEE_THROWS = 3, YAHTZEE_FACES = 6 };
enum { YAHTZEE_TRIO = YAHTZEE_FACES, YAHTZEE_QUARTET, YAHTZEE_HOUSE, YAHTZEE_SMALL, YAHTZEE_LARGE };
enum { YAHTZEE_FIVE = YAHTZEE_LARGE + 1, YAHTZEE_CHANCE, YAHTZEE_BOXES };
enum { YAHTZEE_OPEN = -1, YAHTZEE_PAR = 63, YAHTZEE_BONUS = 35, YAHTZEE_EXTRA = 100 };
enum { YAHTZEE_THROW = 1, YAHTZEE_KEEP, YAHTZEE_FILL }; // kinds of moves
enum { YAHTZEE_FORCED, YAHTZEE_FREE };                  // option joker
// Action numbers: dice to keep by their faces, then the throw; or a box.
enum { YAHTZEE_ACT_THROW = YAHTZEE_FACES, YAHTZEE_ACT_BOX };
enum { YAHTZEE_ACTIONS = YAHTZEE_ACT_BOX + YAHTZEE_BOXES };
enum { YAHTZEE_REF_DIE = 1, YAHTZEE_REF_THROW = 50, YAHTZEE_REF_BOX = 100 };

typedef struct yahtzee {
    uint8_t player; // 0 after the end
    uint8_t throws; // made in this turn
    uint8_t rolling;
    uint8_t over;
    uint8_t dice[YAHTZEE_DICE];
    uint8_t extra[YAHTZEE_SEATS]; // further Yahtzees
    int8_t box[YAHTZEE_SEATS][YAHTZEE_BOXES];
    uint8_t pad[3];
} yahtzee;
static_assert(sizeof(yahtzee) == 96, "no hidden padding");

enum {
    ASK_KEEP = 1,
    ASK_BOX,
    THREW,
    THREW_FIVE,
    KEEPS,
    KEEPS_NONE,
    FILLS,
    FILLS_EXTRA,
    BOX_FULL,
    MUST_UPPER,
    MUST_LOWER,
    NO_THROW,
    NO_DICE,
    BAD_BOX,
    BAD_DICE,
    BAD_TURN
};

extern const char *const yahtzee_boxes[YAHTZEE_BOXES]; // their names

// Dice.
tsr_move yahtzee_with_die(tsr_move m, int place, int face); // `place` counts the dice of the move
int yahtzee_to_throw(const yahtzee *s);                     // how many
void yahtzee_put_in_order(uint8_t *dice);

// Scores.
int yahtzee_five(const yahtzee *s);           // the face of five equal dice, or 0
int yahtzee_value(const yahtzee *s, int box); // what the dice score there
int yahtzee_why_no_box(const tsr_rules *r, const yahtzee *s, int box, tsr_line *out);
void yahtzee_fill(yahtzee *s, int box);       // and what a further Yahtzee gives
int yahtzee_upper(const yahtzee *s, int who); // the sum of its upper boxes
int yahtzee_score(const yahtzee *s, int who);
int yahtzee_filled(const yahtzee *s, int who); // boxes
int yahtzee_parts(const tsr_rules *r, const void *p, tsr_part *out);
void yahtzee_heuristic(const tsr_rules *r, const void *p, float *out);

// Slots of the table.
int yahtzee_chance(const tsr_rules *r, const void *p, tsr_move *out, uint32_t *weight);
int yahtzee_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf,
                      size_t cap);
int yahtzee_action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out);
int yahtzee_action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap);
int yahtzee_text(const tsr_rules *r, const void *p, char *buf, size_t cap);
tsr_err yahtzee_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err);
int yahtzee_check(const tsr_rules *r, const void *p, tsr_line *out);
void yahtzee_info(const tsr_rules *r, const void *p, tsr_info *out);
void yahtzee_say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out);
void yahtzee_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out);
int yahtzee_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out);

#endif
