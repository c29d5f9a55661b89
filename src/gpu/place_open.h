// SPDX-License-Identifier: MIT
#ifndef TSR_GPU_PLACE_OPEN_H
#define TSR_GPU_PLACE_OPEN_H

// Opening a place by its number.

#include "gpu/place.h"

enum { PLACE_HERE = -1 }; // the processor, by this machine's C compiler

// `device` is PLACE_HERE or a GPU, counted from 0.
TSR_NODISCARD tsr_err place_open(const tsr_rules *r, int device, place **out, tsr_error *err);
void place_close(place *p); // NULL is fine

#endif
