// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_SYMMETRY_H
#define TSR_TEACH_SYMMETRY_H

// Ways to turn and mirror the board that make no difference, found by playing.
//
// For each of the seven ways to turn or mirror a board of cells, random games are played twice side by
// side: in the second game the move is taken after which everything that is seen is what is seen in the
// first, turned. If there is always one, with as many moves and the same end, and if a row of moves always
// becomes the same row, it is a symmetry of the game, and what was learned about one side of
// the board is taught about the other as well. Nothing is read of the rules but what everybody sees.
//
// Games with draws are taken to have none.

#include "teach/sample.h"

enum { SYMMETRY_MOST = 7 };

typedef struct symmetry {
    int way;         // 1 to 7: bit 0 left and right, bit 1 top and bottom, bit 2 rows and columns
    uint32_t *input; // [inputs] what each becomes
    uint32_t *move;  // [moves] what each row becomes; UINT32_MAX = it was not met
} symmetry;

typedef struct symmetries {
    symmetry one[SYMMETRY_MOST];
    int count;
    arena memory;
} symmetries;

TSR_NODISCARD tsr_err symmetries_find(const tsr_rules *r, const schema *s, symmetries *out,
                                      tsr_error *err);
void symmetries_free(symmetries *s); // a zeroed one is fine

// What a way is called: "mirror left and right".
const char *symmetry_name(int way);

// Turns a lesson that was read into `room`. 0 = a row of its moves is not known; then it stays as it is.
int symmetry_apply(const symmetry *y, sample_room *room, const brain_lesson *l);

#endif
