// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_GRADE_H
#define TSR_CLI_GRADE_H

// Two games side by side: one that somebody wrote, and the one it should be. Each is played by the
// texts of its moves, so the work may also be a program that speaks in lines (docs/grading.md).

#include <tessera/rules.h>

#include "base/buffer.h"
#include "host/child.h"

typedef struct grade_move {
    char text[TSR_MOVE_TEXT_MAX];
    char plain[TSR_MOVE_TEXT_MAX]; // the text as it is compared: see grade_name
    tsr_move move;
} grade_move;

// One of the two games, in the position it has come to.
typedef struct grade_side {
    const char *title;
    const tsr_rules *r; // NULL = a program
    void *state, *other;
    tsr_move *moves;
    uint32_t *weights;
    child *program;
    grade_move *list; // the moves of this position, by their plain texts
    int count, room;
    int who; // who decides; -1 = the game is over
    int ranks[TSR_MAX_PLAYERS];
    int rows;          // of the board, 0 = it has none: what "2,3" means
    char problem[400]; // why a program cannot be asked any more
} grade_side;

// 0 = no memory, or `problem` says what is wrong.
int grade_open(grade_side *s, const tsr_rules *r);
int grade_open_program(grade_side *s, const char *command);
void grade_close(grade_side *s);

void grade_start(grade_side *s);
void grade_play(grade_side *s, const grade_move *m);
int grade_look(grade_side *s); // fills the list; 0 = a program failed, and `problem` says how

// What a program is asked and how it answers; used by the functions above.
void grade_program_close(grade_side *s);
void grade_program_say(grade_side *s, const char *word, const char *rest);
int grade_program_look(grade_side *s);

// Gives the moves of a list their plain texts, and sorts them by these.
void grade_name(grade_side *s);

// Whether both say the same of the position they are in; else `out` has what differs, in words.
int grade_is_same(const grade_side *work, const grade_side *wanted, buffer *out);

// Whether the position, and a move of the list, read back from their texts; else `out` has which does not.
// Programs are not asked.
int grade_reads_back(grade_side *s, const grade_move *m, buffer *out);

// The rows of the first board that a game shows; 0 = none.
int grade_rows(const tsr_rules *r);

#endif
