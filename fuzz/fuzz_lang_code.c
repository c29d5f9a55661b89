// SPDX-License-Identifier: MIT
//
// Any changes to the code of a compiled game: what the verifier lets pass must run
// without touching anything it should not, and end.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lang/game/compile.h"
#include "lang/vm/vm_prepare.h"
#include "lang/vm/walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char jumps[] = "game \"Fuzz\"\nplayers White, Black\nboard grid 5x5\n"
                            "piece Man:\n  jump: repeat hop any over enemy capturing it\n"
                            "  step forward to empty\n  after: becomes King when on rank 5\n"
                            "piece King: slide any if count mine < 9\n"
                            "setup: put Man on rank 1\n"
                            "turn: jump else move then require no my King on attacked or pass\n"
                            "stuck: lose\ndraw when repeated 3\n";

static const char flips[] =
    "game \"Flip\"\nplayers White, Black\nboard grid 5x5\npiece Disc\n"
    "setup: put White Disc on b3 | d3 then put Black Disc on c3\n"
    "def flanked = each d in any: run if run + d on mine\n  where run = ray d while enemy\n"
    "turn: place Disc on empty if flanked then flanked becomes mine\n"
    "stuck: pass\nscore: count mine\nfinish when all passed\n";

static const char lines[] = "game \"Line\"\nplayers White, Black\nboard grid 5x5\npiece Stone\n"
                            "turn: place Stone on empty\nwin when line 4 of mine\nstuck: draw\n";

// What is left of an input after groups of four bytes says which.
static const char *const games[] = {jumps, flips, lines};

enum { GAMES = sizeof games / sizeof *games };

// Compiled once; `code` is what came of it.
typedef struct compiled {
    lang_unit *u;
    insn *code;
} compiled;

static compiled *unit_of(size_t game) {
    static compiled kept[GAMES];
    compiled *c = &kept[game];
    if (!c->u) {
        lang_sources src = {.text = games[game]};
        c->u = lang_unit_new(&src, NULL, 0, NULL);
        if (!c->u || c->u->diags.errors) {
            abort();
        }
        const size_t size = c->u->p.code_count * sizeof *c->code;
        c->code = malloc(size);
        if (!c->code) {
            abort();
        }
        memcpy(c->code, c->u->p.code, size);
    }
    return c;
}

static void play(program *p) {
    arena a;
    tsr_rng g;
    char *s = calloc(1, p->size.state_size);
    arena_init(&a, NULL, 0);
    vm_prepare(p, &a);
    tsr_rng_init(&g, 1);
    if (s) {
        walk_start(p, s);
        (void)walk_playout(p, s, &g, 30);
    }
    free(s);
    arena_deinit(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const size_t rest = size % 4;
    const compiled *c = unit_of(rest < GAMES ? rest : 0);
    program *p = &c->u->p;
    char why[200];
    memcpy(p->code, c->code, p->code_count * sizeof *p->code);
    for (size_t i = 0; i + 4 <= size; i += 4) { // which instruction, which field, what
        const uint32_t at = (uint32_t)(data[i] | data[i + 1] << 8) % p->code_count;
        uint16_t *field = &p->code[at].op + data[i + 2] % 6;
        *field = (uint16_t)(*field + (int8_t)data[i + 3]);
    }
    if (ir_verify(p, why, sizeof why) == 0) {
        play(p);
    }
    return 0;
}
