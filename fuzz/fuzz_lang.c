// SPDX-License-Identifier: MIT
//
// Any bytes as a rules file: compiling must end with a game or with messages. What
// compiles is opened, played at random for a while, and its positions written and
// read again.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/game/slots.h"
#include "lang/vm/walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Lists of more than 4,096 moves, or of moves that take too many steps to find, are not complete, and a random move need
// not be in them. (`tessera check` refuses such rules.)
static int is_complete(const tsr_rules *r, const void *s, tsr_move *list) {
    int count;
    return !walk_meter(program_of(r), s, list, (int)r->max_moves, &count);
}

static void play(const tsr_rules *r) {
    char text[512];
    tsr_rng g;
    void *s = malloc(r->state_size);
    void *copy = malloc(r->state_size);
    tsr_move *list = malloc(((size_t)r->max_moves + 1) * sizeof *list);
    if (!s || !copy || !list) {
        abort();
    }
    tsr_rng_init(&g, 7);
    tsr_init(r, s);
    for (int ply = 0; ply < 12 && tsr_turn(r, s); ply++) {
        uint32_t turn = tsr_turn(r, s);
        int who = tsr_mover(turn);
        tsr_move m = who == TSR_CHANCE ? tsr_draw(r, s, &g) : tsr_sample(r, s, who, &g);
        if (who != TSR_CHANCE) {
            int n = tsr_moves(r, s, who, list);
            int found = 0;
            for (int i = 0; i < n; i++) {
                found |= list[i] == m;
            }
            if (n < 1 || (!found && is_complete(r, s, list))) {
                abort(); // somebody is on turn: there is a move, and sample knows it
            }
            (void)tsr_why_not(r, s, who, m ^ 5, NULL);
        }
        (void)r->g.text(r, s, text, sizeof text);
        tsr_play(r, s, who, m);
    }
    tsr_init(r, s);
    memcpy(copy, s, r->state_size);
    (void)r->more.playout(r, s, &g, 40);
    if (r->g.check(r, copy, NULL)) {
        abort(); // the start is sound
    }
    free(list);
    free(copy);
    free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static tsr_lang_report report;
    tsr_game *game = NULL;
    tsr_setup setup;
    tsr_rules *r = NULL;
    char *text = malloc(size + 1);
    if (!text || size > 4000) {
        free(text);
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    tsr_lang_source source = {.text = text, .file = "fuzz"};
    if (tsr_lang_compile(&source, NULL, &game, &report) == TSR_OK) {
        tsr_setup_init(&setup, game);
        if (tsr_rules_open(&setup, NULL, &r, NULL) == TSR_OK) {
            play(r);
            tsr_rules_close(r);
        }
        tsr_lang_free(game);
    } else if (report.errors == 0) {
        abort(); // a refusal says why
    }
    free(text);
    return 0;
}
