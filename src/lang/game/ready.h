// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_READY_H
#define TSR_LANG_READY_H

// Makes the units that games are played with (ready.c).

#include <tessera/error.h>

#include "lang/game/compile.h"

// For whom a program is made.
typedef struct unit_wish {
    const int32_t *options;
    int view; // turn_view
    int players;
} unit_wish;

// A unit with all that opened rules need; free with lang_unit_free.
tsr_err lang_unit_ready(const lang_sources *src, const unit_wish *w, const tsr_alloc *alloc,
                        lang_unit **out, tsr_error *err);

#endif
