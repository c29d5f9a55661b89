// SPDX-License-Identifier: MIT
#ifndef TSR_ABI_TABLE_H
#define TSR_ABI_TABLE_H

// The inside of a table that crosses the border: a match, and its record as it grows.

#include <tessera/record.h>

#include "abi/state.h"
#include "base/buffer.h"

struct tsr_table {
    const tsr_ruleset *rs;
    tsr_match *match;
    buffer record;
    tsr_record resumed; // what it goes on from, or empty
    char names[512];
};

#endif
