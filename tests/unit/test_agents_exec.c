// SPDX-License-Identifier: MIT
// Programs as players: honest ones, and every kind of bad one. Each bad one is
// named for what it does; what it is called by the agent, that this does not take for ever and
// that nothing of it is left are tested here. Who is expected to answer has all the time there
// is; only who is expected not to has a short limit.
#include "support/agents_play.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agents/exec.h"
#include "agents/exec_check.h"
#include "arena/runner.h"
#include "arena/seats.h"

// The beginning of a program that is polite until it is asked.
#define POLITE "echo ready; while read -r w id x; do case $w in go) "
#define END    ";; esac; done"

// Options: time enough to start, on any machine.
#define PATIENT ",start=600s"

static tsr_rules *rules;

static int setup(void **state) {
    int failed = play_setup(state);
    rules = failed ? NULL : play_open_rules("tictactoe");
    return failed;
}

static int teardown(void **state) {
    tsr_rules_close(rules);
    return play_teardown(state);
}

static tsr_err open_exec(const char *command, const char *more, tsr_agent **out, tsr_error *err) {
    char spec[1000];
    snprintf(spec, sizeof spec, "exec:%s%s", command, more);
    return tsr_agent_open(tsr_registry_agent(play_registry, "exec", NULL), spec, rules, NULL, out,
                          err);
}

static tsr_err ask(tsr_agent *a, uint32_t ms, tsr_move *out, tsr_error *err) {
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(rules, s);
    tsr_query q = {.view = s, .who = 0, .seed = 5, .time_ms = ms, .host = &play_host};
    return a->type->choose(a, &q, out, err);
}

