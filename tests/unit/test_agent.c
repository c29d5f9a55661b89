// SPDX-License-Identifier: MIT
//
// Agents by spec: "mcts:time=1s,threads=2".
#include "support/help.h"

#include <tessera/agent.h>

#include "support/test_alloc.h"

static int closed;

static tsr_err open_self(tsr_agent *a, tsr_error *err) {
    a->self = tsr_mem_new(a->alloc, 100);
    return a->self ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
}

static void close_self(tsr_agent *a) {
    tsr_mem_free(a->alloc, a->self, 100);
    closed++;
}

static tsr_err choose_first(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    tsr_move list[128];
    (void)err;
    (void)tsr_moves(a->rules, q->view, q->who, list);
    *out = list[0];
    return TSR_OK;
}

static const tsr_agent_option options[] = {
    {"nodes", "how many", TSR_VALUE_INT, 0, 1000, 0, 5e9},
    {"time", "how long", TSR_VALUE_TIME, 0, 0, 0, 600000},
    {"c", "how bold", TSR_VALUE_REAL, 0, 1.4, 0, 10},
    {"quiet", "whether", TSR_VALUE_FLAG, 0, 0, 0, 1},
    {"line", "some words", TSR_VALUE_TEXT, 0, 0, 0, 0},
};

static const tsr_agent_type type = {.size = sizeof(tsr_agent_type),
                                    .abi = TSR_ABI,
                                    .name = "thinker",
                                    .about = "for tests",
                                    .option_count = 5,
                                    .options = options,
                                    .open = open_self,
                                    .close = close_self,
                                    .choose = choose_first};

static const tsr_agent_option command[] = {{"command", "a program", TSR_VALUE_TEXT, 0, 0, 0, 0}};

static tsr_rules *rules;

static int set_up(void **state) {
    (void)state;
    rules = help_open(&planted_chess, 2);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    tsr_rules_close(rules);
    return 0;
}

static void names_end_at_the_colon(void **state) {
    (void)state;
    assert_int_equal(tsr_agent_spec_name("mcts:time=1s"), 4);
    assert_int_equal(tsr_agent_spec_name("random"), 6);
    assert_int_equal(tsr_agent_spec_name(""), 0);
    assert_int_equal(tsr_agent_spec_name(":x"), 0);
}

static void defaults_hold(void **state) {
    (void)state;
    tsr_agent *a = NULL;
    assert_int_equal(tsr_agent_open(&type, "thinker", rules, NULL, &a, NULL), TSR_OK);
    assert_true(a->value[0].number == 1000);
    assert_true(a->value[2].number == 1.4);
    assert_true(a->value[3].number == 0);
    assert_string_equal(a->value[4].text, "");
    assert_ptr_equal(a->type, &type);
    assert_ptr_equal(a->rules, rules);
    closed = 0;
    tsr_agent_close(a);
    assert_int_equal(closed, 1);
    tsr_agent_close(NULL);
}

static void values_are_read(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int i;
        double number;
    } rows[] = {
        {"thinker:nodes=4", 0, 4},
        {"thinker:nodes=10k", 0, 10000},
        {"thinker:nodes=2M", 0, 2000000},
        {"thinker:nodes=1G", 0, 1e9},
        {"thinker:time=200ms", 1, 200},
        {"thinker:time=1.5s", 1, 1500},
        {"thinker:time=2m", 1, 120000},
        {"thinker:time=0.3s", 1, 300},
        {"thinker:time=250", 1, 250},
        {"thinker:c=0.75", 2, 0.75},
        {"thinker:c=2", 2, 2},
        {"thinker:quiet", 3, 1},
        {"thinker:quiet=yes", 3, 1},
        {"thinker:quiet=no", 3, 0},
        {"thinker:c=1,nodes=7,quiet", 0, 7},
        {"other:nodes=5", 0, 5}, // the name is not looked at
        {"thinker:nodes=1.5k", 0, 1500},
        {"thinker:nodes=0.3k", 0, 300},
        {"thinker:time=0.2ms", 1, 1}, // and not 0
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tsr_agent *a = NULL;
        tsr_error err = {0};
        if (tsr_agent_open(&type, rows[i].spec, rules, NULL, &a, &err)) {
            fail_msg("%s: %s", rows[i].spec, err.message);
        }
        assert_float_equal(a->value[rows[i].i].number, rows[i].number, 1e-9);
        tsr_agent_close(a);
    }
}

