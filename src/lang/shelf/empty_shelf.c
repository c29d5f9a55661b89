// SPDX-License-Identifier: MIT
//
// An empty shelf, for the program that makes the shelf.
#include <tessera/lang.h>

#include "lang/ir/native.h"

int tsr_lang_builtin_count(void) {
    return 0;
}

const tsr_game *tsr_lang_builtin_at(int i) {
    (void)i;
    return NULL;
}

const char *tsr_lang_builtin_source(int i) {
    (void)i;
    return NULL;
}

const lang_native *lang_native_builtin(uint64_t hash) {
    (void)hash;
    return NULL;
}