static void no_children_left(void) {
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

// --- Good ones ---------------------------------------------------------------

static void examples_play(void **state) {
    (void)state;
    static const char *const runs[] = {"python3", "sh"}, *const files[] = {"bot.py", "bot.sh"};
    static const char *const games[] = {"tictactoe", "azul"};
    for (int i = 0; i < 4; i++) {
        char spec[520];
        snprintf(spec, sizeof spec, "exec:%s %s/examples/agents/%s,time=600s" PATIENT, runs[i / 2],
                 getenv("TSR_SOURCE_DIR"), files[i / 2]);
        tsr_rules *r = play_open_rules(games[i % 2]);
        tsr_agent *a[2] = {play_open_agent(spec, r), play_open_agent("random", r)};
        float u[TSR_MAX_PLAYERS];
        for (uint64_t game = 0; game < 2; game++) {
            play_game(a, game, &play_host, u);
        }
        exec_faults f = exec_count(a[0]);
        assert_int_equal(f.crash + f.hang + f.late + f.illegal + f.malformed + f.flood, 0);
        assert_true(strstr(exec_name(a[0]), "bot in ") != NULL);
        tsr_agent_close(a[0]);
        tsr_agent_close(a[1]);
        tsr_rules_close(r);
    }
    no_children_left();
}

// The lines a program gets, in their order.
static void the_protocol_as_documented(void **state) {
    (void)state;
    char path[] = "/tmp/tessera-test-XXXXXX", command[300], text[4000] = "";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    snprintf(command, sizeof command,
             "echo ready; while read -r l; do echo \"$l\" >> %s; case $l in go*) echo \"choose "
             "${l#go } X 1`printf '\\\\054'`1\";; esac; done",
             path);
    tsr_agent *a;
    tsr_error err;
    tsr_move m, first;
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(rules, s);
    assert_int_equal(open_exec(command, PATIENT ",time=600s", &a, &err), TSR_OK);
    a->type->start(a, 1);
    assert_int_equal(tsr_move_read(rules, s, 0, "0,2", &first, NULL), TSR_OK);
    tsr_play(rules, s, 0, first);
    a->type->event(a, 0, first, s);
    tsr_query q = {.view = s, .who = 1, .seed = 77, .time_ms = 500000, .host = &play_host};
    (void)a->type->choose(a, &q, &m, &err);
    tsr_agent_close(a);
    ssize_t n = read(fd, text, sizeof text - 1);
    assert_true(n > 0);
    close(fd);
    unlink(path);
    char expected[200];
    snprintf(expected, sizeof expected,
             "hello 1\ngame tictactoe seats 2 you p2 rules %016llx\nevent p1 X 0,2\n"
             "decide 1 move 500000 8\nseed 77\nview ",
             (unsigned long long)rules->hash);
    assert_memory_equal(text, expected, strlen(expected));
    assert_non_null(strstr(text, "\nlegal 0 O 0,0\nlegal 1 O 0,1\nlegal 2 O 1,0\n"));
    assert_non_null(strstr(text, "\nlegal 7 O 2,2\ngo 1\nquit\n"));
}

// Version 2: the lines a program gets that has asked for it, and what it may ask.
static void the_second_version_as_documented(void **state) {
    (void)state;
    char path[] = "/tmp/tessera-test-XXXXXX", command[600], text[8000] = "";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    snprintf(command, sizeof command,
             "echo protocol 2; echo ready; while read -r l; do printf '%%s\\n' \"$l\" >> %s; "
             "case $l in go*) echo why X 1`printf '\\054'`1; echo why banana; echo what guess; "
             "echo what "
             "play X; echo \"choose ${l#go } X 9`printf '\\054'`9\";; esac; done",
             path);
    tsr_agent *a;
    tsr_error err;
    tsr_move m;
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(rules, s);
    assert_int_equal(open_exec(command, PATIENT ",time=600s", &a, &err), TSR_OK);
    a->type->start(a, 0);
    tsr_query q = {.view = s, .who = 0, .seed = 77, .time_ms = 500000, .host = &play_host};
    (void)a->type->choose(a, &q, &m, &err);
    const tsr_result result[2] = {{.rank = 1, .score = 3}, {.rank = 2, .score = -1}};
    tsr_agent_end(a, "rules", result);
    tsr_agent_close(a);
    ssize_t n = read(fd, text, sizeof text - 1);
    assert_true(n > 0);
    close(fd);
    unlink(path);
    static const char *const expected[] = {
        "hello 1\nprotocol 2\ngame tictactoe seats 2 you p1 rules ",
        "\ndata {\"game\":\"tictactoe\",\"title\":\"Tic-tac-toe\",\"players\":2,",
        "\ngo 1\nwhy legal\nwhy not that is not a move of this game\n"
        "what {\"turn\":\"p1\",\"depth\":0,\"scores\":[0,0]}\nwhat {\"error\":\"that fits 9 "
        "moves\"}\n"
        "refused ",
        "\nresult rules ranks 1 2 scores 3 -1\nquit\n"};
    for (int i = 0; i < 4; i++) {
        if (!strstr(text, expected[i])) {
            fail_msg("no '%s' in\n%s", expected[i], text);
        }
    }
}

// Who asks without end and reads nothing is stopped; who asks much and reads is not.
static void requests_are_bounded(void **state) {
    (void)state;
    tsr_agent *a;
    tsr_error err = {0};
    tsr_move m;
    assert_int_equal(open_exec("echo protocol 2; echo ready; while read -r l; do case $l in go*) "
                               "while :; do echo what guess; done;; esac; done",
                               ",grace=20ms" PATIENT, &a, &err),
                     TSR_OK);
    assert_int_equal(ask(a, 300, &m, &err), TSR_ERR_LIMIT);
    tsr_agent_close(a);
    assert_int_equal(
        open_exec("echo protocol 2; echo ready; while read -r l; do case $l in go*) i=0; "
                  "while [ $i -lt 2000 ]; do echo what guess; read -r x; "
                  "i=$((i+1)); done; echo choose ${l#go } '#0';; esac; done",
                  PATIENT ",time=600s", &a, &err),
        TSR_OK);
    assert_int_equal(ask(a, PLAY_HANG_MS, &m, &err), TSR_OK); // more lines than noise may have
    tsr_agent_close(a);
    no_children_left();
}

typedef struct heard {
    tsr_agent_info info;
    char note[80];
} heard;

static void on_info(void *self, const tsr_agent_info *info) {
    heard *h = self;
    h->info = *info;
    snprintf(h->note, sizeof h->note, "%s", info->note ? info->note : "");
}

static void info_is_passed_on(void **state) {
    (void)state;
    tsr_agent *a;
    tsr_error err;
    tsr_move m;
    heard h = {.note = ""};
    tsr_agent_host host = {.self = &h, .info = on_info};
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(rules, s);
    assert_int_equal(open_exec(POLITE
                               "printf 'info depth 4 speed fast nodes 1000 win 0.25 0.75 note all "
                               "is\\033well\\n'; echo choose $id '#3'" END,
                               PATIENT ",time=600s", &a, &err),
                     TSR_OK);
    tsr_query q = {.view = s, .who = 0, .host = &host};
    assert_int_equal(a->type->choose(a, &q, &m, &err), TSR_OK);
    assert_int_equal(h.info.depth, 4);
    assert_int_equal(h.info.nodes, 1000);
    assert_true(h.info.win[0] > 0.24f && h.info.win[0] < 0.26f);
    assert_true(h.info.win[1] > 0.74f && h.info.win[1] < 0.76f);
    assert_string_equal(h.note, "all is well"); // nothing a terminal would obey
    tsr_agent_close(a);
}

// --- Bad ones ----------------------------------------------------------------

typedef struct bad {
    const char *what, *command;
    tsr_err code;     // of the failure
    const char *word; // the message's first
    int at_open;      // fails before it is asked
} bad;

static int hangs(const bad *b) {
    return strcmp(b->word, "hang") == 0;
}

static const bad bads[] = {
    {"does not exist", "/no/such/program", TSR_ERR_AGENT, "crash", 1},
    {"ends at once", "exit 3", TSR_ERR_AGENT, "crash", 1},
    {"never says ready", "sleep 1000", TSR_ERR_LIMIT, "hang", 1},
    {"floods before ready", "while :; do echo no; done", TSR_ERR_LIMIT, "flood", 1},
    {"ends when asked", POLITE "exit 3" END, TSR_ERR_AGENT, "crash", 0},
    {"dies of a signal", POLITE "kill -SEGV $$" END, TSR_ERR_AGENT, "crash", 0},
    {"closes its output", POLITE "exec 1>&-; sleep 1000" END, TSR_ERR_AGENT, "crash", 0},
    {"never answers", "echo ready; sleep 1000", TSR_ERR_LIMIT, "hang", 0},
    {"answers another question", POLITE "echo 'choose 999 #0'" END, TSR_ERR_LIMIT, "hang", 0},
    {"answers long after", POLITE "sleep 1000; echo choose $id '#0'" END, TSR_ERR_LIMIT, "hang", 0},
    {"says something else", POLITE "echo choose $id banana" END, TSR_ERR_PARSE, "malformed", 0},
    {"says nothing", POLITE "echo choose $id" END, TSR_ERR_PARSE, "malformed", 0},
    {"counts too far", POLITE "echo choose $id '#9'" END, TSR_ERR_PARSE, "malformed", 0},
    {"forgets the question", POLITE "echo 'choose #0'" END, TSR_ERR_PARSE, "malformed", 0},
    {"talks without end", "echo ready; while :; do echo garbage; done", TSR_ERR_LIMIT, "flood", 0},
    {"writes 10 MB without a line", POLITE "head -c 10000000 /dev/zero | tr '\\0' x" END,
     TSR_ERR_LIMIT, "flood", 0},
    {"writes noise", POLITE "head -c 3000000 /dev/urandom" END, TSR_ERR_LIMIT, "flood", 0},
    {"floods stderr", "echo ready; while :; do echo noise >&2; done", TSR_ERR_LIMIT, "hang", 0},
    {"does not read", "echo ready; exec 0<&-; sleep 1000", TSR_ERR_LIMIT, "hang", 0},
    {"forks", "echo ready; for i in 1 2 3 4 5; do sleep 1000 & done; wait", TSR_ERR_LIMIT, "hang",
     0},
};

static void bad_programs_are_told_apart(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bads / sizeof bads[0]; i++) {
        const bad *b = &bads[i];
        tsr_agent *a = NULL;
        tsr_error err = {0};
        tsr_move m = 1234;
        uint64_t start = tsr_now_us(); // wall clock: see below
        int short_start = b->at_open && hangs(b);
        tsr_err e = open_exec(
            b->command, short_start ? ",start=250ms" : ",time=600s,grace=20ms" PATIENT, &a, &err);
        if (!b->at_open) {
            if (e) {
                fail_msg("%s: cannot be opened: %s", b->what, err.message);
            }
            e = ask(a, hangs(b) ? 100 : PLAY_HANG_MS, &m, &err);
            assert_int_equal(m, 1234); // outputs are untouched on failure
        }
        tsr_agent_close(a);
        if (e != b->code || strncmp(err.message, b->word, strlen(b->word)) != 0) {
            fail_msg("%s: code %d, %s", b->what, e, err.message);
        }
        if (tsr_now_us() - start > PLAY_HANG_US) { // wall clock: they sleep for longer
            fail_msg("%s: hangs", b->what);
        }
        no_children_left();
    }
}

