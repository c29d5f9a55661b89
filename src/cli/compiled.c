// SPDX-License-Identifier: MIT
#include "cli/compiled.h"

#include <string.h>

#include <tessera/host.h>
#include <tessera/lang.h>
#include <tessera/rules.h>

#include "cli/command.h"
#include "lang/ir/native.h"

const char *const cli_compiled_words[] = {"auto", "never", "always", NULL};

// --- Modules ---------------------------------------------------------------------------

// Whether one of the lines of a rules file is `game "TITLE"`, however it is spaced.
static int is_titled(const char *text, const char *title) {
    size_t size = strlen(title);
    while (*text) {
        const char *at = text + strspn(text, " \t");
        if (strncmp(at, "game", 4) == 0) {
            at += 4 + strspn(at + 4, " \t");
            if (*at == '"' && strncmp(at + 1, title, size) == 0 && at[1 + size] == '"') {
                return 1;
            }
        }
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return 0;
}

// Parents that are not on the shelf travel with the module.
static const char *find_parent(void *self, const char *title) {
    const char *const *text = ((const lang_native *)self)->parents;
    while (text && *text && !is_titled(*text, title)) {
        text++;
    }
    return text ? *text : NULL;
}

static tsr_err add_game(cli_modules *m, tsr_registry *registry, const lang_native *native,
                        tsr_error *err) {
    union { // the callback's pointer is not const, and it does not write
        const lang_native *table;
        void *self;
    } module = {native};
    tsr_lang_source source = {.text = native->text, .find = find_parent, .self = module.self};
    tsr_game *game = NULL;
    tsr_error ignored = {0};
    tsr_err e = tsr_lang_compile(&source, NULL, &game, NULL);
    if (e) {
        return tsr_fail(err, e, "its rules are not understood by this version of Tessera");
    }
    const tsr_game *known = tsr_registry_game(registry, game->name, &ignored);
    if (known && strcmp(known->name, game->name) == 0) {
        tsr_lang_free(game); // it speeds up what is there already
        return TSR_OK;
    }
    m->game[m->count - 1] = game;
    return tsr_registry_add_game(registry, game, err);
}

cli_exit cli_modules_add(cli_modules *m, struct tsr_registry *registry, const char *path,
                         int *taken) {
    tsr_error err = {0};
    const void *table = NULL;
    *taken = tsr_module_open(path, TSR_LANG_NATIVE_SYMBOL, &table, &err) == TSR_OK;
    if (!*taken) {
        return CLI_OK;
    }
    const lang_native *native = table;
    if (native->abi != LANG_NATIVE_ABI || native->size != sizeof *native || !native->text) {
        cli_complain("%s was built by another version of Tessera; build it again", path);
        return CLI_FILE;
    }
    if (m->count >= CLI_MAX_MODULES) {
        cli_complain("%s: there are too many plugins", path);
        return CLI_FILE;
    }
    m->table[m->count++] = table;
    if (add_game(m, registry, native, &err) != TSR_OK) {
        cli_complain_about(path, &err);
        return CLI_FILE;
    }
    return CLI_OK;
}

void cli_modules_free(cli_modules *m) {
    for (int i = 0; i < m->count; i++) {
        tsr_lang_free(m->game[i]);
    }
    memset(m, 0, sizeof *m);
}

// --- Rules -------------------------------------------------------------------------------

static int attach_module(tsr_rules *r, const cli_modules *modules) {
    for (int i = 0; i < modules->count; i++) {
        tsr_error ignored = {0};
        if (tsr_lang_attach(r, modules->table[i], &ignored) == TSR_OK) {
            return 1;
        }
    }
    return 0;
}

static tsr_err compile(tsr_rules *r, int build, tsr_error *err) {
    char *text = NULL;
    size_t size = 0;
    const void *table = NULL;
    tsr_built built;
    tsr_err e = tsr_lang_print_c(r, 1, &text, &size, err);
    if (!e) {
        e = tsr_compile_load(text, size, TSR_LANG_NATIVE_SYMBOL, build, &table, &built, err);
        tsr_mem_free(r->alloc, text, size + 1);
    }
    return e ? e : tsr_lang_attach(r, table, err);
}

cli_exit cli_compiled_use(tsr_rules *r, cli_compiled how, const cli_modules *modules) {
    tsr_error err = {0};
    int is_lang = tsr_lang_is(r);
    if (how == COMPILED_NEVER) {
        return tsr_lang_attach(r, NULL, &err) == TSR_OK ? CLI_OK : CLI_FILE;
    }
    if (!is_lang || attach_module(r, modules) || tsr_lang_is_compiled(r)) {
        return CLI_OK; // games written in C are compiled already
    }
    tsr_err e = compile(r, how == COMPILED_ALWAYS, &err);
    if (e == TSR_OK || how == COMPILED_AUTO) {
        return CLI_OK;
    }
    cli_complain("--compiled=always: %s", err.message);
    return CLI_FILE;
}
