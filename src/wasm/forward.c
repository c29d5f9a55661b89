// SPDX-License-Identifier: MIT
//
// The compiler's functions as the engine knows them: each calls the compiler that was loaded, and fails where
// there is none.
#include <string.h>

#include "abi/ruleset.h"
#include "wasm/compiler.h"
#include "wasm/image.h"
#include "wasm/wasm.h"

static const wasm_compiler *compiler;

int tsr_wasm_add_compiler(const void *table, tsr_problem *why) {
    const wasm_compiler *c = table;
    if (!c) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no table was given");
    }
    if (c->size != sizeof *c || c->abi != TSR_ABI) {
        return abi_fail(why, TSR_FAIL_ABI, "the compiler is for another engine");
    }
    compiler = c;
    return 0;
}

static void say_missing(tsr_lang_report *report) {
    if (report) {
        memset(report, 0, sizeof *report);
        report->count = report->errors = 1;
        strcpy(report->message[0].head, "the compiler is not loaded");
    }
}

// --- Units ---------------------------------------------------------------------------------------

tsr_err lang_unit_ready(const lang_sources *src, const unit_wish *w, const tsr_alloc *alloc,
                        lang_unit **out, tsr_error *err) {
    *out = image_unit(src, w);
    if (*out) {
        return TSR_OK;
    }
    if (!compiler) {
        return tsr_fail(err, TSR_ERR_MISMATCH, "for these options the compiler has to be loaded");
    }
    return compiler->ready(src, w, alloc, out, err);
}

void lang_unit_free(lang_unit *u) {
    if (u && image_has(u)) {
        image_drop(u);
    } else if (u) {
        compiler->unit_free(u);
    }
}

// --- Texts ---------------------------------------------------------------------------------------

tsr_err tsr_lang_compile(const tsr_lang_source *source, const tsr_alloc *alloc, tsr_game **out,
                         tsr_lang_report *report) {
    if (!compiler) {
        say_missing(report);
        return TSR_ERR_PARSE;
    }
    return compiler->compile(source, alloc, out, report);
}

void tsr_lang_free(tsr_game *game) {
    if (game) {
        compiler->game_free(game);
    }
}

tsr_err tsr_lang_check(const tsr_lang_source *source, const tsr_alloc *alloc,
                       tsr_lang_report *report) {
    if (!compiler) {
        say_missing(report);
        return TSR_ERR_PARSE;
    }
    return compiler->check(source, alloc, report);
}

int tsr_lang_format(const tsr_lang_source *source, const tsr_alloc *alloc, char *buf, size_t cap,
                    tsr_lang_report *report) {
    return compiler ? compiler->format(source, alloc, buf, cap, report) : -1;
}

const char *tsr_lang_explain(int number) {
    return compiler ? compiler->explain(number) : NULL;
}
