// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_ANNEX_IMPL_H
#define TSR_SERVER_ANNEX_IMPL_H

// The inside of annex.h, shared by its files: annex.c (what goes in and out),
// annex_answer.c (answers of our own), annex_process.c (processes:
// begun, measured, ended), annex_folder.c (what lies in the folder).

#include <sys/types.h>

#include "server/annex.h"
#include "server/annex_line.h"
#include "server/map.h"

enum { ANNEX_NAME = 16, ANNEX_TITLE = 64 };

typedef struct annex {
    int number;
    char name[ANNEX_NAME]; // by-NNxxxxxx: two letters of the number, six that cannot be guessed
    char title[ANNEX_TITLE], by[NAME_BYTES];
    uint64_t owner;
    int is_open, frozen, strikes;
    uint64_t publishing; // the request that waits to hear whether the rules can be played; 0 = none
    pid_t pid;           // 0 = it does not run
    annex_line line;
    uint64_t used_ms;
    int beats;           // one is on its way
    uint64_t cpu_ms;     // when that was sent
    map requests, conns; // that are with it
} annex;

struct annexes {
    annex_config config;
    annex *of[ANNEX_MOST];
    int watched, running;
    uint64_t now_ms;
};

// --- annex_answer.c ----------------------------------------------------------

void annex_reply(annexes *a, uint64_t request, int status, const buffer *text);
void annex_answer(annexes *a, uint64_t request, int status, const char *words); // an error
void annex_failed(annexes *a, annex *x, const char *why); // it has ended: who waits is told

// --- annex_process.c ---------------------------------------------------------

int annex_start(annexes *a, annex *x);             // 0: it cannot be; nothing if it runs
void annex_end(annexes *a, annex *x);              // kills it; nobody is told
void annex_stop(annexes *a, annex *x, int guilty); // and tells who waits
void annex_watch_time(annexes *a, annex *x);
void annex_write(annexes *a, annex *x); // sends what waits for it

// --- annex_folder.c ----------------------------------------------------------

tsr_err annex_read_folder(annexes *a, tsr_error *err);
annex *annex_new(annexes *a); // with a number and a name; NULL = there are too many
void annex_path(const annexes *a, const annex *x, const char *ending, char *out, size_t cap);
int annex_write_rules(const annexes *a, const annex *x, const char *rules);
int annex_write_meta(const annexes *a, const annex *x);
void annex_remove(annexes *a, annex *x); // with its files; it does not run

#endif