// One that has ended, while a process it left behind keeps its output open: whether it is gone
// shows when the time is up. It is asked only once it has ended.
static void a_runaway_may_keep_the_output(void **state) {
    (void)state;
    tsr_agent *a;
    tsr_error err = {0};
    tsr_move m;
    siginfo_t how;
    assert_int_equal(open_exec("echo ready; setsid sleep 5 & exit 3", PATIENT, &a, &err), TSR_OK);
    assert_int_equal(waitid(P_ALL, 0, &how, WEXITED | WNOWAIT), 0);
    assert_int_equal(ask(a, 100, &m, &err), TSR_ERR_AGENT);
    assert_non_null(strstr(err.message, "crash: the program exited with status 3"));
    tsr_agent_close(a);
    no_children_left();
}

// Whatever they do, the match goes on: the referee plays for them.
static void every_match_goes_on(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bads / sizeof bads[0]; i++) {
        char spec[600];
        tsr_error err;
        uint32_t failed = 0;
        snprintf(spec, sizeof spec, "exec:%s,time=30ms,grace=5ms" PATIENT, bads[i].command);
        runner_config config = {.rules = rules,
                                .registry = play_registry,
                                .spec = {spec, "random"},
                                .name = {"bad", "good"},
                                .seed = 3,
                                .policy = TSR_POLICY_FALLBACK,
                                .tries = 1};
        runner *run = NULL;
        if (bads[i].at_open) {
            continue;
        }
        assert_int_equal(runner_open(&config, &run, NULL, &err), TSR_OK);
        for (uint64_t number = 0; number < 2; number++) {
            runner_game game;
            assert_int_equal(runner_play(run, number, 0, &game, &err), TSR_OK);
            assert_int_equal(game.end, TSR_END_RULES);
            // It sits on this seat; what is no move at all counts as illegal.
            failed += game.fault[number].failed + game.fault[number].illegal;
        }
        runner_close(run);
        if (failed < 1) {
            fail_msg("%s: no failures", bads[i].what);
        }
    }
    no_children_left();
}

