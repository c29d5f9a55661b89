// SPDX-License-Identifier: MIT
#ifndef TSR_BASE_NEAR_H
#define TSR_BASE_NEAR_H

// How far two short texts are apart, for "did you mean".

// Edit distance with swapped neighbours counting once, ignoring the case of
// ASCII letters. Texts longer than 63 characters are compared by their beginning.
int near_distance(const char *a, const char *b);

// The largest distance at which a suggestion for `typed` still helps.
int near_limit(const char *typed);

#endif
