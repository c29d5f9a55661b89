// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_ADDED_H
#define TSR_UNICORNS_ADDED_H

// Verbs that plugins add to the card language.

#include <tessera/error.h>
#include <tessera/verbs.h>

#include "unicorns/width.h"

enum { UNI_ADDED_MOST = 16 };

typedef struct uni_added {
    const tsr_verb *verb[UNI_ADDED_MOST];
    int count;
} uni_added;

// The verbs among what plugins have added to the game; `extras` may be NULL.
tsr_err uni_added_list(const tsr_extra *const *extras, uni_added *out, tsr_error *err);
// Whether the table of a verb is sound, and its word is new (verbs/added.c).
tsr_err uni_added_check(const tsr_verb *v, tsr_error *err);

#endif
