// SPDX-License-Identifier: MIT
#ifndef TSR_WASM_SORT_H
#define TSR_WASM_SORT_H

// Sorting in place in a few lines, where the C library has two hundred.

#include <stddef.h>

// As qsort: no more memory, a number of steps that count * log(count) bounds, and no promise about what is equal.
void sort_items(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
