// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_ERASE_H
#define TSR_SERVER_STORE_ERASE_H

// Taking a person's name out of the matches they have played: out of what describes the
// match, out of every line of its record, and from their remarks. The moves stay: they are
// the other players' matches, too.

#include <stdint.h>

#include "server/sql.h"

// Within the transaction that is open; 0 if it failed. Must come before the user's seats are
// forgotten.
int store_erase_person(sql_link *sql, uint64_t user);

#endif
