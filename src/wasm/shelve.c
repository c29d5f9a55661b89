// SPDX-License-Identifier: MIT
//
// Puts rules on the shelf that the engine was given: they are compiled and get the name they were given.
#include <stdlib.h>
#include <string.h>

#include <tessera/lang.h>

#include "wasm/given.h"
#include "wasm/wasm.h"

static void drop(shelved *s) {
    if (s) {
        tsr_lang_free(s->made);
        free(s->name);
        free(s->text);
        free(s);
    }
}

static char *copy_of(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static shelved *shelve(const char *name, const char *text, tsr_lang_report *report) {
    shelved *s = calloc(1, sizeof *s);
    tsr_lang_source source = {.text = text, .file = name};
    if (!s) {
        return NULL;
    }
    s->name = copy_of(name);
    s->text = copy_of(text);
    if (!s->name || !s->text || tsr_lang_compile(&source, NULL, &s->made, report) != TSR_OK) {
        drop(s);
        return NULL;
    }
    s->game = *s->made;
    s->game.name = s->name;
    return s;
}

int tsr_wasm_shelve(const char *name, const char *text, tsr_problem *why) {
    if (!name || !text || given_is_full(why)) {
        return name && text ? TSR_FAIL_LIMIT
                            : abi_fail(why, TSR_FAIL_ARGUMENT, "no rules were given");
    }
    tsr_lang_report *report = calloc(1, sizeof *report);
    shelved *s = report ? shelve(name, text, report) : NULL;
    int code = 0;
    if (s) {
        code = given_shelve(s, why);
    } else {
        int said = report && report->count;
        code = abi_fail(why, said ? TSR_FAIL_PARSE : TSR_FAIL_MEMORY, "%s: %s", name,
                        said ? report->message[0].head : "out of memory");
    }
    if (code) {
        drop(s);
    }
    free(report);
    return code;
}
