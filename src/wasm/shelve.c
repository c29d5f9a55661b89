// SPDX-License-Identifier: MIT
//
// Puts rules on the shelf that the engine was given, compiled here or when it was built; they get the name they
// were given.
#include <stdlib.h>
#include <string.h>

#include <tessera/lang.h>

#include "wasm/given.h"
#include "wasm/wasm.h"

static void drop(shelved *s) {
    if (s) {
        tsr_lang_free(s->made);
        image_free(s->image);
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

// The copy of a text that an image has.
static shelved *shelve_image(const char *name, const void *bytes, size_t size) {
    shelved *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    s->name = copy_of(name);
    s->image = image_new(bytes, size);
    s->text = s->image ? copy_of(image_source(s->image)->text) : NULL;
    if (!s->name || !s->text) {
        drop(s);
        return NULL;
    }
    s->game = *image_game(s->image);
    s->game.name = s->name;
    return s;
}

int tsr_wasm_take(const char *name, const void *bytes, uint32_t size, tsr_problem *why) {
    if (!name || !bytes || given_is_full(why)) {
        return name && bytes ? TSR_FAIL_LIMIT
                             : abi_fail(why, TSR_FAIL_ARGUMENT, "no rules were given");
    }
    shelved *s = shelve_image(name, bytes, size);
    if (!s) {
        return abi_fail(why, TSR_FAIL_PARSE, "%s: the compiled rules are damaged", name);
    }
    int code = given_shelve(s, why);
    if (code) {
        drop(s);
    }
    return code;
}
