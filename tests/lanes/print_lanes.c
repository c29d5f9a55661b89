// SPDX-License-Identifier: MIT
//
// print_lanes NAME SYMBOL OUT.c: a game of the shelf as kernels, for test_lanes. Run by the build.
#include <stdio.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/lanes/lanes.h"

static const tsr_game *find(const char *name) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            return tsr_lang_builtin_at(i);
        }
    }
    return NULL;
}

static int print(const tsr_game *game, const char *symbol, const char *path) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    lanes_facts facts;
    char *text = NULL;
    size_t size = 0;
    tsr_setup_init(&setup, game);
    tsr_err e = tsr_rules_open(&setup, NULL, &r, &err);
    e = e ? e : lanes_print(r, symbol, &text, &size, &facts, &err);
    FILE *out = e ? NULL : fopen(path, "w");
    int ok = out && fwrite(text, 1, size, out) == size;
    ok = out && fclose(out) == 0 && ok;
    if (!ok) {
        (void)fprintf(stderr, "print_lanes: %s: %s\n", path, e ? err.message : "cannot be written");
    }
    if (text) {
        tsr_mem_free(r->alloc, text, size + 1);
    }
    tsr_rules_close(r);
    return ok;
}

int main(int argc, char **argv) {
    const tsr_game *game = argc == 4 ? find(argv[1]) : NULL;
    if (!game) {
        (void)fprintf(stderr, "usage: print_lanes NAME SYMBOL OUT.c, NAME being on the shelf\n");
        return 2;
    }
    return !print(game, argv[2], argv[3]);
}
