// SPDX-License-Identifier: MIT
//
// Moves from outside, as text and as bare codes. The first line is "NAME PLAYERS PLIES
// SEED": how far a random game has come. Each further line is read as a move and,
// if legal, played; its first eight bytes are also tried as a code.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void must_explain(const tsr_rules *r, const tsr_line *why) {
    char words[256];
    fuzz_must(why->code != 0, "a refusal has no reason");
    fuzz_must(why->code >= TSR_LINE_CORE || why->code < r->line_count,
              "a reason is beyond the table");
    fuzz_must(tsr_line_text(r, why, NULL, words, sizeof words) > 0, "a reason has no words");
}

static void try_code(const tsr_rules *r, void *s, int who, tsr_move m) {
    tsr_line why = {0};
    uint64_t before = tsr_hash_bytes(s, r->state_size, 0);
    if (tsr_play_checked(r, s, who, m, &why)) {
        must_explain(r, &why);
        fuzz_must(tsr_hash_bytes(s, r->state_size, 0) == before,
                  "a refused move changes the state");
    } else {
        fuzz_must(r->g.check(r, s, NULL) == 0, "a legal move leads to an unsound position");
    }
}

static void try_line(const tsr_rules *r, void *s, const char *line) {
    tsr_move m = 0, near[5];
    tsr_line why = {0};
    uint32_t turn = tsr_turn(r, s);
    int who = tsr_mover(turn);
    if (tsr_move_read(r, s, who, line, &m, &why)) {
        must_explain(r, &why);
        (void)tsr_moves_near(r, s, who, line, near, 5);
    } else {
        try_code(r, s, who, m);
    }
    if (strlen(line) >= 8) {
        memcpy(&m, line, 8);
        try_code(r, s, tsr_mover(tsr_turn(r, s)), m);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = fuzz_read(data, size);
    const tsr_rules *r = in.r;
    void *s = fuzz_memory(r->state_size);
    tsr_init(r, s);
    fuzz_play(r, s, (int)in.number[0], in.number[1]);
    int tried = 0;
    for (char *line = in.text; line && *line && tried < 64; tried++) {
        char *feed = strchr(line, '\n');
        if (feed) {
            *feed++ = '\0';
        }
        try_line(r, s, line);
        line = feed;
    }
    free(s);
    free(in.whole);
    return 0;
}
