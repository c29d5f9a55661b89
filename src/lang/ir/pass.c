// SPDX-License-Identifier: MIT
//
// The rewrites by name, for `tessera check --passes` and `--no-pass`.
#include "lang/ir/pass.h"

#include <tessera/lang.h>

static const struct {
    const char *name, *about;
} passes[PASS_COUNT_] = {
#define PASS(name, level, about) {#name, about},
#include "lang/ir/passes.def"
#undef PASS
};

int tsr_lang_pass_count(void) {
    return PASS_COUNT_;
}

const char *tsr_lang_pass_name(int i) {
    return i >= 0 && i < PASS_COUNT_ ? passes[i].name : NULL;
}

const char *tsr_lang_pass_about(int i) {
    return i >= 0 && i < PASS_COUNT_ ? passes[i].about : NULL;
}