// What a program said stands in the record as it was written, with the reason.
static tsr_err keep_text(void *self, const char *bytes, size_t size) {
    strncat(self, bytes, size);
    return TSR_OK;
}

static void refused_words_stand_in_the_record(void **state) {
    (void)state;
    static const struct {
        const char *answer, *line;
    } rows[] = {
        {"banana split", "\tfail\tbanana split\t0\tthat is not a move of this game\n"},
        {"'#99'", "\tfail\t#99\t0\tthat is not a move of this game\n"},
        {"X 7`printf '\\\\054'`7", "\tfail\tX 7,7\t0\t"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char command[200], text[4000] = "";
        tsr_match_config config;
        tsr_match *m = NULL;
        tsr_error err;
        seats s;
        seats_reply reply;
        tsr_agent *a[2] = {NULL, NULL};
        snprintf(command, sizeof command, POLITE "echo choose $id %s" END, rows[i].answer);
        assert_int_equal(open_exec(command, PATIENT ",time=600s", &a[0], &err), TSR_OK);
        tsr_match_config_init(&config, rules);
        config.seat[0].policy = TSR_POLICY_FALLBACK;
        config.sink = (tsr_sink){.self = text, .write = keep_text};
        assert_int_equal(tsr_match_open(&config, &m, &err), TSR_OK);
        assert_int_equal(seats_init(&s, rules), TSR_OK);
        seats_begin(&s, m, a);
        assert_int_equal(seats_ask(&s, 0, &reply), TSR_OK);
        assert_int_equal(reply.answer, TSR_ANSWER_REPLACED);
        if (!strstr(text, rows[i].line)) {
            fail_msg("no '%s' in\n%s", rows[i].line, text);
        }
        seats_deinit(&s);
        tsr_match_close(m);
        tsr_agent_close(a[0]);
    }
}

static void nothing_is_left_of_forks(void **state) {
    (void)state;
    char path[] = "/tmp/tessera-test-XXXXXX", command[200], text[40] = "";
    int fd = mkstemp(path);
    tsr_agent *a;
    tsr_error err;
    assert_true(fd >= 0);
    snprintf(command, sizeof command, "echo $$ > %s; sleep 1000 & sleep 1000 & echo ready; wait",
             path);
    assert_int_equal(open_exec(command, PATIENT, &a, &err), TSR_OK);
    assert_true(read(fd, text, sizeof text - 1) > 0);
    close(fd);
    unlink(path);
    pid_t group = (pid_t)strtol(text, NULL, 10);
    assert_true(group > 1);
    assert_int_equal(kill(-group, 0), 0);
    tsr_agent_close(a);
    // The grandchildren are init's to bury, which takes a moment.
    uint64_t start = tsr_now_us(); // wall clock: they sleep for longer than the limit
    while (kill(-group, 0) == 0) {
        assert_true(tsr_now_us() - start < PLAY_HANG_US); // wall clock: as above
        poll(NULL, 0, 5);                                 // wall clock: between two looks
    }
    assert_int_equal(errno, ESRCH);
}

// --- Counting ----------------------------------------------------------------

static void late_and_illegal_are_counted(void **state) {
    (void)state;
    tsr_agent *a;
    tsr_error err;
    tsr_move m;
    uint64_t s[TSR_MAX_STATE / 8];

    // Answers when told to stop: late, but an answer.
    assert_int_equal(open_exec("echo ready; while read -r w id x; do case $w in stop) echo choose "
                               "$id '#0';; esac; done",
                               ",grace=600s" PATIENT, &a, &err),
                     TSR_OK);
    assert_int_equal(ask(a, 50, &m, &err), TSR_OK);
    assert_int_equal(exec_count(a).late, 1);
    assert_int_equal(exec_count(a).hang, 0);
    tsr_agent_close(a);

    // Answers the first question while the second is open: not mistaken for its answer.
    assert_int_equal(open_exec("echo ready; while read -r w id x; do case $w$id in go2) echo "
                               "choose 1 '#0'; echo choose 2 '#4';; esac; done",
                               ",time=600s,grace=1ms" PATIENT, &a, &err),
                     TSR_OK);
    assert_int_equal(ask(a, 50, &m, &err), TSR_ERR_LIMIT);
    assert_int_equal(ask(a, PLAY_HANG_MS, &m, &err), TSR_OK);
    char text[TSR_MOVE_TEXT_MAX];
    tsr_init(rules, s);
    tsr_move_text(rules, s, 0, m, text, sizeof text);
    assert_string_equal(text, "X 1,1");
    assert_int_equal(exec_count(a).late, 1);
    assert_int_equal(exec_count(a).hang, 1);
    tsr_agent_close(a);

    // An illegal move is the referee's to refuse, so it is passed on. (A comma would
    // end the command in the spec.)
    tsr_move centre;
    assert_int_equal(open_exec(POLITE "echo \"choose $id O 1`printf '\\\\054'`1\"" END,
                               ",time=600s" PATIENT, &a, &err),
                     TSR_OK);
    assert_int_equal(tsr_move_read(rules, s, 0, "1,1", &centre, NULL), TSR_OK);
    tsr_play(rules, s, 0, centre);
    tsr_query q = {.view = s, .who = 1, .host = &play_host};
    assert_int_equal(a->type->choose(a, &q, &m, &err), TSR_OK);
    assert_int_not_equal(tsr_why_not(rules, s, 1, m, NULL), 0);
    assert_int_equal(exec_count(a).illegal, 1);
    tsr_agent_close(a);
}

static int always_stopped(void *self) {
    (void)self;
    return 1;
}

static void the_host_can_stop(void **state) {
    (void)state;
    tsr_agent *a;
    tsr_error err;
    tsr_move m;
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_agent_host host = {.stopped = always_stopped};
    tsr_init(rules, s);
    assert_int_equal(open_exec("echo ready; sleep 1000", ",time=600s" PATIENT, &a, &err), TSR_OK);
    tsr_query q = {.view = s, .who = 0, .host = &host};
    uint64_t start = tsr_now_us(); // wall clock: it has 600 s, but was stopped
    assert_int_equal(a->type->choose(a, &q, &m, &err), TSR_ERR_LIMIT);
    assert_true(tsr_now_us() - start < PLAY_HANG_US / 2); // wall clock: as above
    tsr_agent_close(a);
}

// A program that has crashed is started again for the next match, not before.
static void a_new_match_is_a_new_chance(void **state) {
    (void)state;
    tsr_agent *a;
    tsr_error err;
    tsr_move m;
    assert_int_equal(
        open_exec("echo ready; while read -r w id x; do case $w in game) seat=$x;; go) "
                  "case $seat in *p1*) exit 1;; *) echo choose $id '#0';; esac;; esac; done",
                  ",time=600s" PATIENT, &a, &err),
        TSR_OK);
    a->type->start(a, 0);
    assert_int_equal(ask(a, PLAY_HANG_MS, &m, &err), TSR_ERR_AGENT);
    assert_int_equal(ask(a, PLAY_HANG_MS, &m, &err), TSR_ERR_AGENT);
    assert_non_null(strstr(err.message, "earlier"));
    assert_int_equal(exec_count(a).crash, 1);
    a->type->start(a, 0);
    assert_int_equal(ask(a, PLAY_HANG_MS, &m, &err), TSR_ERR_AGENT);
    assert_int_equal(exec_count(a).crash, 2);
    tsr_agent_close(a);
    no_children_left();
}

static void memory_can_be_limited(void **state) {
    (void)state;
    if (getenv("TSR_EMULATOR")) {
        skip(); // an emulator sets no limits: its own memory would count
    }
    tsr_agent *a = NULL;
    tsr_error err;
    tsr_err e = open_exec("python3 -c 'x = bytearray(2000000000); print(\"ready\")'",
                          ",memory=500M" PATIENT, &a, &err);
    assert_int_equal(e, TSR_ERR_AGENT);
    assert_non_null(strstr(err.message, "MemoryError"));
}

// --- Checking ----------------------------------------------------------------

typedef struct verdicts {
    int count[3];
} verdicts;

static void on_rule(void *self, exec_verdict verdict, const char *rule, const char *detail) {
    verdicts *v = self;
    v->count[verdict]++;
    assert_true(rule[0] != '\0');
    assert_int_equal(detail[0] == '\0', verdict == EXEC_KEEPS);
}

static verdicts checked(const char *command, uint32_t patience, int *broken) {
    verdicts v = {{0}};
    const tsr_rules *list[1] = {rules};
    exec_check_config config = {.command = command,
                                .rules = list,
                                .rules_count = 1,
                                .games = 2,
                                .move_ms = PLAY_HANG_MS,
                                .patience = patience,
                                .report = on_rule,
                                .self = &v};
    *broken = exec_check(&config);
    return v;
}

static void programs_are_checked(void **state) {
    (void)state;
    char command[500];
    int broken;
    snprintf(command, sizeof command, "sh %s/examples/agents/bot.sh", getenv("TSR_SOURCE_DIR"));
    verdicts v = checked(command, 500, &broken);
    assert_int_equal(broken, 0);
    assert_int_equal(v.count[EXEC_ADVICE], 0);
    assert_true(v.count[EXEC_KEEPS] >= 8);

    v = checked("exit 1", 500, &broken);
    assert_int_equal(broken, 1);

    v = checked(POLITE "echo choose $id '#0'" END, 2, &broken); // no pong, deaf to quit
    assert_int_equal(broken, 0);
    assert_true(v.count[EXEC_ADVICE] >= 2); // a third on a busy machine: late when told to stop

    v = checked(POLITE "echo choose $id banana" END, 2, &broken);
    assert_int_equal(broken, 1);
    no_children_left();
}

static void a_command_is_needed(void **state) {
    (void)state;
    tsr_agent *a;
    tsr_error err;
    const tsr_agent_type *type = tsr_registry_agent(play_registry, "exec", NULL);
    assert_int_equal(tsr_agent_open(type, "exec", rules, NULL, &a, &err), TSR_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, "needs a command"));
}

