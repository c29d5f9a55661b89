// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_SHARDS_H
#define TSR_SERVER_STORE_PG_SHARDS_H

// Shards shared by several lives (store_pg_keeper.h): who has what, whose turn it is to take some, and which
// are to be given away.
//
// Everybody works it out alone from the same table: a fair share is 256 divided by those who are alive
// and hear the others, rounded up. Who has less takes what nobody has; who has more gives away, a few
// at a time, the highest first, so that shard 0, where whatever there is one of is at home, stays.

#include "server/sql.h"
#include "server/store_leases.h"

typedef struct pg_shards {
    sql_query *lives, *shards;
    store_leases now;
    int alive, hearing; // lives at places, and those of them that hear the others
    int mine, leaving;  // shards of ours, and how many of them are to be given away
} pg_shards;

int pg_shards_open(pg_shards *t, sql_link *l); // with the seal read; 0: it failed
void pg_shards_close(pg_shards *t);

// Reads the table for the life `life`; 0: it could not be read, and is as it was.
int pg_shards_read(pg_shards *t, uint64_t life);

// How many more shards this life is to take, or, below 0, to give away.
int pg_shards_due(const pg_shards *t, const store_told *told);
// Marks so many as leaving; but only some at a time, unless this life ends.
void pg_shards_leave(pg_shards *t, int count, const store_told *told);

// Statements, with the life; 0: it failed.
int pg_shards_take(sql_link *l, uint64_t life, int most);
int pg_shards_release(sql_link *l, uint64_t life, const unsigned char left[LEASE_SHARDS]);

#endif
