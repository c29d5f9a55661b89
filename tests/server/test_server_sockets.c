// SPDX-License-Identifier: MIT
// One socket against the loop: whatever it sends, in one turn only so much is looked at, and
// what comes back to it stays bounded.
#include "server/world.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/watch.h"
#include "server/ws.h"
#include "support/help.h"

typedef struct loop {
    int watched, fd[2]; // fd[1] is the visitor's end
    ws_set *set;
    uint64_t conn;
    int messages, gone;
    char last[64]; // message
} loop;

static void on_message(void *self, uint64_t conn, const char *text, size_t size) {
    loop *l = self;
    (void)conn;
    snprintf(l->last, sizeof l->last, "%.*s", (int)size, text);
    l->messages++;
}

static void on_gone(void *self, uint64_t conn) {
    loop *l = self;
    (void)conn;
    l->gone = 1;
}

// A socket of the set; fd[1] is the visitor's end. Its number.
static uint64_t open_socket(ws_set *set, int fd[2]) {
    int big = 1 << 22;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(fcntl(fd[i], F_SETFL, O_NONBLOCK), 0);
        (void)setsockopt(fd[i], SOL_SOCKET, SO_SNDBUF, &big, sizeof big);
    }
    uint64_t conn = ws_add(set, fd[0], NULL, 0, 1000);
    assert_true(conn > 0);
    return conn;
}

static void open_loop(loop *l, int no_limits) {
    *l = (loop){.watched = watch_open()};
    const ws_events events = {
        .self = l, .message = on_message, .gone = on_gone, .no_limits = no_limits};
    l->set = ws_new(l->watched, &events);
    l->conn = open_socket(l->set, l->fd);
}

static void close_loop(loop *l) {
    ws_free(l->set);
    close(l->watched);
    close(l->fd[1]);
}

// Frames of opcode `op` without a payload, masked; how many went in.
static int flood(const loop *l, unsigned char op, int count) {
    const unsigned char frame[6] = {(unsigned char)(0x80 | op), 0x80, 0, 0, 0, 0};
    int sent = 0;
    while (sent < count && send(l->fd[1], frame, sizeof frame, 0) == (ssize_t)sizeof frame) {
        sent++;
    }
    return sent;
}

static int readable(const loop *l) {
    watch_event ev;
    return watch_wait(l->watched, &ev, 1, 0) == 1 && (ev.what & WATCH_READ);
}

static size_t take_all(const loop *l) {
    char buf[65536];
    size_t sum = 0;
    for (ssize_t n; (n = recv(l->fd[1], buf, sizeof buf, 0)) > 0;) {
        sum += (size_t)n;
    }
    return sum;
}

// A flood of pings: one turn answers a few hundred and goes on to the next socket.
static void test_turn_is_short(void **state) {
    loop l;
    (void)state;
    open_loop(&l, 1);
    int sent = flood(&l, 9, 20000);
    assert_true(sent > 5000);
    ws_ready(l.set, l.conn, WATCH_READ, 1000);
    ws_flush(l.set);
    size_t answered = take_all(&l);
    assert_true(answered > 0 && answered <= 4096);
    assert_true(readable(&l)); // the rest is still there and has its turn later
    close_loop(&l);
}

// The same with limits: cut off, of whatever kind the frames are.
static void test_frames_are_counted(void **state) {
    static const unsigned char kinds[] = {9, 10, 1}; // ping, pong, empty text
    for (size_t k = 0; k < sizeof kinds; k++) {
        loop l;
        (void)state;
        open_loop(&l, 0);
        (void)flood(&l, kinds[k], 5000);
        for (int i = 0; i < 100 && !l.gone; i++) {
            ws_ready(l.set, l.conn, WATCH_READ, 1000 + (uint64_t)i);
            ws_flush(l.set);
        }
        assert_true(l.gone);
        assert_true(l.messages <= LIMIT_FRAMES);
        close_loop(&l);
    }
}

