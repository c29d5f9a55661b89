// SPDX-License-Identifier: MIT
//
// Does step after step of the script to a match.
#include "support/script.h"

tsr_match *script_open(const tsr_rules *r, paper *p) {
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_match_config_init(&config, r);
    config.seed = 5;
    config.sink = paper_sink(p);
    for (int k = 0; k < r->players; k++) {
        config.seat[k].policy = k % 2 ? TSR_POLICY_FALLBACK : TSR_POLICY_ASK;
        config.seat[k].late = TSR_POLICY_FALLBACK;
        config.seat[k].clock = (tsr_clock){.base_ms = 60000, .increment_ms = 100, .move_ms = 50000};
        config.seat[k].tries = 2;
    }
    return tsr_match_open(&config, &m, NULL) == TSR_OK ? m : NULL;
}

static tsr_err step_back(tsr_match *m, int seat, uint64_t now) {
    int back = tsr_match_previous(m, seat);
    return back >= 0 ? tsr_match_back(m, back, now) : TSR_OK;
}

tsr_err script_act(tsr_match *m, int i, uint64_t now) {
    const tsr_rules *r = tsr_match_rules(m);
    uint32_t waiting = tsr_match_waiting(m);
    int seat = tsr_mover(waiting);
    tsr_rng g;
    tsr_rng_init(&g, (uint64_t)i);
    if (waiting == 0) {
        return step_back(m, 0, now);
    }
    switch (i % 9) {
    case 2: return tsr_match_submit_text(m, seat, "rubbish", now, NULL, NULL);
    case 4: return tsr_match_submit(m, seat, 0x7777, now, NULL, NULL);
    case 5: return tsr_match_fail(m, seat, now, NULL);
    case 6: return tsr_match_tick(m, now + 100000);
    case 7: return step_back(m, seat, now);
    case 8:
        return i == 44 ? tsr_match_resign(m, seat, now)
                       : tsr_match_forward(m, tsr_match_ply_count(m), now);
    default:
        return tsr_match_submit(m, seat, tsr_sample(r, tsr_match_state(m), seat, &g), now, NULL,
                                NULL);
    }
}
