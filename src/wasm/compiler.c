// SPDX-License-Identifier: MIT
//
// What compiler.wasm shows: the compiler's functions as a table.
#include "wasm/compiler.h"

const wasm_compiler tsr_compiler_rules = {
    .size = sizeof(wasm_compiler),
    .abi = TSR_ABI,
    .ready = lang_unit_ready,
    .unit_free = lang_unit_free,
    .compile = tsr_lang_compile,
    .game_free = tsr_lang_free,
    .check = tsr_lang_check,
    .format = tsr_lang_format,
    .explain = tsr_lang_explain,
};