// Answers to pings that nobody reads do not pile up.
static void test_pongs_are_bounded(void **state) {
    loop l;
    (void)state;
    open_loop(&l, 1);
    int small = 4096;
    (void)setsockopt(l.fd[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    for (int i = 0; i < 4000 && !l.gone; i++) {
        (void)flood(&l, 9, 1000);
        ws_ready(l.set, l.conn, WATCH_READ, 1000);
        ws_flush(l.set);
    }
    assert_true(l.gone);
    close_loop(&l);
}

// What comes byte by byte, in pieces and with a ping in between, is one message; the socket has
// been at rest before, in the midst of nothing, and after.
static void test_frames_in_part(void **state) {
    // "he" (not the end), a ping, "ll", "o"; masked with zeros
    static const unsigned char text[] = {0x01, 0x82, 0,    0,    0,    0,    'h', 'e', 0x89, 0x80,
                                         0,    0,    0,    0,    0x00, 0x82, 0,   0,   0,    0,
                                         'l',  'l',  0x80, 0x81, 0,    0,    0,   0,   'o'};
    loop l;
    (void)state;
    open_loop(&l, 0);
    for (int round = 1; round <= 3; round++) {
        for (size_t i = 0; i < sizeof text; i++) {
            assert_int_equal(send(l.fd[1], text + i, 1, 0), 1);
            ws_ready(l.set, l.conn, WATCH_READ, 1000);
            ws_flush(l.set);
            assert_int_equal(l.messages, i + 1 == sizeof text ? round : round - 1);
        }
        assert_string_equal(l.last, "hello");
        assert_int_equal(take_all(&l), 2); // the pong
    }
    assert_false(l.gone);
    close_loop(&l);
}

// Frames of ours have their length in 7, 16 or 64 bits, and arrive whole.
static void test_lengths_of_frames(void **state) {
    static const size_t sizes[] = {0, 1, 125, 126, 65535, 65536, 200000};
    static const size_t heads[] = {2, 2, 2, 4, 4, 10, 10};
    static char text[200001];
    loop l;
    (void)state;
    memset(text, 'x', sizeof text - 1);
    open_loop(&l, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned char head[10];
        uint64_t told = 0;
        bytes *message = bytes_new(text, sizes[i]);
        ws_send(l.set, l.conn, message);
        ws_flush(l.set);
        bytes_drop(message);
        assert_int_equal(recv(l.fd[1], head, heads[i], 0), (ssize_t)heads[i]);
        assert_int_equal(head[0], 0x81);
        for (size_t k = 2; k < heads[i]; k++) {
            told = told << 8 | head[k];
        }
        assert_int_equal(heads[i] == 2 ? head[1] : told, sizes[i]);
        assert_int_equal(take_all(&l), sizes[i]);
    }
    close_loop(&l);
}

// What has come in part stays with its socket, whatever others say meanwhile.
static void test_frames_of_several(void **state) {
    static const unsigned char words[2][11] = {{0x81, 0x85, 0, 0, 0, 0, 'h', 'e', 'l', 'l', 'o'},
                                               {0x81, 0x85, 0, 0, 0, 0, 'w', 'o', 'r', 'l', 'd'}};
    loop l;
    int fd[2];
    (void)state;
    open_loop(&l, 0);
    const uint64_t conn[2] = {l.conn, open_socket(l.set, fd)};
    const int end[2] = {l.fd[1], fd[1]};
    for (int round = 0; round < 6; round++) {
        const int a = round % 2, b = 1 - a;
        assert_int_equal(send(end[a], words[a], 8, 0), 8);
        ws_ready(l.set, conn[a], WATCH_READ, 1000);
        assert_int_equal(send(end[b], words[b], 11, 0), 11);
        ws_ready(l.set, conn[b], WATCH_READ, 1000);
        assert_string_equal(l.last, b ? "world" : "hello");
        assert_int_equal(send(end[a], words[a] + 8, 3, 0), 3);
        ws_ready(l.set, conn[a], WATCH_READ, 1000);
        assert_string_equal(l.last, a ? "world" : "hello");
        assert_int_equal(l.messages, 2 * round + 2);
    }
    assert_false(l.gone);
    close(fd[1]);
    close_loop(&l);
}

// A reader who is slow gets everything in the end, each message once and whole.
static void test_slow_readers(void **state) {
    enum { MESSAGES = 40 };
    loop l;
    char got[MESSAGES * 1004];
    size_t size = 0;
    int small = 1;
    (void)state;
    open_loop(&l, 0);
    (void)setsockopt(l.fd[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    for (int i = 0; i < MESSAGES; i++) {
        char text[1000];
        memset(text, 'a' + i % 26, sizeof text);
        bytes *message = bytes_new(text, sizeof text);
        ws_send(l.set, l.conn, message);
        bytes_drop(message);
    }
    for (ssize_t n = 1; size < sizeof got; size += (size_t)n) {
        ws_ready(l.set, l.conn, WATCH_WRITE, 1000);
        ws_flush(l.set);
        n = recv(l.fd[1], got + size, size % 3 ? 700 : 1, 0);
        assert_true(n > 0);
    }
    for (size_t i = 0; i < sizeof got; i++) {
        const unsigned char head[4] = {0x81, 126, 1000 >> 8, 1000 & 255};
        size_t at = i % 1004;
        assert_int_equal((unsigned char)got[i], at < 4 ? head[at] : 'a' + i / 1004 % 26);
    }
    assert_int_equal(take_all(&l), 0);
    assert_false(l.gone);
    close_loop(&l);
}

// A socket that is open and silent costs little, whatever it has read and written before.
static void test_silence_is_cheap(void **state) {
    enum { MANY = 100 };
    loop l;
    int fd[MANY][2];
    static char text[3000];
    const unsigned char frame[6] = {0x81, 0x80, 0, 0, 0, 0};
    (void)state;
    memset(text, 'x', sizeof text);
    bytes *message = bytes_new(text, sizeof text);
    open_loop(&l, 0);
    size_t before = mallinfo2().uordblks;
    for (int i = 0; i < MANY; i++) {
        uint64_t conn = open_socket(l.set, fd[i]);
        assert_int_equal(send(fd[i][1], frame, sizeof frame, 0), (ssize_t)sizeof frame);
        ws_ready(l.set, conn, WATCH_READ, 1000);
        ws_send(l.set, conn, message);
        ws_flush(l.set);
        assert_int_equal(l.messages, i + 1);
    }
    assert_true(mallinfo2().uordblks - before < (size_t)MANY * 1024);
    bytes_drop(message);
    for (int i = 0; i < MANY; i++) {
        close(fd[i][1]);
    }
    close_loop(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_turn_is_short),     TEST(test_frames_are_counted),
                                       TEST(test_pongs_are_bounded), TEST(test_frames_in_part),
                                       TEST(test_frames_of_several), TEST(test_slow_readers),
                                       TEST(test_lengths_of_frames), TEST(test_silence_is_cheap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