static void wrong_specs_are_refused(void **state) {
    (void)state;
    static const char *const specs[] = {
        "thinker:nodes=",    "thinker:nodes=x",   "thinker:nodes=-1",
        "thinker:nodes=10s", "thinker:nodes=6G",  "thinker:time=1h",
        "thinker:time=-1s",  "thinker:time=11m",  "thinker:c=11",
        "thinker:c=1,4",     "thinker:c=nan",     "thinker:quiet=2",
        "thinker:deep=3",    "thinker:,",         "thinker:nodes=4,,c=1",
        "thinker:nodes=4,",  "thinker:nodes=4.5", "thinker:nodes=1.2345k",
        "thinker:nodes=1e3", "thinker:=4",        "thinker:nodes",
        "thinker:c=.",       "thinker:",
    };
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        tsr_agent *a = (tsr_agent *)&closed; // must stay untouched
        tsr_error err = {0};
        if (!tsr_agent_open(&type, specs[i], rules, NULL, &a, &err)) {
            fail_msg("%s is taken", specs[i]);
        }
        assert_ptr_equal(a, &closed);
        assert_true(err.message[0]);
    }
}

static void mistakes_are_explained(void **state) {
    (void)state;
    tsr_agent *a = NULL;
    tsr_error err = {0};
    assert_int_equal(tsr_agent_open(&type, "thinker:noodes=3", rules, NULL, &a, &err),
                     TSR_ERR_UNKNOWN);
    assert_string_equal(err.message, "thinker has no option 'noodes'; did you mean 'nodes'?");
    assert_int_equal(tsr_agent_open(&type, "thinker:time=soon", rules, NULL, &a, &err),
                     TSR_ERR_PARSE);
    assert_string_equal(err.message,
                        "thinker: option time must be a time such as 200ms or 1.5s, not 'soon'");
    assert_int_equal(tsr_agent_open(&type, "thinker:c=11", rules, NULL, &a, &err),
                     TSR_ERR_ARGUMENT);
    assert_string_equal(err.message, "thinker: option c must be from 0 to 10, not 11");
}

static void texts_may_hold_commas_at_the_end(void **state) {
    (void)state;
    tsr_agent *a = NULL;
    assert_int_equal(tsr_agent_open(&type, "thinker:nodes=3,line=a,b=c,d", rules, NULL, &a, NULL),
                     TSR_OK);
    assert_true(a->value[0].number == 3);
    assert_string_equal(a->value[4].text, "a,b=c,d");
    tsr_agent_close(a);
    // One text alone needs no name: a command line.
    tsr_agent_type exec = type;
    exec.options = command;
    exec.option_count = 1;
    assert_int_equal(tsr_agent_open(&exec, "exec:./bot --fast,x=1", rules, NULL, &a, NULL), TSR_OK);
    assert_string_equal(a->value[0].text, "./bot --fast,x=1");
    tsr_agent_close(a);
    assert_int_equal(tsr_agent_open(&exec, "exec:command=./bot a,b", rules, NULL, &a, NULL),
                     TSR_OK);
    assert_string_equal(a->value[0].text, "./bot a,b");
    tsr_agent_close(a);
}

static void specialists_keep_to_their_game(void **state) {
    (void)state;
    tsr_agent *a = NULL;
    tsr_error err = {0};
    tsr_agent_type azul_only = type;
    azul_only.game = "azul";
    assert_int_equal(tsr_agent_open(&azul_only, "thinker", rules, NULL, &a, &err),
                     TSR_ERR_ARGUMENT);
    assert_string_equal(err.message, "thinker plays only azul");
    azul_only.game = "minichess";
    assert_int_equal(tsr_agent_open(&azul_only, "thinker", rules, NULL, &a, &err), TSR_OK);
    tsr_agent_close(a);
}

static int open_and_close(const tsr_alloc *alloc, void *self) {
    tsr_agent *a = NULL;
    tsr_error err = {0};
    (void)self;
    tsr_err code = tsr_agent_open(&type, "thinker:nodes=5,line=words", rules, alloc, &a, &err);
    assert_true(code == TSR_OK || (code == TSR_ERR_MEMORY && err.message[0]));
    if (!code) {
        tsr_agent_close(a);
    }
    return code == TSR_OK;
}

static void lack_of_memory_is_told(void **state) {
    (void)state;
    assert_int_equal(test_alloc_each(open_and_close, NULL, 0), 3);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(names_end_at_the_colon),
        TEST(defaults_hold),
        TEST(values_are_read),
        TEST(wrong_specs_are_refused),
        TEST(mistakes_are_explained),
        TEST(texts_may_hold_commas_at_the_end),
        TEST(specialists_keep_to_their_game),
        TEST(lack_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
