// SPDX-License-Identifier: MIT
// What if: the requests of programs that try moves on our side, their limits, and that nobody
// learns more than his view from them.
#include "support/agents_play.h"

#include <stdlib.h>

#include "agents/whatif.h"

enum { REPLY = 1 << 20 };

typedef struct trial {
    tsr_rules *r;
    whatif w;
    tsr_query q;
    void *memory;
    uint64_t view[TSR_MAX_STATE / 8];
    char reply[REPLY];
} trial;

static uint64_t no_time(void *self) {
    (void)self;
    return 1;
}

static const tsr_agent_host host = {.now_us = no_time};

// Unicorns for three, so that windows ask two.
static tsr_rules *game_of(const char *name) {
    int players = strcmp(name, "unicorns") == 0 ? 3 : 0;
    return play_open_game(tsr_registry_game(play_registry, name, NULL), players);
}

static trial *begin(const char *game) {
    trial *t = calloc(1, sizeof *t);
    t->r = game_of(game);
    t->memory = malloc(whatif_memory(t->r));
    whatif_init(&t->w, t->r, t->memory);
    tsr_init(t->r, t->view);
    t->q = (tsr_query){.view = t->view, .seed = 7, .host = &host};
    return t;
}

static void end(trial *t) {
    tsr_rules_close(t->r);
    free(t->memory);
    free(t);
}

static const char *ask(trial *t, const char *request) {
    tsr_out o = tsr_out_to(t->reply, sizeof t->reply);
    whatif_answer(&t->w, request, &o);
    assert_true(tsr_out_end(&o) < REPLY);
    return t->reply;
}

static void says(trial *t, const char *request, const char *expected) {
    if (!strstr(ask(t, request), expected)) {
        fail_msg("%s: no '%s' in %.400s", request, expected, t->reply);
    }
}

// --- An open game ------------------------------------------------------------

static void moves_are_tried_and_taken_back(void **state) {
    (void)state;
    trial *t = begin("tictactoe");
    says(t, "list", "\"error\":\"nothing has been asked yet\"");
    whatif_begin(&t->w, &t->q, 1000);
    says(t, "list", "\"error\":\"begin with guess\"");
    assert_string_equal(ask(t, "guess"), "{\"turn\":\"p1\",\"depth\":0,\"scores\":[0,0]}");
    says(t, "list", "\"moves\":[\"X 0,0\",\"X 0,1\",");
    says(t, "play X 1,1", "{\"turn\":\"p2\",\"depth\":1,");
    says(t, "play 1,1", "\"error\":\"1,1 is taken (X)\"");
    says(t, "play #0", "\"depth\":2,");
    says(t, "play #99", "\"error\":\"there is no move of that number\"");
    says(t, "play *", "\"depth\":3,");
    says(t, "undo 9", "\"error\":");
    says(t, "undo 2", "{\"turn\":\"p2\",\"depth\":1,");
    says(t, "undo", "\"depth\":0,");
    says(t, "undo", "\"error\":\"so many moves have not been played\"");
    says(t, "text", "{\"text\":\"");
    says(t, "dance", "\"error\":\"requests are guess,");
    says(t, "", "\"error\":");
    says(t, "guess x", "\"error\":");
    whatif_end(&t->w);
    says(t, "list", "\"error\":\"nothing has been asked yet\"");
    end(t);
}

static void the_end_is_seen_and_valued(void **state) {
    (void)state;
    static const char *const moves[] = {"X 0,0", "O 1,0", "X 0,1", "O 1,1"};
    trial *t = begin("tictactoe");
    char request[40];
    whatif_begin(&t->w, &t->q, 1000);
    ask(t, "guess");
    for (int i = 0; i < 4; i++) {
        snprintf(request, sizeof request, "play %s", moves[i]);
        ask(t, request);
    }
    says(t, "value", "\"values\":[");
    says(t, "play X 0,2", "{\"turn\":null,\"depth\":5,");
    says(t, "value", "\"values\":[1.0000,0.0000]");
    says(t, "list", "\"moves\":[]");
    says(t, "play X 2,2", "\"error\":\"the game is over\"");
    end(t);
}

static void everything_is_bounded(void **state) {
    (void)state;
    trial *t = begin("chess");
    int plies = 0;
    whatif_begin(&t->w, &t->q, 1000);
    ask(t, "guess");
    while (!strstr(ask(t, "play *"), "\"error\"")) {
        plies++;
        assert_true(plies <= WHATIF_PLIES);
    }
    assert_true(plies == WHATIF_PLIES || strstr(t->reply, "over"));
    assert_true(whatif_memory(t->r) < WHATIF_BYTES + (1 << 18));
    for (uint32_t i = t->w.requests; i < WHATIF_REQUESTS; i++) {
        ask(t, "undo 0");
    }
    says(t, "guess", "\"error\":\"too many requests for one question\"");
    whatif_begin(&t->w, &t->q, 1000);
    says(t, "guess", "\"turn\":\"p1\"");
    end(t);
}

