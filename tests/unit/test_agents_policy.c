// SPDX-License-Identifier: MIT

// Policies as advisers: what a slow player says when a search asks it, and what the search
// makes of it.

#include "support/agents_play.h"

#include "agents/policy.h"

enum { NODES = 1500, ASKED = 20 };

static const tsr_agent_host nobody = {0};

// A game of Project L of the expert against itself, and a policy to ask on the way.
typedef struct scene {
    tsr_rules *r;
    tsr_agent *expert;
    policy policy;
    tsr_rng rng;
    int decisions, apart;
    uint64_t s[TSR_MAX_STATE / 8];
} scene;

// Every `apart`-th decision of the game with this seed will be looked at.
static void open_scene(scene *x, uint64_t seed, int apart) {
    tsr_error err;
    *x = (scene){.r = play_open_rules("projectl"), .apart = apart};
    x->expert = play_open_agent("projectl-expert", x->r);
    assert_int_equal(policy_open(&x->policy, "auto", x->r, x->r->alloc, &err), TSR_OK);
    tsr_rng_init(&x->rng, seed);
    tsr_init(x->r, x->s);
}

static void close_scene(scene *x) {
    policy_close(&x->policy, x->r, x->r->alloc);
    tsr_agent_close(x->expert);
    tsr_rules_close(x->r);
}

// Plays on to the next decision that is to be looked at; 0 = the game is over.
static int next_decision(scene *x) {
    uint32_t turn;
    while ((turn = tsr_turn(x->r, x->s)) != 0) {
        int who = tsr_mover(turn);
        tsr_move m = who == TSR_CHANCE ? tsr_draw(x->r, x->s, &x->rng)
                                       : play_ask(x->expert, x->s, who, 1, &nobody);
        tsr_play(x->r, x->s, who, m);
        turn = tsr_turn(x->r, x->s);
        if (who != TSR_CHANCE && ++x->decisions % x->apart == 0 && turn != 0 &&
            turn != 1u << TSR_CHANCE) {
            return 1;
        }
    }
    return 0;
}

static tsr_move advice(scene *x, uint64_t nodes, const tsr_agent_host *host, budget *b) {
    tsr_query q = {.view = x->s, .who = tsr_mover(tsr_turn(x->r, x->s)), .host = host};
    budget_begin(b, &q, nodes, 0);
    return policy_advice(&x->policy, &q, b, 0.9);
}

// Without time to spare the advice is what the player does by itself; with time it sees more,
// now and then something better, and no more time is used than was given.
static void time_makes_advice_better(void **state) {
    (void)state;
    scene x;
    int others = 0, asked = 0;
    open_scene(&x, 31, 1);
    while (asked < ASKED && next_decision(&x)) {
        budget b;
        int who = tsr_mover(tsr_turn(x.r, x.s));
        tsr_move own = play_ask(x.expert, x.s, who, 1, &nobody);
        assert_true(advice(&x, 1, &nobody, &b) == own);
        tsr_move thought = advice(&x, NODES, &nobody, &b);
        assert_true(b.nodes <= NODES * 9 / 10 + 1);
        assert_true(advice(&x, NODES, &play_host, &b) == thought);
        assert_int_equal(x.r->g.why_not(x.r, x.s, who, thought, NULL), 0);
        others += thought != own;
        asked++;
    }
    assert_true(others > 0 && others < asked);
    close_scene(&x);
}

// A tree of some thousand guesses knows less than an expert that has thought: it does not
// overrule it.
static void advice_with_time_stands(void **state) {
    (void)state;
    scene x;
    open_scene(&x, 15, 5);
    tsr_agent *search = play_open_agent("ismcts:nodes=1500", x.r);
    while (next_decision(&x)) {
        budget b;
        int who = tsr_mover(tsr_turn(x.r, x.s));
        tsr_move searched = play_ask(search, x.s, who, 7, &nobody);
        assert_true(searched == advice(&x, NODES, &nobody, &b));
    }
    tsr_agent_close(search);
    close_scene(&x);
}

static int says_stop(void *self) {
    (void)self;
    return 1;
}

static void a_stop_ends_the_thinking(void **state) {
    (void)state;
    scene x;
    open_scene(&x, 1, 1);
    const tsr_agent_host host = {.stopped = says_stop};
    assert_true(next_decision(&x));
    budget b;
    tsr_move own = play_ask(x.expert, x.s, tsr_mover(tsr_turn(x.r, x.s)), 1, &nobody);
    assert_true(advice(&x, 0, &host, &b) == own);
    assert_int_equal(b.nodes, 0);
    close_scene(&x);
}

// Who is asked at every step is not asked for advice.
static void quick_policies_give_none(void **state) {
    (void)state;
    tsr_error err;
    policy p;
    tsr_rules *r = play_open_rules("unicorns");
    uint64_t s[TSR_MAX_STATE / 8];
    budget b;
    tsr_query q = {.view = s, .host = &nobody};
    tsr_init(r, s);
    assert_int_equal(policy_open(&p, "auto", r, r->alloc, &err), TSR_OK);
    budget_begin(&b, &q, 1, 0);
    assert_true(p.agent && policy_advice(&p, &q, &b, 1) == TSR_NO_MOVE);
    policy_close(&p, r, r->alloc);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_makes_advice_better),
        cmocka_unit_test(advice_with_time_stands),
        cmocka_unit_test(a_stop_ends_the_thinking),
        cmocka_unit_test(quick_policies_give_none),
    };
    return cmocka_run_group_tests(tests, play_setup, play_teardown);
}
