// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_CFR_NET_H
#define TSR_LEARN_CFR_NET_H

// A network's strategy in the tree of a small game, so that cfr_measure says exactly how much can be won
// against it.

#include "learn/cfr.h"
#include "learn/eyes.h"

// Both players play as the network says: cfr_measure and cfr_value are then about that. TSR_ERR_MEMORY at most.
TSR_NODISCARD tsr_err cfr_follow(cfr *c, eyes *e, tsr_error *err);

#endif
