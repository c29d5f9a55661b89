// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_MONTHS_H
#define TSR_SERVER_STORE_PG_MONTHS_H

// Matches by the month they were made in: their number begins with it (ident.h), and what is found by that
// number (the matches, what was said in them, packed records) lies in a part of its table for each month.
// So an old month can be moved to a slower disk, or copied once and for all, and what is written today is in small
// tables and indexes.
//
// Parts are made some months ahead, when a server begins and once a day; what is written in a month that has none
// lies in the part for the rest, and goes where it belongs when that is made. In a database that programs have used which do
// not know such numbers, they begin with a month that is two weeks away at least, by which those are replaced.

#include <stdint.h>

#include "server/sql.h"

enum { STORE_PG_WITH_MONTHS = 8 }; // the first format that has them

extern const char store_pg_months_tables[]; // what that format adds

// Makes the parts that are missing. 0: it failed, and the link says why.
int store_pg_make_months(sql_link *l);

// From which month on numbers begin with theirs; 0 = that cannot be read.
uint32_t store_pg_first_month(sql_link *l);

#endif
