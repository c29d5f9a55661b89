// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_PG_HEAP_H
#define TSR_SERVER_STORE_PG_HEAP_H

// Rows of several batches, gathered for one statement a table (store_pg_wide.c): each column is a list as PostgreSQL
// writes it.

#include "base/buffer.h"
#include "server/store_batch.h"

typedef enum heap_kind { HEAP_LINES, HEAP_CHAT, HEAP_SEATS, HEAP_MATCHES, HEAPS } heap_kind;

enum { HEAP_COLUMNS = 4 };

typedef struct pg_heap {
    buffer column[HEAP_COLUMNS];
    int rows;
} pg_heap;

void pg_heaps_init(pg_heap heaps[HEAPS]);
void pg_heaps_deinit(pg_heap heaps[HEAPS]);
void pg_heaps_clear(pg_heap heaps[HEAPS]);
int pg_heaps_take(pg_heap heaps[HEAPS], const store_op *op); // 0: it is of no kind that is gathered
int pg_heaps_rows(const pg_heap heaps[HEAPS]);               // in all of them

// The columns, closed, as values; 0 for lack of memory.
int pg_heap_values(pg_heap *h, int columns, const char *out[HEAP_COLUMNS]);

#endif
