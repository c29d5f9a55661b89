// SPDX-License-Identifier: MIT
//
// Who tests the tests? The three planted games keep every law as they stand; with
// any one of their mistakes switched on, the law that is there for it complains,
// and nobody else does who should not.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conformance.h"
#include "planted/planted.h"
#include "support/sanitized.h"

// Short names for the columns of planted.def.
enum {
#define LAW(n, title) L##n = LAW_BIT(n),
#include "laws.def"
#undef LAW
};

typedef struct mistake {
    const tsr_game *game;
    int bug;
    int law;
    uint32_t also;
    const char *name, *what;
} mistake;

static const mistake mistakes[] = {
#define BUG(g, n, l, a, w) {&planted_##g, BUG_##n, l, a, #n, w},
#include "planted/planted.def"
#undef BUG
};

enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

static void tell(void *self, const char *text) {
    (void)self;
    print_message("%s", text);
}

enum { GAMES = 8, FEW_GAMES = 2 };
static int first_games = FEW_GAMES; // all of them at once in the long run

static void config_for(law_config *config) {
    law_config_init(config);
    config->games = GAMES;
    config->deep = 16;
    config->seed = 77;
}

static void sound_as_it_stands(void **state) {
    const tsr_game *game = *state;
    law_config config;
    law_tally tally = {0};
    config_for(&config);
    config.tell = tell;
    config.games = IS_SANITIZED ? 8 : 15;
    law_run_game(game, &config, &tally);
    for (int n = 1; n <= LAW_COUNT; n++) {
        int simultaneous = n == 13 || n == 14;
        if (!simultaneous || (game->flags & TSR_HAS_SIMULTANEOUS)) {
            assert_true(n == 14 || tally.checks[n] > 0); // minitiles answers in the open
        }
    }
    assert_int_equal(law_broken_bits(&tally), 0);
}

// With every optional slot left to core's defaults (but those it cannot do without).
static void sound_with_defaults(void **state) {
    tsr_game bare = *(const tsr_game *)*state;
    void *game = &bare;
    bare.more = NULL;
    bare.why_not = NULL;
    bare.move_parse = NULL;
    if (strcmp(bare.name, "minitiles") != 0) {
        bare.info = NULL; // minitiles must say that its answers are open
    }
    sound_as_it_stands(&game);
}

static void put_laws(char *buf, size_t cap, uint32_t bits) {
    buf[0] = '\0';
    for (int n = 1; n <= LAW_COUNT; n++) {
        if (bits & LAW_BIT(n)) {
            snprintf(buf + strlen(buf), cap - strlen(buf), " L%d", n);
        }
    }
}

static uint32_t broken_in(const mistake *m, int games) {
    law_config config;
    law_tally tally = {0};
    tsr_game game = planted_with(m->game, &m->bug);
    config_for(&config);
    config.games = games;
    config.tell = getenv("PLANTED_TELL") ? tell : NULL;
    law_run_game(&game, &config, &tally);
    return law_broken_bits(&tally);
}

// Most mistakes show in the first game; where one does not, more are played.
static void is_caught(void **state) {
    const mistake *m = *state;
    char found[160], wanted[160];
    uint32_t bits = broken_in(m, first_games), may = LAW_BIT(m->law) | m->also;
    if (!(bits & LAW_BIT(m->law)) && first_games < GAMES) {
        bits = broken_in(m, GAMES);
    }
    put_laws(found, sizeof found, bits);
    put_laws(wanted, sizeof wanted, may);
    if (!(bits & LAW_BIT(m->law)) || (bits & ~may)) {
        fail_msg("%s: %s\n  broken are%s; expected is L%d, out of%s at most", m->name, m->what,
                 found[0] ? found : " none", m->law, wanted);
    }
}

static void every_law_is_needed(void **state) {
    uint32_t bits = 0;
    (void)state;
    for (int i = 0; i < MISTAKES; i++) {
        bits |= LAW_BIT(mistakes[i].law);
    }
    assert_int_equal(bits, LAW_ALL);
}

int main(int argc, char **argv) {
    (void)argv;
    first_games = argc > 1 ? GAMES : FEW_GAMES;
    static struct CMUnitTest tests[MISTAKES + 7];
    static const tsr_game *const games[] = {&planted_chess, &planted_tiles, &planted_cards};
    int n = 0;
    tests[n++] =
        (struct CMUnitTest){"every law has a mistake to catch", every_law_is_needed, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        void *game;
        memcpy(&game, &games[i], sizeof game);
        tests[n++] = (struct CMUnitTest){games[i]->name, sound_as_it_stands, 0, 0, game};
        tests[n++] = (struct CMUnitTest){"... with defaults", sound_with_defaults, 0, 0, game};
    }
    for (int i = 0; i < MISTAKES; i++) {
        const mistake *m = &mistakes[i];
        void *row;
        memcpy(&row, &m, sizeof row);
        tests[n++] = (struct CMUnitTest){m->name, is_caught, 0, 0, row};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
