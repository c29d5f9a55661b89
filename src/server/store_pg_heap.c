// SPDX-License-Identifier: MIT
// Rows gathered for one statement a table.
#include "server/store_pg_heap.h"

#include <inttypes.h>

void pg_heaps_init(pg_heap heaps[HEAPS]) {
    for (int k = 0; k < HEAPS; k++) {
        for (int i = 0; i < HEAP_COLUMNS; i++) {
            buffer_init(&heaps[k].column[i], NULL);
        }
        heaps[k].rows = 0;
    }
}

void pg_heaps_deinit(pg_heap heaps[HEAPS]) {
    for (int k = 0; k < HEAPS; k++) {
        for (int i = 0; i < HEAP_COLUMNS; i++) {
            buffer_deinit(&heaps[k].column[i]);
        }
    }
}

void pg_heaps_clear(pg_heap heaps[HEAPS]) {
    for (int k = 0; k < HEAPS; k++) {
        for (int i = 0; i < HEAP_COLUMNS; i++) {
            buffer_clear(&heaps[k].column[i]);
        }
        heaps[k].rows = 0;
    }
}

int pg_heaps_rows(const pg_heap heaps[HEAPS]) {
    int rows = 0;
    for (int k = 0; k < HEAPS; k++) {
        rows += heaps[k].rows;
    }
    return rows;
}

static void add_number(pg_heap *h, int column, int64_t value) {
    buffer_addf(&h->column[column], "%s%" PRId64, h->rows ? "," : "{", value);
}

static void add_text(pg_heap *h, int column, const char *text) {
    buffer *b = &h->column[column];
    buffer_add_text(b, h->rows ? ",\"" : "{\"");
    for (const char *at = text ? text : ""; *at; at++) {
        if (*at == '"' || *at == '\\') {
            buffer_add(b, "\\", 1);
        }
        buffer_add(b, at, 1);
    }
    buffer_add(b, "\"", 1);
}

int pg_heaps_take(pg_heap all[HEAPS], const store_op *op) {
    pg_heap *h;
    switch (op->kind) {
    case STORE_LINES:
        h = &all[HEAP_LINES];
        add_number(h, 0, (int64_t)op->a);
        add_number(h, 1, op->n);
        add_text(h, 2, op->text);
        break;
    case STORE_CHAT:
        h = &all[HEAP_CHAT];
        add_number(h, 0, (int64_t)op->a);
        add_number(h, 1, op->n);
        add_text(h, 2, op->text);
        add_text(h, 3, op->more);
        break;
    case STORE_SEAT:
        h = &all[HEAP_SEATS];
        add_number(h, 0, (int64_t)op->b);
        add_number(h, 1, op->at);
        add_number(h, 2, (int64_t)op->a);
        break;
    case STORE_MATCH:
        h = &all[HEAP_MATCHES];
        add_number(h, 0, (int64_t)op->a);
        add_number(h, 1, op->n);
        add_number(h, 2, op->at);
        add_text(h, 3, op->text);
        break;
    default: return 0;
    }
    h->rows++;
    return 1;
}

int pg_heap_values(pg_heap *h, int columns, const char *out[HEAP_COLUMNS]) {
    int fine = 1;
    for (int i = 0; i < columns; i++) {
        buffer_add(&h->column[i], "}", 1);
        fine = fine && !h->column[i].failed;
        out[i] = buffer_text(&h->column[i]);
    }
    return fine;
}
