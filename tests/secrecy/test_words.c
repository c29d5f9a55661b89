// SPDX-License-Identifier: MIT
//
// Error texts. A seat that tries what it may not do is told why; the reason may not depend on
// what the seat cannot see. Twins are made: a position of a game, and another one that looks the
// same to a viewer (a guess of his view). Whatever he types, the referee of either must say the
// same words and do the same.

#include "support/help.h"

#include <tessera/rules.h>

extern const tsr_game tsr_game_unicorns, tsr_game_mastermind;

enum { GAMES = 6, TWINS = 3, TEXTS = 60 };

static const char *const odd[] = {
    "",     "?",     "#0",  "pass", "neigh",           "draw",
    "play", "steal", "1 1", "undo", "neigh: anything", "\xf0\x9f\x8e\xb2"};

// What a viewer may think of typing: moves of his own, of others, of the twin, and nonsense.
static int gather(const tsr_rules *r, const void *s, const void *twin,
                  char text[][TSR_MOVE_TEXT_MAX]) {
    tsr_move moves[TSR_MAX_MOVES];
    int count = 0;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        snprintf(text[count++], TSR_MOVE_TEXT_MAX, "%s", odd[i]);
    }
    for (int p = 0; p < r->players; p++) {
        for (int side = 0; side < 2; side++) {
            const void *from = side ? twin : s;
            int n = tsr_turn(r, from) >> p & 1u ? tsr_moves(r, from, p, moves) : 0;
            for (int i = 0; i < n && count < TEXTS; i += 1 + n / 8) {
                tsr_move_text(r, from, p, moves[i], text[count++], TSR_MOVE_TEXT_MAX);
            }
        }
    }
    return count;
}

static tsr_match *match_from(const tsr_rules *r, const void *start) {
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_match_config_init(&config, r);
    config.start = start;
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    return m;
}

static void say(const tsr_rules *r, const void *start, int seat, const char *text, char *out,
                size_t cap) {
    tsr_match *m = match_from(r, start);
    tsr_answer answer;
    tsr_line why = {0};
    char words[200] = "";
    assert_int_equal(tsr_match_submit_text(m, seat, text, 0, &answer, &why), TSR_OK);
    int taken = answer == TSR_ANSWER_PLAYED || answer == TSR_ANSWER_HELD;
    if (!taken && why.code) {
        tsr_line_text(r, &why, NULL, words, sizeof words);
    }
    snprintf(out, cap, "%d %s", taken ? 0 : (int)answer, words);
    tsr_match_close(m);
}

static int compare(const tsr_rules *r, const void *s, const void *twin, int viewer) {
    static char text[TEXTS][TSR_MOVE_TEXT_MAX];
    int n = gather(r, s, twin, text), differ = memcmp(s, twin, r->state_size) != 0;
    for (int i = 0; i < n; i++) {
        char here[256], there[256];
        say(r, s, viewer, text[i], here, sizeof here);
        say(r, twin, viewer, text[i], there, sizeof there);
        if (strcmp(here, there) != 0) {
            fail_msg("%s: '%s' is answered '%s' here and '%s' there", r->g.name, text[i], here,
                     there);
        }
    }
    return differ;
}

static void reasons_do_not_tell_what_is_hidden(void **state) {
    (void)state;
    static const tsr_game *const games[] = {&tsr_game_unicorns, &tsr_game_mastermind};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        tsr_rules *r = help_open(games[g], 0);
        void *view = malloc(r->state_size), *twin = malloc(r->state_size);
        int pairs = 0;
        for (uint64_t game = 1; game <= GAMES; game++) {
            tsr_match *m = help_match(r, game, NULL);
            tsr_rng rng;
            tsr_rng_init(&rng, game);
            for (int step = 0; step < 6 && tsr_match_waiting(m); step++) {
                help_play(m, 7, &rng);
                for (int k = 0; k < TWINS && tsr_match_waiting(m); k++) {
                    int viewer = (int)tsr_rng_below(&rng, r->players);
                    tsr_match_view(m, viewer, view);
                    r->g.guess(r, view, viewer, &rng, twin);
                    pairs += compare(r, tsr_match_state(m), twin, viewer);
                }
            }
            tsr_match_close(m);
        }
        printf("%s: %d pairs of twins\n", r->g.name, pairs);
        assert_true(pairs >= 10);
        free(view);
        free(twin);
        tsr_rules_close(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(reasons_do_not_tell_what_is_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
