// SPDX-License-Identifier: MIT
// Asking a network at every decision of a small game; see cfr_net.h.
#include "learn/cfr_net.h"

tsr_err cfr_follow(cfr *c, eyes *e, tsr_error *err) {
    double *share = tsr_mem_new(NULL, TSR_MAX_MOVES * sizeof *share);
    if (!share) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the list of moves");
    }
    for (uint32_t i = 0; i < cfr_sets(c); i++) {
        cfr_set set = cfr_set_at(c, i);
        eyes_look(e, set.view, set.who);
        eyes_shares(e, set.view, set.who, set.move, set.moves, share);
        cfr_play_so(c, i, share);
    }
    tsr_mem_free(NULL, share, TSR_MAX_MOVES * sizeof *share);
    return TSR_OK;
}
