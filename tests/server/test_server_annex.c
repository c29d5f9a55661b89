// SPDX-License-Identifier: MIT
// Published games: the line to their processes, and processes that behave badly, played by shell scripts.
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#include "server/annex_impl.h"

// --- The line ----------------------------------------------------------------

static void open_pair(annex_line *a, annex_line *b) {
    int fds[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds), 0);
    annex_line_open(a, fds[0]);
    annex_line_open(b, fds[1]);
}

static void test_frames_arrive_whole(void **state) {
    annex_line a, b;
    annex_frame f = {.word = ANNEX_REQUEST, .value = -7, .number = 5, .user = 6, .ip = 7}, got;
    size_t large = 300000;
    char *text = malloc(large);
    (void)state;
    memset(text, 'x', large);
    open_pair(&a, &b);
    annex_frame_text(&f, 0, "Anna", 4);
    annex_frame_text(&f, 5, text, large);
    assert_true(annex_put(&a, &f) && annex_put(&a, &f));
    for (int n = 0; n < 2;) { // in pieces: no pipe holds so much
        assert_true(annex_flush(&a) && annex_fill(&b));
        int more = annex_take(&b, &got);
        assert_true(more >= 0);
        if (more) {
            assert_true(got.word == ANNEX_REQUEST && got.value == -7);
            assert_true(got.number == 5 && got.user == 6 && got.ip == 7);
            assert_string_equal(got.text[0], "Anna");
            assert_string_equal(got.text[1], "");
            assert_int_equal(got.size[5], large);
            n++;
        }
    }
    annex_line_close(&a);
    assert_int_equal(annex_fill(&b), 0); // the other end is gone
    annex_line_close(&b);
    free(text);
}

static void test_what_is_no_frame(void **state) {
    annex_line a, b;
    annex_frame got;
    (void)state;
    for (int size = 1; size < 200; size++) {
        char noise[200];
        memset(noise, size % 2 ? 0xff : 1, sizeof noise);
        open_pair(&a, &b);
        assert_int_equal(write(a.fd, noise, (size_t)size), size);
        assert_true(annex_fill(&b));
        assert_true(annex_take(&b, &got) <= 0);
        annex_line_close(&a);
        annex_line_close(&b);
    }
}

static void test_a_line_that_nobody_reads(void **state) {
    annex_line a, b;
    annex_frame f = {.word = ANNEX_TEXT};
    int puts = 0;
    (void)state;
    char *text = calloc(1, 1 << 20);
    open_pair(&a, &b);
    annex_frame_text(&f, 0, text, 1 << 20);
    while (annex_put(&a, &f) && puts < 100) {
        assert_true(annex_flush(&a));
        puts++;
    }
    assert_true(puts > 2 && puts < 20);
    annex_line_close(&a);
    annex_line_close(&b);
    free(text);
}

// --- Processes ---------------------------------------------------------------

typedef struct house {
    char folder[64], program[80];
    annexes *all;
    int status, replies;
    char body[400];
} house;

static void take_reply(void *self, const hub_reply *reply) {
    house *h = self;
    h->replies++;
    h->status = reply->status;
    snprintf(h->body, sizeof h->body, "%s", reply->body->data);
}

static void take_send(void *self, uint64_t conn, bytes *message) {
    (void)self, (void)conn, (void)message;
    fail_msg("nobody is there to be told anything");
}

static void take_close(void *self, uint64_t conn, int code, const char *why) {
    (void)self, (void)conn, (void)code, (void)why;
}

static void open_house(house *h, const char *script) {
    *h = (house){.status = 0};
    snprintf(h->folder, sizeof h->folder, "%s", "/tmp/tessera-annex-XXXXXX");
    assert_non_null(mkdtemp(h->folder));
    snprintf(h->program, sizeof h->program, "%s/program", h->folder);
    FILE *f = fopen(h->program, "w");
    assert_non_null(f);
    fprintf(f, "#!/bin/sh\n%s\n", script);
    fclose(f);
    assert_int_equal(chmod(h->program, 0700), 0);
    const annex_config config = {.folder = h->folder,
                                 .program = h->program,
                                 .cpu_ms = 300,
                                 .self = h,
                                 .reply = take_reply,
                                 .send = take_send,
                                 .close = take_close};
    assert_true(sodium_init() >= 0);
    assert_int_equal(annexes_open(&config, &h->all, NULL), TSR_OK);
    annexes_tick(h->all, 1);
}

static void close_house(house *h) {
    annexes_close(h->all);
    unlink(h->program);
    assert_int_equal(rmdir(h->folder), 0); // nothing of it was kept
}

static void begin_to_publish(house *h, uint64_t user) {
    const hub_request q = {.id = 9 + user};
    const hub_person person = {user, "Anna", ""};
    annexes_door.publish(h->all, &q, &person, "game \"X\"\n", 0);
}

