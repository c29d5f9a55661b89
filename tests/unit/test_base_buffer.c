// SPDX-License-Identifier: MIT
//
// Buffers: growth, numbers, failure that sticks.
#include "support/help.h"

#include "base/buffer.h"
#include "support/test_alloc.h"

static void an_empty_buffer_is_an_empty_text(void **state) {
    (void)state;
    buffer b;
    buffer_init(&b, NULL);
    assert_string_equal(buffer_text(&b), "");
    buffer_add(&b, NULL, 0);
    assert_string_equal(buffer_text(&b), "");
    buffer_deinit(&b);
}

static void what_is_added_is_there(void **state) {
    (void)state;
    buffer b;
    buffer_init(&b, NULL);
    buffer_add_text(&b, "one");
    buffer_addf(&b, " %d %s", 2, "three");
    buffer_add(&b, "\0x", 2);
    assert_int_equal(b.size, 13);
    assert_memory_equal(b.bytes, "one 2 three\0x", 14); // the NUL beyond too
    buffer_clear(&b);
    assert_int_equal(b.size, 0);
    assert_string_equal(buffer_text(&b), "");
    buffer_deinit(&b);
}

static void long_texts_fit(void **state) {
    (void)state;
    buffer b;
    buffer_init(&b, NULL);
    for (int i = 0; i < 5000; i++) {
        buffer_addf(&b, "%04d,", i);
    }
    assert_int_equal(b.size, 25000);
    assert_memory_equal(b.bytes + 5 * 4321, "4321,", 5);
    buffer_addf(&b, "%*s", 100000, "x");
    assert_int_equal(b.size, 125000);
    assert_int_equal(b.bytes[124999], 'x');
    assert_false(b.failed);
    buffer_deinit(&b);
}

static void impossible_sizes_are_refused(void **state) {
    (void)state;
    buffer b;
    buffer_init(&b, NULL);
    buffer_add_text(&b, "kept");
    assert_int_equal(buffer_reserve(&b, SIZE_MAX - 2), 0);
    assert_true(b.failed);
    buffer_add_text(&b, "ignored");
    assert_string_equal(buffer_text(&b), "kept");
    buffer_clear(&b);
    assert_false(b.failed);
    buffer_deinit(&b);
}

static int write_much(const tsr_alloc *alloc, void *self) {
    buffer b;
    (void)self;
    buffer_init(&b, alloc);
    for (int i = 0; i < 300; i++) {
        size_t before = b.size;
        int failed = b.failed;
        buffer_addf(&b, "line %d of a text\n", i);
        assert_true(!failed || b.size == before); // after a failure nothing is added
        assert_int_equal(strlen(buffer_text(&b)), b.size);
    }
    int done = !b.failed;
    buffer_deinit(&b);
    return done;
}

static void lack_of_memory_sticks(void **state) {
    (void)state;
    assert_true(test_alloc_each(write_much, NULL, 0) > 3);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(an_empty_buffer_is_an_empty_text), TEST(what_is_added_is_there), TEST(long_texts_fit),
        TEST(impossible_sizes_are_refused),     TEST(lack_of_memory_sticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
