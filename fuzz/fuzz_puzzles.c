// SPDX-License-Identifier: MIT

// Puzzle files of Project L: any bytes are refused with a sentence and a line, or make
// a game that can be played.

#include <stdlib.h>

#include <tessera/rules.h>

extern const tsr_game tsr_game_projectl;

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

// Some random moves, each position looked at.
static void play(const tsr_rules *r) {
    void *s = malloc(r->state_size);
    tsr_rng g;
    if (!s) {
        return;
    }
    tsr_rng_init(&g, 1);
    tsr_init(r, s);
    for (int ply = 0; ply < 60 && tsr_turn(r, s); ply++) {
        int who = tsr_mover(tsr_turn(r, s));
        tsr_play(r, s, who, tsr_sample(r, s, who, &g));
        if (r->g.check(r, s, NULL)) {
            abort();
        }
    }
    free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    tsr_setup setup;
    tsr_rules *r;
    tsr_error err = {0};
    tsr_setup_init(&setup, &tsr_game_projectl);
    setup.data = (const char *)bytes;
    setup.data_size = size;
    if (tsr_setup_option(&setup, "black", "5", &err) != TSR_OK) { // small files are enough
        abort();
    }
    static char report[16 * 1024];
    int faults = tsr_game_projectl.more->data_faults((const char *)bytes, size, "fuzz", report,
                                                     sizeof report);
    if (tsr_rules_open(&setup, NULL, &r, &err) == TSR_OK) {
        if (faults != 0) {
            abort(); // a file with faults was opened
        }
        play(r);
        tsr_rules_close(r);
    } else if (err.message[0] == '\0') {
        abort();
    }
    return 0;
}
