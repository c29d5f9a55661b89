// SPDX-License-Identifier: MIT
#ifndef GAMES_BAO_H
#define GAMES_BAO_H

// Bao for beginners: what its files share. The pits of a player are a loop: 0 to 7 is the front row from the left, as
// the player sees it, and 8 to 15 the back row from the right. A pit of the front row faces pit 7 - i of the enemy.

#include <assert.h>

#include <tessera/game.h>

enum { BAO_PITS = 16, BAO_ROW = 8, BAO_SEEDS = 64, BAO_TURNS = 500 };
enum { BAO_LAPS = 400 };               // a move of more does not end
enum { BAO_SOW = 1 };                  // the kind of moves: pit and way
enum { BAO_BACKWARD, BAO_FORWARD };    // ways round the loop
enum { BAO_NOBODY = 2, BAO_DRAW = 3 }; // besides players, in `winner`

typedef struct bao {
    uint8_t pit[2][BAO_PITS];
    uint16_t turns;
    uint8_t player;
    uint8_t winner;
    uint8_t captures; // whether the player on turn can, and so has to
    uint8_t pad[3];
} bao;
static_assert(sizeof(bao) == 40, "no hidden padding");

enum {
    ASK = 1,
    ASK_CAPTURE,
    SOWS,
    TOO_FEW,
    MUST_CAPTURE,
    FRONT_FIRST,
    ENDLESS,
    NOT_YOURS,
    NOT_NEXT,
    BAD_SEEDS,
    BAD_TURN
};

// Sowing.
int bao_next(int pit, int way);                     // the pit after this one
int bao_is_capture(const bao *s, int pit, int way); // the first lap ends in one
int bao_sow(bao *s, int pit, int way);              // the whole move; 0 = it does not end
int bao_why_not(const bao *s, int pit, int way);    // 0, or the reason
int bao_can_move(const bao *s);
void bao_find_captures(bao *s); // sets `captures`

// Slots of the table.
tsr_move bao_move_of(int pit, int way);
int bao_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf, size_t cap);
tsr_err bao_move_parse(const tsr_rules *r, const void *p, int who, const char *text, tsr_move *out);
int bao_text(const tsr_rules *r, const void *p, char *buf, size_t cap);
tsr_err bao_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err);
int bao_check(const tsr_rules *r, const void *p, tsr_line *out);
void bao_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out);
int bao_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out);

#endif
