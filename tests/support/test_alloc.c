// SPDX-License-Identifier: MIT
#include "support/test_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// In front of every block, as large as malloc's alignment.
typedef union head {
    size_t size;
    max_align_t align;
} head;

static void *test_resize(void *self, void *old, size_t old_size, size_t new_size) {
    test_alloc *t = self;
    head *h = old ? (head *)old - 1 : NULL;
    t->wrong_size |= h ? h->size != old_size : old_size != 0;
    if (new_size == 0) {
        t->live -= h != NULL;
        free(h);
        return NULL;
    }
    if (++t->calls == t->fail_at) {
        t->failed = 1;
        return NULL;
    }
    // Always another block, filled with rubbish: who keeps an old pointer, or
    // relies on zeros, is found out.
    head *fresh = malloc(sizeof *fresh + new_size);
    if (!fresh) {
        return NULL;
    }
    memset(fresh + 1, 0xcd, new_size);
    if (h) {
        memcpy(fresh + 1, old, h->size < new_size ? h->size : new_size);
        free(h);
    }
    fresh->size = new_size;
    t->live += h == NULL;
    return fresh + 1;
}

void test_alloc_init(test_alloc *t, uint64_t fail_at) {
    *t = (test_alloc){.alloc = {test_resize, t}, .fail_at = fail_at};
}

uint64_t test_alloc_each(int (*work)(const tsr_alloc *alloc, void *self), void *self,
                         int may_do_without) {
    for (uint64_t n = 1;; n++) {
        test_alloc t;
        test_alloc_init(&t, n);
        int done = work(&t.alloc, self);
        if (t.live != 0) {
            fail_msg("with request %llu of memory failing, %ld blocks are lost",
                     (unsigned long long)n, t.live);
        }
        if (t.wrong_size) {
            fail_msg("with request %llu failing, a block is given back with a wrong size",
                     (unsigned long long)n);
        }
        if (!t.failed) {
            assert_true(done);
            return t.calls;
        }
        if (done && !may_do_without) {
            fail_msg("request %llu of memory failed, and nobody noticed", (unsigned long long)n);
        }
    }
}
