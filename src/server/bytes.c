// SPDX-License-Identifier: MIT
// Bytes that several wait to send.
#include "server/bytes.h"

#include <stdlib.h>
#include <string.h>

bytes *bytes_new(const char *data, size_t size) {
    bytes *b = size < UINT32_MAX ? malloc(sizeof *b + size + 1) : NULL;
    if (b) {
        b->holders = 1;
        b->size = (uint32_t)size;
        if (size) { // an empty message has no data at all
            memcpy(b->data, data, size);
        }
        b->data[size] = '\0';
    }
    return b;
}

bytes *bytes_hold(bytes *b) {
    if (b) {
        b->holders++;
    }
    return b;
}

void bytes_drop(bytes *b) {
    if (b && --b->holders == 0) {
        free(b);
    }
}
