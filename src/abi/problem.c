// SPDX-License-Identifier: MIT
// What went wrong, in words that cross the border; and the versions.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <tessera/abi.h>

#include "abi/ruleset.h"

_Static_assert(TSR_FAIL_MEMORY == (int)TSR_ERR_MEMORY && TSR_FAIL_PARSE == (int)TSR_ERR_PARSE &&
                   TSR_FAIL_ILLEGAL == (int)TSR_ERR_ILLEGAL && TSR_FAIL_IO == (int)TSR_ERR_IO &&
                   TSR_FAIL_MISMATCH == (int)TSR_ERR_MISMATCH &&
                   TSR_FAIL_LIMIT == (int)TSR_ERR_LIMIT && TSR_FAIL_STATE == (int)TSR_ERR_STATE &&
                   TSR_FAIL_AGENT == (int)TSR_ERR_AGENT,
               "the numbers of failures are the same on both sides of the border");

uint32_t tsr_version(void) {
    return TSR_VERSION_NUMBER;
}

uint32_t tsr_abi(void) {
    return TSR_ABI;
}

void abi_tell(tsr_problem *why, const tsr_problem *from) {
    uint32_t room = why ? why->size : 0;
    if (room < offsetof(tsr_problem, message) + 2) { // not set, or no struct of ours
        return;
    }
    room = room < sizeof *from ? room : (uint32_t)sizeof *from;
    uint32_t size = why->size;
    memcpy(why, from, room);
    why->size = size;
    ((char *)why)[room - 1] = '\0';
}

int abi_fail(tsr_problem *why, int code, const char *format, ...) {
    tsr_problem p = {.size = sizeof p, .code = code};
    va_list args;
    va_start(args, format);
    (void)vsnprintf(p.message, sizeof p.message, format, args);
    va_end(args);
    abi_tell(why, &p);
    return code;
}

int abi_fail_by(tsr_problem *why, const tsr_error *err) {
    tsr_problem p = {.size = sizeof p, .code = err->code, .line = err->line, .column = err->column};
    const char *text = *err->message ? err->message : tsr_err_text(err->code);
    (void)snprintf(p.message, sizeof p.message, "%s", text);
    abi_tell(why, &p);
    return err->code;
}

int abi_refuse(tsr_problem *why, const tsr_ruleset *rs, const tsr_line *reason) {
    char text[512];
    (void)tsr_line_text(rs->r, reason, NULL, text, sizeof text);
    return abi_fail(why, TSR_FAIL_ILLEGAL, "%s", text);
}
