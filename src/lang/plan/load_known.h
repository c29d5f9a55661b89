// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LOAD_KNOWN_H
#define TSR_LANG_LOAD_KNOWN_H

// What is known of registers while code is read (load_code.c): sets by a cell and what may stand on it, numbers by their
// value.

#include "lang/plan/load.h"

enum { MOST_KNOWN = 12 };

#define ALL_KINDS (~(uint64_t)0)
#define NOTHING   ((uint64_t)1)

// What is known of a set: it has no cell but `cell`, and if `sure` it has that; what stands on its cells.
typedef struct known_set {
    int reg, cell, sure, within;
    uint64_t kinds;
    uint32_t owners; // it is all that these own, 0 = that is not known
} known_set;

typedef struct known_number {
    int reg, open; // open: or more
    int32_t value;
} known_number;

typedef struct reader {
    const program *p;
    cargo c;
    int does, to; // effects are done; with this cell at hand
    int steps, forks;
    int offered; // on this way through the code
    known_set set[MOST_KNOWN];
    known_number num[MOST_KNOWN];
    int sets, nums;
    code_end end;
} reader;

// load_sets.c: whether a register holds the cell where the turn stands; what is known of a set; what an instruction that
// writes one makes it; keeps that.
int load_is_at_here(const cargo *c, int reg);
known_set load_set_of(const reader *r, int reg);
void load_write_set(reader *r, const insn *x);
void load_keep_set(reader *r, int reg, known_set s);

#endif
