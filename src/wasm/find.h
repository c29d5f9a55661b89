// SPDX-License-Identifier: MIT
#ifndef TSR_WASM_FIND_H
#define TSR_WASM_FIND_H

// As strstr, place by place: texts here are short, and the C library's table of steps for long ones is not.
const char *find_text(const char *text, const char *part);

#endif
