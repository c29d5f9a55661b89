// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_ANNEX_H
#define TSR_SERVER_ANNEX_H

// Games that people have published: rules that strangers wrote, played on this server.
//
// The server never opens such rules itself. Each published game has a process of its own (serve_annex.c)
// with a hub and a database file of its own, in which its matches are; the server passes requests and
// what sockets say on to it, with the name of whoever says it, and its answers back. So whatever the
// rules do happens there: the process has little memory, comes last when cores are scarce, and is killed
// when it does not come to an end; all that was acknowledged is on its disk, and the next request starts
// it anew. Rules that had to be stopped ANNEX_STRIKES times are not started any more.
//
// How long it takes is counted in processor time between a beat that is sent and its echo, so a busy
// machine kills nobody.
//
// In the folder: NN.game (the rules), NN.json (who published it, and how), NN.db (its matches).
//
// Not thread-safe: one owner, the server's loop.

#include <tessera/error.h>

#include "server/hub.h"

enum {
    ANNEX_MOST = 1024,     // published games
    ANNEX_EACH = 20,       // of one account
    ANNEX_RUNNING = 16,    // processes at a time
    ANNEX_STRIKES = 3,     // then the rules are not started any more
    ANNEX_CPU_MS = 3000,   // of one answer
    ANNEX_MEMORY_MB = 512, // of a process
    ANNEX_IDLE_MS = 300000 // without anybody: it is ended
};

typedef struct annexes annexes;

typedef struct annex_config {
    const char *folder;  // borrowed while it is open
    const char *program; // that is given `annex` and the rest: this one
    uint64_t cpu_ms;     // of one answer; 0 = ANNEX_CPU_MS
    int no_limits;
    void *self;
    void (*reply)(void *self, const hub_reply *reply);
    void (*send)(void *self, uint64_t conn, bytes *message);
    void (*close)(void *self, uint64_t conn, int code, const char *why);
} annex_config;

TSR_NODISCARD tsr_err annexes_open(const annex_config *config, annexes **out, tsr_error *err);
void annexes_close(annexes *a); // NULL is fine

int annexes_descriptor(const annexes *a); // readable when there is something to hear
void annexes_hear(annexes *a);
void annexes_tick(annexes *a, uint64_t now_ms);

extern const hub_annex annexes_door; // how a hub asks; its first argument is the annexes

#endif
