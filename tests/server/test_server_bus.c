// SPDX-License-Identifier: MIT
// The bus with a NATS server that is not one: what answers at its address hangs up. A server begins all the
// same, and goes on trying.
#include "server/bus.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "support/help.h"

typedef struct door {
    int fd;
    char url[60];
    atomic_int calls;
    pthread_t thread;
} door;

static void pause_ms(int ms) {
    const struct timespec time = {.tv_nsec = ms * 1000000L};
    (void)nanosleep(&time, NULL); // wall clock: hanging up late
}

// Hangs up on everybody, a little later each time: before, while and after the caller makes its subscriptions.
static void *hang_up(void *self) {
    door *d = self;
    for (int caller; (caller = accept(d->fd, NULL, NULL)) >= 0;) {
        int n = atomic_fetch_add(&d->calls, 1);
        pause_ms(n % 8 * 8);
        close(caller);
    }
    return NULL;
}

static void open_door(door *d) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    d->fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(d->fd, (struct sockaddr *)&at, size), 0);
    assert_int_equal(listen(d->fd, 16), 0);
    assert_int_equal(getsockname(d->fd, (struct sockaddr *)&at, &size), 0);
    snprintf(d->url, sizeof d->url, "nats://127.0.0.1:%d", ntohs(at.sin_port));
    assert_int_equal(pthread_create(&d->thread, NULL, hang_up, d), 0);
}

static void close_door(door *d) {
    (void)shutdown(d->fd, SHUT_RDWR);
    pthread_join(d->thread, NULL);
    close(d->fd);
}

static void ring(void *self) {
    (void)self;
}

static void test_begins_where_nats_hangs_up(void **state) {
    (void)state;
    door d = {.fd = -1};
    store_leases leases = {.life = 7};
    open_door(&d);
    bus_config config = {.url = d.url, .leases = &leases, .ring = ring};
    for (int i = 0; i < 24; i++) {
        bus *b = NULL;
        tsr_error err = {0};
        if (bus_open(&config, &b, &err) != TSR_OK) {
            fail_msg("%s", err.message);
        }
        assert_false(bus_is_up(b));
        int before = atomic_load(&d.calls);
        for (int looks = 0; atomic_load(&d.calls) == before && looks < 10000; looks++) {
            bus_mend(b);
            pause_ms(1);
        }
        assert_true(atomic_load(&d.calls) > before);
        bus_close(b);
    }
    close_door(&d);
}

static void test_addresses(void **state) {
    (void)state;
    assert_true(bus_is_safe("nats://127.0.0.1:4222"));
    assert_true(bus_is_safe("nats://localhost,tls://tessera:secret@far.example"));
    assert_false(bus_is_safe("nats://far.example"));
    assert_false(bus_is_safe("tls://far.example"));
    assert_false(bus_is_safe("nats://localhost.far.example"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_begins_where_nats_hangs_up),
                                       cmocka_unit_test(test_addresses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
