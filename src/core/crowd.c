// SPDX-License-Identifier: MIT
//
// Who plays random games for agents; see crowd.h.
#include "core/crowd.h"

#include <stdatomic.h>

static _Atomic(const crowd_type *) used;

void crowd_use(const crowd_type *type) {
    atomic_store(&used, type);
}

const crowd_type *crowd_used(void) {
    return atomic_load(&used);
}
