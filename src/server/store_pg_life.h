// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_LIFE_H
#define TSR_SERVER_STORE_PG_LIFE_H

// A life in PostgreSQL (store_pg_keeper.h): the statements by which it begins, says that it goes on, buries others,
// takes all shards and ends.

#include "server/sql.h"

typedef struct pg_life {
    sql_link *link;
    int lease_ms, shares;
    char node[100]; // whose it is, for people who look into the table
    uint64_t id;    // 0 = none
    uint32_t line;  // on which the lock of the life is held
} pg_life;

// A new life, for which whoever begins has patience: a database that has much to do is no reason not to begin. Its
// number, 0: it failed.
uint64_t pg_life_birth(pg_life *l);
void pg_life_hold_lock(pg_life *l);             // anew, if the line is another than it was
int pg_life_beat(pg_life *l, int hears_others); // whether it is alive; -1: that could not be asked
// Those whose line is gone, and, where `late` says that this may be judged, those whose lease is over.
void pg_life_bury_others(pg_life *l, int late);
void pg_life_end(pg_life *l); // and its shards are nobody's

// One life at a time takes shards: a statement that began before another's was committed would look at the
// new rows of shards beside the old ones of fences, and take what has just been taken. It sees everything that was
// done before it got its turn. 0: somebody else has it, until the next beat.
int pg_life_take_turn(pg_life *l);
void pg_life_end_turn(pg_life *l);

int64_t
pg_life_claim_all(pg_life *l); // if nobody alive has any; how many it has now, -1: it failed

#endif
