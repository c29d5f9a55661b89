// SPDX-License-Identifier: MIT
//
// A board that is given by its lines alone, and is a ring with a middle, is drawn as one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>
#include <tessera/scene.h>

static const tsr_game *shelf(const char *name) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            return tsr_lang_builtin_at(i);
        }
    }
    fail_msg("no game %s on the shelf", name);
    return NULL;
}

// From the middle, eight places are equally far away, the first of them above it.
static void test_star(void **state) {
    (void)state;
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_scene sc = {0};
    tsr_setup_init(&setup, shelf("mutorere"));
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    void *s = malloc(r->state_size);
    assert_non_null(s);
    tsr_init(r, s);
    assert_int_equal(tsr_scene_take(r, s, TSR_NOBODY, NULL, &sc), TSR_OK);
    int cells = 0;
    for (uint32_t i = 0; i < sc.item_count; i++) {
        const tsr_item *item = &sc.items[i];
        if (item->kind != TSR_ITEM_CELL) {
            continue;
        }
        int dx = item->col - 200, dy = item->row - 200, far = dx * dx + dy * dy;
        assert_in_range(far, item->ref == 9 ? 0 : 199 * 199, item->ref == 9 ? 0 : 201 * 201);
        if (item->ref == 1) {
            assert_int_equal(item->row, 0);
        }
        cells++;
    }
    assert_int_equal(cells, 9);
    tsr_scene_free(NULL, &sc);
    free(s);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_star)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
