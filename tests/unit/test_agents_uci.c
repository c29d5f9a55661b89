// SPDX-License-Identifier: MIT
// Engines as players, tried with small engines written in shell; and Tessera as an
// engine, spoken to as a chess program would.
#include "support/agents_play.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

// An engine that answers every "go" with the same words.
#define ENGINE(offers, answer)                                                                     \
    "while read -r w x; do case $w in uci) " offers "echo uciok;; isready) echo readyok;; go) "    \
    "echo info depth 7 score cp 100 nodes 1234 pv e2e4; " answer ";; quit) exit;; esac; done"

// Options: time enough to start and to think, on any machine.
#define PATIENT ",time=600s,start=600s"

static tsr_rules *rules;

static int setup(void **state) {
    int failed = play_setup(state);
    rules = failed ? NULL : play_open_rules("chess");
    return failed;
}

static int teardown(void **state) {
    tsr_rules_close(rules);
    return play_teardown(state);
}

static tsr_err open_uci(const tsr_rules *r, const char *command, const char *more, tsr_agent **out,
                        tsr_error *err) {
    char spec[1000];
    snprintf(spec, sizeof spec, "uci:%s%s" PATIENT, command, more);
    return tsr_agent_open(tsr_registry_agent(play_registry, "uci", NULL), spec, r, NULL, out, err);
}

static tsr_err ask(tsr_agent *a, uint32_t ms, const tsr_agent_host *host, tsr_move *out,
                   tsr_error *err) {
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(rules, s);
    tsr_query q = {.view = s, .who = 0, .time_ms = ms, .host = host};
    return a->type->choose(a, &q, out, err);
}

static void on_info(void *self, const tsr_agent_info *info) {
    *(tsr_agent_info *)self = *info;
}

static void an_engine_plays(void **state) {
    (void)state;
    tsr_agent *a;
    tsr_error err;
    tsr_move m;
    tsr_agent_info info = {0};
    tsr_agent_host host = {.self = &info, .info = on_info};
    char text[TSR_MOVE_TEXT_MAX];
    uint64_t s[TSR_MAX_STATE / 8];
    assert_int_equal(open_uci(rules, ENGINE("", "echo bestmove e2e4 ponder e7e5"), "", &a, &err),
                     TSR_OK);
    a->type->start(a, 0);
    assert_int_equal(ask(a, PLAY_HANG_MS, &host, &m, &err), TSR_OK);
    tsr_init(rules, s);
    tsr_move_text(rules, s, 0, m, text, sizeof text);
    assert_string_equal(text, "e2e4");
    assert_int_equal(info.depth, 7);
    assert_int_equal(info.nodes, 1234);
    assert_true(info.win[0] > 0.63f && info.win[0] < 0.65f); // a pawn up, as Elo 100
    tsr_agent_close(a);
}

static void bad_engines_are_told_apart(void **state) {
    (void)state;
    static const struct {
        const char *command;
        tsr_err code;
        const char *word;
    } bad[] = {
        {ENGINE("", "exit 3"), TSR_ERR_AGENT, "crash"},
        {ENGINE("", ":"), TSR_ERR_LIMIT, "hang"},
        {ENGINE("", "echo bestmove banana"), TSR_ERR_PARSE, "malformed"},
        {ENGINE("", "echo bestmove"), TSR_ERR_LIMIT, "hang"},
        {ENGINE("", "head -c 300000 /dev/zero"), TSR_ERR_LIMIT, "flood"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        tsr_agent *a;
        tsr_error err = {0};
        tsr_move m;
        int hangs = strcmp(bad[i].word, "hang") == 0;
        assert_int_equal(open_uci(rules, bad[i].command, ",grace=50ms", &a, &err), TSR_OK);
        tsr_err e = ask(a, hangs ? 150 : PLAY_HANG_MS, &play_host, &m, &err);
        if (e != bad[i].code || strncmp(err.message, bad[i].word, strlen(bad[i].word)) != 0) {
            fail_msg("%s: code %d, %s", bad[i].command, e, err.message);
        }
        tsr_agent_close(a);
    }
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

// An engine that cannot do what was asked would silently do something else.
static void what_an_engine_lacks_is_said(void **state) {
    (void)state;
    tsr_agent *a;
    tsr_error err;
    const char *plain = ENGINE("", "echo bestmove e2e4");
    const char *rich = ENGINE("echo option name UCI_Elo type spin default 1350 min 1350 max "
                              "2850; echo option name UCI_Variant type "
                              "combo var chess var shogi; ",
                              "echo bestmove e2e4");
    assert_int_equal(open_uci(rules, plain, ",elo=1500", &a, &err), TSR_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, "UCI_Elo"));
    assert_int_equal(open_uci(rules, rich, ",elo=1500", &a, &err), TSR_OK);
    tsr_agent_close(a);
    assert_int_equal(open_uci(rules, rich, ",elo=1349", &a, &err), TSR_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, "from 1350 to 2850, not 1349"));
    assert_int_equal(open_uci(rules, rich, ",elo=2851", &a, &err), TSR_ERR_ARGUMENT);
    assert_int_equal(open_uci(rules, rich, ",variant=shog", &a, &err), TSR_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, "does not play shog"));
    assert_int_equal(open_uci(rules, rich, ",variant=shogi", &a, &err), TSR_OK);
    tsr_agent_close(a);
    assert_int_equal(open_uci(rules, "exit 1", "", &a, &err), TSR_ERR_AGENT);
    const tsr_agent_type *type = tsr_registry_agent(play_registry, "uci", NULL);
    assert_int_equal(tsr_agent_open(type, "uci:sleep 1000,start=100ms", rules, NULL, &a, &err),
                     TSR_ERR_LIMIT);
    tsr_rules *other = play_open_rules("azul");
    assert_int_equal(open_uci(other, plain, "", &a, &err), TSR_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, "not azul"));
    tsr_rules_close(other);
}

// Tessera plays against itself through both ends of the protocol.
static void tessera_is_an_engine(void **state) {
    (void)state;
    char command[600];
    tsr_agent *a;
    tsr_error err = {0};
    tsr_move m;
    uint64_t s[TSR_MAX_STATE / 8];
    const char *program = getenv("TESSERA");
    if (!program || access(program, X_OK) != 0) {
        skip();
    }
    snprintf(command, sizeof command, "%s uci chess --agent mcts:nodes=5", program);
    assert_int_equal(open_uci(rules, command, "", &a, &err), TSR_OK);
    tsr_init(rules, s);
    for (int i = 0; i < 4; i++) {
        int who = i % 2;
        tsr_query q = {
            .view = s, .who = who, .nodes = 5, .time_ms = PLAY_HANG_MS, .host = &play_host};
        if (a->type->choose(a, &q, &m, &err)) {
            fail_msg("%s", err.message);
        }
        assert_int_equal(tsr_play_checked(rules, s, who, m, NULL), 0);
    }
    tsr_agent_close(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_engine_plays),
        cmocka_unit_test(bad_engines_are_told_apart),
        cmocka_unit_test(what_an_engine_lacks_is_said),
        cmocka_unit_test(tessera_is_an_engine),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
