// SPDX-License-Identifier: MIT
//
// Position text of any game, after a line "NAME PLAYERS". What is accepted must be
// sound, must be written and read again, and can be looked at and played on from.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void reads_again(const tsr_rules *r, const void *s) {
    int n = tsr_position_text(r, s, NULL, 0);
    fuzz_must(n > 0, "an accepted position has no text");
    char *text = fuzz_memory((size_t)n + 1);
    void *again = fuzz_memory(r->state_size);
    fuzz_must(tsr_position_text(r, s, text, (size_t)n + 1) == n, "its text has no steady length");
    fuzz_must(tsr_position_read(r, text, again, NULL) == TSR_OK, "its own text is refused");
    fuzz_must(memcmp(again, s, r->state_size) == 0, "its own text reads otherwise");
    free(text);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = fuzz_read(data, size);
    const tsr_rules *r = in.r;
    void *s = fuzz_memory(r->state_size);
    tsr_error err = {0};
    if (tsr_position_read(r, in.text, s, &err)) {
        fuzz_must(err.message[0] != '\0', "a position is refused without a word");
    } else {
        reads_again(r, s);
        // With secrets the text may be a view; a view is looked at, not played.
        if (!(r->g.flags & TSR_HAS_HIDDEN)) {
            fuzz_look(r, s);
            fuzz_play(r, s, 24, size);
        }
    }
    free(s);
    free(in.whole);
    return 0;
}
