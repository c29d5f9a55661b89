// SPDX-License-Identifier: MIT
//
// A state loaded into the machine: whatever memory held before, registers beside the state are empty.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/game/slots.h"
#include "lang/ir/rt/sets.h"
#include "lang/vm/vm.h"

enum { WHATEVER = 0xdb };

static void check_scratch(const program *p, const frame *f) {
    for (int i = p->at.state_sets; i < p->at.set_count; i++) {
        assert_false(set_any(vm_set_const(f, i), p->b.words));
    }
    for (int i = p->at.state_nums; i < p->at.num_count; i++) {
        assert_int_equal(f->num[i], 0);
    }
}

static void check_game(const tsr_game *game) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    frame *f = malloc(sizeof *f);
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    void *s = tsr_mem_new(NULL, r->state_size);
    assert_true(f && s);
    tsr_init(r, s);
    memset(f, WHATEVER, sizeof *f);
    vm_load(f, program_of(r), s);
    check_scratch(program_of(r), f);
    tsr_mem_free(NULL, s, r->state_size);
    tsr_rules_close(r);
    free(f);
}

static void registers_beside_the_state_are_empty(void **state) {
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        check_game(tsr_lang_builtin_at(i));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(registers_beside_the_state_are_empty)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
