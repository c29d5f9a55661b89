// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_ANNEX_IMPL_H
#define TSR_SERVER_ANNEX_IMPL_H

// The inside of annex.h, shared by its files: annex.c (what goes in and out),
// annex_publish.c (how games come and go), annex_answer.c (answers of our own), annex_process.c (processes:
// begun, measured, ended), annex_pace.c (how often), annex_folder.c (what lies in the folder, through
// annex_errand.h).

#include <sys/types.h>

#include "server/annex.h"
#include "server/annex_errand.h"
#include "server/annex_line.h"
#include "server/bucket.h"
#include "server/map.h"

enum { ANNEX_NAME = 16, ANNEX_TITLE = 64 };

typedef struct annex {
    int number;
    char name[ANNEX_NAME]; // by-NNxxxxxx: two letters of the number, six that cannot be guessed
    char title[ANNEX_TITLE], by[NAME_BYTES];
    uint64_t owner;
    int is_open, frozen, strikes;
    uint64_t publishing; // the request that waits to hear whether the rules can be played; 0 = none
    uint64_t place;      // in the order in which games were published since the start
    int in_line;         // its rules are written down and wait to be looked at
    int playable;        // it can, and that is being written down
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
    errands *errands;
    int watched, running;
    uint64_t now_ms, places;
    bucket starts;
};

// --- annex_answer.c ----------------------------------------------------------

void annex_reply(annexes *a, uint64_t request, int status, const buffer *text);
void annex_answer(annexes *a, uint64_t request, int status, const char *words); // an error
void annex_removed(annexes *a, uint64_t request); // 0 = nobody waits to hear that

// --- annex_publish.c ---------------------------------------------------------

annex *annex_at(const annexes *a, int game); // NULL = there is none
void annex_publish(void *self, const hub_request *q, const hub_person *p, const char *rules,
                   int is_open);
void annex_take_back(void *self, const hub_request *q, uint64_t user, int game);
void annex_hear_ready(annexes *a, annex *x,
                      const annex_frame *f); // whether its rules can be played
void annex_hear_errands(annexes *a);
void annex_give_up(annexes *a, annex *x,
                   const char *words); // it cannot be published, and is no more

// --- annex_failed.c ----------------------------------------------------------

void annex_failed(annexes *a, annex *x, const char *why); // it has ended: who waits is told

// --- annex_kill.c ------------------------------------------------------------

pid_t annex_cut(annexes *a, annex *x); // kills it; whom to wait for, 0 = nobody
void annex_end(annexes *a, annex *x);  // the same, until it is gone; nobody is told

// --- annex_pace.c ------------------------------------------------------------

int annex_start(annexes *a,
                annex *x); // 0: it cannot be, or too many were started; nothing if it runs
void annex_check_next(
    annexes *a); // looks at the rules of whoever has waited longest, if it is time

// --- annex_process.c ---------------------------------------------------------

int annex_launch(annexes *a, annex *x);            // 0: it cannot be
void annex_stop(annexes *a, annex *x, int guilty); // ends it and tells who waits
void annex_watch_time(annexes *a, annex *x);
void annex_write(annexes *a, annex *x); // sends what waits for it

// --- annex_folder.c ----------------------------------------------------------

tsr_err annex_read_folder(annexes *a, tsr_error *err);
annex *annex_new(annexes *a); // with a number and a name; NULL = there are too many
void annex_path(const annexes *a, const annex *x, const char *ending, char *out, size_t cap);
enum { ANNEX_RULES = 1, ANNEX_META, ANNEX_STRIKE }; // what was written, when that is heard of
int annex_write_rules(annexes *a, const annex *x, const char *rules); // 0 = there is no memory
int annex_write_meta(annexes *a, const annex *x, int what);
// With its process and its files. `request` waits until they are gone; 0 = nobody does.
void annex_remove(annexes *a, annex *x, uint64_t request);

#endif
