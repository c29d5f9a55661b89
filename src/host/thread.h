// SPDX-License-Identifier: MIT
#ifndef TSR_HOST_THREAD_H
#define TSR_HOST_THREAD_H

// Threads for whoever can use some and does without where there are none.
//
// Starting one may always fail, for want of memory or because the host has no threads at all (a
// browser's worker), so the caller must be able to do the work itself. Engine folders see these
// functions and nothing of the operating system.

typedef struct host_thread {
    _Alignas(8) unsigned char inside[16]; // the host's own
} host_thread;

// Runs `work(with)` beside the caller. 0 = it does not run.
int host_thread_start(host_thread *t, void (*work)(void *with), void *with);

// Waits for the end of one that was started.
void host_thread_join(host_thread *t);

// Lets others go on for about a millisecond; at once where there are no others.
void host_pause(void);

#endif
