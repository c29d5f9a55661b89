// SPDX-License-Identifier: MIT
#ifndef TSR_WASM_COMPILER_H
#define TSR_WASM_COMPILER_H

// The compiler of the rules language as a module beside the engine: a page loads it where there is a text to
// be compiled. It shows one table; the engine calls it through that.

#include <tessera/lang.h>

#include "lang/game/ready.h"

typedef struct wasm_compiler {
    uint32_t size, abi; // sizeof(wasm_compiler), TSR_ABI
    tsr_err (*ready)(const lang_sources *src, const unit_wish *w, const tsr_alloc *alloc,
                     lang_unit **out, tsr_error *err);
    void (*unit_free)(lang_unit *u);
    tsr_err (*compile)(const tsr_lang_source *source, const tsr_alloc *alloc, tsr_game **out,
                       tsr_lang_report *report);
    void (*game_free)(tsr_game *game);
    tsr_err (*check)(const tsr_lang_source *source, const tsr_alloc *alloc,
                     tsr_lang_report *report);
    int (*format)(const tsr_lang_source *source, const tsr_alloc *alloc, char *buf, size_t cap,
                  tsr_lang_report *report);
    const char *(*explain)(int number);
} wasm_compiler;

extern const wasm_compiler tsr_compiler_rules;

#endif
