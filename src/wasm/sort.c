// SPDX-License-Identifier: MIT
//
// Heapsort: the items are made a heap, whose first one is the largest; it changes places with the last one, which
// leaves the heap.
#include "wasm/sort.h"

typedef struct heap {
    unsigned char *base;
    size_t count, size;
    int (*compare)(const void *, const void *);
} heap;

static unsigned char *item(const heap *h, size_t i) {
    return h->base + i * h->size;
}

static void swap(const heap *h, size_t i, size_t k) {
    unsigned char *a = item(h, i), *b = item(h, k);
    for (size_t n = 0; n < h->size; n++) {
        const unsigned char byte = a[n];
        a[n] = b[n];
        b[n] = byte;
    }
}

// Lets an item sink below all that are larger.
static void sink(const heap *h, size_t i) {
    for (size_t next; (next = 2 * i + 1) < h->count; i = next) {
        if (next + 1 < h->count && h->compare(item(h, next), item(h, next + 1)) < 0) {
            next++;
        }
        if (h->compare(item(h, i), item(h, next)) >= 0) {
            return;
        }
        swap(h, i, next);
    }
}

void sort_items(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    heap h = {base, count, size, compare};
    for (size_t i = count / 2; i > 0; i--) {
        sink(&h, i - 1);
    }
    while (h.count > 1) {
        h.count--;
        swap(&h, 0, h.count);
        sink(&h, 0);
    }
}