// --- Draws and secrets -------------------------------------------------------

static void draws_are_listed_with_weights(void **state) {
    (void)state;
    trial *t = begin("azul");
    whatif_begin(&t->w, &t->q, 1000);
    says(t, "guess", "\"turn\":\"chance\"");
    says(t, "list", "\"weights\":[1,1]");
    for (int i = 0; i < 6; i++) {
        says(t, "play *", "\"depth\":");
    }
    says(t, "list", "{\"turn\":\"p");
    end(t);
}

// A position of a game with secrets in which `who` must decide, on its way to the middle.
static int middle(const tsr_rules *r, uint64_t seed, void *s) {
    tsr_rng g;
    tsr_rng_init(&g, seed);
    tsr_init(r, s);
    uint32_t turn;
    for (int i = 0; (turn = tsr_turn(r, s)) != 0 && (i < 40 || (turn >> TSR_CHANCE & 1u)); i++) {
        int who = tsr_mover(turn);
        tsr_play(r, s, who, tsr_sample(r, s, who, &g));
    }
    assert_true(turn != 0);
    return tsr_mover(turn);
}

// Two truths that look the same to a player answer every request of his in the same way.
static void nobody_learns_more_than_his_view(void **state) {
    (void)state;
    static const char *const requests[] = {"guess",   "list",   "play *", "value", "text", "undo",
                                           "guess 3", "play *", "play *", "value", "text"};
    trial *a = begin("unicorns"), *b = begin("unicorns");
    uint64_t *truth = calloc(1, TSR_MAX_STATE), *twin = calloc(1, TSR_MAX_STATE);
    int differ = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        tsr_rng g;
        int who = middle(a->r, seed, truth);
        tsr_rng_init(&g, seed + 100);
        a->r->g.view(a->r, truth, who, a->view);
        a->r->g.guess(a->r, a->view, who, &g, twin);
        b->r->g.view(b->r, twin, who, b->view);
        differ += memcmp(truth, twin, a->r->state_size) != 0;
        a->q.who = b->q.who = who;
        whatif_begin(&a->w, &a->q, 1000);
        whatif_begin(&b->w, &b->q, 1000);
        for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
            assert_string_equal(ask(a, requests[i]), ask(b, requests[i]));
        }
    }
    assert_true(differ > 10);
    free(truth);
    free(twin);
    end(a);
    end(b);
}

// Where several decide at once, who asks answers first.
static void ones_own_answer_comes_first(void **state) {
    (void)state;
    trial *t = begin("unicorns");
    tsr_rng g;
    uint32_t turn;
    tsr_rng_init(&g, 9);
    t->r->g.init(t->r, t->view);
    while (turn = tsr_turn(t->r, t->view), (turn & (turn - 1)) == 0) {
        assert_true(turn != 0);
        tsr_play(t->r, t->view, tsr_mover(turn), tsr_sample(t->r, t->view, tsr_mover(turn), &g));
    }
    for (int who = 0; who < t->r->players; who++) {
        char expected[20];
        if (turn >> who & 1u) {
            t->q.who = who;
            whatif_begin(&t->w, &t->q, 1000);
            snprintf(expected, sizeof expected, "{\"turn\":\"p%d\"", who + 1);
            says(t, "guess", expected);
            assert_null(strstr(ask(t, "play *"), expected));
        }
    }
    end(t);
}

static void odd_requests_do_no_harm(void **state) {
    (void)state;
    trial *t = begin("unicorns");
    tsr_rng g;
    tsr_rng_init(&g, 5);
    t->q.who = middle(t->r, 3, t->view);
    t->r->g.view(t->r, t->view, t->q.who, t->view);
    whatif_begin(&t->w, &t->q, 1000);
    ask(t, "guess");
    for (int i = 0; i < 3000; i++) {
        static const char *const starts[] = {"guess ", "list ",  "play ",
                                             "undo ",  "value ", "text "};
        char request[80];
        size_t n = (size_t)snprintf(request, 40, "%s", starts[tsr_rng_below(&g, 6)]);
        for (uint32_t k = tsr_rng_below(&g, 20); k > 0; k--) {
            request[n++] = (char)(1 + tsr_rng_below(&g, 255));
        }
        request[n] = '\0';
        assert_int_equal(*ask(t, request), '{');
    }
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_tried_and_taken_back),
        cmocka_unit_test(the_end_is_seen_and_valued),
        cmocka_unit_test(everything_is_bounded),
        cmocka_unit_test(draws_are_listed_with_weights),
        cmocka_unit_test(nobody_learns_more_than_his_view),
        cmocka_unit_test(ones_own_answer_comes_first),
        cmocka_unit_test(odd_requests_do_no_harm),
    };
    return cmocka_run_group_tests(tests, play_setup, play_teardown);
}
