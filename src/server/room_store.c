// SPDX-License-Identifier: MIT
// What a room gives the store: the lines that are new, and what is known of it.
#include "server/room.h"

void room_store(room *r, store_batch *b, int meta) {
    b = b ? b : store_batch_new();
    if (r->lines.size) {
        r->size += r->lines.size;
        store_batch_add(b, STORE_LINES, r->id, buffer_text(&r->lines), NULL)->n = r->pieces++;
        buffer_clear(&r->lines);
    }
    if (meta) {
        buffer text;
        buffer_init(&text, NULL);
        room_add_meta(&text, r);
        store_op *op = store_batch_add(b, STORE_MATCH, r->id, buffer_text(&text), NULL);
        op->n = (int64_t)r->state;
        op->at = r->updated;
        if (b && text.failed) {
            b->failed = 1;
        }
        buffer_deinit(&text);
    }
    if (b && !b->count) {
        store_batch_free(b);
        return;
    }
    uint64_t seq = r->host->commit(r->host->self, r, b);
    r->seq = seq ? seq : r->seq;
}
