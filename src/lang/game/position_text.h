// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_POSITION_TEXT_H
#define TSR_LANG_POSITION_TEXT_H

// Positions as one line of text: what is written, read and checked alike.
//
//     board mover turns [key=value ...]              most games
//     board mover castling ep half full [key=value]  games like chess: FEN
//     board mover hands move [key=value]             games like shogi: SFEN
//
// The board is written row by row from the top, as in FEN: a letter for a piece
// (upper case first player, lower case second; of more than two, all but the second have
// upper case and their number behind it; * before neutral ones), a number for free cells. A kind without a letter of
// its own is written out, with the number of its player behind it: <hearts5>2, or *<hearts5>. A pile is written from the
// bottom up, in brackets; what lies in an area as @area=letters. Where there is no board stands -.
// What stands nowhere on the board follows as key=value, left out while it is zero; `ring`
// holds the keys of earlier positions that `repeated` and `new position` look at.

#include <tessera/tessera.h>

#include "lang/front/ast.h"
#include "lang/ir/ir.h"

// The next cell of row `y` at or after column `x`, in reading order; -1 if there is none.
int position_cell(const board *b, int y, int *x);

// The letter of a player who is to move, or a number where two have the same.
const char *position_mover(const program *p, int me, char *buf);

// The sets that have a key in the text, besides those on the board.
typedef struct set_field {
    const char *key;
    uint16_t reg; // BOARD_NONE: this game has none
} set_field;

enum { SET_FIELDS = 11 };

void position_sets(const program *p, set_field *out);

// Rows of numbers that have a key in the text.
typedef struct num_field {
    const char *key;
    uint16_t reg;
    int count; // 0: this game has none
} num_field;

enum {
    FIELD_VARS,
    FIELD_HAND,
    FIELD_TOKENS,
    FIELD_LABEL,
    FIELD_QUIET,
    FIELD_MID,
    FIELD_GONE,
    NUM_FIELDS
};

void position_nums(const program *p, num_field *out);

// The key of the set of hidden things that a player knows.
const char *position_known_key(int player, char key[24]);

// The key of the set of hidden pieces that are none of a type.
const char *position_not_key(int type, char key[24]);

// fen_fields.c: castling rights as KQkq. Whether the letters say all that the set of unmoved pieces does ...
int fen_put_rights(char *out, const program *p, const void *s);
// ... and that set from letters; 0 = they name a rook that is not there.
int fen_read_rights(const program *p, const void *s, const char *text, uint64_t *latch);

// From the square passed over to the whole motion: straight ahead for the player who made it. 0 = there was none.
int fen_ep_motion(const program *p, const void *s, int over, int *from, int *to);
int fen_ep_square(const program *p, const void *s); // -1: none

// slots_read.c: reads without judging; slot_parse checks.
tsr_err position_read(const tsr_rules *r, const char *text, char *state, tsr_error *err);

#endif
