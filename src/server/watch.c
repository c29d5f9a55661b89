// SPDX-License-Identifier: MIT
// Waiting on Linux: epoll, eventfd and signalfd, which no other file of the server knows.
#include "server/watch.h"

#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { EVENTS = 256 };

static uint32_t to_system(unsigned what) {
    return (what & WATCH_READ ? (uint32_t)EPOLLIN : 0u) |
           (what & WATCH_WRITE ? (uint32_t)EPOLLOUT : 0u);
}

static unsigned from_system(uint32_t events) {
    return (events & EPOLLIN ? WATCH_READ : 0u) | (events & EPOLLOUT ? WATCH_WRITE : 0u) |
           (events & (EPOLLERR | EPOLLHUP) ? WATCH_GONE : 0u);
}

int watch_open(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

static int control(int set, int how, int fd, uint64_t tag, unsigned what) {
    struct epoll_event ev = {.events = to_system(what), .data.u64 = tag};
    return epoll_ctl(set, how, fd, &ev) == 0;
}

int watch_add(int set, int fd, uint64_t tag) {
    return control(set, EPOLL_CTL_ADD, fd, tag, WATCH_READ);
}

int watch_for(int set, int fd, uint64_t tag, unsigned what) {
    return control(set, EPOLL_CTL_MOD, fd, tag, what);
}

void watch_remove(int set, int fd) {
    (void)epoll_ctl(set, EPOLL_CTL_DEL, fd, NULL);
}

int watch_wait(int set, watch_event *events, int most, int ms) {
    struct epoll_event ready[EVENTS];
    int n = epoll_wait(set, ready, most < EVENTS ? most : EVENTS, ms);
    for (int i = 0; i < n; i++) {
        events[i] = (watch_event){ready[i].data.u64, from_system(ready[i].events)};
    }
    return n > 0 ? n : 0;
}

int watch_bell(void) {
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

void watch_ring(int bell) {
    uint64_t one = 1;
    (void)!write(bell, &one, sizeof one);
}

void watch_hear(int bell) {
    uint64_t count;
    (void)!read(bell, &count, sizeof count);
}

int watch_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

void watch_tie(void) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}
