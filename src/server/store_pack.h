// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PACK_H
#define TSR_SERVER_STORE_PACK_H

// Records of matches that are over, packed: the rows of one, a line each, become one packed
// row. Whoever reads a match (store_db_match) sees the same text before and after.
//
// Nothing of what is kept changes by it, so it needs no fence and may be done by anybody at any time: each
// match is packed in a transaction that holds its row, which whoever takes a name out of it holds, too.

#include <stdint.h>

#include "server/sql.h"

enum {
    STORE_PACK_MOST = 500,    // matches in one transaction
    STORE_PACK_AFTER_S = 3600 // they have been over for so long
};

// Packs some that were changed last before `before` (seconds since 1970), the oldest first; how many, -1:
// it failed, and nothing has changed. Fewer than STORE_PACK_MOST: there are no more. The link must be one
// for writing, which does not make itself a new line in the midst of a transaction.
int store_pack_some(sql_link *l, int64_t before);

#endif
