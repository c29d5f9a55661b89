// SPDX-License-Identifier: MIT
//
// The table for the n-th bit of a byte, where the machine has no instruction for it.
#include "lang/ir/rt/nth.h"

// Bit after bit from the highest: those found so far are one place higher, and a bit that
// is set comes in below them at place 0. Nibbles nobody asks for may hold anything.
#define UP(v)       ((v) + 0x11111111u)
#define PLACES_1(v) UP(v), UP(v) << 4
#define PLACES_2(v) PLACES_1(UP(v)), PLACES_1(UP(v) << 4)
#define PLACES_3(v) PLACES_2(UP(v)), PLACES_2(UP(v) << 4)
#define PLACES_4(v) PLACES_3(UP(v)), PLACES_3(UP(v) << 4)
#define PLACES_5(v) PLACES_4(UP(v)), PLACES_4(UP(v) << 4)
#define PLACES_6(v) PLACES_5(UP(v)), PLACES_5(UP(v) << 4)
#define PLACES_7(v) PLACES_6(UP(v)), PLACES_6(UP(v) << 4)
#define PLACES_8(v) PLACES_7(UP(v)), PLACES_7(UP(v) << 4)

const uint32_t vm_bit_places[256] = {PLACES_8(0u)};
