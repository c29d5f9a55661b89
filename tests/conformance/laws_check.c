// SPDX-License-Identifier: MIT
//
// Law 9: `check` knows a sound position from any other bytes.
#include "law.h"

#include <string.h>

// The answer is the same with and without a line to write it to.
static int asked_twice(law_run *run, const void *s, tsr_line *line) {
    memset(line, 0xaa, sizeof *line);
    int code = run->r->g.check(run->r, s, line);
    LAW_HOLDS(run, run->r->g.check(run->r, s, NULL) == code,
              "check differs when nobody wants the reason");
    return code;
}

static void is_sound(law_run *run, const void *s, const char *whose) {
    tsr_line line;
    int code = asked_twice(run, s, &line);
    LAW_HOLDS(run, code == 0, "check finds fault %d with %s", code, whose);
}

static void at_every_state(law_run *run) {
    is_sound(run, run->spot.state, "a state that came from play");
}

// Random bytes, or a true state with some bytes changed.
static void spoil(law_run *run, void *s) {
    unsigned char *bytes = s;
    tsr_rng *g = &run->g;
    uint32_t size = run->r->state_size;
    uint32_t how = tsr_rng_below(g, 8);
    law_copy(run, s, run->spot.state);
    if (how == 0) {
        for (uint32_t i = 0; i < size; i++) {
            bytes[i] = (unsigned char)tsr_rng_next(g);
        }
    } else if (how == 1) {
        memset(bytes, tsr_rng_below(g, 2) ? 0x00 : 0xff, size);
    } else {
        for (uint32_t i = 1 + tsr_rng_below(g, 3); i > 0; i--) {
            uint32_t at = tsr_rng_below(g, size);
            uint32_t kind = tsr_rng_below(g, 3);
            bytes[at] = kind == 0   ? (unsigned char)tsr_rng_next(g)
                        : kind == 1 ? (unsigned char)(bytes[at] ^ 1u << tsr_rng_below(g, 8))
                                    : (unsigned char)(bytes[at] + 1);
        }
    }
}

// Whatever check lets pass can be written down, and read again.
static void any_bytes(law_run *run) {
    const tsr_rules *r = run->r;
    tsr_line line;
    void *s = run->scratch[0];
    spoil(run, s);
    law_copy(run, run->scratch[1], s);
    int code = asked_twice(run, s, &line);
    law_same(run, s, run->scratch[1], "check changes what it looks at");
    if (code) {
        const char *fault =
            line.code == code ? law_line_fault(run, &line) : "is not the code returned";
        LAW_HOLDS(run, !fault, "the fault (code %d) that check finds %s", code, fault);
        return;
    }
    const char *text = law_position_text(run, s, 0);
    tsr_error err = {0};
    int reads = text && !r->g.parse(r, text, run->scratch[2], &err);
    LAW_HOLDS(run, reads, "check finds spoiled bytes sound, but their text '%.200s' is refused: %s",
              text ? text : "", err.message);
}

static void law9_deep(law_run *run) {
    for (int i = 0; i < run->viewers; i++) {
        char whose[32] = "the view of ";
        strcat(whose, law_who(law_viewer(run, i)));
        is_sound(run, run->spot.view[i], whose);
    }
    for (int i = 0; i < 16; i++) {
        any_bytes(run);
    }
}

const law_hooks law_9 = {.at = at_every_state, .deep = law9_deep};
