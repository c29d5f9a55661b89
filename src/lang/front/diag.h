// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_DIAG_H
#define TSR_LANG_DIAG_H

// Diagnostics: what is wrong with a rules file, said to its author.
//
// A diagnostic has a number (`tessera explain N` prints a lesson about it), a
// headline in game words, the smallest span it is about, a remark that stands
// beside the carets, and often a line that would compile. The compiler collects
// diagnostics and goes on; after DIAG_MAX of them it stops. One cause is reported
// once, also when code is lowered once for every player.
//
// Everything is stored inside the list, so there is nothing to free; the source is
// needed again only to print its lines. Not thread-safe.

#include <stddef.h>
#include <stdint.h>

#include <tessera/error.h>

enum { DIAG_MAX = 20, DIAG_TEXT = 200 };

// A piece of one source line; line and column count from 1, 0 = nowhere. A game that
// inherits is read from several files: 0 is its own, 1 its parent, 2 that one's parent.
typedef struct span {
    uint32_t line;
    uint16_t col;
    uint16_t len;
    uint16_t file;
    uint16_t pad;
} span;

// X(NAME, number, 'e', 'w' or 'n', title of the lesson): errors, warnings, and notes, which tell
// what the compiler has made of the rules. Numbers are for ever: people look them up.
#define DIAG_KINDS(X)                                                                              \
    X(UNKNOWN_WORD, 1, 'e', "a word the game does not know")                                       \
    X(SAME_LETTER, 2, 'e', "two pieces with the same letter")                                      \
    X(ROW_WIDTH, 3, 'e', "a picture that does not fit the board")                                  \
    X(IF_NOT_WHEN, 4, 'e', "`if` limits choices, `when` limits consequences")                      \
    X(OR_IN_RULE, 5, 'e', "`or` inside a rule separates choices")                                  \
    X(WRONG_TYPE, 6, 'e', "cells, directions and numbers are different things")                    \
    X(NO_SUCH_CELL, 7, 'e', "a cell that is not on the board")                                     \
    X(ATTACK_LOOP, 8, 'e', "a capture that asks what is attacked")                                 \
    X(NO_HERE, 9, 'e', "`here` without a moving piece")                                            \
    X(DEAD_ELSE, 10, 'w', "an `else` that can never happen")                                       \
    X(ENDLESS_REPEAT, 11, 'e', "a `repeat` without a choice")                                      \
    X(ENDLESS_GAME, 12, 'w', "a game that may go on for ever")                                     \
    X(OUT_OF_RANGE, 13, 'e', "a number that leaves its range")                                     \
    X(SAME_MOVE, 14, 'e', "two rules that make the same move")                                     \
    X(NO_FORWARD, 15, 'e', "a direction without meaning on this board")                            \
    X(SYNTAX, 16, 'e', "a sentence the language does not have")                                    \
    X(TAB, 17, 'e', "tabs in the indentation")                                                     \
    X(BAD_CHARACTER, 18, 'e', "a character that has no meaning here")                              \
    X(INDENT, 19, 'e', "indentation that fits no line above")                                      \
    X(TWICE, 20, 'e', "the same thing declared twice")                                             \
    X(MISSING, 21, 'e', "something every game needs")                                              \
    X(UNKNOWN_PIECE, 22, 'e', "a letter in the picture that is no piece")                          \
    X(TOO_BIG, 23, 'e', "a limit of the language")                                                 \
    X(NO_PARENT, 24, 'e', "a game to inherit from that cannot be found")                           \
    X(NOT_CONSTANT, 25, 'e', "a value that must be known before play")                             \
    X(ARGUMENTS, 26, 'e', "the wrong number of arguments")                                         \
    X(DEF_LOOP, 27, 'e', "a definition that uses itself")                                          \
    X(NOTHING_TO_DO, 28, 'e', "a turn that offers no choice")                                      \
    X(TEST_FAILED, 29, 'e', "a test in the file failed")                                           \
    X(NEW_LANGUAGE, 30, 'e', "a file for a newer language")                                        \
    X(ROUND_AND_ROUND, 31, 'e', "a `repeat` that can go round in circles")                         \
    X(SEVERAL_THINGS, 32, 'e', "several things where there is room for one")                       \
    X(LACKS, 33, 'e', "an attribute that a piece does not have")                                   \
    X(AT_ONCE, 34, 'e', "choices made at once that depend on each other")                          \
    X(CANNOT_KNOW, 35, 'e', "a turn that asks for what its player cannot know")                    \
    X(GIVES_AWAY, 36, 'e', "an `unseen` that shows what it hides")                                 \
    X(NOTHING_LEFT, 37, 'e', "a deal from where nothing may be left")                              \
    X(TAKEN_ASKS, 38, 'e', "a taken piece that would ask the player")                              \
    X(NOBODY_ASKED, 39, 'e', "two results and no choice between them")                             \
    X(MANY_MOVES, 40, 'n', "a turn with very many moves")                                          \
    X(ONE_OF_MANY, 41, 'w', "a loser among three or more")                                         \
    X(HARD_TO_GUESS, 42, 'n', "hidden places that bots cannot guess well")                         \
    X(UNUSED, 43, 'w', "a definition nobody uses")                                                 \
    X(ON_WHOM, 44, 'e', "an owner that is missing")                                                \
    X(SHADOW, 45, 'e', "a name that already has a meaning")                                        \
    X(NEVER, 46, 'w', "something that can never happen")                                           \
    X(TOO_LONG, 47, 'e', "rules that take too long to work out")                                   \
    X(BOARD_LOOK, 48, 'w', "a board that looks like nothing known")                                \
    X(FIRST_ONLY, 49, 'w', "a label for the first of several choices")                             \
    X(NOT_ALWAYS, 50, 'e', "an `always` that does not hold")                                       \
    X(NO_REASON, 51, 'w', "points without a reason")                                               \
    X(MAY_STRAY, 52, 'n', "a number that is kept in its range")

typedef enum diag_kind {
#define X(name, number, level, title) DIAG_##name = number,
    DIAG_KINDS(X)
#undef X
} diag_kind;

typedef struct diag {
    uint8_t kind;    // diag_kind
    uint8_t warning; // 0 an error, 1 a warning, 2 a note
    uint16_t pad;
    span at;
    span also;             // a second place, len 0 = none
    char head[DIAG_TEXT];  // "there is no direction called `x`"
    char note[DIAG_TEXT];  // beside the carets; may be empty
    char note2[DIAG_TEXT]; // beside the second place
    char help[DIAG_TEXT];  // a line below; may be empty
} diag;

typedef struct diag_list {
    diag item[DIAG_MAX];
    int count, errors;
    int full; // more were found than fit
} diag_list;

void diag_init(diag_list *list);

// Adds a diagnostic and returns it, for its further texts; never NULL. A second one of the
// same kind at the same place goes to a scratch entry.
diag *diag_add(diag_list *list, diag_kind kind, span at, const char *format, ...) TSR_PRINTF(4, 5);
void diag_note(diag *d, const char *format, ...) TSR_PRINTF(2, 3);
void diag_help(diag *d, const char *format, ...) TSR_PRINTF(2, 3);
void diag_also(diag *d, span at, const char *format, ...) TSR_PRINTF(3, 4);

// What a span's `file` stands for.
typedef struct diag_source {
    const char *name; // as messages call it
    const char *text;
} diag_source;

// The message as people read it, with the author's line; snprintf's rule. `source` has an
// entry for every file that the list's spans name.
int diag_text(const diag *d, const diag_source *source, char *buf, size_t cap);

// The title of the lesson about `number`, or NULL.
const char *diag_title(int number);

#endif
