// SPDX-License-Identifier: MIT
#ifndef TSR_GPU_STACK_H
#define TSR_GPU_STACK_H

// What the calls in PTX tell of a kernel: how much code it is, and how much stack it needs where code calls itself. A
// driver knows the frames of all functions, but not how deep they go: it takes what it is told, and less ends in memory
// of others.

#include <stddef.h>

// Bytes for each thread of an entry of this PTX whose functions are at most `deep` times in themselves, or 0
// if nothing in it calls itself and the driver knows. SIZE_MAX for lack of memory.
size_t stack_of_entry(const char *ptx, const char *entry, int deep);

// Bytes of this entry and all that it calls, 0 if there is none. SIZE_MAX for lack of memory.
size_t code_of_entry(const char *ptx, const char *entry);

#endif
