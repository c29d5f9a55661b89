// SPDX-License-Identifier: MIT
//
// Keys of positions, by which repetition is told: different positions have different keys.
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
#include "lang/vm/vm.h"
#include "support/sanitized.h"

enum { POSITIONS = IS_SANITIZED ? 8000 : 60000 };

typedef struct met {
    uint64_t key, check; // by two ways that have nothing in common
} met;

static const tsr_game *shelf(const char *name) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            return tsr_lang_builtin_at(i);
        }
    }
    return NULL;
}

// All that a key is made of.
static met meet(const program *p, const void *s) {
    static frame f;
    vm_load(&f, p, s);
    uint64_t who[2] = {f.h.me, f.h.phase};
    uint64_t check = tsr_hash_bytes(who, sizeof who, 1);
    check =
        tsr_hash_bytes(f.set, (size_t)(p->at.position_sets * p->b.words) * sizeof *f.set, check);
    check = tsr_hash_bytes(f.num, (size_t)p->at.position_nums * sizeof *f.num, check);
    return (met){vm_key(&f), check};
}

static int by_key(const void *a, const void *b) {
    const met *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static void check_keys(const char *name) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_rng g;
    met *all = calloc(POSITIONS, sizeof *all);
    tsr_setup_init(&setup, shelf(name));
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    void *s = tsr_mem_new(NULL, r->state_size);
    tsr_rng_init(&g, 5);
    tsr_init(r, s);
    for (int i = 0; i < POSITIONS; i++) {
        all[i] = meet(program_of(r), s);
        if (tsr_turn(r, s) == 0) {
            tsr_init(r, s);
        } else {
            int who = tsr_mover(tsr_turn(r, s));
            tsr_play(r, s, who, tsr_sample(r, s, who, &g));
        }
    }
    qsort(all, POSITIONS, sizeof *all, by_key);
    for (int i = 1; i < POSITIONS; i++) {
        if (all[i].key == all[i - 1].key && all[i].check != all[i - 1].check) {
            fail_msg("%s: two positions have the key %llx", name, (unsigned long long)all[i].key);
        }
    }
    tsr_mem_free(NULL, s, r->state_size);
    tsr_rules_close(r);
    free(all);
}

static void different_positions_have_different_keys(void **state) {
    (void)state;
    static const char *const names[] = {"morris", "checkers", "chess", "dao", "neutron"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_keys(names[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(different_positions_have_different_keys)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
