// SPDX-License-Identifier: MIT
//
// Arenas: alignment, zeroes, large blocks, limits.
#include "support/help.h"

#include "base/arena.h"
#include "support/test_alloc.h"

static void memory_is_zeroed_aligned_and_apart(void **state) {
    (void)state;
    arena a;
    unsigned char *block[200];
    arena_init(&a, NULL, 0);
    for (size_t i = 0; i < 200; i++) {
        size_t size = i * 37 % 900 + 1;
        block[i] = arena_new(&a, size);
        assert_non_null(block[i]);
        assert_int_equal((uintptr_t)block[i] % 16, 0);
        for (size_t k = 0; k < size; k++) {
            assert_int_equal(block[i][k], 0);
        }
        memset(block[i], (int)i, size);
    }
    for (size_t i = 0; i < 200; i++) {
        size_t size = i * 37 % 900 + 1;
        assert_int_equal(block[i][0], (unsigned char)i);
        assert_int_equal(block[i][size - 1], (unsigned char)i);
    }
    arena_deinit(&a);
    assert_null(a.last);
}

static void large_blocks_get_their_own(void **state) {
    (void)state;
    arena a;
    arena_init(&a, NULL, 0);
    char *small = arena_new(&a, 3);
    char *large = arena_new(&a, 1 << 20);
    assert_non_null(small);
    assert_non_null(large);
    memset(large, 1, 1 << 20);
    assert_int_equal(small[2], 0);
    arena_deinit(&a);
}

static void the_limit_holds_and_failure_sticks(void **state) {
    (void)state;
    arena a;
    arena_init(&a, NULL, 100);
    assert_non_null(arena_new(&a, 60));
    assert_non_null(arena_new(&a, 40));
    assert_false(a.failed);
    assert_null(arena_new(&a, 1));
    assert_true(a.failed);
    assert_null(arena_new(&a, SIZE_MAX));
    assert_null(arena_new(&a, SIZE_MAX - 10));
    assert_int_equal(a.used, 100);
    arena_deinit(&a);
}

static void texts_are_copied_and_ended(void **state) {
    (void)state;
    arena a;
    arena_init(&a, NULL, 0);
    char *text = arena_text(&a, "tessera", 4);
    assert_string_equal(text, "tess");
    assert_string_equal(arena_text(&a, NULL, 0), "");
    arena_deinit(&a);
}

static int fill(const tsr_alloc *alloc, void *self) {
    arena a;
    int done = 1;
    (void)self;
    arena_init(&a, alloc, 0);
    for (int i = 0; i < 5; i++) {
        done &= arena_new(&a, 15000) != NULL;
    }
    assert_int_equal(a.failed, !done);
    arena_deinit(&a);
    return done;
}

static void lack_of_memory_is_told(void **state) {
    (void)state;
    assert_int_equal(test_alloc_each(fill, NULL, 0), 5);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(memory_is_zeroed_aligned_and_apart),
        TEST(large_blocks_get_their_own),
        TEST(the_limit_holds_and_failure_sticks),
        TEST(texts_are_copied_and_ended),
        TEST(lack_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