static void *no_memory(void *self, void *old, size_t old_size, size_t new_size) {
    int *calls = self;
    (void)old_size;
    if (new_size && --*calls <= 0) {
        return NULL;
    }
    if (!new_size) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

static void memory_may_fail(void **state) {
    (void)state;
    const tsr_agent_type *type = tsr_registry_agent(play_registry, "exec", NULL);
    for (int n = 1; n <= 3; n++) {
        int calls = n;
        tsr_alloc alloc = {no_memory, &calls};
        tsr_agent *a;
        tsr_error err;
        assert_int_equal(
            tsr_agent_open(type, "exec:echo ready; sleep 1000", rules, &alloc, &a, &err),
            TSR_ERR_MEMORY);
    }
    no_children_left();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_play),
        cmocka_unit_test(the_protocol_as_documented),
        cmocka_unit_test(the_second_version_as_documented),
        cmocka_unit_test(requests_are_bounded),
        cmocka_unit_test(info_is_passed_on),
        cmocka_unit_test(bad_programs_are_told_apart),
        cmocka_unit_test(a_runaway_may_keep_the_output),
        cmocka_unit_test(every_match_goes_on),
        cmocka_unit_test(refused_words_stand_in_the_record),
        cmocka_unit_test(nothing_is_left_of_forks),
        cmocka_unit_test(late_and_illegal_are_counted),
        cmocka_unit_test(the_host_can_stop),
        cmocka_unit_test(a_new_match_is_a_new_chance),
        cmocka_unit_test(memory_can_be_limited),
        cmocka_unit_test(programs_are_checked),
        cmocka_unit_test(a_command_is_needed),
        cmocka_unit_test(memory_may_fail),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
