// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_BUCKET_H
#define TSR_SERVER_BUCKET_H

// A token bucket: at most `size` acts at once, and as many again every `ms`.

#include <stdint.h>

typedef struct bucket {
    uint64_t at_ms; // when `left` was true; 0 = never used, full
    double left;
} bucket;

// Takes `cost` tokens; 0, and none is taken, if there are not so many.
static inline int bucket_spend(bucket *b, double cost, double size, double ms, uint64_t now_ms) {
    double gained = b->at_ms ? (double)(now_ms - b->at_ms) * size / ms : size;
    b->left = b->left + gained > size ? size : b->left + gained;
    b->at_ms = now_ms ? now_ms : 1;
    if (b->left < cost) {
        return 0;
    }
    b->left -= cost;
    return 1;
}

// Takes one token; 0 if there is none.
static inline int bucket_take(bucket *b, double size, double ms, uint64_t now_ms) {
    return bucket_spend(b, 1, size, ms, now_ms);
}

#endif