// As a server's loop does.
static void turn(house *h, uint64_t now_ms) {
    annexes_hear(h->all);
    annexes_tick(h->all, now_ms);
    (void)poll(&(struct pollfd){.fd = annexes_descriptor(h->all), .events = POLLIN}, 1, 10);
}

static void wait_for_answer(house *h) {
    while (!h->replies) {
        turn(h, 1);
    }
    assert_int_equal(h->replies, 1);
    assert_int_equal(annexes_door.has(h->all, 0), 0);
}

static void publish(house *h) {
    begin_to_publish(h, 4);
    wait_for_answer(h);
}

static void check_bad(const char *script) {
    house h;
    open_house(&h, script);
    publish(&h);
    assert_int_equal(h.status, 400);
    assert_non_null(strstr(h.body, "used too much time"));
    close_house(&h);
}

static void test_one_that_runs_for_ever_is_killed(void **state) {
    (void)state;
    check_bad("while :; do :; done");
}

static void test_one_that_ends_at_once(void **state) {
    (void)state;
    check_bad("exit 0");
}

static void test_one_that_talks_nonsense(void **state) {
    (void)state;
    check_bad("head -c 100000 /dev/zero | tr '\\0' '\\377' >&3; exec sleep 1000");
}

// The file of the rules is a pipe that nobody reads, so whoever writes there waits: not the loop, and when the
// pipe is read, the answer says that nothing could be kept.
static void test_a_disk_that_does_not_answer(void **state) {
    house h;
    char path[100], byte;
    (void)state;
    open_house(&h, "exit 0");
    snprintf(path, sizeof path, "%s/0000.game", h.folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    begin_to_publish(&h, 4);
    for (int i = 0; i < 3; i++) {
        annexes_hear(h.all);
        annexes_tick(h.all, 1);
    }
    assert_int_equal(h.replies, 0);
    int fd = open(path, O_RDONLY);
    assert_true(fd >= 0 && read(fd, &byte, 1) == 1);
    wait_for_answer(&h);
    close(fd);
    assert_int_equal(h.status, 503);
    close_house(&h);
}

// Files of strangers are looked at one at a time, in the order in which they came.
static void test_one_at_a_time(void **state) {
    house h;
    (void)state;
    open_house(&h, "exec sleep 1000");
    for (uint64_t user = 4; user < 7; user++) {
        begin_to_publish(&h, user);
    }
    for (int i = 0; i < 3; i++) {
        while (!h.all->running || (i < 2 && !h.all->of[i + 1]->in_line)) {
            turn(&h, 1);
        }
        assert_int_equal(h.all->running, 1);
        assert_int_not_equal(h.all->of[i]->pid, 0);
        assert_int_equal(kill(h.all->of[i]->pid, SIGKILL), 0);
        while (h.replies == i) {
            turn(&h, 1);
        }
    }
    close_house(&h);
}

static void test_the_next_file_of_an_account_waits(void **state) {
    house h;
    (void)state;
    open_house(&h, "exec sleep 1000");
    begin_to_publish(&h, 4);
    begin_to_publish(&h, 4);
    assert_int_equal(h.replies, 1);
    assert_int_equal(h.status, 429);
    assert_non_null(strstr(h.body, "still being checked"));
    while (!h.all->running) {
        turn(&h, 1);
    }
    assert_int_equal(kill(h.all->of[0]->pid, SIGKILL), 0);
    while (h.replies == 1) {
        turn(&h, 1);
    }
    close_house(&h);
}

// Answers come until `count` are there, and no process is started after that.
static void check_started(house *h, int count, uint64_t now_ms) {
    while (h->replies < count) {
        turn(h, now_ms);
    }
    turn(h, now_ms);
    assert_int_equal(h->all->running, 0);
    assert_int_equal(h->replies, count);
}

static void test_few_are_started_a_second(void **state) {
    house h;
    (void)state;
    open_house(&h, "exit 0");
    for (uint64_t user = 4; user < 18; user++) {
        begin_to_publish(&h, user);
    }
    while (!h.all->of[13]->in_line) {
        annexes_hear(h.all);
    }
    check_started(&h, 8, 1);
    check_started(&h, 12, 1001);
    check_started(&h, 14, 2001);
    close_house(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames_arrive_whole),
        cmocka_unit_test(test_what_is_no_frame),
        cmocka_unit_test(test_a_line_that_nobody_reads),
        cmocka_unit_test(test_one_that_runs_for_ever_is_killed),
        cmocka_unit_test(test_one_that_ends_at_once),
        cmocka_unit_test(test_one_that_talks_nonsense),
        cmocka_unit_test(test_a_disk_that_does_not_answer),
        cmocka_unit_test(test_one_at_a_time),
        cmocka_unit_test(test_the_next_file_of_an_account_waits),
        cmocka_unit_test(test_few_are_started_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
