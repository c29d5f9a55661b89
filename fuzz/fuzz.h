// SPDX-License-Identifier: MIT
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

// What the fuzz targets share: every registered game, opened once, and a way to
// say that something is wrong.
//
// A target is one function, LLVMFuzzerTestOneInput. It is linked with libFuzzer to look
// for trouble (`make fuzz`), or with replay.c, which runs it over files, so that
// the kept inputs are tried in every build. A target must not care what it gets:
// whatever is wrong is found by a sanitizer or by fuzz_must.

#include <stddef.h>
#include <stdint.h>

#include <tessera/registry.h>
#include <tessera/rules.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The registry with all that is built in.
const tsr_registry *fuzz_registry(void);

// Rules of a game for about `players`; kept. An unknown name is some game, too.
const tsr_rules *fuzz_rules(const char *name, unsigned players);

// The first line of an input, "NAME PLAYERS NUMBER NUMBER", and what follows it.
// Missing numbers are 0.
typedef struct fuzz_input {
    const tsr_rules *r;
    unsigned number[2];
    char *text;  // the rest, within `whole`
    char *whole; // free it
} fuzz_input;

fuzz_input fuzz_read(const uint8_t *data, size_t size);

// Zeroed memory, to be freed with free().
void *fuzz_memory(size_t size);

// Ends the program loudly if `holds` is false.
void fuzz_must(int holds, const char *what);

// Calls every slot that reads a sound state, for every viewer.
void fuzz_look(const tsr_rules *r, const void *s);

// Plays up to `plies` random moves from the sound, full state `s`, in place.
void fuzz_play(const tsr_rules *r, void *s, int plies, uint64_t seed);

#endif
