// SPDX-License-Identifier: MIT
#ifndef TSR_TEACH_LESSON_H
#define TSR_TEACH_LESSON_H

// One position to learn from: what was seen there, what could be done, and what came of it.

#include <tessera/game.h>

typedef struct brain_lesson {
    const uint32_t *input;
    uint32_t inputs;
    const uint32_t *row; // of all moves, one after another
    const uint8_t *rows; // [moves] how many each has
    const float *share;  // [moves] what should be played, in all 1; or how likely each was
    uint32_t moves;
    uint32_t made; // 1 + the move that was made and is to teach something (deed.h), or 0
    float gain;    // how much better that was than expected
    const float *
        gains; // [moves] how much better each was, where all were tried; NULL = one was made, or none
    float weight;       // of such a lesson, 0 to 1
    float heat;         // what variety is worth beside gains
    float pull;         // what it costs to leave the usual
    const float *usual; // [moves] logits of what was played so far, on average; NULL = free
    float opinion;      // the heuristic's of it, a logit (learn/opinion.h); 0 = none
    int loud;           // its best move is noisy: what it is worth shows only after that
    float value[TSR_MAX_PLAYERS]; // what each seat could expect, from the viewer on; 0 to 1
} brain_lesson;

#endif
