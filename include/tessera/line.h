// SPDX-License-Identifier: MIT
#ifndef TESSERA_LINE_H
#define TESSERA_LINE_H

// A message as data: a code and up to four typed arguments.
//
// Games do not build strings. The reason why a move is illegal, the prompt of a decision
// and the description of an event are all `tsr_line`s; the text is in the game's table
// of templates, `lines[code]`. A message needs no allocation, can be tested by its code
// and translated, and reads the same in the terminal, on the web page and in the record.
//
// A template: "row {0} of the wall already holds {1}". `{n}` is argument n, from 0;
// `{n?one:many}` selects singular or plural by an integer argument: "{0}
// {0?tile:tiles}".
//
//     tsr_say(out, WALL_HAS, TSR_INT(2), TSR_NAME(BLUE));
//
// Code 0 is no message (in `why_not`: the move is legal). Codes from 0xF000 are defined below and
// have no row in a game's table.

#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tsr_arg_kind {
    TSR_ARG_NONE = 0,
    TSR_ARG_INT,    // a number
    TSR_ARG_PLAYER, // 0 to 7; printed as the player's name, the seat's name or "player 1"
    TSR_ARG_NAME,   // an index into the rules' `names`
    TSR_ARG_CELL,   // row * 65536 + column, both from 0; printed as "row,column"
    TSR_ARG_CHAR    // one Unicode code point, such as a piece letter
} tsr_arg_kind;

enum { TSR_LINE_ARGS = 4 };

typedef struct tsr_arg {
    uint8_t kind;
    int32_t v;
} tsr_arg;

typedef struct tsr_line {
    uint16_t code;
    uint8_t argc;
    uint8_t pad;
    uint8_t kind[TSR_LINE_ARGS]; // tsr_arg_kind
    int32_t v[TSR_LINE_ARGS];
} tsr_line;

// Messages common to all games. X(name, code, template)
#define TSR_CORE_LINES(X)                                                                          \
    X(TSR_LINE_NOT_LISTED, 0xF000, "that move is not possible now")                                \
    X(TSR_LINE_OVER, 0xF001, "the game is over")                                                   \
    X(TSR_LINE_NOT_TURN, 0xF002, "it is not {0}'s turn")                                           \
    X(TSR_LINE_CHANCE, 0xF003, "chance decides now, not a player")                                 \
    X(TSR_LINE_NOT_OUTCOME, 0xF004, "that cannot be drawn now")                                    \
    X(TSR_LINE_NO_MOVE, 0xF005, "no move was given")                                               \
    X(TSR_LINE_YOUR_MOVE, 0xF006, "{0} to move")                                                   \
    X(TSR_LINE_CHOOSE, 0xF007, "{0} chooses")                                                      \
    X(TSR_LINE_DRAWING, 0xF008, "chance decides")                                                  \
    X(TSR_LINE_UNREADABLE, 0xF009, "that is not a move of this game")                              \
    X(TSR_LINE_AMBIGUOUS, 0xF00A, "that fits {0} moves")                                           \
    X(TSR_LINE_LATE, 0xF00B, "{0} ran out of time")                                                \
    X(TSR_LINE_FAILED, 0xF00C, "{0} gave no answer")                                               \
    X(TSR_LINE_GAINS, 0xF00D, "{0} gains {1} {1?point:points}")                                    \
    X(TSR_LINE_LOSES, 0xF00E, "{0} loses {1} {1?point:points}")

enum {
    TSR_LINE_CORE = 0xF000,
#define X(name, code, text) name = code,
    TSR_CORE_LINES(X)
#undef X
};

static inline tsr_arg tsr_arg_of(tsr_arg_kind kind, int32_t v) {
    tsr_arg a = {(uint8_t)kind, v};
    return a;
}

#define TSR_INT(n)       tsr_arg_of(TSR_ARG_INT, (int32_t)(n))
#define TSR_PLAYER(p)    tsr_arg_of(TSR_ARG_PLAYER, (int32_t)(p))
#define TSR_NAME(i)      tsr_arg_of(TSR_ARG_NAME, (int32_t)(i))
#define TSR_CELL(r, c)   tsr_arg_of(TSR_ARG_CELL, (int32_t)(r)*65536 + (int32_t)(c))
#define TSR_CHAR(c)      tsr_arg_of(TSR_ARG_CHAR, (int32_t)(c))
#define TSR_NOTHING_SAID tsr_arg_of(TSR_ARG_NONE, 0)

// Writes message `code` with `argc` arguments to `out` (may be NULL) and returns
// `code`, so that `why_not` can end with `return tsr_say(...)`. All bytes of `*out` are
// written.
static inline int tsr_say_args(tsr_line *out, uint16_t code, const tsr_arg *args, int argc) {
    if (out) {
        tsr_line line;
        memset(&line, 0, sizeof line);
        line.code = code;
        for (int i = 0; i < argc && i < TSR_LINE_ARGS; i++) {
            if (args[i].kind == TSR_ARG_NONE) {
                break;
            }
            line.kind[i] = args[i].kind;
            line.v[i] = args[i].v;
            line.argc = (uint8_t)(i + 1);
        }
        *out = line;
    }
    return code;
}

// tsr_say(out, CODE) or tsr_say(out, CODE, TSR_INT(3), ...), up to 4 arguments.
#ifndef __cplusplus
#define tsr_say(...) TSR_SAY_(__VA_ARGS__, TSR_NOTHING_SAID)
#define TSR_SAY_(out, code, ...)                                                                   \
    tsr_say_args(out, (uint16_t)(code), (const tsr_arg[]){__VA_ARGS__},                            \
                 (int)(sizeof((const tsr_arg[]){__VA_ARGS__}) / sizeof(tsr_arg)))
#endif

#ifdef __cplusplus
}
#endif

#endif
