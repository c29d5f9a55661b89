// SPDX-License-Identifier: MIT
#ifndef TSR_HOST_TOOLCHAIN_H
#define TSR_HOST_TOOLCHAIN_H

// What compiling at run time takes, for those who compile for another machine than this one: see
// compile.c, which does it for this one.

#include <stddef.h>
#include <stdint.h>

#include <tessera/error.h>

// A program by its name, as a shell would find it; 0 = there is none.
int toolchain_find(const char *name, char *path, size_t cap);

// A number that changes with the program: its path, size and age.
uint64_t toolchain_stamp(const char *path);

// The folder where results are kept, made if need be; 0 = there is none that can be used.
int toolchain_cache(char *buf, size_t cap);

tsr_err toolchain_write(const char *path, const void *bytes, size_t size, tsr_error *err);

// Runs a compiler that writes `object`. TSR_ERR_GAME with its first complaint if it fails.
tsr_err toolchain_run(const char *program, const char *const *argv, const char *object,
                      tsr_error *err);

#endif
