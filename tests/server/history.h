// SPDX-License-Identifier: MIT
#ifndef TESTS_SERVER_HISTORY_H
#define TESTS_SERVER_HISTORY_H

// What pages have sent and been told, and whether the store agrees with it.
//
// Every move has a match, a ply and a seat, so what was promised can be looked up, move by move:
// acknowledged means there, once, at its ply, after all that was acknowledged before it was sent;
// "nothing was changed" means nowhere; a record can be played through; a match that is over stays
// so.

#include <tessera/registry.h>
#include <tessera/rules.h>

#include "server/map.h"
#include "server/store_reader.h"

typedef enum told { TOLD_NOTHING, TOLD_YES, TOLD_NO } told;

typedef struct attempt {
    uint64_t match;
    char move[TSR_MOVE_TEXT_MAX];
    int ply, seat;
    int floor, own_floor; // the highest ply acknowledged when it was sent: of all, of its seat
    told told;
} attempt;

typedef struct history {
    attempt *attempts;
    int count, cap;
    map matches; // id -> what was acknowledged in it
} history;

// What was found against it; `acknowledged` is how much there was to look at.
typedef struct verdict {
    int acknowledged, lost, disordered, refused_but_there, unreadable, revived;
} verdict;

int history_send(history *h, uint64_t match, int seat, int ply, const char *move); // its number
void history_told(history *h, int attempt, told what);
void history_over(history *h, uint64_t match); // somebody was told that it is over

verdict history_check(const history *h, store_reader *from, const tsr_registry *registry);
int verdict_faults(const verdict *v);
void history_deinit(history *h);

#endif
