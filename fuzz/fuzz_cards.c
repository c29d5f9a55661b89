// SPDX-License-Identifier: MIT
//
// Card files of Unstable Unicorns. Whatever the bytes, reading ends with a report; a
// deck without errors can be opened and played.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

extern const tsr_game tsr_game_unicorns;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char report[32 * 1024];
    char *text = fuzz_memory(size + 1);
    tsr_setup setup;
    tsr_rules *r;
    tsr_error err = {0};
    memcpy(text, data, size);
    int told = tsr_game_unicorns.more->data_faults(text, size, "fuzz.cards", report, sizeof report);
    fuzz_must((told == 0) == (report[0] == '\0'), "a report of another length than it says");
    tsr_setup_init(&setup, &tsr_game_unicorns);
    setup.data = text;
    setup.data_size = size;
    if (tsr_rules_open(&setup, NULL, &r, &err)) {
        fuzz_must(err.message[0] != '\0' && report[0] != '\0',
                  "a deck does not open, without a word");
    } else {
        void *s = fuzz_memory(r->state_size);
        fuzz_must(strncmp(report, "error", 5) != 0 || strncmp(report, "error 19", 8) == 0 ||
                      strncmp(report, "error 26", 8) == 0,
                  "a deck with errors was opened"); // but for its tests, which need not pass
        tsr_init(r, s);
        fuzz_look(r, s);
        fuzz_play(r, s, 200, size);
        free(s);
        tsr_rules_close(r);
    }
    free(text);
    return 0;
}
