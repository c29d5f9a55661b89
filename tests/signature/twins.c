// SPDX-License-Identifier: MIT
//
// On x86-64 the games of a release are compiled twice: for all machines, and for those with AVX2 and
// BMI2. Which one plays depends on the machine, so here each is made to play in turn, and the
// interpreter too: their signatures must be equal. Test builds have twins of some games. Where the
// machine lacks AVX2, or there are no twins, the test says so and is skipped (77).

#include <stdio.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/ir/native.h"
#include "signature/sign.h"

#ifdef LANG_NATIVE_V3
#define SHELF(name) extern const lang_native lang_native_##name, lang_native_##name##_v3;
#include "shelf_rows.def"

typedef struct twin {
    const char *game;
    const lang_native *plain, *v3;
} twin;

static const twin twins[] = {
#define SHELF(name) {#name, &lang_native_##name, &lang_native_##name##_v3},
#include "shelf_rows.def"
};

// The signature of a game played by a table; NULL is the interpreter.
static int sign_with(const tsr_game *g, const lang_native *table, const tsr_registry *reg,
                     buffer *out) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_setup_init(&setup, g);
    int ok = tsr_rules_open(&setup, NULL, &r, NULL) == TSR_OK &&
             tsr_lang_attach(r, table, NULL) == TSR_OK &&
             tsr_lang_is_compiled(r) == (table != NULL);
    buffer_clear(out);
    ok = ok && sign_game(r, g->name, reg, out);
    tsr_rules_close(r);
    return ok;
}

// Random games are drawn by each in its own way where it has a quicker one: see the line `games`.
static int is_same(const twin *t, const tsr_game *g, const tsr_registry *reg) {
    buffer a, b;
    buffer_init(&a, NULL);
    buffer_init(&b, NULL);
    int ok = sign_with(g, t->plain, reg, &a) && sign_with(g, t->v3, reg, &b) && a.size > 0 &&
             strcmp(buffer_text(&a), buffer_text(&b)) == 0;
    if (!ok) {
        printf("%s plays otherwise with AVX2\n--- plain\n%s--- AVX2\n%s", g->name, buffer_text(&a),
               buffer_text(&b));
    }
    buffer_deinit(&a);
    buffer_deinit(&b);
    return ok;
}

static const twin *twin_of(const char *name) {
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        if (strcmp(twins[i].game, name) == 0) {
            return &twins[i];
        }
    }
    return NULL;
}

int main(void) {
    tsr_registry *reg = tsr_registry_new(NULL);
    int ok = reg && tsr_registry_add_builtin(reg, NULL) == TSR_OK;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) {
        puts("skipped: this machine has no AVX2");
        tsr_registry_free(reg);
        return 77;
    }
    size_t found = 0;
    for (int i = 0; ok && i < tsr_lang_builtin_count(); i++) {
        const tsr_game *g = tsr_lang_builtin_at(i);
        const twin *t = twin_of(g->name);
        found += t != NULL;
        ok = !t || is_same(t, g, reg);
    }
    ok = ok && found == sizeof twins / sizeof *twins;
    printf("%zu games, both ways\n", ok ? found : 0);
    tsr_registry_free(reg);
    return ok ? 0 : 1;
}

#else

int main(void) {
    puts("skipped: only x86-64 has twins");
    return 77;
}

#endif
