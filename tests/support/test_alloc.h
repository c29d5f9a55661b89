// SPDX-License-Identifier: MIT
#ifndef TESTS_SUPPORT_TEST_ALLOC_H
#define TESTS_SUPPORT_TEST_ALLOC_H

// An allocator that counts, checks, and fails on demand.
//
// Everything that allocates takes a tsr_alloc and must cope when any single call
// fails. `test_alloc_each` proves that: it lets the first call fail, then the second,
// and so on until the work succeeds, and after every attempt all memory must have
// been given back, with the sizes it was asked for.
//
// Not thread-safe; one allocator for one test.

#include <stdint.h>

#include <tessera/alloc.h>

typedef struct test_alloc {
    tsr_alloc alloc;  // hand out &t->alloc
    uint64_t calls;   // requests for memory, frees not counted
    uint64_t fail_at; // the request that fails, from 1; 0 = none
    int failed;       // that request came
    long live;        // blocks not given back
    int wrong_size;   // a block came back with another size than it has
} test_alloc;

void test_alloc_init(test_alloc *t, uint64_t fail_at);

// Does `work` with allocators that fail the first, the second, ... request, until
// one attempt sees no failure. `work` returns non-zero for success; it must
// succeed if and only if no request failed, unless `may_do_without` (then a failed
// request need not fail the work). Asserts (cmocka) that nothing leaks. Returns the
// number of requests a successful attempt makes.
uint64_t test_alloc_each(int (*work)(const tsr_alloc *alloc, void *self), void *self,
                         int may_do_without);

#endif
