// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_REAL_TEXT_H
#define TSR_LEARN_REAL_TEXT_H

// Numbers with a point, read the same wherever the program runs: the C library asks the country whether the point is a
// comma.

// Reads "-1.5e-3", as "%.9g" writes it, and returns what follows; NULL if there is no number. What was written from a
// float comes back as that float.
const char *real_read(const char *text, float *out);

#endif
