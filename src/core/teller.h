// SPDX-License-Identifier: MIT
#ifndef TSR_CORE_TELLER_H
#define TSR_CORE_TELLER_H

// Stories one after the other: where one has ended the next begins, so its first picture is there
// already.

#include <tessera/rules.h>

// tsr_teller_tell, with the scene of `before` as `viewer` sees it; NULL = it is to be drawn. `drawn`
// is only read, and must not be one of the teller's own.
TSR_NODISCARD tsr_err teller_tell_from(tsr_teller *t, const tsr_scene *drawn, const tsr_rules *r,
                                       const void *before, int who, tsr_move m, const void *after,
                                       int viewer);

#endif
