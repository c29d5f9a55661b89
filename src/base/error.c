// SPDX-License-Identifier: MIT
//
// The words of error codes, and how a failure is written down.
#include <tessera/error.h>

#include <stdarg.h>
#include <stdio.h>

const char *tsr_err_text(tsr_err code) {
    switch (code) {
#define X(name, number, text)                                                                      \
    case name: return text;
        TSR_ERRORS(X)
#undef X
    }
    return "unknown error";
}

// Messages quote what was read, and end on somebody's terminal: a file must not be
// able to send it commands.
static void disarm(char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f) {
            *text = '?';
        }
    }
}

static void TSR_PRINTF(5, 0) fill(tsr_error *err, tsr_err code, uint32_t line, uint32_t column,
                                  const char *format, va_list args) {
    err->code = code;
    err->line = line;
    err->column = column;
    (void)vsnprintf(err->message, sizeof err->message, format, args);
    disarm(err->message);
}

tsr_err tsr_fail(tsr_error *err, tsr_err code, const char *format, ...) {
    if (err) {
        va_list args;
        va_start(args, format);
        fill(err, code, 0, 0, format, args);
        va_end(args);
    }
    return code;
}

tsr_err tsr_fail_at(tsr_error *err, tsr_err code, uint32_t line, uint32_t column,
                    const char *format, ...) {
    if (err) {
        va_list args;
        va_start(args, format);
        fill(err, code, line, column, format, args);
        va_end(args);
    }
    return code;
}
