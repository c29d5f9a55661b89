// SPDX-License-Identifier: MIT
#ifndef TSR_WASM_PRINT_REAL_H
#define TSR_WASM_PRINT_REAL_H

// Numbers with a point as text, for print.c.

enum { PRINT_REAL = 400 }; // the longest that is written: 309 digits and a precision

// %.<precision>f, or g where `general`; how long it is. The precision is at most 40.
int print_real(char *out, double value, int precision, int general);

#endif
