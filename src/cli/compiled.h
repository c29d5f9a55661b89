// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_COMPILED_H
#define TSR_CLI_COMPILED_H

// Rules as machine code: what --compiled means, and modules named by --plugin.
//
//     auto    what is at hand: the shelf's own code, or an entry of the cache
//     never   the interpreter
//     always  compiled now if need be; an error where that cannot be done

#include <tessera/game.h>

#include "cli/exit.h"

typedef enum cli_compiled { COMPILED_AUTO, COMPILED_NEVER, COMPILED_ALWAYS } cli_compiled;

extern const char *const cli_compiled_words[];

enum { CLI_MAX_MODULES = 32 };

// The modules that --plugin named, and the games that their rules make.
typedef struct cli_modules {
    const void *table[CLI_MAX_MODULES];
    tsr_game *game[CLI_MAX_MODULES]; // NULL if a game of that name was there before
    int count;
} cli_modules;

struct tsr_registry;

// If the file is a module made by `tessera build`: adds it, and its game to the registry.
// *taken says whether it is one.
cli_exit cli_modules_add(cli_modules *m, struct tsr_registry *registry, const char *path,
                         int *taken);
void cli_modules_free(cli_modules *m);

// Makes freshly opened rules play as `how` says. Complains.
cli_exit cli_compiled_use(tsr_rules *r, cli_compiled how, const cli_modules *modules);

#endif
