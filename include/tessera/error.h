// SPDX-License-Identifier: MIT
#ifndef TESSERA_ERROR_H
#define TESSERA_ERROR_H

// Errors: a code for programs and a message for people.
//
// A function that can fail returns `tsr_err`: TSR_OK, which is 0, or a negative code. On
// failure its outputs are not written. Functions that read files, text or options also take
// a `tsr_error *`, which may be NULL. The message is stored in it, so there is nothing to
// free.
//
// An illegal move is not an error: the reason is returned as a `tsr_line` (see line.h).

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// One row per code: name, number, general meaning. The numbers are part of the ABI; new rows are
// added at the end.
#define TSR_ERRORS(X)                                                                              \
    X(TSR_OK, 0, "no error")                                                                       \
    X(TSR_ERR_MEMORY, -1, "out of memory")                                                         \
    X(TSR_ERR_ARGUMENT, -2, "an argument is out of range")                                         \
    X(TSR_ERR_UNKNOWN, -3, "there is nothing of that name")                                        \
    X(TSR_ERR_PARSE, -4, "the text cannot be read")                                                \
    X(TSR_ERR_ILLEGAL, -5, "the move is not legal")                                                \
    X(TSR_ERR_ABI, -6, "built for another version of Tessera")                                     \
    X(TSR_ERR_IO, -7, "reading or writing failed")                                                 \
    X(TSR_ERR_MISMATCH, -8, "belongs to another game or other rules")                              \
    X(TSR_ERR_LIMIT, -9, "a limit is exceeded")                                                    \
    X(TSR_ERR_STATE, -10, "not possible at this moment")                                           \
    X(TSR_ERR_GAME, -11, "the game breaks its contract")                                           \
    X(TSR_ERR_AGENT, -12, "the player program failed")

typedef enum tsr_err {
#define X(name, number, text) name = number,
    TSR_ERRORS(X)
#undef X
} tsr_err;

#if defined(__GNUC__)
#define TSR_NODISCARD        __attribute__((warn_unused_result))
#define TSR_PRINTF(fmt, arg) __attribute__((format(printf, fmt, arg)))
#else
#define TSR_NODISCARD
#define TSR_PRINTF(fmt, arg)
#endif

// An error and its position in a text. `line` and `column` count from 1; 0 = unknown.
typedef struct tsr_error {
    tsr_err code;
    uint32_t line;
    uint32_t column;
    char message[244]; // one line without a full stop; not empty after a failure
} tsr_error;

// The general meaning of `code`; a static string, never NULL.
const char *tsr_err_text(tsr_err code);

// Fills `err` (if not NULL) and returns `code`, for use in a return statement: `return
// tsr_fail(err, TSR_ERR_PARSE, "no such cell: %s", t);`
tsr_err tsr_fail(tsr_error *err, tsr_err code, const char *format, ...) TSR_PRINTF(3, 4);

// The same with a position in a text.
tsr_err tsr_fail_at(tsr_error *err, tsr_err code, uint32_t line, uint32_t column,
                    const char *format, ...) TSR_PRINTF(5, 6);

#ifdef __cplusplus
}
#endif

#endif
