// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_WATCH_H
#define TSR_SERVER_WATCH_H

// Which of many descriptors are ready, a bell that other threads ring, and signals as one more
// descriptor. All that the server asks of its system beyond POSIX is in watch.c: on another system
// only that file is written anew (with kqueue, say). libmicrohttpd has a choice of its own, in
// http.c.

#include <stdint.h>

enum { WATCH_READ = 1, WATCH_WRITE = 2, WATCH_GONE = 4 };

typedef struct watch_event {
    uint64_t tag;
    unsigned what; // of the words above; WATCH_GONE: the other end is not there any more
} watch_event;

// A set of watched descriptors is itself one, closed by close(). -1 with errno when there is none
// to be had.
int watch_open(void);

// Where these return int, 0 says that the system refused, with errno. A new descriptor is watched
// for reading.
int watch_add(int set, int fd, uint64_t tag);
int watch_for(int set, int fd, uint64_t tag, unsigned what);
void watch_remove(int set, int fd);

// Waits for `ms` at most; how many events there are. None when a signal came between.
int watch_wait(int set, watch_event *events, int most, int ms);

// A bell is readable from the first ring until it is heard. Any thread may ring it.
int watch_bell(void);
void watch_ring(int bell);
void watch_hear(int bell);

// SIGINT and SIGTERM make this descriptor readable instead of ending the program. Called before
// any thread is started.
int watch_signals(void);

// For a process that was just started: it ends when who started it does, and never gains rights.
void watch_tie(void);

#endif
